// SQL of the charge ledger: what invoices charge of each meter and of each share of a remainder on its days, and what
// credit notes give back of it.

import { insertRows } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { isOfPeriod, ledgerRowsOfInvoice, positionsOfInvoice } from './invoice-period-queries.ts';

/**
 * A row to write. Quantities and terms are exact text, the quantity in the meter's unit, of a share (no meter) in the
 * billed unit.
 */
export type LedgerRow = Period & {
  readonly invoiceId: string;
  readonly number: number;
  /** The number of the position that charges or credits it. */
  readonly ordinal: number;
  readonly meterId: string | null;
  readonly charge: string;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly vatRate: string | null;
  readonly coefficient: string | null;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly isEstimated: boolean;
  readonly isCredit: boolean;
};

/** What is charged of the same days and terms, and how much of that credit notes gave back (`credited`). */
type LedgerSum = Period &
  Pick<LedgerRow, 'charge' | 'quantity' | 'unitPrice' | 'vatRate' | 'coefficient' | 'amount' | 'vatAmount'> & {
    readonly credited: Cents;
    readonly creditedVat: Cents;
  };

/**
 * The same of a meter. `rowsInForce`: the rows that charge, less those that reverse them; `cancelled`: the quantity of
 * the cancelled rows.
 */
export type ConsumptionSum = LedgerSum & {
  readonly meterId: string;
  readonly isEstimated: boolean;
  readonly rowsInForce: number;
  readonly cancelled: string;
};

/** The same of a remainder over all apartments: of all invoices, and of those of other periods (`others`). */
export type RemainderSum = Period & {
  readonly charge: string;
  readonly unitPrice: string;
  readonly vatRate: string;
  readonly quantity: string;
  readonly amount: Cents;
  readonly rowsInForce: number;
  readonly othersQuantity: string;
  readonly othersAmount: Cents;
  readonly othersRowsInForce: number;
};

/** The days and terms of rows `l`, by which they are added up. */
function termColumns({ db }: Scope) {
  return db`l.charge, l.from_day as period_start, l.to_day as period_end, trim_scale(l.unit_price)::text as unit_price,
           trim_scale(l.vat_rate)::text as vat_rate, trim_scale(l.coefficient)::text as coefficient`;
}

/** The sums of rows `l`. */
function sumColumns({ db }: Scope) {
  return db`trim_scale(sum(l.quantity))::text as quantity, coalesce(sum(l.amount) filter (where not l.is_credit), 0)::bigint as amount,
           coalesce(sum(l.vat_amount) filter (where not l.is_credit), 0)::bigint as vat_amount,
           coalesce(-sum(l.amount) filter (where l.is_credit), 0)::bigint as credited,
           coalesce(-sum(l.vat_amount) filter (where l.is_credit), 0)::bigint as credited_vat`;
}

/**
 * Whether rows in force are estimates that no later invoice has settled. The ids of invoices are in the order of time.
 */
function estimatedLast({ db }: Scope) {
  const inForce = (rows: SqlFragment) =>
    db`coalesce(sum(sign(l.number)) filter (where not l.is_credit and ${rows}), 0)`;
  const lastOf = (rows: SqlFragment) =>
    db`max(l.invoice_id::text) filter (where l.number > 0 and not l.is_credit and ${rows})`;
  return db`${inForce(db`l.estimated`)} > 0
             and (${inForce(db`not l.estimated`)} = 0 or ${lastOf(db`l.estimated`)} >= ${lastOf(db`not l.estimated`)}) as is_estimated`;
}

/**
 * What was charged of meters up to a day, without the invoices of a period (`excluded`). Includes what was cancelled
 * since.
 */
export async function sumConsumption(
  scope: Scope,
  buildingId: string,
  meterIds: readonly string[],
  { until, excluded }: { readonly until: Day; readonly excluded: Period | undefined },
): Promise<ConsumptionSum[]> {
  const { db, caller } = scope;
  const others =
    excluded === undefined
      ? db``
      : db`and not exists (select from invoices i where i.tenant_id = ${caller.tenantId} and i.id = l.invoice_id and ${isOfPeriod(db, excluded)} offset 0)`;
  return db<ConsumptionSum[]>`
    select l.meter_id, ${termColumns(scope)}, ${sumColumns(scope)}, coalesce(sum(sign(l.number)) filter (where not l.is_credit), 0)::integer as rows_in_force,
           trim_scale(coalesce(-sum(l.quantity) filter (where l.number < 0), 0))::text as cancelled, ${estimatedLast(scope)}
      from charge_ledger l
     where l.tenant_id = ${caller.tenantId} and l.building_id = ${buildingId} and l.from_day <= ${until} and l.meter_id = any (${[...meterIds]}::uuid[])
           ${others}
     group by 1, 2, 3, 4, 5, 6, 7`;
}

/** What was charged of a building's remainders up to a day. Includes what was cancelled since. */
export async function sumRemainders(
  { db, caller }: Scope,
  buildingId: string,
  until: Day,
  period: Period,
): Promise<RemainderSum[]> {
  const others = db`filter (where not ${isOfPeriod(db, period)})`;
  return db<RemainderSum[]>`
    select l.charge, l.from_day as period_start, l.to_day as period_end, trim_scale(l.unit_price)::text as unit_price,
           trim_scale(l.vat_rate)::text as vat_rate, trim_scale(sum(l.quantity))::text as quantity, sum(l.amount)::bigint as amount,
           sum(sign(l.number))::integer as rows_in_force, coalesce(trim_scale(sum(l.quantity) ${others}), 0)::text as others_quantity,
           coalesce(sum(l.amount) ${others}, 0)::bigint as others_amount, coalesce(sum(sign(l.number)) ${others}, 0)::integer as others_rows_in_force
      from charge_ledger l join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
     where l.tenant_id = ${caller.tenantId} and l.building_id = ${buildingId} and l.meter_id is null and not l.is_credit and l.from_day <= ${until}
     group by 1, 2, 3, 4, 5`;
}

/** What the invoices in force of a period charge, by the first invoice that they correct or credit. */
type PeriodSum = LedgerSum & Pick<LedgerRow, 'meterId' | 'isEstimated' | 'invoiceId'>;

/**
 * What the invoices in force of a period charge of meters and shares. Corrections and credit notes count with the first
 * invoice.
 */
export async function sumOfPeriod(scope: Scope, buildingId: string, period: Period): Promise<PeriodSum[]> {
  const { db, caller } = scope;
  return db<PeriodSum[]>`
    select coalesce(c.corrects_id, i.corrects_id, i.id) as invoice_id, l.meter_id, ${termColumns(scope)}, ${sumColumns(scope)}, ${estimatedLast(scope)}
      from invoices i ${ledgerRowsOfInvoice({ db, caller })}
           left join lateral (select corrects_id from invoices where tenant_id = ${caller.tenantId} and id = i.corrects_id offset 0) c on true
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and ${isOfPeriod(db, period)}
     group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/**
 * What is charged of one subject on some days at a VAT rate, in all invoices in force, and how much of that credit
 * notes gave back. The subject is a meter; or the apartment's share of a remainder (`isShare`), or what else its
 * positions charge by this code. `first` is the first amount that was charged.
 */
export type ChargedAmount = Period & {
  readonly apartmentId: string;
  readonly meterId: string | null;
  readonly isShare: boolean;
  readonly charge: string;
  readonly vatRate: string;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly credited: Cents;
  readonly creditedVat: Cents;
  readonly first: Cents;
};

/**
 * What is charged of apartments from a day on, without the invoices of a period (`excluded`); with
 * `onlyWithCredits` only where credit notes gave something back. The one source of what stands.
 */
export async function findCharged(
  { db, caller }: Scope,
  buildingId: string,
  {
    apartmentIds,
    from,
    excluded,
    onlyWithCredits = false,
  }: {
    readonly apartmentIds?: readonly string[];
    readonly from: Day;
    readonly excluded?: Period;
    readonly onlyWithCredits?: boolean;
  },
): Promise<ChargedAmount[]> {
  const wanted = db`i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled'
       ${apartmentIds === undefined ? db`` : db`and i.apartment_id = any (${[...apartmentIds]}::uuid[])`}
       ${excluded === undefined ? db`` : db`and not ${isOfPeriod(db, excluded)}`}
       ${onlyWithCredits ? db`and i.apartment_id = any (array(select apartment_id from credit_notes))` : db``}`;
  return db<ChargedAmount[]>`
    with credit_notes as materialized (
      select i.apartment_id, p.code from invoices i ${positionsOfInvoice({ db, caller })}
       where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.cause = 'credit' and i.status <> 'cancelled' and i.period_end >= ${from}
    ), charged as (
      select i.apartment_id, i.id, l.meter_id, l.meter_id is null as is_share, l.charge, l.vat_rate, l.from_day, l.to_day, l.amount, l.vat_amount, l.is_credit
        from invoices i ${ledgerRowsOfInvoice({ db, caller })}
       where ${wanted} and i.period_end >= ${from} and l.to_day >= ${from} and l.unit_price is not null
      union all
      select i.apartment_id, i.id, null, false, p.code, p.vat_rate, i.period_start, i.period_end, p.amount, p.vat_amount, i.cause is not distinct from 'credit'
        from invoices i ${positionsOfInvoice({ db, caller })}
       where ${wanted} and i.period_end >= ${from}
         and not exists (select from charge_ledger l where l.tenant_id = ${caller.tenantId} and l.invoice_id = p.invoice_id and l.ordinal = p.ordinal
                                                       and l.unit_price is not null and (l.amount <> 0 or l.vat_amount <> 0) offset 0)
    )
    select apartment_id, meter_id, is_share, charge, trim_scale(vat_rate)::text as vat_rate, from_day as period_start, to_day as period_end,
           coalesce(sum(amount) filter (where not is_credit), 0)::bigint as amount, coalesce(sum(vat_amount) filter (where not is_credit), 0)::bigint as vat_amount,
           coalesce(-sum(amount) filter (where is_credit), 0)::bigint as credited,
           coalesce(-sum(vat_amount) filter (where is_credit), 0)::bigint as credited_vat,
           coalesce((array_agg(amount order by id) filter (where not is_credit and amount <> 0))[1], 0)::bigint as first
      from charged c
     ${onlyWithCredits ? db`where exists (select from credit_notes n where n.apartment_id = c.apartment_id and n.code = c.charge)` : db``}
     group by 1, 2, 3, 4, 5, 6, 7`;
}

/** A row of an invoice in force that has a price. */
export type OwnRow = Period &
  Pick<
    LedgerRow,
    'invoiceId' | 'ordinal' | 'meterId' | 'charge' | 'unitPrice' | 'vatRate' | 'coefficient' | 'amount' | 'vatAmount'
  >;

/** The rows of invoices that have a price, in order. */
export async function findOwnRows(scope: Scope, invoiceIds: readonly string[]): Promise<OwnRow[]> {
  const { db, caller } = scope;
  return db<OwnRow[]>`
    select l.invoice_id, l.ordinal, l.meter_id, ${termColumns(scope)}, l.amount, l.vat_amount from charge_ledger l
     where l.tenant_id = ${caller.tenantId} and l.invoice_id = any (${[...invoiceIds]}::uuid[]) and l.number > 0 and l.unit_price is not null
     order by l.invoice_id, l.number`;
}

/** Inserts rows of invoices, corrections and credit notes. */
export async function insertLedgerRows(scope: Scope, buildingId: string, rows: readonly LedgerRow[]): Promise<void> {
  const columns = {
    invoiceId: 'uuid',
    number: 'integer',
    ordinal: 'integer',
    meterId: 'uuid',
    charge: 'text',
    fromDay: 'date',
    toDay: 'date',
    quantity: 'numeric',
    unitPrice: 'numeric',
    vatRate: 'numeric',
    coefficient: 'numeric',
    amount: 'bigint',
    vatAmount: 'bigint',
    estimated: 'boolean',
    isCredit: 'boolean',
  } as const;
  const written = rows.map((row) => {
    return { ...row, fromDay: row.periodStart, toDay: row.periodEnd, estimated: row.isEstimated };
  });
  await insertRows(scope, 'charge_ledger', columns, written, { more: { buildingId: scope.db`${buildingId}::uuid` } });
}

/**
 * Reverses what an invoice or credit note has in the ledger: adds a reversing row for each of its rows. Idempotent. All
 * days of these meters are checked again; the building must be locked, so that no generation is running.
 */
export async function reverseLedgerRows({ db, caller }: Scope, invoiceId: string): Promise<void> {
  const rowsOf = (isShare: boolean) => db`
    select meter_id, building_id from charge_ledger where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId} and (meter_id is null) = ${isShare}`;
  await Promise.all([
    db`
    insert into charge_ledger (tenant_id, building_id, invoice_id, number, ordinal, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate,
                               coefficient, amount, vat_amount, estimated, is_credit)
    select tenant_id, building_id, invoice_id, -number, ordinal, meter_id, charge, from_day, to_day, -quantity, unit_price, vat_rate, coefficient,
           -amount, -vat_amount, estimated, is_credit
      from charge_ledger where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId} and number > 0
    on conflict do nothing`,
    db`
    update meters set settled_until = null
     where tenant_id = ${caller.tenantId} and settled_until is not null
       and (id in (select meter_id from (${rowsOf(false)}) charged) or apartment_id is null and building_id in (select building_id from (${rowsOf(true)}) charged))`,
  ]);
}

/** The periods of a building that have invoices in force. */
export async function findBilledPeriods({ db, caller }: Scope, buildingId: string): Promise<Period[]> {
  return db<Period[]>`
    select distinct coalesce(full_period_start, period_start) as period_start, coalesce(full_period_end, period_end) as period_end from invoices
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and status <> 'cancelled' and corrects_id is null`;
}

/** For each charge the first day that it ever billed. */
export async function findFirstDays(
  { db, caller }: Scope,
  buildingId: string,
): Promise<{ charge: string; since: Day }[]> {
  return db<{ charge: string; since: Day }[]>`
    select l.charge, min(l.from_day) as since
      from meters m cross join lateral (
             select charge, from_day from charge_ledger where tenant_id = ${caller.tenantId} and meter_id = m.id offset 0) l
     where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} group by l.charge`;
}

/**
 * The first day of each apartment that was ever on an invoice: the days of one that was cancelled are billed by the
 * next.
 */
export async function findFirstInvoicedDays(
  { db, caller }: Scope,
  buildingId: string,
  apartmentIds: readonly string[],
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ apartmentId: string; since: Day }[]>`
    select apartment_id, min(period_start) as since from invoices
     where tenant_id = ${caller.tenantId} and building_id = ${buildingId} and apartment_id = any (${[...apartmentIds]}::uuid[])
     group by apartment_id`;
  return new Map(rows.map((row) => [row.apartmentId, row.since]));
}

/**
 * For each meter with days of a period on an invoice in force of a later period: the first day of the first of these
 * invoices.
 */
export async function findBilledLater(
  { db, caller }: Scope,
  buildingId: string,
  { periodStart, periodEnd }: Period,
): Promise<ReadonlyMap<string, Day>> {
  const rows = await db<{ meterId: string; on: Day }[]>`
    select l.meter_id, min(coalesce(i.full_period_start, i.period_start)) as on
      from invoices i ${ledgerRowsOfInvoice({ db, caller })}
     where i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.status <> 'cancelled' and i.period_start > ${periodEnd}
       and l.to_day >= ${periodStart} and l.from_day <= ${periodEnd}
     group by 1`;
  return new Map(rows.map((row) => [row.meterId, row.on]));
}

/**
 * The meters that were in an apartment before a period and were never billed, although the apartment has invoices of
 * periods in which other meters of their type were billed; each with the first day of these.
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
         and not exists (select from charge_ledger l where l.tenant_id = ${caller.tenantId} and l.meter_id = m.id)
    ), billed as materialized (
      select distinct m.type, coalesce(i.full_period_start, i.period_start) as period_start
        from charge_ledger l join meters m on m.tenant_id = l.tenant_id and m.id = l.meter_id
             join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
       where m.tenant_id = ${caller.tenantId} and m.building_id = ${buildingId} and exists (select from never) and i.period_start < ${before}
    )
    select n.id as meter_id, min(i.period_start) as since
      from never n
      join invoices i on i.tenant_id = ${caller.tenantId} and i.building_id = ${buildingId} and i.apartment_id = n.apartment_id
           and i.status <> 'cancelled' and i.corrects_id is null and i.period_start < ${before} and i.period_end >= coalesce(n.installed_on, i.period_end)
      join billed b on b.type = n.type and b.period_start = coalesce(i.full_period_start, i.period_start)
     group by n.id`;
  return new Map(rows.map((row) => [row.meterId, row.since]));
}
