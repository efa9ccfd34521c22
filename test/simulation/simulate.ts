// `npm run simulate`: lets organizations live for years from seeds, on a real service and PostgreSQL, and holds them
// against an independent model after every step.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../src/platform/errors.ts';
import { globalSetup, globalTeardown } from '../global-setup.ts';
import { noRateLimits, openTestService, type TestService } from '../service-fixture.ts';
import { type OutsideWorld, startOutsideWorld } from './outside.ts';
import { type Failure, type Happened, playLife, shortenLife, stepNames, stepsUpTo } from './play.ts';

const usage = `npm run simulate -- [--seed N] [--steps N] [--lives N | --seconds N | --minutes N]
    one life of so many steps (300), so many lives, or as many as fit into a time, from this seed on:
    with --lives and --seconds from seed 1, so that a run can be repeated, otherwise from a random one
npm run simulate -- --seed N --only 3,17,42
    only these steps of a life, as a failure prints them
npm run simulate -- --planted-faults [PLACE …]
    plants faults into the code, one at a time, and expects each to be found`;

/** How many lives a database has before it is replaced, so that a night does not fill the disk. */
const livesPerService = 20;
/** How many lives are played at once: each has a service of its own, and mostly waits for the database. */
const maxAtOnce = 3;

type Settings = {
  readonly seed: number;
  readonly steps: number;
  /** How many lives are played at most, and for how long. */
  readonly lives: number;
  readonly seconds: number;
  readonly only: readonly number[] | undefined;
};

/**
 * Runs the simulation; prints what it reached, or a failure with its shortest history. The process exits with 1 after a
 * failure.
 */
export async function simulate(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(usage);
  if (words.includes('--planted-faults')) {
    const { findPlantedFaults } = await import('./planted-faults.ts');
    return findPlantedFaults(words.filter((word) => /^\d+$/.test(word)).map(Number));
  }
  const settings = readSettings(words);
  await globalSetup();
  try {
    await runLives(settings);
  } finally {
    await globalTeardown();
  }
}

/** What all lives of a run share. */
type Run = Settings & {
  readonly happened: Happened;
  readonly isOver: () => boolean;
  /** How many lives were begun. */
  begun: number;
  played: number;
  hasFailed: boolean;
};

async function runLives(settings: Settings): Promise<void> {
  const { seed, steps, lives, seconds, only } = settings;
  const began = performance.now();
  const secondsSoFar = () => (performance.now() - began) / 1000;
  const isOver = () => run.hasFailed || secondsSoFar() >= seconds;
  const run: Run = { ...settings, happened: new Map(), isOver, begun: 0, played: 0, hasFailed: false };
  console.log(`Simulating from seed ${seed}, ${steps} steps each.`);
  await Promise.all(Array.from({ length: Math.min(lives, maxAtOnce) }, () => playLives(run)));
  if (run.hasFailed) return;
  const pace = (run.played / secondsSoFar()).toFixed(1);
  console.log(`${run.begun} seeds, ${run.played} steps, ${pace} steps per second, and nothing differs from the model.`);
  const counts = stepNames.map((name) => `${name} ${run.happened.get(name) ?? 0}`);
  if (only === undefined) console.log(`How often: ${counts.join(', ')}.`);
}

/** Plays one life after another, until the run is over. */
async function playLives(run: Run): Promise<void> {
  const outside = await startOutsideWorld();
  const isWanted = () => run.begun < run.lives && !run.isOver();
  try {
    while (isWanted()) {
      const { service: g, close, check } = await openTestService({ rateLimits: noRateLimits });
      try {
        for (let left = livesPerService; left > 0 && isWanted(); left -= 1) await playNext(run, g, outside);
      } finally {
        await close();
      }
      check();
    }
  } finally {
    await outside.stop();
  }
}

async function playNext(run: Run, g: TestService, outside: OutsideWorld): Promise<void> {
  const { only, happened, isOver } = run;
  const seed = run.seed + run.begun;
  run.begun += 1;
  const { played, failure } = await playLife(g, outside, {
    seed,
    steps: only ?? stepsUpTo(run.steps),
    happened,
    isOver,
  });
  run.played += played;
  if (failure === undefined || run.hasFailed) return;
  run.hasFailed = true;
  await report(g, outside, failure, only === undefined);
}

async function report(g: TestService, outside: OutsideWorld, failure: Failure, shorten: boolean): Promise<void> {
  process.exitCode = 1;
  const { seed, step, history, text } = failure;
  console.error(`\nSeed ${seed}, step ${step}: ${text}`);
  if (!shorten) return console.error(`\n${history.join('\n')}`);
  console.error('\nShortening …');
  const shortest = await shortenLife(g, outside, failure);
  console.error((shortest.failure ?? failure).history.join('\n'));
  console.error(`\n${shortest.failure?.text ?? 'It did not fail again.'}`);
  const only = shortest.steps.length === 0 ? '--steps 0' : `--only ${shortest.steps.join(',')}`;
  console.error(`\nAgain: npm run simulate -- --seed ${seed} ${only}`);
}

function readSettings(words: readonly string[]): Settings {
  const text = { type: 'string' } as const;
  try {
    const options = { seed: text, steps: text, lives: text, seconds: text, minutes: text, only: text };
    const { values } = parseArgs({ args: [...words], options });
    const number = (value: string | undefined, otherwise: number) => {
      if (value === undefined) return otherwise;
      if (!/^\d{1,10}$/.test(value)) throw new Error(`${value} is not a whole number`);
      return Number(value);
    };
    const isTimed = values.seconds !== undefined || values.minutes !== undefined;
    const isRepeatable = values.lives !== undefined || values.seconds !== undefined;
    return {
      seed: number(values.seed, isRepeatable ? 1 : randomBytes(3).readUIntBE(0, 3)),
      steps: number(values.steps, 300),
      lives: number(values.lives, isTimed ? Infinity : 1),
      seconds: values.minutes === undefined ? number(values.seconds, Infinity) : 60 * number(values.minutes, 0),
      only: values.only?.split(',').map((step) => number(step, 0)),
    };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}.\n${usage}`);
  }
}
