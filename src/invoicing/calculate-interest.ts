// Late interest: what an overdue invoice costs its payer per day. Exact, and rounded to cents once at the end. Pure.

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

/** The rate in percent per day, valid from a day on. null: no interest. */
export type InterestRate = { readonly from: Day; readonly percentPerDay: number | null };

/** The facts of an invoice that is or was overdue. */
export type Debt = {
  readonly id: string;
  readonly number: string;
  /** Without the interest on it. */
  readonly principal: Cents;
  /** The last day on which payment is in time. */
  readonly dueOn: Day;
  /** Payments of the invoice. They count from the day after payment: the payment day itself was still late. */
  readonly payments: readonly { readonly paidOn: Day; readonly amount: Cents }[];
  /** Days that invoices already charge interest for. */
  readonly charged: readonly Period[];
};

/**
 * Calculates the interest on a debt up to a day, for days not yet charged: principal × rate × days for each run of days
 * with the same principal and rate. A payment reduces the principal first. Returns undefined below half a cent; those
 * days are charged later.
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
  const days = starts.flatMap((from, index): DaysInCents[] => {
    const to = addDays(starts[index + 1] ?? after, -1);
    const percentPerDay = rates.findLast((rate) => rate.from <= from)?.percentPerDay ?? null;
    const paid = payments.reduce((sum, { paidOn, amount }) => (paidOn < from ? sum + amount : sum), 0);
    const isCharged = charged.some(({ periodStart, periodEnd }) => periodStart <= from && from <= periodEnd);
    if (percentPerDay === null || paid >= principal || isCharged || to < from) return [];
    const length = daysInclusive({ periodStart: from, periodEnd: to });
    return [{ from, to, days: length, principal: principal - paid, percentPerDay }];
  });
  const raw = days.map(exactInterest).reduce(add, { units: 0n, scale: 0 });
  const cents = roundToCents(raw);
  if (cents === 0) return undefined;
  return {
    invoiceId: id,
    invoiceNumber: number,
    days: days.map((same) => ({ ...same, principal: amountFromCents(same.principal) })),
    raw: formatDecimal(raw),
    rounded: amountFromCents(cents),
  };
}

/** Days with the same principal and rate; the principal in cents. */
type DaysInCents = Omit<InterestDays, 'principal'> & { readonly principal: Cents };

function exactInterest({ principal, percentPerDay, days }: DaysInCents): Decimal {
  const rate = parseDecimal(percentPerDay, decimalRanges.lateInterest);
  if (rate === undefined) throw new RangeError(`A rate of late interest is not valid: ${percentPerDay}.`);
  // Two decimals from cents, two from percent.
  return multiply({ units: BigInt(principal) * BigInt(days), scale: 4 }, rate);
}
