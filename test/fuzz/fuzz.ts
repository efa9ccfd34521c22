// `npm run fuzz`: sends valid and near-valid requests of both OpenAPI documents to a throw-away service, and holds
// every response against its document.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../src/platform/errors.ts';
import { globalSetup, globalTeardown } from '../global-setup.ts';
import { type FuzzedService, startFuzzedService } from './fuzzed-service.ts';
import { type Finding, type LifeResult, playLife, reachOperations, shortenFinding } from './play-life.ts';

const usage = `npm run fuzz -- [--seed N] [--seconds S | --minutes M] [--connections C]
npm run fuzz -- --life N    plays one life again
npm run fuzz -- --help      prints this`;

/** How many lives a database has before it is replaced, so that a night does not fill the disk. */
const livesPerService = 60;

/** After so many different findings the run ends. */
const maxFindings = 10;

type Settings = {
  readonly seed: number;
  readonly seconds: number;
  readonly connections: number;
  readonly life: number | undefined;
};

/**
 * Runs the fuzzer; prints its seed, what it reached, and a failure with the steps that lead to it. The process exits
 * with 1 after a failure.
 */
export async function fuzz(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(usage);
  const settings = readSettings(words);
  await globalSetup();
  try {
    await (settings.life === undefined ? runLives(settings) : runLife(settings.life));
  } finally {
    await globalTeardown();
  }
}

async function runLife(seed: number): Promise<void> {
  const service = await startFuzzedService();
  try {
    const { requests, finding } = await playLife(service, seed, () => false);
    if (finding === undefined) console.log(`${requests} requests, and nothing is wrong.`);
    else await report(service, finding);
  } finally {
    await service.stop();
  }
}

/** What all lives of a run have seen. */
type Seen = {
  requests: number;
  readonly statuses: Map<number, number>;
  names: readonly string[];
  readonly reached: Set<string>;
  readonly reported: Set<string>;
};

async function runLives(settings: Settings): Promise<void> {
  const { seed, seconds, connections } = settings;
  const again = `npm run fuzz -- --seed ${seed} --seconds ${seconds}`;
  console.log(`Fuzzing with seed ${seed} for ${seconds} s on ${connections} connections. Again: ${again}`);
  const until = Date.now() + seconds * 1000;
  const seen: Seen = { requests: 0, statuses: new Map(), names: [], reached: new Set(), reported: new Set() };
  for (let round = 0; Date.now() < until && seen.reported.size < maxFindings; round += 1) {
    const service = await startFuzzedService();
    seen.names = [...service.operations.keys()];
    try {
      await playRound(service, settings, { round, until, seen });
    } finally {
      await service.stop();
    }
  }
  await reachMissed(seen, seed);
  reportReached(seen);
}

/** In how many lives an operation is tried alone: what one life has deleted, the next one has. */
const livesToReach = 4;

/**
 * What the time did not suffice for is asked alone, so that it does not depend on the speed of the machine whether
 * everything is reached.
 */
async function reachMissed(seen: Seen, seed: number): Promise<void> {
  if (missedOf(seen).length === 0 || seen.reported.size > 0) return;
  const service = await startFuzzedService();
  try {
    for (let life = 0; life < livesToReach && missedOf(seen).length > 0; life += 1) {
      const result = await reachOperations(service, seed + life, missedOf(seen));
      addResult(seen, result);
      if (result.finding !== undefined) return await report(service, result.finding);
    }
  } finally {
    await service.stop();
  }
}

/**
 * One database: the connections play lives until all are played or the time is over. They stop for a new finding, which
 * is shortened alone.
 */
async function playRound(
  service: FuzzedService,
  { seed, connections }: Settings,
  { round, until, seen }: { readonly round: number; readonly until: number; readonly seen: Seen },
): Promise<void> {
  let next = 0;
  while (next < livesPerService && Date.now() < until && seen.reported.size < maxFindings) {
    const findings: Finding[] = [];
    const isNew = (finding: Finding) => !seen.reported.has(signatureOf(finding));
    const isOver = () => Date.now() >= until || findings.some(isNew);
    const connection = async () => {
      while (next < livesPerService && !isOver()) {
        const life = round * livesPerService + next;
        next += 1;
        const result = await playLife(service, (seed + life * 1_000_003) % 2 ** 31, isOver);
        addResult(seen, result);
        if (result.finding !== undefined) findings.push(result.finding);
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    for (const finding of findings.filter(isNew)) {
      if (seen.reported.has(signatureOf(finding))) continue;
      seen.reported.add(signatureOf(finding));
      await report(service, finding);
    }
  }
}

const signatureOf = ({ operation, violation }: Finding) => `${operation} ${violation.kind}`;

/**
 * Operations that no life reaches: the first organization is made before the lives begin, and nobody signs in at a
 * provider here (src/routes/console/provider-sign-in.test.ts does).
 */
const outOfReach = new Set([
  'startFirstOrganization',
  'beginProviderSignIn',
  'acceptInvitationAtProvider',
  'finishProviderSignIn',
  'linkAccount',
  'unlinkAccount',
]);

const missedOf = ({ names, reached }: Seen) => names.filter((name) => !reached.has(name) && !outOfReach.has(name));

function addResult(seen: Seen, { requests, statuses, reached }: LifeResult): void {
  seen.requests += requests;
  for (const status of statuses) seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
  for (const name of reached) seen.reached.add(name);
}

function reportReached(seen: Seen): void {
  const { names, requests, statuses } = seen;
  const missed = missedOf(seen);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  console.log(`${requests} requests: ${counts.join(', ')}.`);
  console.log(`${names.length - missed.length} of ${names.length} operations have succeeded.`);
  if (missed.length === 0) return;
  console.error(
    `Never succeeded: ${missed.join(', ')}. Each needs a sample in test/operation-samples.ts that succeeds, or a recipe in test/fuzz/recipes.ts.`,
  );
  process.exitCode = 1;
}

async function report(service: FuzzedService, finding: Finding): Promise<void> {
  const { seed, nth, operation, violation } = finding;
  console.error(
    `\nStep ${nth} (${operation}) of the life with seed ${seed}: ${violation.kind}\n${violation.text}\n\nShortening …`,
  );
  console.error((await shortenFinding(service, finding)).join('\n'));
  console.error(`\nAgain: npm run fuzz -- --life ${seed}`);
  process.exitCode = 1;
}

function readSettings(words: readonly string[]): Settings {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { seed: text, seconds: text, minutes: text, connections: text, life: text },
    });
    const number = (value: string | undefined, otherwise: number) => {
      if (value === undefined) return otherwise;
      if (!/^\d{1,10}$/.test(value)) throw new Error(`${value} is not a whole number`);
      return Number(value);
    };
    return {
      seed: number(values.seed, randomBytes(4).readUInt32BE()),
      seconds: values.minutes === undefined ? number(values.seconds, 60) : 60 * number(values.minutes, 1),
      connections: Math.max(1, number(values.connections, 2)),
      life: values.life === undefined ? undefined : number(values.life, 0),
    };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}.\n${usage}`);
  }
}
