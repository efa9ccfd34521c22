// Concurrency limit: heavy work of one kind, a few at a time, with a bounded queue.

/** Runs at most this many at once and queues at most this many; more are rejected with the error that `full` creates. */
export function makeConcurrencyLimit({
  atOnce,
  maxWaiting,
  full,
}: {
  atOnce: number;
  maxWaiting: number;
  full: () => Error;
}) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw full();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(); // The slot passes on, so the count does not change.
    }
  };
}
