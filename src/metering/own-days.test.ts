// Tests of residents’ own days: they neither learn what a meter showed before them, nor claim that a program read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  onDay,
  startTestService,
  type Thing,
  tokenOf,
} from '../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);
const building = await aBuilding(g, as);

test('a reading dated before the resident moved in is rejected before anything else is checked', async () => {
  const apartment = await anApartment(g, as, building.id, { number: '3' });
  const liisa = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, liisa.userId, apartment.id, '2026-06-01');
  const body = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', installedOn: '2026-01-01' };
  const meter = await g.ask<Thing>('POST', '/meters', { as, body });
  const submit = (reading: Record<string, unknown>, by: string) =>
    g.ask('POST', `/meters/${meter.data.id}/readings`, { as: by, body: reading });
  assert.equal((await submit({ value: 115.321, readAt: '2026-05-31' }, as)).status, 201);
  for (const readAt of ['2026-05-31', '2026-05-31T20:59:00Z', '2025-01-01']) {
    const early = await submit({ value: 1, readAt }, liisa.token);
    assert.deepEqual([early.status, early.fields], [422, ['readAt']], readAt);
    assert.match(early.text, /since 2026-06-01/, readAt);
    assert.ok(!early.text.includes('115.321') && !early.text.includes('installed'), early.text);
  }
  const submitted = await submit({ value: 120, source: 'api', readAt: '2026-06-01' }, liisa.token);
  assert.deepEqual([submitted.status, submitted.data.source], [201, 'manual'], submitted.text);
  const entered = await submit({ value: 119, source: 'api', readAt: '2026-06-01' }, as);
  assert.equal(entered.data.source, 'api', 'a manager may say so');
});

test('a new resident does not learn the consumption before they moved in, who submitted it, or the usual consumption then', async () => {
  const apartment = await anApartment(g, as, building.id, { number: '4' });
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, apartment.id, '2020-01-01');
  const body = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', installedOn: '2026-01-01' };
  const meter = await g.ask<Thing>('POST', '/meters', { as, body });
  type SubmittedReading = Thing & { warnings: { code: string }[] };
  const submit = (value: number, readAt: string, by: string) =>
    g.ask<SubmittedReading>('POST', `/meters/${meter.data.id}/readings`, { as: by, body: { value, readAt } });
  const list = async (by: string) => {
    const path = `//console/api/readings?meterId=${meter.data.id}&sort=readAt`;
    const { items } = await g.ask('GET', path, { as: by });
    return items.map((reading) => [reading.value, reading.consumption, reading.submittedBy]);
  };
  for (const [value, day] of [
    [1, '2026-07-31'],
    [2, '2026-08-31'],
  ] as const) {
    const { data } = await submit(value, day, mari.token);
    assert.equal((await g.ask('POST', `//console/api/readings/${data.id}/confirm`, { as })).status, 200, day);
  }
  await moveOut(g, tenantId, apartment.id, '2026-10-15');
  await aResidency(g, tenantId, jaan.userId, apartment.id, '2026-10-15');
  const first = await submit(39, '2026-10-20', jaan.token);
  assert.deepEqual([first.status, first.data.consumption, first.data.warnings], [201, null, []], first.text);
  const confirmed = await g.ask<SubmittedReading>('POST', `//console/api/readings/${first.data.id}/confirm`, { as });
  assert.deepEqual(
    confirmed.data.warnings.map((warning) => warning.code),
    ['high_consumption'],
    'managers get the warning',
  );
  assert.equal((await submit(46, '2026-10-31', jaan.token)).data.consumption, 7);
  assert.deepEqual(await list(jaan.token), [
    [2, null, null],
    [39, null, jaan.userId],
    [46, 7, jaan.userId],
  ]);
  assert.deepEqual(await list(mari.token), [
    [1, 1, mari.userId],
    [2, 1, mari.userId],
  ]);
});

test('a future owner sees no reading of the present one before the day of the hand-over', async () => {
  const apartment = await anApartment(g, as, building.id, { number: '9' });
  const buyer = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, buyer.userId, apartment.id, '2026-12-01');
  const body = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', installedOn: '2026-01-01' };
  const meter = await g.ask<Thing>('POST', '/meters', { as, body });
  const reading = { value: 115.321, readAt: '2026-11-19' };
  const { data } = await g.ask<Thing>('POST', `/meters/${meter.data.id}/readings`, { as, body: reading });
  const seen = async () => {
    const token = await tokenOf(g, buyer.email);
    const list = await g.ask('GET', '//console/api/readings', { as: token });
    const single = await g.ask('GET', `//console/api/readings/${data.id}`, { as: token });
    return [list.items.map(({ value }) => value), single.status];
  };
  assert.deepEqual(await seen(), [[], 404]);
  assert.equal(
    (await g.ask('GET', `//console/api/readings?meterId=${meter.data.id}`, { as: buyer.token })).status,
    404,
  );
  await onDay(g, '2026-12-01', async () => assert.deepEqual(await seen(), [[115.321], 200]));
});
