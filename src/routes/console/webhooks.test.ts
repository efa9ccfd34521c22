// Tests of managing webhooks over HTTP: the delivery log is exact, and resending sends the same bytes and loses
// nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  createEndpoint,
  raiseInvoiceCreated,
  startReceiver,
  withDeliveryWorker,
} from '../../../test/delivery-fixture.ts';
import {
  anOrganization,
  startTestService,
  type TestOrganization,
  type Thing,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { describeEvents } from '../../http/openapi/openapi-events.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { eventTypes } from '../../platform/values/event-types.ts';
import { newId } from '../../platform/values/ids.ts';
import { cleanUpEndpoints } from '../../webhooks/admin/manage-endpoints.ts';
import { signBody } from '../../webhooks/signatures.ts';

const g = await startTestService({
  webhooks: { allowPrivateTargets: true, allowedPorts: [443, 8443], retrySchedule: [0, 60_000, 60_000] },
});
const minute = 60_000;
type Delivery = Thing & {
  status: string;
  attempts: number;
  nextAttemptAt: string | null;
  updatedAt: string;
  body: string;
};
type Recovery = { queued: number; more: boolean };

const post = <T = Delivery>({ integrator: as }: TestOrganization, path: string, body?: unknown) =>
  g.ask<T>('POST', `//console/api${path}`, { as, body });
const get = <T = Delivery>({ integrator: as }: TestOrganization, path: string) =>
  g.ask<T>('GET', `//console/api${path}`, { as });
const logOf = async (organization: TestOrganization, endpointId: string, query = '') =>
  (await get(organization, `/webhooks/${endpointId}/deliveries${query}`)).items;
const pass = (ms: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + ms);
};

/** An organization with one endpoint, which has got one event and answered it with a status. */
async function aDelivery(status: number) {
  const organization = await anOrganization(g);
  const receiver = await startReceiver(() => status);
  const endpoint = await createEndpoint(g, organization.integrator, receiver.url);
  await raiseInvoiceCreated(g, organization);
  const first = async () => (await logOf(organization, endpoint.id))[0] as Delivery;
  const attempted = (attempts: number) =>
    withDeliveryWorker(g, () => waitUntil(async () => (await first()).attempts >= attempts));
  await attempted(1);
  const { id } = await first();
  return { organization, receiver, endpoint, id, first, attempted };
}

test('the log shows what was sent and the result of each attempt', async () => {
  const { organization, receiver, id } = await aDelivery(503);
  const { data } = await get<Delivery & { attemptLog: Thing[] }>(organization, `/deliveries/${id}`);
  assert.equal(data.body, receiver.received[0]?.body);
  assert.equal(data.id, receiver.received[0]?.headers['webhook-id']);
  assert.deepEqual([data.status, data.attempts, data.test, data.event], ['pending', 1, false, 'invoice.created']);
  assert.ok(Date.parse(data.nextAttemptAt ?? '') > g.clock.now.getTime());
  const [attempt] = data.attemptLog;
  assert.deepEqual(
    [attempt?.number, attempt?.outcome, attempt?.status, attempt?.response],
    [1, 'http_status', 503, 'noted'],
  );
});

test('the log is paged, filtered by status, type and time, and unknown filters are rejected', async () => {
  const { organization, endpoint } = await aDelivery(204);
  pass(minute);
  await raiseInvoiceCreated(g, organization, 3);
  const count = async (query: string) => (await logOf(organization, endpoint.id, query)).length;
  assert.equal(await count('?status=delivered'), 1);
  assert.equal(await count('?status=pending'), 3);
  assert.equal(await count('?event=invoice.paid'), 0);
  assert.equal(await count(`?since=${g.clock.now.toISOString()}`), 3);
  assert.equal(await count(`?until=${g.clock.now.toISOString()}`), 1);
  const page = await get(organization, `/webhooks/${endpoint.id}/deliveries?limit=3&sort=-createdAt`);
  const rest = await get(organization, page.headers.link?.replace(/^<\/console\/api|>.*/g, '') ?? '');
  assert.equal(new Set([...page.items, ...rest.items].map((delivery) => delivery.id)).size, 4);
  for (const query of ['status=sent', 'event=x', 'since=yesterday', 'sort=body'])
    assert.equal((await get(organization, `/webhooks/${endpoint.id}/deliveries?${query}`)).status, 422, query);
  const otherEndpoint = await createEndpoint(g, organization.owner, 'http://127.0.0.1:9/');
  const elsewhere = `/webhooks/${otherEndpoint.id}/deliveries?limit=3&sort=-createdAt&cursor=${page.nextCursor}`;
  assert.equal((await get(organization, elsewhere)).status, 422, 'a cursor belongs to its endpoint');
});

test('updatedSince with the latest known change misses nothing', async () => {
  const { organization, endpoint, id, attempted } = await aDelivery(500);
  const [known] = await logOf(organization, endpoint.id, '?sort=updatedAt');
  pass(2 * minute);
  await attempted(2);
  await raiseInvoiceCreated(g, organization);
  const news = await logOf(organization, endpoint.id, `?sort=updatedAt&updatedSince=${known?.updatedAt}`);
  assert.equal(news.length, 2);
  assert.ok(news.some((delivery) => delivery.id === id && delivery.attempts === 2));
});

test('a delivered event can be redelivered with the same bytes and id; if that fails, it stays delivered', async () => {
  const { organization, receiver, endpoint, id, first, attempted } = await aDelivery(204);
  receiver.answers = () => 500;
  const asked = await post(organization, `/deliveries/${id}/redeliver`);
  assert.deepEqual([asked.status, asked.data.status], [202, 'pending']);
  assert.equal((await post(organization, `/deliveries/${id}/redeliver`)).status, 202);
  await attempted(2);
  pass(60 * minute);
  await withDeliveryWorker(g, async () => {});
  const [delivery, other, ...more] = receiver.received;
  assert.deepEqual(more, [], 'asked twice, attempted once, and not retried');
  assert.equal(delivery?.body, other?.body);
  assert.equal(delivery?.headers['webhook-id'], other?.headers['webhook-id']);
  assert.equal(other?.headers['x-service-signature'], signBody(endpoint.secret, other?.body ?? ''));
  assert.deepEqual([(await first()).status, (await first()).attempts], ['delivered', 2]);
});

test('a redelivery does not use up the schedule, and its success ends the retries', async () => {
  const { organization, receiver, id, first, attempted } = await aDelivery(500);
  const { nextAttemptAt } = await first();
  assert.equal((await post(organization, `/deliveries/${id}/redeliver`)).status, 202);
  await attempted(2);
  assert.deepEqual([(await first()).status, (await first()).nextAttemptAt], ['pending', nextAttemptAt]);
  pass(2 * minute);
  await attempted(3);
  assert.equal((await first()).status, 'pending', 'a third attempt of the schedule is still to come');
  receiver.answers = () => 200;
  await post(organization, `/deliveries/${id}/redeliver`);
  await attempted(4);
  pass(60 * minute);
  await withDeliveryWorker(g, async () => {});
  assert.deepEqual([(await first()).status, receiver.received.length], ['delivered', 4]);
});

test('during an attempt no other can be requested', async () => {
  const { organization, id } = await aDelivery(500);
  // As during an attempt, in every state that a delivery can have then.
  await g.owner`
    update webhook_endpoints set lease_until = now() + interval '20 seconds', leased_by = ${newId()}, leased_deliveries = array[${id}::uuid]
     where tenant_id = ${organization.tenantId}`;
  for (const status of ['pending', 'skipped', 'failed', 'delivered']) {
    await g.owner`update deliveries set status = ${status} where id = ${id}`;
    const refused = await post(organization, `/deliveries/${id}/redeliver`);
    assert.deepEqual([refused.status, refused.code], [409, 'attempt_under_way'], status);
  }
});

test('for a disabled endpoint events are kept; enabled again, a recovery sends each of them once, oldest first', async () => {
  const { organization, receiver, endpoint, id } = await aDelivery(204);
  const from = g.clock.now;
  for (const [nth] of [1, 2].entries())
    assert.equal((await post(organization, `/webhooks/${endpoint.id}/disable`)).data.status, 'disabled', `case ${nth}`);
  for (let nth = 0; nth < 5; nth += 1) {
    pass(minute);
    await raiseInvoiceCreated(g, organization);
  }
  pass(minute);
  const recovery = { since: from.toISOString() };
  for (const path of [
    `/webhooks/${endpoint.id}/recover`,
    `/webhooks/${endpoint.id}/test`,
    `/deliveries/${id}/redeliver`,
  ])
    assert.equal((await post(organization, path, recovery)).code, 'endpoint_disabled', path);
  const enabled = await post<Thing & { health: Thing }>(organization, `/webhooks/${endpoint.id}/enable`);
  assert.deepEqual(
    [enabled.data.status, enabled.data.disabledReason, enabled.data.health.recoverable],
    ['enabled', null, 5],
  );
  await withDeliveryWorker(g, async () => {});
  assert.equal(receiver.received.length, 1, 'enabling alone sends nothing');
  const recovered = await post<Recovery>(organization, `/webhooks/${endpoint.id}/recover`, recovery);
  assert.deepEqual([recovered.status, recovered.data.queued, recovered.data.more], [202, 5, false]);
  assert.equal((await post<Recovery>(organization, `/webhooks/${endpoint.id}/recover`, recovery)).data.queued, 0);
  await withDeliveryWorker(g, () =>
    waitUntil(async () =>
      (await logOf(organization, endpoint.id)).every((delivery) => delivery.status === 'delivered'),
    ),
  );
  assert.equal(new Set(receiver.received.map((receivedDelivery) => receivedDelivery.headers['webhook-id'])).size, 6);
  assert.equal(receiver.received.length, 6);
  const [, oldest] = await logOf(organization, endpoint.id);
  assert.ok(
    receiver.received.slice(1, 5).some((receivedDelivery) => receivedDelivery.headers['webhook-id'] === oldest?.id),
    'among the first four',
  );
});

test('after a recovery a failed delivery has its whole schedule again, and no more', async () => {
  const { organization, receiver, endpoint, first, attempted } = await aDelivery(500);
  for (const attempts of [2, 3]) {
    pass(2 * minute);
    await attempted(attempts);
  }
  assert.equal((await first()).status, 'failed');
  const since = new Date(g.clock.now.getTime() - 60 * minute).toISOString();
  assert.equal((await post<Recovery>(organization, `/webhooks/${endpoint.id}/recover`, { since })).data.queued, 1);
  for (const attempts of [4, 5, 6]) {
    await attempted(attempts);
    pass(2 * minute);
  }
  await withDeliveryWorker(g, async () => {});
  assert.deepEqual([(await first()).status, receiver.received.length], ['failed', 6]);
});

test('a recovery reaches back 14 days, not into the future, and in the right order', async () => {
  const { organization, endpoint } = await aDelivery(204);
  const at = (days: number) => new Date(g.clock.now.getTime() + days * 24 * 60 * minute).toISOString();
  const cases: [Record<string, unknown>, number][] = [
    [{ since: at(-13.9) }, 202],
    [{ since: at(-14.1) }, 422],
    [{ since: at(0.1) }, 422],
    [{ since: at(-1), until: at(-2) }, 422],
    [{ since: 'yesterday' }, 422],
    [{}, 400],
  ];
  for (const [body, status] of cases)
    assert.equal(
      (await post(organization, `/webhooks/${endpoint.id}/recover`, body)).status,
      status,
      JSON.stringify(body),
    );
});

test('a test event of every type is signed, marked, and matches its description; a failed one is not retried', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver();
  const endpoint = await createEndpoint(g, organization.integrator, receiver.url);
  for (const event of eventTypes)
    assert.equal((await post(organization, `/webhooks/${endpoint.id}/test`, { event })).status, 202, event);
  assert.equal((await post(organization, `/webhooks/${endpoint.id}/test`)).data.event, 'invoice.created');
  await withDeliveryWorker(g, () => waitUntil(() => receiver.received.length === eventTypes.length + 1));
  const described = describeEvents() as Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: object }> } } }
  >;
  for (const { headers, body } of receiver.received) {
    assert.equal(headers['webhook-test'], 'true');
    assert.equal(headers['x-service-signature'], signBody(endpoint.secret, body));
    const { schema } = described[JSON.parse(body).event]?.post.requestBody.content['application/json'] ?? {};
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schema ?? false);
    assert.ok(fits(JSON.parse(body)), `${body} ${JSON.stringify(fits.errors)}`);
  }
  receiver.answers = () => 500;
  const { id } = (await post(organization, `/webhooks/${endpoint.id}/test`)).data;
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await get(organization, `/deliveries/${id}`)).data.status === 'failed'),
  );
  const since = new Date(g.clock.now.getTime() - minute).toISOString();
  assert.equal((await post<Recovery>(organization, `/webhooks/${endpoint.id}/recover`, { since })).data.queued, 0);
});

test('the health of an endpoint is calculated from its attempts', async () => {
  const { organization, receiver, endpoint, attempted } = await aDelivery(500);
  type EndpointState = Thing & {
    failingSince: string | null;
    lastSuccessAt: string | null;
    health: Record<string, number | null>;
  };
  const handler = async () => (await get<EndpointState>(organization, `/webhooks/${endpoint.id}`)).data;
  const failing = await handler();
  assert.equal(failing.failingSince, g.clock.now.toISOString());
  assert.deepEqual([failing.health.attempts, failing.health.successShare, failing.health.pending], [1, 0, 1]);
  pass(2 * minute);
  receiver.answers = () => 200;
  await attempted(2);
  const well = await handler();
  assert.deepEqual([well.failingSince, well.lastSuccessAt], [null, g.clock.now.toISOString()]);
  assert.deepEqual([well.health.attempts, well.health.successShare, well.health.pending], [2, 0.5, 0]);
  assert.ok(Number(well.health.p95LatencyMs) >= 0);
  pass(25 * 60 * minute);
  assert.deepEqual([(await handler()).health.attempts, (await handler()).health.successShare], [0, null]);
});

test('a redelivery does not mark an endpoint as failing', async () => {
  const { organization, receiver, endpoint, id, attempted } = await aDelivery(204);
  receiver.answers = () => 500;
  const tried = (await post(organization, `/webhooks/${endpoint.id}/test`)).data;
  await withDeliveryWorker(g, () =>
    waitUntil(async () => (await get(organization, `/deliveries/${tried.id}`)).data.status === 'failed'),
  );
  await post(organization, `/deliveries/${id}/redeliver`);
  await attempted(2);
  type EndpointState = Thing & { failingSince: string | null };
  const handler = async () => (await get<EndpointState>(organization, `/webhooks/${endpoint.id}`)).data;
  assert.equal((await handler()).failingSince, null);
  await raiseInvoiceCreated(g, organization);
  await attempted(1);
  await withDeliveryWorker(g, () => waitUntil(async () => (await handler()).failingSince !== null));
});

test('an event raised while its endpoint is disabled does not wait for ever', async () => {
  const { organization, endpoint } = await aDelivery(204);
  await post(organization, `/webhooks/${endpoint.id}/disable`);
  // As a transaction that read "enabled" would leave it.
  await g.owner`update deliveries set status = 'pending' where endpoint_id = ${endpoint.id}`;
  await inTenant(g.app, serviceCaller(organization.tenantId), cleanUpEndpoints);
  assert.equal((await logOf(organization, endpoint.id))[0]?.status, 'skipped');
});

test('for a private address the log says that it was blocked, without time or answer', async () => {
  const strict = await startTestService({
    webhooks: { allowPrivateTargets: false, allowedPorts: [443, 8443], retrySchedule: [0, 60_000] },
  });
  const { integrator: as, ...organization } = await anOrganization(strict);
  const receiver = await startReceiver();
  const endpoint = await createEndpoint(strict, as, 'https://example.org/hook');
  // A public name that now resolves to this machine.
  await strict.owner`update webhook_endpoints set url = ${receiver.url}`;
  await raiseInvoiceCreated(strict, { integrator: as, ...organization });
  const log = async () =>
    (await strict.ask<Delivery>('GET', `//console/api/webhooks/${endpoint.id}/deliveries`, { as })).items;
  await withDeliveryWorker(strict, () => waitUntil(async () => (await log())[0]?.attempts === 1));
  const { data } = await strict.ask<{ attemptLog: Thing[] }>(
    'GET',
    `//console/api/deliveries/${(await log())[0]?.id}`,
    { as },
  );
  const [attempt] = data.attemptLog;
  assert.deepEqual([attempt?.outcome, attempt?.status, attempt?.latencyMs], ['blocked_target', null, 0]);
  assert.match(String(attempt?.response), /not on the public internet/);
  assert.equal(receiver.received.length, 0);
});
