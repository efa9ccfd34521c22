// Tests of changing a webhook endpoint: its URL, events and buildings change, its secret and log stay, and only events
// of its buildings are delivered.
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
import { newId } from '../../platform/values/ids.ts';
import { signBody } from '../../webhooks/signatures.ts';

const g = await startTestService({
  webhooks: { allowPrivateTargets: true, allowedPorts: [443, 8443], retrySchedule: [0, 60_000, 60_000] },
});
type Endpoint = Thing & {
  url: string;
  events: string[];
  buildingIds: string[];
  ordered: boolean;
  secretHint: string;
  failingSince: string | null;
};
type Delivery = Thing & { event: string; status: string; attempts: number; body: string };

const change = ({ integrator: as }: TestOrganization, id: string, body: object) =>
  g.ask<Endpoint>('PATCH', `//console/api/webhooks/${id}`, { as, body });
const get = async ({ integrator: as }: TestOrganization, id: string) =>
  (await g.ask<Endpoint>('GET', `//console/api/webhooks/${id}`, { as })).data;
const logOf = async ({ integrator: as }: TestOrganization, id: string) =>
  (await g.ask<Delivery>('GET', `//console/api/webhooks/${id}/deliveries`, { as })).items as Delivery[];
const wait = (ms: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + ms);
};

test('a waiting delivery goes to the new URL, with the same secret and id, and stays in the log', async () => {
  const organization = await anOrganization(g);
  const [before, after] = [await startReceiver(() => 500), await startReceiver()];
  const endpoint = await createEndpoint(g, organization.integrator, before.url);
  await raiseInvoiceCreated(g, organization);
  const attempts = async () => (await logOf(organization, endpoint.id))[0]?.attempts;
  await withDeliveryWorker(g, () => waitUntil(async () => (await attempts()) === 1));
  assert.notEqual((await get(organization, endpoint.id)).failingSince, null);
  const { secretHint } = await get(organization, endpoint.id);
  const changed = await change(organization, endpoint.id, { url: after.url });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(
    [changed.data.url, changed.data.secretHint, changed.data.failingSince, changed.data.events],
    [after.url, secretHint, null, ['invoice.created']],
  );
  wait(2 * 60_000);
  await withDeliveryWorker(g, () => waitUntil(async () => (await attempts()) === 2));
  const [first, second] = [before.received[0], after.received[0]];
  assert.deepEqual([before.received.length, after.received.length], [1, 1]);
  assert.equal(second?.body, first?.body);
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
  assert.equal(second?.headers['x-service-signature'], signBody(endpoint.secret, second?.body ?? ''));
  assert.equal((await logOf(organization, endpoint.id))[0]?.status, 'delivered');
});

test('an ordered endpoint with a new URL tries its oldest delivery at once', async () => {
  const organization = await anOrganization(g);
  const [before, after] = [await startReceiver(() => 500), await startReceiver()];
  const endpoint = await createEndpoint(g, organization.integrator, before.url);
  await change(organization, endpoint.id, { ordered: true });
  await raiseInvoiceCreated(g, organization, 2);
  await withDeliveryWorker(g, () => waitUntil(() => before.received.length === 1));
  await waitUntil(async () => (await logOf(organization, endpoint.id)).some(({ attempts }) => attempts === 1));
  await change(organization, endpoint.id, { url: after.url });
  await withDeliveryWorker(g, () => waitUntil(() => after.received.length === 2));
});

test('events that are added or removed count from now on', async () => {
  const organization = await anOrganization(g);
  const endpoint = await createEndpoint(g, organization.integrator, 'http://127.0.0.1:9/', ['invoice.paid']);
  await raiseInvoiceCreated(g, organization);
  const events = ['invoice.created', 'invoice.created', 'invoice.sent'];
  const { data } = await change(organization, endpoint.id, { events });
  assert.deepEqual(data.events, ['invoice.created', 'invoice.sent']);
  assert.deepEqual(await logOf(organization, endpoint.id), []);
  await raiseInvoiceCreated(g, organization, 2);
  assert.equal((await logOf(organization, endpoint.id)).length, 2);
  await change(organization, endpoint.id, { events: ['invoice.paid'] });
  await raiseInvoiceCreated(g, organization);
  const log = await logOf(organization, endpoint.id);
  assert.deepEqual(
    log.map(({ status }) => status),
    ['pending', 'pending'],
    'what waits is still sent',
  );
});

test('an endpoint with buildings gets the events of their objects only; without any, all', async () => {
  const organization = await anOrganization(g);
  const as = organization.integrator;
  const [here, there] = [await aBuilding(g, organization.owner), await aBuilding(g, organization.owner)];
  const events = ['invoice.created'];
  const body = { url: 'http://127.0.0.1:9/', events, buildingIds: [here.id, here.id] };
  const created = await g.succeed<Endpoint>('POST', '/webhooks', { as, body });
  assert.deepEqual(created.data.buildingIds, [here.id]);
  const all = await createEndpoint(g, as, 'http://127.0.0.1:9/', events);
  await raiseInvoiceCreated(g, organization, 2, here.id);
  await raiseInvoiceCreated(g, organization, 3, there.id);
  assert.equal((await logOf(organization, created.data.id)).length, 2);
  assert.equal((await logOf(organization, all.id)).length, 5);
  const bodies = (await logOf(organization, created.data.id)).map((delivery) => Object.keys(JSON.parse(delivery.body)));
  assert.deepEqual(bodies[0], ['event', 'timestamp', 'tenantId', 'data'], 'the four keys of the specification');
  await change(organization, created.data.id, { buildingIds: [] });
  await raiseInvoiceCreated(g, organization, 1, there.id);
  assert.equal((await logOf(organization, created.data.id)).length, 3);
  const list = await g.ask<Endpoint>('GET', '/webhooks', { as });
  assert.deepEqual(
    (list.items as Endpoint[]).map(({ buildingIds }) => buildingIds),
    [[], []],
  );
});

test('each kind of object gives its event a building', async () => {
  const organization = await anOrganization(g);
  const { owner: as } = organization;
  const building = await aBuilding(g, as, {
    billing: { charges: [{ code: 'care', name: 'Care', basis: 'area', unitPrice: 1 }], iban: 'EE471000001020145685' },
  });
  const apartment = await g.ask('POST', `/buildings/${building.id}/apartments`, {
    as,
    body: { number: '1', area: 50 },
  });
  const meter = { buildingId: building.id, type: 'cold_water' };
  const { data } = await g.ask('POST', '/meters', { as, body: meter });
  await g.ask('POST', `/meters/${data.id}/readings`, { as, body: { value: 1 } });
  const request = { buildingId: building.id, title: 'Lamp', description: 'Dark' };
  await g.ask('POST', '//console/api/maintenance-requests', { as, body: request });
  await g.ask('POST', '/invoices/generate-bulk', { as, body: { buildingId: building.id } });
  const money = { apartmentId: apartment.data.id, amount: 1000, paidOn: '2026-11-01', method: 'cash' };
  await g.ask('POST', '//console/api/payments', { as, body: money });
  const events = await g.owner<{ type: string; buildingId: string | null }[]>`
    select type, building_id from events where tenant_id = ${organization.tenantId} order by type`;
  assert.deepEqual(
    events.map(({ type, buildingId }) => [type, buildingId]),
    ['invoice.created', 'invoice.paid', 'maintenance.created', 'payment.received', 'reading.confirmed'].map((type) => [
      type,
      building.id,
    ]),
  );
});

test('what is not valid at creation is not valid as a change, and changes nothing', async () => {
  const organization = await anOrganization(g);
  const other = await anOrganization(g);
  const foreign = await aBuilding(g, other.owner);
  const endpoint = await createEndpoint(g, organization.integrator, 'http://127.0.0.1:9/');
  const before = await get(organization, endpoint.id);
  for (const [body, field, code] of [
    [{ url: 'ftp://example.org' }, 'url', 'invalid_url'],
    [{ url: 'https://user:secret@example.org' }, 'url', 'credentials_in_url'],
    [{ url: 'https://example.org/#top' }, 'url', 'fragment_in_url'],
    [{ events: [] }, 'events', 'wrong_length'],
    [{ events: ['invoice.eaten'] }, 'events.0', 'not_allowed'],
    [{ buildingIds: [foreign.id] }, 'buildingIds.0', 'not_found'],
    [{ buildingIds: [newId()], url: 'http://127.0.0.1:8/' }, 'buildingIds.0', 'not_found'],
  ] as const) {
    const refused = await change(organization, endpoint.id, body);
    assert.deepEqual([refused.status, refused.fields], [422, [field]], refused.text);
    assert.match(refused.text, new RegExp(`"${code}"`));
  }
  assert.deepEqual({ ...(await get(organization, endpoint.id)), health: null }, { ...before, health: null });
  assert.equal((await change(other, endpoint.id, { ordered: true })).status, 404);
  assert.equal((await change(organization, newId(), { url: 'x' })).status, 404);
});

test('a change is in the security log, without the URL; a change to what already holds is not', async () => {
  const organization = await anOrganization(g);
  const endpoint = await createEndpoint(g, organization.integrator, 'http://127.0.0.1:9/secret-path');
  await change(organization, endpoint.id, { url: 'http://127.0.0.1:9/secret-path', events: ['invoice.created'] });
  await change(organization, endpoint.id, { url: 'http://127.0.0.1:8/other-secret', ordered: true });
  const log = await g.owner<{ detail: object }[]>`
    select detail from security_events where tenant_id = ${organization.tenantId} and kind = 'webhook_changed'`;
  assert.deepEqual(
    log.map(({ detail }) => detail),
    [
      {
        endpointId: endpoint.id,
        about: '127.0.0.1:9',
        before: { host: '127.0.0.1:9', ordered: 'false' },
        after: { host: '127.0.0.1:8', ordered: 'true' },
      },
    ],
  );
});
