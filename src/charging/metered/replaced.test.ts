// Tests over HTTP: all consumption of an apartment's meters is billed once, whenever a meter is replaced and whenever
// the replacement is recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeteredBuilding, fee, settledDays, sumInForce, warningCodesOf } from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1 };

/**
 * The first apartment's meter shows 0 at the end of April and 10 at the end of May. The second one's counts nothing.
 */
async function setUpBuilding(charges: readonly unknown[] = [water, fee]) {
  const fixture = await createMeteredBuilding(g, as, charges, { initialValue: 0 });
  const { meters, aMeter, read, building } = fixture;
  const [meter1] = meters as [Thing, Thing];
  await read(0, '2026-04-30', 0);
  await read(0, '2026-05-31', 10);
  for (const day of ['04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30'])
    await read(1, `2026-${day}`, 0);
  /** Replaces a meter, which showed `finalValue` last. */
  const replace = (replaced: Thing, installedOn: string, finalValue: number) =>
    aMeter({ apartmentId: meter1.apartmentId, installedOn, replacesMeterId: replaced.id, finalValue });
  /** What all invoices in force of the first apartment bill for water, in m3 and in euros. */
  const inAll = async () => {
    const { quantity, net } = await sumInForce(g, as, { buildingId: building.id, apartmentId: meter1.apartmentId });
    return [quantity, net];
  };
  return { ...fixture, first: meter1, replace, inAll };
}

for (const [written, right] of [
  ['2026-06-02', '2026-06-29'],
  ['2026-06-02', '2026-06-10'],
  ['2026-06-29', '2026-06-02'],
] as const)
  test(`a meter that was installed as a replacement on ${right}, but recorded on ${written}, is billed once`, async () => {
    const { replace, first, bill, readMeter, changeMeter, inAll } = await setUpBuilding();
    await bill('05');
    const next = await replace(first, written, 11);
    await readMeter(next, '2026-06-30', 28);
    await bill('06');
    assert.deepEqual(await inAll(), [39, 39]);
    await changeMeter(next, { installedOn: right });
    await readMeter(next, '2026-07-31', 30);
    await bill('07');
    assert.deepEqual(await inAll(), [41, 41]);
  });

test('a meter that was installed earlier than recorded is billed for those days at their price', async () => {
  const tariffs = [{ from: '2026-06-16', unitPrice: 3 }];
  const { replace, first, bill, readMeter, changeMeter, inAll, linesOf } = await setUpBuilding([
    { ...water, tariffs },
    fee,
  ]);
  await bill('05');
  const next = await replace(first, '2026-06-16', 10);
  await readMeter(next, '2026-06-30', 30);
  await bill('06');
  assert.deepEqual(await inAll(), [40, 100], '10 in May, and 30 at 3.00');
  await changeMeter(next, { installedOn: '2026-06-01' });
  await readMeter(next, '2026-07-31', 30);
  const july = await bill('07');
  assert.deepEqual(warningCodesOf(july.data).toSorted(), ['days_billed_late', 'earlier_invoices_changed']);
  assert.deepEqual(settledDays(await linesOf(july.data, 0)), [
    ['2026-06-01', '2026-06-15', 15, 15],
    ['2026-06-16', '2026-06-30', -15, -45],
  ]);
  assert.deepEqual(await inAll(), [40, 70], '15 of the 30 at 1.00');
});

for (const right of ['2026-06-29', '2026-05-20'])
  test(`an additional meter that was installed on ${right}, but recorded on June 2, is billed once`, async () => {
    const { first, aMeter, bill, read, readMeter, changeMeter, inAll } = await setUpBuilding();
    await bill('05');
    const beside = await aMeter({ apartmentId: first.apartmentId, installedOn: '2026-06-02' });
    await readMeter(beside, '2026-06-30', 28);
    await read(0, '2026-06-30', 11);
    await bill('06');
    await changeMeter(beside, { installedOn: right });
    await readMeter(beside, '2026-07-31', 30);
    await read(0, '2026-07-31', 11);
    await bill('07');
    assert.deepEqual(await inAll(), [41, 41]);
  });

test('what was billed for days before a meter was installed is credited, also by a period that ends before that day', async () => {
  const { replace, first, bill, read, readMeter, changeMeter, rejectReading, inAll, linesOf } = await setUpBuilding();
  await bill('05');
  const next = await replace(first, '2026-06-02', 11);
  const reading = await readMeter(next, '2026-06-30', 28);
  await bill('06');
  await rejectReading(reading);
  await changeMeter(next, { installedOn: '2026-08-10' });
  await read(0, '2026-07-31', 11);
  const july = await bill('07');
  assert.equal(july.status, 201, july.text);
  assert.deepEqual(settledDays(await linesOf(july.data, 0)).at(-1), ['2026-06-02', '2026-06-30', -28, -28]);
  await readMeter(next, '2026-08-31', 3);
  await bill('08');
  assert.deepEqual(await inAll(), [14, 14], 'the first counted 11, the next one 3');
});

for (const day of ['2026-06-02', '2026-06-03', '2026-07-05'])
  test(`an unread meter installed on ${day} does not prevent May from being billed`, async () => {
    const { replace, first, bill, inAll, sumOf } = await setUpBuilding();
    await replace(first, day, 12);
    const may = await bill('05');
    assert.equal(may.status, 201, may.text);
    assert.deepEqual(warningCodesOf(may.data), []);
    const { quantity } = await sumOf(may.data, 0);
    assert.deepEqual(await inAll(), [quantity, quantity]);
    assert.equal(quantity, 10);
    const again = await bill('05');
    assert.ok(again.status < 300, again.text);
    assert.deepEqual([again.data.created, again.data.skipped], [0, 2]);
  });

test('in a month billed after a later one, meters installed since begin where the earlier ones ended', async () => {
  const { replace, first, bill, readDays, inAll } = await setUpBuilding();
  const next = await replace(first, '2026-06-15', 15);
  await readDays(next, { '06-30': 3, '07-31': 8, '08-31': 9 });
  await bill('07');
  assert.deepEqual(await inAll(), [5, 5]);
  await bill('05');
  const dry = await bill('08', { dryRun: true });
  const august = await bill('08');
  const amounts = (data: typeof dry.data) => data.invoices.map(({ amount }) => amount);
  assert.deepEqual(amounts(august.data), amounts(dry.data));
  assert.deepEqual(await inAll(), [24, 24], '15 of the first and 9 of the next');
});
