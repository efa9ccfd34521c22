// SQL of the ledger of billed remainders: what invoices billed of the difference between main meters and apartment meters.

import { type Scope, tenantRow } from '../../platform/db/scope.ts';
import type { Day, Period } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';
import { isOfPeriod } from '../invoice-period-queries.ts';
import type { ConsumptionRow } from './billed-consumption-queries.ts';

/** A row to write: an apartment's share of a remainder on a segment, in the billed unit of the type of meter. */
export type RemainderRow = Omit<ConsumptionRow, 'meterId' | 'coefficient' | 'isEstimated'> & {
  readonly unitPrice: string;
  readonly vatRate: string;
};

/** What the invoices in force of a period bill of remainders; a correction counts with the first invoice that it corrects. */
export async function sumRemaindersOfPeriod(
  { db, caller }: Scope,
  buildingId: string,
  period: Period,
): Promise<
  (Period &
    Pick<RemainderRow, 'invoiceId' | 'charge' | 'unitPrice' | 'vatRate' | 'quantity' | 'amount' | 'vatAmount'>)[]
> {
  return db<
    (Period &
      Pick<RemainderRow, 'invoiceId' | 'charge' | 'unitPrice' | 'vatRate' | 'quantity' | 'amount' | 'vatAmount'>)[]
  >`
    select coalesce(i.corrects_id, i.id) as invoice_id, b.charge, b.from_day as period_start, b.to_day as period_end,
           trim_scale(b.unit_price)::text as unit_price, trim_scale(b.vat_rate)::text as vat_rate, trim_scale(sum(b.quantity))::text as quantity,
           sum(b.amount)::bigint as amount, sum(b.vat_amount)::bigint as vat_amount
      from billed_remainders b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and i.status <> 'cancelled' and ${isOfPeriod(db, period)}
     group by 1, 2, 3, 4, 5, 6`;
}

/** What was billed of a remainder on the same days and terms: by all invoices, and by those of other periods (`others`). `rowsInForce`: the rows that bill, less those that reverse them. */
export type RemainderSum = Period &
  Pick<RemainderRow, 'charge' | 'unitPrice' | 'vatRate'> & {
    readonly quantity: string;
    readonly amount: Cents;
    readonly rowsInForce: number;
    readonly othersQuantity: string;
    readonly othersAmount: Cents;
    readonly othersRowsInForce: number;
  };

/** What was billed of a building's remainders up to a day. Includes what was cancelled since. */
export async function sumRemainders(
  { db, caller }: Scope,
  buildingId: string,
  until: Day,
  period: Period,
): Promise<RemainderSum[]> {
  const others = db`filter (where not ${isOfPeriod(db, period)})`;
  return db<RemainderSum[]>`
    select b.charge, b.from_day as period_start, b.to_day as period_end, trim_scale(b.unit_price)::text as unit_price,
           trim_scale(b.vat_rate)::text as vat_rate, trim_scale(sum(b.quantity))::text as quantity, sum(b.amount)::bigint as amount,
           sum(sign(b.number))::integer as rows_in_force, coalesce(trim_scale(sum(b.quantity) ${others}), 0)::text as others_quantity,
           coalesce(sum(b.amount) ${others}, 0)::bigint as others_amount, coalesce(sum(sign(b.number)) ${others}, 0)::integer as others_rows_in_force
      from billed_remainders b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.from_day <= ${until}
     group by 1, 2, 3, 4, 5`;
}

/** What is billed of remainders on each apartment's invoices for some days, less manual credits. Without the invoices of a period. */
export async function sumRemaindersByApartment(
  { db, caller }: Scope,
  buildingId: string,
  charge: string,
  { periodStart, periodEnd }: Period,
  excluded: Period,
): Promise<{ apartmentId: string; amount: Cents; vatAmount: Cents; credited: Cents; creditedVat: Cents }[]> {
  return db<{ apartmentId: string; amount: Cents; vatAmount: Cents; credited: Cents; creditedVat: Cents }[]>`
    with credits as materialized (
      select c.corrects_id, q.ordinal, -sum(q.amount) as amount, -sum(q.vat_amount) as vat_amount
        from invoices c join positions q on q.tenant_id = c.tenant_id and q.invoice_id = c.id
       where c.tenant_id = ${caller.tenantId} and c.building_id = ${buildingId} and c.cause = 'credit' and c.status <> 'cancelled'
       group by 1, 2)
    select i.apartment_id, sum(b.amount)::bigint as amount, sum(b.vat_amount)::bigint as vat_amount,
           coalesce(sum(k.amount) filter (where b.number > 0), 0)::bigint as credited,
           coalesce(sum(k.vat_amount) filter (where b.number > 0), 0)::bigint as credited_vat
      from billed_remainders b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
           left join credits k on k.corrects_id = b.invoice_id and k.ordinal = b.ordinal
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.charge = ${charge} and b.from_day = ${periodStart}
       and b.to_day = ${periodEnd} and not ${isOfPeriod(db, excluded)}
     group by 1`;
}

/** Inserts what invoices bill of remainders. */
export async function insertRemainders(
  { db, caller }: Scope,
  buildingId: string,
  rows: readonly RemainderRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db`
    insert into billed_remainders (tenant_id, building_id, invoice_id, number, ordinal, charge, from_day, to_day, quantity, unit_price, vat_rate, amount,
                                   vat_amount)
    select own.id, ${buildingId}, r.* from ${tenantRow({ db, caller })} cross join unnest(
             ${rows.map((row) => row.invoiceId)}::uuid[], ${rows.map((row) => row.number)}::integer[], ${rows.map((row) => row.ordinal)}::integer[],
             ${rows.map((row) => row.charge)}::text[], ${rows.map((row) => row.periodStart)}::date[], ${rows.map((row) => row.periodEnd)}::date[],
             ${rows.map((row) => row.quantity)}::numeric[], ${rows.map((row) => row.unitPrice)}::numeric[], ${rows.map((row) => row.vatRate)}::numeric[],
             ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.vatAmount)}::bigint[]) as r`;
}
