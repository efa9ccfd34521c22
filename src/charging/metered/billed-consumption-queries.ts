// SQL of the ledger of billed consumption: what invoices billed of each meter.

import { type Scope, tenantRow } from '../../platform/db/scope.ts';
import type { SqlFragment } from '../../platform/db/sql.ts';
import type { Day, Period } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';
import { isOfPeriod } from '../invoice-period-queries.ts';

/** A row to write: the quantity that one charge bills of a meter on a segment. Quantities and terms are exact text, the quantity in the meter's unit. */
export type ConsumptionRow = Period & {
  readonly invoiceId: string;
  readonly number: number;
  /** The number of the position on the invoice that bills it. */
  readonly ordinal: number;
  readonly meterId: string;
  readonly charge: string;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly vatRate: string | null;
  readonly coefficient: string | null;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly isEstimated: boolean;
};

/** What was billed of a meter by a charge on the same days and terms, by all selected invoices. `rowsInForce`: the rows that bill, less those that reverse them; `cancelled`: the quantity of the cancelled rows. */
export type ConsumptionSum = Pick<
  ConsumptionRow,
  'meterId' | 'charge' | 'quantity' | 'unitPrice' | 'vatRate' | 'coefficient' | 'amount' | 'vatAmount' | 'isEstimated'
> &
  Period & { readonly rowsInForce: number; readonly cancelled: string };

/** What manual credits credited of one position (`ordinal` of `invoiceId`), with the sign of the position. */
export type CreditedPosition = {
  readonly invoiceId: string;
  readonly ordinal: number;
  readonly amount: Cents;
  readonly vatAmount: Cents;
};

/** The periods of a building that have invoices in force. */
export async function findBilledPeriods({ db, caller }: Scope, buildingId: string): Promise<Period[]> {
  return db<Period[]>`
    select distinct coalesce(full_period_start, period_start) as period_start, coalesce(full_period_end, period_end) as period_end from invoices
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and status <> 'cancelled' and corrects_id is null`;
}

/** Excludes the rows of the invoices of a period. Undefined: excludes nothing. */
function withoutPeriod({ db, caller }: Scope, excluded: Period | undefined) {
  return excluded === undefined
    ? db``
    : db`and not exists (select from invoices i where i.tenant_id = ${caller.tenantId} and i.id = b.invoice_id and ${isOfPeriod(db, excluded)})`;
}

/** Whether rows in force are estimates that no later invoice has settled. The ids of invoices are in the order of time. */
function estimatedLast({ db }: Scope) {
  const lastOf = (rows: SqlFragment) =>
    db`coalesce(max(b.invoice_id::text) filter (where b.number > 0 and ${rows}), '')`;
  return db`coalesce(sum(sign(b.number)) filter (where b.estimated), 0) > 0
             and (coalesce(sum(sign(b.number)) filter (where not b.estimated), 0) = 0 or ${lastOf(db`b.estimated`)} >= ${lastOf(db`not b.estimated`)})`;
}

/** What was billed of meters up to a day, without the invoices of a period (`excluded`). Includes what was cancelled since. */
export async function sumConsumption(
  scope: Scope,
  buildingId: string,
  meterIds: readonly string[],
  { until, excluded }: { readonly until: Day; readonly excluded: Period | undefined },
): Promise<ConsumptionSum[]> {
  const { db, caller } = scope;
  return db<ConsumptionSum[]>`
    select b.meter_id, b.charge, b.from_day as period_start, b.to_day as period_end, trim_scale(b.unit_price)::text as unit_price,
           trim_scale(b.vat_rate)::text as vat_rate, trim_scale(b.coefficient)::text as coefficient, trim_scale(sum(b.quantity))::text as quantity,
           sum(b.amount)::bigint as amount, sum(b.vat_amount)::bigint as vat_amount, sum(sign(b.number))::integer as rows_in_force,
           trim_scale(coalesce(-sum(b.quantity) filter (where b.number < 0), 0))::text as cancelled,
           ${estimatedLast(scope)} as is_estimated
      from billed_consumption b
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and b.from_day <= ${until} and b.meter_id = any (${[...meterIds]}::uuid[])
           ${withoutPeriod(scope, excluded)}
     group by 1, 2, 3, 4, 5, 6, 7`;
}

/** For each charge the first day that it ever billed. */
export async function findFirstDays(
  { db, caller }: Scope,
  buildingId: string,
): Promise<{ charge: string; since: Day }[]> {
  return db<{ charge: string; since: Day }[]>`
    select b.charge, min(b.from_day) as since
      from meters m join billed_consumption b on b.tenant_id = m.tenant_id and b.meter_id = m.id
     where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} group by 1`;
}

/** What manual credits credited of a building's positions, except those of a period's invoices. */
export async function findCredited(
  { db, caller }: Scope,
  buildingId: string,
  excluded: Period | undefined,
): Promise<CreditedPosition[]> {
  return db<CreditedPosition[]>`
    select i.corrects_id as invoice_id, q.ordinal, -sum(q.amount)::bigint as amount, -sum(q.vat_amount)::bigint as vat_amount
      from invoices i join positions q on q.tenant_id = i.tenant_id and q.invoice_id = i.id
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.cause = 'credit' and i.status <> 'cancelled'
           ${excluded === undefined ? db`` : db`and not ${isOfPeriod(db, excluded)}`}
     group by 1, 2`;
}

/** The rows in force of invoices, in order. */
export async function findRowsOf({ db, caller }: Scope, invoiceIds: readonly string[]): Promise<ConsumptionRow[]> {
  return db<ConsumptionRow[]>`
    select b.invoice_id, b.number, b.ordinal, b.meter_id, b.charge, b.from_day as period_start, b.to_day as period_end,
           trim_scale(b.quantity)::text as quantity, trim_scale(b.unit_price)::text as unit_price, trim_scale(b.vat_rate)::text as vat_rate,
           trim_scale(b.coefficient)::text as coefficient, b.amount, b.vat_amount, b.estimated as is_estimated
      from billed_consumption b
     where b.tenant_id = ${caller.tenantId} and b.invoice_id = any (${[...invoiceIds]}::uuid[]) and b.number > 0
       and not exists (select from billed_consumption r where r.tenant_id = ${caller.tenantId} and r.invoice_id = b.invoice_id and r.number = -b.number)
     order by b.invoice_id, b.number`;
}

/** What the invoices in force of a period bill of meters; a correction counts with the first invoice that it corrects. */
export async function sumConsumptionOfPeriod(
  scope: Scope,
  buildingId: string,
  period: Period,
): Promise<(Omit<ConsumptionSum, 'rowsInForce' | 'cancelled'> & { readonly invoiceId: string })[]> {
  const { db, caller } = scope;
  return db<(Omit<ConsumptionSum, 'rowsInForce' | 'cancelled'> & { readonly invoiceId: string })[]>`
    select coalesce(i.corrects_id, i.id) as invoice_id, b.meter_id, b.charge, b.from_day as period_start, b.to_day as period_end,
           trim_scale(b.unit_price)::text as unit_price, trim_scale(b.vat_rate)::text as vat_rate, trim_scale(b.coefficient)::text as coefficient,
           trim_scale(sum(b.quantity))::text as quantity, sum(b.amount)::bigint as amount, sum(b.vat_amount)::bigint as vat_amount,
           ${estimatedLast(scope)} as is_estimated
      from billed_consumption b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId} and i.status <> 'cancelled' and ${isOfPeriod(db, period)}
     group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/** Inserts what invoices bill of meters. */
export async function insertConsumption(
  { db, caller }: Scope,
  buildingId: string,
  rows: readonly ConsumptionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db`
    insert into billed_consumption (tenant_id, building_id, invoice_id, number, ordinal, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate,
                                    coefficient, amount, vat_amount, estimated)
    select own.id, ${buildingId}, r.invoice_id, r.number, r.ordinal, r.meter_id, r.charge, r.from_day, r.to_day, r.quantity, r.unit_price,
           r.vat_rate, r.coefficient, r.amount, r.vat_amount, r.estimated = 1
      from ${tenantRow({ db, caller })} cross join
           unnest(${rows.map((row) => row.invoiceId)}::uuid[], ${rows.map((row) => row.number)}::integer[], ${rows.map((row) => row.ordinal)}::integer[],
                  ${rows.map((row) => row.meterId)}::uuid[], ${rows.map((row) => row.charge)}::text[], ${rows.map((row) => row.periodStart)}::date[],
                  ${rows.map((row) => row.periodEnd)}::date[], ${rows.map((row) => row.quantity)}::numeric[],
                  ${rows.map((row) => row.unitPrice)}::numeric[], ${rows.map((row) => row.vatRate)}::numeric[],
                  ${rows.map((row) => row.coefficient)}::numeric[], ${rows.map((row) => row.amount)}::bigint[],
                  ${rows.map((row) => row.vatAmount)}::bigint[], ${rows.map((row) => Number(row.isEstimated))}::integer[])
             as r (invoice_id, number, ordinal, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate, coefficient, amount, vat_amount, estimated)`;
}

/**
 * Reverses what an invoice billed of meters: adds a reversing row for each of its rows. Idempotent. All days of these meters are checked again; the building
 * must be locked (shared), so that no generation is running.
 */
export async function reverseConsumption({ db, caller }: Scope, invoiceId: string): Promise<void> {
  await Promise.all([
    db`
    insert into billed_consumption (tenant_id, building_id, invoice_id, number, ordinal, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate,
                                    coefficient, amount, vat_amount, estimated)
    select tenant_id, building_id, invoice_id, -number, ordinal, meter_id, charge, from_day, to_day, -quantity, unit_price, vat_rate, coefficient,
           -amount, -vat_amount, estimated
      from billed_consumption where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId} and number > 0
    on conflict do nothing`,
    db`
    insert into billed_remainders (tenant_id, building_id, invoice_id, number, ordinal, charge, from_day, to_day, quantity, unit_price, vat_rate, amount,
                                   vat_amount)
    select tenant_id, building_id, invoice_id, -number, ordinal, charge, from_day, to_day, -quantity, unit_price, vat_rate, -amount, -vat_amount
      from billed_remainders where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId} and number > 0
    on conflict do nothing`,
    db`
    update meters set settled_until = null
     where tenant_id = ${caller.tenantId} and settled_until is not null
       and (id in (select meter_id from billed_consumption where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId})
            or apartment_id is null and building_id in (select building_id from billed_remainders where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId}))`,
  ]);
}

/** The first day of each apartment that was ever on an invoice: the days of one that was cancelled are billed by the next. */
export async function findFirstInvoicedDays(
  { db, caller }: Scope,
  apartmentIds: readonly string[],
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ apartmentId: string; since: Day }[]>`
    select apartment_id, min(period_start) as since from invoices
     where tenant_id = ${caller.tenantId} and apartment_id = any (${[...apartmentIds]}::uuid[])
     group by apartment_id`;
  return new Map(rows.map((row) => [row.apartmentId, row.since]));
}

/** For each meter with days of a period on an invoice in force of a later period: the first day of the first of these invoices. */
export async function findBilledLater(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ meterId: string; on: Day }[]>`
    select b.meter_id, min(coalesce(i.full_period_start, i.period_start)) as on
      from invoices i join billed_consumption b on b.tenant_id = i.tenant_id and b.invoice_id = i.id
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and i.period_start > ${periodEnd}
       and b.to_day >= ${periodStart} and b.from_day <= ${periodEnd}
     group by 1`;
  return new Map(rows.map((row) => [row.meterId, row.on]));
}

/**
 * The meters that were in an apartment before a period and were never billed, although the apartment has invoices of periods in which other meters of their
 * type were billed; each with the first day of these.
 */
export async function findNeverBilledMeters(
  { db, caller }: Scope,
  buildingId: string,
  before: Day,
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ meterId: string; since: Day }[]>`
    with never as materialized (
      select m.id, m.type, m.apartment_id, m.installed_on from meters m
       where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and m.apartment_id is not null and m.replaces_meter_id is null
         and (m.installed_on is null or m.installed_on < ${before}) and m.settled_until is null
         and not exists (select from billed_consumption b where b.tenant_id = ${caller.tenantId} and b.meter_id = m.id)),
    billed as materialized (
      select distinct m.type, coalesce(i.full_period_start, i.period_start) as period_start
        from billed_consumption b join meters m on m.tenant_id = b.tenant_id and m.id = b.meter_id
             join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
       where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and exists (select from never) and i.period_start < ${before})
    select n.id as meter_id, min(i.period_start) as since
      from never n
      join invoices i on i.tenant_id = ${caller.tenantId} and i.apartment_id = n.apartment_id and i.status <> 'cancelled' and i.corrects_id is null
           and i.period_start < ${before} and i.period_end >= coalesce(n.installed_on, i.period_end)
      join billed k on k.type = n.type and k.period_start = coalesce(i.full_period_start, i.period_start)
     group by n.id`;
  return new Map(rows.map((row) => [row.meterId, row.since]));
}

/** What is left of a position in the ledgers: everything in force for its days, from all invoices, less what manual credits credited of the others. */
export type RemainingAmount = { readonly ordinal: number; readonly amount: Cents; readonly vatAmount: Cents };

/** For each position of an invoice that bills meters or remainders, what is left of its days: a later invoice may have credited part of it. */
export async function findRemainingAmounts(
  { db, caller }: Scope,
  buildingId: string,
  invoiceId: string,
): Promise<RemainingAmount[]> {
  const rows = db`
    select b.invoice_id, b.number, b.ordinal, b.meter_id as what, b.charge, b.from_day, b.to_day, b.amount, b.vat_amount from billed_consumption b
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId}
       and b.meter_id in (select m.meter_id from billed_consumption m where m.tenant_id = ${caller.tenantId} and m.invoice_id = ${invoiceId})
    union all
    select b.invoice_id, b.number, b.ordinal, i.apartment_id, b.charge, b.from_day, b.to_day, b.amount, b.vat_amount
      from billed_remainders b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
     where b.tenant_id = ${caller.tenantId} and b.building_id = ${buildingId}
       and i.apartment_id = (select o.apartment_id from invoices o where o.tenant_id = ${caller.tenantId} and o.id = ${invoiceId})`;
  return db<RemainingAmount[]>`
    with r as materialized (${rows}),
    credits as materialized (
      select i.corrects_id as invoice_id, q.ordinal, -sum(q.amount) as amount, -sum(q.vat_amount) as vat_amount
        from invoices i join positions q on q.tenant_id = i.tenant_id and q.invoice_id = i.id
       where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.cause = 'credit' and i.status <> 'cancelled'
         and i.corrects_id <> ${invoiceId}
       group by 1, 2)
    select own.ordinal, (sum(r.amount) - coalesce(sum(c.amount), 0))::bigint as amount, (sum(r.vat_amount) - coalesce(sum(c.vat_amount), 0))::bigint as vat_amount
      from r own join r on r.what = own.what and r.charge = own.charge and r.from_day <= own.to_day and r.to_day >= own.from_day
           left join credits c on c.invoice_id = r.invoice_id and c.ordinal = r.ordinal and r.number > 0
     where own.invoice_id = ${invoiceId} and own.number > 0
     group by 1`;
}
