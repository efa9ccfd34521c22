// Tests over HTTP: a generation marks completely billed meters as settled, and a change to earlier days has all days
// calculated again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSent } from '../../../test/billing-fixture.ts';
import {
  createMeteredBuilding,
  estimatedCommon,
  estimatedWater,
  sellApartment,
} from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const charges = [estimatedWater, estimatedCommon];

/**
 * September is billed: both apartments and the main meter were read at its end, in a building with or without a reading
 * window.
 */
async function billedSeptember({ window = false } = {}) {
  const building = await createMeteredBuilding(g, as, charges, { initialValue: 100 });
  const setWindow = () =>
    g.ask('PATCH', `//console/api/buildings/${building.building.id}/reading-window`, {
      as,
      body: { fromDay: 25, toDay: 3 },
    });
  if (window) assert.ok((await setWindow()).status < 300);
  const main = await building.aMeter({ initialValue: 1000 });
  const all: readonly Thing[] = [...building.meters, main];
  const readAll = async (day: string, value: number) => {
    const readings: Thing[] = [];
    for (const meter of all)
      readings.push(await building.readMeter(meter, day, meter === main ? 1000 + 3 * value : 100 + value));
    return readings;
  };
  await readAll('2026-08-31', 10);
  const lastReadings = await readAll('2026-09-30', 20);
  const september = (await building.bill('09')).data;
  assert.equal(september.created, 2);
  /** Until when the two apartments' meters and the main one are settled. */
  const until = async () => {
    const rows = await g.owner<{ id: string; day: string | null }[]>`
      select id, settled_until::text as day from meters where building_id = ${building.building.id}`;
    return all.map(({ id }) => rows.find((row) => row.id === id)?.day ?? null);
  };
  return { ...building, main, september, until, readAll, lastReadings, setWindow };
}

const end = '2026-09-30';

test('a generation settles the meters that were read at its end, and a reading of later days does not change that', async () => {
  const { until, readAll } = await billedSeptember();
  assert.deepEqual(await until(), [end, end, end]);
  await readAll('2026-10-31', 30);
  assert.deepEqual(await until(), [end, end, end]);
});

test('an estimate settles neither its meter nor the remainder; the next period settles both', async () => {
  const { until, read, readMeter, main, bill } = await billedSeptember();
  await read(1, '2026-10-31', 130);
  await readMeter(main, '2026-10-31', 1090);
  assert.equal((await bill('10')).status, 201);
  assert.deepEqual(await until(), [end, '2026-10-31', end]);
  await read(0, '2026-11-30', 135);
  await read(1, '2026-11-30', 140);
  await readMeter(main, '2026-11-30', 1120);
  assert.equal((await bill('11')).status, 201);
  assert.deepEqual(await until(), ['2026-11-30', '2026-11-30', '2026-11-30']);
});

test('a late or rejected reading of settled days has all days of its meter calculated again', async () => {
  const late = await billedSeptember();
  await late.read(0, '2026-09-30', 121);
  assert.deepEqual(await late.until(), [null, end, end]);
  const rejected = await billedSeptember();
  await rejected.rejectReading(rejected.lastReadings[0]);
  assert.deepEqual(await rejected.until(), [null, end, end]);
});

test('a reading after the end of a month counts for that month where the reading window says so', async () => {
  const changed = await billedSeptember();
  assert.ok((await changed.setWindow()).status < 300);
  assert.deepEqual(await changed.until(), [null, null, null], 'the window itself moves what counts');
  const { until, read } = await billedSeptember({ window: true });
  await read(0, '2026-10-04', 121);
  assert.deepEqual(await until(), [end, end, end]);
  await read(1, '2026-10-03', 121);
  assert.deepEqual(await until(), [end, null, end]);
});

test('a meter with a changed initial value is calculated again, and so is its successor', async () => {
  const { until, meters, aMeter, changeMeter, bill, read } = await billedSeptember();
  await changeMeter(meters[0], { initialValue: 99 });
  assert.deepEqual(await until(), [null, end, end]);
  const previous = meters[1];
  const next = await aMeter({
    apartmentId: previous?.apartmentId,
    installedOn: '2026-10-05',
    initialValue: 0,
    replacesMeterId: previous?.id,
    finalValue: 121,
  });
  assert.deepEqual(await until(), [null, null, end]);
  await read(0, '2026-10-31', 130);
  assert.equal((await bill('10')).status, 201);
  const [row] = await g.owner<
    { day: string | null }[]
  >`select settled_until::text as day from meters where id = ${previous?.id ?? null}`;
  assert.equal(row?.day, '2026-10-31', 'a removed meter is settled with its last days');
  assert.notEqual(next.id, previous?.id);
});

test('a cancelled invoice and a correction have their meters and remainder calculated again', async () => {
  const { until, cancel, september, bill, correctMonth, read } = await billedSeptember();
  await cancel(september, 0);
  assert.deepEqual(await until(), [null, end, null]);
  const again = (await bill('09')).data;
  assert.deepEqual(
    await until(),
    [end, end, null],
    'a remainder of which one share was made again is settled by the next period',
  );
  await markSent(g, september.invoices[1]?.invoiceId ?? '');
  assert.equal(again.created, 1);
  await read(0, '2026-09-30', 122);
  await correctMonth('09');
  assert.equal((await until())[0], null);
});

test('a removed meter stays unsettled while a bill divided by consumption lacks some of its days', async () => {
  const heat = { ...charges[0], code: 'heat', name: 'Küte', unitPrice: undefined, costFrom: 'supplier_bill' };
  const building = await createMeteredBuilding(g, as, [charges[0], heat], { initialValue: 0 });
  const { meters, aMeter, read, readDays, readMeter, rejectReading, bill, cancel } = building;
  const [meter1] = meters as [Thing, Thing];
  const costs = [{ charge: 'heat', amount: 100 }];
  await readDays(1, { '06-30': 10, '07-31': 20, '08-31': 30, '09-30': 40, '10-31': 50 });
  await read(0, '2026-06-30', 10);
  await bill('06', { costs });
  await read(0, '2026-07-31', 15);
  const july = await bill('07', { costs });
  await read(0, '2026-07-31', 18);
  const next = await aMeter({
    ...{ apartmentId: meter1.apartmentId, installedOn: '2026-08-20', replacesMeterId: meter1.id, finalValue: 20 },
  });
  const wrong = await readMeter(next, '2026-08-31', 50);
  assert.equal((await bill('08', { costs })).status, 201, 'which settles 3 of July');
  await rejectReading(wrong);
  await readMeter(next, '2026-08-31', 5);
  await readMeter(next, '2026-09-30', 10);
  await cancel(july.data, 0);
  // August was billed 45 too much, so September has weight zero, and the 5 of July are left for later with the rest.
  assert.equal((await bill('09', { costs })).status, 201);
  const [row] = await g.owner<
    { day: string | null }[]
  >`select settled_until::text as day from meters where id = ${meter1.id}`;
  assert.equal(row?.day, null);
  await readMeter(next, '2026-10-31', 100);
  const dry = (await bill('10', { costs, dryRun: true })).data.invoices;
  const october = (await bill('10', { costs })).data.invoices;
  assert.deepEqual(
    october.map(({ amount }) => amount),
    dry.map(({ amount }) => amount),
  );
});

test('a remainder that looks at earlier days looks at those of all its meters', async () => {
  const [water, common] = charges;
  const tariffs = [{ from: '2026-07-01', unitPrice: 5 }];
  const building = await createMeteredBuilding(g, as, [water, { ...common, tariffs }], { initialValue: 0 });
  const { meters, aMeter, read, readMeter, bill, cancel } = building;
  const [meter1] = meters as [Thing, Thing];
  const main = await aMeter({});
  const readMonth = async (day: string, value: number) => {
    await read(1, day, value);
    await readMeter(main, day, 5 * value);
  };
  await read(0, '2026-04-30', 10);
  await readMonth('2026-04-30', 10);
  await read(0, '2026-05-31', 20);
  await readMonth('2026-05-31', 20);
  await bill('05');
  await readMonth('2026-06-30', 30);
  const june = await bill('06');
  // The apartment changes hands, which also splits the days of the second meter. The first one was never read in June.
  await sellApartment(g, as, meter1.apartmentId, '2026-07-19');
  const next = await aMeter({
    ...{ apartmentId: meter1.apartmentId, installedOn: '2026-07-20', replacesMeterId: meter1.id, finalValue: 60 },
  });
  await readMeter(next, '2026-07-31', 5);
  await readMonth('2026-07-31', 40);
  assert.equal((await bill('07')).status, 201);
  await cancel(june.data, 1);
  await readMeter(next, '2026-08-31', 10);
  await readMonth('2026-08-31', 50);
  const dry = (await bill('08', { dryRun: true })).data.invoices;
  const august = (await bill('08')).data.invoices;
  assert.deepEqual(
    august.map(({ amount }) => amount),
    dry.map(({ amount }) => amount),
  );
});
