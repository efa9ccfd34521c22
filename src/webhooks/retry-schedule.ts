// The retry schedule: when a delivery is attempted again; pure, and a receiver's hint only ever postpones.

/** Waits in milliseconds. Entry k (from 0) is the wait before attempt k + 1, counted from the attempt before it; entry 0 counts from the event. */
export type RetrySchedule = readonly number[];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const maxHintMs = 24 * hour;
const jitter = 0.2;

/**
 * When a delivery that has failed `attempt` times is due again; undefined when the schedule is exhausted.
 * The wait is the schedule's, ±20 % (`random` from 0 to 1), so that receivers do not get their retries in one flood.
 * `retryAfter` is the answer's header, in seconds or as an HTTP date: it postpones by at most 24 hours, and never hastens.
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

/** The wait a Retry-After header asks for, in milliseconds; 0 when there is none that can be read (RFC 9110, 10.2.3). */
function hintedWait(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second;
  // Of the three forms of an HTTP date only the oldest does not say that it is GMT.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
