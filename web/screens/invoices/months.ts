// Months as a form writes them, 'YYYY-MM', and the name of a period: its month if it is one, otherwise its days.
import type { Format } from '../../words/format.ts';

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The days of a month, as filters of lists name them. */
export function daysOf(month: string) {
  return { dateFrom: `${month}-01`, dateTo: lastDayOf(month) };
}

/** The period of a month. */
export function periodOf(month: string): BillingPeriod {
  return { periodStart: `${month}-01`, periodEnd: lastDayOf(month) };
}

export type BillingPeriod = { readonly periodStart: string; readonly periodEnd: string };

/** Whether a period is a calendar month. */
function isMonth({ periodStart, periodEnd }: BillingPeriod): boolean {
  return periodStart.endsWith('-01') && periodEnd === lastDayOf(periodStart.slice(0, 7));
}

/** The period in the reader's language. */
export function periodName(format: Format, period: BillingPeriod): string {
  if (isMonth(period)) return format.month(period.periodStart);
  return `${format.day(period.periodStart)} – ${format.day(period.periodEnd)}`;
}
