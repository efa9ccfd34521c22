// SQL of the overview: counts over the tables of other modules. Read only.
import { countsInAccounts, isBeingSent, isOwed, isUnsent } from '../charging/invoice-status-queries.ts';
import { localDays } from '../invoicing/invoice-queries.ts';
import type { LocalDays } from '../invoicing/model.ts';
import { isWaiting, setAsideAmount } from '../payments/payment-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';

/** The number, and the sum in one currency. */
export type Tally = { readonly currency: string; readonly count: number; readonly amount: Cents };

export type WaitingCounts = {
  readonly readingsToConfirm: number;
  readonly maintenanceNew: number;
  readonly webhooksFailing: number;
  /** Ids of buildings with an account change not confirmed by an owner. */
  readonly accountsUnconfirmed: readonly string[];
};

export async function countWaiting({ db, caller }: Scope): Promise<WaitingCounts> {
  const [row] = await db<WaitingCounts[]>`
    select (select count(*)::integer from readings r where r.tenant_id = ${caller.tenantId} and r.status = 'submitted') as readings_to_confirm,
           (select count(*)::integer from maintenance_requests m where m.tenant_id = ${caller.tenantId} and m.status = 'new') as maintenance_new,
           (select count(*)::integer from webhook_endpoints e
             where e.tenant_id = ${caller.tenantId} and (e.failing_since is not null or e.status = 'disabled')) as webhooks_failing,
           array(select b.id from buildings b cross join lateral (
                   select c.confirmed_at from account_changes c
                    where c.tenant_id = ${caller.tenantId} and c.building_id = b.id and c.undone_at is null order by c.number desc limit 1) newest
                  where b.tenant_id = ${caller.tenantId} and b.archived_at is null and newest.confirmed_at is null
                  order by b.name, b.id) as accounts_unconfirmed`;
  return row ?? { readingsToConfirm: 0, maintenanceNew: 0, webhooksFailing: 0, accountsUnconfirmed: [] };
}

/** Payments that wait for a decision, by the amounts that do. */
export async function tallyPayments({ db, caller }: Scope): Promise<Tally[]> {
  return db<Tally[]>`
    select p.currency, count(*)::integer as count, sum(p.amount - p.allocated)::bigint as amount from payments p
     where p.tenant_id = ${caller.tenantId} and ${isWaiting(db)}
     group by p.currency order by p.currency`;
}

/** Returns of payments that wait for a decision. */
export async function tallyReturns({ db, caller }: Scope): Promise<Tally[]> {
  return db<Tally[]>`
    select e.currency, count(*)::integer as count, sum(e.amount)::bigint as amount from bank_entries e
     where e.tenant_id = ${caller.tenantId} and e.return_status = 'waiting'
     group by e.currency order by e.currency`;
}

/**
 * Invoices of buildings that are not deleted: unsent ones by their amounts, without those that are being sent; overdue
 * ones by their open amounts.
 */
export async function tallyInvoices(
  { db, caller }: Scope,
  days: LocalDays,
): Promise<(Tally & { readonly kind: 'unsent' | 'overdue' })[]> {
  return db<(Tally & { kind: 'unsent' | 'overdue' })[]>`
    select case when ${isUnsent(db)} then 'unsent' else 'overdue' end as kind, i.currency, count(*)::integer as count,
           sum(case when ${isUnsent(db)} then i.amount else i.amount - i.amount_paid end)::bigint as amount
      from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
     where i.tenant_id = ${caller.tenantId} and ((${isUnsent(db)} and ${isBeingSent(db)} is not true) or (${isOwed(db)} and exists (
       select from ${localDays(db, days)}
        where here.time_zone = b.time_zone and i.due_date < here.today)))
     group by 1, 2 order by 1, 2`;
}

/** `unassigned`: of what was received, what waits to be matched. */
type MonthKind = 'invoiced' | 'received' | 'unassigned' | 'spent';
/** A sum of a month. */
export type MonthSum = { readonly month: string; readonly currency: string; readonly amount: Cents };

/**
 * What was invoiced and suppliers' bills, both by the month their period begins in (a negative invoice counts before it
 * is sent, as in the books); and what came in by day paid (what a credit note is worth did not), less what banks
 * returned by the day of the return. No invoice is issued a year before its period.
 */
export async function sumMonths(
  { db, caller }: Scope,
  from: Day,
): Promise<(MonthSum & { readonly kind: MonthKind })[]> {
  return db<(MonthSum & { kind: MonthKind })[]>`
    select kind, to_char(d.day, 'YYYY-MM') as month, d.currency, sum(d.amount)::bigint as amount from (
    select 'invoiced' as kind, i.period_start as day, i.currency, sum(i.amount) as amount from invoices i
     where i.tenant_id = ${caller.tenantId} and i.issue_date >= ${from}::date - 366 and i.period_start >= ${from} and ${countsInAccounts(db)} group by i.period_start, i.currency
    union all
    select 'received', p.paid_on, p.currency, sum(p.amount - ${setAsideAmount(db)}) from payments p
     where p.tenant_id = ${caller.tenantId} and p.paid_on >= ${from} and p.status <> 'reversed' and p.source <> 'credit'
     group by p.paid_on, p.currency
    union all
    select 'unassigned', p.paid_on, p.currency, sum(p.amount - p.allocated) from payments p
     where p.tenant_id = ${caller.tenantId} and p.paid_on >= ${from} and ${isWaiting(db)} group by p.paid_on, p.currency
    union all
    select 'received', day.booked, p.currency, day.sign * p.amount
      from bank_entries e
      join payments p on p.tenant_id = ${caller.tenantId} and p.id = e.returned_payment_id and p.status = 'reversed'
     cross join lateral (values (p.paid_on, 1), (e.booked_on, -1)) day (booked, sign)
     where e.tenant_id = ${caller.tenantId} and e.return_status = 'returned' and day.booked >= ${from}
    union all
    select 'spent', s.period_start, b.currency, sum(s.amount)
      from (select building_id, period_start, amount from supplier_bills where tenant_id = ${caller.tenantId}
            union all
            select building_id, period_start, amount from further_bills where tenant_id = ${caller.tenantId}) s
      join buildings b on b.tenant_id = ${caller.tenantId} and b.id = s.building_id
     where s.period_start >= ${from} group by s.period_start, b.currency) d
     group by d.kind, month, d.currency`;
}
