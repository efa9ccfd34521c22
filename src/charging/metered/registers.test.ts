// Tests over HTTP: whatever is read late, replaced, left out, cancelled or generated again, the consumption billed of a
// meter adds up to the consumption metered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  estimatedCommon as common,
  createMeteredBuilding,
  fee,
  type MeteredGeneration,
  readingsOnLine,
  settledDays,
  warningCodesOf,
  estimatedWater as water,
} from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);

test('where a replaced meter was billed after its removal, the first days of the new one are on the next invoice, and the replaced one leaves the invoices', async () => {
  const { meters, aMeter, readMeter, readDays, read, bill, lineOf, linesOf, sumOf } = await createMeteredBuilding(
    g,
    as,
    [water],
  );
  for (const place of [0, 1]) await readDays(place, { '07-31': 20, '08-31': 30 });
  await read(1, '2026-09-30', 40);
  const september = await bill('09');
  assert.equal((await lineOf(september.data, 0))?.calculation.readings[0]?.end, '39.677', 'ten in 31 days, for 30');
  const body = { apartmentId: meters[0]?.apartmentId, installedOn: '2026-09-12', initialValue: 0.5 };
  const next = await aMeter({ ...body, replacesMeterId: meters[0]?.id, finalValue: 34 });
  await readMeter(next, '2026-09-30', 6.5);
  await readMeter(next, '2026-10-31', 16.5);
  await readDays(1, { '10-31': 50, '11-30': 60 });
  const october = await bill('10');
  assert.deepEqual(readingsOnLine(await lineOf(october.data, 0)), [['6.5', '16.5', '10']]);
  assert.deepEqual(settledDays(await linesOf(october.data, 0)), [
    ['2026-09-01', '2026-09-30', -5.677, -11.35],
    ['2026-09-12', '2026-09-30', 6, 12],
  ]);
  assert.equal((await sumOf(october.data, 0)).quantity, 34 - 39.677 + 16);
  assert.ok(warningCodesOf(october.data).includes('days_billed_late'));
  await readMeter(next, '2026-11-30', 20);
  const november = await bill('11');
  assert.deepEqual(readingsOnLine(await lineOf(november.data, 0)), [['16.5', '20', '3.5']]);
  assert.deepEqual(warningCodesOf(november.data), []);
});

test('a meter used only in a remainder is settled like any other, and so is the main meter', async () => {
  const { aMeter, readMeter, readDays, read, bill, linesOf, sumOf } = await createMeteredBuilding(g, as, [common]);
  const main = await aMeter({});
  await readDays(main, { '08-31': 100, '09-30': 130 });
  for (const place of [0, 1]) await readDays(place, { '08-31': 20, '09-30': 30 });
  await read(0, '2026-10-31', 40);
  await readMeter(main, '2026-10-31', 160);
  const remainderOf = async (data: MeteredGeneration) => (await linesOf(data, 0))[0]?.calculation.remainder;
  const october = await bill('10');
  const first = await remainderOf(october.data);
  assert.deepEqual([first?.main, first?.explained, first?.quantity], ['30', '20.333', '9.667']);
  await read(0, '2026-11-30', 50);
  await read(1, '2026-11-30', 44);
  await readMeter(main, '2026-11-30', 190);
  const november = await bill('11');
  const second = await remainderOf(november.data);
  // From 30 to 44 in 61 days: 7.114754 in October, for which 10.333 were taken, and 6.885246 in November.
  assert.deepEqual([second?.main, second?.explained], ['30', '16.885246']);
  assert.deepEqual(
    [(await sumOf(october.data, 0, 'common')).net, (await sumOf(november.data, 0, 'common')).net],
    [9.67, 16.34],
    'half of 60 − 34, at 2.00, and the cent of an uneven one twice',
  );
});

test('a meter that was entered while the only invoice of its first days was cancelled is billed from its first day', async () => {
  const fixture = await createMeteredBuilding(g, as, [water, fee]);
  const { meters, aMeter, readMeter, read, bill, linesOf, cancel } = fixture;
  for (const place of [0, 1]) for (const day of ['2026-08-31', '2026-09-30', '2026-10-31']) await read(place, day, 10);
  await cancel((await bill('09')).data, 0);
  const late = await aMeter({ apartmentId: meters[0]?.apartmentId, installedOn: '2026-09-10', initialValue: 0 });
  await readMeter(late, '2026-09-30', 5);
  await readMeter(late, '2026-10-31', 12);
  const october = await bill('10');
  const quantities = (await linesOf(october.data, 0)).flatMap(({ code, quantity }) =>
    code === 'water' ? [quantity] : [],
  );
  assert.deepEqual(quantities, [7, 5]);
});

test('where the price of a remainder changes inside a month, a reading on the last day of the old price divides it', async () => {
  const priced = { ...common, unitPrice: 1, tariffs: [{ from: '2026-10-11', unitPrice: 3 }] };
  const { aMeter, readDays, read, bill, sumOf } = await createMeteredBuilding(g, as, [priced]);
  const main = await aMeter({});
  await readDays(main, { '09-30': 0, '10-10': 20, '10-31': 30 });
  for (const place of [0, 1]) for (const day of ['2026-09-30', '2026-10-31']) await read(place, day, 0);
  const october = await bill('10');
  assert.equal((await sumOf(october.data, 0, 'common')).net, 25, 'half of 20 at 1.00 and of 10 at 3.00');
});

test('consumption billed in excess is a credit at a price; a bill that is split is not blocked, and the excess is deducted next time', async () => {
  const divided = { ...water, code: 'divided', unitPrice: undefined, costFrom: 'supplier_bill' };
  const { read, readDays, bill, linesOf, sumOf } = await createMeteredBuilding(g, as, [water, divided]);
  const costs = [{ charge: 'divided', amount: 100 }];
  for (const place of [0, 1]) await readDays(place, { '06-30': 0, '07-31': 31 });
  await read(1, '2026-08-31', 62);
  assert.equal((await bill('08', { costs })).status, 201);
  await read(0, '2026-09-30', 42);
  await read(1, '2026-09-30', 82);
  const september = await bill('09', { costs });
  assert.equal(september.status, 201, september.text);
  const weighed = (await linesOf(september.data, 0)).find(({ code }) => code === 'divided');
  assert.deepEqual(await sumOf(september.data, 0), { quantity: -20, net: -40, vat: 0 });
  assert.equal(weighed?.amount, 0);
  assert.deepEqual(
    [weighed?.calculation.numerator, weighed?.calculation.toDate],
    ['0', { since: '2026-08-01', counted: '11', before: '31', now: '0' }],
  );
  await read(0, '2026-10-31', 72);
  await read(1, '2026-10-31', 92);
  const october = await bill('10', { costs });
  const less = (await linesOf(october.data, 0)).find(({ code }) => code === 'divided');
  assert.equal((await sumOf(october.data, 0)).quantity, 30);
  assert.deepEqual([less?.calculation.numerator, less?.amount], ['10', 50]);
});

test('a meter without an initial value starts with its first reading; without a reading it is missing', async () => {
  const { read, bill, lineOf } = await createMeteredBuilding(g, as, [water, fee], { installedOn: null });
  await read(0, '2026-10-05', 412);
  await read(0, '2026-10-31', 415);
  assert.equal((await bill('10')).status, 422);
  await read(1, '2026-10-31', 700);
  const october = await bill('10');
  assert.deepEqual(warningCodesOf(october.data), ['beginning_unknown', 'beginning_unknown']);
  assert.match(
    october.data.warnings[0]?.message ?? '',
    /first reading, 412 on 2026-10-05\. If you know an earlier one/,
  );
  assert.deepEqual(
    [readingsOnLine(await lineOf(october.data, 0)), readingsOnLine(await lineOf(october.data, 1))],
    [[['412', '415', '3']], [['700', '700', '0']]],
  );
});

test('a meter installed during the period and not read is missing, or is estimated at the pace of its predecessor', async () => {
  const { meters, aMeter, read, readDays, bill, lineOf } = await createMeteredBuilding(g, as, [water]);
  for (const place of [0, 1]) await readDays(place, { '08-31': 0, '09-30': 30 });
  await read(1, '2026-10-31', 61);
  const body = { apartmentId: meters[0]?.apartmentId, installedOn: '2026-10-11', replacesMeterId: meters[0]?.id };
  await aMeter({ ...body, finalValue: 41 });
  const october = await bill('10');
  assert.deepEqual(readingsOnLine(await lineOf(october.data, 0)), [
    ['30', '41', '11'],
    ['0', '20', '20'],
  ]);
  assert.deepEqual(warningCodesOf(october.data), ['reading_estimated']);
  await aMeter({ apartmentId: meters[1]?.apartmentId, installedOn: '2026-10-11' });
  const other = await bill('10', { dryRun: true });
  assert.ok(warningCodesOf(other.data).includes('reading_missing'));
});
