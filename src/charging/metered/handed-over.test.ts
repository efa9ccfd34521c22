// Tests over HTTP: a settlement of earlier invoices goes to the payers of those days, as far as the meter was read at
// the hand-over; otherwise a warning says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAll } from '../../../test/billing-fixture.ts';
import {
  createMeteredBuilding,
  type MeteredGeneration,
  type MeteredPosition,
  readingsOnLine,
  sellApartment,
  settledDays,
} from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2, vatRate: 24 };
const heat = { ...water, unitPrice: undefined, costFrom: 'supplier_bill' };
const billed = (lines: readonly MeteredPosition[]) =>
  [
    (line: MeteredPosition) => line.quantity,
    (line: MeteredPosition) => line.amount,
    (line: MeteredPosition) => line.vatAmount,
  ].map((of) => Number(lines.reduce((sum, line) => sum + of(line), 0).toFixed(6)));

/**
 * The first apartment's meter is replaced on June 10 with an initial value that is ten too low, which is corrected
 * after June; Old, who has the apartment until `last`, sells it to New.
 */
async function soldHouse(charges: readonly unknown[], last: string, read: readonly (readonly [string, number])[]) {
  const building = await createMeteredBuilding(g, as, charges);
  const { meters, aMeter, readMeter } = building;
  await sellApartment(g, as, meters[0]?.apartmentId, last);
  for (const place of [0, 1]) {
    await building.read(place, '2026-04-30', 100);
    await building.read(place, '2026-05-31', 110);
  }
  const costs = charges.includes(heat) ? { costs: [{ charge: 'water', amount: 100 }] } : {};
  const bill = async (month: string) => {
    const made = await building.bill(month, costs);
    assert.equal(made.status, 201, made.text);
    return made.data;
  };
  await bill('05');
  const body = { apartmentId: meters[0]?.apartmentId, installedOn: '2026-06-10', initialValue: 5 };
  const next = await aMeter({ ...body, replacesMeterId: meters[0]?.id, finalValue: 115 });
  await building.readDays(1, { '06-30': 120, '07-31': 130, '08-31': 140 });
  for (const [date, value] of read) await readMeter(next, `2026-${date}`, value);
  await bill('06');
  await building.changeMeter(next, { initialValue: 15 });
  const correct = async (made: MeteredGeneration, month: string) => {
    await sendAll(g, made);
    return (await building.correctMonth(month)).map((invoice) => invoice.status);
  };
  return { ...building, bill, correct };
}
const readAtHandOver = [
  ['06-30', 20],
  ['07-14', 26],
  ['07-31', 30],
  ['08-31', 40],
] as const;

test('where the meter was read at the hand-over, the settlement goes to those who had the apartment before it', async () => {
  const { bill, lineOf, linesOf, cancel, correct } = await soldHouse([water], '2026-07-14', readAtHandOver);
  const july = await bill('07');
  const [seller, buyer] = [await linesOf(july, 0), await linesOf(july, 1)];
  assert.deepEqual(
    [billed(seller), billed(buyer)],
    [
      [-4, -8, -1.92],
      [4, 8, 1.92],
    ],
  );
  assert.deepEqual([readingsOnLine(seller[0]), readingsOnLine(buyer[0])], [[['20', '26', '6']], [['26', '30', '4']]]);
  assert.deepEqual(settledDays(seller), [['2026-06-10', '2026-06-30', -10, -20]]);
  const { ownDays, readings } = (await lineOf(july, 1))?.calculation as unknown as Record<string, unknown>;
  assert.deepEqual(ownDays, { from: '2026-07-15', to: '2026-07-31' });
  assert.equal((readings as unknown[]).length, 1);
  await g.succeed('GET', `/invoices/${july.invoices[1]?.invoiceId}/pdf`, { as });
  await cancel(july, 1);
  const again = await bill('07');
  assert.deepEqual(billed(await linesOf(again, 1)), [4, 8, 1.92], 'the same when generated again');
  assert.deepEqual(await correct(again, '07'), ['unchanged', 'unchanged', 'unchanged']);
  assert.deepEqual(billed(await linesOf(await bill('08'), 0)), [10, 20, 4.8], 'nothing is left to settle');
});

test('what one of two payers of a month settled is settled again when that invoice is cancelled', async () => {
  const { bill, linesOf, cancel } = await soldHouse([water], '2026-07-14', readAtHandOver);
  await cancel(await bill('07'), 0);
  assert.equal(billed(await linesOf(await bill('08'), 0))[0], 10 - 4);
});

test('without consumption since, the whole settlement goes to those who had the apartment before', async () => {
  const { bill, linesOf } = await soldHouse([water], '2026-07-14', [
    ['06-30', 20],
    ['07-14', 20],
    ['07-31', 20],
  ]);
  const july = await bill('07');
  assert.deepEqual(
    [billed(await linesOf(july, 0)), billed(await linesOf(july, 1))],
    [
      [-10, -20, -4.8],
      [0, 0, 0],
    ],
  );
});

test('a price change in the month of a hand-over divides the settlement to the cent', async () => {
  const changing = { ...water, tariffs: [{ from: '2026-07-11', unitPrice: 3 }] };
  const { bill, linesOf } = await soldHouse([changing], '2026-07-14', readAtHandOver);
  const july = await bill('07');
  const cents = async (place: number) =>
    (await linesOf(july, place)).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const [seller, buyer] = [await cents(0), await cents(1)];
  assert.equal(buyer, 1200, '4 at 3.00');
  // 20 to 26 in fourteen days: 4.285714 at 2.00 and 1.714286 at 3.00; and ten too many in June, at 2.00.
  assert.equal(seller, 857 + 514 - 2000);
});

test('of a bill split by consumption, the later residents pay what they used', async () => {
  const { bill, linesOf } = await soldHouse([heat], '2026-07-14', [
    ['06-30', 20],
    ['07-14', 26],
    ['07-31', 40],
  ]);
  const july = await bill('07');
  assert.deepEqual([billed(await linesOf(july, 0))[1], billed(await linesOf(july, 1))[1]], [0, 50], '20 less 10 of 20');
});

test('a warning states that the apartment changed hands since the settled days', async () => {
  const { bill } = await soldHouse([water], '2026-06-30', [
    ['06-30', 20],
    ['07-31', 30],
  ]);
  const { warnings } = await bill('07');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['earlier_invoices_changed'],
  );
  assert.match(warnings[0]?.message ?? '', /changed hands on 2026-07-01, so the current residents/);
});
