// Faults of the machine: the log says why requests are refused, in one line for many of them, and /health/ready says which have just been met.
import type { Log } from '../platform/log.ts';
import type { MachineFault } from './errors.ts';

/** An outage meets every request, and its log may lie on the very disk that is full. */
const logIntervalMs = 10_000;

type AffectedRequest = { readonly requestId: string; readonly method: string; readonly path: string };
export type FaultLog = {
  /** Logs a fault when it is met first, and each kind once in ten seconds after that, with how many went by unlogged. */
  record(fault: MachineFault, met: AffectedRequest): void;
  /** The faults of the last ten seconds, the last of each kind. */
  recent(): MachineFault[];
};

/** Keeps count of faults. `now` is in milliseconds. */
export function makeFaultLog(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): FaultLog {
  const kinds = new Map<string, { loggedAt: number; metAt: number; unlogged: number; fault: MachineFault }>();
  return {
    record(fault, met) {
      const { code, message } = fault;
      const before = kinds.get(code);
      if (before !== undefined && now() - before.loggedAt < logIntervalMs) {
        Object.assign(before, { metAt: now(), unlogged: before.unlogged + 1, fault });
        return;
      }
      kinds.set(code, { loggedAt: now(), metAt: now(), unlogged: 0, fault });
      log.warn(
        { code, reason: message, ...met, unlogged: before?.unlogged ?? 0 },
        'requests are answered 503: the database or the disk could not do what they asked',
      );
    },
    recent: () => [...kinds.values()].filter(({ metAt }) => now() - metAt < logIntervalMs).map(({ fault }) => fault),
  };
}
