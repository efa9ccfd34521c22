// Tests of the event feed over HTTP: bodies as in webhooks, cursors and their age, filters, and who may read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEndpoint,
  raiseInvoiceCreated,
  startReceiver,
  withDeliveryWorker,
} from '../../../test/delivery-fixture.ts';
import {
  aBuilding,
  anOrganization,
  startTestService,
  type TestOrganization,
  type Thing,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';
import { deleteOldEvents } from '../../webhooks/delivery-queries.ts';
import { eventRetentionMs } from '../../webhooks/event-feed.ts';

const g = await startTestService({
  webhooks: { allowPrivateTargets: true, allowedPorts: [443], retrySchedule: [0, 60_000] },
});
const hour = 3_600_000;
type FeedEvent = Thing & { event: string; data: { invoiceId: string }; buildingId: string | null };
type Feed = { pagination: { nextCursor: string; hasMore: boolean; limit: number } };

async function feed({ integrator }: Pick<TestOrganization, 'integrator'>, query = '') {
  const answer = await g.ask('GET', `//console/api/events${query}`, { as: integrator });
  const { pagination } = (answer.status === 200 ? JSON.parse(answer.text) : {}) as Feed;
  return { ...answer, events: answer.items as unknown as FeedEvent[], ...pagination };
}

/** The whole feed, once no writer holds it back. */
async function feedOf(organization: TestOrganization, count: number) {
  let page = await feed(organization);
  await waitUntil(async () => {
    page = await feed(organization);
    return page.events.length === count;
  });
  return page;
}

test('an event of the feed has the body of the webhook, an id and its building', async () => {
  const organization = await anOrganization(g);
  const receiver = await startReceiver();
  const endpoint = await createEndpoint(g, organization.integrator, receiver.url);
  const building = newId();
  await raiseInvoiceCreated(g, organization, 1, building);
  await withDeliveryWorker(g, () => waitUntil(async () => receiver.received.length === 1));
  const { events } = await feedOf(organization, 1);
  const { id, buildingId, ...body } = events[0] ?? assert.fail();
  assert.deepEqual(body, JSON.parse(receiver.received[0]?.body ?? ''));
  assert.equal(buildingId, building);
  const log = await g.ask<Thing & { eventId: string }>('GET', `//console/api/webhooks/${endpoint.id}/deliveries`, {
    as: organization.integrator,
  });
  assert.equal(log.items[0]?.eventId, id);
});

test('test events are not in the feed', async () => {
  const organization = await anOrganization(g);
  const endpoint = await createEndpoint(g, organization.integrator, 'http://127.0.0.1:9/');
  await g.succeed('POST', `//console/api/webhooks/${endpoint.id}/test`, { as: organization.integrator });
  await raiseInvoiceCreated(g, organization);
  assert.equal((await feedOf(organization, 1)).events.length, 1);
});

test('whoever follows nextCursor gets every event once; an empty page has a cursor too', async () => {
  const organization = await anOrganization(g);
  const empty = await feed(organization);
  assert.deepEqual([empty.events, empty.hasMore, typeof empty.nextCursor], [[], false, 'string']);
  await raiseInvoiceCreated(g, organization, 5);
  const all = (await feedOf(organization, 5)).events.map(({ id }) => id);
  const first = await feed(organization, `?limit=3&after=${empty.nextCursor}`);
  const second = await feed(organization, `?limit=3&after=${first.nextCursor}`);
  const third = await feed(organization, `?limit=3&after=${second.nextCursor}`);
  assert.equal(first.headers.link, `</console/api/events?limit=3&after=${first.nextCursor}>; rel="next"`);
  assert.equal(third.headers.link, undefined);
  assert.deepEqual([first.hasMore, second.hasMore, third.hasMore, first.limit], [true, false, false, 3]);
  assert.deepEqual(
    [...first.events, ...second.events, ...third.events].map(({ id }) => id),
    all,
  );
  assert.deepEqual(
    (await feed(organization, `?after=${first.nextCursor}`)).events.map(({ id }) => id),
    all.slice(3),
    'a page can be read again',
  );
});

test('start=now skips what happened before', async () => {
  const organization = await anOrganization(g);
  await raiseInvoiceCreated(g, organization, 2);
  await feedOf(organization, 2);
  const now = await feed(organization, '?start=now');
  assert.deepEqual([now.events, now.hasMore], [[], false]);
  await raiseInvoiceCreated(g, organization, 1);
  await waitUntil(async () => (await feed(organization, `?after=${now.nextCursor}`)).events.length === 1);
});

test('events are filtered by type and building', async () => {
  const organization = await anOrganization(g);
  const [here, there] = [(await aBuilding(g, organization.owner)).id, (await aBuilding(g, organization.owner)).id];
  await raiseInvoiceCreated(g, organization, 2, here);
  await raiseInvoiceCreated(g, organization, 1, there);
  await feedOf(organization, 3);
  const count = async (query: string) => (await feed(organization, query)).events.length;
  assert.equal(await count(`?buildingId=${here}`), 2);
  assert.equal(await count(`?buildingId=${there}&type=invoice.created`), 1);
  assert.equal(await count('?type=invoice.paid'), 0);
  assert.equal(
    (await g.ask('GET', `//console/api/events?buildingId=${newId()}`, { as: organization.owner })).status,
    404,
  );
});

test('wrong parameters and cursors of others are rejected', async () => {
  const organization = await anOrganization(g);
  const other = await anOrganization(g);
  const { nextCursor } = await feed(organization);
  for (const query of [
    '?type=x',
    '?limit=0',
    '?start=then',
    '?buildingId=x',
    '?after=x',
    `?after=${nextCursor}x`,
    `?after=${nextCursor}&start=now`,
  ]) {
    const refused = await feed(organization, query);
    assert.equal(refused.status, 422, query);
  }
  assert.equal((await feed(other, `?after=${nextCursor}`)).status, 422);
  await g.succeed('GET', '/buildings?limit=1', { as: organization.integrator });
  await aBuilding(g, organization.owner, { name: 'a' });
  await aBuilding(g, organization.owner, { name: 'b' });
  const list = await g.ask('GET', '/buildings?limit=1', { as: organization.integrator });
  assert.equal((await feed(organization, `?after=${list.nextCursor}`)).status, 422, 'a cursor of a list');
});

test('a cursor ends before what follows it is deleted; a reader that polls keeps a young one', async () => {
  const organization = await anOrganization(g);
  const start = g.clock.now;
  const move = (ms: number) => {
    g.clock.now = new Date(start.getTime() + ms);
  };
  const old = await feed(organization);
  await raiseInvoiceCreated(g, organization);
  const read = await feedOf(organization, 1);
  move(eventRetentionMs - 2 * hour);
  assert.equal((await feed(organization, `?after=${old.nextCursor}`)).events.length, 1);
  const polled = await feed(organization, `?after=${read.nextCursor}`);
  move(eventRetentionMs + hour);
  await inTenant(g.app, serviceCaller(organization.tenantId), (scope) =>
    deleteOldEvents(scope, new Date(scope.now.getTime() - eventRetentionMs)),
  );
  const expired = await feed(organization, `?after=${old.nextCursor}`);
  assert.deepEqual([expired.status, expired.code], [410, 'cursor_expired']);
  assert.deepEqual((await feed(organization, `?after=${polled.nextCursor}`)).events, []);
  assert.deepEqual((await feed(organization)).events, [], 'deleted after 30 days');
  g.clock.now = start;
});
