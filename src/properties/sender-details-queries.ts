// All SQL of letterheads: one row for an organization, or none.
import type { Scope } from '../platform/db/scope.ts';
import type { Letterhead } from './sender-details.ts';

export async function findLetterhead({ db, caller }: Scope): Promise<Letterhead | undefined> {
  const [row] = await db<Letterhead[]>`
    select registration_number, vat_number, street, city, postal_code, country, email, phone, logo_id
      from letterheads where tenant_id = ${caller.tenantId}`;
  return row;
}

/** Locks the letterhead against every other change; makes an empty one when there is none. */
export async function lockLetterhead({ db, caller, now }: Scope, empty: Letterhead): Promise<Letterhead> {
  await db`
    insert into letterheads (tenant_id, country, updated_at) values (${caller.tenantId}, ${empty.country}, ${now}) on conflict (tenant_id) do nothing`;
  const [row] = await db<Letterhead[]>`
    select registration_number, vat_number, street, city, postal_code, country, email, phone, logo_id
      from letterheads where tenant_id = ${caller.tenantId} for update`;
  return row ?? empty;
}

export async function saveLetterhead({ db, caller, now }: Scope, letterhead: Letterhead): Promise<void> {
  const { registrationNumber, vatNumber, street, city, postalCode, country, email, phone, logoId } = letterhead;
  await db`
    update letterheads
       set registration_number = ${registrationNumber}, vat_number = ${vatNumber}, street = ${street}, city = ${city}, postal_code = ${postalCode},
           country = ${country}, email = ${email}, phone = ${phone}, logo_id = ${logoId}, updated_at = ${now}
     where tenant_id = ${caller.tenantId}`;
}
