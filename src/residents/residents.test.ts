// Tests of residents: with and without an account, in one or several apartments, moving in and out, and searching.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  giveAccount,
  startTestService,
  type Thing,
  tokenOf,
} from '../../test/service-fixture.ts';

const g = await startTestService();
const { owner, tenantId } = await anOrganization(g);
const building = await aBuilding(g, owner);
const [apartment1, apartment2] = [
  await anApartment(g, owner, building.id, { number: '1' }),
  await anApartment(g, owner, building.id, { number: '2' }),
];
const elsewhere = await aBuilding(g, owner, { name: 'Tamme 3' });
const far = await anApartment(g, owner, elsewhere.id, { number: '1' });

type ResidencyAnswer = {
  id: string;
  apartmentId: string;
  role: string;
  since: string;
  until: string | null;
  receivesInvoice: boolean;
};
type ResidentAnswer = Thing & { readonly name: string; readonly apartments: readonly ResidencyAnswer[] };
const at = (path: string) => `//console/api/residents${path}`;
const write = (body: object) => g.ask<ResidentAnswer>('POST', at(''), { as: owner, body });
const find = (query: string) => g.ask<ResidentAnswer>('GET', `/residents?${query}`, { as: owner });
const names = async (query: string) => (await find(query)).items.map((item) => item.name);

/** A resident with a name of their own, so that a list can be filtered to them alone. */
async function aResident(name: string, ...apartments: object[]): Promise<ResidentAnswer> {
  const made = await write({ name, apartments });
  assert.equal(made.status, 201, made.text);
  return made.data;
}

test('a resident is registered without an account, in several apartments, as owner and as tenant', async () => {
  const made = await write({
    name: '  Mari Tamm ',
    email: ' Mari@Example.org',
    phone: '+372 5555 5555',
    language: 'ru',
    apartments: [
      { apartmentId: apartment1.id, since: '2020-05-01' },
      { apartmentId: far.id, since: '2021-01-01', until: '2021-12-31', role: 'tenant', receivesInvoice: false },
    ],
  });
  assert.equal(made.status, 201, made.text);
  const { id, apartments, createdAt, updatedAt, ...rest } = made.data;
  assert.deepEqual(rest, {
    name: 'Mari Tamm',
    email: 'Mari@Example.org',
    phone: '+372 5555 5555',
    language: 'ru',
    userId: null,
    externalId: null,
    metadata: {},
  });
  assert.deepEqual(
    apartments.map(({ id: _, ...residency }) => residency),
    [
      {
        apartmentId: apartment1.id,
        buildingId: building.id,
        number: '1',
        role: 'owner',
        since: '2020-05-01',
        until: null,
        receivesInvoice: true,
      },
      {
        apartmentId: far.id,
        buildingId: elsewhere.id,
        number: '1',
        role: 'tenant',
        since: '2021-01-01',
        until: '2021-12-31',
        receivesInvoice: false,
      },
    ],
  );
  assert.deepEqual((await g.ask('GET', at(`/${id}`), { as: owner })).data, made.data);
  assert.ok(createdAt && updatedAt);
});

test('residents are filtered by building, apartment, day and text, and by all of these together', async () => {
  await aResident('Otsitav Üks', { apartmentId: apartment2.id, since: '2019-01-01', until: '2019-12-31' });
  await aResident('Otsitav Kaks', { apartmentId: apartment2.id, since: '2020-01-01' });
  await aResident('Otsitav Kolm', { apartmentId: far.id, since: '2020-01-01' });
  assert.deepEqual(await names('search=otsitav'), ['Otsitav Kaks', 'Otsitav Kolm', 'Otsitav Üks']);
  assert.deepEqual(await names(`search=otsitav&buildingId=${building.id}`), ['Otsitav Kaks', 'Otsitav Üks']);
  assert.deepEqual(await names(`search=otsitav&apartmentId=${far.id}`), ['Otsitav Kolm']);
  assert.deepEqual(await names(`apartmentId=${apartment2.id}&activeOn=2019-12-31`), ['Otsitav Üks']);
  assert.deepEqual(await names(`apartmentId=${apartment2.id}&activeOn=2020-01-01`), ['Otsitav Kaks']);
  assert.deepEqual(await names('search=otsitav&activeOn=2018-01-01'), []);
  assert.deepEqual(await names(`apartmentId=${far.id}&buildingId=${building.id}&search=otsitav`), []);
});

test('characters with a meaning in SQL are plain characters in a search', async () => {
  await aResident('100% Eesti_ne \\ O’Hara');
  for (const text of ['100%', 'Eesti_ne', '\\', 'O’Hara'])
    assert.deepEqual(await names(`search=${encodeURIComponent(text)}`), ['100% Eesti_ne \\ O’Hara'], text);
  for (const text of ['%', '_', "' or true --"])
    assert.ok((await names(`search=${encodeURIComponent(text)}`)).length <= 1, text);
});

test('a missing building or apartment is 404, and an invalid day is 422', async () => {
  const stranger = await anOrganization(g);
  const foreign = await aBuilding(g, stranger.owner);
  assert.equal((await find(`buildingId=${foreign.id}`)).status, 404);
  assert.equal((await find('apartmentId=019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10')).status, 404);
  assert.deepEqual((await find('activeOn=2026-02-30')).fields, ['activeOn']);
  assert.deepEqual((await find('buildingId=x')).fields, ['buildingId']);
});

test('pages of residents hold everybody once, in the order of their names', async () => {
  const seen: string[] = [];
  let query = 'limit=2';
  for (;;) {
    const page = await find(query);
    seen.push(...page.items.map((item) => item.id));
    if (page.nextCursor === null) break;
    query = `limit=2&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(
    seen,
    (await find('')).items.map((item) => item.id),
  );
  assert.equal(new Set(seen).size, seen.length);
});

test('moving out sets the last day, and moving in elsewhere creates a new residency; both show in updatedSince', async () => {
  const { id, apartments } = await aResident('Koliv Kask', { apartmentId: apartment1.id, since: '2022-01-01' });
  g.clock.now = new Date(g.clock.now.getTime() + 1000);
  const out = await g.ask<ResidentAnswer>('PATCH', at(`/${id}/residencies/${apartments[0]?.id}`), {
    as: owner,
    body: { until: '2026-10-31' },
  });
  assert.equal(out.data.apartments[0]?.until, '2026-10-31');
  const enter = { apartmentId: apartment2.id, since: '2026-11-01', role: 'tenant' };
  const moved = await g.succeed<ResidentAnswer>('POST', at(`/${id}/residencies`), { as: owner, body: enter });
  assert.deepEqual(
    moved.data.apartments.map((apartment) => apartment.apartmentId),
    [apartment1.id, apartment2.id],
  );
  const changed = await find(`updatedSince=${g.clock.now.toISOString()}&search=Koliv`);
  assert.equal(changed.items[0]?.id, id);
});

test('nobody has the same apartment twice on one day, also when registered twice simultaneously', async () => {
  const { id, apartments } = await aResident('Kahekordne', {
    apartmentId: apartment1.id,
    since: '2026-01-01',
    until: '2026-01-31',
  });
  const enter = (since: string, until?: string) =>
    g.ask('POST', at(`/${id}/residencies`), { as: owner, body: { apartmentId: apartment1.id, since, until } });
  for (const since of ['2026-01-01', '2026-01-31', '2025-06-01'])
    assert.equal((await enter(since)).code, 'residency_overlaps', since);
  const both = await Promise.all([enter('2026-02-01'), enter('2026-02-01'), enter('2026-02-10')]);
  assert.deepEqual(both.map((answer) => answer.status).sort(), [201, 409, 409]);
  const own = at(`/${id}/residencies/${apartments[0]?.id}`);
  assert.equal((await g.ask('PATCH', own, { as: owner, body: { until: null } })).code, 'residency_overlaps');
  assert.deepEqual((await g.ask('PATCH', own, { as: owner, body: { until: '2025-12-31' } })).fields, ['until']);
  assert.deepEqual((await enter('2027-02-01', '2027-01-31')).fields, ['until']);
});

test('a residency recorded by mistake is deleted, and no other resident’s', async () => {
  const item = await aResident('Eksitus', { apartmentId: apartment1.id, since: '2026-01-01' });
  const otherResident = await aResident('Teine', { apartmentId: apartment2.id, since: '2026-01-01' });
  assert.equal(
    (await g.ask('DELETE', at(`/${item.id}/residencies/${otherResident.apartments[0]?.id}`), { as: owner })).status,
    404,
  );
  await g.succeed('DELETE', at(`/${item.id}/residencies/${item.apartments[0]?.id}`), { as: owner });
  assert.deepEqual((await g.ask<ResidentAnswer>('GET', at(`/${item.id}`), { as: owner })).data.apartments, []);
});

test('a resident can be deleted only after moving out everywhere', async () => {
  const { id, apartments } = await aResident('Lahkuja', { apartmentId: apartment1.id, since: '2020-01-01' });
  assert.equal((await g.ask('DELETE', at(`/${id}`), { as: owner })).code, 'resident_in_use');
  await g.ask('PATCH', at(`/${id}/residencies/${apartments[0]?.id}`), { as: owner, body: { until: '2025-12-31' } });
  assert.equal((await g.ask('DELETE', at(`/${id}`), { as: owner })).status, 204);
  assert.equal((await g.ask('GET', at(`/${id}`), { as: owner })).status, 404);
});

test('an invalid address and an apartment of another organization are rejected, and nothing is written', async () => {
  const stranger = await anOrganization(g);
  const there = await aBuilding(g, stranger.owner);
  const foreign = await anApartment(g, stranger.owner, there.id, { number: '1' });
  const count = async () => (await g.owner`select from residents where tenant_id = ${tenantId}`).length;
  const before = await count();
  assert.deepEqual((await write({ name: 'x', email: 'no address' })).fields, ['email']);
  assert.equal(
    (
      await write({
        name: 'x',
        apartments: [
          { apartmentId: apartment1.id, since: '2026-01-01' },
          { apartmentId: foreign.id, since: '2026-01-01' },
        ],
      })
    ).status,
    404,
  );
  assert.deepEqual(
    (await write({ name: 'x', apartments: [{ apartmentId: apartment1.id, since: '2026-01-02', until: '2026-01-01' }] }))
      .fields,
    ['apartments.0.until'],
  );
  assert.equal((await write({ apartments: [] })).status, 400);
  assert.equal(await count(), before);
});

test('a resident’s access begins and ends with their days in the building’s time zone, not in UTC', async () => {
  const { userId, email } = await aPerson(g, tenantId, 'resident');
  const made = await aResident('Kolija', { apartmentId: apartment1.id, since: '2026-11-20', until: '2026-11-20' });
  await giveAccount(g, tenantId, made.id, userId);
  const { now } = g.clock;
  const sees = async (moment: string) => {
    g.clock.now = new Date(moment);
    return (await g.ask('GET', '/buildings', { as: await tokenOf(g, email) })).items.length;
  };
  assert.equal(await sees('2026-11-19T21:59:59Z'), 0);
  assert.equal(await sees('2026-11-19T22:00:00Z'), 1);
  assert.equal(await sees('2026-11-20T21:59:59Z'), 1);
  assert.equal(await sees('2026-11-20T22:00:00Z'), 0);
  g.clock.now = now;
});

test('a changed apartment number and a deleted apartment update their residents, so that updatedSince misses nothing', async () => {
  const moved = await anApartment(g, owner, building.id, { number: '77' });
  const { id } = await aResident('Ümbernumbrija', { apartmentId: moved.id, since: '2020-01-01', until: '2020-12-31' });
  const changedSince = async (since: string) => (await find(`updatedSince=${since}&search=bernumbrija`)).items;
  for (const [method, body] of [
    ['PATCH', { number: '77b' }],
    ['DELETE', undefined],
  ] as const) {
    g.clock.now = new Date(g.clock.now.getTime() + 1000);
    const since = g.clock.now.toISOString();
    assert.ok(
      (await g.ask(method, `/buildings/${building.id}/apartments/${moved.id}`, { as: owner, body })).status < 300,
      method,
    );
    assert.equal((await changedSince(since))[0]?.id, id, method);
  }
});

test('names are sorted as people sort them, and found in any Unicode form', async () => {
  for (const name of ['zoja', 'Õnne O\u0303unapuu', 'aadu', 'Ülle']) await aResident(`Jrk ${name}`);
  assert.deepEqual(await names('search=Jrk'), ['Jrk aadu', 'Jrk Õnne Õunapuu', 'Jrk Ülle', 'Jrk zoja']);
  assert.equal((await names(`search=${encodeURIComponent('O\u0303unapuu')}`)).length, 1);
});
