// Tests of delivery: every event reaches its endpoints at least once, signed, with the same bytes each time, and a bad
// endpoint affects nobody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  createEndpoint,
  patient,
  raiseInvoiceCreated,
  startReceiver,
  withDeliveryWorker,
} from '../../test/delivery-fixture.ts';
import { mailsIn } from '../../test/mail-servers.ts';
import { anOrganization, aPerson, startTestService, useRealClock, waitUntil } from '../../test/service-fixture.ts';
import { raiseEvent } from '../platform/db/events.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { decideNextState } from './attempt-delivery.ts';
import { deleteOldEvents } from './delivery-queries.ts';
import { signBody } from './signatures.ts';

const g = await startTestService({
  webhooks: { allowPrivateTargets: true, allowedPorts: [443, 8443], retrySchedule: [0, 20, 20, 20] },
});

useRealClock(g);

async function deliveriesOf(endpointId: string): Promise<{ status: string; attempts: number }[]> {
  return g.owner<
    { status: string; attempts: number }[]
  >`select status, attempts from deliveries where endpoint_id = ${endpointId} order by id`;
}

test('an event is signed in both ways, with the four keys of the specification', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver(() => 200);
  const endpoint = await createEndpoint(g, organization.owner, receiver.url);
  await raiseInvoiceCreated(g, organization);
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await deliveriesOf(endpoint.id))[0]?.status === 'delivered'),
  );
  const [delivery] = receiver.received;
  assert.ok(delivery);
  const body = JSON.parse(delivery.body);
  assert.deepEqual(Object.keys(body), ['event', 'timestamp', 'tenantId', 'data']);
  assert.equal(body.event, 'invoice.created');
  assert.equal(body.tenantId, organization.tenantId);
  assert.equal(body.data.amount, 1);
  assert.equal(delivery.headers['x-service-signature'], signBody(endpoint.secret, delivery.body));
  new Webhook(endpoint.secret).verify(delivery.body, delivery.headers as Record<string, string>);
});

test('a failing receiver gets the same bytes and the same webhook-id at every attempt, as many as the schedule has, and no more', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver(() => 500);
  const endpoint = await createEndpoint(g, organization.owner, receiver.url);
  await raiseInvoiceCreated(g, organization);
  await withDeliveryWorker(g, () => waitUntil(async () => (await deliveriesOf(endpoint.id))[0]?.status === 'failed'));
  assert.equal(receiver.received.length, 4);
  assert.equal(new Set(receiver.received.map((receivedDelivery) => receivedDelivery.body)).size, 1);
  assert.equal(new Set(receiver.received.map((receivedDelivery) => receivedDelivery.headers['webhook-id'])).size, 1);
  for (const receivedDelivery of receiver.received)
    assert.equal(receivedDelivery.headers['x-service-signature'], signBody(endpoint.secret, receivedDelivery.body));
  const attempts =
    await g.owner`select a.number, a.outcome, a.status, a.response from attempts a join deliveries d on d.id = a.delivery_id where d.endpoint_id = ${endpoint.id} order by a.number`;
  assert.deepEqual(
    attempts.map((attempt) => [attempt.number, attempt.outcome, attempt.status, attempt.response]),
    [1, 2, 3, 4].map((number) => [number, 'http_status', 500, 'noted']),
  );
});

test('a receiver that recovers gets the event, and its endpoint is no longer failing', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver((_, count) => (count < 3 ? 503 : 204));
  const endpoint = await createEndpoint(g, organization.owner, receiver.url);
  await raiseInvoiceCreated(g, organization);
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await deliveriesOf(endpoint.id))[0]?.status === 'delivered'),
  );
  const [row] = await g.owner`select failing_since from webhook_endpoints where id = ${endpoint.id}`;
  assert.equal(row?.failingSince, null);
});

test('410 disables the endpoint at once; waiting deliveries are skipped, and later events are kept as skipped', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver(() => 410);
  const endpoint = await createEndpoint(g, organization.owner, receiver.url);
  await raiseInvoiceCreated(g, organization, 20);
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await deliveriesOf(endpoint.id)).every((item) => item.status !== 'pending')),
  );
  await raiseInvoiceCreated(g, organization);
  const rows = await deliveriesOf(endpoint.id);
  assert.equal(rows.length, 21);
  assert.equal(rows.at(-1)?.status, 'skipped');
  const shown = await g.ask('GET', '/webhooks', { as: organization.owner });
  assert.equal(shown.items[0]?.status, 'disabled');
});

test('an answer of the URL before says nothing about the one that an endpoint has now, which gets the event', async () => {
  const organization = await anOrganization(g);
  const answer = Promise.withResolvers<number>();
  const before = await startReceiver(() => answer.promise);
  const after = await startReceiver(() => 200);
  const endpoint = await createEndpoint(g, organization.owner, before.url);
  await raiseInvoiceCreated(g, organization);
  await withDeliveryWorker(g, async () => {
    await waitUntil(() => before.received.length === 1);
    const change = { as: organization.owner, body: { url: after.url } };
    assert.equal((await g.ask('PATCH', `//console/api/webhooks/${endpoint.id}`, change)).status, 200);
    answer.resolve(410);
    await waitUntil(() => after.received.length === 1);
  });
  const [row] = await g.owner`select status, failing_since from webhook_endpoints where id = ${endpoint.id}`;
  assert.deepEqual([row?.status, row?.failingSince], ['enabled', null]);
});

test('each owner, and nobody else, gets one e-mail when an endpoint is disabled: the host and the reason, no more of the address', async () => {
  const organization = await anOrganization(g);
  const secondOwner = await aPerson(g, organization.tenantId, 'owner');
  await g.ask('PATCH', '//console/api/me', { as: secondOwner.token, body: { language: 'ru' } });
  await aPerson(g, organization.tenantId, 'manager');
  const receiver = await startReceiver(() => 410);
  const endpoint = await createEndpoint(g, organization.owner, `${receiver.url}?token=secret`);
  await raiseInvoiceCreated(g, organization, 20);
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await deliveriesOf(endpoint.id)).every((item) => item.status !== 'pending')),
  );
  const letters = (await mailsIn(g)).filter((waitingMail) => waitingMail.tenantId === organization.tenantId);
  assert.deepEqual(letters.map((letter) => letter.to).sort(), [organization.email, secondOwner.email].sort());
  for (const { kind, aboutId, text, to, language } of letters) {
    assert.equal(kind, 'endpoint-disabled', String(kind));
    assert.equal(aboutId, endpoint.id, String(kind));
    assert.equal(language, to === secondOwner.email ? 'ru' : 'et', String(kind));
    assert.match(text, /127\.0\.0\.1:\d+/, String(kind));
    assert.match(text, /410/, String(kind));
    assert.doesNotMatch(text, /secret|\/hook/, String(kind));
  }
});

test('an event wakes a worker, also after its connection was lost', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver(() => 200);
  await createEndpoint(g, organization.owner, receiver.url);
  const findListener = async () =>
    (
      await g.owner<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and query = 'listen "deliveries"'`
    )[0]?.pid;
  const loseConnection = async () => {
    const before = await findListener();
    await g.owner`select pg_terminate_backend(${before ?? 0})`;
    await waitUntil(async () => ![before, undefined].includes(await findListener()));
  };
  const wakeTwice = async () => {
    await raiseInvoiceCreated(g, organization);
    await waitUntil(() => receiver.received.length === 1);
    await loseConnection();
    await raiseInvoiceCreated(g, organization);
    await waitUntil(() => receiver.received.length === 2);
  };
  await withDeliveryWorker(g, wakeTwice, { ...patient, pollMs: 3_600_000 });
});

test('an endpoint is deleted with its log, including what is raised for it at that moment', async () => {
  const organization = await anOrganization(g);
  const { tenantId } = organization;
  const receiver = await startReceiver((_, count) => (count === 1 ? 500 : 200));
  const [endpoint, otherEndpoint] = [
    await createEndpoint(g, organization.owner, receiver.url),
    await createEndpoint(g, organization.owner, receiver.url),
  ];
  await raiseInvoiceCreated(g, organization, 3);
  const settled = async () =>
    [...(await deliveriesOf(endpoint.id)), ...(await deliveriesOf(otherEndpoint.id))].every(
      (item) => item.status !== 'pending',
    );
  await withDeliveryWorker(g, () => waitUntil(settled));
  const raised = Promise.withResolvers<void>();
  const waits = async () =>
    (await g.owner`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .count > 0;
  const raising = inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await raiseEvent(scope, 'invoice.created', { buildingId: newId(), data: { invoiceId: newId(), amount: 100 } });
    raised.resolve();
    await waitUntil(waits);
  });
  await raised.promise;
  assert.equal((await g.ask('DELETE', `/webhooks/${endpoint.id}`, { as: organization.owner })).status, 204);
  await raising;
  assert.equal((await deliveriesOf(endpoint.id)).length, 0);
  assert.equal((await deliveriesOf(otherEndpoint.id)).length, 4);
  const left = await g.owner`
    select from delivery_attempts a where a.tenant_id = ${tenantId} and not exists (select from deliveries d where d.id = a.delivery_id)`;
  assert.equal(left.count, 0);
});

test('after 30 days an event is deleted with its deliveries and their attempts, and no other', async () => {
  const organization = await anOrganization(g);
  const { tenantId } = organization;
  const receiver = await startReceiver(() => 500);
  const endpoint = await createEndpoint(g, organization.owner, receiver.url);
  await raiseInvoiceCreated(g, organization, 2);
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await deliveriesOf(endpoint.id)).every((item) => item.status === 'failed')),
  );
  await g.owner`update events set occurred_at = now() - interval '31 days' where tenant_id = ${tenantId}`;
  await g.owner`update deliveries set created_at = now() - interval '31 days' where tenant_id = ${tenantId}`;
  await raiseInvoiceCreated(g, organization);
  const before = new Date(g.clock.now.getTime() - 24 * 3_600_000);
  await inTenant(g.app, serviceCaller(tenantId), (scope) => deleteOldEvents(scope, before));
  const [left] = await g.owner`
    select (select count(*) from events where tenant_id = ${tenantId}) as events, (select count(*) from deliveries where tenant_id = ${tenantId}) as deliveries,
           (select count(*) from attempts where tenant_id = ${tenantId}) as attempts`;
  assert.deepEqual({ ...left }, { events: 1, deliveries: 1, attempts: 0 });
});

test('an endpoint without a success for five days is disabled', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver(() => 500);
  const endpoint = await createEndpoint(g, organization.owner, receiver.url);
  await g.owner`update webhook_endpoints set failing_since = now() - interval '5 days 1 minute' where id = ${endpoint.id}`;
  await raiseInvoiceCreated(g, organization);
  const disabled = async () =>
    (await g.owner`select status from webhook_endpoints where id = ${endpoint.id}`)[0]?.status === 'disabled';
  await withDeliveryWorker(g, () => waitUntil(disabled));
  const [letter, ...more] = await mailsIn(g, organization.email);
  assert.match(letter?.text ?? '', /Viie päeva jooksul/);
  assert.equal(more.length, 0);
});

test('Retry-After postpones the next attempt, and 410 ends the attempts', () => {
  const tried = {
    delivery: { id: newId(), attempts: 0, extraAttempts: 0, previousStatus: null, previousDueAt: null },
    at: new Date(0),
    schedule: [0, 1000],
    now: new Date(0),
    random: 0.5,
  };
  const response = { kind: 'response', status: 503, headers: { 'retry-after': '60' }, body: '', latencyMs: 1 } as const;
  assert.deepEqual(decideNextState({ ...tried, outcome: response }).dueAt, new Date(60_000));
  assert.equal(decideNextState({ ...tried, outcome: { ...response, status: 410 } }).becomes, 'failed');
  assert.equal(decideNextState({ ...tried, outcome: { ...response, status: 302 } }).becomes, 'pending');
  assert.equal(
    decideNextState({ ...tried, outcome: { kind: 'error', error: 'dns', message: 'unknown host', latencyMs: 1 } })
      .outcome,
    'dns',
  );
});
