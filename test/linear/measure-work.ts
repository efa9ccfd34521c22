// Measures what whole requests cost: processor time of this thread and of PostgreSQL, the longest turn of the event
// loop, and memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestService } from '../service-fixture.ts';
import { maxTurnMs, threadMs } from './measure-slope.ts';

/** What work took: milliseconds of the processor, of them of the longest turn, and MiB beyond what was there before. */
export type WorkFigures = { readonly cost: number; readonly turn: number; readonly memory: number };

const turnsPerSample = 20;

/**
 * The processor time of the connections’ processes so far, in milliseconds: the kernel counts it in hundredths of a
 * second.
 */
export async function databaseMs({ owner }: Pick<TestService, 'owner'>): Promise<number> {
  const backends = await owner<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  return backends.reduce((sum, { pid }) => {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
    return sum + 10 * (user + system);
  }, 0);
}

function usedMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Does work, and measures it. Linux only, as it reads /proc. */
export async function measureWork(g: Pick<TestService, 'owner'>, work: () => Promise<unknown>): Promise<WorkFigures> {
  const [database, memory, began] = [await databaseMs(g), usedMemory(), threadMs()];
  let [turn, most, isOver] = [0, memory, false];
  const watching = (async () => {
    for (let turns = 0; !isOver; turns += 1) {
      if (turns % turnsPerSample === 0) most = Math.max(most, usedMemory());
      const before = threadMs();
      await wait(1); // What this thread does in between is a turn, or a few that take less than a millisecond together.
      turn = Math.max(turn, threadMs() - before);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await watching;
  return { cost: threadMs() - began + (await databaseMs(g)) - database, turn, memory: most - memory };
}

/**
 * The bounds: the slope over an eighth of the rows and all of them, a turn in milliseconds, and MiB for any rows and
 * KiB for each.
 */
const bounds = { slope: 1.3, turn: maxTurnMs, memory: 128, memoryPerRow: 24 };
/** A machine that does other things makes single measurements slow, so a bad one is repeated. */
const maxTries = 3;

/**
 * Proves that work on rows is linear in its cost, in short turns and in memory. `measure` does it anew with so many
 * rows. Prints the figures of a long run.
 */
export async function requireLinear(
  name: string,
  rows: number,
  measure: (rows: number) => Promise<WorkFigures>,
): Promise<void> {
  const best = { slope: Number.POSITIVE_INFINITY, turn: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY };
  const limits = { ...bounds, memory: bounds.memory + (bounds.memoryPerRow * rows) / 1024 };
  const isWithin = () => best.slope <= limits.slope && best.turn <= limits.turn && best.memory <= limits.memory;
  for (let tries = 0; tries < maxTries && !isWithin(); tries += 1) {
    const [few, all] = [await measure(rows / 8), await measure(rows)];
    best.slope = Math.min(best.slope, Math.log(all.cost / few.cost) / Math.log(8));
    best.turn = Math.min(best.turn, all.turn);
    best.memory = Math.min(best.memory, all.memory);
    if (process.env.HALDUR_ROWS)
      process.stdout.write(
        `${name}: ${few.cost.toFixed(0)} and ${all.cost.toFixed(0)} ms, a turn ${all.turn.toFixed(0)} ms, ${all.memory.toFixed(0)} MiB\n`,
      );
  }
  assert.ok(best.slope <= limits.slope, `${name}: the cost has a slope of ${best.slope.toFixed(2)}`);
  assert.ok(best.turn <= limits.turn, `${name}: a turn of ${best.turn.toFixed(0)} ms`);
  assert.ok(best.memory <= limits.memory, `${name}: ${best.memory.toFixed(0)} MiB`);
}
