// Weighted consumption: the part of an apartment's consumption that a bill is divided by: everything counted so far,
// less what divided earlier bills. Pure.

import { countUntil } from '../../metering/counted-total.ts';
import { type MeterUse, toBilledUnits } from '../../metering/measure-meters.ts';
import { billedUnits } from '../../platform/values/bases.ts';
import { addDays, type Period } from '../../platform/values/dates.ts';
import type { Charge } from '../../properties/model.ts';
import type { ConsumptionToDate, ReadingsUsed, Unit } from '../calculation.ts';
import { payerDaysOf } from '../payer-days.ts';
import { meterCountText } from './billed-consumption.ts';
import {
  type BilledAmount,
  billedUnitsText,
  type Consumption,
  type ConsumptionSegment,
  canEstimate,
  isKnown,
  leftOf,
  readingsOn,
  segmentConsumption,
} from './consumption-segments.ts';
import { meterTypeOf } from './meter-types.ts';

/** The weights of the apartments in a bill: for each a count of 10^-9 of the unit, and whether it has such a meter. */
type WeightedConsumption = {
  readonly unit: Unit;
  readonly weights: readonly bigint[];
  readonly present: readonly boolean[];
  readonly readings: readonly (readonly ReadingsUsed[])[];
  /** Where the weight differs from what was counted in the period. */
  readonly toDate: readonly (ConsumptionToDate | undefined)[];
  /** The indices of the apartments with a meter that was not read. */
  readonly unread: ReadonlySet<number>;
};

/** The weights by one type of meter over all apartments. A weight is never negative: an excess is deducted later. */
export function weightConsumption(
  charge: Charge,
  apartments: readonly { readonly id: string }[],
  consumption: Consumption,
): WeightedConsumption {
  const metersByApartment = Map.groupBy(apartmentMetersOf(charge, consumption.meters), (meter) => meter.apartmentId);
  const metersOfEach = apartments.map(({ id }) => metersByApartment.get(id) ?? []);
  const segments = metersOfEach.map((uses) => segmentConsumption(charge, uses, consumption));
  const isUnread = (meter: MeterUse) => !isKnown(meter, consumption.period, canEstimate(charge));
  return {
    unit: billedUnits[meterTypeOf(charge)],
    weights: segments.map(weightOf),
    present: metersOfEach.map((uses, index) => (segments[index]?.length ?? 0) > 0 || uses.some(isUnread)),
    readings: segments.map((ofApartment) => readingsOf(ofApartment, consumption.period)),
    toDate: segments.map((ofApartment) => toDateOf(ofApartment, consumption.period)),
    unread: new Set(metersOfEach.flatMap((uses, index) => (uses.some(isUnread) ? [index] : []))),
  };
}

/** The apartment meters that a charge bills, over all apartments. */
export function apartmentMetersOf({ meterType, code }: Charge, meters: readonly MeterUse[]): MeterUse[] {
  const billed = meters.filter(
    ({ type, apartmentId, isArchived }) => type === meterType && apartmentId !== null && !isArchived,
  );
  return billed.map((meter) => {
    const total = meter.billedTotals?.get(code);
    return total === undefined ? meter : { ...meter, total };
  });
}

function weightOf(segments: readonly ConsumptionSegment[]): bigint {
  const left = leftOfAll(segments);
  return left > 0n ? left : 0n;
}

function leftOfAll(segments: readonly ConsumptionSegment[]): bigint {
  return segments.reduce((sum, segment) => sum + leftOf(segment), 0n);
}

/**
 * The weight of each payer of an apartment: what was counted on their days; for the first payer also what is left of
 * days before the period.
 */
export function payerWeights(charge: Charge, uses: readonly MeterUse[], consumption: Consumption): bigint[] {
  const segments = segmentConsumption(charge, uses, consumption);
  return payerDaysOf(consumption, uses[0]?.apartmentId ?? '').map((_, payer) =>
    weightOf(segments.filter((segment) => segment.payer === payer)),
  );
}

/**
 * The ledger rows of an apartment's invoice, or of one payer's. With weight zero only the days are recorded, and all
 * consumption is weighed later.
 */
export function billWeightedConsumption(
  charge: Charge,
  uses: readonly MeterUse[],
  consumption: Consumption,
  payer: number | undefined,
): BilledAmount[] {
  const all = segmentConsumption(charge, uses, consumption);
  const segments = all.filter((segment) => payer === undefined || segment.payer === payer);
  // The bill was divided by the weight of the whole apartment, not by those of its payers.
  const isWeighed = weightOf(all) > 0n;
  const isSettled = isWeighed || all.every((segment) => segment.due === segment.billed);
  return segments.flatMap((segment): BilledAmount[] => {
    const { meter, periodStart, periodEnd, due, billed } = segment;
    const isInPeriod = periodStart >= consumption.period.periodStart;
    // Unbilled days, and days whose consumption is not weighed yet, are always recorded; otherwise they would be lost.
    if (!isInPeriod && !segment.isUninvoiced && due === billed) return [];
    return [
      {
        periodStart,
        periodEnd,
        meterId: meter.meterId,
        charge: charge.code,
        terms: undefined,
        amount: 0,
        vatAmount: 0,
        quantity: meterCountText(isWeighed ? due - billed : 0n),
        isEstimated: readingsOn(meter, segment, 0n).estimated,
        isSettled,
      },
    ];
  });
}

function readingsOf(segments: readonly ConsumptionSegment[], { periodStart, periodEnd }: Period): ReadingsUsed[] {
  const meters = [...new Set(segments.map((segment) => segment.meter))];
  return meters.flatMap((meter) => {
    const { total, installedOn } = meter;
    if (total === 'missing') return [];
    const from = installedOn !== null && installedOn > periodStart ? installedOn : periodStart;
    const counted = countUntil(total, periodEnd) - countUntil(total, addDays(from, -1));
    return [readingsOn(meter, { periodStart: from, periodEnd }, counted)];
  });
}

/**
 * Undefined where the weight is what was counted in the period: nothing of it was billed, and earlier days are settled.
 */
function toDateOf(segments: readonly ConsumptionSegment[], { periodStart }: Period): ConsumptionToDate | undefined {
  const isOnlyPeriod = segments.every((segment) =>
    segment.periodStart >= periodStart ? segment.billed === 0n : segment.due === segment.billed,
  );
  if (isOnlyPeriod && leftOfAll(segments) >= 0n) return undefined;
  const sum = (of: (segment: ConsumptionSegment) => bigint) =>
    segments.reduce((all, segment) => all + toBilledUnits(of(segment), segment.meter), 0n);
  return {
    since: segments.map((segment) => segment.periodStart).sort()[0] ?? periodStart,
    counted: billedUnitsText(sum((segment) => segment.due)),
    before: billedUnitsText(sum((segment) => segment.billed)),
    now: billedUnitsText(weightOf(segments)),
  };
}
