// Tests over HTTP: with which value a meter begins in the first month that is billed; what it counted before is on no invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeteredBuilding, warningCodesOf } from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };

/** Bills October of two meters with these readings, as a dry run and in earnest. Returns the quantity of the first one, and the warnings. */
async function billOctober(
  meter: Record<string, unknown>,
  readings: readonly (readonly [day: string, value: number])[],
  window?: Record<string, number>,
) {
  const building = await createMeteredBuilding(g, as, [water], meter);
  if (window !== undefined) {
    const path = `//console/api/buildings/${building.building.id}/reading-window`;
    assert.ok((await g.ask('PATCH', path, { as, body: window })).status < 300);
  }
  for (const place of [0, 1]) for (const [day, value] of readings) await building.read(place, day, value);
  const look = await building.bill('10', { dryRun: true });
  const october = await building.bill('10');
  assert.equal(october.status, 201, october.text);
  const { quantity } = await building.sumOf(october.data, 0);
  return { ...building, quantity, codes: warningCodesOf(look.data), message: look.data.warnings[0]?.message ?? '' };
}

const longAgo = { installedOn: '2022-01-15', initialValue: 0 };
const end = ['2026-10-31', 415.5] as const;

test('a first reading on the first day of the first billed month is its beginning, and the preflight says what is left out', async () => {
  const { quantity, codes, message } = await billOctober(longAgo, [['2026-10-01', 412.5], end]);
  assert.equal(quantity, 3);
  assert.deepEqual(codes, ['beginning_unknown', 'beginning_unknown']);
  assert.match(message, /it counts from 412\.5 on 2026-10-01\. 412\.5 m3 before that are on no invoice/);
});

test('a first reading on the day before is its beginning too', async () => {
  const { quantity, codes } = await billOctober(longAgo, [['2026-09-30', 412.5], end]);
  assert.deepEqual([quantity, codes], [3, []]);
});

test('an initial value without a day gives way to a reading on the first day', async () => {
  const undated = { installedOn: null, initialValue: 400 };
  assert.equal((await billOctober(undated, [['2026-10-01', 412.5], end])).quantity, 3);
  assert.equal((await billOctober(undated, [end])).quantity, 15.5, 'without one it is the beginning');
});

test('a first reading in the reading window at the beginning of the month is its beginning', async () => {
  const readings = [['2026-10-04', 412.5], end] as const;
  assert.equal((await billOctober(longAgo, readings, { fromDay: 1, toDay: 5 })).quantity, 3);
  const { quantity, message } = await billOctober(longAgo, readings, { fromDay: 1, toDay: 3 });
  // 412.5 in 1723 days up to October 4, of which 1719 are before October.
  assert.ok(quantity > 3 && quantity < 4.2, String(quantity));
  assert.match(message, /before that are on no invoice/);
});

test('what a meter counted since it was put in long ago is spread over all days, and only those of the month are billed', async () => {
  const { quantity } = await billOctober(longAgo, [end]);
  assert.ok(quantity > 7 && quantity < 8, String(quantity));
});

test('a meter that was put in with the first billed day begins with its initial value', async () => {
  const { quantity, codes } = await billOctober({ installedOn: '2026-10-01', initialValue: 400 }, [end]);
  assert.deepEqual([quantity, codes], [15.5, []]);
});

test('the month after bills what was counted in it, and nothing of what was left out', async () => {
  const { read, bill, sumOf } = await billOctober(longAgo, [['2026-10-01', 412.5], end]);
  for (const place of [0, 1]) await read(place, '2026-11-30', 420.5);
  const november = await bill('11');
  assert.deepEqual([(await sumOf(november.data, 0)).quantity, warningCodesOf(november.data)], [5, []]);
});

test('two values of a meter at one moment are rejected; the same value again is not', async () => {
  const { meters } = await createMeteredBuilding(g, as, [water]);
  const [meter] = meters as [Thing, Thing];
  const readAt = '2026-10-31T09:00:00.000Z';
  const send = (value: number) => g.ask('POST', `/meters/${meter.id}/readings`, { as, body: { value, readAt } });
  assert.equal((await send(10)).status, 201);
  const other = await send(11);
  assert.deepEqual([other.status, other.code], [422, 'validation_failed']);
  assert.deepEqual(other.fields, ['readAt']);
  assert.match(other.text, /10/);
  assert.equal((await send(10)).status, 201);
});
