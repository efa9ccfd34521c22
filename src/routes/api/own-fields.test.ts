// Tests of externalId and metadata: set, changed, shown, found by, for all six kinds of objects; hidden from residents,
// and gone with what is deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  refusalOf,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, owner: as, integrator } = await anOrganization(g);

type Kind = { readonly name: string; readonly list: string; readonly object: string; readonly id: string };

/** A building with one object of each kind, and where each is listed and changed. */
async function oneOfEachKind(who = as): Promise<Kind[]> {
  const { building, apartments } = await createBilledBuilding(g, who);
  const [invoice] = await createThreeInvoices(g, who, building.id);
  const apartmentId = apartments[0].id;
  const meterBody = { buildingId: building.id, apartmentId, type: 'cold_water' };
  const meter = (await g.ask('POST', '/meters', { as: who, body: meterBody })).data;
  const resident = (await g.ask('POST', '//console/api/residents', { as: who, body: { name: 'Mari Tamm' } })).data;
  const money = { apartmentId, amount: 10, paidOn: '2026-11-01', method: 'cash' };
  const payment = (await g.ask('POST', '//console/api/payments', { as: who, body: money })).data;
  const inBuilding = `/buildings/${building.id}/apartments`;
  const kind = (name: string, list: string, id: string, path = list) => ({ name, list, id, object: `${path}/${id}` });
  return [
    kind('building', '/buildings', building.id),
    kind('apartment', inBuilding, apartmentId),
    kind('resident', '/residents', resident.id, '//console/api/residents'),
    kind('invoice', '/invoices', invoice),
    kind('meter', '/meters', meter.id, '//console/api/meters'),
    kind('payment', '/payments', payment.id, '//console/api/payments'),
  ];
}

const listed = async (list: string, query: string, who = as) =>
  (await g.ask<Thing[]>('GET', `${list}?${query}`, { as: who })).data;
const find = async (kind: Kind, who = as) =>
  (await listed(kind.list, 'limit=500', who)).find(({ id }) => id === kind.id);
const change = (kind: Kind, body: unknown, who = as) => g.ask('PATCH', kind.object, { as: who, body });
const fieldsOf = (object: Thing | undefined) => ({ externalId: object?.externalId, metadata: object?.metadata });

const kinds = await oneOfEachKind();
const none = { externalId: null, metadata: {} };

for (const kind of kinds)
  test(`${kind.name}: own fields are set, merged, removed, shown and found by`, async () => {
    assert.deepEqual(fieldsOf(await find(kind)), none);
    const first = { externalId: `erp ${kind.name}`, metadata: { costCentre: '310', 'a.b-c_d': 'õ\n"2"' } };
    const set = await change(kind, first, kind.name === 'payment' ? as : integrator);
    assert.deepEqual([set.status, fieldsOf(set.data)], [200, first], set.text);
    assert.deepEqual(fieldsOf(await find(kind)), first);
    if (['building', 'resident', 'invoice'].includes(kind.name))
      assert.deepEqual(fieldsOf((await g.ask('GET', kind.object, { as })).data), first, 'in the detail');

    const merged = await change(kind, { metadata: { costCentre: null, colour: 'red' } });
    const after = { externalId: first.externalId, metadata: { 'a.b-c_d': 'õ\n"2"', colour: 'red' } };
    assert.deepEqual(fieldsOf(merged.data), after);

    const external = new URLSearchParams({ externalId: first.externalId }).toString();
    for (const filter of [external, 'metadata[colour]=red', 'metadata%5Bcolour%5D=red&metadata[a.b-c_d]=õ%0A%222%22']) {
      const found = await listed(kind.list, filter);
      assert.deepEqual(
        found.map(({ id }) => id),
        [kind.id],
        filter,
      );
    }
    for (const filter of [
      'externalId=erp',
      'metadata[colour]=Red',
      'metadata[costCentre]=310',
      `${external}&metadata[x]=1`,
    ])
      assert.deepEqual(await listed(kind.list, filter), [], filter);
    for (const filter of ['metadata[]=x', 'metadata[__proto__]=x', 'metadata[a][b]=x']) {
      const refused = await g.ask('GET', `${kind.list}${kind.list.includes('?') ? '&' : '?'}${filter}`, { as });
      assert.deepEqual([refused.status, refused.fields], [422, [filter.split('=')[0]]], filter);
    }

    const cleared = await change(kind, { externalId: null, metadata: null });
    assert.deepEqual(fieldsOf(cleared.data), none);
    assert.deepEqual(await listed(kind.list, 'metadata[colour]=red'), []);
  });

for (const kind of kinds)
  test(`${kind.name}: a change of own fields alone is reported by updatedSince, and one without effect is not`, async () => {
    await change(kind, { metadata: { seen: 'once' } });
    g.clock.now = new Date(g.clock.now.getTime() + 60_000);
    const since = `updatedSince=${g.clock.now.toISOString()}`;
    const [before] = await g.owner<{ at: Date }[]>`
      select updated_at as at from ${g.owner.unsafe(`${kind.name}s`)} where id = ${kind.id}`;
    if (kind.name === 'invoice' || kind.name === 'payment' || kind.name === 'meter') {
      await change(kind, { metadata: { seen: 'once', missing: null } });
      assert.deepEqual(await listed(kind.list, since), [], 'nothing changed');
    }
    const changed = await change(kind, { metadata: { seen: 'twice' } });
    assert.ok(before && new Date(String(changed.data.updatedAt)) > before.at);
    assert.deepEqual(
      (await listed(kind.list, since)).map(({ id }) => id),
      [kind.id],
    );
  });

test('own fields are set when an object is created', async () => {
  const own = { externalId: 'made', metadata: { by: 'import' } };
  const create = async (path: string, body: object) => {
    const answer = await g.ask('POST', path, { as, body: { ...body, ...own } });
    assert.deepEqual([answer.status, fieldsOf(answer.data)], [201, own], answer.text);
    return answer.data;
  };
  const building = await create('/buildings', { name: 'Uus', address: 'Uus 1' });
  const apartment = await create(`/buildings/${building.id}/apartments`, { number: '1' });
  await create('/meters', { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water' });
  await create('//console/api/residents', { name: 'Mari Tamm' });
  const money = { apartmentId: apartment.id, amount: 10, paidOn: '2026-11-01', method: 'cash' };
  await create('//console/api/payments', money);
  for (const list of ['/buildings', `/buildings/${building.id}/apartments`, '/meters', '/residents', '/payments'])
    assert.equal((await listed(list, 'externalId=made&metadata[by]=import')).length, 1, list);
});

test('two objects may have one externalId: the filter returns both', async () => {
  const [first, second] = await Promise.all(
    ['A', 'B'].map((name) => g.ask('POST', '/buildings', { as, body: { name, address: name, externalId: 'twin' } })),
  );
  const found = await listed('/buildings', 'externalId=twin&limit=1');
  assert.equal(found.length, 1);
  const page = await g.ask<Thing[]>('GET', '/buildings?externalId=twin&metadata[none]=1', { as });
  assert.deepEqual(page.data, []);
  const link = (await g.ask('GET', '/buildings?externalId=twin&limit=1', { as })).headers.link ?? '';
  const next = await g.ask<Thing[]>('GET', /\/api(\/buildings[^>]*)/.exec(link)?.[1] ?? '', { as });
  assert.deepEqual([found[0]?.id, next.data[0]?.id].sort(), [first?.data.id, second?.data.id].sort());
});

test('a page keeps its metadata filter in the link to the next one', async () => {
  for (const name of ['C', 'D'])
    await g.ask('POST', '/buildings', { as, body: { name, address: name, metadata: { set: 'of two', 'x.y': 'ü&=' } } });
  const query = new URLSearchParams({ 'metadata[set]': 'of two', 'metadata[x.y]': 'ü&=', limit: '1' });
  const first = await g.ask<Thing[]>('GET', `/buildings?${query}`, { as });
  const path = /\/api(\/buildings[^>]*)/.exec(first.headers.link ?? '')?.[1] ?? '';
  const second = await g.succeed<Thing[]>('GET', path, { as });
  assert.deepEqual([first.data[0]?.name, second.data[0]?.name], ['C', 'D']);
  assert.equal(second.headers.link, undefined);
});

test('what is not valid is an error that names the field', async () => {
  const [building] = kinds as [Kind];
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 'x']));
  const cases: readonly [unknown, number, string | undefined][] = [
    [{ externalId: ' ' }, 422, 'externalId'],
    [{ metadata: { a: '' } }, 422, 'metadata.a'],
    [{ metadata: { a: 'x'.repeat(501) } }, 422, 'metadata.a'],
    [{ metadata: { ['x'.repeat(41)]: 'x' } }, 422, `metadata.${'x'.repeat(41)}`],
    [{ metadata: { 'a b': 'x' } }, 422, 'metadata.a b'],
    [{ metadata: { '': 'x' } }, 422, 'metadata.'],
    [{ metadata: tooMany }, 422, 'metadata'],
  ];
  const before = await find(building);
  for (const [body, status, field] of cases) {
    const answer = await change(building, body);
    assert.deepEqual([answer.status, answer.fields], [status, [field]], JSON.stringify(body).slice(0, 80));
  }
  assert.deepEqual(await find(building), before, 'nothing was written');
  const fifty = Object.fromEntries(Object.entries(tooMany).slice(0, 50));
  assert.equal((await change(building, { metadata: null })).status, 200);
  assert.equal((await change(building, { metadata: fifty })).status, 200);
  assert.deepEqual(refusalOf(await change(building, { metadata: { more: 'x' } })), [
    422,
    'validation_failed',
    ['metadata'],
  ]);
  assert.equal((await change(building, { metadata: { more: 'x', key0: null } })).status, 200);
  await change(building, { metadata: null });
  const filters = [
    'metadata=x',
    'metadata[a]=',
    'externalId=',
    `metadata[a]=${'x'.repeat(501)}`,
    'metadata[a]=1&metadata[a]=2',
    'metadata[a]=%00',
  ];
  for (const filter of filters) assert.equal((await g.ask('GET', `/buildings?${filter}`, { as })).status, 422, filter);
  const eleven = Array.from({ length: 11 }, (_, index) => `metadata[k${index}]=x`).join('&');
  assert.equal((await g.ask('GET', `/buildings?${eleven}`, { as })).status, 422);
});

test('residents neither see them nor filter by them', async () => {
  const [building, apartment, , invoice, meter, payment] = kinds as [Kind, Kind, Kind, Kind, Kind, Kind];
  const { userId, token } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartment.id);
  assert.equal((await g.ask('PATCH', invoice.object, { as, body: { status: 'paid' } })).status, 200);
  for (const kind of [building, apartment, invoice, meter, payment]) {
    await change(kind, { externalId: 'secret', metadata: { secret: 'secret' } });
    const shown = await g.ask<Thing[]>('GET', kind.list, { as: token });
    if (kind !== payment)
      assert.ok(
        shown.data.some(({ id }) => id === kind.id),
        kind.name,
      );
    assert.doesNotMatch(shown.text, /secret|metadata|externalId/, kind.name);
    for (const filter of [
      'externalId=secret',
      'metadata[secret]=secret',
      'updatedSince=2026-11-19T00:00:00Z&include=deleted',
    ]) {
      const refused = await g.ask('GET', `${kind.list}?${filter}`, { as: token });
      assert.deepEqual([refused.status, refused.code], [422, 'validation_failed'], `${kind.name} ${filter}`);
    }
  }
  for (const path of [building.object, invoice.object])
    assert.doesNotMatch((await g.ask('GET', path, { as: token })).text, /secret|metadata|externalId/);
});

test('of two changes at once neither is lost', async () => {
  const [building] = kinds as [Kind];
  await change(building, { metadata: null });
  const keys = Array.from({ length: 6 }, (_, index) => `at${index}`);
  await Promise.all(keys.map((key) => change(building, { metadata: { [key]: key } })));
  assert.deepEqual(Object.keys((await find(building))?.metadata as object).sort(), keys);
});

test('own fields of a deleted resident are deleted with them', async () => {
  const body = { name: 'Jaan Kask', externalId: 'gone', metadata: { note: 'moved' } };
  const { id } = (await g.ask('POST', '//console/api/residents', { as, body })).data;
  assert.equal((await g.ask('DELETE', `//console/api/residents/${id}`, { as })).status, 204);
  assert.equal((await g.owner`select key from own_fields where object_id = ${id}`).length, 0);
});
