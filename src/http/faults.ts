// Faults of the machine in the log: whoever is woken finds why requests are refused, in one line for many of them.
import type { Log } from '../platform/log.ts';
import type { MachineFault } from './errors.ts';

/** An outage meets every request, and its log may lie on the very disk that is full. */
const quietMs = 10_000;

type Met = { readonly requestId: string; readonly method: string; readonly path: string };
export type FaultTeller = (fault: MachineFault, met: Met) => void;

/** Tells of a fault when it is met first, and of each kind once in ten seconds after that, with how many went by untold. `now` is in milliseconds. */
export function makeFaultTeller(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): FaultTeller {
  const kinds = new Map<string, { readonly at: number; untold: number }>();
  return ({ code, message }, met) => {
    const before = kinds.get(code);
    if (before !== undefined && now() - before.at < quietMs) {
      before.untold += 1;
      return;
    }
    kinds.set(code, { at: now(), untold: 0 });
    log.warn(
      { code, reason: message, ...met, untold: before?.untold ?? 0 },
      'requests are answered 503: the database or the disk could not do what they asked',
    );
  };
}
