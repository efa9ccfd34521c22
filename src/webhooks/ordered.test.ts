// Tests of ordered endpoints: one delivery at a time, oldest first; a failed one blocks later ones until it is
// delivered or given up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEndpoint, raiseInvoiceCreated, startReceiver, withDeliveryWorker } from '../../test/delivery-fixture.ts';
import { anOrganization, startTestService, type Thing, waitUntil } from '../../test/service-fixture.ts';
import { newId } from '../platform/values/ids.ts';

const minute = 60_000;
const g = await startTestService({
  webhooks: { allowPrivateTargets: true, allowedPorts: [443], retrySchedule: [0, minute, minute] },
});
const pass = (ms: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + ms);
};

/** An organization with an ordered endpoint, for which so many events have happened, a second apart. */
async function anOrdered(events: number) {
  const organization = await anOrganization(g);
  const as = organization.integrator;
  const receiver = await startReceiver();
  const { id } = await createEndpoint(g, as, receiver.url);
  const changed = await g.ask('PATCH', `//console/api/webhooks/${id}`, { as, body: { ordered: true } });
  assert.deepEqual([changed.status, changed.data.ordered], [200, true]);
  for (let nth = 0; nth < events; nth += 1) {
    pass(1000);
    await raiseInvoiceCreated(g, organization);
  }
  const log = async () =>
    g.owner<{ id: string; status: string; attempts: number }[]>`
      select id, status, attempts from deliveries where endpoint_id = ${id} order by created_at, id`;
  const inOrder = (await log()).map((row) => row.id);
  const sent = () => receiver.received.map((received) => inOrder.indexOf(String(received.headers['webhook-id'])));
  const deliveredAre = (count: number) => async () =>
    (await log()).filter((row) => row.status === 'delivered').length === count;
  return { organization, as, id, receiver, log, inOrder, sent, deliveredAre };
}

test('deliveries are sent one at a time, oldest first', async () => {
  const { receiver, sent, deliveredAre } = await anOrdered(60);
  let underWay = 0;
  receiver.answers = async () => {
    underWay += 1;
    assert.equal(underWay, 1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    underWay -= 1;
    return 204;
  };
  await withDeliveryWorker(g, () => waitUntil(deliveredAre(60)));
  assert.deepEqual(
    sent(),
    Array.from({ length: 60 }, (_, nth) => nth),
  );
});

test('a failed delivery is retried on schedule while the others wait; when it is given up, they continue', async () => {
  const { organization, as, receiver, id, log, inOrder, sent, deliveredAre } = await anOrdered(3);
  receiver.answers = (received) => (received.headers['webhook-id'] === inOrder[0] ? 500 : 204);
  const attempted = async (count: number) => {
    await withDeliveryWorker(g, () => waitUntil(async () => ((await log())[0]?.attempts ?? 0) >= count));
  };
  await attempted(1);
  await raiseInvoiceCreated(g, organization);
  await withDeliveryWorker(g, async () => {});
  assert.deepEqual(sent(), [0], 'everything waits');
  const listed = await g.ask<Thing>('GET', `//console/api/webhooks/${id}/deliveries`, { as });
  for (const { nextAttemptAt } of listed.items)
    assert.ok(Date.parse(String(nextAttemptAt)) > g.clock.now.getTime() + 30_000, String(nextAttemptAt));
  pass(2 * minute);
  await attempted(2);
  assert.deepEqual(sent(), [0, 0]);
  pass(2 * minute);
  await withDeliveryWorker(g, () => waitUntil(deliveredAre(3)));
  assert.deepEqual(sent().slice(0, 5), [0, 0, 0, 1, 2]);
  assert.deepEqual(
    (await log()).map((row) => row.status),
    ['failed', 'delivered', 'delivered', 'delivered'],
  );
});

test('a redelivery is sent at once, and brings no other forward', async () => {
  const { as, receiver, log, inOrder, sent, deliveredAre } = await anOrdered(2);
  receiver.answers = () => 500;
  await withDeliveryWorker(g, () => waitUntil(async () => (await log())[0]?.attempts === 1));
  await g.ask('POST', `//console/api/deliveries/${inOrder[0]}/redeliver`, { as });
  await withDeliveryWorker(g, () => waitUntil(async () => (await log())[0]?.attempts === 2));
  assert.deepEqual(sent(), [0, 0]);
  receiver.answers = () => 204;
  await g.ask('POST', `//console/api/deliveries/${inOrder[0]}/redeliver`, { as });
  await withDeliveryWorker(g, () => waitUntil(deliveredAre(2)));
  assert.deepEqual(sent(), [0, 0, 0, 1]);
});

test('a recovery sends missed events in order; with ordering off, four are sent at once again', async () => {
  const { organization, as, id, receiver, sent, deliveredAre } = await anOrdered(5);
  const path = `//console/api/webhooks/${id}`;
  await g.ask('POST', `${path}/disable`, { as });
  await g.ask('POST', `${path}/enable`, { as });
  pass(1000);
  const since = new Date(g.clock.now.getTime() - 10 * minute).toISOString();
  assert.equal((await g.ask('POST', `${path}/recover`, { as, body: { since } })).data.queued, 5);
  await withDeliveryWorker(g, () => waitUntil(deliveredAre(5)));
  assert.deepEqual(sent(), [0, 1, 2, 3, 4]);
  assert.equal((await g.ask('PATCH', path, { as, body: { ordered: false } })).data.ordered, false);
  receiver.answers = () => undefined;
  await raiseInvoiceCreated(g, organization, 10);
  await withDeliveryWorker(g, () => waitUntil(() => receiver.received.length === 9));
});

test('a failure that a worker records after another took its lease neither pauses the endpoint nor counts as its health; a success does', async () => {
  for (const [status, failed] of [
    [500, false],
    [204, true],
  ] as const) {
    const { receiver, id, log } = await anOrdered(1);
    const state = async () =>
      (await g.owner`select paused_until, failing_since from webhook_endpoints where id = ${id}`)[0];
    receiver.answers = async () => {
      await g.owner`
        update webhook_endpoints set leased_by = ${newId()}, lease_until = now() + interval '1 hour',
               paused_until = ${failed ? g.clock.now : null}, failing_since = ${failed ? g.clock.now : null} where id = ${id}`;
      return status;
    };
    const recorded = async () => (await log())[0]?.attempts === 1;
    await withDeliveryWorker(g, () => waitUntil(recorded));
    assert.deepEqual({ ...(await state()) }, { pausedUntil: null, failingSince: null }, String(status));
  }
});
