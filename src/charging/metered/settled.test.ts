// Tests over HTTP: what is cancelled, replaced or corrected by a large amount is billed once over time, to the day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAll } from '../../../test/billing-fixture.ts';
import {
  createMeteredBuilding,
  fee,
  readingsOnLine,
  sellApartment,
  warningCodesOf,
  water,
} from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);

type MeteredBuilding = Awaited<ReturnType<typeof createMeteredBuilding>>;
/** The same month's ends for both apartments: what the first shows, and the neighbour that never moves. */
async function readAll({ read }: MeteredBuilding, values: readonly (readonly [string, number])[]): Promise<void> {
  for (const [date, value] of values) {
    await read(0, `2026-${date}`, value);
    await read(1, `2026-${date}`, 0);
  }
}

test('a reading that was wrong by more than half the register is settled to the last unit', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee], { digits: 5 });
  const { meters, read, bill, lineOf } = building;
  await readAll(building, [['06-30', 800]]);
  const typo = await read(0, '2026-07-31', 81234.5);
  await read(1, '2026-07-31', 0);
  assert.equal((await lineOf((await bill('07')).data, 0))?.quantity, 80434.5);
  const body = { value: 812.345, corrects: typo.id };
  await g.succeed<Thing>('POST', `/meters/${meters[0]?.id}/readings`, { as, body });
  await readAll(building, [['08-31', 825]]);
  const august = await bill('08');
  assert.deepEqual(readingsOnLine(await lineOf(august.data, 0)), [['812.345', '825', '12.655']]);
  assert.equal((await building.sumOf(august.data, 0)).quantity, 825 - 81234.5);
  assert.deepEqual(warningCodesOf(august.data), ['negative_consumption', 'earlier_invoices_changed']);
  await readAll(building, [['09-30', 835]]);
  assert.deepEqual(readingsOnLine(await lineOf((await bill('09')).data, 0)), [['825', '835', '10']]);
});

test('a roll-over before the hand-over is recognised from the reading at the hand-over', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee], { digits: 3 });
  await readAll(building, [['06-30', 990]]);
  const meter = building.meters[0] as Thing;
  await building.readMeter(meter, '2026-07-10', 15, true);
  await building.read(0, '2026-07-31', 20);
  await building.read(1, '2026-07-31', 0);
  await sellApartment(g, as, building.meters[0]?.apartmentId, '2026-07-10');
  const july = await building.bill('07');
  const quantities = [await building.lineOf(july.data, 0), await building.lineOf(july.data, 1)].map(
    (line) => line?.quantity,
  );
  assert.deepEqual(quantities, [25, 5]);
});

test('a remainder names the meters without a reading', async () => {
  const common = { ...water, code: 'common', name: 'Üldvesi', basis: 'meter_remainder' };
  const building = await createMeteredBuilding(g, as, [common, fee]);
  await building.aMeter({ serialNumber: 'M1' });
  await building.aMeter({ apartmentId: building.meters[1]?.apartmentId, type: 'hot_water', serialNumber: 'H2' });
  await readAll(building, [
    ['06-30', 0],
    ['07-31', 1],
  ]);
  const july = await building.bill('07');
  assert.equal(july.status, 422);
  assert.match(
    july.text,
    /needs a confirmed reading of: main cold water meter M1, hot water meter H2 of apartment 2\./,
  );
});

test('for heat that nobody used the standing fee is split, less the heating of hot water, and a dry run shows all of it', async () => {
  const heat = { code: 'heat', name: 'Küte', basis: 'meter', meterType: 'cold_water', costFrom: 'supplier_bill' };
  const warming = { code: 'warm', name: 'Soojendus', basis: 'fixed', unitPrice: 15, deductedFrom: 'heat' };
  const building = await createMeteredBuilding(g, as, [heat, warming]);
  await readAll(building, [
    ['06-30', 0],
    ['07-31', 0],
  ]);
  const costs = [{ charge: 'heat', amount: 41 }];
  for (const dryRun of [true, false]) {
    const july = await building.bill('07', { costs, dryRun });
    assert.ok(july.status < 300, july.text);
    assert.deepEqual(
      july.data.invoices.map((invoice) => invoice.amount),
      [20.5, 20.5],
      String(dryRun),
    );
    if (dryRun) continue;
    const line = await building.lineOf(july.data, 0);
    const { instead, divided } = line?.calculation as unknown as Record<string, unknown>;
    assert.deepEqual([line?.amount, instead, divided], [5.5, 'equal', 11], String(dryRun));
  }
});

test('a month whose consumption was all billed before is split anyway, and the excess is still deducted', async () => {
  const divided = { ...water, unitPrice: undefined, costFrom: 'supplier_bill' };
  const building = await createMeteredBuilding(g, as, [divided]);
  const costs = [{ charge: 'water', amount: 100 }];
  await readAll(building, [['06-30', 100]]);
  const typo = await building.read(0, '2026-07-31', 190);
  await building.read(1, '2026-07-31', 0);
  await building.bill('07', { costs });
  const body = { value: 120, corrects: typo.id };
  assert.equal((await g.ask('POST', `/meters/${building.meters[0]?.id}/readings`, { as, body })).status, 201);
  await readAll(building, [['08-31', 130]]);
  const august = await building.bill('08', { costs });
  assert.equal(august.status, 201, august.text);
  const line = await building.lineOf(august.data, 0);
  assert.deepEqual(
    [line?.amount, line?.calculation.toDate],
    [50, { since: '2026-07-01', counted: '30', before: '90', now: '0' }],
  );
  await readAll(building, [['09-30', 200]]);
  const then = await building.lineOf((await building.bill('09', { costs })).data, 0);
  assert.deepEqual([then?.amount, then?.calculation.numerator], [100, '10']);
});

test('a month divided at a hand-over stays as billed when the period is corrected', async () => {
  const building = await createMeteredBuilding(g, as, [water, fee]);
  await readAll(building, [
    ['06-30', 110],
    ['07-31', 140],
  ]);
  await building.read(0, '2026-07-10', 135);
  await sellApartment(g, as, building.meters[0]?.apartmentId, '2026-07-10');
  const july = await building.bill('07');
  await sendAll(g, july.data);
  assert.deepEqual(
    (await building.correctMonth('07')).map((invoice) => invoice.status),
    ['unchanged', 'unchanged', 'unchanged'],
  );
});

test('an estimate is named once: what differs after it was settled is a correction', async () => {
  const estimated = { ...water, estimateMissingFromMonths: 3 };
  const { read, bill, rejectReading, linesOf } = await createMeteredBuilding(g, as, [estimated]);
  for (const place of [0, 1]) {
    await read(place, '2026-04-30', 100);
    await read(place, '2026-05-31', 110);
    for (const day of ['2026-07-31', '2026-08-31', '2026-09-30'].slice(0, place * 3)) await read(1, day, 110);
  }
  await bill('06');
  const wrong = await read(0, '2026-06-30', 115);
  await read(0, '2026-07-31', 120);
  const july = await bill('07');
  await rejectReading(wrong);
  await read(0, '2026-06-30', 112);
  await read(0, '2026-08-31', 130);
  const august = await bill('08');
  const reasons = async (made: typeof july) =>
    (await linesOf(made.data, 0)).flatMap(({ calculation: { why } }) => why ?? []);
  // What is added for one month and given back for the other are two lines.
  assert.deepEqual([await reasons(july), await reasons(august)], [['estimated'], ['corrected', 'corrected']]);
});
