// Concurrency limit: work of one kind, a few at a time, with a queue.
import { makeQueue } from './queue.ts';

/** The slots of a limit. Whoever takes one gives it back once, by what `take` returned. */
export type Slots = { take(): Promise<() => void>; inUse(): number };

type SlotOptions = {
  readonly atOnce: number;
  /** More than these are rejected at once; without it, nobody is. */
  readonly maxWaiting?: number;
  /** Whoever has waited so long, in milliseconds, is rejected; without it, nobody is. */
  readonly maxWaitMs?: number;
  /** Makes the error of a rejection. */
  readonly full: () => Error;
};

/** Makes slots, which are taken in the order of asking. */
export function makeSlots({ atOnce, maxWaiting = Number.POSITIVE_INFINITY, maxWaitMs, full }: SlotOptions): Slots {
  const waiting = makeQueue<() => void>();
  let inUse = 0;
  const giveBack = () => {
    const next = waiting.next();
    if (next === undefined) inUse -= 1;
    else next(); // The slot passes on, so the count does not change.
  };
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const proceed = () => {
        clearTimeout(late);
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(full());
      };
      const late = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const leave = waiting.add(proceed);
    });
  return {
    async take() {
      if (inUse < atOnce) inUse += 1;
      else if (waiting.size() < maxWaiting) await wait();
      else throw full();
      return giveBack;
    },
    inUse: () => inUse,
  };
}

/**
 * Runs at most `atOnce` at once and queues at most `maxWaiting`; more are rejected with the error that `full` creates.
 */
export function makeConcurrencyLimit(options: SlotOptions & { readonly maxWaiting: number }) {
  const slots = makeSlots(options);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const giveBack = await slots.take();
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
