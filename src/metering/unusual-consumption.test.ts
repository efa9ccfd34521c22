// Tests of unusual consumption where a meter has no history of its own: beside the building's other apartments, of
// which nobody learns a figure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);

type Preview = { usual: number | null; consumption: number | null; warnings: { code: string; message: string }[] };

/** A building whose apartments have one meter each, installed at the end of September and read a month later. */
async function aHouse(type: string, used: readonly number[], areaOf: (place: number) => number = () => 50) {
  const building = await aBuilding(g, as);
  const add = async (place: number, installedOn: string) => {
    const apartment = await anApartment(g, as, building.id, { number: String(place + 1), area: areaOf(place) });
    const body = { buildingId: building.id, apartmentId: apartment.id, type, installedOn, initialValue: 100 };
    return { apartment, meter: (await g.ask<Thing>('POST', '/meters', { as, body })).data };
  };
  for (const [place, value] of used.entries()) {
    const { meter } = await add(place, '2026-09-30');
    const read = { value: 100 + value, readAt: '2026-10-31' };
    assert.equal((await g.ask('POST', `/meters/${meter.id}/readings`, { as, body: read })).status, 201);
  }
  const { apartment, meter } = await add(used.length, '2026-10-20');
  const mari = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, mari.userId, apartment.id, '2026-10-20');
  /** The warnings of what would have been used in the 31 days since the meter was installed. */
  return async (value: number, who = mari.token) => {
    const body = { value: 100 + value, readAt: '2026-11-20' };
    const path = `//console/api/meters/${meter.id}/reading-preview`;
    const { status, text, data } = await g.ask<Preview>('POST', path, { as: who, body });
    assert.equal(status, 200, text);
    return data.warnings;
  };
}

const codes = (warnings: Preview['warnings']) => warnings.map(({ code }) => code);

test('without a history a reading is compared with the median of five other apartments', async () => {
  const warningsOf = await aHouse('cold_water', [1, 2, 3.1, 8, 30]);
  assert.deepEqual(codes(await warningsOf(9.3)), []);
  const [high] = await warningsOf(9.4);
  assert.equal(high?.code, 'high_consumption');
  assert.doesNotMatch(high?.message ?? '', /3\.1|9\.3\b/, 'no figure of a neighbour');
  assert.deepEqual(codes(await warningsOf(9.4, as)), ['high_consumption'], 'and so for the manager');
});

test('of four other apartments nothing is usual', async () => {
  const warningsOf = await aHouse('cold_water', [1, 2, 3, 8]);
  assert.deepEqual(codes(await warningsOf(90)), []);
});

test('heat is compared by area, in the unit that it is billed in', async () => {
  const used = [1, 1, 1, 1, 1];
  const small = await aHouse('heating', used, (place) => (place < used.length ? 100 : 50));
  assert.deepEqual([codes(await small(1.5)), codes(await small(1.7))], [[], ['high_consumption']]);
  const large = await aHouse('heating', used, (place) => (place < used.length ? 50 : 100));
  assert.deepEqual([codes(await large(5.9)), codes(await large(6.1))], [[], ['high_consumption']]);
});

test('the first readings of a building are not compared with months of which nothing is known', async () => {
  for (const installedOn of [
    null,
    '2020-01-01',
    '2026-09-30',
    '2026-10-01',
    '2026-10-15',
    '2026-10-31',
    '2026-11-15',
  ]) {
    const building = await aBuilding(g, as);
    const meters: Thing[] = [];
    for (let place = 0; place < 8; place += 1) {
      const apartment = await anApartment(g, as, building.id, { number: String(place + 1) });
      const meter = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', initialValue: 100 };
      meters.push((await g.ask<Thing>('POST', '/meters', { as, body: { ...meter, installedOn } })).data);
    }
    for (const [place, { id }] of meters.entries()) {
      const read = { as, body: { value: 104 + place / 2, readAt: '2026-11-20' } };
      const { data } = await g.ask<Preview>('POST', `/meters/${id}/readings`, read);
      assert.deepEqual(data.warnings, [], `${installedOn}, ${place}`);
    }
  }
});

test('a preview says what the meter usually counts in 30 days, where its own readings say so', async () => {
  const building = await aBuilding(g, as);
  const apartment = await anApartment(g, as, building.id, { number: '1' });
  const body = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', initialValue: 100 };
  const { data } = await g.ask<Thing>('POST', '/meters', { as, body: { ...body, installedOn: '2026-07-31' } });
  const usualAfter = async (value: number, readAt: string) => {
    const path = `//console/api/meters/${data.id}/reading-preview`;
    const preview = await g.ask<Preview>('POST', path, { as, body: { value, readAt } });
    assert.equal((await g.ask('POST', `/meters/${data.id}/readings`, { as, body: { value, readAt } })).status, 201);
    return preview.data.usual;
  };
  assert.equal(await usualAfter(112.4, '2026-09-30'), null);
  assert.equal(await usualAfter(118.6, '2026-10-31'), null, 'of fewer than 80 days');
  assert.equal(await usualAfter(631, '2026-11-20'), 6.065217, '18.6 in 92 days');
});
