// Preflight: every problem that would block a generation, with apartment and charge, and the changes of its amounts
// from the period before.

import type { ChargeProblem } from '../charging/model.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, daysInclusive, endOfMonth, type Period, previousMonth } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import * as queries from './preflight-queries.ts';

/** A problem of a generation. With `stops` nothing is created; otherwise only one apartment is left out. */
export type PreflightProblem = {
  readonly code: ChargeProblem['code'] | 'bill_already_split' | 'period_closed' | 'period_overlaps';
  readonly message: string;
  readonly stops: boolean;
  readonly charge?: string;
  readonly apartmentId?: string;
  readonly field?: ChargeProblem['field'];
  readonly meterIds?: readonly string[];
  /** Of a bill: what is to be split, and what existing and missing invoices contain of it. */
  readonly split?: { readonly bill: Cents; readonly invoiced: Cents; readonly missing: Cents };
};

/** The change of an amount from the period before, in cents. A flagged change should be checked. */
export type AmountChange = { readonly previous: Cents; readonly change: Cents; readonly flagged: boolean };

export type Preflight = {
  readonly problems: readonly PreflightProblem[];
  /** Null when nothing was billed for it. */
  readonly previousPeriod: Period | null;
  /** By charge code, net. */
  readonly charges: ReadonlyMap<string, AmountChange>;
  /** By apartment id, with VAT. Empty while problems leave charges out. */
  readonly apartments: ReadonlyMap<string, AmountChange>;
};

/** A change is flagged when it exceeds both. */
const notableChange = { percent: 30, cents: 500 };

/** The amounts a generation would bill: net by charge, with VAT by apartment. */
type PreflightTotals = {
  readonly charges: ReadonlyMap<string, Cents>;
  readonly apartments: ReadonlyMap<string, Cents>;
};

/**
 * Compares the amounts of a generation with those of the period before: the same number of whole months, or of days.
 */
export async function buildPreflight(
  scope: Scope,
  buildingId: string,
  period: Period,
  { charges, apartments }: PreflightTotals,
  problems: readonly PreflightProblem[],
): Promise<Preflight> {
  const previous = periodBefore(period);
  const before = await queries.findBilledAmounts(scope, buildingId, previous);
  const hasPreviousInvoices = before.apartments.size > 0;
  const isComplete = !problems.some((problem) => problem.stops);
  return {
    problems,
    previousPeriod: hasPreviousInvoices ? previous : null,
    charges: hasPreviousInvoices ? compareAmounts(charges, before.charges) : new Map(),
    apartments: hasPreviousInvoices && isComplete ? compareAmounts(apartments, before.apartments) : new Map(),
  };
}

function compareAmounts(
  now: ReadonlyMap<string, Cents>,
  before: ReadonlyMap<string, Cents>,
): ReadonlyMap<string, AmountChange> {
  return new Map([...now].map(([key, cents]) => [key, compareAmount(cents, before.get(key) ?? 0)]));
}

/** How an amount changed. Pure. */
export function compareAmount(now: Cents, previous: Cents): AmountChange {
  const change = now - previous;
  const flagged =
    Math.abs(change) > notableChange.cents && Math.abs(change) * 100 > Math.abs(previous) * notableChange.percent;
  return { previous, change, flagged };
}

/** The period before: the same number of whole calendar months, or of days. Pure. */
export function periodBefore({ periodStart, periodEnd }: Period): Period {
  const before = addDays(periodStart, -1);
  if (!periodStart.endsWith('-01') || endOfMonth(periodEnd) !== periodEnd)
    return { periodStart: addDays(periodStart, -daysInclusive({ periodStart, periodEnd })), periodEnd: before };
  let start = periodStart;
  for (let end = endOfMonth(periodStart); ; end = endOfMonth(addDays(end, 1))) {
    start = previousMonth(start).periodStart;
    if (end >= periodEnd) return { periodStart: start, periodEnd: before };
  }
}
