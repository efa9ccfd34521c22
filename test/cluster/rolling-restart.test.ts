// Test of a rolling restart: one process after the other is stopped and started behind a load balancer, under load, and
// no request fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../demo/port.ts';
import { askOver } from '../ask-over-http.ts';
import { password, type TestService, type Thing, waitUntil } from '../service-fixture.ts';
import { startBalancer } from './balancer.ts';
import { type Cluster, isReady, makeCluster, withCluster } from './cluster-fixture.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';

const clients = 8;
const pauseMs = 20;

/** Requests of a client, one after the other, until `over`; returns those that failed. */
async function keepAsking(
  g: Pick<TestService, 'ask'>,
  { as, building, apartment }: { readonly as: string; readonly building: string; readonly apartment: string },
  client: number,
  over: () => boolean,
): Promise<{ count: number; failed: string[] }> {
  const failed: string[] = [];
  const charge = { apartmentId: apartment, amount: 1, dueFrom: '2099-01-01' };
  const requests = [
    () => g.ask('GET', '/buildings', { as }),
    () => g.ask('GET', `/buildings/${building}/apartments`, { as }),
    (nth: number) =>
      g.ask('POST', `//console/api/buildings/${building}/one-offs`, {
        as,
        body: { ...charge, description: `${client}-${nth}` },
      }),
    () => g.ask('POST', '/invoices/generate-bulk?dryRun=true', { as, body: { buildingId: building, ...october } }),
  ];
  let count = 0;
  for (; !over(); count += 1) {
    const request = requests[(client + count) % requests.length] as (nth: number) => ReturnType<typeof g.ask>;
    const outcome = await request(count).then(
      ({ status, headers, text }) => (status < 300 ? undefined : `${status} ${headers['x-balancer'] ?? ''} ${text}`),
      (error: Error) => String(error.cause ?? error),
    );
    if (outcome !== undefined) failed.push(outcome);
    await delay(pauseMs);
  }
  return { count, failed };
}

const october = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };

async function setUp(cluster: Cluster, g: Pick<TestService, 'ask'>) {
  const email = 'owner@example.org';
  cluster.admin('create-tenant', '--name', 'Rolling', '--email', email, '--password', password);
  const { data } = await g.ask<{ accessToken: string }>('POST', '/auth/login', { body: { email, password } });
  const as = data.accessToken;
  const charges = [{ code: 'care', name: 'Care', basis: 'fixed', unitPrice: 10 }];
  const building = await g.ask<Thing>('POST', '/buildings', {
    as,
    body: { name: 'A', address: 'B', billing: { charges } },
  });
  const apartment = await g.ask<Thing>('POST', `/buildings/${building.data.id}/apartments`, {
    as,
    body: { number: '1' },
  });
  return { as, building: building.data.id, apartment: apartment.data.id };
}

test('while each process is stopped and started again, no request behind a load balancer fails', {
  ...withCluster,
  timeout: 600_000,
}, async (t) => {
  const port = await freePort('127.0.0.1', 0);
  // The machine of a test may be busy, and a balancer late to notice.
  const cluster = await makeCluster(port, { settings: { DRAIN_SECONDS: '5', LOG_LEVEL: 'error' } });
  const ports = cluster.apis.map((api) => api.port);
  const members = [...cluster.apis, ...cluster.workers];
  await Promise.all(members.map((member) => member.start()));
  const balancer = await startBalancer(port, ports);
  const haproxy = hasHaproxy ? await startHaproxy(await freePort('127.0.0.1', 0), ports) : undefined;
  if (haproxy === undefined) t.diagnostic('HAProxy is not installed: tried with the balancer of the tests alone');
  const urls = [balancer.url, haproxy ?? balancer.url];
  const behind = urls.map((url) => askOver(`${url}/api`));
  await waitUntil(async () => (await Promise.all(urls.map(isReady))).every(Boolean));
  const ids = await setUp(cluster, askOver(`${balancer.url}/api`));
  let over = false;
  t.after(() => {
    over = true; // Also after a failure.
  });
  const asking = Array.from({ length: clients }, (_, client) =>
    keepAsking(behind[client % 2] as Pick<TestService, 'ask'>, ids, client, () => over),
  );
  for (const member of members) {
    await member.end('SIGTERM');
    await member.start();
    await waitUntil(() => isReady(member.origin));
    await delay(1500); // The balancers take it back.
  }
  over = true;
  const results = await Promise.all(asking);
  const count = results.reduce((sum, result) => sum + result.count, 0);
  t.diagnostic(
    `${count} requests; ${[...balancer.sent.values()].join(' and ')} to the processes from the tests' balancer`,
  );
  assert.deepEqual(
    results.flatMap((result) => result.failed),
    [],
  );
});
