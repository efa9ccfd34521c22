// Tests over HTTP: with which value a meter begins in the first month that is billed; what it counted before is on no
// invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeteredBuilding, warningCodesOf, water } from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);

/**
 * Bills October of two meters with these readings, as a dry run and in earnest. Returns the quantity of the first one,
 * and the warnings.
 */
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
  const { quantity, codes, message } = await billOctober(undated, [end]);
  assert.deepEqual(
    [quantity, codes],
    [15.5, ['beginning_unknown', 'beginning_unknown']],
    'without one it is the beginning',
  );
  assert.match(message, /its initial value has no day, so it counts from 400\./);
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

/**
 * Bills September, without any reading of its own, to November, with readings on the first of October and at the ends
 * of October and November.
 */
async function billFromSeptember(meter: Record<string, unknown>) {
  const { read, bill, sumOf } = await createMeteredBuilding(g, as, [{ ...water, estimateMissingFromMonths: 3 }], meter);
  for (const place of [0, 1]) await read(place, '2026-10-01', 412.5);
  const codes = warningCodesOf((await bill('09', { dryRun: true })).data);
  let quantity = 0;
  for (const [month, value] of [
    ['09', undefined],
    ['10', 415.5],
    ['11', 420.5],
  ] as const) {
    if (value !== undefined)
      for (const place of [0, 1]) await read(place, month === '10' ? '2026-10-31' : '2026-11-30', value);
    const { status, data, text } = await bill(month);
    assert.equal(status, 201, text);
    quantity += (await sumOf(data, 0)).quantity;
  }
  return { quantity, codes };
}

test('with a September invoice in place, nothing that was counted before September is billed, and the preflight says so', async () => {
  const { quantity, codes } = await billFromSeptember(longAgo);
  // 412.5 in 1720 days up to October 1, of which 31 are September and October 1; then 8 until the end of November.
  assert.ok(quantity > 15 && quantity < 15.6, String(quantity));
  assert.ok(codes.includes('beginning_unknown'));
});

test('an undated initial value is what the meter showed when the first billed month began, and the preflight says so', async () => {
  const { quantity, codes } = await billFromSeptember({ installedOn: null, initialValue: 400 });
  assert.equal(quantity, 20.5);
  assert.ok(codes.includes('beginning_unknown'));
});

test('a building is billed from the day that it is told: no earlier, the first period begins on it, and the preflight keeps to it', async () => {
  const { building, read, bill, sumOf } = await createMeteredBuilding(g, as, [water], longAgo);
  const billFrom = (billedFrom: string | null) =>
    g.ask<Thing & { billing: { billedFrom: string | null } }>('PATCH', `/buildings/${building.id}`, {
      as,
      body: { billing: { billedFrom } },
    });
  assert.equal((await billFrom('2026-10-01')).data.billing.billedFrom, '2026-10-01');
  for (const place of [0, 1])
    for (const [day, value] of [['2026-08-31', 400], ['2026-09-30', 412.5], end, ['2026-11-30', 420.5]] as const)
      await read(place, day, value);
  for (const [month, reason] of [
    ['09', /billed from 2026-10-01. Choose a period that begins on that day or later/],
    ['11', /billed from 2026-10-01 and has no invoices yet. Begin with that day/],
  ] as const)
    for (const dryRun of [true, false]) {
      const refused = await bill(month, { dryRun });
      assert.deepEqual([refused.status, refused.fields], [422, ['periodStart']]);
      assert.match(refused.text, reason);
    }
  const october = await bill('10');
  assert.equal((await sumOf(october.data, 0)).quantity, 3);
  assert.equal((await sumOf((await bill('11')).data, 0)).quantity, 5);
  const later = await billFrom('2026-10-15');
  assert.deepEqual([later.status, later.fields], [422, ['billing.billedFrom']]);
  assert.match(later.text, /has invoices for days from 2026-10-01 on/);
});

test('what an invoice that was cancelled had of days before the day from which a building is billed stays unbilled', async () => {
  const { building, read, bill, sumOf } = await createMeteredBuilding(g, as, [water], longAgo);
  for (const place of [0, 1])
    for (const [day, value] of [['2026-08-31', 400], ['2026-09-30', 412.5], end] as const)
      await read(place, day, value);
  for (const { invoiceId } of (await bill('09')).data.invoices)
    await g.ask('PATCH', `/invoices/${invoiceId}`, { as, body: { status: 'cancelled' } });
  await g.succeed('PATCH', `/buildings/${building.id}`, { as, body: { billing: { billedFrom: '2026-10-01' } } });
  assert.equal((await sumOf((await bill('10')).data, 0)).quantity, 3);
});
