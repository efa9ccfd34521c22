// The SQL of the entries of apartments' accounts: what they were billed and paid. Nothing is stored.
import { countsInAccounts, isOwed } from '../charging/invoice-status-queries.ts';
import { isInvoiceOf } from '../invoicing/visibility-queries.ts';
import {
  allocationsOfApartments,
  isJointPayment,
  isPrepaid,
  reversedAllocations,
} from '../payments/payment-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Day } from '../platform/values/dates.ts';
import { isOfApartment } from '../properties/property-queries.ts';
import { hasDayBetween } from '../residents/residency-day-queries.ts';

/**
 * Whose entries: of an apartment, of all apartments of a building, or of all of the organization; archived ones too.
 */
type AccountOwner = { readonly apartmentId: string } | { readonly buildingId: string } | 'everybody';

/** Which invoices `i`, allocations `a` and payments `p` have entries (conditions), and the texts of these. */
type EntryParts = {
  readonly [part in 'invoices' | 'allocations' | 'prepaid' | 'number' | 'payer' | 'note']: SqlFragment;
};

const allParts = (db: Db): EntryParts => ({
  invoices: db``,
  allocations: db``,
  prepaid: db``,
  number: db`i.number`,
  payer: db`p.payer_name`,
  note: db`r.note`,
});

/**
 * The part of an apartment's account that the caller sees. A resident: their invoices, what was paid for these, and
 * what is prepaid by the payments of these or, without any, by those of their days. Of a payment that also pays for
 * others they do not see who paid it; of a credit note that is not sent, and of a refund, no text.
 */
export function visibleParts(scope: Scope): EntryParts {
  const { db, caller } = scope;
  const { tenantId } = caller;
  const userId = residentUserId(caller);
  if (userId === null) return allParts(db);
  const isOwn = db`and ${isInvoiceOf(scope, userId)}`;
  const pays = (invoices: SqlFragment) => db`exists (
    select from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${tenantId} and a.payment_id = p.id and a.undone_at is null ${invoices})`;
  return {
    invoices: isOwn,
    allocations: db`and exists (select from invoices i where i.tenant_id = ${tenantId} and i.id = a.invoice_id ${isOwn})`,
    prepaid: db`and (${pays(isOwn)} or not ${pays(db``)} and exists (
      select from residencies r join residents o on o.tenant_id = r.tenant_id and o.id = r.resident_id
       where r.tenant_id = ${tenantId} and r.apartment_id = p.apartment_id and o.user_id = ${userId} and ${hasDayBetween(scope, 'r', 'p.paid_on', 'p.paid_on')}))`,
    number: db`case when i.status <> 'draft' then i.number end`,
    payer: db`case when not ${isJointPayment(scope)} then p.payer_name end`,
    note: db`null`,
  };
}

/**
 * The entries, one for each invoice, payment, return and refund of an apartment. Of a payment, only the apartment's
 * part: what pays its invoices, and the unallocated rest if it is its credit, until refunded. One that the bank
 * returned stays on its day, and is taken back on the day of the return. A negative invoice is one entry from the day
 * it counts, sent or not. `since`: none of earlier days. `shown`: what the reader sees of them. With `byItem` a payment
 * or return is an entry for each `item` it concerns: an invoice, or the payment itself where it pays none.
 */
export function accountEntriesSql(
  db: Db,
  tenantId: string,
  owner: AccountOwner,
  {
    since,
    shown = allParts(db),
    byItem = false,
  }: { readonly since?: Day; readonly shown?: EntryParts; readonly byItem?: boolean } = {},
) {
  const ofOwner = invoicesOf(db, tenantId, owner);
  const apartments = apartmentsOf(db, tenantId, owner);
  const credit = db`p.apartment_id in (${apartments}) ${shown.prepaid}`;
  const from = (column: string) => (since === undefined ? db`` : db`and ${db.unsafe(column)} >= ${since}`);
  const item = byItem ? db`part.item` : db`null::uuid`;
  const andItem = byItem ? db`, part.item` : db``;
  // By a set of ids (`is true` keeps the planner from making it a join), so that the payments of earlier days are not
  // looked up one by one.
  const ofTheseDays =
    since === undefined
      ? db``
      : db`and (part.payment_id in (select id from payments where tenant_id = ${tenantId} and paid_on >= ${since})) is true`;
  return db`
    select 'invoice' as kind, i.id, i.apartment_id, i.currency, ${shown.number} as text, i.issue_date as on, i.amount, i.created_at as at, i.id as item
      from invoices i
     where i.tenant_id = ${tenantId} ${ofOwner} ${shown.invoices} and ${countsInAccounts(db)} ${from('i.issue_date')}
    union all
    select 'payment', p.id, part.apartment_id, p.currency, ${shown.payer}, p.paid_on, -sum(part.amount)::bigint, p.created_at, ${item}
      from (select payment_id, apartment_id, amount, invoice_id as item from (${allocationsOfApartments(db, tenantId, apartments, shown.allocations)}) o
            union all
            select p.id, p.apartment_id, p.amount - p.allocated + p.refunded, p.id from payments p
             where p.tenant_id = ${tenantId} and ${credit} and (p.allocated < p.amount or p.refunded > 0)) part
      join payments p on p.tenant_id = ${tenantId} and p.id = part.payment_id
     where p.status <> 'reversed' and p.source <> 'credit' ${ofTheseDays}
     group by p.tenant_id, p.id, part.apartment_id ${andItem}
    union all
    select day.kind, r.id, r.apartment_id, r.currency, r.payer, day.booked, day.sign * r.amount, day.at, r.item
      from (${returnedSql(db, tenantId, apartments, { shown, item, andItem })}) r
     cross join lateral (values ('payment', r.paid_on, -1, r.created_at), ('returned', r.returned_on, 1, r.updated_at)) day (kind, booked, sign, at)
     where r.amount <> 0 ${from('day.booked')}
    union all
    select 'refund', r.id, p.apartment_id, p.currency, ${shown.note}, r.refunded_on, r.amount, r.created_at, p.id
      from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = ${tenantId} and r.undone_at is null and ${credit} and p.refunded > 0 ${from('r.refunded_on')}`;
}

/** The parts of apartments in payments that the bank returned: what they paid until then, and what was their credit. */
function returnedSql(
  db: Db,
  tenantId: string,
  apartments: SqlFragment,
  { shown, item, andItem }: { readonly shown: EntryParts; readonly item: SqlFragment; readonly andItem: SqlFragment },
) {
  return db`
    select p.id, part.apartment_id, p.currency, ${shown.payer} as payer, p.paid_on, e.booked_on as returned_on, p.created_at, p.updated_at,
           sum(part.amount)::bigint as amount, ${item} as item
      from bank_entries e
      join payments p on p.tenant_id = ${tenantId} and p.id = e.returned_payment_id and p.status = 'reversed'
     cross join lateral (
       with lost as (${reversedAllocations(db, tenantId, db`p.id`)})
       select i.apartment_id, a.amount, i.id as item from lost a join invoices i on i.tenant_id = ${tenantId} and i.id = a.invoice_id where true ${shown.allocations}
       union all
       select p.apartment_id, p.amount - coalesce((select sum(amount) from lost), 0), p.id where true ${shown.prepaid}) part
     where e.tenant_id = ${tenantId} and e.return_status = 'returned' and part.apartment_id in (${apartments})
     group by p.tenant_id, p.id, e.booked_on, part.apartment_id ${andItem}`;
}

/**
 * The balances of apartments by currency, in several rows: what is owed less what is prepaid, each with the id of the
 * invoice or the payment. This reads what is open and not the history.
 */
export function openBalancesSql(db: Db, tenantId: string, owner: AccountOwner) {
  return db`
    select i.id, i.apartment_id, i.currency, i.amount - i.amount_paid as amount
      from invoices i where i.tenant_id = ${tenantId} ${invoicesOf(db, tenantId, owner)} and ${isOwed(db)}
    union all
    select id, apartment_id, currency, -amount from (${prepaymentsSql(db, tenantId, owner)}) p`;
}

/**
 * What apartments have paid in advance, by currency, in several rows: unallocated money, and what is paid of drafts,
 * which are not owed yet; each with the id of the payment or the draft.
 */
export function prepaymentsSql(db: Db, tenantId: string, owner: AccountOwner) {
  return db`
    select i.id, i.apartment_id, i.currency, i.amount_paid as amount
      from invoices i
     where i.tenant_id = ${tenantId} ${invoicesOf(db, tenantId, owner)} and i.status = 'draft' and i.amount_paid > 0
    union all
    select p.id, p.apartment_id, p.currency, p.amount - p.allocated from payments p
     where p.tenant_id = ${tenantId} and p.apartment_id in (${apartmentsOf(db, tenantId, owner)}) and ${isPrepaid(db)}`;
}

/** The condition that the invoice `i` is of the owner. */
function invoicesOf(db: Db, tenantId: string, owner: AccountOwner) {
  if (owner === 'everybody') return db``;
  return 'apartmentId' in owner
    ? db`and ${isOfApartment({ db, caller: { tenantId } }, owner.apartmentId)}`
    : db`and i.building_id = ${owner.buildingId}`;
}

/** A query of the ids of the owner's apartments. */
function apartmentsOf(db: Db, tenantId: string, owner: AccountOwner) {
  if (owner === 'everybody') return db`select f.id from apartments f where f.tenant_id = ${tenantId}`;
  return 'apartmentId' in owner
    ? db`select ${owner.apartmentId}::uuid`
    : db`select f.id from apartments f where f.tenant_id = ${tenantId} and f.building_id = ${owner.buildingId}`;
}
