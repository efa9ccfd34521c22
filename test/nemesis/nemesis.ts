// `npm run nemesis`: a cluster under load, faults of the world in an order drawn from a seed, and what clients were
// promised held against what is there.
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../src/platform/errors.ts';
import { runNemesis } from './run-nemesis.ts';
import { allKinds } from './schedule.ts';

const usage = `npm run nemesis -- [--seed N] [--faults N | --minutes N]
    so many faults (${allKinds.length}, one of each kind), or as many as fit into the time`;

const hoursMs = 3_600_000;
const maxHours = 24;

/** Runs the nemesis; prints each fault and what was reached. The process exits with 1 after a failure. */
export async function nemesis(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(usage);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
  const settings = { ...readSettings(words), interrupted: interruption.signal };
  await test(
    'whatever befalls the world, what was acknowledged is there once, and everything heals',
    {
      timeout: maxHours * hoursMs,
    },
    () => runNemesis(settings),
  );
}

function readSettings(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...words], options: { seed: text, faults: text, minutes: text } });
    const number = (value: string) => {
      if (!/^\d{1,10}$/.test(value)) throw new Error(`${value} is not a whole number`);
      return Number(value);
    };
    const minutes = values.minutes === undefined ? Infinity : number(values.minutes);
    const faults = number(values.faults ?? String(allKinds.length));
    return {
      seed: values.seed === undefined ? randomBytes(3).readUIntBE(0, 3) : number(values.seed),
      maxFaults: values.minutes === undefined ? faults : Infinity,
      maxMs: minutes * 60_000,
    };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}.\n${usage}`);
  }
}
