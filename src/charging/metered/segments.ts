// Segments: the days of a meter, or of a remainder, with one price: what was counted on them, what was billed of that,
// and what is left to settle. Pure.
import { addDays, type Day, daysInclusive, type Period } from '../../platform/values/dates.ts';
import type { Cents } from '../../platform/values/money.ts';

/** The terms at which days were billed: net price, VAT in percent and the apartment's coefficient, as plain text. */
export type PriceTerms = { readonly unitPrice: string; readonly vatRate: string; readonly coefficient: string };

/** What is billed of a meter by a charge on a segment. Without terms it divided a bill. */
export type BilledSegment = Period & {
  readonly terms: PriceTerms | undefined;
  /** A count of 10^-6 of the meter's unit; for a remainder of 10^-9 of the billed unit. */
  readonly quantity: bigint;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  /** The part of the amounts that credit notes gave back. */
  readonly credited: Cents;
  readonly creditedVat: Cents;
  readonly isEstimated: boolean;
  /** What was billed by invoices that were cancelled since: not part of the quantity, but a reason for a difference. */
  readonly cancelled: bigint;
};

/**
 * A segment: days of one meter, or of a remainder, with one price. `due` is what was counted on them and `billed` what
 * invoices billed of it: counts of 10^-6 of the meter's unit, or of 10^-9 of the billed unit for a remainder. The
 * amounts are those that were billed.
 */
export type Segment = Omit<BilledSegment, 'quantity'> & {
  readonly due: bigint;
  readonly billed: bigint;
  /** Whether no invoice has these days. */
  readonly isUninvoiced: boolean;
};

/**
 * Splits the days from one to another into segments, by what was counted up to the end of each day: at the starts and
 * ends of what was billed, and at `cuts`. What was billed of a segment that is cut is divided by days, quantity and
 * cents so that the parts add up to the whole.
 */
export function splitIntoSegments(
  countedUntil: (day: Day) => bigint,
  { periodStart, periodEnd }: Period,
  billed: readonly BilledSegment[],
  cuts: readonly Day[],
): Segment[] {
  const starts = new Set([
    periodStart,
    ...cuts,
    ...billed.flatMap((billedSegment) => [billedSegment.periodStart, addDays(billedSegment.periodEnd, 1)]),
  ]);
  const firstDays = [...starts].filter((day) => day >= periodStart && day <= periodEnd).sort();
  const billedIn = billedByStart(billed, firstDays);
  let counted = firstDays.length === 0 ? 0n : countedUntil(addDays(periodStart, -1));
  return firstDays.map((start, index): Segment => {
    const next = firstDays[index + 1];
    const days = { periodStart: start, periodEnd: next === undefined ? periodEnd : addDays(next, -1) };
    const until = countedUntil(days.periodEnd);
    const due = until - counted;
    counted = until;
    const onThese = (billedIn.get(start) ?? []).filter((billedSegment) => covers(billedSegment, days));
    return { ...days, due, ...sumBilled(onThese.map((billedSegment) => billedOn(billedSegment, days))) };
  });
}

/** What was billed of each segment by its first day: what begins and ends elsewhere is not looked at. */
function billedByStart(billed: readonly BilledSegment[], firstDays: readonly Day[]) {
  const placeOf = new Map(firstDays.map((day, index) => [day, index]));
  const billedIn = new Map<Day, BilledSegment[]>(firstDays.map((day) => [day, []]));
  for (const segment of billed) {
    // A segment begins on one of the first days, unless it began before all of them.
    const from = placeOf.get(segment.periodStart) ?? 0;
    for (let at = from; at < firstDays.length && (firstDays[at] ?? '') <= segment.periodEnd; at += 1)
      billedIn.get(firstDays[at] ?? '')?.push(segment);
  }
  return billedIn;
}

function covers(whole: Period, part: Period): boolean {
  return whole.periodStart <= part.periodStart && part.periodEnd <= whole.periodEnd;
}

/** What was billed on some of the days of a billed segment. */
function billedOn(segment: BilledSegment, days: Period): BilledSegment {
  if (segment.periodStart === days.periodStart && segment.periodEnd === days.periodEnd) return segment;
  const all = BigInt(daysInclusive(segment));
  const [before, until] = [days.periodStart, addDays(days.periodEnd, 1)].map((day) =>
    BigInt(daysInclusive({ periodStart: segment.periodStart, periodEnd: day }) - 1),
  ) as [bigint, bigint];
  const part = (whole: bigint) => (whole * until) / all - (whole * before) / all;
  const cents = (whole: Cents) => Number(part(BigInt(whole)));
  const { terms, isEstimated } = segment;
  return {
    ...days,
    terms,
    quantity: part(segment.quantity),
    amount: cents(segment.amount),
    vatAmount: cents(segment.vatAmount),
    credited: cents(segment.credited),
    creditedVat: cents(segment.creditedVat),
    isEstimated,
    cancelled: part(segment.cancelled),
  };
}

/** Combines everything that was billed on the same days, with the terms of the largest quantity. */
function sumBilled(parts: readonly BilledSegment[]): Omit<Segment, 'due' | keyof Period> {
  const most = parts.toSorted((a, b) => Number(size(b.quantity) - size(a.quantity)))[0];
  const sum = (of: (part: BilledSegment) => Cents) => parts.reduce((all, part) => all + of(part), 0);
  return {
    isUninvoiced: most === undefined,
    terms: most?.terms,
    billed: parts.reduce((all, part) => all + part.quantity, 0n),
    amount: sum((part) => part.amount),
    vatAmount: sum((part) => part.vatAmount),
    credited: sum((part) => part.credited),
    creditedVat: sum((part) => part.creditedVat),
    isEstimated: parts.some((part) => part.isEstimated),
    cancelled: parts.reduce((all, part) => all + part.cancelled, 0n),
  };
}

function size(quantity: bigint): bigint {
  return quantity < 0n ? -quantity : quantity;
}

/**
 * What is due of a thing and its days, what invoices charged of it, and how much of that credit notes gave back, with
 * the sign of what was charged.
 */
type StandingAmount = { readonly due: Cents; readonly billed: Cents; readonly credited: Cents };

/**
 * What an invoice must charge so that all that is charged comes to `due`, credit notes apart. What stands (`billed`
 * less `credited`) never changes its sign by it where credit notes gave something back: what they gave back is not
 * given back again, and what they took back is not charged again.
 */
export function calculateSettlement({ due, billed, credited }: StandingAmount): Cents {
  if (credited === 0 || due === billed) return due - billed;
  const left = billed - credited;
  const sign = Math.sign(left) || Math.sign(credited);
  const aim = sign * Math.max(0, sign * due);
  const isReversal = credited * sign < 0;
  if (isReversal && (aim - billed) * sign > 0) return sign * Math.max(0, Math.abs(aim) - Math.abs(left));
  return (aim - credited) * sign < 0 ? 0 - left : aim - billed;
}

/** The same for net and VAT. Where nothing of the net stands any more, nothing of its VAT does. */
export function settleWithVat(
  net: StandingAmount,
  vat: StandingAmount,
): { readonly amount: Cents; readonly vatAmount: Cents } {
  const amount = calculateSettlement(net);
  const isUsedUp = amount !== net.due - net.billed && net.billed - net.credited + amount === 0;
  return { amount, vatAmount: isUsedUp ? vat.credited - vat.billed : calculateSettlement(vat) };
}
