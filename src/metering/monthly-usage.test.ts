// Tests of monthly consumption: calculated as on invoices, blank without readings, and never showing what earlier
// residents used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { getMonthlyUsage } from './monthly-usage.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);
const building = await aBuilding(g, as);

async function createApartmentWith(number: string, meters: readonly Record<string, unknown>[]) {
  const apartment = await anApartment(g, as, building.id, { number });
  for (const { readings, ...meter } of meters) {
    const body = {
      buildingId: building.id,
      apartmentId: apartment.id,
      initialValue: 100,
      installedOn: '2026-01-31',
      ...meter,
    };
    const made = await g.succeed('POST', '/meters', { as, body });
    for (const [readAt, value] of readings as [string, number][])
      await g.succeed('POST', `/meters/${made.data.id}/readings`, { as, body: { readAt, value } });
  }
  return apartment.id;
}

const use = (apartmentId: string, since = '2020-01-01', until: string | null = null) =>
  inTenant(g.app, serviceCaller(tenantId), (scope) =>
    getMonthlyUsage(scope, { buildingId: building.id, apartmentId, until: '2026-06-30', own: { since, until } }),
  );

test('each month shows its readings, meters of a type added up, and a month without a reading is blank', async () => {
  const kitchen = {
    type: 'cold_water',
    serialNumber: 'k',
    readings: [
      ['2026-02-28', 103],
      ['2026-03-31', 105.5],
      ['2026-05-31', 109],
    ],
  };
  const bath = {
    type: 'cold_water',
    serialNumber: 'b',
    readings: [
      ['2026-02-28', 101],
      ['2026-03-31', 102],
      ['2026-05-31', 103],
    ],
  };
  const id = await createApartmentWith('1', [kitchen, bath]);
  const [water, ...others] = await use(id);
  assert.deepEqual([water?.type, water?.unit, others.length], ['cold_water', 'm3', 0]);
  const months = Object.fromEntries((water?.months ?? []).map(({ month, quantity }) => [month, quantity]));
  assert.equal(water?.months.length, 13);
  assert.deepEqual(
    ['2025-06', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'].map((month) => months[month]),
    [null, null, '4', '3.5', null, '4.5', null],
  );
});

test('a heating meter in kWh is shown in the billed unit', async () => {
  const heat = { type: 'heating', unit: 'kWh', decimals: 0, initialValue: 0, readings: [['2026-02-28', 450]] };
  const [heating] = await use(await createApartmentWith('2', [heat]));
  assert.equal(heating?.unit, 'MWh');
  assert.equal(heating?.months.find(({ month }) => month === '2026-02')?.quantity, '0.45');
});

test('an apartment without meters or readings has nothing to show', async () => {
  assert.deepEqual(await use(await createApartmentWith('4', [])), []);
  const [gas] = await use(await createApartmentWith('5', [{ type: 'gas', installedOn: null, readings: [] }]));
  assert.equal(gas, undefined);
});

test('months that began before a resident moved in are not shown', async () => {
  const id = await createApartmentWith('3', [
    {
      type: 'cold_water',
      readings: [
        ['2026-02-28', 103],
        ['2026-05-31', 109],
        ['2026-06-30', 110],
      ],
    },
  ]);
  const [water] = await use(id, '2026-04-15');
  assert.deepEqual(
    water?.months.map(({ month }) => month),
    ['2026-05', '2026-06'],
  );
  assert.deepEqual(await use(id, '2026-06-15'), []);
});
