// Tests over HTTP of replacing a meter in one step: both values and the day are recorded together, and consumption continues.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as, tenantId } = await anOrganization(g);
const building = await aBuilding(g, as);
const apartment = await anApartment(g, as, building.id, { number: '1' });

async function aMeter(serialNumber: string): Promise<Thing> {
  const body = {
    ...{ buildingId: building.id, apartmentId: apartment.id, type: 'heating', unit: 'kWh', digits: 4, decimals: 1 },
    ...{ serialNumber, installedOn: '2026-01-01', initialValue: 0 },
  };
  const made = await g.ask('POST', '/meters', { as, body });
  assert.equal(made.status, 201, made.text);
  return made.data;
}
const read = (meter: Thing, value: number, readAt: string) =>
  g.ask('POST', `/meters/${meter.id}/readings`, { as, body: { value, readAt } });
const replace = (id: string, body: Record<string, unknown>, by: string | undefined = as) =>
  g.ask<Thing & Record<string, unknown>>('POST', `//console/api/meters/${id}/replace`, { as: by, body });
const listed = async (id: string) =>
  (
    await g.ask<Thing & Record<string, unknown>>('GET', `/meters?buildingId=${building.id}&limit=500`, { as })
  ).items.find((meter) => meter.id === id);

test('the new meter takes over apartment, type, unit and register, and the old one ends on the same day', async () => {
  const oldMeter = await aMeter('OLD-1');
  await read(oldMeter, 100, '2026-09-30');
  const made = await replace(oldMeter.id, {
    ...{ finalValue: 120.5, installedOn: '2026-10-10', serialNumber: 'NEW-1', initialValue: 3 },
    verifiedUntil: '2036-10-10',
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.location, `/api/meters?buildingId=${building.id}`);
  const { id, createdAt: _, updatedAt: _changed, ...rest } = made.data;
  assert.deepEqual(rest, {
    ...{ buildingId: building.id, apartmentId: apartment.id, type: 'heating', unit: 'kWh', digits: 4, decimals: 1 },
    ...{ serialNumber: 'NEW-1', initialValue: 3, installedOn: '2026-10-10', verifiedUntil: '2036-10-10' },
    ...{ removedOn: null, finalValue: null, replacesMeterId: oldMeter.id, replacedByMeterId: null, lastReading: null },
  });
  const closed = await listed(oldMeter.id);
  assert.deepEqual([closed?.removedOn, closed?.finalValue, closed?.replacedByMeterId], ['2026-10-10', 120.5, id]);
  const reading = await read(made.data, 13, '2026-10-31');
  assert.equal((reading.data as unknown as { consumption: number }).consumption, 10);
  const history = await g.ask<Thing & { action: string }>('GET', `//console/api/meters/${oldMeter.id}/history`, { as });
  assert.deepEqual(
    history.items.map(({ action }) => action),
    ['replaced'],
  );
  const again = await replace(oldMeter.id, { finalValue: 121 });
  assert.deepEqual([again.status, again.code], [409, 'meter_replaced']);
});

test('values that contradict the readings are rejected at their field, and nothing is half done', async () => {
  const oldMeter = await aMeter('OLD-2');
  await aMeter('OTHER');
  await read(oldMeter, 100, '2026-10-05');
  const cases: [Record<string, unknown>, number, string][] = [
    [{}, 400, 'finalValue'],
    [{ finalValue: 90 }, 422, 'finalValue'],
    [{ finalValue: 123_456 }, 422, 'finalValue'],
    [{ finalValue: 120, installedOn: '2026-10-01' }, 422, 'installedOn'],
    [{ finalValue: 120, installedOn: '2099-01-01' }, 422, 'installedOn'],
    [{ finalValue: 120, initialValue: 1.23 }, 422, 'initialValue'],
    [{ finalValue: 120, rollover: true }, 422, 'rollover'],
  ];
  for (const [body, status, field] of cases) {
    const rejected = await replace(oldMeter.id, body);
    assert.equal(rejected.status, status, rejected.text);
    assert.deepEqual(rejected.fields, [field], JSON.stringify(body));
  }
  const taken = await replace(oldMeter.id, { finalValue: 120, serialNumber: 'other' });
  assert.deepEqual([taken.status, taken.code], [409, 'already_exists']);
  const still = await listed(oldMeter.id);
  assert.deepEqual([still?.removedOn, still?.finalValue, still?.replacedByMeterId], [null, null, null]);
});

test('of two replacements at once one wins, and others may not replace', async () => {
  const oldMeter = await aMeter('OLD-3');
  const stranger = await anOrganization(g);
  const accountant = await aPerson(g, tenantId, 'accountant');
  assert.equal((await replace(oldMeter.id, { finalValue: 1 }, stranger.owner)).status, 404);
  assert.equal((await replace(oldMeter.id, { finalValue: 1 }, accountant.token)).status, 403);
  const both = await Promise.all([replace(oldMeter.id, { finalValue: 1 }), replace(oldMeter.id, { finalValue: 2 })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
});
