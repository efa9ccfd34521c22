// Long calculations in steps: a generator that yields where others may have their turn. Who has little to calculate runs it at once.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A calculation that yields between its steps, and returns its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps, one after the other. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs each step in a turn of the event loop of its own, so that requests of others are answered in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}
