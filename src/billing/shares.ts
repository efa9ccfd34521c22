// Shares: the positions of an apartment that changed hands inside a period, divided over those who pay, so that theirs add up to the whole to the cent.
import { daysInclusive, type Period } from '../platform/dates.ts';
import { formatDecimal, percentOf, quotient } from '../platform/decimal.ts';
import { amountFromCents, type Cents } from '../platform/money.ts';
import { allocate, exactShare } from './allocate.ts';
import type { ReadingsTaken, Reckoned, Share } from './calculation.ts';
import type { Position } from './charges.ts';
import { type Course, type Fraction, fractionOf, sharedDays } from './courses.ts';
import { figureAt, isDivided, type Line, usedIn } from './lines.ts';

/** A position of the whole period, the tenures that cover that, and how the consumption behind it ran, where readings tell. */
export type Shared = {
  readonly whole: Position<Reckoned>;
  readonly tenures: readonly Period[];
  readonly course: Course | undefined;
};

/**
 * Divides one position over tenures: by what was used between readings where a course tells, otherwise by days. Undefined for a tenure without any of its
 * days. VAT runs up with the amounts: what is due until the end of a tenure, less what was until its beginning.
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
  const weights = days.map((own) => (own === undefined ? 0n : fractionOf(told, own, part.of).part));
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const cents = allocate(whole.amount, weights);
  const vats = runningVat(
    cents.map((one) => one.cents),
    line,
  );
  return tenures.map((tenure, place): Position<Reckoned> | undefined => {
    const [own, weight = 0n, amount] = [days[place], weights[place], cents[place]];
    if (own === undefined || amount === undefined) return undefined;
    const quantity = (within: Period) => usedIn(figures, index, fractionOf(told, within, part.of));
    const share: Share = {
      whole: amountFromCents(whole.amount),
      from: own.periodStart,
      to: own.periodEnd,
      ...(told === undefined
        ? { by: 'days', part: String(daysInclusive(own)), of: String(part.days) }
        : { by: 'readings', part: quantity(own), of: quantity(part) }),
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
    const { start, startOn, end, endOn, consumption } = span;
    const { startOn: _known, ...meter } = taken;
    const read = { start, ...(startOn !== null && { startOn }), end, endOn, consumption: formatDecimal(consumption) };
    return { ...meter, ...read, estimated: taken.estimated && end === taken.end };
  });
}
