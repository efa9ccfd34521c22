// Periods: what can be one, and when one is closed. What is closed does not change; what it should have been comes as a correction.

import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, type Problem } from '../platform/errors.ts';
import { type Day, daysInclusive, type Period } from '../platform/values/dates.ts';
import { periodIsClosed } from './supplier-bill-queries.ts';

const maxPeriodDays = 366;

/** What is wrong with a period as it was written: its ends in the wrong order, too long, or one end without the other. None at all is no fault. */
export function periodProblems({ periodStart, periodEnd }: { periodStart?: Day; periodEnd?: Day }): Problem[] {
  if (periodStart === undefined && periodEnd === undefined) return [];
  if (periodStart === undefined || periodEnd === undefined) {
    const missing = periodStart === undefined ? 'periodStart' : 'periodEnd';
    const message = `${missing} is missing: give both ends of the period, or neither for the previous calendar month.`;
    return [bodyProblem([missing], 'required', message)];
  }
  const reject = (message: string) => [bodyProblem(['periodEnd'], 'out_of_range', message)];
  if (periodEnd < periodStart) return reject('periodEnd must not be before periodStart.');
  const days = daysInclusive({ periodStart, periodEnd });
  return days > maxPeriodDays ? reject(`A period has at most ${maxPeriodDays} days, and this one has ${days}.`) : [];
}

/** Why the bills of a period do not change any more. */
export function periodClosedMessage({ periodStart, periodEnd }: Period): string {
  return `The bills cannot change: invoices of ${periodStart} to ${periodEnd} were sent or paid, so the period is closed. Bring in what came late with a correction of the period.`;
}

/**
 * Refuses to change the bills of a period that is closed: one with an invoice that was sent or paid. The building is locked, so that nothing is generated
 * meanwhile. Throws Conflict (period_closed).
 */
export async function requireOpenPeriod(scope: Scope, buildingId: string, period: Period): Promise<void> {
  if (await periodIsClosed(scope, buildingId, period)) throw new Conflict('period_closed', periodClosedMessage(period));
}
