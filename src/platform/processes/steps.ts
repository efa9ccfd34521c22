// The budget of a turn of the event loop: long work is done in steps, and others have their turn when the budget is
// used up.
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * What is done in one turn, as every other request waits for its end, several times. A unit takes about a microsecond:
 * a character that is searched for references, or the amount of an apartment. So a turn takes some 10 milliseconds.
 */
export const turnBudget = 10_000;

/** A calculation that yields what it cost since it last yielded, in units of the budget, and returns its result. */
export type Steps<Result> = Generator<number, Result, undefined>;

/** Runs all steps, one after the other. For who has little to calculate. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps in turns, each with as many steps as the budget allows. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let spent = 0; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    spent += step.value;
    if (spent < turnBudget) continue;
    await nextTurn();
    spent = 0;
  }
}

/** Iterates over a list in parts that a turn can afford, and gives others their turn after each. */
export async function* splitIntoTurns<T>(list: Iterable<T>, costOf: (item: T) => number): AsyncGenerator<readonly T[]> {
  let part: T[] = [];
  let spent = 0;
  for (const item of list) {
    part.push(item);
    spent += costOf(item);
    if (spent < turnBudget) continue;
    yield part;
    await nextTurn();
    part = [];
    spent = 0;
  }
  if (part.length > 0) yield part;
}

/** Maps a list in steps: one for each item. */
export function* mapInSteps<T, U>(list: Iterable<T>, costOf: (item: T) => number, map: (item: T) => U): Steps<U[]> {
  const mapped: U[] = [];
  for (const item of list) {
    mapped.push(map(item));
    yield costOf(item);
  }
  return mapped;
}
