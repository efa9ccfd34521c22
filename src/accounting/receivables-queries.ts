// All SQL of receivables: open amounts by days overdue, and the account of an apartment. Nothing is stored.
import { isOwed } from '../charging/invoice-period-queries.ts';
import { localDays } from '../invoicing/invoice-queries.ts';
import type { LocalDays } from '../invoicing/model.ts';
import { isOfResidency } from '../invoicing/visibility-queries.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { accountEntriesSql, prepaymentsSql } from './account-entries-queries.ts';
import type { AccountEntry, AgedBalance } from './model.ts';

/** Open invoices by apartment, prepayments, and the balance of both. `days` are the buildings' current days. */
export async function findAgedBalances(
  scope: Scope,
  buildingId: string | undefined,
  days: LocalDays,
): Promise<AgedBalance[]> {
  const { db, caller } = scope;
  const zones = localDays(db, days);
  return db<AgedBalance[]>`
    with open as (
      select i.id, i.apartment_id, i.currency, i.amount - i.amount_paid as balance, here.today - i.due_date as late, here.today,
             i.period_start, i.period_end, i.hidden_from
        from invoices i
        join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
        join ${zones} on here.time_zone = b.time_zone
       where i.tenant_id = ${caller.tenantId} and ${isOwed(db)}
         ${buildingId === undefined ? db`` : db`and i.building_id = ${buildingId}`}
    ), aged as (
      select apartment_id, currency,
             coalesce(sum(balance) filter (where late <= 0), 0)::bigint as not_due,
             coalesce(sum(balance) filter (where late between 1 and 30), 0)::bigint as to30,
             coalesce(sum(balance) filter (where late between 31 and 60), 0)::bigint as to60,
             coalesce(sum(balance) filter (where late between 61 and 90), 0)::bigint as to90,
             coalesce(sum(balance) filter (where late > 90), 0)::bigint as over90,
             sum(balance)::bigint as total, max(greatest(late, 0)) as days_late
        from open group by apartment_id, currency
    ), payers as (${payersOfOpen(scope)}), reminded as (
      select o.apartment_id, max(m.created_at) as reminded_at
        from open o join mails m on m.tenant_id = ${caller.tenantId} and m.about_id = o.id and m.kind = 'payment-reminder'
       where o.late > 0 group by o.apartment_id
    ), ahead as (
      select apartment_id, currency, sum(amount)::bigint as credit
        from (${prepaymentsSql(db, caller.tenantId, buildingId === undefined ? 'everybody' : { buildingId })}) p group by apartment_id, currency
    )
    select a.building_id, a.id as apartment_id, b.name as building, a.number, o.currency, coalesce(not_due, 0) as not_due, coalesce(to30, 0) as to30,
           coalesce(to60, 0) as to60, coalesce(to90, 0) as to90, coalesce(over90, 0) as over90, coalesce(total, 0) as total,
           coalesce(days_late, 0) as days_late, coalesce(credit, 0) as credit, coalesce(total, 0) - coalesce(credit, 0) as balance, coalesce(w.payers, '[]') as payers,
           m.reminded_at,
           case when l.id is not null then json_build_object('terms', l.terms, 'until', l.until) end as plan
      from (select * from aged full join ahead using (apartment_id, currency)) o
      join apartments a on a.tenant_id = ${caller.tenantId} and a.id = o.apartment_id
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
      join ${zones} on here.time_zone = b.time_zone
      left join payers w on w.apartment_id = a.id
      left join reminded m on m.apartment_id = a.id
      left join payment_plans l on l.tenant_id = a.tenant_id and l.apartment_id = a.id and l.ended_at is null and l.until >= here.today
     ${buildingId === undefined ? db`` : db`where a.building_id = ${buildingId}`}
     order by b.name, b.id, a.number collate natural_order, a.id, o.currency`;
}

/** The people who receive the invoices of the table `open`, by apartment. */
function payersOfOpen(scope: Scope) {
  const { db, caller } = scope;
  return db`
      select q.apartment_id, json_agg(json_build_object('residentId', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone,
                                                        'former', q.former) order by q.former, p.name, p.id) as payers
        from (select i.apartment_id, r.resident_id, bool_and(r.until is not null and r.until < i.today) as former
                from open i join residencies r on r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and r.receives_invoice
                                              and ${isOfResidency(scope)}
               group by i.apartment_id, r.resident_id) q
        join residents p on p.tenant_id = ${caller.tenantId} and p.id = q.resident_id
       group by q.apartment_id`;
}

/** The balance of the apartment at the start of a day: everything billed before less everything paid before. */
export async function findBalanceBefore(
  { db, caller }: Scope,
  apartmentId: string,
  currency: string,
  day: Day,
): Promise<Cents> {
  const [row] = await db<{ balance: Cents }[]>`
    select coalesce(sum(amount), 0)::bigint as balance from (${accountEntriesSql(db, caller.tenantId, { apartmentId })}) e where e.currency = ${currency} and e.on < ${day}`;
  return row?.balance ?? 0;
}

/** What the apartment was billed and paid between two days, both inclusive, in order. */
export async function findAccountEntries(
  { db, caller }: Scope,
  apartmentId: string,
  currency: string,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<AccountEntry[]> {
  return db<AccountEntry[]>`
    select kind, id, text, e.on, amount from (${accountEntriesSql(db, caller.tenantId, { apartmentId })}) e where e.currency = ${currency} and e.on between ${from} and ${to}
     order by e.on, e.amount < 0, e.at, e.id`;
}
