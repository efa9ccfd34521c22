// Slow watch: logs what has become slow and was quick: routes and scheduled tasks.
import type { Log } from '../log.ts';

const hourMs = 3_600_000;
/** An hour is slow if its average is longer than this, and this many times the usual one. */
const minSlowMs = 1_000;
const minSlowFactor = 3;
/** How much the latest hour counts towards what is usual. */
const latestWeight = 0.1;

type Hour = { readonly since: number; readonly runs: number; readonly totalMs: number; readonly usualMs?: number };

/**
 * Returns a function that notes how long something took. At the end of an hour, with at least `minRuns` runs, its
 * average is compared with that of earlier hours. Names must be few: each is kept. `now` is in milliseconds.
 */
export function makeSlowWatch(
  log: Pick<Log, 'warn'>,
  minRuns: number,
  now: () => number = () => performance.now(),
): (name: string, ms: number) => void {
  const hours = new Map<string, Hour>();
  return (name, ms) => {
    const at = now();
    const before = hours.get(name) ?? { since: at, runs: 0, totalMs: 0 };
    const hour = { ...before, runs: before.runs + 1, totalMs: before.totalMs + ms };
    if (at - hour.since < hourMs || hour.runs < minRuns) return void hours.set(name, hour);
    const averageMs = hour.totalMs / hour.runs;
    const usualMs = hour.usualMs ?? averageMs;
    if (averageMs > minSlowMs && averageMs > minSlowFactor * usualMs)
      log.warn({ name, averageMs: Math.round(averageMs), usualMs: Math.round(usualMs) }, 'slower than usual');
    const nextUsualMs = usualMs + latestWeight * (averageMs - usualMs);
    hours.set(name, { since: at, runs: 0, totalMs: 0, usualMs: nextUsualMs });
  };
}
