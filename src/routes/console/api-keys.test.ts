// Tests of API keys: made, narrowed, replaced and revoked by owners in person. Keys of some buildings:
// test/limited-keys.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Answer,
  aBuilding,
  anOrganization,
  startTestService,
  type Thing,
  tokenOf,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService({ trustedProxies: 1 });
const at = (path: string) => `//console/api${path}`;
type Key = Thing & { readonly apiKey: string };

/** Creates a key of an owner's organization. */
async function aKey(owner: string, wanted: object = {}): Promise<Key> {
  return (
    await g.succeed<Key>('POST', at('/api-keys'), {
      as: owner,
      body: { name: 'Bookkeeping', role: 'owner', ...wanted },
    })
  ).data;
}

const verdict = ({ status, code }: Answer<unknown>) => [status, code];
const detailOf = ({ text }: Answer<unknown>) => String(JSON.parse(text).detail);

test('a key is shown once, works at once, and stops at the moment it is revoked', async () => {
  const { owner } = await anOrganization(g);
  const body = { name: '  Bookkeeping ', role: 'accountant' };
  const made = await g.succeed<Key>('POST', at('/api-keys'), { as: owner, body });
  assert.equal(made.headers.location, `/console/api/api-keys/${made.data.id}`);
  assert.equal(made.data.name, 'Bookkeeping');
  assert.equal((await g.ask('GET', '/buildings', { as: made.data.apiKey })).status, 200);
  assert.equal((await g.ask('POST', '/buildings', { as: made.data.apiKey, body: {} })).status, 403);
  const list = await g.ask('GET', at('/api-keys'), { as: owner });
  assert.ok(!list.text.includes(made.data.apiKey));
  assert.ok(list.text.includes(made.data.apiKey.slice(-4)));
  assert.equal((await g.ask('DELETE', at(`/api-keys/${made.data.id}`), { as: owner })).status, 204);
  assert.equal((await g.ask('GET', '/buildings', { as: made.data.apiKey })).status, 401);
  assert.equal((await g.ask('DELETE', at(`/api-keys/${made.data.id}`), { as: owner })).status, 404);
});

test('a key expires as set, and cannot be created for the past', async () => {
  const { owner } = await anOrganization(g);
  const wanted = (expiresAt: string | null) =>
    g.ask<Key>('POST', at('/api-keys'), { as: owner, body: { name: 'x', role: 'manager', expiresAt } });
  assert.deepEqual((await wanted(g.clock.now.toISOString())).fields, ['expiresAt']);
  const { data } = await wanted(new Date(g.clock.now.getTime() + 60_000).toISOString());
  assert.equal((await g.ask('GET', '/buildings', { as: data.apiKey })).status, 200);
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  assert.equal((await g.ask('GET', '/buildings', { as: data.apiKey })).status, 401);
  assert.equal((await wanted(null)).status, 201);
});

test('the last use of a key is recorded to the minute, and logged once a day', async () => {
  const { email, ...organization } = await anOrganization(g);
  let { owner } = organization;
  const { data } = await g.ask<Key>('POST', at('/api-keys'), { as: owner, body: { name: 'x', role: 'manager' } });
  const newest = async () => (await g.ask('GET', at('/api-keys?sort=-createdAt'), { as: owner })).items[0];
  const lastUsed = async () => (await newest())?.lastUsedAt;
  const used = async () =>
    (await g.ask('GET', at('/security-log?kind=key_used'), { as: owner })).items.filter(
      (item) => (item.detail as { keyId: string }).keyId === data.id,
    ).length;
  assert.equal(await lastUsed(), null);
  for (const hours of [0, 1, 24]) {
    g.clock.now = new Date(g.clock.now.getTime() + hours * 3_600_000 + 60_000);
    const now = g.clock.now.toISOString();
    owner = await tokenOf(g, email);
    await g.ask('GET', '/buildings', { as: data.apiKey });
    await waitUntil(async () => (await lastUsed()) === now);
  }
  assert.equal(await used(), 2);
  assert.equal((await newest())?.lastUsedAddress, '127.0.0.1');
});

test('a key with allowed networks is accepted from these, by the address behind the trusted proxy, and logged elsewhere once a day', async () => {
  const { owner, email } = await anOrganization(g);
  const key = await aKey(owner, { networks: ['192.0.2.0/24', '2001:DB8::/32', '198.51.100.7'] });
  assert.deepEqual(key.networks, ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7/32']);
  const from = (address: string) =>
    g.ask('GET', '/buildings', { as: key.apiKey, headers: { 'x-forwarded-for': address } });
  for (const address of ['192.0.2.200', '2001:db8:1::5', '198.51.100.7', '::ffff:192.0.2.3'])
    assert.equal((await from(address)).status, 200, address);
  for (const address of ['192.0.3.1', '2001:db9::1', '198.51.100.8', '192.0.2.1, 203.0.113.9']) {
    const rejected = await from(address);
    assert.deepEqual(verdict(rejected), [403, 'network_not_allowed'], address);
    assert.ok(detailOf(rejected).includes(address.split(', ').at(-1) ?? ''), rejected.text);
  }
  const logged = async (as: string) =>
    (await g.ask('GET', at('/security-log?kind=key_network_rejected'), { as })).items
      .map((item) => item.address)
      .sort();
  const four = ['192.0.3.1', '198.51.100.8', '2001:db9::1', '203.0.113.9'];
  await waitUntil(async () => (await logged(owner)).length === 4);
  assert.deepEqual(await logged(owner), four);
  await from('192.0.3.1');
  await from('2001:db9::2'); // The same network.
  g.clock.now = new Date(g.clock.now.getTime() + 25 * 3_600_000);
  await from('192.0.3.1');
  const later = await tokenOf(g, email);
  await waitUntil(async () => (await logged(later)).length === 5);
  assert.deepEqual(await logged(later), ['192.0.3.1', ...four]);
});

test('a limit with a misspelt name creates no key, whatever handling is preferred', async () => {
  const { owner: as } = await anOrganization(g);
  const headers = { prefer: 'handling=lenient' };
  const body = { name: 'k', role: 'manager', readonly: true, building_ids: [newId()] };
  const { status, fields } = await g.ask('POST', at('/api-keys'), { as, body, headers });
  assert.deepEqual([status, fields], [400, ['readonly', 'building_ids']]);
  const { items } = await g.ask('GET', at('/api-keys'), { as });
  assert.ok(items.every((key) => key.name !== 'k'));
});

test('networks and strict handling of a key are changed, and nothing else of it', async () => {
  const { owner } = await anOrganization(g);
  const key = await aKey(owner, { networks: ['192.0.2.0/24'] });
  const change = (body: object) => g.ask('PATCH', at(`/api-keys/${key.id}`), { as: owner, body });
  const read = () => g.ask('GET', '/buildings', { as: key.apiKey });
  assert.equal((await read()).status, 403);
  assert.deepEqual((await change({ networks: ['127.0.0.0/8'] })).data.networks, ['127.0.0.0/8']);
  assert.equal((await read()).status, 200);
  const { strict, networks } = (await change({ strict: true })).data;
  assert.deepEqual([strict, networks], [true, ['127.0.0.0/8']]);
  assert.equal((await change({ networks: null })).data.networks, null);
  assert.deepEqual((await change({ readOnly: true, role: 'manager' })).fields, ['readOnly', 'role']);
  for (const wrong of [
    '192.0.2.0/33',
    '192.0.2.1/24',
    '2001:db8::1/32',
    'localhost',
    '1.2.3.4/',
    '::/129',
    '1.2.3.4/24/8',
  ])
    assert.deepEqual((await change({ networks: ['10.0.0.0/8', wrong] })).fields, ['networks.1'], wrong);
  const log = await g.ask('GET', at('/security-log?kind=key_changed'), { as: owner });
  assert.deepEqual(
    log.items.map((item) => (item.detail as { after: object }).after),
    [{ networks: null }, { networks: '127.0.0.0/8' }],
  );
});

test('a key gets a new text, and the text before works for the time that was chosen', async () => {
  const { owner, email } = await anOrganization(g);
  const first = await aKey(owner, { role: 'accountant', readOnly: true });
  const replace = (as: string, body?: object) => g.ask<Key>('POST', at(`/api-keys/${first.id}/replace`), { as, body });
  const works = async (...texts: string[]) =>
    Promise.all(texts.map(async (as) => (await g.ask('GET', '/buildings', { as })).status === 200));
  const second = (await replace(owner)).data;
  assert.equal(second.id, first.id);
  assert.deepEqual([second.role, second.readOnly], ['accountant', true]);
  assert.deepEqual(second.previousKeyHint, first.keyHint);
  assert.equal(second.previousUntil, new Date(g.clock.now.getTime() + 24 * 3_600_000).toISOString());
  assert.deepEqual(await works(first.apiKey, second.apiKey), [true, true]);
  assert.equal(
    (await g.ask('POST', '/buildings', { as: second.apiKey, body: { name: 'x', address: 'y' } })).status,
    403,
  );
  g.clock.now = new Date(g.clock.now.getTime() + 24 * 3_600_000);
  assert.deepEqual(await works(first.apiKey, second.apiKey), [false, true]);
  const later = await tokenOf(g, email);
  const third = (await replace(later, { overlapHours: 168 })).data;
  const fourth = (await replace(later, { overlapHours: 1 })).data;
  assert.deepEqual(await works(second.apiKey, third.apiKey, fourth.apiKey), [false, true, true]);
  const fifth = (await replace(later, { overlapHours: 0 })).data;
  assert.deepEqual(await works(third.apiKey, fourth.apiKey, fifth.apiKey), [false, false, true]);
  for (const overlapHours of [-1, 169, 1.5])
    assert.deepEqual((await replace(later, { overlapHours })).fields, ['overlapHours']);
  const list = await g.ask('GET', at('/api-keys'), { as: later });
  for (const { apiKey } of [first, second, third, fourth, fifth]) assert.ok(!list.text.includes(apiKey));
});

test('a new text expires with its key, and an expired key gets none', async () => {
  const { owner, email } = await anOrganization(g);
  const expiresAt = new Date(g.clock.now.getTime() + 3_600_000).toISOString();
  const key = await aKey(owner, { expiresAt });
  const { data } = await g.ask<Key>('POST', at(`/api-keys/${key.id}/replace`), { as: owner });
  assert.deepEqual([data.expiresAt, data.previousUntil], [expiresAt, expiresAt]);
  g.clock.now = new Date(expiresAt);
  assert.equal((await g.ask('GET', '/buildings', { as: data.apiKey })).status, 401);
  const as = await tokenOf(g, email);
  assert.deepEqual(verdict(await g.ask('POST', at(`/api-keys/${key.id}/replace`), { as })), [409, 'key_expired']);
});

test('of two replacements at once each gives a text, and the last two texts work', async () => {
  const { owner } = await anOrganization(g);
  const key = await aKey(owner);
  const both = await Promise.all(
    [1, 2].map(() => g.ask<Key>('POST', at(`/api-keys/${key.id}/replace`), { as: owner })),
  );
  const statuses = await Promise.all(
    [key, ...both.map(({ data }) => data)].map(
      async ({ apiKey }) => (await g.ask('GET', '/buildings', { as: apiKey })).status,
    ),
  );
  assert.deepEqual(statuses, [401, 200, 200]);
});

test('a key is limited only to buildings of the organization', async () => {
  const [mine, other] = [await anOrganization(g), await anOrganization(g)];
  const [building, foreign] = [await aBuilding(g, mine.owner), await aBuilding(g, other.owner)];
  const wanted = (buildingIds: unknown) =>
    g.ask('POST', at('/api-keys'), { as: mine.owner, body: { name: 'x', role: 'manager', buildingIds } });
  assert.deepEqual((await wanted([building.id, foreign.id])).fields, ['buildingIds.1']);
  assert.deepEqual((await wanted([])).fields, ['buildingIds']);
  assert.deepEqual((await wanted([building.id, building.id])).fields, ['buildingIds']);
  assert.deepEqual((await wanted(null)).data.buildingIds, null);
  const log = await g.ask('GET', at('/security-log?kind=key_made'), { as: mine.owner });
  assert.equal((await wanted([building.id])).status, 201);
  const after = await g.ask('GET', at('/security-log?kind=key_made'), { as: mine.owner });
  assert.equal(after.items.length, log.items.length + 1);
  assert.equal((after.items[0]?.detail as { after: { buildings: string } }).after.buildings, building.name);
});
