// SQL of sender details: at most one row per organization, and one per building with a sender of its own.
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { BuildingSender, Sender, SenderDetails } from './model.ts';

function detailColumns(db: Db) {
  return db`registration_number, vat_number, street, city, postal_code, country, email, phone`;
}

export async function findSenderDetails({ db, caller }: Scope): Promise<SenderDetails | undefined> {
  const [row] = await db<SenderDetails[]>`
    select ${detailColumns(db)}, logo_id from sender_details where tenant_id = ${caller.tenantId}`;
  return row;
}

/** Locks the sender details against every other change; creates an empty row if there is none. */
export async function lockSenderDetails({ db, caller, now }: Scope, empty: SenderDetails): Promise<SenderDetails> {
  await db`
    insert into sender_details (tenant_id, country, updated_at) values (${caller.tenantId}, ${empty.country}, ${now}) on conflict (tenant_id) do nothing`;
  const [row] = await db<SenderDetails[]>`
    select ${detailColumns(db)}, logo_id from sender_details where tenant_id = ${caller.tenantId} for update`;
  return row ?? empty;
}

export async function saveSenderDetails({ db, caller, now }: Scope, senderDetails: SenderDetails): Promise<void> {
  const { registrationNumber, vatNumber, street, city, postalCode, country, email, phone, logoId } = senderDetails;
  await db`
    update sender_details
       set registration_number = ${registrationNumber}, vat_number = ${vatNumber}, street = ${street}, city = ${city}, postal_code = ${postalCode},
           country = ${country}, email = ${email}, phone = ${phone}, logo_id = ${logoId}, updated_at = ${now}
     where tenant_id = ${caller.tenantId}`;
}

/** The sender of a building's invoices: its own, or else the organization. */
export async function findSender({ db, caller }: Scope, buildingId: string): Promise<Sender | undefined> {
  const [row] = await db<Sender[]>`
    select name, ${detailColumns(db)}, null::uuid as logo_id, 1 as choice from building_senders
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId}
    union all
    select t.name, d.registration_number, d.vat_number, d.street, d.city, d.postal_code, coalesce(d.country, 'EE'), d.email, d.phone, d.logo_id, 2
      from tenants t left join sender_details d on d.tenant_id = t.id where t.id = ${caller.tenantId}
     order by choice limit 1`;
  return row;
}

/** The sender of its own that a building has. */
export async function findBuildingSender(
  { db, caller }: Scope,
  buildingId: string,
): Promise<BuildingSender | undefined> {
  const [row] = await db<BuildingSender[]>`
    select name, ${detailColumns(db)} from building_senders
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
  return row;
}

export async function saveBuildingSender(
  { db, caller, now }: Scope,
  buildingId: string,
  { name, registrationNumber, vatNumber, street, city, postalCode, country, email, phone }: BuildingSender,
): Promise<void> {
  await db`
    insert into building_senders (tenant_id, building_id, name, ${detailColumns(db)}, updated_at)
    values (${caller.tenantId}, ${buildingId}, ${name}, ${registrationNumber}, ${vatNumber}, ${street}, ${city}, ${postalCode}, ${country}, ${email}, ${phone}, ${now})
    on conflict (tenant_id, building_id) do update
       set name = excluded.name, registration_number = excluded.registration_number, vat_number = excluded.vat_number, street = excluded.street,
           city = excluded.city, postal_code = excluded.postal_code, country = excluded.country, email = excluded.email, phone = excluded.phone,
           updated_at = excluded.updated_at`;
}

export async function deleteBuildingSender({ db, caller }: Scope, buildingId: string): Promise<void> {
  await db`delete from building_senders where tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
}

/** Records that a person said that the organization sends the invoices of a building. */
export async function noteSentByOrganization({ db, caller }: Scope, buildingId: string): Promise<void> {
  await db`update buildings set sent_by_organization = true where tenant_id = ${caller.tenantId} and id = ${buildingId}`;
}

/**
 * Of building `b`: its payee has another name than the organization, and nobody has said who sends its invoices. Case
 * and spaces make no other name.
 */
export function isSenderOpen({ db, caller }: Pick<Scope, 'db' | 'caller'>): SqlFragment {
  const named = (name: SqlFragment) => db`lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`;
  return db`(b.beneficiary is not null and not b.sent_by_organization
    and ${named(db`b.beneficiary`)} <> (select ${named(db`t.name`)} from tenants t where t.id = ${caller.tenantId})
    and not exists (select from building_senders s where s.tenant_id = ${caller.tenantId} and s.building_id = b.id))`;
}

/** Those of these buildings of which nobody has said who sends their invoices, with their payees. */
export async function findOpenSenders(
  { db, caller }: Scope,
  buildingIds: readonly string[],
): Promise<{ buildingId: string; building: string; payee: string }[]> {
  return db`
    select b.id as building_id, b.name as building, b.beneficiary as payee from buildings b
     where b.tenant_id = ${caller.tenantId} and b.id = any (${[...buildingIds]}::uuid[]) and ${isSenderOpen({ db, caller })} order by b.name, b.id`;
}

/** The buildings whose own sender charges VAT although the organization does not, or the other way round. */
export async function listVatExceptions({ db, caller }: Scope, chargesVat: boolean): Promise<string[]> {
  const rows = await db<{ buildingId: string }[]>`
    select building_id from building_senders
     where tenant_id = ${caller.tenantId} and (vat_number is not null) <> ${chargesVat}::boolean order by building_id`;
  return rows.map(({ buildingId }) => buildingId);
}
