// All SQL of month-end: what each apartment of a building owed, was billed and paid in a range of days, payment by
// payment, and the money of no apartment.
import { countsInAccounts } from '../charging/invoice-status-queries.ts';
import type { PaymentSource } from '../payments/model.ts';
import { isSetAside, isWaiting, reversedAllocations } from '../payments/payment-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { accountEntriesSql, openBalancesSql } from './account-entries-queries.ts';
import type { SharedItem } from './debtors.ts';
import type { EntryCategory } from './model.ts';

/** The first and last day of a range. */
export type DayRange = { readonly from: Day; readonly to: Day };

/** The sums of one currency in a range of days: opening + invoiced − received + refunded = closing. */
export type Turnover = {
  readonly currency: string;
  readonly opening: Cents;
  readonly invoiced: Cents;
  readonly received: Cents;
  readonly refunded: Cents;
  readonly closing: Cents;
  /** Payments and refunds. */
  readonly payments: number;
};

/** What became of an invoice, or of money that pays none, of an apartment in a range of days. */
export type ItemTurnover = Turnover &
  SharedItem & {
    readonly isInvoice: boolean;
    readonly apartment: string;
    readonly reference: string;
    readonly invoices: number;
  };

/**
 * The items of the building's apartments that are open or have an entry, archived apartments too. The balance of before
 * is what is owed today, less what came since: of the history, only the days from the first one on are read.
 */
export async function findTurnovers(
  { db, caller }: Scope,
  buildingId: string,
  { from, to, today }: DayRange & { readonly today: Day },
): Promise<ItemTurnover[]> {
  const { tenantId } = caller;
  return db<ItemTurnover[]>`
    with amounts as (
      select apartment_id, currency, item, kind, amount, e.on <= ${to} as in_range, row_number() over (partition by apartment_id, kind, id order by item) as nth
        from (${accountEntriesSql(db, tenantId, { buildingId }, { since: from, byItem: true })}) e
      union all
      select apartment_id, currency, id, 'owed_today', amount, false, 1 from (${openBalancesSql(db, tenantId, { buildingId })}) b
    ), sums as (
      select apartment_id, currency, item, sum(case when kind = 'owed_today' then amount else -amount end)::bigint as opening,
             coalesce(sum(amount) filter (where in_range and kind = 'invoice'), 0)::bigint as invoiced,
             coalesce(-sum(amount) filter (where in_range and kind in ('payment', 'returned')), 0)::bigint as received,
             coalesce(sum(amount) filter (where in_range and kind = 'refund'), 0)::bigint as refunded,
             sum(case when kind = 'owed_today' then amount when in_range then 0 else -amount end)::bigint as closing,
             count(*) filter (where in_range and kind = 'invoice')::integer as invoices,
             count(*) filter (where in_range and kind <> 'invoice' and nth = 1)::integer as payments
        from amounts group by apartment_id, currency, item
    ), present as (
      select r.apartment_id, array_agg(r.resident_id) as present from residencies r
       where r.tenant_id = ${tenantId} and (r.until is null or r.until >= ${today}) and r.apartment_id in (select apartment_id from sums) group by 1
    )
    select s.item as id, i.id is not null as is_invoice, s.apartment_id, coalesce(i.issue_date, p.paid_on) as paid_on,
           case when i.id is not null then array[i.id] else array(
             select a.invoice_id from allocations a where a.tenant_id = ${tenantId} and a.payment_id = p.id and a.undone_at is null
              union select p.credit_invoice_id where p.credit_invoice_id is not null) end as invoice_ids,
           coalesce(f.present, '{}') as present, a.number as apartment, a.reference_number as reference,
           s.currency, s.opening, s.invoiced, s.received, s.refunded, s.closing, s.invoices, s.payments
      from sums s join apartments a on a.tenant_id = ${tenantId} and a.id = s.apartment_id
      left join invoices i on i.tenant_id = ${tenantId} and i.id = s.item
      left join payments p on p.tenant_id = ${tenantId} and p.id = s.item
      left join present f on f.apartment_id = s.apartment_id
     order by a.number collate natural_order, a.id, s.currency, paid_on, s.item`;
}

/** A payment's part for an apartment; or a refund, or a return by the bank (negative). */
export type PaymentLine = {
  readonly on: Day;
  readonly kind: 'payment' | 'returned' | 'refund' | 'unmatched' | 'set_aside' | 'refunded';
  /** `cash`: no bank shows it. A refund is recorded by a person. */
  readonly source: PaymentSource | 'cash';
  readonly payer: string | null;
  readonly payerAccount: string | null;
  readonly account: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly apartment: string | null;
  readonly amount: Cents;
  readonly currency: string;
  /** The day of the statement's entry that shows the payment. */
  readonly bookedOn: Day | null;
  /** Of dismissed money: what it is, and in a person's words. */
  readonly category: EntryCategory | null;
  readonly note: string | null;
};

/** The payments, returns and refunds of a building's apartments in a range of days, by day. */
export async function findPaymentLines(
  { db, caller }: Scope,
  buildingId: string,
  { from, to }: DayRange,
): Promise<PaymentLine[]> {
  return db<PaymentLine[]>`
    select e.on, e.kind, case when e.kind = 'refund' then 'manual' when p.in_cash then 'cash' else p.source end as source, p.payer_name as payer, p.payer_iban as payer_account, p.account, p.reference,
           case when e.kind = 'refund' then e.text else p.description end as description, a.number as apartment, -e.amount as amount, e.currency,
           null as category, null as note, case e.kind when 'returned' then e.on when 'payment' then ${bookedOn(db, caller.tenantId, 'p')} when 'refund' then ${bookedOn(db, caller.tenantId, 'r')} end as booked_on
      from (${accountEntriesSql(db, caller.tenantId, { buildingId }, { since: from })}) e
      left join refunds r on r.tenant_id = ${caller.tenantId} and e.kind = 'refund' and r.id = e.id
      join payments p on p.tenant_id = ${caller.tenantId} and p.id = coalesce(r.payment_id, e.id)
      join apartments a on a.tenant_id = ${caller.tenantId} and a.id = e.apartment_id
     where e.kind <> 'invoice' and e.on <= ${to}
     order by e.on, e.kind, e.at, e.id, a.number collate natural_order, a.id`;
}

/**
 * The money of no apartment in a range of days that may be the building's: unmatched, set aside, refunded, or paid back
 * (negative).
 */
export async function findUnassignedLines(
  scope: Scope,
  building: AccountHolder,
  range: DayRange,
): Promise<PaymentLine[]> {
  const { db, caller } = scope;
  return db<PaymentLine[]>`
    select u.on, u.kind, case when u.kind = 'refund' then 'manual' else p.source end as source, p.payer_name as payer, p.payer_iban as payer_account, p.account, p.reference,
           coalesce(u.note, p.description) as description, null as apartment, u.amount, p.currency,
           case when u.kind in ('set_aside', 'refunded') then p.dismissed_as end as category, case when u.kind in ('set_aside', 'refunded') then p.dismissed_note end as note,
           case when u.kind = 'refund' then ${bookedOn(db, caller.tenantId, 'r')} else ${bookedOn(db, caller.tenantId, 'p')} end as booked_on
      from (${unassignedSql(scope, building, range)}) u
      left join refunds r on r.tenant_id = ${caller.tenantId} and r.id = u.refund_id
      join payments p on p.tenant_id = ${caller.tenantId} and p.id = u.payment_id
     order by u.on, u.kind, p.id`;
}

/** The day of the entry that shows the payment `p`, or the refund `r`. */
function bookedOn(db: Db, tenantId: string, of: 'p' | 'r') {
  return db`(select b.booked_on from bank_entries b where b.tenant_id = ${tenantId} and b.id = ${db.unsafe(of)}.bank_entry_id)`;
}

/** Money of a range of days that is in no apartment's account, by what became of it. */
export type UnassignedMoney = {
  readonly kind: 'unmatched' | 'set_aside' | 'refunded' | 'refund' | 'returned' | 'return_waiting';
  readonly currency: string;
  readonly payments: number;
  readonly amount: Cents;
};

export async function sumUnassignedMoney(
  scope: Scope,
  building: AccountHolder,
  range: DayRange,
): Promise<UnassignedMoney[]> {
  const { db, caller } = scope;
  return db<UnassignedMoney[]>`
    select u.kind, u.currency, count(*)::integer as payments, sum(abs(u.amount))::bigint as amount
      from (${unassignedSql(scope, building, range)}
            union all
            select p.id, p.paid_on, 'returned', p.amount - returned.amount, null, p.currency, null from payments p
             cross join lateral (
               select case when not exists (select from bank_entries e where e.tenant_id = ${caller.tenantId} and e.returned_payment_id = p.id and e.return_status = 'returned') then 0
                           when p.apartment_id is not null then p.amount
                           else coalesce((select sum(l.amount) from (${reversedAllocations(db, caller.tenantId, db`p.id`)}) l), 0) end as amount) returned
             where p.tenant_id = ${caller.tenantId} and p.paid_on between ${range.from} and ${range.to}
               and p.status = 'reversed' and p.reason = 'returned' and p.bank_entry_id is not null and returned.amount < p.amount and ${mayBeOf(scope, building, 'p.account')}
            union all
            select null, e.booked_on, 'return_waiting', e.amount, null, e.currency, null from bank_entries e
             where e.tenant_id = ${caller.tenantId} and e.booked_on between ${range.from} and ${range.to} and e.return_status = 'waiting' and ${mayBeOf(scope, building, 'e.account')}) u
     group by u.kind, u.currency order by u.currency, u.kind`;
}

/** What came in of no apartment, and what was paid back of it. */
function unassignedSql(scope: Scope, building: AccountHolder, { from, to }: DayRange) {
  const { db, caller } = scope;
  const isHere = mayBeOf(scope, building, 'p.account');
  return db`
    select p.id as payment_id, p.paid_on as on, 'unmatched' as kind, p.amount - p.allocated as amount, null as note, p.currency, null::uuid as refund_id from payments p
     where p.tenant_id = ${caller.tenantId} and p.paid_on between ${from} and ${to} and ${isWaiting(db)} and ${isHere}
    union all
    select p.id, p.paid_on, part.kind, part.amount, null, p.currency, null from payments p
     cross join lateral (values ('refunded', p.refunded), ('set_aside', case when p.dismissed_at is null then 0 else p.amount - p.allocated end)) part (kind, amount)
     where p.tenant_id = ${caller.tenantId} and p.paid_on between ${from} and ${to} and ${isSetAside(db)} and part.amount > 0 and ${isHere}
    union all
    select p.id, r.refunded_on, 'refund', -r.amount, r.note, p.currency, r.id
      from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = ${caller.tenantId} and r.refunded_on between ${from} and ${to} and r.undone_at is null and ${isSetAside(db)} and ${isHere}`;
}

/** Refunds that no statement shows; those of one transfer are one. */
export type UnshownRefunds = { readonly refunds: number; readonly amount: Cents };

/** The refunds of a range of days, of the building's apartments or of none, that no statement shows. */
export async function sumUnshownRefunds(
  scope: Scope,
  building: AccountHolder & { readonly currency: string },
  range: DayRange,
): Promise<UnshownRefunds> {
  const { db, caller } = scope;
  const { tenantId } = caller;
  const [sum] = await db<[UnshownRefunds]>`
    select count(distinct coalesce(r.transfer_id, r.id))::integer as refunds, coalesce(sum(r.amount), 0)::bigint as amount
      from refunds r join payments p on p.tenant_id = ${tenantId} and p.id = r.payment_id
     where r.tenant_id = ${tenantId} and r.refunded_on between ${range.from} and ${range.to} and r.undone_at is null and r.bank_entry_id is null and p.currency = ${building.currency}
       and r.id in (select e.id from (${accountEntriesSql(db, tenantId, { buildingId: building.buildingId }, { since: range.from })}) e where e.kind = 'refund'
                    union all select u.refund_id from (${unassignedSql(scope, building, range)}) u where u.kind = 'refund')`;
  return sum;
}

/** A building, and its account. */
type AccountHolder = { readonly buildingId: string; readonly iban: string | null };

/** Whether money on an account may be the building's: the account is its own, or of no other building. */
function mayBeOf({ db, caller }: Scope, { buildingId, iban }: AccountHolder, account: string) {
  return db`(${db.unsafe(account)} is not distinct from ${iban} or not exists (
    select from buildings o where o.tenant_id = ${caller.tenantId} and o.id <> ${buildingId} and o.archived_at is null and o.iban = ${db.unsafe(account)}))`;
}

/** Drafts that do not count yet, by currency. */
export type UncountedDrafts = { readonly currency: string; readonly invoices: number; readonly amount: Cents };

/** The drafts issued in a range of days whose amounts are in no figure of the month. */
export async function sumUncountedDrafts(
  { db, caller }: Scope,
  buildingId: string,
  { from, to }: DayRange,
): Promise<UncountedDrafts[]> {
  return db<UncountedDrafts[]>`
    select i.currency, count(*)::integer as invoices, sum(i.amount)::bigint as amount from invoices i
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.issue_date between ${from} and ${to}
       and i.status = 'draft' and not ${countsInAccounts(db)}
     group by i.currency order by i.currency`;
}
