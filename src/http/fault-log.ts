// Fault log: logs database and disk failures in one line for many requests; /health/ready lists the recent ones.
import type { Log } from '../platform/log.ts';
import type { MachineFault } from './errors.ts';

/** An outage affects every request, and the log may be on the full disk itself. So each kind is logged rarely. */
const logIntervalMs = 10_000;

type AffectedRequest = { readonly requestId: string; readonly method: string; readonly path: string };
export type FaultLog = {
  /**
   * Logs a fault on its first occurrence, then each kind at most once in ten seconds with the number of unlogged ones.
   */
  record(fault: MachineFault, request: AffectedRequest): void;
  /** The latest fault of each kind in the last ten seconds. */
  recent(): MachineFault[];
};

/** Creates a fault log. `now` is in milliseconds. */
export function makeFaultLog(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): FaultLog {
  const kinds = new Map<string, { loggedAt: number; seenAt: number; unlogged: number; fault: MachineFault }>();
  return {
    record(fault, request) {
      const { code, message } = fault;
      const before = kinds.get(code);
      if (before !== undefined && now() - before.loggedAt < logIntervalMs) {
        Object.assign(before, { seenAt: now(), unlogged: before.unlogged + 1, fault });
        return;
      }
      kinds.set(code, { loggedAt: now(), seenAt: now(), unlogged: 0, fault });
      log.warn(
        { code, reason: message, ...request, unlogged: before?.unlogged ?? 0 },
        'requests are answered with 503: the database or the disk failed',
      );
    },
    recent: () => [...kinds.values()].filter(({ seenAt }) => now() - seenAt < logIntervalMs).map(({ fault }) => fault),
  };
}
