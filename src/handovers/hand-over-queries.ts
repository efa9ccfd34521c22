// All SQL of hand-overs: what they recorded, and the invoices and the money of the apartment.
import { isOwed } from '../charging/invoice-status-queries.ts';
import type { ApartmentMoney } from '../invoicing/co-payers.ts';
import { isPrepaid } from '../payments/payment-queries.ts';
import { type Scope, tenantRow } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { isOfApartment } from '../properties/property-queries.ts';
import type { EndedResidency, HandOver } from './model.ts';

export async function insertHandOver(
  { db, caller, now }: Scope,
  handOver: Omit<HandOver, 'buildingId' | 'createdAt'>,
  createdBy: string,
): Promise<void> {
  const { id, apartmentId, day, residentId, residencyId, residentIsNew, ended, readingIds, invitationId, invoiceIds } =
    handOver;
  await db`
    insert into hand_overs (tenant_id, id, apartment_id, day, resident_id, residency_id, resident_is_new, ended, reading_ids, invitation_id, invoice_ids, created_by, created_at)
    select own.id, ${id}, ${apartmentId}, ${day}, ${residentId}, ${residencyId}, ${residentIsNew}, ${db.json([...ended])}, ${[...readingIds]}::uuid[],
           ${invitationId}, ${[...invoiceIds]}::uuid[], ${createdBy}, ${now}
      from ${tenantRow({ db, caller })}`;
}

export async function findHandOver({ db, caller }: Scope, id: string): Promise<HandOver | undefined> {
  const [row] = await db<HandOver[]>`
    select h.id, a.building_id, h.apartment_id, h.day, h.resident_id, h.residency_id, h.resident_is_new, h.ended, h.reading_ids, h.invitation_id, h.invoice_ids, h.created_at
      from hand_overs h join apartments a on a.tenant_id = h.tenant_id and a.id = h.apartment_id and a.archived_at is null
     where h.tenant_id = ${caller.tenantId} and h.id = ${id}`;
  return row;
}

export async function isHandedOverOn({ db, caller }: Scope, apartmentId: string, day: Day): Promise<boolean> {
  const rows = await db`
    select from hand_overs where tenant_id = ${caller.tenantId} and apartment_id = ${apartmentId} and day = ${day}`;
  return rows.length > 0;
}

export async function deleteHandOver({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from hand_overs where tenant_id = ${caller.tenantId} and id = ${id}`;
}

type ListedHandOver = Pick<HandOver, 'id' | 'day' | 'createdAt'> & {
  /** Null for a person who was deleted. */
  readonly newcomer: string | null;
  readonly leaving: readonly string[];
};

/** The hand-overs of an apartment with the people's names, the latest first. */
export async function listHandOvers({ db, caller }: Scope, apartmentId: string): Promise<ListedHandOver[]> {
  return db<ListedHandOver[]>`
    select h.id, h.day, h.created_at, p.name as newcomer,
           array(select q.name::text from jsonb_to_recordset(h.ended) as e ("residentId" uuid)
                   join residents q on q.tenant_id = ${caller.tenantId} and q.id = e."residentId" order by q.name) as leaving
      from hand_overs h left join residents p on p.tenant_id = ${caller.tenantId} and p.id = h.resident_id
     where h.tenant_id = ${caller.tenantId} and h.apartment_id = ${apartmentId} order by h.day desc, h.id`;
}

/** One residency of an apartment, with the name of the person. */
export type NamedResidency = EndedResidency & {
  readonly role: 'owner' | 'tenant';
  readonly since: Day;
  readonly name: string;
};

/** Every residency of an apartment, by the first day. */
export async function listResidenciesOf({ db, caller }: Scope, apartmentId: string): Promise<NamedResidency[]> {
  return db<NamedResidency[]>`
    select r.id as residency_id, r.resident_id, r.role, r.since, r.until, p.name
      from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = ${apartmentId} order by r.since, r.id`;
}

/** Sent invoices of an apartment that are not paid. */
export async function listOpenInvoices(
  { db, caller }: Scope,
  apartmentId: string,
  currency: string,
): Promise<{ id: string; balance: Cents }[]> {
  return db<{ id: string; balance: Cents }[]>`
    select i.id, i.amount - i.amount_paid as balance from invoices i
     where i.tenant_id = ${caller.tenantId} and ${isOfApartment({ db, caller }, apartmentId)} and i.currency = ${currency} and ${isOwed(db)}`;
}

/** Money of an apartment that pays no invoice yet: payments, and the credit of negative invoices. */
export async function listUnallocatedMoney(
  { db, caller }: Scope,
  apartmentId: string,
  currency: string,
): Promise<(ApartmentMoney & { readonly left: Cents })[]> {
  return db<(ApartmentMoney & { left: Cents })[]>`
    select p.id, p.apartment_id, p.paid_on, p.amount - p.allocated as left,
           array(select a.invoice_id from allocations a where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id and a.undone_at is null
                 union select p.credit_invoice_id where p.credit_invoice_id is not null) as invoice_ids
      from payments p
     where p.tenant_id = ${caller.tenantId} and p.apartment_id = ${apartmentId} and p.currency = ${currency}
       and ${isPrepaid(db)}`;
}

/** The invoices of an apartment with days from `day` on, by number; cancelled ones do not count. */
export async function listInvoicesFrom(
  { db, caller }: Scope,
  apartmentId: string,
  day: Day,
): Promise<{ id: string; number: string }[]> {
  return db<{ id: string; number: string }[]>`
    select i.id, i.number from invoices i
     where i.tenant_id = ${caller.tenantId} and ${isOfApartment({ db, caller }, apartmentId)} and i.status <> 'cancelled' and i.period_end >= ${day}
     order by i.number`;
}
