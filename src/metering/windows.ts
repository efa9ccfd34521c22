// Reading windows: the days of each month on which a building asks its residents for readings, also over the end of a month.
import { addDays, type Day, endOfMonth, type Period } from '../platform/dates.ts';
import { NotFound } from '../platform/errors.ts';
import type { Scope } from '../platform/scope.ts';
import { findBuilding, shareBuilding } from '../portfolio/queries.ts';
import type { Span } from './consumption.ts';
import * as queries from './queries.ts';

export type ReadingWindow = queries.ReadingWindow;

/** The reading window of a building; null when it has none. Throws NotFound (the building). */
export async function getWindow(scope: Scope, buildingId: string): Promise<ReadingWindow | null> {
  if ((await findBuilding(scope, buildingId)) === undefined) throw new NotFound();
  return (await queries.findWindow(scope, buildingId)) ?? null;
}

/** Sets the reading window of a building, or takes it away with null. Throws NotFound (the building). */
export async function setWindow(scope: Scope, buildingId: string, window: ReadingWindow | null): Promise<void> {
  if (!(await shareBuilding(scope, buildingId))) throw new NotFound();
  if (window === null) await queries.deleteWindow(scope, buildingId);
  else await queries.saveWindow(scope, buildingId, window);
}

/** The window that a day lies in, its first and its last day; undefined outside. A day that a month lacks is its last one. */
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

/** Whether readings are asked for on a day. */
export function isOpen(window: ReadingWindow, day: Day): boolean {
  return windowAround(window, day) !== undefined;
}

/** Until when readings count for the beginning and the end of a period: where the window goes over the end of the month, so does the period's. */
export function spanOf({ periodStart, periodEnd }: Period, window: ReadingWindow | undefined): Span {
  const before = addDays(periodStart, -1);
  const grace = (last: Day) =>
    window !== undefined && window.fromDay > window.toDay && last === endOfMonth(last)
      ? dayOfMonth(addDays(last, 1), window.toDay)
      : last;
  return { opening: grace(before), closing: grace(periodEnd), periodEnd };
}

function dayOfMonth(of: Day, day: number): Day {
  const wanted = addDays(`${of.slice(0, 8)}01`, day - 1);
  const last = endOfMonth(of);
  return wanted < last ? wanted : last;
}
