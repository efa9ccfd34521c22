// Shares: the positions of an apartment that changed hands inside a period, divided over those who pay, so that theirs add up to the whole to the cent.
import { daysInclusive, type Period } from '../platform/dates.ts';
import {
  cutFraction,
  type Decimal,
  formatDecimal,
  fractionToCents,
  multiply,
  percentOf,
  quotient,
  roundToCents,
} from '../platform/decimal.ts';
import { amountFromCents, type Cents, sumCents } from '../platform/money.ts';
import { allocate, exactShare } from './allocate.ts';
import type { ReadingsTaken, Reckoned, Share } from './calculation.ts';
import type { Position } from './charges.ts';
import { type Course, type Fraction, fractionOf, sharedDays } from './courses.ts';
import { figureAt, isDivided, type Line, usedIn } from './lines.ts';
import { bothEnds } from './metered.ts';

/** A position of the whole period, the tenures that cover that, and how the consumption behind it ran, where readings tell. */
export type Shared = {
  readonly whole: Position<Reckoned>;
  readonly tenures: readonly Period[];
  readonly course: Course | undefined;
};

/**
 * Divides one position over tenures: by what was used between readings where a course tells, otherwise by days. Undefined for a tenure without any of its
 * days. VAT runs up with the amounts: what is due until the end of a tenure, less what was until its beginning. What settles earlier invoices is the first
 * tenure's, where a course tells.
 */
export function shareOut(
  line: Line,
  index: number,
  { whole, tenures, course }: Shared,
): (Position<Reckoned> | undefined)[] {
  const { part, figures } = line;
  const days = tenures.map((tenure) => sharedDays(part, tenure));
  const used = days.map((own) => (own === undefined ? 0n : fractionOf(course, own, part.of).part));
  const told = used.some((one) => one > 0n) ? course : undefined;
  const plain = days.map((own) => (own === undefined ? 0n : fractionOf(told, own, part.of).part));
  const first = days.findIndex((own) => own !== undefined);
  if (told?.[0]?.settled !== undefined && !isDivided(line.charge))
    return settling(line, index, { whole, tenures, course: told }, { days, weights: plain, first });
  const weights = told === undefined ? plain : withSettled(told, plain, first);
  const all = sumOf(weights);
  const cents = allocate(whole.amount, weights);
  const vats = runningVat(
    cents.map((one) => one.cents),
    line,
  );
  return tenures.map((tenure, place): Position<Reckoned> | undefined => {
    const [own, weight = 0n, amount] = [days[place], weights[place], cents[place]];
    if (own === undefined || amount === undefined) return undefined;
    const portion = fractionOf(told, part, part.of);
    const quantity = (of: bigint) => usedIn(figures, index, { part: of * portion.part, whole: all * portion.whole });
    const share: Share = {
      whole: amountFromCents(whole.amount),
      from: own.periodStart,
      to: own.periodEnd,
      ...(told === undefined
        ? { by: 'days', part: String(daysInclusive(own)), of: String(part.days) }
        : { by: 'readings', part: quantity(weight), of: quantity(all) }),
      raw: exactShare(whole.amount, weight, all),
      wholeCents: amountFromCents(amount.cents - amount.remainder),
      remainderCent: amount.remainder,
    };
    const readings = told === undefined ? undefined : readingsIn(told, tenure, whole.calculation.readings ?? []);
    return {
      ...whole,
      quantity: quantityOf(
        line,
        index,
        isDivided(line.charge) ? { part: weight, whole: all } : fractionOf(course, own, part.of),
      ),
      amount: amount.cents,
      vatAmount: vats[place] ?? 0,
      calculation: { ...whole.calculation, share, ...(readings && { readings }) },
    };
  });
}

function sumOf(weights: readonly bigint[]): bigint {
  return weights.reduce((sum, weight) => sum + weight, 0n);
}

/** The weights of a bill's parts with what settles earlier invoices, which is the first tenure's. None is below zero. */
function withSettled(course: Course, weights: readonly bigint[], first: number): readonly bigint[] {
  const { settled = 0n } = course[0] ?? {};
  const read = sumOf(course.map(({ used }) => used));
  const owed = (settled * sumOf(weights)) / read;
  const all = weights.map((weight, place) => (place !== first ? weight : weight + owed > 0n ? weight + owed : 0n));
  return all.some((weight) => weight > 0n) ? all : weights;
}

/** Divides a position at a price over tenures: to each what its days' readings say, and to the first the rest, which is what settles earlier invoices. */
function settling(
  line: Line,
  index: number,
  { whole, tenures, course }: Shared & { readonly course: Course },
  {
    days,
    weights,
    first,
  }: { readonly days: readonly (Period | undefined)[]; readonly weights: readonly bigint[]; readonly first: number },
): (Position<Reckoned> | undefined)[] {
  const { part, figures } = line;
  const { part: inPart, whole: all } = fractionOf(course, part, part.of);
  const factor = figures.weighted?.coefficients[index] ?? 1n;
  const read: Decimal = { units: sumOf(course.map(({ used }) => used)) * factor, scale: figures.scale };
  const price = part.unitPrice ?? { units: 0n, scale: 0 };
  const total = cutFraction(figureAt(figures, index), inPart, all, 6);
  const cents = weights.map((weight) => fractionToCents(multiply(read, price), weight, all));
  const used = weights.map((weight) => cutFraction(read, weight, all, 6).units);
  cents[first] = whole.amount - sumCents(cents.filter((_, place) => place !== first));
  used[first] = total.units - sumOf(used.filter((_, place) => place !== first));
  const vats = runningVat(cents, line);
  return tenures.map((tenure, place): Position<Reckoned> | undefined => {
    const [own, amount = 0, units = 0n] = [days[place], cents[place], used[place]];
    if (own === undefined) return undefined;
    const quantity = { units, scale: 6 };
    const raw = multiply(quantity, price);
    const cut = roundToCents(raw);
    const share: Share = {
      whole: amountFromCents(whole.amount),
      from: own.periodStart,
      to: own.periodEnd,
      by: 'readings',
      part: formatDecimal(quantity),
      of: formatDecimal(total),
      unitPrice: formatDecimal(price),
      raw: formatDecimal(cutFraction(raw, 1n, 1n, 6)),
      wholeCents: amountFromCents(cut),
      remainderCent: Math.sign(amount - cut) as Share['remainderCent'],
    };
    const readings = readingsIn(course, tenure, whole.calculation.readings ?? []);
    const calculation = { ...whole.calculation, share, readings };
    return { ...whole, quantity: formatDecimal(quantity), amount, vatAmount: vats[place] ?? 0, calculation };
  });
}

function runningVat(amounts: readonly Cents[], { part }: Line): Cents[] {
  let until = 0;
  return amounts.map((cents) => {
    const before = percentOf(until, part.vatRate);
    until += cents;
    return percentOf(until, part.vatRate) - before;
  });
}

function quantityOf({ figures }: Line, index: number, { part, whole }: Fraction): string {
  const { units, scale } = figureAt(figures, index);
  return formatDecimal(quotient({ units: units * part, scale }, { units: whole, scale: 0 }, 6));
}

/** The readings of a tenure's own stretch. */
function readingsIn(course: Course, tenure: Period, whole: readonly ReadingsTaken[]): ReadingsTaken[] {
  const stretch = course.find(({ periodStart }) => periodStart === tenure.periodStart);
  return whole.map((taken) => {
    const span = stretch?.registers.find(({ meterId }) => meterId === taken.meterId);
    if (span === undefined) return taken;
    const { startOn: _known, settled: _all, ...meter } = taken;
    return { ...meter, ...bothEnds(span), estimated: taken.estimated && span.end === taken.end };
  });
}
