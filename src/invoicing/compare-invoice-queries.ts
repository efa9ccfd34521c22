// All SQL of comparing an invoice: its charges beside the period before and beside the other apartments of the
// building.
import { positionsOfInvoice } from '../charging/invoice-period-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import type { Cents } from '../platform/values/money.ts';
import { visibleInvoiceCondition } from './visibility-queries.ts';

/**
 * A charge of an invoice, net. Sums over the apartments are null for a code that is no charge of the building, such as
 * late interest.
 */
export type ChargeFigures = {
  readonly code: string;
  readonly description: string;
  readonly amount: Cents;
  /** The amount in cents before it was rounded. */
  readonly exact: string;
  /** The basic area that the charge is divided by, if it is an area. */
  readonly area: string | null;
  /**
   * What the apartment's invoices of the period before hold of the charge; null if there is none that the caller may
   * see.
   */
  readonly previous: Cents | null;
  /** Apartments of the building that pay the charge in the period, what they pay, and their areas. */
  readonly apartments: number | null;
  /** In cents, before it was rounded. */
  readonly total: string | null;
  readonly totalArea: string | null;
};

/**
 * The charges of an invoice in the order of its positions. Corrections and credits of the same days count with the
 * invoices that they change. For residents only invoices that have reached their payers count, so that a draft shows
 * through no average.
 */
export async function findChargeFigures(scope: Scope, invoiceId: string): Promise<ChargeFigures[]> {
  const { db, caller } = scope;
  const counts = residentUserId(caller) === null ? db`i.status <> 'cancelled'` : db`i.status in ('sent', 'paid')`;
  const days = db`coalesce(i.full_period_start, i.period_start) as first_day, coalesce(i.full_period_end, i.period_end) as last_day`;
  return db<ChargeFigures[]>`
    with own as (
      select i.id, i.building_id, i.apartment_id, i.currency, ${days} from invoices i where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId}
    ), charges as (
      select p.code, min(p.ordinal) as ordinal, (array_agg(p.description order by p.ordinal))[1] as description, sum(p.amount)::bigint as amount, sum(${exactAmount(db)})::text as exact,
             trim_scale(max(p.quantity) filter (where p.unit = 'm2'))::text as area
        from own join positions p on p.tenant_id = ${caller.tenantId} and p.invoice_id = own.id group by p.code
    ), previous as (
      select p.code, sum(p.amount)::bigint as amount
        from own join invoices i on i.tenant_id = ${caller.tenantId} and i.building_id = own.building_id and i.apartment_id = own.apartment_id
             and i.currency = own.currency
             ${positionsOfInvoice({ db, caller })}
       where coalesce(i.full_period_end, i.period_end) = own.first_day - 1 and ${counts} ${visibleInvoiceCondition(scope)} group by p.code
    ), shares as (
      select p.code, i.apartment_id, sum(${exactAmount(db)}) as amount, max(p.quantity) filter (where p.unit = 'm2') as area
        from own join invoices i on i.tenant_id = ${caller.tenantId} and i.building_id = own.building_id and i.currency = own.currency
             ${positionsOfInvoice({ db, caller })}
       where i.period_start >= own.first_day and i.period_end <= own.last_day and ${counts}
         and coalesce(i.full_period_start, i.period_start) = own.first_day and coalesce(i.full_period_end, i.period_end) = own.last_day
       group by p.code, i.apartment_id
    ), building as (
      select s.code, count(*)::integer as apartments, sum(s.amount)::text as total, trim_scale(sum(s.area))::text as total_area
        from shares s join own on true join buildings b on b.tenant_id = ${caller.tenantId} and b.id = own.building_id
       where exists (select from jsonb_array_elements(b.charges) c where c ->> 'code' = s.code) group by s.code
    )
    select c.code, c.description, c.amount, c.exact, c.area, previous.amount as previous, building.apartments, building.total, building.total_area
      from charges c left join previous on previous.code = c.code left join building on building.code = c.code order by c.ordinal`;
}

/** The amount of a position `p` in cents as it was calculated, where its amount is that, rounded; else the amount. */
function exactAmount(db: Db) {
  const raw = db`coalesce(p.calculation -> 'share' ->> 'raw', p.calculation ->> 'raw')::numeric * 100`;
  return db`case when abs(${raw} - p.amount) < 1 then ${raw} else p.amount end`;
}
