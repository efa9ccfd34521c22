// Months as 'YYYY-MM': those that screens begin with, their neighbours, and the months to choose from.
import { todayIn } from './today.ts';

/** The last full month, which screens that look back begin with. */
export function defaultMonth(): string {
  return shiftMonth(currentMonth(), -1);
}

/**
 * The month to bill in many buildings: the latest that a building in use is at or has billed, until all in use have
 * billed it; then the one after it.
 */
export function monthToBillOf(
  buildings: readonly { readonly month: string; readonly monthToBill: string; readonly inUse: boolean }[],
): string | undefined {
  const used = buildings.filter(({ inUse }) => inUse);
  const counted = used.length > 0 ? used : buildings;
  const latest = counted.reduce((last, { month }) => (month > last ? month : last), '');
  const isDue = counted.some(({ monthToBill }) => monthToBill <= latest);
  return latest === '' || isDue ? latest || undefined : shiftMonth(latest, 1);
}

/** The month of today, in the reader's time zone. */
export function currentMonth(): string {
  return todayIn().slice(0, 7);
}

/** The month so many months after another; a negative count goes back. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

const listedMonths = 36;

/** The months to choose from: three years up to `last`, the latest first, and the chosen one. */
export function monthsUntil(last: string, chosen: string): string[] {
  const months = Array.from({ length: listedMonths }, (_, back) => shiftMonth(last, -back));
  if (months.includes(chosen)) return months;
  return chosen > last ? [chosen, ...months] : [...months, chosen];
}
