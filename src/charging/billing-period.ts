// Billing periods: valid periods, and when a period is closed. A closed period does not change; it is corrected by
// further invoices.

import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, type Problem } from '../platform/errors.ts';
import { type Day, daysInclusive, type Period } from '../platform/values/dates.ts';
import { periodIsClosed } from './supplier-bill-queries.ts';

const maxPeriodDays = 366;

/**
 * The problems of a requested period: ends in the wrong order, too long, or only one end. No period at all is valid.
 */
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

/** Why the bills of a period cannot change any more. */
export function periodClosedMessage({ periodStart, periodEnd }: Period): string {
  return `The bills cannot change: invoices of ${periodStart} to ${periodEnd} were sent or paid, so the period is closed. Add late bills with a correction of the period (POST /console/api/buildings/{id}/corrections).`;
}

/**
 * Rejects changes of bills in a closed period: one with an invoice that was sent or paid. The caller has locked the
 * building, so that nothing is generated meanwhile. Throws Conflict (period_closed).
 */
export async function requireOpenPeriod(scope: Scope, buildingId: string, period: Period): Promise<void> {
  if (await periodIsClosed(scope, buildingId, period)) throw new Conflict('period_closed', periodClosedMessage(period));
}
