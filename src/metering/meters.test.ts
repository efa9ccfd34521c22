// Tests of meters over HTTP: their defaults, invalid ones, and that a meter is replaced once, whatever else happens at
// that moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';
import { newId } from '../platform/values/ids.ts';

const g = await startTestService();
const { owner: as } = await anOrganization(g);
const building = await aBuilding(g, as);
const home = await anApartment(g, as, building.id, { number: '1' });
const neighbour = await anApartment(g, as, building.id, { number: '2' });

const create = (body: Record<string, unknown>) =>
  g.ask('POST', '/meters', { as, body: { buildingId: building.id, type: 'cold_water', ...body } });
async function createMeter(body: Record<string, unknown> = {}): Promise<Thing> {
  const made = await create({ apartmentId: home.id, ...body });
  assert.equal(made.status, 201, made.text);
  return made.data;
}
const submit = (meter: Thing, body: Record<string, unknown>) =>
  g.ask('POST', `/meters/${meter.id}/readings`, { as, body });

test('a meter is created with the defaults of its type, and listed with its last confirmed reading', async () => {
  const made = await create({ apartmentId: home.id, serialNumber: ' 8ITR 1 ' });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.location, `/api/meters?buildingId=${building.id}`);
  const { id, createdAt, updatedAt, ...rest } = made.data;
  assert.deepEqual(rest, {
    buildingId: building.id,
    apartmentId: home.id,
    type: 'cold_water',
    unit: 'm3',
    serialNumber: '8ITR 1',
    digits: 5,
    decimals: 3,
    initialValue: 0,
    installedOn: null,
    verifiedUntil: null,
    removedOn: null,
    finalValue: null,
    replacesMeterId: null,
    replacedByMeterId: null,
    lastReading: null,
    externalId: null,
    metadata: {},
  });
  const reading = await submit(made.data, { value: 12.345, readAt: '2026-10-31T20:00:00+02:00' });
  const listed = (await g.ask('GET', `/meters?buildingId=${building.id}`, { as })).items.find((each) => each.id === id);
  assert.deepEqual(listed?.lastReading, { id: reading.data.id, value: 12.345, readAt: '2026-10-31T18:00:00.000Z' });
  const types = (query: string) => g.ask('GET', `/meters?${query}`, { as });
  assert.equal((await types('type=gas')).items.length, 0);
  assert.ok((await types(`apartmentId=${home.id}&type=cold_water`)).items.length > 0);
  for (const query of [`buildingId=${newId()}`, `apartmentId=${newId()}`])
    assert.equal((await types(query)).status, 404, query);
});

test('an invalid meter is rejected, and nothing is created', async () => {
  const before = (await g.ask('GET', '/meters?limit=500', { as })).items.length;
  const cases: [Record<string, unknown>, number, string[]][] = [
    [{ unit: 'kWh' }, 422, ['unit']],
    [{ digits: 3, initialValue: 1000 }, 422, ['initialValue']],
    [{ decimals: 1, initialValue: 0.25 }, 422, ['initialValue']],
    [{ installedOn: '2026-11-21' }, 422, ['installedOn']],
    [{ finalValue: 3 }, 422, ['finalValue']],
    [{ apartmentId: newId() }, 404, ['apartmentId']],
    [{ buildingId: newId() }, 404, ['buildingId']],
    [{ replacesMeterId: newId(), finalValue: 1 }, 404, ['replacesMeterId']],
  ];
  for (const [body, status, fields] of cases) {
    const answer = await create(body);
    assert.deepEqual([answer.status, answer.fields], [status, fields], JSON.stringify(body));
  }
  assert.equal((await g.ask('GET', '/meters?limit=500', { as })).items.length, before);
});

test('a serial number is unique for building and type, also among simultaneous requests', async () => {
  const both = await Promise.all([create({ serialNumber: 'AT-ONCE' }), create({ serialNumber: 'at-once' })]);
  assert.deepEqual(both.map((answer) => answer.status).sort(), [201, 409]);
  assert.equal((await create({ serialNumber: 'AT-ONCE', type: 'gas' })).status, 201);
  const otherMeter = await create({ serialNumber: 'ANOTHER' });
  const patch = (body: unknown) => g.ask('PATCH', `//console/api/meters/${otherMeter.data.id}`, { as, body });
  assert.deepEqual(
    [(await patch({ serialNumber: 'At-Once' })).code, (await patch({ serialNumber: 'another' })).status],
    ['already_exists', 200],
  );
  assert.equal((await patch({ verifiedUntil: '2031-01-01' })).data.verifiedUntil, '2031-01-01');
});

test('a replacement closes the previous meter and continues the consumption; readings go to the current meter', async () => {
  const previous = await createMeter({ serialNumber: 'OLD', installedOn: '2026-01-01', initialValue: 100 });
  await submit(previous, { value: 150, readAt: '2026-10-31' });
  const body = { apartmentId: home.id, replacesMeterId: previous.id, installedOn: '2026-11-05', initialValue: 0.5 };
  assert.deepEqual((await create({ ...body })).fields, ['finalValue']);
  assert.equal((await create({ ...body, finalValue: 149 })).code, 'reading_below_previous');
  assert.deepEqual((await create({ ...body, finalValue: 151, installedOn: '2026-10-30' })).fields, ['installedOn']);
  assert.deepEqual((await create({ ...body, finalValue: 151, type: 'hot_water' })).fields, ['replacesMeterId']);
  assert.deepEqual((await create({ ...body, finalValue: 151, apartmentId: neighbour.id })).fields, ['replacesMeterId']);
  const made = await create({ ...body, finalValue: 151, serialNumber: 'OLD' });
  assert.equal(made.status, 201, made.text);
  assert.equal((await create({ ...body, finalValue: 152 })).code, 'meter_replaced');
  const closed = (await g.ask('GET', `/meters?apartmentId=${home.id}&limit=500`, { as })).items.find(
    (each) => each.id === previous.id,
  );
  assert.deepEqual(
    [closed?.removedOn, closed?.finalValue, closed?.replacedByMeterId],
    ['2026-11-05', 151, made.data.id],
  );
  assert.deepEqual((await submit(previous, { value: 152 })).fields, ['readAt']);
  assert.equal((await submit(previous, { value: 152, readAt: '2026-11-03' })).code, 'reading_above_next');
  assert.equal((await submit(previous, { value: 150.5, readAt: '2026-11-03' })).status, 201);
  assert.equal((await submit(made.data, { value: 2 })).data.consumption, 1.5);
});

test('a reading that arrives while its meter is replaced is dated before that, or rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    const previous = await createMeter({ installedOn: '2026-01-01' });
    const [replaced, reading] = await Promise.all([
      create({ apartmentId: home.id, replacesMeterId: previous.id, finalValue: 10 }),
      submit(previous, { value: 12 }),
    ]);
    assert.deepEqual([replaced.status, reading.status].sort(), [201, 422], `${replaced.text} ${reading.text}`);
  }
});

test('of ten simultaneous replacements of one meter one succeeds', async () => {
  const previous = await createMeter();
  const body = { apartmentId: home.id, replacesMeterId: previous.id, finalValue: 10 };
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array(9).fill(409)]);
});

test('meters are deleted with their apartment and their building', async () => {
  const otherBuilding = await aBuilding(g, as);
  const apartment = await anApartment(g, as, otherBuilding.id, { number: '1' });
  const meter = await create({ buildingId: otherBuilding.id, apartmentId: apartment.id });
  const main = await create({ buildingId: otherBuilding.id });
  await g.ask('DELETE', `/buildings/${otherBuilding.id}/apartments/${apartment.id}`, { as });
  assert.equal((await submit(meter.data, { value: 1 })).status, 404);
  assert.equal((await submit(main.data, { value: 1 })).status, 201);
  await g.ask('DELETE', `/buildings/${otherBuilding.id}`, { as, body: { password: 'correct horse battery staple' } });
  assert.equal((await submit(main.data, { value: 2 })).status, 404);
});

test('a final value below the last reading is a typing error, unless it is marked as a roll-over', async () => {
  const previous = await createMeter({ installedOn: '2026-01-01', initialValue: 99_980 });
  await submit(previous, { value: 99_990, readAt: '2026-10-31' });
  const body = { apartmentId: home.id, replacesMeterId: previous.id, installedOn: '2026-11-05' };
  assert.equal((await create({ ...body, finalValue: 5 })).code, 'reading_below_previous');
  assert.deepEqual((await create({ ...body, finalValue: 99_991, rollover: true })).fields, ['rollover']);
  assert.equal((await create({ ...body, finalValue: 60_000, rollover: true })).code, 'reading_below_previous');
  assert.equal((await create({ ...body, finalValue: 5, rollover: true })).status, 201);
});
