// Months as 'YYYY-MM': the month that screens begin with, its neighbours, and the months that can be chosen.
import { todayIn } from './today.ts';

/** The month that screens begin with: the last one, which is billed next. */
export function defaultMonth(): string {
  return shiftMonth(currentMonth(), -1);
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
