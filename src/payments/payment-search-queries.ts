// All SQL of the search for payments, for people who handle money. The search for a text reads a bounded number of
// payments.
import { keyset, type PageRequest } from '../platform/db/keyset.ts';
import { literal } from '../platform/db/literal.ts';
import { ownFieldsColumn } from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Cents } from '../platform/values/money.ts';
import { type PaymentFilters, paymentSources, type SearchedPayment, type shownStatuses } from './model.ts';
import {
  allocationsOf,
  isOfBuilding,
  isPrepaid,
  isSetAside,
  isWaiting,
  paymentColumns,
  paymentOrders,
  reversedAllocations,
} from './payment-queries.ts';

/** A part of a search text: a pattern for `ilike`, and the amount if it is one. */
export type SearchTerm = { readonly pattern: string; readonly cents: Cents | null; readonly word: string };

/**
 * Beside the filters of lists: payments that pay an invoice, or did until the bank returned them; those with a
 * prepayment; and those of no apartment: they wait for a decision, or were dismissed or refunded.
 */
export type SearchFilters = Omit<PaymentFilters, 'status'> & {
  readonly status?: (typeof shownStatuses)[number];
  readonly invoiceId?: string;
  /** The apartment that has the rest, if any, as credit. */
  readonly apartmentId?: string;
  readonly prepaid?: boolean;
  /** A part of it was paid back. */
  readonly refunded?: boolean;
  readonly waiting?: 'undecided' | 'dismissed';
};

/** With terms, only the latest `maxRead` payments of the range are read. */
export type PaymentTerms = { readonly terms: readonly SearchTerm[]; readonly maxRead: number };

/** A page of payments that match all filters and all terms. */
export async function listPaymentsMatching(
  scope: Scope,
  filters: SearchFilters,
  terms: PaymentTerms,
  page: PageRequest,
): Promise<(SearchedPayment & { sortValue: string })[]> {
  const { db } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'p', page, paymentOrders);
  return db<(SearchedPayment & { sortValue: string })[]>`
    select ${paymentColumns(db)}, ${ownFieldsColumn(scope, 'payment', 'p.id')}, ${allocationsOf(scope)} as allocations, p.in_cash, p.credit_invoice_id, h.number as apartment, b.id as building_id,
           b.name as building, ${buildingsOf(scope)} as buildings, ${undoneOf(scope)} as undone, ${returnedOn(scope)} as returned_on, ${sortValue} as sort_value
      from ${paymentsMatching(scope, filters, terms)} ${updated} ${after} ${orderAndLimit}`;
}

/** What a list of payments comes to in a currency: what was received, credit notes, and what became of both. */
export const summedParts = ['amount', 'creditNotes', 'waiting', 'prepaid', 'setAside', 'refunded', 'returned'] as const;
export type PaymentSums = Readonly<Record<(typeof summedParts)[number], Cents>> & {
  readonly currency: string;
  readonly count: number;
};

/** The sums of the payments that match, of `max` and one more at most, by currency. */
export async function sumPaymentsMatching(
  scope: Scope,
  filters: SearchFilters,
  terms: PaymentTerms,
  max: number,
): Promise<PaymentSums[]> {
  const { db } = scope;
  const sum = (amount: SqlFragment, which = db`true`) =>
    db`coalesce(sum(${amount}) filter (where ${which}), 0)::bigint`;
  const amount = db`p.amount`;
  const left = db`case when p.status = 'reversed' then 0 else p.amount - p.allocated end`;
  return db<PaymentSums[]>`
    select p.currency, count(*)::integer as count, ${sum(amount, db`p.source <> 'credit'`)} as amount, ${sum(amount, db`p.source = 'credit'`)} as credit_notes,
           ${sum(left, db`p.apartment_id is null and p.dismissed_at is null`)} as waiting, ${sum(left, db`p.apartment_id is not null`)} as prepaid,
           ${sum(left, db`p.apartment_id is null and p.dismissed_at is not null`)} as set_aside, ${sum(db`p.refunded`)} as refunded,
           ${sum(amount, hasStatus(db, 'returned'))} as returned
      from (select p.* from ${paymentsMatching(scope, filters, terms)} limit ${max + 1}) p group by p.currency order by p.currency`;
}

/** The payments `p` that match, with apartment `h` and building `b` of their credit. */
function paymentsMatching(scope: Scope, filters: SearchFilters, { terms, maxRead }: PaymentTerms) {
  const { db, caller } = scope;
  const { status, source, dateFrom, dateTo, buildingId, invoiceId, apartmentId, prepaid, refunded, waiting } = filters;
  const payments = db`payments p where p.tenant_id = ${caller.tenantId} ${dateFrom === undefined ? db`` : db`and p.paid_on >= ${dateFrom}`} ${dateTo === undefined ? db`` : db`and p.paid_on <= ${dateTo}`}`;
  const latest = db`select p.* from ${payments} order by p.paid_on desc, p.id desc limit ${maxRead}`;
  return db`(${terms.length === 0 ? db`select p.* from ${payments}` : latest}) p
           left join apartments h on h.tenant_id = ${caller.tenantId} and h.id = p.apartment_id
           left join buildings b on b.tenant_id = ${caller.tenantId} and b.id = h.building_id
     where p.tenant_id = ${caller.tenantId}
       ${status === undefined ? db`` : db`and ${hasStatus(db, status)}`}
       ${source === undefined ? db`` : db`and p.source = ${literal(db, source, paymentSources)}`}
       ${prepaid ? db`and ${isPrepaid(db)}` : db``}
       ${refunded ? db`and p.refunded > 0` : db``}
       ${waiting === 'undecided' ? db`and ${isWaiting(db)}` : db``}
       ${waiting === 'dismissed' ? db`and ${isSetAside(db)}` : db``}
       ${buildingId === undefined ? db`` : db`and ${isOfBuilding(scope, buildingId)}`}
       ${apartmentId === undefined ? db`` : db`and p.apartment_id = ${apartmentId}`}
       ${
         invoiceId === undefined
           ? db``
           : db`and p.id in (select a.payment_id from allocations a
                              where a.tenant_id = ${caller.tenantId} and a.invoice_id = ${invoiceId}
                                and (a.undone_at is null or a.undone_reason = 'reversal' and exists (
                                  select from payments r where r.tenant_id = ${caller.tenantId} and r.id = a.payment_id and r.status = 'reversed' and r.reason = 'returned')))`
}
       ${terms.length === 0 ? db`` : db`and ${matchesAll(scope, terms)}`}`;
}

/** What the payment `p` paid until it was reversed. */
function undoneOf({ db, caller: { tenantId } }: Scope) {
  return db`case when p.status = 'reversed' then (
    select coalesce(json_agg(json_build_object('invoiceId', a.invoice_id, 'number', i.number, 'apartment', f.number, 'amount', a.amount) order by a.created_at, a.id), '[]')
      from (${reversedAllocations(db, tenantId, db`p.id`)}) a join invoices i on i.tenant_id = ${tenantId} and i.id = a.invoice_id
      join apartments f on f.tenant_id = ${tenantId} and f.id = i.apartment_id) else '[]' end`;
}

/** The day on which the bank took the payment `p` back, as a statement shows it. */
function returnedOn({ db, caller }: Scope) {
  return db`case when p.status = 'reversed' then (
    select max(e.booked_on) from bank_entries e
     where e.tenant_id = ${caller.tenantId} and e.returned_payment_id = p.id and e.return_status = 'returned') end`;
}

/** The names of the buildings of the apartment `h` of the payment `p`, and of the invoices that it pays or paid. */
function buildingsOf({ db, caller }: Scope) {
  return db`array(
    select b.name from buildings b where b.tenant_id = ${caller.tenantId} and b.id in (
      select h.building_id union all
      select i.building_id from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
       where a.tenant_id = ${caller.tenantId} and a.payment_id = p.id
         and (a.undone_at is null or p.status = 'reversed' and a.undone_reason = 'reversal')) order by b.name, b.id)`;
}

/** Whether people see the payment `p` with this status. */
function hasStatus(db: Db, status: (typeof shownStatuses)[number]) {
  return {
    matched: db`p.status = 'matched' and p.refunded < p.amount`,
    partially_matched: db`p.status = 'partially_matched' and p.refunded < p.allocated`,
    unmatched: db`p.status in ('unmatched', 'partially_matched') and p.refunded = p.allocated`,
    reversed: db`p.status = 'reversed' and p.reason is distinct from 'returned'`,
    returned: db`p.status = 'reversed' and p.reason = 'returned'`,
    refunded: db`p.status = 'matched' and p.refunded = p.amount`,
  }[status];
}

/**
 * Whether each term occurs in the payer, the texts or the apartment, is the amount or what is left of it or was paid
 * back, or the number of an invoice that it pays, or did until it was reversed.
 */
function matchesAll({ db, caller }: Scope, terms: readonly SearchTerm[]) {
  return terms
    .map(
      ({ pattern, cents, word }) => db`(
        concat_ws(' ', p.payer_name, p.payer_iban, p.reference, p.description, h.number) ilike ${pattern}
        ${cents === null ? db`` : db`or p.amount = ${cents} or p.amount - p.allocated = ${cents} or p.refunded = ${cents}`}
        or p.id in (select a.payment_id from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
                     where a.tenant_id = ${caller.tenantId} and (a.undone_at is null or a.undone_reason = 'reversal') and i.number_key collate "C" = upper(${word})))`,
    )
    .reduce((all, term) => db`${all} and ${term}`);
}
