// `npm run simulate`: lets organizations live for years from seeds, on a real service and PostgreSQL, and holds them against an independent model after every step.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { connect } from '../../src/platform/db/pool.ts';
import { OperatorError } from '../../src/platform/errors.ts';
import { globalSetup, globalTeardown } from '../global-setup.ts';
import { connectionTo, template } from '../postgres-server.ts';
import { serviceOn, type TestService } from '../service-fixture.ts';
import { type OutsideWorld, startOutsideWorld } from './outside.ts';
import { type Failure, type Happened, playLife, shortenLife, stepNames, stepsUpTo } from './play.ts';

const usage = `npm run simulate -- [--seed N] [--steps N] [--minutes N]
    lives from this seed on, each with so many steps (300), one life or as many as fit into the time
npm run simulate -- --seed N --only 3,17,42
    only these steps of a life, as a failure prints them
npm run simulate -- --planted-faults [PLACE …]
    plants faults into the code, one at a time, and expects each to be found`;

/** How many lives a database has before it is replaced, so that a night does not fill the disk. */
const livesPerService = 20;

type Settings = {
  readonly seed: number;
  readonly steps: number;
  readonly minutes: number | undefined;
  readonly only: readonly number[] | undefined;
};

/** Runs the simulation; prints what it reached, or a failure with its shortest history. The process exits with 1 after a failure. */
export async function simulate(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(usage);
  if (words.includes('--planted-faults')) {
    const { findPlantedFaults } = await import('./planted-faults.ts');
    return findPlantedFaults(words.filter((word) => /^\d+$/.test(word)).map(Number));
  }
  const settings = readSettings(words);
  await globalSetup();
  const outside = await startOutsideWorld();
  try {
    await runLives(settings, outside);
  } finally {
    await outside.stop();
    await globalTeardown();
  }
}

async function runLives({ seed, steps, minutes, only }: Settings, outside: OutsideWorld): Promise<void> {
  const began = performance.now();
  const secondsSoFar = () => (performance.now() - began) / 1000;
  const isOver = () => minutes !== undefined && secondsSoFar() >= minutes * 60;
  console.log(
    `Simulating from seed ${seed}${minutes === undefined ? '' : ` for ${minutes} min`}, ${steps} steps each.`,
  );
  let [lives, played] = [0, 0];
  const happened: Happened = new Map();
  do {
    const { g, stop } = await startSimulatedService();
    try {
      do {
        const life = {
          seed: seed + lives,
          steps: only ?? stepsUpTo(steps),
          happened,
          ...(only === undefined && { isOver }),
        };
        const result = await playLife(g, outside, life);
        lives += 1;
        played += result.played;
        if (result.failure !== undefined) return await report(g, outside, result.failure, only === undefined);
      } while (minutes !== undefined && !isOver() && lives % livesPerService !== 0);
    } finally {
      await stop();
    }
  } while (minutes !== undefined && !isOver());
  const pace = (played / secondsSoFar()).toFixed(1);
  console.log(`${lives} seeds, ${played} steps, ${pace} steps per second, and nothing differs from the model.`);
  const counts = stepNames.map((name) => `${name} ${happened.get(name) ?? 0}`);
  if (only === undefined) console.log(`How often: ${counts.join(', ')}.`);
}

async function report(g: TestService, outside: OutsideWorld, failure: Failure, isShortened: boolean): Promise<void> {
  process.exitCode = 1;
  const { seed, step, history, text } = failure;
  console.error(`\nSeed ${seed}, step ${step}: ${text}`);
  if (!isShortened) return console.error(`\n${history.join('\n')}`);
  console.error('\nShortening …');
  const shortest = await shortenLife(g, outside, failure);
  console.error((shortest.failure ?? failure).history.join('\n'));
  console.error(`\n${shortest.failure?.text ?? 'It did not fail again.'}`);
  console.error(`\nAgain: npm run simulate -- --seed ${seed} --only ${shortest.steps.join(',')}`);
}

/** Starts a service on a new database. Needs the temporary PostgreSQL of test/global-setup.ts. */
export async function startSimulatedService(): Promise<{ g: TestService; stop: () => Promise<void> }> {
  const database = `haldur_simulation_${randomBytes(6).toString('hex')}`;
  const admin = connect(connectionTo('postgres'), { max: 1 });
  await admin.unsafe(`create database ${database} template ${template} strategy file_copy`);
  const pool = connect(connectionTo(database, 'haldur_app'), { max: 12 });
  const owner = connect(connectionTo(database), { max: 2 });
  const unlimited = 1e9;
  const rateLimits = { credential: unlimited, tenant: unlimited, address: unlimited, bulk: unlimited, ocr: unlimited };
  const { service: g, close } = await serviceOn({ pool, owner, database }, { rateLimits });
  const stop = async () => {
    await close();
    await admin.unsafe(`drop database ${database} with (force)`);
    await admin.end({ timeout: 5 });
  };
  return { g, stop };
}

function readSettings(words: readonly string[]): Settings {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...words], options: { seed: text, steps: text, minutes: text, only: text } });
    const number = (value: string) => {
      if (!/^\d{1,10}$/.test(value)) throw new Error(`${value} is not a whole number`);
      return Number(value);
    };
    return {
      seed: values.seed === undefined ? randomBytes(3).readUIntBE(0, 3) : number(values.seed),
      steps: number(values.steps ?? '300'),
      minutes: values.minutes === undefined ? undefined : number(values.minutes),
      only: values.only?.split(',').map(number),
    };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}.\n${usage}`);
  }
}
