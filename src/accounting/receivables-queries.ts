// All SQL of receivables: open amounts by days overdue, and the account of an apartment. Nothing is stored.
import { isOwed } from '../charging/invoice-status-queries.ts';
import { localDays } from '../invoicing/invoice-queries.ts';
import type { LocalDays } from '../invoicing/model.ts';
import { isOfResidency } from '../invoicing/visibility-queries.ts';
import { isPrepaid } from '../payments/payment-queries.ts';
import { tableOf } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { accountEntriesSql, prepaymentsSql, visibleParts } from './account-entries-queries.ts';
import type { Debtors, SharedItem } from './debtors.ts';
import type { AccountEntry, AgedBalance } from './model.ts';

/** What is open or prepaid in apartments that somebody has left, by day; invoices are in `invoiceIds` themselves. */
export async function findSharedItems(
  { db, caller }: Scope,
  buildingId: string | undefined,
  days: LocalDays,
): Promise<SharedItem[]> {
  const { tenantId } = caller;
  const inBuilding = buildingId === undefined ? db`` : db`and a.building_id = ${buildingId}`;
  return db<SharedItem[]>`
    with places as materialized (
      select a.building_id, a.id, array_agg(r.resident_id) filter (where r.until is null or r.until >= here.today) as present
        from residencies r join apartments a on a.tenant_id = r.tenant_id and a.id = r.apartment_id
        join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
        join ${localDays(db, days)} on here.time_zone = b.time_zone
       where r.tenant_id = ${tenantId} ${inBuilding}
       group by a.building_id, a.id having bool_or(r.until < here.today)
    )
    select i.id, i.apartment_id, i.issue_date as paid_on, array[i.id] as invoice_ids, coalesce(f.present, '{}') as present
      from places f join invoices i on i.tenant_id = ${tenantId} and i.building_id = f.building_id and i.apartment_id = f.id
       and (${isOwed(db)} or i.status = 'draft' and i.amount_paid > 0)
    union all
    select p.id, p.apartment_id, p.paid_on,
           array(select a.invoice_id from allocations a where a.tenant_id = ${tenantId} and a.payment_id = p.id and a.undone_at is null),
           coalesce(f.present, '{}')
      from places f join payments p on p.tenant_id = ${tenantId} and p.apartment_id = f.id and ${isPrepaid(db)}
     order by paid_on, id`;
}

/**
 * Open invoices, prepayments, and the balance of both, by apartment and debtor. `days` are the buildings' current days.
 * What `debtors` does not name is of those who have the apartment.
 */
export async function findAgedBalances(
  scope: Scope,
  buildingId: string | undefined,
  days: LocalDays,
  debtors: Debtors = { items: [], people: [] },
): Promise<AgedBalance[]> {
  const { db, caller } = scope;
  const zones = localDays(db, days);
  const divided = tableOf(db, 'd', { id: 'uuid', debtor: 'integer' }, debtors.items);
  return db<AgedBalance[]>`
    with divided as materialized (select * from ${divided}), open as (
      select i.id, i.apartment_id, coalesce(d.debtor, 0) as debtor, i.currency, i.amount - i.amount_paid as balance, i.due_date,
             here.today - i.due_date as late, here.today, here.time_zone, i.period_start, i.period_end, i.hidden_from
        from invoices i
        join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
        join ${zones} on here.time_zone = b.time_zone
        left join divided d on d.id = i.id
       where i.tenant_id = ${caller.tenantId} and ${isOwed(db)}
         ${buildingId === undefined ? db`` : db`and i.building_id = ${buildingId}`}
    ), aged as (
      select apartment_id, debtor, currency,
             coalesce(sum(balance) filter (where late <= 0), 0)::bigint as not_due,
             coalesce(sum(balance) filter (where late between 1 and 30), 0)::bigint as to30,
             coalesce(sum(balance) filter (where late between 31 and 60), 0)::bigint as to60,
             coalesce(sum(balance) filter (where late between 61 and 90), 0)::bigint as to90,
             coalesce(sum(balance) filter (where late > 90), 0)::bigint as over90,
             sum(balance)::bigint as total, min(due_date) as oldest_due, max(greatest(late, 0)) as days_late
        from open group by apartment_id, debtor, currency
    ), ahead as (
      select p.apartment_id, coalesce(d.debtor, 0) as debtor, p.currency, sum(p.amount)::bigint as credit
        from (${prepaymentsSql(db, caller.tenantId, buildingId === undefined ? 'everybody' : { buildingId })}) p left join divided d on d.id = p.id
       group by 1, 2, 3
    ), payers as (${payersOf(scope, zones, debtors)}), reminded as (${remindersOfOpen(scope)})
    select a.building_id, a.id as apartment_id, b.name as building, a.number, o.currency, coalesce(not_due, 0) as not_due, coalesce(to30, 0) as to30,
           coalesce(to60, 0) as to60, coalesce(to90, 0) as to90, coalesce(over90, 0) as over90, coalesce(total, 0) as total, oldest_due,
           coalesce(days_late, 0) as days_late, coalesce(credit, 0) as credit, coalesce(total, 0) - coalesce(credit, 0) as balance, coalesce(w.payers, '[]') as payers,
           m.reminded_at, coalesce(m.reminded_today, false) as reminded_today,
           case when l.id is not null then json_build_object('terms', l.terms, 'until', l.until) end as plan
      from (select * from aged full join ahead using (apartment_id, debtor, currency)) o
      join apartments a on a.tenant_id = ${caller.tenantId} and a.id = o.apartment_id
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
      join ${zones} on here.time_zone = b.time_zone
      left join payers w on w.apartment_id = a.id and w.debtor = o.debtor
      left join reminded m on m.apartment_id = a.id and m.debtor = o.debtor
      left join payment_plans l on l.tenant_id = a.tenant_id and l.apartment_id = a.id and l.ended_at is null and l.until >= here.today
     ${buildingId === undefined ? db`` : db`where a.building_id = ${buildingId}`}
     order by b.name, b.id, a.number collate natural_order, a.id, o.debtor, o.currency`;
}

/**
 * When the last reminder of an overdue invoice of the table `open` was queued, and whether each of them had one today,
 * by apartment and debtor.
 */
function remindersOfOpen({ db, caller }: Scope) {
  return db`
      select apartment_id, debtor, max(last_at) as reminded_at, bool_and(coalesce((last_at at time zone time_zone)::date = today, false)) as reminded_today
        from (select o.apartment_id, o.debtor, o.id, o.time_zone, o.today, max(m.created_at) as last_at
                from open o left join reminded_invoices l on l.tenant_id = ${caller.tenantId} and l.invoice_id = o.id
                left join mails m on m.tenant_id = l.tenant_id and m.id = l.mail_id
               where o.late > 0 group by 1, 2, 3, 4, 5) overdue
       group by apartment_id, debtor`;
}

/**
 * Those who receive the invoices of the table `open`, or would where the table `ahead` has a prepayment alone, and the
 * debtors' people, by apartment and debtor.
 */
function payersOf(scope: Scope, zones: SqlFragment, { people }: Debtors) {
  const { db, caller } = scope;
  return db`
      select q.apartment_id, q.debtor, json_agg(json_build_object('residentId', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone,
                                                                  'former', q.former) order by q.former, p.name, p.id) as payers
        from (select w.apartment_id, w.debtor, w.resident_id, bool_and(r.until is not null and r.until < here.today) as former
                from (select i.apartment_id, i.debtor, r.resident_id
                        from open i join residencies r on r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id
                                                      and r.receives_invoice and ${isOfResidency(scope)}
                      union
                      select h.apartment_id, h.debtor, r.resident_id
                        from ahead h join residencies r on r.tenant_id = ${caller.tenantId} and r.apartment_id = h.apartment_id
                                                       and r.receives_invoice and r.until is null
                       where h.debtor = 0 and not exists (select from open i where i.apartment_id = h.apartment_id and i.debtor = 0)
                      union
                      select * from ${tableOf(db, 'd', { apartmentId: 'uuid', debtor: 'integer', residentId: 'uuid' }, people)}) w
                join residencies r on r.tenant_id = ${caller.tenantId} and r.apartment_id = w.apartment_id and r.resident_id = w.resident_id
                join apartments a on a.tenant_id = r.tenant_id and a.id = w.apartment_id
                join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
                join ${zones} on here.time_zone = b.time_zone
               group by w.apartment_id, w.debtor, w.resident_id) q
        join residents p on p.tenant_id = ${caller.tenantId} and p.id = q.resident_id
       group by q.apartment_id, q.debtor`;
}

/**
 * What the apartment was billed and paid before a day: everything billed less everything paid. Of a resident's account
 * only what is theirs.
 */
export async function findBalanceBefore(scope: Scope, apartmentId: string, currency: string, day: Day): Promise<Cents> {
  const [row] = await scope.db<{ balance: Cents }[]>`
    select coalesce(sum(amount), 0)::bigint as balance from (${entriesOf(scope, apartmentId)}) e where e.currency = ${currency} and e.on < ${day}`;
  return row?.balance ?? 0;
}

/** What the apartment was billed and paid between two days, both inclusive, in order; of it the same. */
export async function findAccountEntries(
  scope: Scope,
  apartmentId: string,
  currency: string,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<AccountEntry[]> {
  return scope.db<AccountEntry[]>`
    select e.kind, e.id, e.text, case when e.text is not null and i.id is not null then jsonb_build_object('periodStart', i.period_start, 'periodEnd', i.period_end) end as period, e.on, e.amount
      from (${entriesOf(scope, apartmentId)}) e left join invoices i on i.tenant_id = ${scope.caller.tenantId} and i.id = e.id and e.kind = 'invoice'
     where e.currency = ${currency} and e.on between ${from} and ${to}
     order by e.on, e.at, e.amount < 0, e.id`;
}

/** Payments and refunds of an apartment's account, each with the invoices of the apartment that its payment pays. */
export async function findPaidInvoices(
  { db, caller }: Scope,
  apartmentId: string,
  ids: readonly string[],
): Promise<{ id: string; invoiceIds: string[] }[]> {
  return db<{ id: string; invoiceIds: string[] }[]>`
    select e.id, array(select a.invoice_id from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
                        where a.tenant_id = ${caller.tenantId} and a.payment_id = e.payment_id and a.undone_at is null and i.apartment_id = ${apartmentId}) as invoice_ids
      from (select id, id as payment_id from payments where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[])
            union all
            select id, payment_id from refunds where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[])) e`;
}

function entriesOf(scope: Scope, apartmentId: string) {
  return accountEntriesSql(scope.db, scope.caller.tenantId, { apartmentId }, { shown: visibleParts(scope) });
}
