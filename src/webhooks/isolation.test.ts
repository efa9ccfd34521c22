// Tests of isolation: a hanging or failing endpoint, an organization with a long queue, and a dead worker do not affect
// others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEndpoint,
  patient,
  raiseInvoiceCreated,
  startReceiver,
  type TestReceiver,
  withDeliveryWorker,
} from '../../test/delivery-fixture.ts';
import {
  anOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
  useRealClock,
  waitUntil,
} from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { beginWork } from '../platform/db/worker-transaction.ts';
import { newId } from '../platform/values/ids.ts';
import { startDelivering } from './deliver.ts';
import { type LeasedEndpoint, type LeaseRequest, leaseEndpoints, renewLeases } from './delivery-queries.ts';
import { freeCapacity, maxPostsFor } from './worker-capacity.ts';

const neverAnswer = () => undefined;
const ids = (receiver: TestReceiver) => new Set(receiver.received.map((received) => received.headers['webhook-id']));

async function organizations(
  g: TestService,
  count: number,
  endpoints: number,
  receiver: TestReceiver,
): Promise<TestOrganization[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const organization = await anOrganization(g);
      for (let nth = 0; nth < endpoints; nth += 1) await createEndpoint(g, organization.integrator, receiver.url);
      return organization;
    }),
  );
}

async function anOrganizationWith(
  g: TestService,
  endpoints: number,
  receiver: TestReceiver,
): Promise<TestOrganization> {
  const [organization] = await organizations(g, 1, endpoints, receiver);
  assert.ok(organization);
  return organization;
}

const waitingAt = async (g: TestService, { tenantId }: TestOrganization): Promise<number> =>
  (await g.owner`select count(*) as n from deliveries where tenant_id = ${tenantId} and status = 'pending'`)[0]?.n;

/** Leases as a worker would. */
function lease(
  g: TestService,
  { tenantId }: TestOrganization,
  request: Partial<LeaseRequest> = {},
  now = g.clock.now,
): Promise<LeasedEndpoint[]> {
  const defaults = { worker: newId(), leaseSeconds: 10, maxEndpoints: 50, maxDeliveries: 50, failingToo: true };
  return inTenant({ ...g.app, clock: () => now }, serviceCaller(tenantId), (scope) =>
    leaseEndpoints(scope, { ...defaults, except: [], ...request }),
  );
}

test('an endpoint that hangs with 1,000 waiting has four posts in flight, and does not delay fifty healthy ones with 20 each', async (t) => {
  const g = await startTestService();
  useRealClock(g);
  const [hanging, healthy] = [await startReceiver(neverAnswer), await startReceiver()];
  const stuck = await anOrganizationWith(g, 1, hanging);
  const working = await organizations(g, 10, 5, healthy);
  await raiseInvoiceCreated(g, stuck, 1000);
  let began = 0;
  const serveOthers = async () => {
    await waitUntil(() => hanging.received.length === 4);
    began = performance.now();
    await Promise.all(working.map((testOrganization) => raiseInvoiceCreated(g, testOrganization, 20)));
    for (const testOrganization of working) await waitUntil(async () => (await waitingAt(g, testOrganization)) === 0);
    assert.equal(hanging.received.length, 4, 'all were served during the first attempts of the one that hangs');
  };
  await withDeliveryWorker(g, serveOthers, patient);
  assert.equal(ids(healthy).size, 1000);
  const waits = healthy.received.map((receivedDelivery) => receivedDelivery.at - began).sort((a, b) => a - b);
  t.diagnostic(`from before the commit to arrival: p99 ${Math.round(waits[989] ?? 0)} ms of 1,000`);
});

test('hanging receivers, many more than a worker serves at once, delay neither other organizations nor the other endpoints of their own', async (t) => {
  const g = await startTestService();
  useRealClock(g);
  const [slow, healthy] = [await startReceiver(neverAnswer), await startReceiver()];
  const troubled = await organizations(g, 5, 19, slow);
  const working = await anOrganizationWith(g, 3, healthy);
  const [both] = troubled;
  assert.ok(both);
  for (const testOrganization of troubled) await raiseInvoiceCreated(g, testOrganization, 10);
  const serveOthers = async () => {
    await waitUntil(() => slow.received.length === 5 * 19 * 4);
    await createEndpoint(g, both.integrator, healthy.url, ['invoice.paid', 'invoice.created']);
    const began = performance.now();
    for (let nth = 1; nth <= 5; nth += 1) {
      await raiseInvoiceCreated(g, working, 20);
      await raiseInvoiceCreated(g, both, 20);
      await waitUntil(() => healthy.received.length === nth * 80);
      assert.equal(slow.received.length, 380, 'served within the first attempts of those that neverAnswer');
    }
    t.diagnostic(`five rounds within ${Math.round(performance.now() - began)} ms`);
  };
  await withDeliveryWorker(g, serveOthers, patient);
});

test('when another organization’s first attempt arrives, organizations with 10,000 waiting each, enough to fill a worker, have sent a small part of it', async (t) => {
  const g = await startTestService();
  useRealClock(g);
  const [long, quick] = [await startReceiver(), await startReceiver()];
  const busy = await organizations(g, 3, 20, long);
  const newcomer = await anOrganizationWith(g, 1, quick);
  for (const testOrganization of busy) await raiseInvoiceCreated(g, testOrganization, 500);
  await withDeliveryWorker(g, async () => {
    await waitUntil(() => long.received.length > 500);
    const [before, began] = [long.received.length, performance.now()];
    await raiseInvoiceCreated(g, newcomer);
    await waitUntil(() => quick.received.length === 1);
    const [sent, took] = [long.received.length - before, Math.round(performance.now() - began)];
    t.diagnostic(`after ${took} ms and ${sent} others`);
    assert.ok(sent < 3000, `${sent} of 30,000 went before it`);
  });
});

test('a lease belongs to one worker until it ends or expires; then another gets the same deliveries, the one served longest ago first', async () => {
  const g = await startTestService();
  const organization = await anOrganizationWith(g, 3, await startReceiver());
  await raiseInvoiceCreated(g, organization, 2);
  const first = await lease(g, organization, { maxEndpoints: 2 });
  const second = await lease(g, organization);
  assert.deepEqual([first.length, second.length], [2, 1]);
  assert.equal((await lease(g, organization)).length, 0);
  const ahead = new Date(g.clock.now.getTime() + 3_600_000);
  assert.equal((await lease(g, organization, {}, ahead)).length, 0, 'leases go by the clock of the database');
  await g.owner`update webhook_endpoints set lease_until = now() - interval '1 second' where id = any (${first.map((leasedEndpoint) => leasedEndpoint.id)}::uuid[])`;
  const again = await lease(g, organization);
  const taken = (leased: LeasedEndpoint[]) =>
    leased.flatMap((leasedEndpoint) => leasedEndpoint.deliveries.map(({ id }) => id)).sort();
  assert.deepEqual(taken(again), taken(first));
  await g.owner`update webhook_endpoints set lease_until = null`;
  assert.deepEqual(
    (await lease(g, organization, { maxEndpoints: 1 })).map((leasedEndpoint) => leasedEndpoint.id),
    second.map((leasedEndpoint) => leasedEndpoint.id),
  );
});

test('a lease can be extended only by its own worker', async () => {
  const g = await startTestService();
  const organization = await anOrganizationWith(g, 1, await startReceiver());
  await raiseInvoiceCreated(g, organization);
  const worker = newId();
  const [{ id } = { id: '' }] = await lease(g, organization, { worker });
  const renew = async (by: string) => {
    await g.owner`update webhook_endpoints set lease_until = now() - interval '1 second'`;
    await inTenant(g.app, serviceCaller(organization.tenantId), (scope) => renewLeases(scope, by, [id], 10));
    return (await lease(g, organization)).length === 0;
  };
  assert.equal(await renew(worker), true);
  assert.equal(await renew(newId()), false);
});

test('while a receiver takes longer than a lease, its delivery is not sent a second time', async () => {
  const g = await startTestService();
  useRealClock(g);
  const receiver = await startReceiver(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    return 204;
  });
  const organization = await anOrganizationWith(g, 1, receiver);
  await raiseInvoiceCreated(g, organization);
  const pace = { leaseSeconds: 1, attemptMs: 15_000, pollMs: 100 };
  const workers = [await startDelivering(g.app, pace), await startDelivering(g.app, pace)];
  await waitUntil(async () => (await waitingAt(g, organization)) === 0);
  for (const worker of workers) await worker.stop();
  assert.equal(receiver.received.length, 1);
});

test('failing endpoints have one post each, and leave a quarter of the capacity to others', async () => {
  const g = await startTestService();
  const organization = await anOrganizationWith(g, 2, await startReceiver());
  await raiseInvoiceCreated(g, organization);
  await g.owner`update webhook_endpoints set failing_since = now() where id = (select id from webhook_endpoints limit 1)`;
  const [healthy, ...more] = await lease(g, organization, { failingToo: false });
  assert.deepEqual([healthy?.failing, more.length], [false, 0]);
  assert.deepEqual(
    [maxPostsFor({ failing: true, ordered: false }), maxPostsFor({ failing: false, ordered: false })],
    [1, 4],
  );
  const served = (count: number, failing: boolean, beganAt: number) =>
    Array.from({ length: count }, () => ({ beganAt, posts: failing ? 1 : 4, endpoint: { failing } }));
  assert.deepEqual(freeCapacity([], 10_000), { endpoints: 50, failingToo: true });
  assert.deepEqual(freeCapacity(served(38, true, 9900), 10_000), { endpoints: 12, failingToo: false });
  assert.deepEqual(freeCapacity(served(50, false, 9900), 10_000), { endpoints: 0, failingToo: true });
  assert.deepEqual(freeCapacity(served(200, false, 9000), 10_000), { endpoints: 50, failingToo: true }, 'slow ones');
  assert.deepEqual(freeCapacity(served(750, true, 9000), 10_000), { endpoints: 50, failingToo: false });
  assert.deepEqual(freeCapacity(served(250, false, 9000), 10_000), { endpoints: 0, failingToo: true });
});

test('for one endpoint redeliveries come first, and new events before recovered and retried ones', async () => {
  const g = await startTestService();
  const organization = await anOrganizationWith(g, 1, await startReceiver());
  await raiseInvoiceCreated(g, organization, 100);
  await g.owner`update deliveries set priority = 2`;
  await raiseInvoiceCreated(g, organization, 2);
  await g.owner`update deliveries set priority = 0 where id = (select max(id::text)::uuid from deliveries where priority = 2)`;
  const [endpoint] = await lease(g, organization, { maxDeliveries: 5 });
  const rows = await g.owner<{ id: string; priority: number }[]>`select id, priority from deliveries`;
  const priorities = new Map(rows.map((row) => [row.id, row.priority]));
  assert.deepEqual(
    endpoint?.deliveries.map(({ id }) => priorities.get(id)),
    [0, 1, 1, 2, 2],
  );
});

test('what a lease reads does not grow with the queue, also with a plan made while the tables were small', async () => {
  const g = await startTestService();
  const receiver = await startReceiver();
  const organization = await anOrganizationWith(g, 10, receiver);
  await raiseInvoiceCreated(g, organization, 2);
  await g.owner`vacuum analyze deliveries`;
  // More than the five executions after which PostgreSQL keeps a plan, on every connection of the pool.
  for (let nth = 0; nth < 10; nth += 1) await Promise.all(Array.from({ length: 12 }, () => lease(g, organization)));
  await raiseInvoiceCreated(g, organization, 2000);
  await g.owner`update webhook_endpoints set lease_until = null`;
  const read = await inTenant(g.app, serviceCaller(organization.tenantId), async (scope) => {
    const request = { worker: newId(), leaseSeconds: 10, maxEndpoints: 2, maxDeliveries: 10, failingToo: true };
    await beginWork(scope);
    assert.equal((await leaseEndpoints(scope, { ...request, except: [] })).length, 2);
    const [row] = await scope.db`
      select idx_tup_fetch + seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'deliveries'`;
    return row?.rows;
  });
  assert.ok(read < 1000, `${read} rows read of 20,000 to lease 20`);
});

test('a success recorded late counts, also when the endpoint was disabled or another worker failed meanwhile', async () => {
  const g = await startTestService();
  useRealClock(g);
  for (const meanwhile of ['skipped', 'pending', 'failed']) {
    const receiver = await startReceiver();
    const organization = await anOrganizationWith(g, 1, receiver);
    const { tenantId } = organization;
    receiver.answers = async () => {
      await g.owner`update deliveries set status = ${meanwhile}, attempts = 1, due_at = 'infinity' where tenant_id = ${tenantId}`;
      return 204;
    };
    await raiseInvoiceCreated(g, organization);
    const attempts = async () =>
      (await g.owner`select attempts from deliveries where tenant_id = ${tenantId} and status = 'delivered'`)[0]
        ?.attempts;
    await withDeliveryWorker(g, () => waitUntil(async () => (await attempts()) === 2));
  }
});
