// Late interest: what an overdue invoice costs its payer, day by day, exact until it is rounded to cents once. Pure.

import type { InterestDays, OverdueInvoice } from '../charging/calculation.ts';
import { addDays, type Day, daysInclusive, type Period } from '../platform/values/dates.ts';
import {
  add,
  type Decimal,
  decimalRanges,
  formatDecimal,
  multiply,
  parseDecimal,
  roundToCents,
} from '../platform/values/decimal.ts';
import { amountFromCents, type Cents } from '../platform/values/money.ts';

/** Percent per day from a day on; null: none. */
export type InterestRate = { readonly from: Day; readonly percentPerDay: number | null };

/** What is known of an invoice that is or was overdue. */
export type Debt = {
  readonly id: string;
  readonly number: string;
  /** Without interest that stands on it. */
  readonly principal: Cents;
  /** The last day on which it could be paid in time. */
  readonly dueOn: Day;
  /** What pays it, from the day after each payment: that day itself was still late. */
  readonly payments: readonly { readonly paidOn: Day; readonly amount: Cents }[];
  /** Days that invoices charge for already. */
  readonly charged: readonly Period[];
};

/**
 * The interest on a debt until a day, for days that nothing charges yet: principal × rate × days for each stretch of days with the same principal and rate.
 * What pays a debt pays its principal first. Undefined where it comes to less than half a cent: those days wait.
 */
export function calculateInterest(
  { id, number, principal, dueOn, payments, charged }: Debt,
  rates: readonly InterestRate[],
  until: Day,
): OverdueInvoice | undefined {
  const after = addDays(until, 1);
  const turns = [
    ...payments.map(({ paidOn }) => addDays(paidOn, 1)),
    ...rates.map(({ from }) => from),
    ...charged.flatMap(({ periodStart, periodEnd }) => [periodStart, addDays(periodEnd, 1)]),
  ];
  const first = addDays(dueOn, 1);
  const starts = [...new Set([first, ...turns.filter((day) => day > first && day < after)])].toSorted();
  const days = starts.flatMap((from, place): InterestDays[] => {
    const to = addDays(starts[place + 1] ?? after, -1);
    const percentPerDay = rates.findLast((rate) => rate.from <= from)?.percentPerDay ?? null;
    const paid = payments.reduce((sum, { paidOn, amount }) => (paidOn < from ? sum + amount : sum), 0);
    const isCharged = charged.some(({ periodStart, periodEnd }) => periodStart <= from && from <= periodEnd);
    if (percentPerDay === null || paid >= principal || isCharged || to < from) return [];
    const length = daysInclusive({ periodStart: from, periodEnd: to });
    return [{ from, to, days: length, principal: amountFromCents(principal - paid), percentPerDay }];
  });
  const raw = days.map(exactInterest).reduce(add, { units: 0n, scale: 0 });
  const cents = roundToCents(raw);
  if (cents === 0) return undefined;
  return { invoiceId: id, invoiceNumber: number, days, raw: formatDecimal(raw), rounded: amountFromCents(cents) };
}

function exactInterest({ principal, percentPerDay, days }: InterestDays): Decimal {
  const rate = parseDecimal(percentPerDay, decimalRanges.lateInterest);
  if (rate === undefined) throw new RangeError(`A rate of late interest is ${percentPerDay}.`);
  const cents = { units: BigInt(Math.round(principal * 100)) * BigInt(days), scale: 4 }; // 2 of cents, 2 of percent.
  return multiply(cents, rate);
}
