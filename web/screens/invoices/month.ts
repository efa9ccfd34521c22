// Months as a form writes them, 'YYYY-MM'.

/** The month before an instant, in the reader's own time zone. */
export function monthBefore(now: Date): string {
  const before = new Date(now.getFullYear(), now.getMonth() - 1, 1);
  return `${before.getFullYear()}-${String(before.getMonth() + 1).padStart(2, '0')}`;
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Whether a month is incomplete. */
export function isInvalidMonth(month: string): boolean {
  return !/^\d{4}-\d{2}$/.test(month);
}
