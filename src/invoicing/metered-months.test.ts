// Tests over HTTP: metered months follow each other without a gap: estimates and corrections are settled, and
// replacements continue the consumption.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeteredBuilding, estimatedWater, settledDays } from '../../test/metering-fixture.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const setUpMeteredBuilding = (billing: unknown[] = [estimatedWater]) => createMeteredBuilding(g, as, billing);

test('an estimated month is billed, marked as estimated, and settled by the next reading', async () => {
  const { read, bill, lineOf, linesOf, sumOf } = await setUpMeteredBuilding();
  for (const [day, value] of [
    ['2026-06-30', 10],
    ['2026-07-31', 14],
  ] as const) {
    await read(0, day, value);
    await read(1, day, value);
  }
  await read(0, '2026-08-31', 20);
  const august = await bill('08');
  assert.equal(august.status, 201, august.text);
  assert.deepEqual(
    august.data.warnings.map((warning) => warning.code),
    ['reading_estimated'],
  );
  assert.deepEqual(
    await lineOf(august.data, 0).then((line) => [line?.quantity, line?.calculation.readings[0]?.estimated]),
    [6, false],
  );
  const estimated = await lineOf(august.data, 1);
  assert.deepEqual(
    [estimated?.quantity, estimated?.calculation.readings[0]?.end, estimated?.calculation.readings[0]?.estimated],
    [4, '18', true],
  );
  await read(0, '2026-09-30', 26);
  await read(1, '2026-09-29', 16);
  const september = await bill('09');
  const [own] = await linesOf(september.data, 1);
  assert.deepEqual([own?.quantity, own?.amount, own?.calculation.readings[0]?.end], [0.983607, 1.97, '16']);
  // From 14 to 16 in 61 days: 1.016393 in August, for which 4 were billed.
  assert.deepEqual(settledDays(await linesOf(september.data, 1)), [['2026-08-01', '2026-08-31', -2.983607, -5.97]]);
  assert.deepEqual(await sumOf(september.data, 1), { quantity: -2, net: -4, vat: 0 });
  assert.deepEqual(
    september.data.warnings.map((warning) => warning.code),
    ['negative_consumption'],
  );
});

test('a missing reading stops the generation and names the apartment; a dry run reports it with everything unusual', async () => {
  const { building, meters, read, readDays, bill } = await setUpMeteredBuilding([
    { ...estimatedWater, estimateMissingFromMonths: null },
    { code: 'care', name: 'Hooldus', basis: 'fixed', unitPrice: 5 },
  ]);
  await readDays(0, { '08-31': 8, '09-30': 9, '10-31': 30 });
  await g.ask('PATCH', `//console/api/meters/${meters[0]?.id}`, { as, body: { verifiedUntil: '2026-09-01' } });
  const main = await g.ask('POST', '/meters', {
    as,
    body: { buildingId: building.id, type: 'cold_water', initialValue: 5 },
  });
  await g.ask('POST', `/meters/${main.data.id}/readings`, { as, body: { value: 6, readAt: '2026-10-31' } });
  const refused = await bill('10');
  assert.deepEqual([refused.status, refused.fields], [422, ['buildingId']]);
  assert.match(refused.text, /Apartment 2 has no confirmed reading/);
  const dry = await bill('10', { dryRun: true });
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual(
    dry.data.warnings.map((warning) => warning.code),
    ['verification_expired', 'high_consumption', 'reading_missing', 'beginning_unknown'],
  );
  assert.deepEqual(
    dry.data.charges.map((charge) => charge.code),
    ['care'],
  );
  assert.deepEqual(
    dry.data.invoices.map(({ status, amount, code }) => [status, amount, code]),
    [
      ['created', 47, undefined],
      ['failed', undefined, 'reading_missing'],
    ],
    'what is not known is no amount',
  );
  await read(1, '2026-10-31', 1);
  const complete = await bill('10', { dryRun: true });
  assert.deepEqual(
    complete.data.warnings.map((warning) => warning.code),
    ['verification_expired', 'high_consumption', 'beginning_unknown', 'beginning_unknown', 'main_meter_difference'],
    'the beginnings of an apartment’s meter and of the main meter',
  );
});

test('where a bill cannot be split because of a missing reading, a dry run shows no amounts of it', async () => {
  const { read, bill } = await setUpMeteredBuilding([
    { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', costFrom: 'supplier_bill' },
    { code: 'care', name: 'Hooldus', basis: 'fixed', unitPrice: 5 },
  ]);
  await read(0, '2026-10-31', 30);
  const dry = await bill('10', { dryRun: true, costs: [{ charge: 'water', amount: 10 }] });
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual(
    dry.data.invoices.map(({ status, code }) => [status, code]),
    [
      ['failed', 'reading_missing'],
      ['failed', 'reading_missing'],
    ],
  );
});

test('consumption continues across a replacement, and both meters are shown', async () => {
  const { building, meters, read, bill, lineOf } = await setUpMeteredBuilding();
  await read(0, '2026-09-30', 50);
  await read(1, '2026-10-31', 1);
  const body = {
    buildingId: building.id,
    apartmentId: meters[0]?.apartmentId,
    type: 'cold_water',
    installedOn: '2026-10-12',
    initialValue: 0.5,
    replacesMeterId: meters[0]?.id,
    finalValue: 52,
  };
  const next = (await g.ask('POST', '/meters', { as, body })).data;
  await g.ask('POST', `/meters/${next.id}/readings`, { as, body: { value: 4, readAt: '2026-10-31' } });
  const line = await lineOf((await bill('10')).data, 0);
  assert.deepEqual(
    [line?.quantity, line?.calculation.readings.map(({ start, end }) => [start, end])],
    [
      5.5,
      [
        ['50', '52'],
        ['0.5', '4'],
      ],
    ],
  );
});

test('when readings of a remainder changed after some invoices, a missing invoice gets its share, and the next period the rest', async () => {
  const rest = { code: 'rest', name: 'Üldvesi', basis: 'meter_remainder', meterType: 'cold_water', unitPrice: 2 };
  const since = { installedOn: '2026-10-01' };
  const { building, read, bill, sumOf } = await createMeteredBuilding(g, as, [estimatedWater, rest], since);
  const main = (
    await g.ask('POST', '/meters', {
      as,
      body: { buildingId: building.id, type: 'cold_water', ...since },
    })
  ).data;
  const readMain = (value: number, readAt: string) =>
    g.ask('POST', `/meters/${main.id}/readings`, { as, body: { value, readAt } });
  for (const place of [0, 1]) await read(place, '2026-10-30', 10);
  await readMain(25, '2026-10-30');
  const made = await bill('10');
  assert.deepEqual(
    made.data.charges.map(({ code, allocated }) => [code, allocated]),
    [
      ['water', 40],
      ['rest', 10],
    ],
  );
  await g.ask('PATCH', `/invoices/${made.data.invoices[0]?.invoiceId}`, { as, body: { status: 'cancelled' } });
  await readMain(27, '2026-10-31');
  const again = await bill('10');
  assert.equal(again.status, 201, again.text);
  assert.equal((await sumOf(again.data, 0, 'rest')).net, 7, 'half of seven at 2.00; the other one had half of five');
  for (const place of [0, 1]) await read(place, '2026-11-30', 10);
  await readMain(27, '2026-11-30');
  const november = await bill('11');
  assert.deepEqual([(await sumOf(november.data, 0, 'rest')).net, (await sumOf(november.data, 1, 'rest')).net], [1, 1]);
});
