// Measures how the cost of a call grows with the length of what it gets, and how long it holds up the event loop.
// The slope over n, 2n, 4n and 8n is 1 when it is linear, and 2 when it is quadratic.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Steps, turnBudget } from '../../src/platform/processes/steps.ts';

/**
 * The steps in which some kernels account processor time. A cost is measured over many of them, never over one call.
 */
const tickMs = 4;
/** The lengths that are measured, as multiples of the first. */
const multiples = [1, 2, 4, 8] as const;

/** This thread’s processor time so far, in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type SlopeOptions<Input> = {
  /** Makes the input of a length; not measured. */
  readonly make: (length: number) => Input | Promise<Input>;
  /** What is measured. It leaves its input as it was, as it gets the same one again. */
  readonly run: (input: Input) => unknown;
  /** The shortest length, n. */
  readonly from: number;
  /** The ticks of each length, at least. More of them: a surer slope. Default 125, which is half a second. */
  readonly ticks?: number;
  /** A cost of 8n, in milliseconds, below which nothing more is measured: so little cannot hide a square. Default 0. */
  readonly negligible?: number;
  /** What is counted: by default this thread’s processor time in milliseconds; else a database’s, or steps. */
  readonly clock?: () => number | Promise<number>;
};

/** The growth of a cost: the slope (0 when it is negligible), and the milliseconds of one call at each length. */
type Growth = { readonly slope: number; readonly costs: readonly number[] };

/**
 * The slope of the logarithm of the cost over that of the length, by least squares over n, 2n, 4n and 8n.
 * Calls are repeated until each length took enough ticks, and the lengths take turns: a busy machine slows all alike.
 */
export async function measureSlope<Input>(options: SlopeOptions<Input>): Promise<Growth> {
  const { make, run, from, ticks = 125, negligible = 0, clock = threadMs } = options;
  const inputs = await Promise.all(multiples.map((multiple) => make(from * multiple)));
  for (const input of inputs.slice(0, 2)) await run(input); // The first calls are compiled.
  if (negligible > 0 && (await costOfBatch(run, inputs[3] as Input, 1, clock)) < negligible)
    return { slope: 0, costs: [] };
  const measured = multiples.map(() => ({ ms: 0, calls: 0, batch: 1 }));
  while (measured.some(({ ms }) => ms < ticks * tickMs)) {
    for (const [at, sum] of measured.entries()) {
      if (sum.ms >= 2 * ticks * tickMs) continue; // A long call is not repeated more often than it has to be.
      const ms = await costOfBatch(run, inputs[at] as Input, sum.batch, clock);
      sum.ms += ms;
      sum.calls += sum.batch;
      // A batch is several ticks long, so that reading the clock costs nothing beside it.
      if (ms < 5 * tickMs) sum.batch *= 2;
    }
  }
  const costs = measured.map(({ ms, calls }) => ms / calls);
  return { slope: leastSquares(costs), costs };
}

async function costOfBatch<Input>(
  run: (input: Input) => unknown,
  input: Input,
  times: number,
  clock: () => number | Promise<number>,
): Promise<number> {
  const before = await clock();
  for (let time = 0; time < times; time += 1) {
    const result = run(input);
    if (result instanceof Promise) await result;
  }
  return (await clock()) - before;
}

/** The slope of the costs’ logarithms to base 2 over 0, 1, 2, 3. */
function leastSquares(costs: readonly number[]): number {
  const logs = costs.map((cost) => Math.log2(cost));
  const middle = (logs.length - 1) / 2;
  const squares = logs.reduce((sum, _log, at) => sum + (at - middle) ** 2, 0);
  return logs.reduce((sum, log, at) => sum + (at - middle) * log, 0) / squares;
}

/**
 * Others wait for the end of a turn, several times: at most 50 milliseconds of the processor, as nights prove, and
 * twice as many where the machine may be a slow one.
 */
export const maxTurnMs = process.env.HALDUR_ROWS ? 50 : 100;

/** The longest turn of the event loop while something is done, in milliseconds of this thread’s processor time. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, before] = [0, false, threadMs()];
  const watching = (async () => {
    while (!isOver) {
      await nextTurn();
      const now = threadMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await watching;
  return longest;
}

/** The longest turn of steps as runInTurns takes them, in milliseconds of processor time. */
export function longestTurnOfSteps(steps: Steps<unknown>): number {
  let [longest, spent, from] = [0, 0, threadMs()];
  for (let step = steps.next(); !step.done; step = steps.next()) {
    spent += step.value;
    if (spent < turnBudget) continue;
    longest = Math.max(longest, threadMs() - from);
    [spent, from] = [0, threadMs()];
  }
  return Math.max(longest, threadMs() - from);
}

/** Proves that no turn of something is long, by the best of a few runs. */
export async function requireShortTurns(longest: () => number | Promise<number>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4 && best > maxTurnMs; run += 1) best = Math.min(best, await longest());
  assert.ok(best <= maxTurnMs, `${best} ms`);
}
