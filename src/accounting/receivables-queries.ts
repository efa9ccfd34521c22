// All SQL of receivables: open amounts by days overdue, and the account of an apartment. Nothing is stored.
import type { LocalDays } from '../invoicing/model.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { accountEntriesSql } from './account-entries-queries.ts';
import type { AccountEntry, AgedBalance } from './model.ts';

/** Open sent invoices by apartment, and unallocated money; drafts are not owed yet. `days` are the buildings' current days. */
export async function findAgedBalances(
  { db, caller }: Scope,
  buildingId: string | undefined,
  days: LocalDays,
): Promise<AgedBalance[]> {
  return db<AgedBalance[]>`
    with open as (
      select i.apartment_id, i.currency, i.amount - i.amount_paid as balance, here.today - i.due_date as late
        from invoices i
        join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
        join unnest(${days.map((day) => day.timeZone)}::text[], ${days.map((day) => day.today)}::date[]) as here (time_zone, today)
          on here.time_zone = b.time_zone
       where i.tenant_id = ${caller.tenantId} and i.status = 'sent' and i.amount > i.amount_paid
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
    ), ahead as (
      select apartment_id, currency, sum(amount - allocated)::bigint as credit from payments
       where tenant_id = ${caller.tenantId} and apartment_id is not null and allocated < amount and status <> 'reversed'
       group by apartment_id, currency
    )
    select a.building_id, a.id as apartment_id, b.name as building, a.number, o.currency, coalesce(not_due, 0) as not_due, coalesce(to30, 0) as to30,
           coalesce(to60, 0) as to60, coalesce(to90, 0) as to90, coalesce(over90, 0) as over90, coalesce(total, 0) as total,
           coalesce(days_late, 0) as days_late, coalesce(credit, 0) as credit
      from (select * from aged full join ahead using (apartment_id, currency)) o
      join apartments a on a.tenant_id = ${caller.tenantId} and a.id = o.apartment_id
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id and b.archived_at is null
     ${buildingId === undefined ? db`` : db`where a.building_id = ${buildingId}`}
     order by b.name, b.id, a.number collate natural_order, a.id, o.currency`;
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
