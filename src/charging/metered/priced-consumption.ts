// Priced consumption: bills an apartment's meters for days without an invoice, at the price of the days, and settles
// what earlier invoices billed wrongly.

import type { MeterUse } from '../../metering/measure-meters.ts';
import { billedScale, toBilledUnits } from '../../metering/measure-meters.ts';
import { billedUnits } from '../../platform/values/bases.ts';
import { addDays, compareDays, daysInclusive, type Period, sharedDays } from '../../platform/values/dates.ts';
import {
  type Decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  percentOf,
  roundToCents,
} from '../../platform/values/decimal.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';
import type { SettlementCalculation, Unit, UnitPriceCalculation } from '../calculation.ts';
import { coefficientScale } from '../charge-scope.ts';
import { payerDaysOf } from '../payer-days.ts';
import { splitByTariff } from '../tariffs.ts';
import { meterCountText } from './billed-consumption.ts';
import {
  type BilledAmount,
  type Consumption,
  type ConsumptionSegment,
  leftOf,
  readingsOn,
  segmentConsumption,
  whyOf,
} from './consumption-segments.ts';
import { meterTypeOf } from './meter-types.ts';
import { type PriceTerms, settleWithVat } from './segments.ts';

/** A line of an invoice: days of an apartment's meters at one price. */
export type PricedLine = {
  readonly payer: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly vatRate: string;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly calculation: UnitPriceCalculation | SettlementCalculation;
  readonly billed: readonly BilledAmount[];
};

/** A charge, the apartment's coefficient in it, and the apartment's meters of its type. */
export type PricedConsumption = {
  readonly charge: Charge;
  readonly coefficient: bigint;
  readonly uses: readonly MeterUse[];
};

/**
 * The lines of an apartment. First the period's own days without an invoice: a line for each tariff and payer, also for
 * zero. Then what is left of other days: a line for each segment. Billed days keep the price, VAT rate and coefficient
 * at which they were billed.
 */
export function pricedLines(priced: PricedConsumption, consumption: Consumption): PricedLine[] {
  const { lines, isLimited } = linesOf(priced, consumption);
  return lines.toSorted((a, b) => a.payer - b.payer).map((line) => toPricedLine(priced, line, consumption, !isLimited));
}

/** The sum of an apartment's lines; undefined where it has none. */
export function pricedAmounts(
  priced: PricedConsumption,
  consumption: Consumption,
): { readonly net: Cents; readonly vat: Cents } | undefined {
  const { lines } = linesOf(priced, consumption);
  if (lines.length === 0) return undefined;
  const sum = (of: (line: PeriodLine) => Cents) => lines.reduce((all, line) => all + of(line), 0);
  return { net: sum((line) => line.amount), vat: sum((line) => line.vatAmount) };
}

/** The lines of an apartment, and whether manual credits limited what was credited. */
function linesOf(
  priced: PricedConsumption,
  consumption: Consumption,
): { readonly lines: readonly PeriodLine[]; readonly isLimited: boolean } {
  const segments = segmentConsumption(priced.charge, priced.uses, consumption);
  if (segments.length === 0) return { lines: [], isLimited: false };
  const isNew = (segment: ConsumptionSegment) =>
    segment.isUninvoiced && segment.periodStart >= consumption.period.periodStart;
  const otherSegments = segments.filter((segment) => !isNew(segment));
  const [first, ...rest] = newLines(priced, segments.filter(isNew), consumption);
  const settlements = settlementLines(priced, otherSegments);
  const kept = settlements.filter((line) => !line.isLimited || line.amount !== 0 || line.vatAmount !== 0);
  const withoutConsumption = otherSegments.filter((segment) => segment.isUninvoiced && segment.due === 0n);
  const linesOfPeriod = first === undefined ? [] : [{ ...first, withoutConsumption }, ...rest];
  return { lines: [...linesOfPeriod, ...kept], isLimited: settlements.some((line) => line.isLimited) };
}

/** Days at one price, with their segments and amounts. */
type PeriodLine = Period & {
  readonly payer: number;
  readonly segments: readonly ConsumptionSegment[];
  readonly terms: PriceTerms;
  /** A settlement of billed or earlier days; otherwise the period's days without an invoice. */
  readonly isSettlement: boolean;
  /** The full amount of the days, and what was billed of it. */
  readonly due: Cents;
  readonly dueVat: Cents;
  readonly billed: Cents;
  readonly billedVat: Cents;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  /** What each segment adds to it, in the order of the segments. */
  readonly parts: readonly SegmentAmount[];
  /** Whether credit notes limited what is given back of some segment. */
  readonly isLimited: boolean;
  /**
   * Earlier days without an invoice and without consumption: recorded as rows without a line, otherwise the first of
   * them would be lost.
   */
  readonly withoutConsumption?: readonly ConsumptionSegment[];
};

/** What a segment adds to its line; `difference` is what it would add if credit notes limited nothing. */
type SegmentAmount = { readonly amount: Cents; readonly vatAmount: Cents; readonly difference: Cents };

/** The lines of the period's days without an invoice: one for each tariff and payer. */
function newLines(
  { charge, coefficient, uses }: PricedConsumption,
  segments: readonly ConsumptionSegment[],
  consumption: Consumption,
): PeriodLine[] {
  const tariffPeriods = splitByTariff(charge, consumption.period);
  return payerDaysOf(consumption, uses[0]?.apartmentId ?? '').flatMap((payerDays, payer) =>
    tariffPeriods.flatMap((tariff): PeriodLine[] => {
      const days = sharedDays(payerDays, tariff);
      if (days === undefined) return [];
      const { unitPrice, vatRate } = tariff;
      if (unitPrice === undefined) throw new RangeError(`"${charge.name}" has no unit price.`);
      const terms = termsIn(unitPrice, vatRate, coefficient);
      const inside = segments.filter(
        (segment) => days.periodStart <= segment.periodStart && segment.periodEnd <= days.periodEnd,
      );
      return [lineOf({ ...days, payer, segments: inside, terms, isSettlement: false })];
    }),
  );
}

/** What is left of billed days, and of days that should have an invoice but have none: a line for each segment. */
function settlementLines(
  { charge, coefficient }: PricedConsumption,
  segments: readonly ConsumptionSegment[],
): PeriodLine[] {
  const withTerms = segments.map((segment) => ({
    segment,
    terms: segment.terms ?? termsOn(charge, segment, coefficient),
  }));
  const groups = Map.groupBy(withTerms, ({ segment, terms }) =>
    [segment.payer, segment.isUninvoiced, segment.periodStart, segment.periodEnd, keyOf(terms)].join(' '),
  );
  const lines = [...groups.values()].flatMap((group): PeriodLine[] => {
    const [first] = group;
    if (first === undefined || group.every(({ segment }) => segment.due === segment.billed)) return [];
    const { payer, periodStart, periodEnd } = first.segment;
    return [
      lineOf({
        payer,
        periodStart,
        periodEnd,
        segments: group.map(({ segment }) => segment),
        terms: first.terms,
        isSettlement: true,
      }),
    ];
  });
  return merged(lines.sort((a, b) => compareDays(a.periodStart, b.periodStart)));
}

/** The price and VAT rate on the first day of a segment; tariffs never change inside one. */
function termsOn(charge: Charge, { periodStart }: Period, coefficient: bigint): PriceTerms {
  const [part] = splitByTariff(charge, { periodStart, periodEnd: periodStart });
  if (part?.unitPrice === undefined) throw new RangeError(`"${charge.name}" has no unit price.`);
  return termsIn(part.unitPrice, part.vatRate, coefficient);
}

function termsIn(unitPrice: Decimal, vatRate: Decimal, coefficient: bigint): PriceTerms {
  return {
    unitPrice: formatDecimal(unitPrice),
    vatRate: formatDecimal(vatRate),
    coefficient: formatDecimal({ units: coefficient, scale: coefficientScale }),
  };
}

function keyOf({ unitPrice, vatRate, coefficient }: PriceTerms): string {
  return `${unitPrice} ${vatRate} ${coefficient}`;
}

/**
 * Calculates the amounts of days: quantity × price, rounded, and what is missing of that. Each segment is settled by
 * itself: a credit note of one meter is none of another.
 */
function lineOf(line: Pick<PeriodLine, 'payer' | 'segments' | 'terms' | 'isSettlement' | keyof Period>): PeriodLine {
  const { segments, terms } = line;
  const dues = duesOf(segments, terms);
  const parts = segments.map((segment, index): SegmentAmount => {
    const { net, vat } = dues[index] ?? { net: 0, vat: 0 };
    const { amount: billed, vatAmount: billedVat, credited, creditedVat } = segment;
    const settled = settleWithVat(
      { due: net, billed, credited },
      { due: vat, billed: billedVat, credited: creditedVat },
    );
    return { ...settled, difference: net - billed };
  });
  return {
    ...line,
    parts,
    due: sumCents(dues.map(({ net }) => net)),
    dueVat: sumCents(dues.map(({ vat }) => vat)),
    billed: sumCents(segments.map((segment) => segment.amount)),
    billedVat: sumCents(segments.map((segment) => segment.vatAmount)),
    amount: sumCents(parts.map((part) => part.amount)),
    vatAmount: sumCents(parts.map((part) => part.vatAmount)),
    isLimited: parts.some((part) => part.amount !== part.difference),
  };
}

/** The full amount of each segment. All are rounded together: each is what it adds to the amount of those before it. */
function duesOf(segments: readonly ConsumptionSegment[], terms: PriceTerms): { net: Cents; vat: Cents }[] {
  let [count, netSoFar, vatSoFar] = [0n, 0, 0];
  return segments.map((segment) => {
    count += toBilledUnits(segment.due, segment.meter);
    const net = netAmount(count, terms);
    const vat = vatOf(net, terms);
    const added = { net: net - netSoFar, vat: vat - vatSoFar };
    [netSoFar, vatSoFar] = [net, vat];
    return added;
  });
}

/** What an invoice bills of a quantity that is left: less in proportion where credit notes limit the amount. */
function limitedTo(left: bigint, { amount, difference }: SegmentAmount): bigint {
  return amount === difference ? left : (left * BigInt(amount)) / BigInt(difference);
}

/**
 * Merges consecutive segments with the same terms into one line, if its amount and its VAT stay the same to the cent.
 */
function merged(lines: readonly PeriodLine[]): PeriodLine[] {
  const result: PeriodLine[] = [];
  for (const line of lines) {
    const before = result.at(-1);
    const follows = before !== undefined && addDays(before.periodEnd, 1) === line.periodStart;
    const both = follows && isAlike(before, line) ? joined(before, line) : undefined;
    if (both === undefined) result.push(line);
    else result.splice(-1, 1, both);
  }
  return result;
}

function isAlike(a: PeriodLine, b: PeriodLine): boolean {
  const isSame =
    a.payer === b.payer && keyOf(a.terms) === keyOf(b.terms) && reasonOf(a.segments) === reasonOf(b.segments);
  // What is added for some days and what is given back for others stay apart, so that each can be credited.
  return isSame && !a.isLimited && !b.isLimited && a.amount * b.amount >= 0;
}

/** Two lines as one; undefined if the rounding would differ. */
function joined(a: PeriodLine, b: PeriodLine): PeriodLine | undefined {
  const { payer, terms, isSettlement, periodStart } = a;
  const both = lineOf({
    payer,
    terms,
    isSettlement,
    periodStart,
    periodEnd: b.periodEnd,
    segments: [...a.segments, ...b.segments],
  });
  const isExact = both.due === a.due + b.due && both.dueVat === a.dueVat + b.dueVat && !both.isLimited;
  return isExact && both.amount === a.amount + b.amount && both.vatAmount === a.vatAmount + b.vatAmount
    ? both
    : undefined;
}

/** What was counted on segments, in the billed unit: a count of 10^-9. */
function quantityDue(segments: readonly ConsumptionSegment[]): bigint {
  return segments.reduce((sum, segment) => sum + toBilledUnits(segment.due, segment.meter), 0n);
}

function exact(text: string): Decimal {
  return parseDecimal(text, { decimals: 6, min: -1e9, max: 1e9 }) ?? { units: 0n, scale: 0 };
}

/** A quantity multiplied by the coefficient, exact. */
function withCoefficient(count: bigint, { coefficient }: PriceTerms): Decimal {
  const plain = { units: count, scale: billedScale };
  return coefficient === '1' ? plain : multiply(plain, exact(coefficient));
}

function netAmount(count: bigint, terms: PriceTerms): Cents {
  return roundToCents(multiply(withCoefficient(count, terms), exact(terms.unitPrice)));
}

function vatOf(amount: Cents, { vatRate }: PriceTerms): Cents {
  return percentOf(amount, exact(vatRate));
}

/** A line as the invoice shows it. */
function toPricedLine(
  { charge }: PricedConsumption,
  line: PeriodLine,
  { period }: Consumption,
  isSettled: boolean,
): PricedLine {
  const { payer, segments, parts, terms, amount, vatAmount, isSettlement } = line;
  const toBill = parts.reduce((sum, part, index) => {
    const segment = segments[index];
    return segment === undefined ? sum : sum + limitedTo(leftOf(segment), part);
  }, 0n);
  const quantity = withCoefficient(toBill, terms);
  const type = meterTypeOf(charge);
  const calculation = isSettlement
    ? explainSettlement(charge, line, quantity)
    : explainNewDays(charge, line, quantity, period);
  return {
    payer,
    description: isSettlement ? `${charge.name} (${line.periodStart} – ${line.periodEnd})` : charge.name,
    quantity: formatDecimal(quantity),
    unit: billedUnits[type],
    unitPrice: terms.unitPrice,
    vatRate: terms.vatRate,
    amount,
    vatAmount,
    calculation,
    billed: [...billedRows(charge, line), ...rowsWithoutConsumption(charge, line)].map((row) => ({
      ...row,
      isSettled,
    })),
  };
}

/** The quantity without the coefficient, and the coefficient, where it is not 1. */
function describeCoefficient(count: bigint, terms: PriceTerms): Pick<UnitPriceCalculation, 'figure' | 'coefficient'> {
  if (terms.coefficient === '1') return {};
  return { figure: formatDecimal({ units: count, scale: billedScale }), coefficient: terms.coefficient };
}

function explainNewDays(charge: Charge, line: PeriodLine, quantity: Decimal, period: Period): UnitPriceCalculation {
  const { periodStart: from, periodEnd: to, segments, terms, amount } = line;
  const isWhole = from === period.periodStart && to === period.periodEnd;
  const shownQuantity = formatDecimal(quantity);
  const price = exact(terms.unitPrice);
  const hasTariffs = splitByTariff(charge, period).length > 1;
  const days = { from, to, days: daysInclusive(line), of: daysInclusive(period), used: shownQuantity };
  return {
    method: 'unit_price',
    basis: charge.basis,
    ...describeCoefficient(quantityDue(segments), terms),
    quantity: shownQuantity,
    unit: billedUnits[meterTypeOf(charge)],
    unitPrice: terms.unitPrice,
    ...(!isWhole && (hasTariffs ? { tariff: days } : { ownDays: { from, to } })),
    raw: formatDecimal(multiply(quantity, price)),
    rounded: amountFromCents(amount),
    readings: segments.map((segment) => readingsOn(segment.meter, segment, segment.due)),
  };
}

function explainSettlement(charge: Charge, line: PeriodLine, quantity: Decimal): SettlementCalculation {
  const { periodStart: from, periodEnd: to, segments, terms, due, billed, amount, isLimited } = line;
  const counted = withCoefficient(quantityDue(segments), terms);
  const quantityBilled = segments.reduce((sum, segment) => sum + toBilledUnits(segment.billed, segment.meter), 0n);
  return {
    method: 'settlement',
    basis: charge.basis,
    ...describeCoefficient(quantityDue(segments), terms),
    from,
    to,
    why: reasonOf(segments),
    counted: formatDecimal(counted),
    billedBefore: formatDecimal(withCoefficient(quantityBilled, terms)),
    quantity: formatDecimal(quantity),
    unit: billedUnits[meterTypeOf(charge)],
    unitPrice: terms.unitPrice,
    raw: formatDecimal(multiply(counted, exact(terms.unitPrice))),
    rounded: amountFromCents(due),
    before: amountFromCents(billed),
    after: amountFromCents(billed + amount),
    ...(isLimited && { isLimited }),
    readings: segments.map((segment) => readingsOn(segment.meter, segment, segment.due)),
  };
}

/** The most important reason among several meters on the same days. */
function reasonOf(segments: readonly ConsumptionSegment[]): SettlementCalculation['why'] {
  const reasons = segments.filter(({ due, billed }) => due !== billed).map(whyOf);
  const byImportance = ['cancelled', 'estimated', 'corrected', 'not_billed'] as const;
  return byImportance.find((why) => reasons.includes(why)) ?? 'corrected';
}

/** The ledger rows of a line: one for each segment. */
function billedRows({ code }: Charge, { segments, terms, parts }: PeriodLine): Omit<BilledAmount, 'isSettled'>[] {
  return parts.flatMap((part, index): Omit<BilledAmount, 'isSettled'>[] => {
    const segment = segments[index];
    if (segment === undefined) return [];
    const { meter, due, billed, periodStart, periodEnd } = segment;
    const quantity = meterCountText(limitedTo(due - billed, part));
    const isEstimated = readingsOn(meter, segment, 0n).estimated;
    const { amount, vatAmount } = part;
    return [
      { periodStart, periodEnd, meterId: meter.meterId, charge: code, quantity, terms, amount, vatAmount, isEstimated },
    ];
  });
}

function rowsWithoutConsumption(
  charge: Charge,
  { withoutConsumption = [], terms }: PeriodLine,
): Omit<BilledAmount, 'isSettled'>[] {
  return withoutConsumption.map((segment) => {
    const { periodStart, periodEnd, meter } = segment;
    const [tariff] = splitByTariff(charge, { periodStart, periodEnd: periodStart });
    const tariffTerms = tariff?.unitPrice === undefined ? terms : termsIn(tariff.unitPrice, tariff.vatRate, 0n);
    return {
      periodStart,
      periodEnd,
      meterId: meter.meterId,
      charge: charge.code,
      terms: { ...tariffTerms, coefficient: terms.coefficient },
      quantity: '0',
      amount: 0,
      vatAmount: 0,
      isEstimated: readingsOn(meter, segment, 0n).estimated,
    };
  });
}
