// Reading windows: the days of each month on which a building asks its residents for readings; a window can cross the
// end of a month.

import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { addDays, type Day, endOfMonth, type Period, periodsOverlap } from '../platform/values/dates.ts';
import { placesExist, shareLockBuilding } from '../properties/property-queries.ts';
import type { Boundary } from './counted-total.ts';
import type { ReadingWindow } from './metering-queries.ts';
import * as queries from './metering-queries.ts';

/** The reading window of a building; null when it has none. Throws NotFound (the building). */
export async function getWindow(scope: Scope, buildingId: string): Promise<ReadingWindow | null> {
  if (!(await placesExist(scope, { buildingId }))) throw new NotFound();
  return (await queries.findWindow(scope, buildingId)) ?? null;
}

/** Sets the reading window of a building; null deletes it. Throws NotFound (the building). */
export async function setWindow(scope: Scope, buildingId: string, window: ReadingWindow | null): Promise<void> {
  if (!(await shareLockBuilding(scope, buildingId))) throw new NotFound();
  if (window === null) await queries.deleteWindow(scope, buildingId);
  else await queries.saveWindow(scope, buildingId, window);
  await queries.unsettleBuilding(scope, buildingId);
}

/**
 * The first and last day of the window around a day; undefined outside of windows. A day that a month lacks is its last
 * day.
 */
export function windowAround({ fromDay, toDay }: ReadingWindow, day: Day): Period | undefined {
  const first = (of: Day) => dayOfMonth(of, fromDay);
  const last = (of: Day) => dayOfMonth(of, toDay);
  const before = addDays(`${day.slice(0, 8)}01`, -1);
  const after = addDays(endOfMonth(day), 1);
  const windows =
    fromDay <= toDay
      ? [{ periodStart: first(day), periodEnd: last(day) }]
      : [
          { periodStart: first(before), periodEnd: last(day) },
          { periodStart: first(day), periodEnd: last(after) },
        ];
  return windows.find(({ periodStart, periodEnd }) => periodStart <= day && day <= periodEnd);
}

/** Whether a day lies in the reading window. */
export function isOpen(window: ReadingWindow, day: Day): boolean {
  return windowAround(window, day) !== undefined;
}

/**
 * The last day whose readings count for the end of a day. For the last day of a month this is the end of the window, if
 * the window crosses the end of the month.
 */
export function closingDayOf(day: Day, window: ReadingWindow | undefined): Day {
  if (window === undefined || window.fromDay <= window.toDay || day !== endOfMonth(day)) return day;
  return dayOfMonth(addDays(day, 1), window.toDay);
}

/**
 * The last day on which the first reading of a meter is the value with which the day after `day` begins: that day, or
 * the last of the window around it.
 */
export function lastOpeningDay(day: Day, window: ReadingWindow | undefined): Day {
  const next = addDays(day, 1);
  const open = window && windowAround(window, next);
  return open === undefined || open.periodEnd < next ? next : open.periodEnd;
}

/**
 * The first day for whose end a reading may count: the last day of the month before, if the reading lies in a window
 * that crosses the end of the month.
 */
export function countsFrom(readOn: Day, window: ReadingWindow | undefined): Day {
  const before = addDays(`${readOn.slice(0, 8)}01`, -1);
  return closingDayOf(before, window) >= readOn ? before : readOn;
}

/**
 * The days between `from` and `until` at which the periods of a building meet, in order: the starts and ends of the
 * billed period and of those billed before and after it, and the ends of the months that none of them covers.
 */
export function boundariesOf(
  period: Period,
  billed: readonly Period[],
  { from, until, window }: { readonly from: Day; readonly until: Day; readonly window: ReadingWindow | undefined },
): Boundary[] {
  const periods = [period, ...billed.filter((other) => !periodsOverlap(other, period))];
  const days = new Set(periods.flatMap(({ periodStart, periodEnd }) => [addDays(periodStart, -1), periodEnd]));
  const covers = (day: Day) => periods.some((period) => period.periodStart <= day && day <= period.periodEnd);
  for (let end = endOfMonth(from); end <= until; end = endOfMonth(addDays(end, 1))) if (!covers(end)) days.add(end);
  const wanted = [...days].filter((day) => day >= from && day <= until).sort();
  return wanted.map((day) => ({ day, closing: closingDayOf(day, window) }));
}

function dayOfMonth(of: Day, day: number): Day {
  const wanted = addDays(`${of.slice(0, 8)}01`, day - 1);
  const last = endOfMonth(of);
  return wanted < last ? wanted : last;
}
