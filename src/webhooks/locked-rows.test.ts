// Tests of locked rows: an organization whose deliveries another transaction changes waits alone, and no delivery is
// lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEndpoint,
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
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { disableEndpoint, enableEndpoint, recoverEndpoint } from './admin/manage-endpoints.ts';
import { deleteEndpoint } from './endpoints.ts';

async function organizationWith(
  g: TestService,
  receivers: readonly TestReceiver[],
): Promise<[TestOrganization, ...string[]]> {
  const organization = await anOrganization(g);
  const ids: string[] = [];
  for (const { url } of receivers) ids.push((await createEndpoint(g, organization.integrator, url)).id);
  return [organization, ...ids];
}

const counts = async (g: TestService, { tenantId }: TestOrganization, status: string): Promise<number> =>
  (await g.owner`select count(*) as n from deliveries where tenant_id = ${tenantId} and status = ${status}`)[0]?.n;

for (const table of ['deliveries', 'webhook_endpoints'])
  test(`organizations whose rows of ${table} are locked wait alone, and are recorded afterwards, each delivery sent once`, async () => {
    const g = await startTestService();
    useRealClock(g);
    const [receiver, healthy] = [await startReceiver(), await startReceiver()];
    const held: TestOrganization[] = [];
    for (let nth = 0; nth < 5; nth += 1)
      held.push((await organizationWith(g, [receiver, receiver, receiver, receiver]))[0]);
    const [free] = await organizationWith(g, [healthy]);
    await withDeliveryWorker(g, async () => {
      await g.owner.begin(async (holding) => {
        for (const testOrganization of held) await raiseInvoiceCreated(g, testOrganization, 40);
        await waitUntil(() => receiver.received.length > 100);
        for (const { tenantId } of held)
          await holding.unsafe(`select 1 from ${table} where tenant_id = $1 for update`, [tenantId]);
        const before = await Promise.all(held.map((testOrganization) => counts(g, testOrganization, 'delivered')));
        for (let nth = 0; nth < 3; nth += 1) {
          await raiseInvoiceCreated(g, free, 10);
          await waitUntil(async () => (await counts(g, free, 'pending')) === 0);
        }
        const after = await Promise.all(held.map((testOrganization) => counts(g, testOrganization, 'delivered')));
        assert.deepEqual(after, before);
      });
      for (const testOrganization of held)
        await waitUntil(async () => (await counts(g, testOrganization, 'delivered')) === 160);
    });
    const ids = receiver.received.map((receivedDelivery) => receivedDelivery.headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [800, 800]);
  });

test('deleting an endpoint waits for transactions that raise its events, and meanwhile deliveries to others are recorded', async () => {
  const g = await startTestService();
  useRealClock(g);
  const receiver = await startReceiver();
  const [organization, doomed = '', otherEndpoint = ''] = await organizationWith(g, [receiver, receiver]);
  let deleted: Promise<void> | undefined;
  await g.owner.begin(async (raising) => {
    await raising`select 1 from webhook_endpoints where id = ${doomed} for key share`;
    deleted = inTenant(g.app, serviceCaller(organization.tenantId), (scope) => deleteEndpoint(scope, doomed));
    await waitUntil(
      async () => (await g.owner`select from pg_locks where not granted and pid <> pg_backend_pid()`).length > 0,
    );
    await withDeliveryWorker(g, async () => {
      await raiseInvoiceCreated(g, organization, 5);
      const done = () =>
        g.owner`select from deliveries where endpoint_id = ${otherEndpoint} and status = 'delivered'`.then(
          (rows) => rows.length === 5,
        );
      await waitUntil(done);
    });
  });
  await deleted;
  assert.equal((await g.owner`select from deliveries where endpoint_id = ${doomed}`).length, 0);
});

test('an attempt that fails while its delivery is recovered leaves it the whole new schedule', async () => {
  const g = await startTestService({
    webhooks: { allowPrivateTargets: true, allowedPorts: [443, 8443], retrySchedule: [0, 50] },
  });
  useRealClock(g);
  const receiver = await startReceiver();
  const [organization, endpoint = ''] = await organizationWith(g, [receiver]);
  const doing = <T>(work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(organization.tenantId), work);
  receiver.answers = async (_, count) => {
    if (count !== 2) return 500;
    await doing((scope) => disableEndpoint(scope, endpoint));
    await doing((scope) => enableEndpoint(scope, endpoint));
    const since = new Date(g.clock.now.getTime() - 3_600_000);
    assert.equal((await doing((scope) => recoverEndpoint(scope, endpoint, { since }))).queued, 1);
    return 500;
  };
  await raiseInvoiceCreated(g, organization);
  await withDeliveryWorker(g, () => waitUntil(async () => (await counts(g, organization, 'failed')) === 1));
  assert.equal(receiver.received.length, 4, 'two of the first schedule, two of the new one');
  const numbers = await g.owner<{ number: number }[]>`select number from attempts order by number`;
  assert.deepEqual(
    numbers.map((number) => number.number),
    [1, 2, 3, 4],
  );
});
