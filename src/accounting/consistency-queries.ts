// Queries of what must be true of an organization's books whatever happened: sums of money that agree, and invoice
// numbers without gaps.

import { firstYearByPrefix } from '../invoicing/invoice-number.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Cents } from '../platform/values/money.ts';
import { accountEntriesSql, openBalancesSql } from './account-entries-queries.ts';

/** The sums of an organization. Money is cents; what was credited is a positive amount. */
export type BookSums = {
  readonly name: string;
  readonly invoices: number;
  readonly invoiced: Cents;
  readonly credited: Cents;
  readonly payments: number;
  readonly paid: Cents;
  readonly files: number;
};

/** Cancelled invoices and reversed payments do not count. */
export async function sumBooks(db: Db, tenantId: string): Promise<BookSums | undefined> {
  const [sums] = await db<BookSums[]>`
    select t.name, i.invoices, i.invoiced, i.credited, p.payments, p.paid,
           (select count(*)::int from files where tenant_id = ${tenantId}) as files
      from tenants t
     cross join (select count(*)::int as invoices, coalesce(sum(amount) filter (where amount > 0), 0)::float8 as invoiced,
                        coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as credited
                   from invoices where tenant_id = ${tenantId} and status <> 'cancelled') i
     cross join (select count(*)::int as payments, coalesce(sum(amount), 0)::float8 as paid
                   from payments where tenant_id = ${tenantId} and status <> 'reversed' and source <> 'credit') p
     where t.id = ${tenantId}`;
  return sums;
}

/** Returns a sentence for each kind of amount that does not agree with what it is made of. */
export async function findWrongSums(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db<{ what: string; count: number }[]>`
    select 'invoices whose amount is not that of their positions' as what, count(*)::int as count
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.amount <> (select coalesce(sum(p.amount + p.vat_amount), 0) from positions p where p.tenant_id = ${tenantId} and p.invoice_id = i.id)
    union all
    select 'invoices paid with another amount than was allocated to them', count(*)::int
      from invoices i
     where i.tenant_id = ${tenantId} and i.amount > 0
       and i.amount_paid <> (select coalesce(sum(a.amount), 0) from allocations a where a.tenant_id = ${tenantId} and a.invoice_id = i.id and a.undone_at is null)
    union all
    select 'payments of which another amount was allocated', count(*)::int
      from payments p
     where p.tenant_id = ${tenantId}
       and p.allocated - p.refunded <> (select coalesce(sum(a.amount), 0) from allocations a where a.tenant_id = ${tenantId} and a.payment_id = p.id and a.undone_at is null)
    union all
    select 'allocations that name another apartment than their invoice', count(*)::int
      from allocations a join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${tenantId} and a.apartment_id <> i.apartment_id
    union all
    select 'apartments whose account does not end with what is open', count(*)::int from (
      select apartment_id, currency from (
        select apartment_id, currency, amount from (${accountEntriesSql(db, tenantId, 'everybody')}) e
        union all
        select apartment_id, currency, -amount from (${openBalancesSql(db, tenantId, 'everybody')}) b) both_ways
       group by apartment_id, currency having sum(amount) <> 0) unequal`;
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
}

/** Returns a sentence for each sequence of invoice numbers that has gaps. */
export async function findNumberGaps(db: Db, tenantId: string): Promise<string[]> {
  const sequences = await db<{ sequence: string; last: number; found: number; highest: number }[]>`
    select substring(c.name from 9) as sequence, c.value::float8 as last, count(distinct i.place)::int as found, coalesce(max(i.place), 0)::float8 as highest
      from counters c
      left join (select substring(number from '([0-9]{4})-[0-9]{6,}$') as year, substring(number_key from '^(.*)[0-9]{4}-[0-9]{6,}$') as prefix,
                        substring(number from '-([0-9]{6,})$')::bigint as place
                   from invoices where tenant_id = ${tenantId}) i
        on c.name = 'invoice ' || case when year < ${firstYearByPrefix} then year else trim(year || ' ' || prefix) end
     where c.tenant_id = ${tenantId} and c.name ~ '^invoice [0-9]{4}'
     group by c.name, c.value
    having count(distinct i.place) <> c.value or coalesce(max(i.place), 0) <> c.value
     order by c.name`;
  return sequences.map(
    ({ sequence, last, found, highest }) =>
      `the invoices of ${sequence} have ${found} numbers up to ${highest}, and the last one given is ${last}`,
  );
}
