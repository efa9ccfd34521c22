// One run of the nemesis: load, faults, peace, and then the checks.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { eventTypes } from '../../src/platform/values/event-types.ts';
import { askOver } from '../ask-over-http.ts';
import {
  type BilledBuilding,
  billMonths,
  comeAndGo,
  countTogether,
  makeBilledBuilding,
  nothingPromised,
  type Promised,
  readCounter,
  reportFaults,
  type SharedCounter,
} from '../cluster/clients.ts';
import { isReady } from '../cluster/cluster-fixture.ts';
import { type Client, type Load, makeLoad, makePatientClient, patienceMs, repeatAll } from '../cluster/load.ts';
import { makeDice } from '../dice.ts';
import { password, type Thing } from '../service-fixture.ts';
import { causeFault, possibleKinds } from './faults.ts';
import { checkEverything, checkNothingHangs, settle } from './peace.ts';
import { allKinds, describeFault, drawFaults, type FaultKind, faultKinds } from './schedule.ts';
import { startWorld, type World } from './world.ts';

type NemesisSettings = {
  readonly seed: number;
  readonly maxFaults: number;
  readonly maxMs: number;
  /** Ends the run at once, and everything that it started. */
  readonly interrupted: AbortSignal;
};

const [owner, colleague] = ['owner@example.org', 'colleague@example.org'];
const clientsOfCounter = 3;
const maxLooks = 600;

type Happened = { readonly counts: Map<FaultKind, number>; total: number };

/**
 * Runs a world under faults; prints them and what was reached. Throws for what does not hold, after the command that
 * repeats it.
 */
export async function runNemesis(settings: NemesisSettings): Promise<void> {
  const { seed } = settings;
  const happened: Happened = { counts: new Map(), total: 0 };
  console.log(`The nemesis begins with seed ${seed}.`);
  try {
    await Promise.race([runWorld(settings, happened), rejectWhen(settings.interrupted)]);
  } catch (error) {
    console.error(
      `\nAfter ${happened.total} faults. Again: npm run nemesis -- --seed ${seed} --faults ${Math.max(1, happened.total)}`,
    );
    throw error;
  }
}

function rejectWhen(interrupted: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    interrupted.addEventListener('abort', () => reject(new Error('The run was interrupted.')));
  });
}

async function runWorld(settings: NemesisSettings, happened: Happened): Promise<void> {
  const world = await startWorld();
  const kinds = possibleKinds(world);
  const missing = allKinds.filter((kind) => !kinds.includes(kind));
  if (missing.length > 0) console.log(`Not possible here (root, Redis): ${missing.join('; ')}.`);
  const client = makePatientClient(`${world.url}/api`);
  const { as, buildings, counter } = await setUp(world, client);
  const promised = nothingPromised();
  const failed = new AbortController();
  const ended = AbortSignal.any([failed.signal, settings.interrupted]);
  const load = makeLoad(`${world.url}/api`, makeDice(settings.seed).fraction, ended);
  let isOver = false;
  const working = startClients(world, load, { as, buildings, counter, promised }, () => isOver);
  const causing = causeFaults(world, { ...settings, kinds }, happened, ended);
  try {
    await Promise.race([causing, working.then(() => causing)]);
    load.calm();
    await waitUntilReady(world);
    await Promise.race([finishRound(load), working]);
    isOver = true;
    await working;
  } catch (error) {
    failed.abort(); // Nobody goes on.
    await Promise.allSettled([causing, working]);
    throw error;
  }
  assert.deepEqual(world.cluster.deaths, []);
  await repeatAll(load, client);
  await checkCounter(load, as, counter);
  await settle(world);
  await checkNothingHangs(world);
  const reached = await checkEverything(world, promised);
  report(happened, load, reached);
}

/** An organization with buildings, an API key for the clients, a counter, and an endpoint for each receiver. */
async function setUp({ cluster, receivers }: World, { ask }: Client) {
  const { tenantId = '' } = cluster.admin('create-tenant', '--name', 'KÜ', '--email', owner, '--password', password);
  cluster.admin(
    ...['create-user', '--tenant', tenantId, '--email', colleague, '--password', password, '--role', 'manager'],
  );
  const { apiKey: as = '' } = cluster.admin('create-api-key', '--tenant', tenantId, '--name', 'k', '--role', 'owner');
  const signedIn = await ask<{ accessToken: string }>('POST', '/auth/login', { body: { email: owner, password } });
  const buildings: BilledBuilding[] = [];
  for (const name of ['Kase', 'Tamme'])
    buildings.push(await makeBilledBuilding({ ask }, signedIn.data.accessToken, name));
  const counted = await ask<Thing>('POST', '/buildings', { as, body: { name: 'Counter', address: 'Kase 13' } });
  const counter: SharedCounter = { buildingId: counted.data.id, acknowledged: 0, increments: 0 };
  for (const { receiver } of receivers) {
    const body = { url: receiver.url, events: eventTypes };
    receiver.secret = (await ask<Thing & { secret: string }>('POST', '/webhooks', { as, body })).data.secret;
  }
  return { as, buildings, counter };
}

type Work = {
  readonly as: string;
  readonly buildings: readonly BilledBuilding[];
  readonly counter: SharedCounter;
  readonly promised: Promised;
};

function startClients({ cluster }: World, load: Load, { as, buildings, counter, promised }: Work, over: () => boolean) {
  const everyProcess = cluster.apis.map(({ origin }) => askOver(`${origin}/api`, patienceMs));
  return Promise.all([
    ...buildings.map((building) => billMonths(load, as, building, promised, over)),
    ...buildings.map((building) => reportFaults(load, as, building, promised, over)),
    ...Array.from({ length: clientsOfCounter }, () => countTogether(load, as, counter, over)),
    comeAndGo(load, colleague, everyProcess, over),
  ]);
}

/**
 * Causes faults in the drawn order, one at a time of each part of the world, and resolves when all of them are healed.
 */
async function causeFaults(
  world: World,
  { seed, kinds, maxFaults, maxMs }: NemesisSettings & { readonly kinds: readonly FaultKind[] },
  happened: Happened,
  ended: AbortSignal,
): Promise<void> {
  const until = performance.now() + maxMs;
  const underWay = new Map<string, Promise<void>>();
  for (const fault of drawFaults(makeDice(seed + 1).fraction, kinds)) {
    if (happened.total >= maxFaults || performance.now() >= until || ended.aborted) break;
    await delay(fault.pauseMs);
    const part = faultKinds[fault.kind];
    await underWay.get(part);
    happened.total += 1;
    happened.counts.set(fault.kind, (happened.counts.get(fault.kind) ?? 0) + 1);
    console.log(`${happened.total}. ${describeFault(fault)}`);
    const healed = causeFault(world, fault, ended);
    healed.catch(() => {}); // It is awaited with the next of its part, or at the end.
    underWay.set(part, healed);
  }
  await Promise.all(underWay.values());
}

async function waitUntilReady({ cluster }: World): Promise<void> {
  for (const { origin, name } of [...cluster.apis, ...cluster.workers])
    for (let looks = 1; !(await isReady(origin)); looks += 1) {
      assert.ok(looks < maxLooks, `${name} does not become ready any more`);
      await delay(100);
    }
}

/** Waits until the clients have written something more: they go on by themselves. */
async function finishRound(load: Load): Promise<void> {
  const before = load.acknowledged.length;
  // Each of their requests has a limited number of tries.
  while (load.acknowledged.length < before + 10) await delay(50);
}

/** Every increment that was acknowledged is there, and no other. */
async function checkCounter(load: Load, as: string, counter: SharedCounter): Promise<void> {
  const { count } = await readCounter(load, as, counter);
  assert.deepEqual([count, counter.increments], [counter.acknowledged, counter.acknowledged]);
}

function report({ counts, total }: Happened, load: Load, reached: string): void {
  const { requests, failures, unavailable } = load.counts;
  console.log(
    `\n${total} faults, ${requests} requests, ${load.acknowledged.length} acknowledged writes; ${failures} attempts failed, ${unavailable} of them with 503.`,
  );
  console.log(`${reached} Nothing was lost, and nothing was done twice.`);
  console.log([...counts].map(([kind, count]) => `${count} × ${kind}`).join('; '));
}
