// All SQL of comparing an invoice: its charges beside the period before, the same period a year ago, and the other
// apartments of the building.
import type { AnyCalculation } from '../charging/calculation.ts';
import { positionsOfInvoice } from '../charging/invoice-period-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import { meterUnits, type Unit } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { visibleInvoiceCondition } from './visibility-queries.ts';

/** What the invoices of a period hold of a charge: net, and its VAT. */
export type ChargeOfPeriod = {
  readonly periodStart: Day;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  /** Of one position, or of several with a metered unit together; exact. */
  readonly quantity: string | null;
  readonly unit: Unit;
  /** In percent; null where there are several. */
  readonly vatRate: string | null;
  /** Of a charge with one position. */
  readonly calculation: AnyCalculation | null;
};

/**
 * A charge of an invoice. Sums over the apartments are null for a code that is no charge of the building, such as late
 * interest.
 */
export type ChargeFigures = ChargeOfPeriod & {
  readonly code: string;
  readonly description: string;
  /** The amount in cents before it was rounded. */
  readonly exact: string;
  /** The basic area that the charge is divided by, if it is an area. */
  readonly area: string | null;
  /** The same charge in the period before and a year ago; null where no invoice that the caller may see has it. */
  readonly previous: ChargeOfPeriod | null;
  readonly yearAgo: ChargeOfPeriod | null;
  /** The first day of the apartment's first such invoice with it. */
  readonly since: Day;
  /** Apartments of the building that pay the charge in the period, what they pay, and their areas. */
  readonly apartments: number | null;
  /** In cents, before it was rounded. */
  readonly total: string | null;
  readonly totalArea: string | null;
};

/**
 * The charges of an invoice in the order of its positions, then those that only the period before has, so that both
 * add up to their invoices. Corrections and credits count with the invoices that they
 * change in the periods before, but not in what the building pays: the invoice is as it was generated, and so are those
 * beside it. Beside a correction or a credit there are none. For residents only invoices that have reached their payers
 * count, so that a draft shows through no average. `isAlone`: beside such invoices of the apartment only.
 */
export async function findChargeFigures(scope: Scope, invoiceId: string, isAlone = false): Promise<ChargeFigures[]> {
  const { db, caller } = scope;
  const counts =
    isAlone || residentUserId(caller) !== null ? db`i.status in ('sent', 'paid')` : db`i.status <> 'cancelled'`;
  const [firstDay, lastDay] = [
    db`coalesce(i.full_period_start, i.period_start)`,
    db`coalesce(i.full_period_end, i.period_end)`,
  ];
  return db<ChargeFigures[]>`
    with own as (
      select i.id, i.building_id, i.apartment_id, i.currency, i.corrects_id, ${firstDay} as first_day, ${lastDay} as last_day from invoices i where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId}
    ), charges as (
      select p.code, min(p.ordinal) as ordinal, (array_agg(p.description order by p.ordinal))[1] as description, sum(${exactAmount(db)})::text as exact,
             trim_scale(max(p.quantity) filter (where p.unit = 'm2'))::text as area, min(own.first_day) as period_start, ${chargeOfPeriod(db)}
        from own join positions p on p.tenant_id = ${caller.tenantId} and p.invoice_id = own.id group by p.code
    ), known as (
      select i.*, own.first_day, own.last_day, ${lastDay} = own.first_day - 1 as is_before,
             ${firstDay} = (own.first_day - interval '1 year')::date and ${lastDay} + 1 = (own.last_day + 1 - interval '1 year')::date as is_year_ago
        from own join invoices i on i.tenant_id = ${caller.tenantId} and i.building_id = own.building_id and i.apartment_id = own.apartment_id
             and i.currency = own.currency
       where ${counts} ${visibleInvoiceCondition(scope)}
    ), earlier as (
      select p.code, i.is_before, (array_agg(p.description order by i.period_start, p.ordinal))[1] as description, min(p.ordinal) as ordinal, jsonb_build_object('periodStart', min(${firstDay}), 'amount', sum(p.amount), 'vatAmount', sum(p.vat_amount), 'quantity', ${quantityOf(db)},
                                                     'unit', min(p.unit), 'vatRate', ${vatRateOf(db)}, 'calculation', ${calculationOf(db)}) as figures
        from known i ${positionsOfInvoice({ db, caller })} where i.is_before or i.is_year_ago group by p.code, i.is_before
    ), compared as (
      select * from charges
       union all
      select e.code, 10000 + e.ordinal, e.description, '0', null, own.first_day, 0, 0, null, e.figures ->> 'unit', null, null
        from own join earlier e on e.is_before and not exists (select from charges c where c.code = e.code) where own.corrects_id is null
    ), began as (
      select p.code, min(${firstDay}) as since from known i ${positionsOfInvoice({ db, caller })} group by p.code
    ), shares as (
      select p.code, i.apartment_id, sum(${exactAmount(db)}) as amount, max(p.quantity) filter (where p.unit = 'm2') as area
        from own join invoices i on i.tenant_id = ${caller.tenantId} and i.building_id = own.building_id and i.currency = own.currency
             ${positionsOfInvoice({ db, caller })}
       where i.period_start >= own.first_day and i.period_end <= own.last_day and ${counts}
         and ${firstDay} = own.first_day and ${lastDay} = own.last_day and i.corrects_id is null and own.corrects_id is null ${isAlone ? db`and false` : db``}
       group by p.code, i.apartment_id, i.id
    ), building as (
      select s.code, count(distinct s.apartment_id)::integer as apartments, sum(s.amount)::text as total, trim_scale(sum(s.area))::text as total_area
        from shares s join own on true join buildings b on b.tenant_id = ${caller.tenantId} and b.id = own.building_id
       where exists (select from jsonb_array_elements(b.charges) c where c ->> 'code' = s.code) group by s.code
    )
    select c.code, c.description, c.period_start, c.amount, c.vat_amount, c.quantity, c.unit, c.vat_rate, c.calculation, c.exact, c.area, coalesce(began.since, c.period_start) as since,
           (select e.figures from earlier e where e.code = c.code and e.is_before) as previous,
           (select e.figures from earlier e where e.code = c.code and not e.is_before) as year_ago,
           building.apartments, building.total, building.total_area
      from compared c left join began on began.code = c.code left join building on building.code = c.code order by c.ordinal`;
}

/** The columns of ChargeOfPeriod but its first day, of positions `p` grouped by code. */
function chargeOfPeriod(db: Db) {
  return db`sum(p.amount)::bigint as amount, sum(p.vat_amount)::bigint as vat_amount, ${quantityOf(db)} as quantity, min(p.unit) as unit, ${vatRateOf(db)} as vat_rate, ${calculationOf(db)} as calculation`;
}

function quantityOf(db: Db) {
  return db`case when count(*) = 1 or min(p.unit) = max(p.unit) and min(p.unit) = any (${[...meterUnits]}::text[]) then trim_scale(sum(p.quantity))::text end`;
}

function vatRateOf(db: Db) {
  return db`case when min(p.vat_rate) = max(p.vat_rate) then trim_scale(min(p.vat_rate))::text end`;
}

function calculationOf(db: Db) {
  return db`case when count(*) = 1 then (array_agg(p.calculation))[1] end`;
}

/** The amount of a position `p` in cents as it was calculated, where its amount is that, rounded; else the amount. */
function exactAmount(db: Db) {
  const raw = db`coalesce(p.calculation -> 'share' ->> 'raw', p.calculation ->> 'raw')::numeric * 100`;
  return db`case when abs(${raw} - p.amount) < 1 then ${raw} else p.amount end`;
}
