// What day it is where a building stands, or where the person is.

/** Today, 'YYYY-MM-DD', in a time zone; where the person is, when none is given. */
export function todayIn(timeZone?: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
}
