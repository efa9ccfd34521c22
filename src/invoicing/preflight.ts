// Preflight: every problem that would block a generation, with apartment and charge, and the changes of its amounts
// from the period before.

import type { ChargeProblem } from '../charging/model.ts';
import { splitAmount } from '../charging/split-amount.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, daysInclusive, endOfMonth, type Period, previousMonth } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { InvoiceOutcome } from './planned-invoices.ts';
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
  /** What was billed for deleted apartments; with `apartments`, all that was billed for the period before. */
  readonly deleted: ReadonlyMap<string, Cents>;
  /** By planned invoice: where the payers changed, its part of the apartment's. */
  readonly invoices: ReadonlyMap<InvoiceOutcome, AmountChange>;
};

/** A change is flagged when it exceeds both. */
const notableChange = { percent: 30, cents: 500 };

/** What a generation would bill: net by charge, and the planned invoices. */
type PlannedAmounts = {
  readonly charges: ReadonlyMap<string, Cents>;
  readonly invoices: readonly InvoiceOutcome[];
};

/**
 * Compares the amounts of a generation with those of the period before: the same number of whole months, or of days.
 */
export async function buildPreflight(
  scope: Scope,
  buildingId: string,
  period: Period,
  { charges, invoices }: PlannedAmounts,
  problems: readonly PreflightProblem[],
): Promise<Preflight> {
  const previous = periodBefore(period);
  const before = await queries.findBilledAmounts(scope, buildingId, previous);
  const hasPreviousInvoices = before.apartments.size > 0;
  const isComplete = !problems.some((problem) => problem.stops);
  const now = sumByApartment(invoices);
  const apartments = hasPreviousInvoices && isComplete ? compareAmounts(now, before.apartments) : new Map();
  const deleted = new Map(isComplete ? [...before.apartments].filter(([id]) => !now.has(id)) : []);
  return {
    problems,
    previousPeriod: hasPreviousInvoices ? previous : null,
    charges: hasPreviousInvoices ? compareAmounts(charges, before.charges) : new Map(),
    apartments,
    deleted,
    invoices: compareInvoices(invoices, apartments, period),
  };
}

function sumByApartment(invoices: readonly InvoiceOutcome[]): ReadonlyMap<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const { apartmentId, amount = 0 } of invoices) sums.set(apartmentId, (sums.get(apartmentId) ?? 0) + amount);
  return sums;
}

/**
 * The changes of planned invoices. Several of an apartment share its amount of the period before by their days, to the
 * cent, so that all add up to what the building billed; they are flagged together. Pure.
 */
export function compareInvoices(
  invoices: readonly InvoiceOutcome[],
  apartments: ReadonlyMap<string, AmountChange>,
  period: Period,
): ReadonlyMap<InvoiceOutcome, AmountChange> {
  const changes = new Map<InvoiceOutcome, AmountChange>();
  for (const [apartmentId, parts] of Map.groupBy(invoices, (invoice) => invoice.apartmentId)) {
    const whole = apartments.get(apartmentId);
    if (whole === undefined) continue;
    const shares = splitAmount(
      whole.previous,
      parts.map((part) => daysInclusive({ ...period, ...part })),
    );
    for (const [index, part] of parts.entries()) {
      const previous = shares[index]?.cents ?? 0;
      changes.set(part, { previous, change: (part.amount ?? 0) - previous, flagged: whole.flagged });
    }
  }
  return changes;
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
