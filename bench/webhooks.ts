// webhooks: 20,000 deliveries through the whole path: raise, log, lease, sign, send, record. The floor is a plain
// undici loop that sends the same signed bytes to the same receiver with the same number in flight, and writes the same
// rows by plain statements. And, at low load, the time from a commit to the receiver; and the effect of a second worker
// where receivers are slow.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { createTenant } from '../src/identity/operator-accounts.ts';
import { raiseEventBatch } from '../src/platform/db/events.ts';
import { type AppContext, inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { startDelivering } from '../src/webhooks/deliver.ts';
import { createEndpoint } from '../src/webhooks/endpoints.ts';
import { deliveryHeaders } from '../src/webhooks/signatures.ts';
import { median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';

const receiverScript = fileURLToPath(new URL('webhook-receiver.ts', import.meta.url));
const organizations = 5;
const endpointsOfEach = 10;
const eventsOfEach = 400;
const deliveries = organizations * endpointsOfEach * eventsOfEach;
const inFlight = organizations * endpointsOfEach * 4;
const recordBatchSize = 40;
const rounds = 3;
const quietEvents = 200;
const slowOrganizations = 40;
const slowEndpointsOfEach = 20;
const slowEventsOfEach = 8;

export const aboutWebhooks: About = {
  does: 'Deliveries to 50 endpoints of five organizations, 200 in flight; 200 events one at a time; and 6,400 deliveries to 800 receivers that take two seconds each.',
  floor: 'A loop that sends the same bytes and writes the same rows, without leases; for two workers, one.',
};

/** Measures throughput, latency, and a second worker. */
export async function webhooks(): Promise<readonly Figure[]> {
  return withBenchData(1, async ({ app: strict, database }) => {
    const { config } = strict;
    const app = { ...strict, config: { ...config, webhooks: { ...config.webhooks, allowPrivateTargets: true } } };
    const { receiver, url } = await startReceiver();
    try {
      const tenants = await Promise.all(Array.from({ length: organizations }, () => createOrganization(app, url)));
      const figures: number[] = [];
      const floors: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        figures.push(await deliverAll(app, tenants, url));
        await database.asOwner((owner) => owner`vacuum analyze`);
        floors.push(await loggingLoop(app, tenants, url));
        await database.asOwner((owner) => owner`vacuum analyze`);
      }
      return [
        {
          what: `${deliveries.toLocaleString('en')} deliveries`,
          figure: median(figures),
          unit: '/s',
          floor: median(floors),
          aim: { of: 'ratio', min: 0.6 },
        },
        ...(await measureLatency(app, url)),
        await compareTwoWorkers(app, url.replace('/hook', '/slow')),
      ];
    } finally {
      receiver.kill();
    }
  });
}

/** Starts the receiver in a process of its own. */
async function startReceiver(): Promise<{ receiver: ChildProcess; url: string }> {
  const receiver = spawn(process.execPath, [receiverScript], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(receiver.stdout, 'data');
  return { receiver, url: `http://127.0.0.1:${String(port).trim()}/hook` };
}

async function arrivals(url: string): Promise<readonly [id: string, at: number][]> {
  return (await (await fetch(url)).json()) as [string, number][];
}

async function createOrganization(app: AppContext, url: string, endpoints = endpointsOfEach): Promise<string> {
  const person = { email: `${newId()}@example.org`, password: 'correct horse battery staple' };
  const { tenantId } = await createTenant(app, { name: 'Bench', ...person });
  for (let nth = 0; nth < endpoints; nth += 1)
    await inTenant(app, serviceCaller(tenantId), (scope) =>
      createEndpoint(scope, { url, events: ['invoice.created'] }),
    );
  return tenantId;
}

function raiseInvoiceEvents(app: AppContext, tenantId: string, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => ({
    buildingId: tenantId,
    data: { invoiceId: newId(), amount: 4300 + index },
  }));
  return inTenant(app, serviceCaller(tenantId), (scope) => raiseEventBatch(scope, 'invoice.created', all));
}

/** Deliveries per second, from the first raise to the last record. */
async function deliverAll(app: AppContext, tenants: readonly string[], url: string): Promise<number> {
  const deliverer = await startDelivering(app);
  const began = performance.now();
  await Promise.all(tenants.map((tenantId) => raiseInvoiceEvents(app, tenantId, eventsOfEach)));
  for (const tenantId of tenants) while (await hasPendingDeliveries(app, tenantId)) await delay(50);
  const took = (performance.now() - began) / 1000;
  await deliverer.stop();
  const came = await arrivals(url);
  if (came.length !== deliveries) throw new Error(`${came.length} deliveries arrived, not ${deliveries}.`);
  return deliveries / took;
}

async function hasPendingDeliveries(app: AppContext, tenantId: string): Promise<boolean> {
  return inTenant(app, serviceCaller(tenantId), async ({ db }) => {
    const [row] =
      await db`select exists (select from deliveries where tenant_id = ${tenantId} and status = 'pending') as any`;
    return row?.any;
  });
}

const body = JSON.stringify({
  event: 'invoice.created',
  timestamp: new Date().toISOString(),
  tenantId: newId(),
  data: { invoiceId: newId(), amount: 43.1 },
});

function signRequest(url: URL, id: string) {
  const secrets = { current: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
  const headers = deliveryHeaders({ secrets, id, attemptAt: new Date(), body });
  return { origin: url.origin, path: url.pathname, method: 'POST', headers, body } as const;
}

/** Processes items, so many at a time, until there is none left. */
async function runConcurrently<T>(waiting: T[], work: (t: T) => Promise<void>): Promise<void> {
  const loop = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
}

type LoggedDelivery = { readonly tenantId: string; readonly id: string };

/**
 * Posts per second of a loop that sends signed requests, reads the responses, and writes the rows that the service
 * writes; without leases.
 */
async function loggingLoop(app: AppContext, tenants: readonly string[], url: string): Promise<number> {
  const target = new URL(url);
  const agent = new Agent();
  const done = new Map<string, string[]>(tenants.map((tenantId) => [tenantId, []]));
  const began = performance.now();
  const waiting = (await Promise.all(tenants.map((tenantId) => writeLog(app, tenantId)))).flat();
  await runConcurrently(waiting, async ({ tenantId, id }) => {
    const response = await agent.request(signRequest(target, id));
    await response.body.dump();
    const ids = done.get(tenantId) ?? [];
    ids.push(id);
    if (ids.length >= recordBatchSize) await writeAttempts(app, tenantId, ids.splice(0));
  });
  await Promise.all([...done].map(([tenantId, ids]) => writeAttempts(app, tenantId, ids)));
  const took = (performance.now() - began) / 1000;
  await agent.close();
  await arrivals(url);
  return deliveries / took;
}

function writeLog(app: AppContext, tenantId: string): Promise<LoggedDelivery[]> {
  return inTenant(
    app,
    serviceCaller(tenantId),
    ({ db }) => db<LoggedDelivery[]>`
      with event as (
        insert into events (tenant_id, id, type, body, occurred_at)
        select ${tenantId}, gen_random_uuid(), 'invoice.created', ${body}, now() from generate_series(1, ${eventsOfEach}) returning id
      )
      insert into deliveries (tenant_id, id, endpoint_id, event_id, status, due_at, created_at, updated_at)
      select ${tenantId}, gen_random_uuid(), e.id, event.id, 'pending', 'infinity', now(), now()
        from webhook_endpoints e cross join event where e.tenant_id = ${tenantId} returning tenant_id, id`,
  );
}

async function writeAttempts(app: AppContext, tenantId: string, ids: readonly string[]): Promise<void> {
  await inTenant(app, serviceCaller(tenantId), ({ db }) =>
    Promise.all([
      db`set local synchronous_commit = off`,
      db`
        update deliveries
           set status = 'delivered', attempts = 1, priority = 2, updated_at = now(), finished_at = now(),
               first_at = now(), first_outcome = 'delivered', first_status = 204, first_latency_ms = 1, first_response = ''
         where tenant_id = ${tenantId} and id = any (${[...ids]}::uuid[])`,
    ]),
  );
}

/**
 * Receivers that take two seconds use up a worker's open posts, not the processor: there a second worker on the same
 * database helps.
 */
async function compareTwoWorkers(app: AppContext, slowUrl: string): Promise<Figure> {
  const tenants = await Promise.all(
    Array.from({ length: slowOrganizations }, () => createOrganization(app, slowUrl, slowEndpointsOfEach)),
  );
  const [alone, both] = [await measureDrain(app, tenants, 1), await measureDrain(app, tenants, 2)];
  return {
    what: 'slow receivers, two workers',
    figure: both,
    unit: '/s',
    floor: alone,
    aim: { of: 'ratio', min: 1.6 },
  };
}

/** Deliveries per second with so many workers, until the last is recorded. */
async function measureDrain(app: AppContext, tenants: readonly string[], workers: number): Promise<number> {
  for (const tenantId of tenants) await raiseInvoiceEvents(app, tenantId, slowEventsOfEach);
  const began = performance.now();
  const deliverers = await Promise.all(Array.from({ length: workers }, () => startDelivering(app)));
  for (const tenantId of tenants) while (await hasPendingDeliveries(app, tenantId)) await delay(50);
  const took = (performance.now() - began) / 1000;
  await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
  return (tenants.length * slowEndpointsOfEach * slowEventsOfEach) / took;
}

/** One event at a time: from the acknowledged commit until the receiver has the request. */
async function measureLatency(app: AppContext, url: string): Promise<readonly Figure[]> {
  const tenantId = await createOrganization(app, url, 1);
  const deliverer = await startDelivering(app);
  const waits: number[] = [];
  for (let nth = 0; nth < quietEvents; nth += 1) {
    await raiseInvoiceEvents(app, tenantId, 1);
    const committed = performance.timeOrigin + performance.now();
    await delay(25);
    while (await hasPendingDeliveries(app, tenantId)) await delay(5);
    for (const [, at] of await arrivals(url)) waits.push(at - committed);
  }
  await deliverer.stop();
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN;
  return [
    { what: 'commit to receiver, p50', figure: at(0.5), unit: 'ms', aim: { of: 'figure', max: 50 } },
    { what: 'commit to receiver, p99', figure: at(0.99), unit: 'ms' },
  ];
}
