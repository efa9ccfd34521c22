// All SQL of receivables: open amounts by days overdue, and what an apartment was billed and paid. Nothing is stored.
import { countsInAccounts } from '../invoicing/invoice-queries.ts';
import type { LocalDays } from '../invoicing/model.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
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
    select coalesce(sum(amount), 0)::bigint as balance from (${accountEntriesSql(db, caller.tenantId, apartmentId, currency)}) e where e.on < ${day}`;
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
    select * from (${accountEntriesSql(db, caller.tenantId, apartmentId, currency)}) e where e.on between ${from} and ${to}
     order by e.on, e.amount < 0, e.at, e.id`;
}

/**
 * Of a payment, only the apartment's part: what pays its invoices, and the unallocated rest if it is its credit, until refunded. A negative invoice
 * is one entry from the day it counts, sent or not.
 */
function accountEntriesSql(db: Db, tenantId: string, apartmentId: string, currency: string) {
  return db`
    select 'invoice' as kind, i.id, i.number as text, i.issue_date as on, i.amount, i.status, i.created_at as at
      from invoices i
     where i.tenant_id = ${tenantId} and i.apartment_id = ${apartmentId} and i.currency = ${currency}
       and ${countsInAccounts(db)}
    union all
    select 'payment', p.id, p.payer_name, p.paid_on, -own.amount, p.status, p.created_at
      from payments p
      cross join lateral (
        select coalesce(sum(a.amount), 0)::bigint + case when p.apartment_id = ${apartmentId} then p.amount - p.allocated + p.refunded else 0 end as amount
          from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
         where a.tenant_id = ${tenantId} and a.payment_id = p.id and a.undone_at is null and i.apartment_id = ${apartmentId}
      ) own
     where p.tenant_id = ${tenantId} and p.currency = ${currency} and p.status <> 'reversed' and p.source <> 'credit' and own.amount > 0
       and p.id in (
         select a.payment_id from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
          where a.tenant_id = ${tenantId} and a.undone_at is null and i.tenant_id = ${tenantId} and i.apartment_id = ${apartmentId}
         union all
         select c.id from payments c where c.tenant_id = ${tenantId} and c.apartment_id = ${apartmentId} and c.allocated - c.refunded < c.amount and c.status <> 'reversed')
    union all
    select 'refund', r.id, r.note, r.refunded_on, r.amount, p.status, r.created_at
      from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = ${tenantId} and r.undone_at is null and p.apartment_id = ${apartmentId} and p.currency = ${currency}`;
}
