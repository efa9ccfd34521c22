// Remainders: what main meters counted beyond the apartment meters on each segment, less what was billed of it. Pure.

import { countUntil } from '../../metering/counted-total.ts';
import { billedScale, billedUnits, type MeterUse, toBilledUnits } from '../../metering/measure-meters.ts';
import { addDays, type Day, daysInclusive, type Period } from '../../platform/values/dates.ts';
import {
  type Decimal,
  decimalRanges,
  formatDecimal,
  fractionToCents,
  multiply,
  parseDecimal,
  roundToCents,
  unitsAt,
} from '../../platform/values/decimal.ts';
import { type Cents, sumCents } from '../../platform/values/money.ts';
import type { Charge, MeterType } from '../../properties/model.ts';
import type { MeterRemainder, ReadingsTaken } from '../calculation.ts';
import { splitByTariff, type TariffPeriod } from '../tariffs.ts';
import { splitInProportion } from './billed-consumption.ts';
import type { RemainderSum } from './billed-remainder-queries.ts';
import { billedText, isKnown, readingsOn } from './consumption-segments.ts';
import { explainedBy, meterTypeOf } from './meter-types.ts';
import { type BilledSegment, type Segment, splitIntoSegments } from './segments.ts';

/** Days of a remainder at one price: `part` is the tariff part, and the amounts are what is to be divided. */
export type RemainderSegment = {
  readonly part: TariffPeriod;
  /** The amount to divide over all apartments, as if the period had no invoices yet. */
  readonly cents: Cents;
  /** The part of it that is on no invoice, including those of the period. */
  readonly open: Cents;
  /** The quantity behind `cents`, in the billed unit: a count of 10^-9. */
  readonly quantity: bigint;
  readonly isOwn: boolean;
  readonly remainder: MeterRemainder;
  readonly readings: readonly ReadingsTaken[];
};

/** What main meters and apartment meters counted on some days. `quantity` is the difference; all are counts of 10^-9 of the billed unit. */
export type Counted = { readonly main: bigint; readonly explained: bigint; readonly quantity: bigint };

type RemainderMeters = { readonly mainMeters: readonly MeterUse[]; readonly apartmentMeters: readonly MeterUse[] };

/** The meters of a remainder. 'no_main': the building has no main meter in the period; `unread`: the meters that were not read. */
export function findRemainderMeters(
  type: MeterType,
  estimates: boolean,
  { period, meters }: { readonly period: Period; readonly meters: readonly MeterUse[] },
): RemainderMeters | 'no_main' | { readonly unread: readonly MeterUse[] } {
  const types = explainedBy(type, meters);
  const isThere = ({ removedOn, installedOn }: MeterUse) =>
    (removedOn === null || removedOn >= period.periodStart) &&
    (installedOn === null || installedOn <= period.periodEnd);
  const mainMeters = meters.filter((meter) => meter.type === type && meter.apartmentId === null);
  const apartmentMeters = meters.filter((meter) => types.includes(meter.type) && meter.apartmentId !== null);
  if (!mainMeters.some(isThere)) return 'no_main';
  const isUnread = (meter: MeterUse) =>
    !meter.isArchived &&
    isThere(meter) &&
    (!isKnown(meter, period, estimates) || (meter.apartmentId === null && meter.beginsUnknown));
  const unread = [...mainMeters, ...apartmentMeters].filter(isUnread);
  if (unread.length > 0) return { unread };
  const counts = ({ total }: MeterUse) => total !== 'missing';
  return { mainMeters: mainMeters.filter(counts), apartmentMeters: apartmentMeters.filter(counts) };
}

/** What meters counted by the end of a day. */
function countedBy(meters: readonly MeterUse[], day: Day): bigint {
  return meters.reduce(
    (sum, meter) => (meter.total === 'missing' ? sum : sum + toBilledUnits(countUntil(meter.total, day), meter)),
    0n,
  );
}

/** What main meters and apartment meters counted on some days. */
export function countedOn(
  { mainMeters, apartmentMeters }: RemainderMeters,
  { periodStart, periodEnd }: Period,
): Counted {
  const before = addDays(periodStart, -1);
  const main = countedBy(mainMeters, periodEnd) - countedBy(mainMeters, before);
  const explained = countedBy(apartmentMeters, periodEnd) - countedBy(apartmentMeters, before);
  return { main, explained, quantity: main - explained };
}

/**
 * What must be divided of a remainder: the period's days for each tariff, and what is left of earlier days. Billed days keep the price at which they were
 * billed; days without an invoice are priced by their tariff.
 */
export function remainderParts(
  charge: Charge,
  meters: RemainderMeters,
  period: Period,
  sums: readonly RemainderSum[],
): RemainderSegment[] {
  const since = sums.reduce((first, sum) => (sum.periodStart < first ? sum.periodStart : first), period.periodStart);
  const [others, all] = [segmentsIn(sums, true), segmentsIn(sums, false)];
  const prices = (charge.tariffs ?? [])
    .map(({ from }) => from)
    .filter(
      (day) =>
        !all.some((billedSegment) => billedSegment.periodStart < day && day <= billedSegment.periodEnd) ||
        day > period.periodStart,
    );
  const cuts = [
    period.periodStart,
    ...prices,
    ...all.flatMap((billedSegment) => [billedSegment.periodStart, addDays(billedSegment.periodEnd, 1)]),
  ];
  const counted = new Map<Day, bigint>();
  const until = (day: Day) => {
    const total = counted.get(day) ?? countedBy(meters.mainMeters, day) - countedBy(meters.apartmentMeters, day);
    counted.set(day, total);
    return total;
  };
  const days = { periodStart: since, periodEnd: period.periodEnd };
  const [apart, whole] = [splitIntoSegments(until, days, others, cuts), splitIntoSegments(until, days, all, cuts)];
  const isOwn = ({ periodStart }: Period) => periodStart >= period.periodStart;
  return apart.flatMap((segment, index): RemainderSegment[] => {
    if (!isOwn(segment) && segment.due === segment.billed) return [];
    return [partOf(charge, segment, { whole: whole[index] ?? segment, meters, period, isOwn: isOwn(segment) })];
  });
}

function partOf(
  charge: Charge,
  segment: Segment,
  { whole, meters, period, isOwn }: { whole: Segment; meters: RemainderMeters; period: Period; isOwn: boolean },
): RemainderSegment {
  const { periodStart, periodEnd, due, terms } = segment;
  const [tariff] = splitByTariff(charge, { periodStart, periodEnd: periodStart });
  const unitPrice = terms === undefined ? tariff?.unitPrice : parseDecimal(terms.unitPrice, decimalRanges.tariff);
  const vatRate = terms === undefined ? tariff?.vatRate : parseDecimal(terms.vatRate, decimalRanges.vatRate);
  if (unitPrice === undefined || vatRate === undefined) throw new RangeError(`"${charge.name}" has no unit price.`);
  const price = priceOf(due, unitPrice);
  const counted = countedOn(meters, segment);
  const [main, explained, quantity] = [counted.main, counted.explained, counted.quantity].map(billedText) as [
    string,
    string,
    string,
  ];
  const billed = segment.isOpen ? {} : { billedBefore: billedText(segment.billed), before: segment.amount / 100 };
  return {
    part: { periodStart, periodEnd, days: daysInclusive(segment), of: daysInclusive(period), unitPrice, vatRate },
    cents: price - segment.amount,
    open: price - whole.amount,
    quantity: due - segment.billed,
    isOwn,
    remainder: {
      main,
      explained,
      quantity,
      unit: billedUnits[meterTypeOf(charge)],
      unitPrice: formatDecimal(unitPrice),
      ...billed,
    },
    readings: meters.mainMeters.flatMap((meter) => mainReadings(meter, segment)),
  };
}

function mainReadings(meter: MeterUse, days: Period): ReadingsTaken[] {
  const { total, removedOn, installedOn } = meter;
  if (total === 'missing' || (removedOn !== null && removedOn < days.periodStart)) return [];
  if (installedOn !== null && installedOn > days.periodEnd) return [];
  return [
    readingsOn(meter, days, countUntil(total, days.periodEnd) - countUntil(total, addDays(days.periodStart, -1))),
  ];
}

function priceOf(count: bigint, unitPrice: Decimal): Cents {
  return roundToCents(multiply({ units: count, scale: billedScale }, unitPrice));
}

/** What was billed of a remainder: by the invoices of other periods, or by all invoices. */
function segmentsIn(sums: readonly RemainderSum[], byOthers: boolean): BilledSegment[] {
  return sums.flatMap((sum): BilledSegment[] => {
    const { periodStart, periodEnd, unitPrice, vatRate } = sum;
    const [text, amount, inForce] = byOthers
      ? [sum.othersQuantity, sum.othersAmount, sum.othersInForce]
      : [sum.quantity, sum.amount, sum.inForce];
    const quantity = parseBilledCount(text);
    if (inForce === 0 && amount === 0 && quantity === 0n) return [];
    const rest = { vatAmount: 0, credited: 0, creditedVat: 0, isEstimated: false, cancelled: 0n };
    return [{ periodStart, periodEnd, terms: { unitPrice, vatRate, coefficient: '1' }, quantity, amount, ...rest }];
  });
}

/** A quantity of the ledger of remainders as a count of 10^-9. Throws RangeError for text that is none. */
export function parseBilledCount(text: string): bigint {
  const exact = parseDecimal(text, { decimals: 15, min: -1e12, max: 1e12 });
  if (exact === undefined) throw new RangeError(`"${text}" is not a billed quantity.`);
  return unitsAt(exact, billedScale);
}

/**
 * The shares of apartments in a period that has some of its invoices: each is as large as it would have been, but what the missing invoices contain of them is
 * at most what is on no invoice yet. `missing`: the part of each share that falls on days without an invoice; without such days the share is zero. The next
 * period divides the rest over all apartments.
 */
export function missingShares(shares: readonly Cents[], missing: readonly Cents[], open: Cents): Cents[] {
  const sum = sumCents(missing);
  if (sum === 0 || open === 0 || sum < 0 !== open < 0) return shares.map(() => 0);
  const given = Math.abs(sum) <= Math.abs(open) ? missing : splitInProportion(open, missing);
  return shares.map((share, index) => {
    const [part, wanted] = [given[index] ?? 0, missing[index] ?? 0];
    if (wanted === 0 || part === wanted) return wanted === 0 ? 0 : share;
    return fractionToCents({ units: BigInt(share), scale: 2 }, BigInt(Math.abs(part)), BigInt(Math.abs(wanted)));
  });
}
