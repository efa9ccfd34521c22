// Tests over HTTP: what was billed from a wrong first or last value of a meter is settled to the cent, however the
// invoices are corrected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createMeteredBuilding,
  fee,
  type MeteredGeneration,
  readingsOnLine,
  settledDays,
} from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2.37 };

const reading = (meter: Thing, body: Record<string, unknown>) =>
  g.ask('POST', `/meters/${meter.id}/readings`, { as, body });

/** Two apartments; the first one's meter is replaced on June 10, having shown 115, and ten a month before and after. */
async function replacedHouse(finalValue: number, initialValue: number) {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  const { meters, aMeter, read, readDays, readMeter } = building;
  for (const place of [0, 1]) await readDays(place, { '04-30': 100, '05-31': 110 });
  const [oldMeter] = meters;
  const body = { apartmentId: oldMeter?.apartmentId, installedOn: '2026-06-10', initialValue };
  const next = await aMeter({ ...body, replacesMeterId: oldMeter?.id, finalValue });
  for (const [date, value] of [
    ['06-30', 20],
    ['07-31', 30],
    ['08-31', 40],
  ] as const) {
    await readMeter(next, `2026-${date}`, value);
    await read(1, `2026-${date}`, value + 100);
  }
  await building.bill('05');
  return { ...building, old: oldMeter, next };
}

test('a wrong final value that was billed is settled with the next period; then the meter leaves the invoices', async () => {
  const { bill, changeMeter, lineOf, linesOf, sumOf, old: oldMeter, cancel } = await replacedHouse(175, 15);
  const june = await bill('06');
  assert.deepEqual(readingsOnLine(await lineOf(june.data, 0)), [
    ['110', '175', '65'],
    ['15', '20', '5'],
  ]);
  assert.equal((await lineOf(june.data, 0))?.amount, 165.9, '70 × 2.37');
  await changeMeter(oldMeter, { finalValue: 115 });
  const july = await bill('07');
  assert.deepEqual(readingsOnLine(await lineOf(july.data, 0)), [['20', '30', '10']]);
  assert.deepEqual(settledDays(await linesOf(july.data, 0)), [['2026-06-01', '2026-06-30', -60, -142.2]]);
  assert.equal((await sumOf(july.data, 0)).net, -118.5, '70 less 60 and 10 are 20 in all, × 2.37');
  assert.deepEqual(readingsOnLine(await lineOf((await bill('08')).data, 0)), [['30', '40', '10']]);
  await cancel(june.data, 0);
  const again = await bill('06');
  assert.equal((await sumOf(again.data, 0)).quantity, 70, 'July has already deducted 60 of it');
});

test('a correction that was itself wrong is settled back', async () => {
  const { bill, changeMeter, sumOf, next } = await replacedHouse(115, 5);
  await bill('06');
  await changeMeter(next, { initialValue: 15 });
  await bill('07');
  await changeMeter(next, { initialValue: 5 });
  assert.equal((await sumOf((await bill('08')).data, 0)).quantity, 20);
});

test('a closed meter is billed up to its end and no further; reopened, it continues from there', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  const { meters, changeMeter, read, readDays, bill, lineOf } = building;
  for (const place of [0, 1]) await readDays(place, { '04-30': 100, '05-31': 110 });
  await bill('05');
  await changeMeter(meters[0], { finalValue: 114, removedOn: '2026-06-12' });
  await readDays(1, { '06-30': 120, '07-31': 130, '08-31': 140 });
  assert.deepEqual(readingsOnLine(await lineOf((await bill('06')).data, 0)), [['110', '114', '4']]);
  const july = await bill('07');
  assert.equal((await lineOf(july.data, 0))?.code, 'fee');
  await changeMeter(meters[0], { removedOn: null });
  await read(0, '2026-08-31', 125);
  // Consumption is even from 110 to 125, so June and July both have part of it.
  assert.equal((await building.sumOf((await bill('08')).data, 0)).quantity, 11);
});

/** A meter entered with the initial value 100, the reading of March 31; corrected to 0 before it is billed in May. */
async function misenteredHouse() {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  const { aMeter, changeMeter, readMeter, read, bill, lineOf, meters } = building;
  const body = { apartmentId: meters[0]?.apartmentId, initialValue: 100 };
  await changeMeter(meters[0], { finalValue: 0, removedOn: '2026-01-01' });
  const meter = await aMeter(body);
  await changeMeter(meter, { initialValue: 0 });
  const opening = await readMeter(meter, '2026-03-31', 100);
  await read(1, '2026-03-31', 100);
  for (const [date, value] of [
    ['05-31', 110],
    ['06-30', 120],
  ] as const) {
    await readMeter(meter, `2026-${date}`, value);
    await read(1, `2026-${date}`, value);
  }
  const quantityOf = async (month: string) => (await lineOf((await bill(month)).data, 0))?.quantity;
  return { ...building, meter, opening, quantityOf };
}

for (const [what, spoil] of [
  ['is corrected', (id: string, meter: Thing) => reading(meter, { value: 100.5, readAt: '2026-03-31', corrects: id })],
  [
    'is rejected',
    (id: string) => g.ask('POST', `//console/api/readings/${id}/reject`, { as, body: { reason: 'Topelt' } }),
  ],
  ['has another one after it', (_: string, meter: Thing) => reading(meter, { value: 104, readAt: '2026-04-20' })],
] as const)
  test(`what was billed from a reading is not attributed to a wrong initial value, also where that reading ${what}`, async () => {
    const { meter, opening, quantityOf } = await misenteredHouse();
    assert.equal(await quantityOf('05'), 10);
    const answer = await spoil(opening.id, meter);
    assert.ok(answer.status < 300, answer.text);
    assert.equal(await quantityOf('06'), 10);
  });

test('the remainder of a main meter is settled from the corrected initial value', async () => {
  const common = { ...water, code: 'common', name: 'Üldvesi', basis: 'meter_remainder' };
  const building = await createMeteredBuilding(g, as, [common, fee]);
  const main = await building.aMeter({ installedOn: '2026-06-01', initialValue: 40 });
  for (const [date, value, all] of [
    ['05-31', 10, undefined],
    ['06-30', 20, 100],
    ['07-31', 30, 130],
  ] as const) {
    for (const place of [0, 1]) await building.read(place, `2026-${date}`, value);
    if (all !== undefined) await building.readMeter(main, `2026-${date}`, all);
  }
  const june = await building.bill('06');
  const remainders = async (made: MeteredGeneration) =>
    (await building.linesOf(made, 0)).flatMap(({ calculation: { remainder } }) =>
      remainder ? [remainder.quantity] : [],
    );
  assert.deepEqual(await remainders(june.data), ['40'], '60 less what two apartments used');
  await building.changeMeter(main, { initialValue: 70 });
  const july = await building.bill('07');
  assert.deepEqual(
    await remainders(july.data),
    ['10', '10'],
    '30 less 20; and of June 30 less 20, for which 40 were billed',
  );
  assert.equal((await building.sumOf(july.data, 0, 'common')).net, -23.7, 'half of ten, less half of thirty');
});

test('however wrong the first and last values of a meter were, and whenever they are corrected, the consumption billed adds up to the consumption metered', async () => {
  const situation = fc.record({
    wrongFinal: fc.integer({ min: 51, max: 120 }),
    wrongInitial: fc.integer({ min: 0, max: 19 }),
    corrected: fc.integer({ min: 6, max: 9 }),
    billed: fc.uniqueArray(fc.integer({ min: 6, max: 9 }), { maxLength: 4 }),
    cancelled: fc.option(fc.integer({ min: 6, max: 9 }), { nil: undefined }),
    again: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(situation, async ({ wrongFinal, wrongInitial, corrected, billed, cancelled, again }) => {
      // No invoice becomes negative: its credit would pay other invoices, and those cannot be cancelled.
      const charges = [water, { ...fee, unitPrice: 10_000 }];
      const fixture = await createMeteredBuilding(g, as, charges);
      const { meters, aMeter, read, readDays, readMeter, changeMeter, bill, sumOf, cancel } = fixture;
      for (const place of [0, 1]) await readDays(place, { '04-30': 40, '05-31': 50 });
      const made = new Map([[5, (await bill('05')).data]]);
      const [oldMeter] = meters;
      const body = { apartmentId: oldMeter?.apartmentId, installedOn: '2026-06-10', initialValue: wrongInitial };
      const next = await aMeter({ ...body, replacesMeterId: oldMeter?.id, finalValue: wrongFinal });
      for (const month of [6, 7, 8, 9]) {
        const day = `2026-0${month}-30`;
        await readMeter(next, day, month * 10);
        await read(1, day, month * 10);
        if (billed.includes(month)) made.set(month, (await bill(`0${month}`)).data);
        if (corrected !== month) continue;
        await changeMeter(oldMeter, { finalValue: 53 });
        await changeMeter(next, { initialValue: 20 });
      }
      const wrong = made.get(cancelled ?? 0);
      if (cancelled !== undefined && wrong !== undefined) {
        await cancel(wrong, 0);
        made.delete(cancelled);
        if (again) made.set(cancelled, (await bill(`0${cancelled}`)).data);
      }
      await readMeter(next, '2026-10-31', 100);
      await read(1, '2026-10-31', 100);
      made.set(10, (await bill('10')).data);
      let sum = 0;
      for (const generation of made.values()) sum += (await sumOf(generation, 0)).quantity;
      assert.equal(Number(sum.toFixed(6)), 10 + 3 + 80);
    }),
    { numRuns: 8 },
  );
});
