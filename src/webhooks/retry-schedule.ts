// The retry schedule: the time of the next attempt. Pure; a receiver's Retry-After only ever postpones.

/**
 * Waits in milliseconds. Entry k (from 0) is the wait before attempt k + 1, counted from the attempt before it; entry 0
 * counts from the event.
 */
type RetrySchedule = readonly number[];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const maxHintMs = 24 * hour;
const jitter = 0.2;

/**
 * Returns when a delivery that has failed `attempt` times is due again; undefined if the schedule is exhausted. The
 * wait is the schedule's, ±20 % (`random` from 0 to 1), so that receivers do not get their retries all at once.
 * `retryAfter` is the response header, in seconds or as an HTTP date: it postpones by at most 24 hours, and never
 * shortens the wait.
 */
export function nextAttemptAt(state: {
  readonly schedule: RetrySchedule;
  readonly attempt: number;
  readonly now: Date;
  readonly retryAfter?: string | undefined;
  readonly random: number;
}): Date | undefined {
  const wait = state.schedule[state.attempt];
  if (wait === undefined) return undefined;
  const spread = Math.round(wait * (1 - jitter + 2 * jitter * state.random));
  const hint = Math.min(hintedWait(state.retryAfter, state.now), maxHintMs);
  return new Date(state.now.getTime() + Math.max(spread, hint));
}

/** The wait of a Retry-After header, in milliseconds; 0 if it is missing or not readable (RFC 9110, 10.2.3). */
function hintedWait(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second;
  // Of the three forms of an HTTP date only the oldest does not state that it is GMT.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
