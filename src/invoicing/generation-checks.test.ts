// Tests of the checklist of a generation: the gravest cause and the largest deviation first, each missing reading once,
// and a usual only where there is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  costs,
  createBilledBuilding,
  createThreeInvoices,
  november,
  october,
} from '../../test/billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  startTestService,
} from '../../test/service-fixture.ts';
import { account } from '../../test/statement-samples.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { tenantId, owner: as } = await anOrganization(g);
const vatNumber = 'EE123456789';
await g.ask('PATCH', '//console/api/letterhead', { as, body: { vatNumber } });

type Item = { apartmentNumber?: string; meterId?: string } & Readonly<Record<string, unknown>>;
type Check = { code: string; gravity: string; items: readonly Item[] };
const preview = (buildingId: string, body: object = october, by: string | undefined = as) =>
  g.ask<{ created: number; checks: readonly Check[] }>(
    'POST',
    `//console/api/buildings/${buildingId}/generation-preview`,
    { as: by, body },
  );
const checksOf = async (buildingId: string, body: object = october) => (await preview(buildingId, body)).data.checks;
const summary = (checks: readonly Check[]) => checks.map(({ code, gravity, items }) => [gravity, code, items.length]);

const price = { unitPrice: 2, vatRate: 24 };
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', ...price };
const care = { code: 'care', name: 'Hooldus', basis: 'fixed', unitPrice: 20 };
const common = {
  code: 'common',
  name: 'Üldvesi',
  basis: 'meter_remainder',
  meterType: 'cold_water',
  splitBy: 'area',
  ...price,
};

/**
 * Apartments with a water meter each that count so much in October, after nothing before; undefined: not read. With a
 * main meter.
 */
async function waterBuilding(
  counts: readonly (number | undefined)[],
  main?: number,
  ofCharges: readonly object[] = [water],
) {
  const building = await aBuilding(g, as, { billing: { charges: ofCharges } });
  const addMeter = async (apartmentId: string | null, counted: number | undefined) => {
    const body = { buildingId: building.id, apartmentId, type: 'cold_water', installedOn: '2026-10-01' };
    const meter = await g.ask('POST', '/meters', { as, body });
    if (counted !== undefined)
      await g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body: { value: counted, readAt: '2026-10-31' } });
  };
  for (const [index, counted] of counts.entries()) {
    const { id } = await anApartment(g, as, building.id, { number: String(index + 1), area: 50 });
    await addMeter(id, counted);
  }
  if (main !== undefined) await addMeter(null, main);
  return building;
}

test('what blocks comes first, then money, then what is unusual; each missing reading is named once', async () => {
  const building = await waterBuilding([4, undefined, undefined], 20, [water, common, charges[1] as object]);
  const checks = await checksOf(building.id);
  assert.deepEqual(summary(checks), [
    ['blocks', 'supplier_bill_missing', 1],
    ['blocks', 'reading_missing', 2],
  ]);
  assert.deepEqual(
    checks[1]?.items.map(({ apartmentNumber, meterType, meterId }) => [apartmentNumber, meterType, typeof meterId]),
    [
      ['2', 'cold_water', 'string'],
      ['3', 'cold_water', 'string'],
    ],
  );
});

test('an outlier among apartments without a past comes first, with what is usual in the building', async () => {
  const building = await waterBuilding([4, 3, 13, 44, 4, 5, 3.5]);
  const [high] = await checksOf(building.id);
  assert.deepEqual([high?.gravity, high?.code], ['money', 'high_consumption']);
  assert.deepEqual(
    high?.items.map(({ apartmentNumber, quantity, usual, comparedWith }) => [
      apartmentNumber,
      quantity,
      usual,
      comparedWith,
    ]),
    [
      ['4', 44, 4, 'building'],
      ['3', 13, 4, 'building'],
    ],
  );
});

test('a remainder that would be credited comes before other money, with its amount', async () => {
  const building = await waterBuilding([4, 3, 5, 44, 4, 5], 32, [water, common, care]);
  const checks = await checksOf(building.id);
  assert.deepEqual(summary(checks).slice(0, 2), [
    ['money', 'negative_remainder', 1],
    ['money', 'high_consumption', 1],
  ]);
  const [item] = checks[0]?.items ?? [];
  assert.deepEqual(
    [item?.charge, item?.main, item?.explained, item?.quantity, item?.amount],
    ['common', 32, 65, -33, -66],
  );
});

test('what the main meter counted beyond the apartments is named where no charge bills it, unless it is little', async () => {
  const notBilled = async (main: number, ofCharges: readonly object[]) => {
    const building = await waterBuilding([20, 23.5], main, ofCharges);
    const checks = await checksOf(building.id);
    return checks
      .filter(({ code }) => code === 'remainder_not_billed' || code === 'main_meter_difference')
      .map(({ code, gravity, items }) => [
        code,
        gravity,
        items.map((item) => [item.main, item.explained, item.quantity]),
      ]);
  };
  assert.deepEqual(await notBilled(48, [water]), [['remainder_not_billed', 'review', [[48, 43.5, 4.5]]]]);
  assert.deepEqual(await notBilled(48, [water, common]), []);
  const { unitPrice: _, ...split } = { ...water, costFrom: 'supplier_bill' };
  assert.deepEqual(await notBilled(48, [split]), [], 'the bill is split');
  assert.deepEqual(await notBilled(44, [water]), [], 'meters differ so much');
  assert.deepEqual(await notBilled(43, [water]), [['main_meter_difference', 'money', [[43, 43.5, -0.5]]]]);
  assert.deepEqual(await notBilled(60, [water]), [['main_meter_difference', 'money', [[60, 43.5, 16.5]]]]);
});

test('an earlier consumption of less than three months makes nothing usual, of three months it does', async () => {
  const building = await aBuilding(g, as, { billing: { charges: [water] } });
  const meters: string[] = [];
  for (const [number, installedOn] of [
    ['1', '2026-08-31'],
    ['2', '2026-06-30'],
  ] as const) {
    const { id: apartmentId } = await anApartment(g, as, building.id, { number });
    const body = { buildingId: building.id, apartmentId, type: 'cold_water', installedOn };
    const { data } = await g.ask('POST', '/meters', { as, body });
    for (const [value, readAt] of [
      [6, '2026-09-30'],
      [60, '2026-10-31'],
    ])
      await g.ask('POST', `/meters/${data.id}/readings`, { as, body: { value, readAt } });
    meters.push(data.id);
  }
  const high = (await checksOf(building.id)).find(({ code }) => code === 'high_consumption');
  assert.deepEqual(
    high?.items.map(({ meterId, comparedWith }) => [meterId, comparedWith]),
    [[meters[1], 'earlier']],
  );
});

test('large changes come with both amounts, the largest first; apartments without a recipient and a missing bank account are named', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  await createThreeInvoices(g, as, building.id);
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, apartments[1].id, '2026-01-01', { receivesInvoice: true });
  const checks = await checksOf(building.id, { ...november, costs: [{ charge: 'heat', amount: 3000 }] });
  assert.deepEqual(summary(checks), [
    ['review', 'amount_changed', 3],
    ['review', 'nobody_receives', 2],
    ['review', 'account_missing', 1],
  ]);
  assert.deepEqual(
    checks[0]?.items.map(({ apartmentNumber, previous, amount }) => [apartmentNumber, previous, amount]),
    [
      ['1', 552.71, 1552.7],
      ['2', 331.62, 931.62],
      ['10', 221.08, 621.08],
    ],
  );
});

test('a bill that was split, and a closed period, come with what they are about', async () => {
  const { building } = await createBilledBuilding(g, as);
  await createThreeInvoices(g, as, building.id);
  await anApartment(g, as, building.id, { number: '11', area: 25 });
  const [split] = await checksOf(building.id, { ...october, costs });
  assert.equal(split?.code, 'bill_already_split');
  assert.deepEqual(split?.items, [{ charge: 'heat', split: { bill: 1000.01, invoiced: 1000.01, missing: 200 } }]);
});

test('a preview writes nothing, and its days are in order', async () => {
  const { building } = await createBilledBuilding(g, as);
  const done = await preview(building.id, { ...october, costs });
  assert.deepEqual([done.status, done.data.created], [200, 3]);
  const { items } = await g.ask('GET', `/invoices?buildingId=${building.id}`, { as });
  assert.deepEqual(items, []);
  assert.equal((await preview(building.id, { periodStart: '2026-10-31', periodEnd: '2026-10-01' })).status, 422);
});

test('a name that the PDF cannot print is named, of those whose names are on the invoices', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const residents: [index: number, name: string, receivesInvoice: boolean][] = [
    [0, '陈伟', true],
    [0, 'محمد علي', false],
    [1, 'Õie Žukova', true],
    [2, '김민준', false],
  ];
  for (const [index, name, receivesInvoice] of residents) {
    const { id: apartmentId } = apartments[index] as { id: string };
    const body = { name, apartments: [{ apartmentId, since: '2026-01-01', role: 'owner', receivesInvoice }] };
    await g.succeed('POST', '//console/api/residents', { as, body });
  }
  const checks = await checksOf(building.id, { ...november, costs: [{ charge: 'heat', amount: 3000 }] });
  const check = checks.find(({ code }) => code === 'name_not_printable');
  assert.equal(check?.gravity, 'review');
  assert.deepEqual(
    check?.items.map(({ apartmentNumber, name }) => [apartmentNumber, name]),
    [
      ['1', '陈伟'],
      ['10', '김민준'],
    ],
  );
});

test('names of charges, one-off items and the building that the PDF cannot print are named as well', async () => {
  const named = charges.map((charge) => (charge.code === 'heat' ? { ...charge, name: '暖气' } : charge));
  const { building, apartments } = await createBilledBuilding(g, as, { charges: named, beneficiary: '公寓协会' });
  const item = { apartmentId: apartments[1].id, description: '钥匙', amount: 20, dueFrom: '2026-11-01' };
  await g.succeed('POST', `//console/api/buildings/${building.id}/one-offs`, { as, body: item });
  const checks = await checksOf(building.id, { ...november, costs: [{ charge: 'heat', amount: 3000 }] });
  const check = checks.find(({ code }) => code === 'name_not_printable');
  assert.deepEqual(
    check?.items.map(({ apartmentNumber, charge, name }) => [apartmentNumber, charge, name]),
    [
      [undefined, undefined, '公寓协会'],
      [undefined, 'heat', '暖气'],
      ['2', undefined, '钥匙'],
    ],
  );
});

test('the payee that is another than the sender is named until a person says who sends', async () => {
  const { building } = await createBilledBuilding(g, as, { beneficiary: 'KÜ Tamme 5', iban: account });
  const openOf = async () =>
    (await checksOf(building.id, { ...november, costs })).find(({ code }) => code === 'sender_open');
  const sender = `//console/api/buildings/${building.id}/letterhead`;
  const found = await openOf();
  assert.deepEqual([found?.gravity, found?.items], ['review', [{ name: 'KÜ Tamme 5' }]]);
  await g.ask('DELETE', sender, { as });
  assert.equal(await openOf(), undefined, 'the organization');
  const other = await createBilledBuilding(g, as, { beneficiary: 'KÜ Tamme 5', iban: account });
  const path = `//console/api/buildings/${other.building.id}/letterhead`;
  await g.ask('PATCH', path, { as, body: { name: 'KÜ Tamme 5', vatNumber } });
  assert.deepEqual(summary(await checksOf(other.building.id, { ...november, costs })), [
    ['review', 'nobody_receives', 3],
  ]);
});

test('a payee of the name of the organization is no other, whatever its case and spaces', async () => {
  const { owner } = await anOrganization(g, 'KÜ Kase 12');
  for (const [beneficiary, codes] of [
    [' kü  KASE 12', []],
    ['KÜ Kase 14', ['sender_open']],
  ] as const) {
    const { building } = await createBilledBuilding(g, owner, { beneficiary, charges: [care] });
    const { checks } = (await preview(building.id, november, owner)).data;
    const asked = checks.map(({ code }) => code).filter((code) => code === 'sender_open');
    assert.deepEqual(asked, codes, beneficiary);
  }
});

test('VAT without a VAT number is named charge by charge, as is a number without VAT', async () => {
  const { owner } = await anOrganization(g);
  const later = { ...care, code: 'later', tariffs: [{ from: '2026-12-01', vatRate: 24 }] };
  const ended = { ...care, code: 'ended', vatRate: 24, tariffs: [{ from: '2026-11-01', vatRate: 0 }] };
  const { building } = await createBilledBuilding(g, owner, { charges: [...charges, later, ended] });
  const vatOf = async () => {
    const { checks } = (await preview(building.id, { ...november, costs }, owner)).data;
    return checks
      .filter(({ code }) => code.startsWith('vat_'))
      .map(({ code, gravity, items }) => [code, gravity, items.map(({ charge }) => charge)]);
  };
  assert.deepEqual(await vatOf(), [['vat_without_number', 'money', ['care']]]);
  await g.ask('PATCH', '//console/api/letterhead', { as: owner, body: { vatNumber } });
  assert.deepEqual(await vatOf(), []);
  const december = { periodStart: '2026-12-01', periodEnd: '2026-12-31' };
  const { checks } = (await preview(building.id, { ...december, costs }, owner)).data;
  assert.equal(
    checks.some(({ code }) => code === 'vat_not_charged'),
    false,
  );
  await g.ask('PATCH', `/buildings/${building.id}`, { as: owner, body: { billing: { charges: [care, ended] } } });
  assert.deepEqual(await vatOf(), [['vat_not_charged', 'review', [undefined]]]);
  const sender = `//console/api/buildings/${building.id}/letterhead`;
  await g.ask('PATCH', sender, { as: owner, body: { name: 'KÜ Tamme 5' } });
  assert.deepEqual(await vatOf(), [], 'the sender of the building has no number');
});
