// All SQL of payments and their allocations. Residents see the payments of invoices that they may see, with the
// allocations to those.

import { isInvoiceOf, visibleInvoiceCondition } from '../invoicing/visibility-queries.ts';
import { keyset, type PageRequest, type SortColumn, timestampOrders } from '../platform/db/keyset.ts';
import { literal } from '../platform/db/literal.ts';
import { matchOwnFields, ownFieldsColumn, ownFieldsCondition } from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import {
  type Allocation,
  type ManualPayment,
  type MatchedBy,
  type NewPayment,
  type Payment,
  type PaymentFacts,
  type PaymentFilters,
  paymentSources,
  paymentStatuses,
} from './model.ts';

/** The sort orders of payments; the first is the default. */
export const paymentOrders = {
  ...timestampOrders,
  paidOn: { sql: 'paid_on', type: 'date' },
} as const satisfies Record<string, SortColumn>;

export async function insertPayments(scope: Scope, payments: readonly NewPayment[]): Promise<void> {
  const columns = {
    id: 'uuid',
    source: 'text',
    status: 'text',
    amount: 'bigint',
    allocated: 'bigint',
    currency: 'text',
    paidOn: 'date',
    account: 'text',
    payerName: 'text',
    payerIban: 'text',
    reference: 'text',
    description: 'text',
    orderNumber: 'text',
    bankEntryId: 'uuid',
    apartmentId: 'uuid',
    reason: 'text',
    evidence: 'text',
    inCash: 'boolean',
  } as const;
  await insertRows(scope, 'payments', columns, payments, { more: { createdAt: scope.now, updatedAt: scope.now } });
}

/** The payment, locked until the transaction ends. */
export async function lockPayment({ db, caller }: Scope, id: string): Promise<PaymentFacts | undefined> {
  const [row] = await db<PaymentFacts[]>`
    select ${paymentColumns(db)} from payments p where p.tenant_id = ${caller.tenantId} and p.id = ${id} for update`;
  return row;
}

/** Payments with their valid allocations, unordered. */
export async function findPayments(scope: Scope, ids: readonly string[]): Promise<Payment[]> {
  const { db, caller } = scope;
  return db<Payment[]>`
    select ${paymentColumns(db)}, ${ownFieldsColumn(scope, 'payment', 'p.id')}, ${allocationsOf(scope)} as allocations from payments p
     where p.tenant_id = ${caller.tenantId} and p.id = any (${[...ids]}::uuid[])`;
}

/** A page of the payments that the caller may see. `joint`: it also pays for others, whom the caller may not see. */
export async function listPayments(
  scope: Scope,
  filters: PaymentFilters,
  page: PageRequest,
): Promise<(Payment & { joint: boolean; sortValue: string })[]> {
  const { db, caller } = scope;
  const match = await matchOwnFields(scope, 'payment', filters);
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'p', page, paymentOrders);
  const { status, source, dateFrom, dateTo, buildingId } = filters;
  return db<(Payment & { joint: boolean; sortValue: string })[]>`
    select ${paymentColumns(db)}, ${ownFieldsColumn(scope, 'payment', 'p.id')}, ${allocationsOf(scope, visibleInvoiceCondition(scope))} as allocations,
           ${isJointPayment(scope)} as joint, ${sortValue} as sort_value
      from payments p
     where p.tenant_id = ${caller.tenantId} ${isVisiblePayment(scope)}
       ${status === undefined ? db`` : db`and p.status = ${literal(db, status, paymentStatuses)}`}
       ${source === undefined ? db`` : db`and p.source = ${literal(db, source, paymentSources)}`}
       ${dateFrom === undefined ? db`` : db`and p.paid_on >= ${dateFrom}`}
       ${dateTo === undefined ? db`` : db`and p.paid_on <= ${dateTo}`}
       ${buildingId === undefined ? db`` : db`and ${isOfBuilding(scope, buildingId)}`}
       ${ownFieldsCondition(scope, 'payment', 'p.id', match)} ${updated} ${after} ${orderAndLimit}`;
}

type NewAllocation = {
  readonly id: string;
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly amount: Cents;
  readonly matchedBy: MatchedBy;
  readonly evidence: string | null;
};

/**
 * Inserts allocations whose payments already include the amounts. A second allocation of a payment to the same invoice
 * increases the valid one.
 */
export async function insertAllocations(
  { db, caller, now }: Scope,
  by: string,
  allocations: readonly NewAllocation[],
): Promise<void> {
  const columns = {
    id: 'uuid',
    paymentId: 'uuid',
    invoiceId: 'uuid',
    amount: 'bigint',
    matchedBy: 'text',
    evidence: 'text',
  } as const;
  await insertRows({ db, caller }, 'allocations', columns, allocations, {
    more: { apartmentId: db`i.apartment_id`, createdBy: by, createdAt: now },
    join: db`join invoices i on i.tenant_id = ${caller.tenantId} and i.id = r.invoice_id`,
    onConflict: db`(tenant_id, payment_id, invoice_id) where undone_at is null do update set amount = allocations.amount + excluded.amount`,
  });
}

/** Adds to the allocated amounts of payments. The database rejects more than a payment has. */
export async function addAllocated(
  { db, caller, now }: Scope,
  allocations: readonly Pick<NewAllocation, 'paymentId' | 'amount'>[],
): Promise<void> {
  await db`
    update payments p
       set allocated = p.allocated + n.amount, updated_at = ${now},
           status = case when p.allocated + n.amount = p.amount then 'matched' else 'partially_matched' end
      from (select payment_id, sum(amount)::bigint as amount
              from ${tableOf(db, 'a', { paymentId: 'uuid', amount: 'bigint' }, allocations)} group by payment_id) as n
     where p.tenant_id = ${caller.tenantId} and p.id = n.payment_id`;
}

/** The valid allocations of payments or of an invoice. */
export async function findAllocations(
  { db, caller }: Scope,
  by: { readonly paymentId: string } | { readonly invoiceId: string },
): Promise<(Allocation & { readonly id: string; readonly paymentId: string })[]> {
  return db<(Allocation & { id: string; paymentId: string })[]>`
    select id, payment_id, invoice_id, amount, matched_by, evidence from allocations
     where tenant_id = ${caller.tenantId} and undone_at is null
       and ${'paymentId' in by ? db`payment_id = ${by.paymentId}` : db`invoice_id = ${by.invoiceId}`}
     order by invoice_id, id`;
}

/** The invoices that a payment pays, with the amounts, the latest first. */
export async function findInvoicesOfPayment(
  { db, caller }: Scope,
  paymentId: string,
): Promise<(Period & { readonly id: string; readonly number: string; readonly amount: Cents })[]> {
  return db<(Period & { id: string; number: string; amount: Cents })[]>`
    select i.id, i.number, i.period_start, i.period_end, a.amount
      from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${caller.tenantId} and a.payment_id = ${paymentId} and a.undone_at is null
     order by i.issue_date desc, i.created_at desc, i.id desc`;
}

/** How much of a payment is a prepayment of an apartment, in cents. */
export async function findPrepaidAmount({ db, caller }: Scope, paymentId: string): Promise<Cents> {
  const [row] = await db<{ amount: Cents }[]>`
    select p.amount - p.allocated as amount from payments p
     where p.tenant_id = ${caller.tenantId} and p.id = ${paymentId} and ${isPrepaid(db)}`;
  return row?.amount ?? 0;
}

/** The allocations of a payment that its last reversal undid. */
export async function findReversedAllocations(
  { db, caller }: Scope,
  paymentId: string,
): Promise<Pick<Allocation, 'invoiceId' | 'amount' | 'matchedBy' | 'evidence'>[]> {
  return db<Pick<Allocation, 'invoiceId' | 'amount' | 'matchedBy' | 'evidence'>[]>`
    select invoice_id, amount, matched_by, evidence from (${reversedAllocations(db, caller.tenantId, db`${paymentId}`)}) a order by invoice_id`;
}

/** The same as a query; `payment` is SQL of its id. */
export function reversedAllocations(db: Db, tenantId: string, payment: SqlFragment) {
  return db`
    select * from (
      select *, rank() over (order by undone_at desc) as nth from allocations
       where tenant_id = ${tenantId} and payment_id = ${payment} and undone_reason = 'reversal') a
     where nth = 1`;
}

/** Undoes allocations: their rows stay but no longer count. */
export async function undoAllocations(
  { db, caller, now }: Scope,
  ids: readonly string[],
  by: string,
  why: 'person' | 'reversal' | 'cancelled',
): Promise<void> {
  await db`
    with undone as (
      update allocations set undone_at = ${now}, undone_by = ${by}, undone_reason = ${why}
       where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[]) and undone_at is null
      returning payment_id, amount
    )
    update payments p
       set allocated = p.allocated - u.amount, updated_at = ${now},
           status = case when p.allocated = u.amount then 'unmatched' else 'partially_matched' end
      from (select payment_id, sum(amount)::bigint as amount from undone group by payment_id) as u
     where p.tenant_id = ${caller.tenantId} and p.id = u.payment_id`;
}

/** Writes the changeable columns of a payment, except allocations. */
export async function updatePayment({ db, caller, now }: Scope, payment: PaymentFacts): Promise<void> {
  await db`
    update payments
       set source = ${payment.source}, status = ${payment.status}, paid_on = ${payment.paidOn}, order_number = ${payment.orderNumber},
           account = ${payment.account}, payer_name = ${payment.payerName}, payer_iban = ${payment.payerIban}, bank_entry_id = ${payment.bankEntryId},
           apartment_id = ${payment.apartmentId}, reason = ${payment.reason}, evidence = ${payment.evidence}, dismissed_at = ${payment.dismissedAt},
           dismissed_as = ${payment.dismissedAs}, dismissed_note = ${payment.dismissedNote}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${payment.id}`;
}

/**
 * Keeps the payer's own words of a payment that a person matched, so that the next one with them is recognised
 * (findPayers).
 */
export async function learnWords({ db, caller }: Scope, paymentId: string, words: string): Promise<void> {
  await db`update payments set payer_words = ${words} where tenant_id = ${caller.tenantId} and id = ${paymentId}`;
}

/** Credit of an apartment, and the invoices that it pays already. */
export type AvailableCredit = Pick<PaymentFacts, 'id' | 'source' | 'currency' | 'paidOn'> & {
  /** The building's account that received it. */
  readonly iban: string | null;
  readonly apartmentId: string;
  readonly left: Cents;
  /** The negative invoice that it is the credit of; null for money. */
  readonly creditInvoiceId: string | null;
  /** The invoices it already pays. */
  readonly invoiceIds: readonly string[];
};

/** Credit of apartments: unallocated money, oldest first. */
export async function lockAvailableCredit(
  { db, caller }: Scope,
  apartments: readonly string[],
): Promise<AvailableCredit[]> {
  return db<AvailableCredit[]>`
    select p.id, p.credit_invoice_id, p.source, p.apartment_id, p.currency, p.paid_on, p.account as iban, p.amount - p.allocated as left,
           array(select a.invoice_id from allocations a where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id and a.undone_at is null) as invoice_ids
      from payments p
     where p.tenant_id = ${caller.tenantId} and p.apartment_id = any (${[...apartments]}::uuid[]) and ${isPrepaid(db)}
     order by p.paid_on, p.id for update`;
}

/** The payments of a source that a statement has (or has not) shown yet and that could be the same money. */
export async function lockSamePayments(
  { db, caller }: Scope,
  {
    source,
    amount,
    currency,
    from,
    to,
  }: { source: 'banklink' | 'statement'; amount: Cents; currency: string; from: Day; to: Day },
): Promise<PaymentFacts[]> {
  return db<PaymentFacts[]>`
    select ${paymentColumns(db)} from payments p
     where p.tenant_id = ${caller.tenantId} and p.source = ${source} and p.amount = ${amount} and p.currency = ${currency}
       and p.status in ('unmatched', 'partially_matched', 'matched') and p.paid_on between ${from} and ${to}
       and (p.bank_entry_id is not null) = ${source === 'statement'}
     order by p.paid_on, p.id for update`;
}

/**
 * Manual payments of apartments that a statement may show and none has shown, oldest first; equal ones of a day once.
 */
export async function findManualPayments(
  { db, caller }: Scope,
  apartmentIds: readonly string[],
): Promise<ManualPayment[]> {
  if (apartmentIds.length === 0) return [];
  return db<ManualPayment[]>`
    select p.apartment_id, p.amount, p.paid_on from payments p
     where p.tenant_id = ${caller.tenantId} and p.bank_entry_id is null and p.status <> 'reversed' and p.source = 'manual' and not p.in_cash
       and p.apartment_id = any (${[...apartmentIds]}::uuid[])
     group by 1, 2, 3 order by p.paid_on, min(p.id::text)`;
}

/** An apartment that a person records money for, also a deleted one, with what its building says about money. */
type PayingApartment = {
  readonly id: string;
  readonly reference: string;
  readonly currency: string;
  readonly timeZone: string;
};

export async function findPayingApartment({ db, caller }: Scope, id: string): Promise<PayingApartment | undefined> {
  const [row] = await db<PayingApartment[]>`
    select a.id, a.reference_number as reference, b.currency, b.time_zone
      from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
     where a.tenant_id = ${caller.tenantId} and a.id = ${id}`;
  return row;
}

/** The columns of a payment `p`. */
export function paymentColumns(db: Db) {
  return db`p.id, p.source, p.status, p.amount, p.allocated, p.refunded, p.currency, p.paid_on, p.account, p.payer_name, p.payer_iban, p.reference,
    p.description, p.order_number, p.bank_entry_id, p.apartment_id, p.reason, p.evidence, p.dismissed_at, p.dismissed_as, p.dismissed_note, p.created_at, p.updated_at`;
}

/** The valid allocations of a payment; `seen` limits them by their invoices. */
export function allocationsOf({ db, caller }: Scope, seen = db``) {
  return db`(
    select coalesce(json_agg(json_build_object('invoiceId', a.invoice_id, 'number', i.number, 'apartment', h.number, 'amount', a.amount,
                                               'matchedBy', a.matched_by, 'evidence', a.evidence) order by a.created_at, a.id), '[]')
      from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
      join apartments h on h.tenant_id = i.tenant_id and h.id = i.apartment_id
     where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id and a.undone_at is null ${seen})`;
}

/** A resident sees the payments of invoices that they may see, and no credit of a credit note that is still a draft. */
function isVisiblePayment(scope: Scope) {
  const { db, caller } = scope;
  if (residentUserId(caller) === null) return db``;
  return db`and exists (
    select from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id and a.undone_at is null ${visibleInvoiceCondition(scope)})
    and (p.credit_invoice_id is null or exists (
    select from invoices i where i.tenant_id = ${caller.tenantId} and i.id = p.credit_invoice_id ${visibleInvoiceCondition(scope)}))`;
}

/** Whether a payment also pays for somebody other than the requesting resident, or did until it was reversed. */
export function isJointPayment(scope: Scope) {
  const { db, caller } = scope;
  const userId = residentUserId(caller);
  if (userId === null) return db`false`;
  return db`exists (
    select from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id and (a.undone_at is null or a.undone_reason = 'reversal')
       and not ${isInvoiceOf(scope, userId)})`;
}

/**
 * The valid allocations to the invoices of some apartments (a query of ids): payment, apartment, invoice and amount.
 * The version before wrote none with an apartment; the second part finds those.
 */
export function allocationsOfApartments(db: Db, tenantId: string, apartments: SqlFragment, seen: SqlFragment = db``) {
  return db`
    select a.payment_id, a.apartment_id, a.invoice_id, a.amount from allocations a
     where a.tenant_id = ${tenantId} and a.undone_at is null and a.apartment_id in (${apartments}) ${seen}
    union all
    select a.payment_id, i.apartment_id, a.invoice_id, a.amount from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${tenantId} and a.undone_at is null and a.apartment_id is null and i.apartment_id in (${apartments}) ${seen}`;
}

/**
 * Whether a part of the payment `p` is of no invoice and no apartment. What is left of an apartment's payment is
 * prepaid instead.
 */
function isUnmatched(db: Db) {
  return db`p.status in ('unmatched', 'partially_matched') and p.source <> 'credit' and p.apartment_id is null`;
}

/** Whether a part of the payment `p` waits for a decision: it is unmatched, and nobody dismissed it. */
export function isWaiting(db: Db) {
  return db`${isUnmatched(db)} and p.dismissed_at is null`;
}

/** What is of no apartment of the payment `p` by decision: what was refunded, and the rest if a person dismissed it. */
export function setAsideAmount(db: Db) {
  return db`case when p.apartment_id is not null then 0 when p.dismissed_at is null then p.refunded else p.amount - p.allocated + p.refunded end`;
}

/** Whether a part of the payment `p` was set aside. */
export function isSetAside(db: Db) {
  return db`p.status <> 'reversed' and p.source <> 'credit' and ${setAsideAmount(db)} > 0`;
}

/** Whether a part of the payment `p` is a prepayment of an apartment. */
export function isPrepaid(db: Db) {
  return db`p.status in ('unmatched', 'partially_matched') and p.apartment_id is not null`;
}

/**
 * Whether a payment is of a building: allocated to its invoices, credit of its apartments, or received on its account
 * and unmatched.
 */
export function isOfBuilding({ db, caller: { tenantId } }: Scope, buildingId: string) {
  const apartments = db`select f.id from apartments f where f.tenant_id = ${tenantId} and f.building_id = ${buildingId}`;
  return db`(
    p.id in (select o.payment_id from (${allocationsOfApartments(db, tenantId, apartments)}) o)
    or exists (select from apartments f where f.tenant_id = ${tenantId} and f.id = p.apartment_id and f.building_id = ${buildingId})
    or p.allocated = p.refunded and p.apartment_id is null
       and exists (select from buildings b where b.tenant_id = ${tenantId} and b.id = ${buildingId} and b.iban = p.account))`;
}
