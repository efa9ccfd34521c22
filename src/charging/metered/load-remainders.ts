// Loads what was billed before of a building's remainders, and decides for which of them earlier days are checked.
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { MeasuredMeter } from '../../metering/measure-meters-queries.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { type Day, earliestDay, type Period, periodsOverlap } from '../../platform/values/dates.ts';
import type { Charge } from '../../properties/model.ts';
import * as queries from '../charge-ledger-queries.ts';
import type { BilledRemainderAmounts, PeriodMeasurement, RemainderLedger } from '../model.ts';
import { canEstimate } from './consumption-segments.ts';
import { meterTypeOf, neededMeterTypes } from './meter-types.ts';
import { findRemainderMeters, remainderSegments } from './remainder.ts';

/** The remainders of which earlier days are checked, and what was billed of them. */
export type EarlierRemainders = {
  readonly charges: readonly Charge[];
  /** Over all apartments; none for a charge whose earlier days are not checked. */
  readonly sumsOf: (charge: Charge) => readonly queries.RemainderSum[];
  /** The first day for which a meter must be known for remainders: the first of the period, or an earlier one. */
  readonly firstDayOf: (meter: MeasuredMeter) => Day;
  /** Whether remainders need a meter for days before the period. */
  readonly needsEarlierDays: (meterId: string) => boolean;
};

/**
 * Loads what was billed of the remainders at a price that have an unsettled meter. Where all meters are settled, only
 * the period's days are checked.
 */
export async function loadEarlierRemainders(
  scope: Scope,
  { buildingId, period, charges }: PeriodMeasurement,
  meters: readonly MeasuredMeter[],
  settled: ReadonlySet<string>,
): Promise<EarlierRemainders> {
  const usesMeter = (charge: Charge, { type }: MeasuredMeter) => neededMeterTypes(charge).includes(type);
  const unsettled = charges
    .filter(({ basis, costFrom }) => basis === 'meter_remainder' && costFrom === undefined)
    .filter((charge) => meters.some((meter) => usesMeter(charge, meter) && !settled.has(meter.id)));
  const sums = unsettled.length === 0 ? [] : await queries.sumRemainders(scope, buildingId, period.periodEnd, period);
  const sumsByCode = Map.groupBy(sums, (sum) => sum.charge);
  const checked = unsettled.filter(({ code }) => sumsByCode.has(code));
  const sumsOf = (charge: Charge) => (checked.includes(charge) ? (sumsByCode.get(charge.code) ?? []) : []);
  const needed = meters.filter((meter) => checked.some((charge) => usesMeter(charge, meter)));
  const neededIds = new Set(needed.map(({ id }) => id));
  return {
    charges: checked,
    sumsOf,
    firstDayOf: (meter) => {
      const sumsOfMeter = checked.filter((charge) => usesMeter(charge, meter)).flatMap(sumsOf);
      return earliestDay([period.periodStart, ...sumsOfMeter.map(({ periodStart }) => periodStart)]);
    },
    needsEarlierDays: (meterId) => neededIds.has(meterId),
  };
}

/** Loads what the apartments were billed of remainders, now that the meters are measured. */
export async function loadRemainderLedger(
  scope: Scope,
  measurement: PeriodMeasurement,
  earlier: EarlierRemainders,
  meters: readonly MeterUse[],
): Promise<RemainderLedger> {
  const { period, invoiced, kind } = measurement;
  const { billedRemaindersOf, isCredited } = await loadBilledRemainders(scope, measurement, earlier, meters);
  const hasInvoice = (apartmentId: string, days: Period) =>
    invoiced.get(apartmentId)?.some((invoicedDays) => periodsOverlap(invoicedDays, days)) ?? false;
  const isPartlyInvoiced = kind !== 'correction' && invoiced.size > 0;
  return {
    sumsOf: earlier.sumsOf,
    billedRemaindersOf,
    ...(isPartlyInvoiced && { isMissing: (apartmentId: string, days: Period) => !hasInvoice(apartmentId, days) }),
    isSettled: (charge) => !isPartlyInvoiced && !isCredited && isReadAtEnd(charge, meters, period),
  };
}

/** Whether all meters of a remainder were read at the end of a period: then no part of it is an estimate. */
function isReadAtEnd(charge: Charge, meters: readonly MeterUse[], period: Period): boolean {
  const found = findRemainderMeters(meterTypeOf(charge), false, { period, meters });
  return found !== 'no_main' && !('unread' in found);
}

/**
 * What was billed to apartments for the earlier days of remainders that are settled now, and whether manual credits
 * credited any of it.
 */
async function loadBilledRemainders(
  scope: Scope,
  { buildingId, period }: PeriodMeasurement,
  { charges, sumsOf }: EarlierRemainders,
  meters: readonly MeterUse[],
): Promise<{ billedRemaindersOf: RemainderLedger['billedRemaindersOf']; isCredited: boolean }> {
  const billedByDays = new Map<string, ReadonlyMap<string, BilledRemainderAmounts>>();
  const keyOf = ({ code }: Charge, { periodStart, periodEnd }: Period) => `${code} ${periodStart} ${periodEnd}`;
  const earlierDays = charges.flatMap((charge) => {
    const found = findRemainderMeters(meterTypeOf(charge), canEstimate(charge), { period, meters });
    if (found === 'no_main' || 'unread' in found) return [];
    const segments = remainderSegments(charge, found, period, sumsOf(charge));
    return segments.flatMap(({ part, isInPeriod }) => (isInPeriod ? [] : [{ charge, part }]));
  });
  const from = earliestDay([period.periodStart, ...earlierDays.map(({ part }) => part.periodStart)]);
  const charged =
    earlierDays.length === 0 ? [] : await queries.findCharged(scope, buildingId, { from, excluded: period });
  for (const { charge, part } of earlierDays) {
    const isOfDays = ({ isShare, periodStart, periodEnd, ...other }: queries.ChargedAmount) =>
      isShare && other.charge === charge.code && periodStart === part.periodStart && periodEnd === part.periodEnd;
    const shares = new Map<string, BilledRemainderAmounts>();
    for (const row of charged.filter(isOfDays)) {
      const { amount, vatAmount, credited, creditedVat } = row;
      const before = shares.get(row.apartmentId) ?? { amount: 0, vatAmount: 0, credited: 0, creditedVat: 0 };
      shares.set(row.apartmentId, {
        amount: before.amount + amount,
        vatAmount: before.vatAmount + vatAmount,
        credited: before.credited + credited,
        creditedVat: before.creditedVat + creditedVat,
      });
    }
    billedByDays.set(keyOf(charge, part), shares);
  }
  const isCredited = [...billedByDays.values()].some((shares) =>
    [...shares.values()].some(({ credited }) => credited !== 0),
  );
  return { billedRemaindersOf: (charge, days) => billedByDays.get(keyOf(charge, days)) ?? new Map(), isCredited };
}
