// Tests over HTTP: a correction of a closed period and the periods after it bill each meter once, whatever was
// corrected on meters in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markSent, sendAll } from '../../../test/billing-fixture.ts';
import {
  estimatedCommon as common,
  createMeteredBuilding,
  estimatedWater as estimated,
  fee,
  sumInForce,
  water,
} from '../../../test/metering-fixture.ts';
import { anApartment, anOrganization, startTestService } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const heat = { ...water, code: 'heat', name: 'Küte', unitPrice: undefined, costFrom: 'supplier_bill' };

async function setUpBuilding(charges: readonly unknown[]) {
  const fixture = await createMeteredBuilding(g, as, charges);
  const { building, meters, read, readDays } = fixture;
  const correct = async (month: string, body: Record<string, unknown> = {}) =>
    (await fixture.correctMonth(month, body)).map(({ status, amount }) => [status, amount]);
  /** What all invoices of an apartment that stand hold of a charge, in cents. */
  const holds = async (apartmentId: string | undefined, code: string) =>
    Math.round((await sumInForce(g, as, { buildingId: building.id, apartmentId, code })).net * 100);
  /** Both apartments show 100 at the end of April and 110 at the end of May; the second one ten more each month. */
  const readMonths = async (first: readonly (readonly [string, number])[] = []) => {
    for (const place of [0, 1]) await readDays(place, { '04-30': 100, '05-31': 110 });
    await readDays(1, { '06-30': 120, '07-31': 130, '08-31': 140 });
    for (const [day, value] of first) await read(0, `2026-${day}`, value);
  };
  const [apartment1, apartment2] = meters.map((meter) => meter.apartmentId as string);
  return { ...fixture, correct, holds, readMonths, apartment1, apartment2 };
}

test('a bill split by consumption is split again by the current readings, together with further bills', async () => {
  const { readMonths, bill, changeMeter, correct, holds, meters, apartment1, apartment2 } = await setUpBuilding([
    heat,
    fee,
  ]);
  const costs = [{ charge: 'heat', amount: 100 }];
  await readMonths();
  await bill('05', { costs });
  await changeMeter(meters[0], { finalValue: 120, removedOn: '2026-06-10' });
  await sendAll(g, (await bill('06', { costs })).data);
  await changeMeter(meters[0], { finalValue: 110, removedOn: '2026-05-31' });
  const bills = [{ charge: 'heat', amount: 20, number: 'H-1' }];
  // The first one counted nothing in June: 120.00 are the second one's, and so are July's 100.00.
  assert.deepEqual(await correct('06', { bills }), [
    ['corrected', -50],
    ['corrected', 70],
  ]);
  const july = await bill('07', { costs });
  assert.equal(july.status, 201, july.text);
  assert.deepEqual([await holds(apartment1, 'heat'), await holds(apartment2, 'heat')], [5000, 27_000]);
});

test('a reopened meter without a reading does not block a late bill of the closed period', async () => {
  const { readMonths, bill, changeMeter, correct, meters } = await setUpBuilding([heat, water, fee]);
  const costs = [{ charge: 'heat', amount: 100 }];
  await readMonths();
  await changeMeter(meters[0], { finalValue: 110, removedOn: '2026-05-31' });
  await bill('05', { costs });
  await sendAll(g, (await bill('06', { costs })).data);
  await changeMeter(meters[0], { removedOn: null });
  const bills = [{ charge: 'heat', amount: 20, number: 'H-1' }];
  assert.deepEqual(await correct('06', { bills }), [
    ['unchanged', undefined],
    ['corrected', 20],
  ]);
});

test('a meter registered after the period was closed is billed from its first day by the next period, once', async () => {
  const { readMonths, read, aMeter, readMeter, bill, correct, holds, apartment1 } = await setUpBuilding([water, fee]);
  await readMonths([
    ['06-30', 120],
    ['07-31', 130],
  ]);
  await bill('05');
  await sendAll(g, (await bill('06')).data);
  const late = await aMeter({ apartmentId: apartment1, installedOn: '2026-06-01', initialValue: 5 });
  await readMeter(late, '2026-06-30', 13);
  await readMeter(late, '2026-07-31', 20);
  await correct('06');
  await bill('07');
  assert.equal(await holds(apartment1, 'water'), 9000, '30 m3 of the first and 15 of the second');
  await read(0, '2026-08-31', 130);
  await readMeter(late, '2026-08-31', 20);
  await bill('08');
  assert.equal(await holds(apartment1, 'water'), 9000);
});

test('an apartment that gets its first invoice by a correction is billed its meters there, once, also in remainders', async () => {
  const { building, readMonths, read, readDays, aMeter, readMeter, bill, correct, holds, apartment1 } =
    await setUpBuilding([water, common, fee]);
  const main = await aMeter({ initialValue: 10 });
  await readDays(main, { '04-30': 300, '05-31': 330, '06-30': 360, '07-31': 390 });
  await readMonths([
    ['06-30', 120],
    ['07-31', 130],
  ]);
  await bill('05');
  await sendAll(g, (await bill('06')).data);
  const apartment3 = await anApartment(g, as, building.id, { number: '3' });
  const late = await aMeter({ apartmentId: apartment3.id, installedOn: '2026-06-01' });
  await readMeter(late, '2026-06-30', 4);
  await readMeter(late, '2026-07-31', 9);
  // June: 30 of the main meter less 20 and 4, at 2.00, over three.
  assert.deepEqual(await correct('06'), [
    ['corrected', -6],
    ['corrected', -6],
    ['created', 17],
  ]);
  assert.deepEqual(await correct('06'), [
    ['unchanged', undefined],
    ['unchanged', undefined],
    ['unchanged', undefined],
  ]);
  await bill('07');
  assert.equal(await holds(apartment3.id, 'water'), 1800);
  // May 10 each, June 4, July: 30 less 20 and 5, at 2.00, over three: 3.34 and 3.33.
  const [first, newApartment] = [await holds(apartment1, 'common'), await holds(apartment3.id, 'common')];
  assert.deepEqual([first, newApartment], [1000 + 400 + 334, 400 + 333]);
  await read(0, '2026-08-31', 130);
});

test('a main meter closed as of a day before an estimated, closed period is settled once, and its successor billed once', async () => {
  const { readMonths, aMeter, readMeter, bill, changeMeter, correct, holds, apartment1, apartment2 } =
    await setUpBuilding([estimated, common, fee]);
  const main = await aMeter({ initialValue: 10 });
  await readMeter(main, '2026-04-30', 200);
  await readMeter(main, '2026-05-31', 230);
  await readMonths([
    ['06-30', 120],
    ['07-31', 130],
  ]);
  await bill('05');
  await sendAll(g, (await bill('06')).data);
  await changeMeter(main, { finalValue: 230, removedOn: '2026-05-31' });
  const next = await aMeter({ installedOn: '2026-06-01', serialNumber: 'K2' });
  await readMeter(next, '2026-06-30', 35);
  await readMeter(next, '2026-07-31', 70);
  // 24 were estimated; the new meter counted 35, and the apartments 20.
  assert.deepEqual(await correct('06'), [
    ['corrected', -9],
    ['corrected', -9],
  ]);
  await bill('07');
  assert.deepEqual(
    [await holds(apartment1, 'common'), await holds(apartment2, 'common')],
    [4000, 4000],
    '30 + 35 + 35 less 60 by apartments',
  );
});

test('a closed period accepts late bills also when its main meter was removed', async () => {
  const rent = { code: 'rent', name: 'Rent', basis: 'equal', costFrom: 'supplier_bill' };
  const { readMonths, aMeter, readMeter, bill, changeMeter, correct } = await setUpBuilding([estimated, common, rent]);
  const costs = [{ charge: 'rent', amount: 100 }];
  const main = await aMeter({ initialValue: 10 });
  await readMeter(main, '2026-04-30', 200);
  await readMeter(main, '2026-05-31', 230);
  await readMonths([['06-30', 120]]);
  await bill('05', { costs });
  await sendAll(g, (await bill('06', { costs })).data);
  await changeMeter(main, { finalValue: 230, removedOn: '2026-05-31' });
  const bills = [{ charge: 'rent', amount: 20, number: 'R-1' }];
  assert.deepEqual(await correct('06', { bills }), [
    ['corrected', 10],
    ['corrected', 10],
  ]);
});

test('a metered charge added after the period was closed is billed by a correction, once', async () => {
  const { building, readMonths, aMeter, readDays, bill, correct, holds, apartment1 } = await setUpBuilding([fee]);
  const main = await aMeter({ initialValue: 10 });
  await readDays(main, { '05-31': 330, '06-30': 360, '07-31': 390, '08-31': 420 });
  await readMonths([
    ['06-30', 120],
    ['07-31', 130],
    ['08-31', 140],
  ]);
  await sendAll(g, (await bill('06')).data);
  const body = { billing: { charges: [water, common, fee] } };
  assert.equal((await g.ask('PATCH', `/buildings/${building.id}`, { as, body })).status, 200);
  assert.deepEqual(await correct('06'), [
    ['corrected', 30],
    ['corrected', 30],
  ]);
  assert.deepEqual(await correct('06'), [
    ['unchanged', undefined],
    ['unchanged', undefined],
  ]);
  await bill('07');
  await bill('08');
  assert.deepEqual([await holds(apartment1, 'water'), await holds(apartment1, 'common')], [6000, 3000]);
});

test('a charge of a correction that was credited by hand is not credited again when its reading is corrected', async () => {
  const { building, meters, readMonths, bill, correct, holds, apartment1 } = await setUpBuilding([fee]);
  await readMonths([
    ['06-30', 120],
    ['07-31', 130],
  ]);
  await sendAll(g, (await bill('06')).data);
  const body = { billing: { charges: [{ ...fee, unitPrice: 7 }, water] } };
  assert.equal((await g.ask('PATCH', `/buildings/${building.id}`, { as, body })).status, 200);
  assert.deepEqual(await correct('06'), [
    ['corrected', 22],
    ['corrected', 22],
  ]);
  const { items } = await g.ask('GET', `/invoices?apartmentId=${apartment1}`, { as });
  const correction = items.find(({ amount }) => amount === 22);
  await markSent(g, String(correction?.id));
  const given = { reason: 'Vabandus', positions: [{ position: 2, amount: 20 }] };
  await g.succeed('POST', `//console/api/invoices/${correction?.id}/credit`, { as, body: given });
  const readings = await g.ask('GET', `//console/api/readings?meterId=${meters[0]?.id}&limit=500`, { as });
  const june = readings.items.find(({ value }) => Number(value) === 120);
  const right = { value: 110, corrects: june?.id };
  assert.equal((await g.ask('POST', `/meters/${meters[0]?.id}/readings`, { as, body: right })).status, 201);
  await bill('07');
  assert.equal(await holds(apartment1, 'water'), 4000, 'the 20 m3 of July; those of June were given back before');
});

test('whenever a meter is closed as of an earlier month and reopened, and whichever months are corrected, all consumption is billed once', async () => {
  const month = fc.integer({ min: 5, max: 8 });
  const situation = fc.record({
    used: fc.array(fc.nat(40), { minLength: 5, maxLength: 5 }),
    read: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    closedAs: month,
    later: fc.nat(2),
    reopened: fc.option(fc.nat(2), { nil: undefined }),
    corrected: fc.array(fc.record({ after: month, of: month }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(situation, async ({ used, read, closedAs, later, reopened, corrected }) => {
      // No invoice comes out negative, as its credit would pay others.
      const fixture = await setUpBuilding([
        { ...estimated, unitPrice: 10 },
        { ...fee, unitPrice: 10_000 },
      ]);
      const [meter] = fixture.meters;
      const shows = used.map((_, place) => used.slice(0, place + 1).reduce((sum, n) => sum + n, 100));
      const last = (nth: number) => `2026-0${nth}-${nth === 6 || nth === 9 ? 30 : 31}`;
      const show = async (nth: number) => void (await fixture.read(0, last(nth), shows[nth - 5] ?? 0));
      await fixture.read(0, '2026-03-31', 90);
      await fixture.read(0, '2026-04-30', 100);
      for (const [nth, value] of [
        [3, 90],
        [4, 100],
        [5, 110],
        [6, 120],
        [7, 130],
        [8, 140],
        [9, 150],
      ] as const)
        await fixture.read(1, nth === 4 ? '2026-04-30' : last(nth), value);
      const closing = closedAs + later;
      const reopening = reopened === undefined ? undefined : closing + reopened;
      for (const nth of [5, 6, 7, 8]) {
        const isOpen = nth <= closedAs || (reopening !== undefined && nth > reopening);
        if (isOpen && read[nth - 5]) await show(nth);
        const made = await fixture.bill(`0${nth}`);
        assert.equal(made.status, 201, made.text);
        await sendAll(g, made.data);
        if (nth === closing)
          await fixture.changeMeter(meter, { finalValue: shows[closedAs - 5], removedOn: last(closedAs) });
        if (nth === reopening) await fixture.changeMeter(meter, { removedOn: null });
        for (const { after, of } of corrected) if (after === nth && of <= nth) await fixture.correct(`0${of}`);
      }
      const ends = closing <= 8 && (reopening === undefined || reopening > 8);
      if (!ends) await show(9);
      await fixture.bill('09');
      // Days without a reading between them come to parts of a cent, each rounded by itself.
      const counted = ((shows[ends ? closedAs - 5 : 4] ?? 0) - 100) * 1000;
      assert.ok(Math.abs((await fixture.holds(fixture.apartment1, 'water')) - counted) <= 5);
    }),
    { numRuns: 10 },
  );
});
