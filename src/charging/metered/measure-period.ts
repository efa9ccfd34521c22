// Loads everything that a period is billed by: the measured meters of a building, and the ledgers of what was billed of
// them before.
import { type FirstDays, type MeterUse, measureMeters } from '../../metering/measure-meters.ts';
import { findMetersOfBuilding, type MeasuredMeter } from '../../metering/measure-meters-queries.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, earliestDay, type Period } from '../../platform/values/dates.ts';
import type { Charge } from '../../properties/model.ts';
import { findBilledPeriods } from '../charge-ledger-queries.ts';
import type { PeriodMeasurement, RemainderLedger } from '../model.ts';
import { type ConsumptionLedger, emptyLedger, loadLedger } from './billed-consumption.ts';
import { type EarlierRemainders, loadEarlierRemainders, loadRemainderLedger } from './load-remainders.ts';
import { estimationMonthsByType, neededMeterTypes } from './meter-types.ts';
import { emptyRemainderLedger } from './remainder.ts';

/** What a building is billed by for a period. */
export type MeasuredPeriod = {
  readonly meters: readonly MeterUse[];
  readonly ledger: ConsumptionLedger;
  readonly remainders: RemainderLedger;
  readonly payerDays: ReadonlyMap<string, readonly Period[]>;
};

/**
 * Measures a building for a period. The building must be locked, so that no reading arrives between the statements.
 *
 * Earlier days of a meter are checked only where they may have changed. Example: July is generated. Meter A is settled
 * until 30 June, so only its days of July are billed; a reading of meter B was corrected for May, so all its billed
 * days are compared with what it counted. If common water is billed too, B may have changed it: the remainder's earlier
 * days are checked, and for them A, and the main meter, must be known from the first billed day as well.
 */
export async function measurePeriod(scope: Scope, measurement: PeriodMeasurement): Promise<MeasuredPeriod> {
  const { buildingId, period, billedFrom, charges, payerDays, invoiced, kind } = measurement;
  const months = estimationMonthsByType(charges);
  if (months.size === 0)
    return { meters: [], ledger: emptyLedger(period), remainders: emptyRemainderLedger, payerDays };
  const meters = await findMetersOfBuilding(scope, buildingId, [...months.keys()], null);
  const settled = settledMeters(meters, measurement);
  const earlier = await loadEarlierRemainders(scope, measurement, meters, settled);
  const metersToSkip = new Set([...settled].filter((id) => !earlier.needsEarlierDays(id)));
  const hasInvoices = invoiced.size > 0;
  const request = { buildingId, period, billedFrom, charges, meters, hasInvoices, metersToSkip };
  const ledger = await loadLedger(scope, request);
  const uses = await measureMeters(scope, {
    buildingId,
    period,
    months,
    meters,
    billed: await findBilledPeriods(scope, buildingId),
    firstDaysOf: (meter) => firstDaysOf(meter, charges, ledger, earlier),
    days: (meter) => splittingDays(meter, measurement, ledger),
    needsEarlierDays: (meterId) => ledger.needsEarlierDays(meterId) || earlier.needsEarlierDays(meterId),
    compare: kind === 'dry_run',
  });
  return { meters: uses, ledger, remainders: await loadRemainderLedger(scope, measurement, earlier, uses), payerDays };
}

/**
 * The meters of which nothing can be left for days before the period. None where all days are checked: in a dry run, in
 * a correction, and in a period that has invoices, whose own rows are in the ledger beside the earlier ones.
 */
function settledMeters(
  meters: readonly MeasuredMeter[],
  { period, kind, invoiced }: PeriodMeasurement,
): ReadonlySet<string> {
  if (kind !== 'generation' || invoiced.size > 0) return new Set();
  return new Set(meters.filter((meter) => isSettled(meter, period)).map(({ id }) => id));
}

/** A removed meter stays settled; a meter already billed for later days is not settled. */
function isSettled({ settledUntil, removedOn }: MeasuredMeter, { periodStart }: Period): boolean {
  if (settledUntil === null || settledUntil >= periodStart) return false;
  return settledUntil === addDays(periodStart, -1) || (removedOn !== null && removedOn <= settledUntil);
}

/** Main meters, and meters that no charge bills directly, begin with the remainders that need them. */
function firstDaysOf(
  meter: MeasuredMeter,
  charges: readonly Charge[],
  ledger: ConsumptionLedger,
  remainders: EarlierRemainders,
): FirstDays {
  const needed = remainders.firstDayOf(meter);
  const [first, ...others] = charges
    .filter(({ basis, meterType }) => basis === 'meter' && meterType === meter.type)
    .map((charge) => ledger.firstDayOf(meter, charge));
  if (meter.apartmentId === null || first === undefined) return { billed: needed, known: needed };
  const billed = earliestDay([first, ...others]);
  return { billed, known: earliestDay([billed, needed]) };
}

/**
 * Further days for which the total is needed, besides the ends of periods: the last days of payers, of tariffs, and of
 * what was billed.
 */
function splittingDays(
  { id, apartmentId, type }: MeasuredMeter,
  { charges, payerDays, period }: PeriodMeasurement,
  ledger: ConsumptionLedger,
): Day[] {
  const chargesOfType = charges.filter((charge) => neededMeterTypes(charge).includes(type));
  const starts = [
    ...(payerDays.get(apartmentId ?? '') ?? []).slice(1).map(({ periodStart }) => periodStart),
    ...chargesOfType.flatMap(({ tariffs = [] }) => tariffs.map(({ from }) => from)),
    ...chargesOfType
      .flatMap((charge) => ledger.billedSegmentsOf(id, charge))
      .flatMap(({ periodStart, periodEnd }) => [periodStart, addDays(periodEnd, 1)]),
  ];
  return [...new Set(starts.filter((day) => day <= period.periodEnd).map((day) => addDays(day, -1)))];
}
