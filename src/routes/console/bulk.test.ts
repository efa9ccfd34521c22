// Tests of bulk requests of programs: every item succeeds or fails by itself, as its single request would, and a repeat
// has no second effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, october } from '../../../test/billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  startTestService,
  type TestOrganization,
  type Thing,
} from '../../../test/service-fixture.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();
type ItemResult = {
  index: number;
  status: number;
  id?: string;
  warnings?: { code: string }[];
  invoices?: number;
  amount?: number;
  problem?: { code: string; status: number; errors?: { field: string; code: string; pointer: string }[] };
};
type BulkResult = { created: number; failed: number; items: ItemResult[] };

function bulk(
  { integrator: as }: TestOrganization,
  kind: 'readings' | 'residents' | 'invoices/generations',
  items: unknown,
  key?: string,
) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return g.ask<BulkResult>('POST', `//console/api/${kind}/bulk`, { as, body: { items }, headers });
}

/** Meters of apartments of a new building. */
async function meters({ owner: as }: TestOrganization, count: number): Promise<string[]> {
  const building = await aBuilding(g, as);
  const ids: string[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const apartment = await anApartment(g, as, building.id, { number: String(nth) });
    const body = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', digits: 5, decimals: 3 };
    const meter = await g.succeed('POST', '/meters', { as, body });
    ids.push(meter.data.id);
  }
  return ids;
}

const readingsOf = async ({ owner: as }: TestOrganization) =>
  (await g.ask<Thing>('GET', '//console/api/readings?limit=500', { as })).items as (Thing & {
    meterId: string;
    value: number;
    status: string;
    source: string;
  })[];
const eventCount = async ({ tenantId }: TestOrganization) =>
  (await g.owner`select from events where tenant_id = ${tenantId} and type = 'reading.confirmed'`).count;

test('good and bad readings: the good ones are confirmed, and each bad one has the problem of its single request', async () => {
  const organization = await anOrganization(g);
  const other = await anOrganization(g);
  const [[a = '', b = ''], [foreign = '']] = [await meters(organization, 2), await meters(other, 1)];
  const items = [
    { meterId: a, value: 10, readAt: '2026-10-31' },
    { meterId: b, value: 'much' },
    { meterId: foreign, value: 10 },
    { meterId: a, value: 9 },
    { value: 10 },
    { meterId: b, value: 12.5, source: 'manual', unknown: true },
    'reading',
    { meterId: b, value: 7, readAt: '2099-01-01' },
    { meterId: b, value: 13 },
  ];
  const answer = await bulk(organization, 'readings', items);
  assert.equal(answer.status, 201, answer.text);
  assert.deepEqual([answer.data.created, answer.data.failed], [3, 6]);
  assert.deepEqual(
    answer.data.items.map(({ index, status, problem }) => [index, status, problem?.code]),
    [
      [0, 201, undefined],
      [1, 400, 'invalid_body'],
      [2, 404, 'not_found'],
      [3, 422, 'reading_below_previous'],
      [4, 400, 'invalid_body'],
      [5, 201, undefined],
      [6, 400, 'invalid_body'],
      [7, 422, 'validation_failed'],
      [8, 201, undefined],
    ],
  );
  const stored = await readingsOf(organization);
  assert.deepEqual(
    stored.map(({ id, value, status, source }) => [id, value, status, source]).toSorted(),
    [
      [answer.data.items[0]?.id, 10, 'confirmed', 'api'],
      [answer.data.items[5]?.id, 12.5, 'confirmed', 'manual'],
      [answer.data.items[8]?.id, 13, 'confirmed', 'api'],
    ].toSorted(),
  );
  assert.equal(await eventCount(organization), 3);
  assert.deepEqual(await readingsOf(other), []);
  for (const index of [1, 3, 7]) {
    const { meterId, ...body } = items[index] as { meterId: string };
    const alone = await g.ask('POST', `/meters/${meterId}/readings`, { as: organization.integrator, body });
    assert.deepEqual(answer.data.items[index]?.problem, JSON.parse(alone.text), `item ${index}`);
  }
});

test('a warning about a reading is in its result', async () => {
  const organization = await anOrganization(g);
  const [meterId = ''] = await meters(organization, 1);
  const until = { verifiedUntil: '2020-01-01' };
  await g.ask('PATCH', `//console/api/meters/${meterId}`, { as: organization.owner, body: until });
  const { data } = await bulk(organization, 'readings', [{ meterId, value: 1 }]);
  assert.deepEqual(
    data.items[0]?.warnings?.map(({ code }) => code),
    ['verification_expired'],
  );
});

test('when every item fails, the response is 200 and nothing has happened', async () => {
  const organization = await anOrganization(g);
  const answer = await bulk(organization, 'readings', [{ meterId: newId(), value: 1 }]);
  assert.deepEqual([answer.status, answer.data.created, answer.data.failed], [200, 0, 1]);
  assert.equal(await eventCount(organization), 0);
});

test('two requests at once over the same meters, in opposite orders, both succeed; with one key only one has an effect', async () => {
  const organization = await anOrganization(g);
  const ids = await meters(organization, 12);
  const items = (value: number) => ids.map((meterId) => ({ meterId, value }));
  const [first, second] = await Promise.all([
    bulk(organization, 'readings', items(5)),
    bulk(organization, 'readings', items(5).reverse()),
  ]);
  assert.deepEqual([first.data.created, second.data.created], [12, 12]);
  assert.equal((await readingsOf(organization)).length, 24);
  const same = await Promise.all([1, 2].map(() => bulk(organization, 'readings', items(6), 'once')));
  assert.ok(same.some(({ status }) => status === 201));
  for (const { status, code } of same) assert.ok(status === 201 || code === 'idempotency_in_progress', code);
  assert.equal((await readingsOf(organization)).length, 36);
});

test('501 items, none, and a body without items are rejected as a whole', async () => {
  const organization = await anOrganization(g);
  const [meterId = ''] = await meters(organization, 1);
  const many = Array.from({ length: 501 }, () => ({ meterId, value: 1 }));
  assert.equal((await bulk(organization, 'readings', many)).status, 422);
  assert.equal((await bulk(organization, 'readings', [])).status, 422);
  assert.equal((await bulk(organization, 'readings', undefined)).status, 400);
  assert.equal((await bulk(organization, 'residents', 'all')).status, 400);
  assert.deepEqual(await readingsOf(organization), []);
});

test('500 readings and 500 residents fit one request', async () => {
  const organization = await anOrganization(g);
  const ids = await meters(organization, 5);
  const readings = Array.from({ length: 500 }, (_, nth) => ({ meterId: ids[nth % 5], value: nth }));
  const read = await bulk(organization, 'readings', readings);
  assert.deepEqual([read.data.created, read.data.failed], [500, 0]);
  const people = Array.from({ length: 500 }, (_, nth) => ({ name: `Elanik ${nth}`, email: `e${nth}@example.org` }));
  const created = await bulk(organization, 'residents', people);
  assert.deepEqual([created.data.created, created.data.failed], [500, 0]);
});

test('a request that created something counts as bulk work; one that did not does not count', async () => {
  const limited = await startTestService({ rateLimits: { ...g.app.config.rateLimits, bulk: 1 } });
  const { integrator: as } = await anOrganization(limited);
  const send = (items: readonly object[]) =>
    limited.ask('POST', '//console/api/residents/bulk', { as, body: { items } });
  assert.equal((await send([{}])).status, 200);
  assert.equal((await send([{ name: 'Mari' }, {}])).status, 201);
  const refused = await send([{ name: 'Jaan' }]);
  assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
});

test('residents: a person without a known apartment or with a bad address leaves nothing; the others are created with their apartments', async () => {
  const organization = await anOrganization(g);
  const other = await anOrganization(g);
  const { owner: as } = organization;
  const apartment = await anApartment(g, as, (await aBuilding(g, as)).id, { number: '1' });
  const foreign = await anApartment(g, other.owner, (await aBuilding(g, other.owner)).id, { number: '1' });
  const since = '2026-01-01';
  const home = { apartmentId: apartment.id, since };
  const answer = await bulk(organization, 'residents', [
    { name: 'Mari Tamm', email: 'mari@example.org', apartments: [home] },
    { name: 'Jaan Kask', apartments: [home, { apartmentId: foreign.id, since }] },
    { name: 'Tiiu', email: 'not an address' },
    { email: 'nobody@example.org' },
    { name: 'Peeter Saar', apartments: [home, home] },
    { name: 'Juta Mets' },
  ]);
  assert.deepEqual(
    answer.data.items.map(({ status, problem }) => [status, problem?.code]),
    [
      [201, undefined],
      [404, 'not_found'],
      [422, 'validation_failed'],
      [400, 'invalid_body'],
      [409, 'residency_overlaps'],
      [201, undefined],
    ],
  );
  const list = await g.ask<Thing>('GET', '/residents', { as });
  const people = list.items as (Thing & { name: string; apartments: { apartmentId: string }[] })[];
  assert.deepEqual(
    people.map(({ id, name, apartments }) => [id, name, apartments.length]).toSorted(),
    [
      [answer.data.items[0]?.id, 'Mari Tamm', 1],
      [answer.data.items[5]?.id, 'Juta Mets', 0],
    ].toSorted(),
  );
});

test('the month of several buildings: what is ready is created, each other building says why not, and a repeat adds nothing', async () => {
  const organization = await anOrganization(g);
  const { owner: as } = organization;
  const ready = await createBilledBuilding(g, as);
  const lacking = await createBilledBuilding(g, as);
  const elsewhere = await createBilledBuilding(g, (await anOrganization(g)).owner);
  const bills = { ...october, bills: [{ charge: 'heat', amount: 1000.01 }] };
  await g.ask('PUT', `//console/api/buildings/${ready.building.id}/supplier-bills`, { as, body: bills });
  const items = [lacking, elsewhere, ready].map(({ building }) => ({
    buildingId: building.id,
    ...october,
    issueDate: '2026-11-02',
  }));
  const answer = await bulk(organization, 'invoices/generations', items);
  assert.equal(answer.status, 201, answer.text);
  assert.deepEqual(
    answer.data.items.map(({ status, invoices, amount, problem }) => [
      status,
      invoices,
      amount,
      problem?.errors?.[0]?.code ?? problem?.code,
    ]),
    [
      [422, undefined, undefined, 'supplier_bill_missing'],
      [404, undefined, undefined, 'not_found'],
      [201, 3, 1105.41, undefined],
    ],
  );
  const made = (await g.ask('GET', '/invoices', { as })).items;
  assert.deepEqual(new Set(made.map((invoice) => invoice.issueDate)), new Set(['2026-11-02']));
  const again = await bulk(organization, 'invoices/generations', items);
  assert.deepEqual(again.data.items.at(-1), { index: 2, status: 201, id: ready.building.id, invoices: 0, amount: 0 });
  assert.equal((await g.ask('GET', '/invoices', { as })).items.length, 3);
  const tooMany = await bulk(
    organization,
    'invoices/generations',
    Array.from({ length: 21 }, () => items[0]),
  );
  assert.equal(tooMany.status, 422, tooMany.text);
});

test('an unknown field of an item is named, and rejected in strict handling; an item keeps its own fields; the audit log names all that an item names', async () => {
  const organization = await anOrganization(g);
  const { owner: as, integrator, tenantId } = organization;
  const apartment = await anApartment(g, as, (await aBuilding(g, as)).id, { number: '1' });
  const apartments = [{ apartmentId: apartment.id, role: 'owner', since: '2026-01-01' }];
  const item = { name: 'Mari Tamm', externalId: 'erp-1', metadata: { costCentre: '310' }, apartments };
  const strict = { prefer: 'handling=strict' };
  const misspelt = { items: [{ ...item, extrenalId: 'erp-1' }] };
  const ask = (body: object, headers = {}) =>
    g.ask<BulkResult>('POST', '//console/api/residents/bulk', { as: integrator, body, headers });
  assert.equal((await ask(misspelt, strict)).code, 'unknown_fields');
  assert.equal((await ask(misspelt)).headers['haldur-ignored'], 'body.items[].extrenalId');
  const made = await ask({ items: [item] }, strict);
  assert.equal(made.status, 201, made.text);
  const id = made.data.items[0]?.id ?? '';
  const { data } = await g.ask<Thing & { externalId: string; metadata: object }>(
    'GET',
    `//console/api/residents/${id}`,
    { as },
  );
  assert.deepEqual([data.externalId, data.metadata], ['erp-1', { costCentre: '310' }]);
  const [entry] = await g.owner<{ aboutIds: string[] }[]>`
    select about_ids from audit_log where tenant_id = ${tenantId} and operation = 'createResidents' and ${id}::uuid = any (about_ids)`;
  assert.deepEqual(entry?.aboutIds.toSorted(), [apartment.id, id].toSorted());
});
