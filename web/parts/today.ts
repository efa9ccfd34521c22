// The current time of the organization, and the current day in a building's time zone, or in the person's.

/** How far the organization's clock is ahead: only that of a test organization is. */
let clockAheadMs = 0;

/** Sets the organization's clock, once it is known. */
export function setClockAhead(seconds: number): void {
  clockAheadMs = seconds * 1000;
}

/** The organization's time. */
export function now(): Date {
  return new Date(Date.now() + clockAheadMs);
}

/** Today, 'YYYY-MM-DD', in a time zone; by default in the person's. */
export function todayIn(timeZone?: string): string {
  return dayIn(timeZone, now());
}

/** The day of an instant, 'YYYY-MM-DD', likewise. */
function dayIn(timeZone: string | undefined, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
}
