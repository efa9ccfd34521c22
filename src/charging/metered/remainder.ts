// Remainders: what main meters counted beyond the apartment meters on each segment, less what was billed of it. Pure.

import { countUntil } from '../../metering/counted-total.ts';
import { explainedBy } from '../../metering/main-meters.ts';
import { billedScale, isInstalledIn, type MeterUse, toBilledUnits } from '../../metering/measure-meters.ts';
import { billedUnits } from '../../platform/values/bases.ts';
import { addDays, type Day, daysInclusive, type Period } from '../../platform/values/dates.ts';
import {
  type Decimal,
  decimalRanges,
  formatDecimal,
  fractionToCents,
  multiply,
  parseDecimal,
  roundToCents,
} from '../../platform/values/decimal.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';
import type { Charge, MeterType } from '../../properties/model.ts';
import type { MeterRemainder, ReadingsUsed } from '../calculation.ts';
import type { RemainderSum } from '../charge-ledger-queries.ts';
import type { RemainderLedger } from '../model.ts';
import { splitByTariff, type TariffPeriod } from '../tariffs.ts';
import { splitInProportion } from './billed-consumption.ts';
import { billedUnitsText, isKnown, parseBilledUnits, readingsOn } from './consumption-segments.ts';
import { meterTypeOf } from './meter-types.ts';
import { type BilledSegment, type Segment, splitIntoSegments } from './segments.ts';

/** Days of a remainder at one price, with what is to be divided of them over all apartments. */
export type RemainderSegment = {
  /** The days, and their price. */
  readonly part: TariffPeriod;
  /** Whether the days are in the period; otherwise they are earlier days that are settled with it. */
  readonly isInPeriod: boolean;
  /** The amount to divide, as if the period had no invoices yet. */
  readonly cents: Cents;
  /** What of the days is on no invoice, not even on one of the period. */
  readonly uninvoicedCents: Cents;
  /** The quantity behind `cents`, in the billed unit: a count of 10^-9. */
  readonly quantity: bigint;
  readonly remainder: MeterRemainder;
  readonly readings: readonly ReadingsUsed[];
};

/** The ledger of a building without invoices. */
export const emptyRemainderLedger: RemainderLedger = {
  sumsOf: () => [],
  billedRemaindersOf: () => new Map(),
  isSettled: () => false,
};

/** The main meters of a remainder, and the apartment meters that explain what these counted. */
type RemainderMeters = {
  readonly mainMeters: readonly MeterUse[];
  readonly apartmentMeters: readonly MeterUse[];
};

/**
 * The meters of a remainder. 'no_main': the building has no main meter in the period; `unread`: the meters that were
 * not read.
 */
export function findRemainderMeters(
  type: MeterType,
  estimates: boolean,
  { period, meters }: { readonly period: Period; readonly meters: readonly MeterUse[] },
): RemainderMeters | 'no_main' | { readonly unread: readonly MeterUse[] } {
  const types = explainedBy(type, meters);
  const isInstalled = (meter: MeterUse) => isInstalledIn(meter, period);
  const mainMeters = meters.filter((meter) => meter.type === type && meter.apartmentId === null);
  const apartmentMeters = meters.filter((meter) => types.includes(meter.type) && meter.apartmentId !== null);
  if (!mainMeters.some(isInstalled)) return 'no_main';
  const isUnread = (meter: MeterUse) =>
    !meter.isArchived &&
    isInstalled(meter) &&
    (!isKnown(meter, period, estimates) || (meter.apartmentId === null && meter.beginsUnknown));
  const unread = [...mainMeters, ...apartmentMeters].filter(isUnread);
  if (unread.length > 0) return { unread };
  const hasTotal = ({ total }: MeterUse) => total !== 'missing';
  return { mainMeters: mainMeters.filter(hasTotal), apartmentMeters: apartmentMeters.filter(hasTotal) };
}

/**
 * What main meters and apartment meters counted on some days, and the difference: counts of 10^-9 of the billed unit.
 */
type RemainderCount = { readonly main: bigint; readonly explained: bigint; readonly quantity: bigint };

/** What main meters and apartment meters counted on some days. */
export function countRemainder(
  { mainMeters, apartmentMeters }: RemainderMeters,
  { periodStart, periodEnd }: Period,
): RemainderCount {
  const before = addDays(periodStart, -1);
  const main = sumUntil(mainMeters, periodEnd) - sumUntil(mainMeters, before);
  const explained = sumUntil(apartmentMeters, periodEnd) - sumUntil(apartmentMeters, before);
  return { main, explained, quantity: main - explained };
}

/** What meters counted together by the end of a day. */
function sumUntil(meters: readonly MeterUse[], day: Day): bigint {
  return meters.reduce(
    (sum, meter) => (meter.total === 'missing' ? sum : sum + toBilledUnits(countUntil(meter.total, day), meter)),
    0n,
  );
}

/**
 * What must be divided of a remainder: the period's days for each tariff, and what is left of earlier days. Billed days
 * keep the price at which they were billed; days without an invoice are priced by their tariff.
 */
export function remainderSegments(
  charge: Charge,
  meters: RemainderMeters,
  period: Period,
  sums: readonly RemainderSum[],
): RemainderSegment[] {
  const firstDay = sums.reduce((first, sum) => (sum.periodStart < first ? sum.periodStart : first), period.periodStart);
  const billed = billedSegments(sums);
  const cuts = [
    period.periodStart,
    ...tariffStarts(charge, period, billed),
    ...billed.flatMap((segment) => [segment.periodStart, addDays(segment.periodEnd, 1)]),
  ];
  const countedUntil = remainderUntil(meters);
  const days = { periodStart: firstDay, periodEnd: period.periodEnd };
  // The same days twice: less what the invoices of other periods billed of them, and less what all invoices billed.
  const segments = splitIntoSegments(countedUntil, days, billedSegments(sums.map(withoutPeriod)), cuts);
  const lessAllInvoices = splitIntoSegments(countedUntil, days, billed, cuts);
  return segments.flatMap((segment, index): RemainderSegment[] => {
    const isInPeriod = segment.periodStart >= period.periodStart;
    if (!isInPeriod && segment.due === segment.billed) return [];
    const invoicedCents = (lessAllInvoices[index] ?? segment).amount;
    return [priceSegment(charge, segment, { invoicedCents, meters, period, isInPeriod })];
  });
}

/**
 * The days on which a tariff starts. Days before the period that were billed as one segment stay one: a tariff that was
 * entered later does not cut them.
 */
function tariffStarts({ tariffs = [] }: Charge, period: Period, billed: readonly BilledSegment[]): Day[] {
  const isInside = (day: Day) => billed.some(({ periodStart, periodEnd }) => periodStart < day && day <= periodEnd);
  return tariffs.flatMap(({ from }) => (from > period.periodStart || !isInside(from) ? [from] : []));
}

/** The remainder up to the end of a day, calculated once for each day. */
function remainderUntil({ mainMeters, apartmentMeters }: RemainderMeters): (day: Day) => bigint {
  const cache = new Map<Day, bigint>();
  return (day) => {
    const total = cache.get(day) ?? sumUntil(mainMeters, day) - sumUntil(apartmentMeters, day);
    cache.set(day, total);
    return total;
  };
}

function priceSegment(
  charge: Charge,
  segment: Segment,
  context: {
    readonly invoicedCents: Cents;
    readonly meters: RemainderMeters;
    readonly period: Period;
    readonly isInPeriod: boolean;
  },
): RemainderSegment {
  const { invoicedCents, meters, period, isInPeriod } = context;
  const { periodStart, periodEnd, due, terms } = segment;
  const [tariff] = splitByTariff(charge, { periodStart, periodEnd: periodStart });
  const unitPrice = terms === undefined ? tariff?.unitPrice : parseDecimal(terms.unitPrice, decimalRanges.tariff);
  const vatRate = terms === undefined ? tariff?.vatRate : parseDecimal(terms.vatRate, decimalRanges.vatRate);
  if (unitPrice === undefined || vatRate === undefined) throw new RangeError(`"${charge.name}" has no unit price.`);
  const dueCents = netAmount(due, unitPrice);
  const counted = countRemainder(meters, segment);
  const wasBilled = !segment.isUninvoiced;
  return {
    part: { periodStart, periodEnd, days: daysInclusive(segment), of: daysInclusive(period), unitPrice, vatRate },
    isInPeriod,
    cents: dueCents - segment.amount,
    uninvoicedCents: dueCents - invoicedCents,
    quantity: due - segment.billed,
    remainder: {
      main: billedUnitsText(counted.main),
      explained: billedUnitsText(counted.explained),
      quantity: billedUnitsText(counted.quantity),
      unit: billedUnits[meterTypeOf(charge)],
      unitPrice: formatDecimal(unitPrice),
      ...(wasBilled && { billedBefore: billedUnitsText(segment.billed), before: amountFromCents(segment.amount) }),
    },
    readings: meters.mainMeters.flatMap((meter) => mainReadings(meter, segment)),
  };
}

function mainReadings(meter: MeterUse, days: Period): ReadingsUsed[] {
  const { total, removedOn, installedOn } = meter;
  if (total === 'missing' || (removedOn !== null && removedOn < days.periodStart)) return [];
  if (installedOn !== null && installedOn > days.periodEnd) return [];
  return [
    readingsOn(meter, days, countUntil(total, days.periodEnd) - countUntil(total, addDays(days.periodStart, -1))),
  ];
}

function netAmount(count: bigint, unitPrice: Decimal): Cents {
  return roundToCents(multiply({ units: count, scale: billedScale }, unitPrice));
}

/** A sum less what the invoices of the period billed. */
function withoutPeriod(sum: RemainderSum): RemainderSum {
  return { ...sum, quantity: sum.othersQuantity, amount: sum.othersAmount, rowsInForce: sum.othersRowsInForce };
}

/** What was billed of a remainder, without days of which nothing is in force any more. */
function billedSegments(sums: readonly RemainderSum[]): BilledSegment[] {
  return sums.flatMap((sum): BilledSegment[] => {
    const { periodStart, periodEnd, unitPrice, vatRate, amount } = sum;
    const quantity = parseBilledUnits(sum.quantity);
    if (sum.rowsInForce === 0 && amount === 0 && quantity === 0n) return [];
    const terms = { unitPrice, vatRate, coefficient: '1' };
    // VAT and credits of remainders are settled for each apartment: RemainderLedger.billedRemaindersOf.
    const perApartment = { vatAmount: 0, credited: 0, creditedVat: 0, isEstimated: false, cancelled: 0n };
    return [{ periodStart, periodEnd, terms, quantity, amount, ...perApartment }];
  });
}

/**
 * The shares of apartments in a period that has some of its invoices. Each is as large as it would have been, but what
 * the missing invoices contain of them is at most what is on no invoice yet; the next period divides the rest over all
 * apartments. `missing`: the part of each share that falls on days without an invoice; without such days the share is
 * zero.
 */
export function limitToUninvoiced(
  shares: readonly Cents[],
  missing: readonly Cents[],
  uninvoicedCents: Cents,
): Cents[] {
  const sum = sumCents(missing);
  if (sum === 0 || uninvoicedCents === 0 || sum < 0 !== uninvoicedCents < 0) return shares.map(() => 0);
  const isEnough = Math.abs(sum) <= Math.abs(uninvoicedCents);
  const givenParts = isEnough ? missing : splitInProportion(uninvoicedCents, missing);
  return shares.map((share, index) => {
    const [given, wanted] = [givenParts[index] ?? 0, missing[index] ?? 0];
    if (wanted === 0) return 0;
    if (given === wanted) return share;
    return fractionToCents({ units: BigInt(share), scale: 2 }, BigInt(Math.abs(given)), BigInt(Math.abs(wanted)));
  });
}
