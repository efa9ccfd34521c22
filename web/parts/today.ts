// What day it is where a building stands, or where the person is.

/** Today, 'YYYY-MM-DD', in a time zone; where the person is, when none is given. */
export function todayIn(timeZone?: string): string {
  return dayIn(timeZone, new Date());
}

/** The day of a moment, 'YYYY-MM-DD', in the same way. */
export function dayIn(timeZone: string | undefined, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
}
