// Consumption segments: the days with one price that a charge bills of an apartment's meters, what was counted on each,
// and who pays for it. Pure.

import { countUntil, registerValueOn } from '../../metering/counted-total.ts';
import { billedScale, isReadFor, type MeterUse, toBilledUnits } from '../../metering/measure-meters.ts';
import { addDays, type Day, type Period } from '../../platform/values/dates.ts';
import { formatDecimal, parseDecimal, unitsAt } from '../../platform/values/decimal.ts';
import type { Cents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';
import type { ReadingsUsed, SettlementCalculation } from '../calculation.ts';
import { type PeriodPayers, payerDaysOf, payerOn } from '../payer-days.ts';
import { type ConsumptionLedger, meterCountText } from './billed-consumption.ts';
import { type PriceTerms, type Segment, splitIntoSegments } from './segments.ts';

/** What the meters of a building counted in a period, what was billed of them before, and who pays on which days. */
export type Consumption = PeriodPayers & {
  readonly meters: readonly MeterUse[];
  readonly ledger: ConsumptionLedger;
};

/** A segment of one meter. `payer`: the index of its payer; the first payer also gets the days before the period. */
export type ConsumptionSegment = Segment & { readonly meter: MeterUse; readonly payer: number };

/**
 * What an invoice charges of a meter, or of its share of a remainder (no meter), on a segment: a ledger row without its
 * invoice.
 */
export type BilledAmount = Period & {
  readonly meterId: string | null;
  readonly charge: string;
  /** Exact text in the meter's unit, of a share in the billed unit. */
  readonly quantity: string;
  readonly terms: PriceTerms | undefined;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly isEstimated: boolean;
  /** Whether this charge has nothing left to bill of the meter's days. */
  readonly isSettled: boolean;
};

/**
 * Whether the total of a meter at the end of the period is known well enough: a charge that may not estimate needs a
 * reading.
 */
export function isKnown(meter: MeterUse, period: Period, estimates: boolean): boolean {
  return meter.total !== 'missing' && (estimates || isReadFor(meter, period));
}

/** Whether a charge may use estimates. For other charges a missing reading stays missing. */
export function canEstimate({ estimateMissingFromMonths }: Charge): boolean {
  return estimateMissingFromMonths !== undefined;
}

/**
 * The segments that a charge bills of an apartment's meters. Days on which a meter was not installed only where
 * something is to be settled.
 */
export function segmentConsumption(
  charge: Charge,
  uses: readonly MeterUse[],
  consumption: Consumption,
): ConsumptionSegment[] {
  const { period, ledger } = consumption;
  return uses.flatMap((meter): ConsumptionSegment[] => {
    const { total, installedOn, removedOn } = meter;
    if (total === 'missing') return [];
    const payerDays = payerDaysOf(consumption, meter.apartmentId ?? '');
    const billed = ledger.billedSegmentsOf(meter.meterId, charge);
    const firstDay = ledger.firstDayOf({ id: meter.meterId, installedOn }, charge);
    // A segment that was billed as one stays one, even if a price or a meter changed inside it.
    const isInside = (day: Day) =>
      billed.some((billedSegment) => billedSegment.periodStart < day && day <= billedSegment.periodEnd);
    const isGone = removedOn !== null && removedOn < period.periodStart;
    const changes = [
      ...(charge.tariffs ?? []).map(({ from }) => from),
      ...(isGone ? [addDays(removedOn, 1)] : []),
      ...(installedOn === null ? [] : [installedOn]),
    ];
    const cuts = [
      period.periodStart,
      ...payerDays.map(({ periodStart }) => periodStart),
      ...changes.filter((day) => !isInside(day)),
    ];
    const segments = splitIntoSegments(
      (day) => countUntil(total, day),
      { periodStart: firstDay, periodEnd: period.periodEnd },
      billed,
      cuts,
    );
    const isThere = (segment: Segment) =>
      !isGone && !(segment.isUninvoiced && installedOn !== null && segment.periodEnd < installedOn);
    const counting = segments.filter((segment) => isThere(segment) || segment.due !== segment.billed);
    return counting.map((segment) => ({ ...segment, meter, payer: payerOn(segment.periodStart, payerDays) }));
  });
}

/** Why the amount of a segment differs from what was billed of it. */
export function whyOf({
  isUninvoiced,
  isEstimated,
  due,
  billed,
  cancelled,
}: ConsumptionSegment): SettlementCalculation['why'] {
  if (isUninvoiced) return 'not_billed';
  if (cancelled !== 0n && due - billed === cancelled) return 'cancelled';
  return isEstimated ? 'estimated' : 'corrected';
}

/** What is left to bill of a segment, in the billed unit of its type of meter: a count of 10^-9. */
export function leftOf({ due, billed, meter }: ConsumptionSegment): bigint {
  return toBilledUnits(due - billed, meter);
}

/**
 * What the register showed at both ends of a segment and what it counted between them, in the form that invoices store.
 */
export function readingsOn(meter: MeterUse, { periodStart, periodEnd }: Period, counted: bigint): ReadingsUsed {
  const { total, meterId, serialNumber, unit } = meter;
  if (total === 'missing') throw new RangeError('A meter without a reading has no readings.');
  const [start, end] = [registerValueOn(total, addDays(periodStart, -1)), registerValueOn(total, periodEnd)];
  return {
    meterId,
    ...(serialNumber !== null && { serialNumber }),
    unit,
    start: start.value,
    ...(start.valueOn !== null && { startOn: start.valueOn }),
    ...(start.between && { startBetween: start.between }),
    end: end.value,
    endOn: end.valueOn ?? periodEnd,
    ...(end.between && { endBetween: end.between }),
    consumption: meterCountText(counted),
    estimated: !end.isRead && end.between === undefined,
  };
}

/** A count of 10^-9 as text. */
export function billedUnitsText(count: bigint): string {
  return formatDecimal({ units: count, scale: billedScale });
}

/** A quantity in billed units as a count of 10^-9. Throws RangeError for text that is none. */
export function parseBilledUnits(text: string): bigint {
  const exact = parseDecimal(text, { decimals: 15, min: -1e12, max: 1e12 });
  if (exact === undefined) throw new RangeError(`"${text}" is not a billed quantity.`);
  return unitsAt(exact, billedScale);
}
