// Preflight: what a generation would refuse, all of it with apartment and charge, and how its figures differ from the period before.
import { addDays, daysInclusive, endOfMonth, type Period, previousMonth } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { ChargeProblem } from '../charging/charge-engine.ts';
import * as queries from './preflight-queries.ts';

/** What stands against a generation. What `stops` keeps everything from being made; the rest leaves out one apartment. */
export type Reason = {
  readonly code: ChargeProblem['code'] | 'bill_already_split' | 'period_closed' | 'period_overlaps';
  readonly message: string;
  readonly stops: boolean;
  readonly charge?: string;
  readonly apartmentId?: string;
  readonly field?: ChargeProblem['field'];
};

/** A figure beside that of the period before, in cents. It is flagged when a person should look at it. */
export type Change = { readonly previous: Cents; readonly change: Cents; readonly flagged: boolean };

export type Preflight = {
  readonly problems: readonly Reason[];
  /** Null when nothing was billed for it. */
  readonly previousPeriod: Period | null;
  /** By the charge's code, net. */
  readonly charges: ReadonlyMap<string, Change>;
  /** By the apartment's id, its invoices with VAT. Empty while charges are left out because of problems. */
  readonly apartments: ReadonlyMap<string, Change>;
};

/** A change is worth a look when it is larger than both. */
const notable = { percent: 30, cents: 500 };

/** What a generation would bill: net for each charge, with VAT for each apartment. */
export type Figures = {
  readonly charges: ReadonlyMap<string, Cents>;
  readonly apartments: ReadonlyMap<string, Cents>;
};

/** Sets the figures of a generation beside those of the period before: as many whole months, or as many days. */
export async function preflight(
  scope: Scope,
  buildingId: string,
  period: Period,
  { charges, apartments }: Figures,
  problems: readonly Reason[],
): Promise<Preflight> {
  const previous = periodBefore(period);
  const before = await queries.findBilled(scope, buildingId, previous);
  const known = before.apartments.size > 0;
  const whole = !problems.some((problem) => problem.stops);
  return {
    problems,
    previousPeriod: known ? previous : null,
    charges: known ? changes(charges, before.charges) : new Map(),
    apartments: known && whole ? changes(apartments, before.apartments) : new Map(),
  };
}

function changes(now: ReadonlyMap<string, Cents>, before: ReadonlyMap<string, Cents>): ReadonlyMap<string, Change> {
  return new Map([...now].map(([key, cents]) => [key, changeOf(cents, before.get(key) ?? 0)]));
}

/** How a figure changed. Pure. */
export function changeOf(now: Cents, previous: Cents): Change {
  const change = now - previous;
  const flagged = Math.abs(change) > notable.cents && Math.abs(change) * 100 > Math.abs(previous) * notable.percent;
  return { previous, change, flagged };
}

/** The period before: of whole calendar months as many of them, otherwise as many days. Pure. */
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
