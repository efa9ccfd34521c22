// Turns: heavy work of one kind, a few at a time, with a bounded number waiting, so that it can exhaust neither the machine nor anybody's patience.

/** Lets so many run at once and so many wait; whoever comes then is refused with what `full` makes. */
export function makeTurns({ atOnce, waitingRoom, full }: { atOnce: number; waitingRoom: number; full: () => Error }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingRoom) throw full();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(); // The place is handed over, so the count stays.
    }
  };
}
