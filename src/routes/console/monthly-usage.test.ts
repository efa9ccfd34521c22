// Tests of monthly usage: an apartment's consumption, beside an average that identifies nobody, and nothing from before
// the resident moved in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, aPerson, startTestService } from '../../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);
const building = await aBuilding(g, as);

type Month = { month: string; quantity: number | null; average: number | null };
type Usage = { type: string; unit: string; months: Month[] };

/** An apartment with a cold water meter that counts the same each month, read at the end of each from August on. */
async function home(number: string, monthly: number) {
  const apartment = await anApartment(g, as, building.id, { number });
  const meter = await g.ask('POST', '/meters', {
    as,
    body: {
      buildingId: building.id,
      apartmentId: apartment.id,
      type: 'cold_water',
      initialValue: 10,
      installedOn: '2026-07-31',
    },
  });
  for (const [place, day] of ['2026-08-31', '2026-09-30', '2026-10-31'].entries()) {
    const body = { value: 10 + monthly * (place + 1), readAt: `${day}T09:00:00Z` };
    await g.succeed('POST', `/meters/${meter.data.id}/readings`, { as, body });
  }
  return apartment;
}
const usage = async (apartmentId: string, by = as) =>
  g.ask('GET', `//console/api/buildings/${building.id}/apartments/${apartmentId}/usage`, { as: by });
const monthsOf = (answer: { data: unknown }) =>
  Object.fromEntries(((answer.data as Usage[])[0]?.months ?? []).map((month) => [month.month, month]));

const first = await home('1', 2);
for (const [number, monthly] of [
  ['2', 3],
  ['3', 4],
  ['4', 5],
] as const)
  await home(number, monthly);

test('each month shows its consumption, and no average of fewer than five apartments', async () => {
  const months = monthsOf(await usage(first.id));
  assert.deepEqual(months['2026-09'], { month: '2026-09', quantity: 2, average: null });
  assert.equal(months['2026-06']?.quantity, null);
  assert.ok(!('2026-11' in months), 'a month that nothing is known of yet is not shown');
});

test('with five apartments the average is shown, without the main meter', async () => {
  await home('5', 11);
  const main = { buildingId: building.id, type: 'cold_water', initialValue: 0, installedOn: '2026-07-31' };
  const meter = await g.ask('POST', '/meters', { as, body: main });
  const body = { value: 900, readAt: '2026-10-31T09:00:00Z' };
  await g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body });
  assert.deepEqual(monthsOf(await usage(first.id))['2026-10'], { month: '2026-10', quantity: 2, average: 5 });
});

test('for the whole building the main meter is shown beside the sum of the meters that were read', async () => {
  type HouseMonth = { month: string; main: number | null; own: number | null; unread: number };
  const seen = async (by = as) =>
    g.ask<{ type: string; months: HouseMonth[] }[]>('GET', `//console/api/buildings/${building.id}/usage`, { as: by });
  const [water, ...others] = (await seen()).data;
  assert.deepEqual([water?.type, others, water?.months.length], ['cold_water', [], 13]);
  const month = (name: string) => water?.months.find((month) => month.month === name);
  assert.deepEqual(month('2026-10'), { month: '2026-10', main: 900, own: 25, unread: 0 });
  assert.deepEqual(month('2026-09'), { month: '2026-09', main: null, own: 25, unread: 0 });
  assert.deepEqual(month('2026-11'), { month: '2026-11', main: null, own: null, unread: 5 });
  const late = await anApartment(g, as, building.id, { number: '7' });
  const body = { buildingId: building.id, apartmentId: late.id, type: 'cold_water', installedOn: '2026-07-31' };
  await g.ask('POST', '/meters', { as, body });
  const [after] = (await seen()).data;
  assert.deepEqual(
    after?.months.find((month) => month.month === '2026-10'),
    { month: '2026-10', main: 900, own: 25, unread: 1 },
  );
  const path = `//console/api/buildings/${building.id}/usage?period=2026-09`;
  const [september] = (await g.ask<{ months: HouseMonth[] }[]>('GET', path, { as })).data;
  assert.deepEqual(
    [september?.months.length, september?.months.at(-1)],
    [13, { month: '2026-09', main: null, own: 25, unread: 1 }],
  );
  assert.equal((await seen((await aPerson(g, tenantId, 'resident')).token)).status, 403);
  assert.equal((await seen((await anOrganization(g)).owner)).status, 404);
});

test('the difference of common water is the one that the check before invoices names: hot water without a main meter counts as cold', async () => {
  const charges = [
    { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 },
    { code: 'hot', name: 'Soe vesi', basis: 'meter', meterType: 'hot_water', unitPrice: 5 },
    {
      code: 'common',
      name: 'Üldvesi',
      basis: 'meter_remainder',
      meterType: 'cold_water',
      unitPrice: 2,
      divideBy: 'equal',
    },
  ];
  const shared = await aBuilding(g, as, { billing: { charges } });
  const { id: apartmentId } = await anApartment(g, as, shared.id, { number: '1' });
  for (const [type, place, counted] of [
    ['cold_water', {}, 40],
    ['cold_water', { apartmentId }, 12],
    ['hot_water', { apartmentId }, 34],
  ] as const) {
    const meter = { buildingId: shared.id, ...place, type, initialValue: 0, installedOn: '2026-09-30' };
    const { data } = await g.ask('POST', '/meters', { as, body: meter });
    await g.ask('POST', `/meters/${data.id}/readings`, {
      as,
      body: { value: counted, readAt: '2026-10-31T09:00:00Z' },
    });
  }
  const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  const path = `//console/api/buildings/${shared.id}`;
  type Item = { main: number; explained: number; quantity: number; explainedBy: string[] };
  const preview = await g.ask<{ checks: { code: string; items: Item[] }[] }>('POST', `${path}/generation-preview`, {
    as,
    body: period,
  });
  const [item] = preview.data.checks.find(({ code }) => code === 'negative_remainder')?.items ?? [];
  const types = ['cold_water', 'hot_water'];
  assert.deepEqual([item?.main, item?.explained, item?.quantity, item?.explainedBy], [40, 46, -6, types]);
  type SharedUsage = { explainedBy: string[]; months: { main: number; own: number }[] };
  const [cold] = (await g.ask<SharedUsage[]>('GET', `${path}/usage?period=2026-10`, { as })).data;
  const last = cold?.months.at(-1);
  assert.deepEqual([last?.main, last?.own, cold?.explainedBy], [item?.main, item?.explained, types]);
});
