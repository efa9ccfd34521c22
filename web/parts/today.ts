// The current day in a building's time zone, or in the person's.

/** Today, 'YYYY-MM-DD', in a time zone; by default in the person's. */
export function todayIn(timeZone?: string): string {
  return dayIn(timeZone, new Date());
}

/** The day of an instant, 'YYYY-MM-DD', likewise. */
export function dayIn(timeZone: string | undefined, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
}
