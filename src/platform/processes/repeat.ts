// Repeated work: at an interval, and earlier when it is woken, until it is stopped.
import { setTimeout as delay } from 'node:timers/promises';

export type RepeatedTask = {
  /** Ends the pause. During the work, the next round follows at once. */
  wake(): void;
  /** Resolves when the running work has ended. Nothing starts after this call. */
  stop(): Promise<void>;
};

/** An outage fails every round: work that keeps failing is reported this rarely. */
const reportMs = 10_000;

/**
 * Starts repeating: works, pauses `everyMs` milliseconds, works again. If the work fails, `onError` is called, while it
 * keeps failing once in ten seconds, and the next round comes at its time. If `everyMs` is a function, it is called
 * after each round.
 */
export function repeat(
  work: () => Promise<void>,
  { everyMs, onError }: { readonly everyMs: number | (() => number); readonly onError: (error: unknown) => void },
): RepeatedTask {
  let stopped = false;
  let pause = Promise.withResolvers<void>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (error: unknown) => {
    if (performance.now() - reportedAt < reportMs) return;
    reportedAt = performance.now();
    onError(error);
  };
  const succeed = () => {
    reportedAt = Number.NEGATIVE_INFINITY;
  };
  const run = async () => {
    while (!stopped) {
      pause = Promise.withResolvers();
      await work().then(succeed, report);
      if (stopped) return;
      const timer = setTimeout(pause.resolve, typeof everyMs === 'number' ? everyMs : everyMs());
      await pause.promise;
      clearTimeout(timer);
    }
  };
  const running = Promise.resolve().then(run); // The work may wake what this function returns.
  return {
    wake: () => pause.resolve(),
    stop() {
      stopped = true;
      pause.resolve();
      return running;
    },
  };
}

/**
 * Waits until a condition is true, checking every 20 ms, for at most this many milliseconds. Returns whether it is
 * true.
 */
export async function waitUntil(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const patience = performance.now() + withinMs;
  while (!isSo() && performance.now() < patience) await delay(20);
  return isSo();
}
