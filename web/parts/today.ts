// What day it is where a building stands.

/** Today, 'YYYY-MM-DD', in a time zone. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
}
