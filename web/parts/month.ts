// Months as 'YYYY-MM': those that screens begin with, their neighbours, and the months to choose from.
import { todayIn } from './today.ts';

/** The last full month, which screens that look back begin with. */
export function defaultMonth(): string {
  return shiftMonth(currentMonth(), -1);
}

/**
 * The month to bill in many buildings: the last one that any of them is at and has not billed; otherwise the last of
 * those that they bill next.
 */
export function monthToBillOf(
  buildings: readonly { readonly month: string; readonly monthToBill: string; readonly next: string }[],
): string | undefined {
  const open = buildings.filter(({ month, monthToBill, next }) => month === monthToBill && next !== 'set_up');
  const months = (open.length > 0 ? open : buildings).map(({ monthToBill }) => monthToBill);
  return months.sort().at(-1);
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
