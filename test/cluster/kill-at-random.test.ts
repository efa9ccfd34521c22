// Cluster test: two API processes and two workers on one PostgreSQL and one Redis, killed and stopped at random under load. Whatever was acknowledged is there
// once, and everything is delivered. HALDUR_CLUSTER_SECONDS makes it longer; HALDUR_FAULTS_SEED repeats a random sequence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../demo/port.ts';
import { eventTypes } from '../../src/platform/db/events.ts';
import type { DatabasePool } from '../../src/platform/db/pool.ts';
import { moveTestClock, readClockOffset } from '../../src/platform/processes/test-clock.ts';
import { askOver } from '../ask-over-http.ts';
import { seededRandom } from '../faults/fault-fixture.ts';
import { startMailServer } from '../mail-servers.ts';
import { password, waitUntil } from '../service-fixture.ts';
import { startBalancer } from './balancer.ts';
import { billMonths, comeAndGo, makeBilledBuilding, nothingPromised, reportFaults } from './clients.ts';
import { type Cluster, isReady, type Member, makeCluster, withCluster } from './cluster-fixture.ts';
import {
  areScheduledTasksDone,
  checkAccounts,
  checkDeliveries,
  checkEvents,
  checkMails,
  checkPromises,
  checkScheduledTasks,
  countWaiting,
} from './invariants.ts';
import { type Client, makeLoad, repeatAll } from './load.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const seed = Number(process.env.HALDUR_FAULTS_SEED ?? Math.trunc(Math.random() * 2 ** 31));
const seconds = Number(process.env.HALDUR_CLUSTER_SECONDS ?? 10);
const hourMs = 3_600_000;
/** Invoices are overdue and reminded of by then, and events are not deleted yet. */
const overdueAfterMs = 25 * 24 * hourMs;
const [owner, colleague] = ['owner@example.org', 'colleague@example.org'];

const faults = [
  ['api', 'SIGKILL'],
  ['api', 'SIGTERM'],
  ['worker', 'SIGKILL'],
  ['worker', 'SIGTERM'],
  ['Redis', 'SIGKILL'],
] as const;

/** Kills or stops a process every few seconds until the time is over, one of a kind at a time, and starts it again. Returns what happened; in the end all are ready. */
async function causeFaults(
  { apis, workers, redis }: Cluster,
  random: () => number,
  ended: AbortSignal,
): Promise<string[]> {
  const happened: string[] = [];
  const restarting = new Map<string, Promise<void>>();
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until && !ended.aborted) {
    const inRandomOrder = faults.map((fault) => ({ fault, place: random() })).sort((a, b) => a.place - b.place);
    for (const { fault } of inRandomOrder) {
      const [kind, signal] = fault;
      await delay(500 + random() * 2000);
      await restarting.get(kind);
      const member = (kind === 'worker' ? workers : apis)[random() < 0.5 ? 0 : 1] as Member;
      happened.push(`${signal} to ${kind === 'Redis' ? kind : member.name}`);
      const restarted =
        kind === 'Redis' ? redis.kill().then(redis.start) : member.end(signal).then(() => member.start());
      restarting.set(kind, restarted);
    }
  }
  await Promise.all(restarting.values());
  const isAllReady = async () =>
    ended.aborted || (await Promise.all([...apis, ...workers].map(({ origin }) => isReady(origin)))).every(Boolean);
  await waitUntil(isAllReady);
  return happened;
}

/** An organization with two buildings, an API key for the clients, and an endpoint for each receiver. */
async function setUp(cluster: Cluster, { ask }: Client, receivers: readonly { url: string; secret: string }[]) {
  const { tenantId = '' } = cluster.admin('create-tenant', '--name', 'KÜ', '--email', owner, '--password', password);
  cluster.admin(
    ...['create-user', '--tenant', tenantId, '--email', colleague, '--password', password, '--role', 'manager'],
  );
  const { apiKey: as = '' } = cluster.admin('create-api-key', '--tenant', tenantId, '--name', 'k', '--role', 'owner');
  const signedIn = await ask<{ accessToken: string }>('POST', '/auth/login', { body: { email: owner, password } });
  const buildings = [];
  for (const name of ['Kase', 'Tamme'])
    buildings.push(await makeBilledBuilding({ ask }, signedIn.data.accessToken, name));
  for (const receiver of receivers) {
    const { data } = await ask<{ id: string; secret: string }>('POST', '/webhooks', {
      as,
      body: { url: receiver.url, events: eventTypes },
    });
    receiver.secret = data.secret;
  }
  return { as, buildings };
}

/** Waits until everything is delivered and sent. What waits for another attempt gets it, as time passes two hours at a time. */
async function settle({ owner }: Cluster): Promise<void> {
  while ((await countWaiting(owner)) > 0) {
    await moveTestClock(owner, new Date(Date.now() + (await readClockOffset(owner)) + 2 * hourMs));
    for (let look = 0; look < 30 && (await countWaiting(owner)) > 0; look += 1) await delay(200);
  }
}

/**
 * Waits until the scheduled tasks have done what is due. They skip rows that a killed worker still has locked, until their next run minutes later. A worker
 * runs them when it starts, so it is started again.
 */
async function runScheduledTasks(owner: DatabasePool, worker: Member): Promise<void> {
  for (let look = 1; !(await areScheduledTasksDone(owner)); look += 1) {
    await delay(200);
    if (look % 50 > 0) continue;
    await worker.end('SIGTERM');
    await worker.start();
  }
}

test('while processes are killed and stopped at random under load, what was acknowledged is there once and everything is delivered', {
  ...withCluster,
  timeout: 900_000,
}, async (t) => {
  t.diagnostic(`HALDUR_FAULTS_SEED=${seed}`);
  const random = seededRandom(seed);
  const receivers = [await startWebhookReceiver(0, random), await startWebhookReceiver(0.3, random)];
  let refusing = 0.2;
  const mail = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      random() < refusing ? done(Object.assign(new Error('Try again later'), { responseCode: 451 })) : done(),
  });
  const port = await freePort('127.0.0.1', 0);
  const cluster = await makeCluster(port, {
    TEST_CLOCK: 'true',
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${mail.smtp.port}`,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    WEBHOOK_RETRY_SCHEDULE: ['0s', ...Array(25).fill('300ms')].join(),
  });
  await Promise.all([...cluster.apis, ...cluster.workers].map((member) => member.start()));
  const { url } = await startBalancer(
    port,
    cluster.apis.map((api) => api.port),
  );
  await waitUntil(() => isReady(url));
  const client = askOver(`${url}/api`);
  const { as, buildings } = await setUp(cluster, client, receivers);

  const promised = nothingPromised();
  const ended = new AbortController();
  const load = makeLoad(`${url}/api`, random, ended.signal);
  let isOver = false;
  const over = () => isOver;
  const everyProcess = cluster.apis.map(({ origin }) => askOver(`${origin}/api`));
  const working = Promise.all([
    ...buildings.map((building) => billMonths(load, as, building, promised, over)),
    ...buildings.map((building) => reportFaults(load, as, building, promised, over)),
    comeAndGo(load, colleague, everyProcess, over),
  ]);
  const causing = causeFaults(cluster, seededRandom(seed + 1), ended.signal);
  t.after(async () => {
    ended.abort(); // After a failure nobody goes on.
    await Promise.allSettled([causing, working]);
  });
  const happened = await Promise.race([causing, working.then(() => [])]);
  isOver = true;
  await working;
  t.diagnostic(`${load.counts.requests} requests, ${load.counts.failures} repeated; ${happened.join(', ')}`);
  await repeatAll(load, client);

  refusing = 0;
  await settle(cluster);
  await checkPromises(cluster.owner, promised);
  await checkAccounts(cluster.owner);
  await checkEvents(cluster.owner, promised);

  const [worker] = cluster.workers as [Member];
  await moveTestClock(cluster.owner, new Date(Date.now() + (await readClockOffset(cluster.owner)) + overdueAfterMs));
  await worker.end('SIGKILL');
  await worker.start();
  await runScheduledTasks(cluster.owner, worker);
  await settle(cluster);
  const overdue = await checkScheduledTasks(cluster.owner);
  for (const receiver of receivers) await checkDeliveries(cluster.owner, receiver);
  await checkMails(cluster.owner, mail);
  assert.ok(overdue > 0);
  t.diagnostic(`${promised.invoices.size} invoices, ${overdue} overdue, ${mail.received.length} e-mails received`);
});
