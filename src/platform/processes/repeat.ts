// Work that is repeated until it is stopped: every so often, and sooner when it is woken.
import { setTimeout as delay } from 'node:timers/promises';

export type Repeating = {
  /** Ends the pause. During the work it makes the next round follow without one. */
  wake(): void;
  /** Resolves when the work under way has ended. Nothing begins after it was called. */
  stop(): Promise<void>;
};

/**
 * Starts repeating: works, pauses `everyMs` milliseconds, works again. When the work fails, `onError` is told and the next round comes in its time. A
 * function as `everyMs` is asked after each round.
 */
export function repeat(
  work: () => Promise<void>,
  { everyMs, onError }: { readonly everyMs: number | (() => number); readonly onError: (error: unknown) => void },
): Repeating {
  let stopped = false;
  let pause = Promise.withResolvers<void>();
  const run = async () => {
    while (!stopped) {
      pause = Promise.withResolvers();
      await work().catch(onError);
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

/** Waits until something is so, looking every 20 ms; for so many milliseconds at most. Answers whether it is. */
export async function waitUntil(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const patience = performance.now() + withinMs;
  while (!isSo() && performance.now() < patience) await delay(20);
  return isSo();
}
