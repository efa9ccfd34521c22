// Tests over HTTP: each day of a meter is billed once, at the price and VAT of its days, whatever was read, cancelled,
// credited or corrected and when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAll } from '../../../test/billing-fixture.ts';
import {
  createMeteredBuilding,
  fee,
  type MeteredGeneration,
  sellApartment,
  settledDays,
} from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
/** One euro until September, three from October. */
const dearer = [{ from: '2026-10-01', unitPrice: 3 }];
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1, tariffs: dearer };
const ends: Readonly<Record<string, string>> = {
  '06': '30',
  '07': '31',
  '08': '31',
  '09': '30',
  '10': '31',
  '11': '30',
};

type Values = Readonly<Record<string, number | undefined>>;

/** Two apartments; the second one's meter never moves. */
async function setUpBuilding(charges: readonly unknown[], first: Values) {
  const building = await createMeteredBuilding(g, as, charges);
  const readings = new Map<string, Thing>();
  const readAt = async (month: string, value: number) => {
    readings.set(month, await building.read(0, `2026-${month}-${ends[month]}`, value));
  };
  for (const month of Object.keys(ends)) {
    const value = first[month];
    if (value !== undefined) await readAt(month, value);
    if (Object.keys(first).length > 0) await building.read(1, `2026-${month}-${ends[month]}`, 0);
  }
  const correctReading = async (month: string, value: number) => {
    const body = { value, corrects: readings.get(month)?.id };
    await g.succeed('POST', `/meters/${building.meters[0]?.id}/readings`, { as, body });
  };
  const made = async (month: string): Promise<MeteredGeneration> => {
    const answer = await building.bill(month);
    assert.equal(answer.status, 201, answer.text);
    return answer.data;
  };
  const credit = (generation: MeteredGeneration, place: number, body: Record<string, unknown> = {}) =>
    g.ask<{ amount: number }>('POST', `//console/api/invoices/${generation.invoices[place]?.invoiceId}/credit`, {
      as,
      body: { reason: 'Vabandus', ...body },
    });
  /** Net and VAT of a charge on all invoices in force, of one apartment or of all. */
  const all = async (code = 'water', place?: number) => {
    const rows = await g.owner<{ net: number; vat: number }[]>`
      select coalesce(sum(p.amount), 0)::int as net, coalesce(sum(p.vat_amount), 0)::int as vat from invoices i join positions p on p.invoice_id = i.id
       where i.building_id = ${building.building.id} and i.status <> 'cancelled' and p.code = ${code}
         and (${place === undefined} or i.apartment_id = ${String(building.meters[place ?? 0]?.apartmentId)})`;
    return [rows[0]?.net, rows[0]?.vat];
  };
  return { ...building, readAt, correctReading, made, credit, all };
}

test('after a VAT rate rises, no more tax is credited than was charged', async () => {
  const tariffs = [{ from: '2026-10-01', unitPrice: 3, vatRate: 24 }];
  const fixture = await setUpBuilding([{ ...water, vatRate: 22, tariffs }, fee], { '08': 0, '09': 30 });
  await fixture.made('09');
  assert.deepEqual(await fixture.all(), [3000, 660]);
  await fixture.correctReading('09', 15);
  await fixture.readAt('10', 20);
  const october = await fixture.made('10');
  const back = (await fixture.linesOf(october, 0)).find(({ amount }) => amount < 0);
  assert.deepEqual([back?.vatRate, back?.vatAmount], [22, -3.3]);
  assert.deepEqual(await fixture.all(), [3000, 330 + 360]);
});

for (const cancelled of [[0], [1], [0, 1]])
  test(`in a month that changed hands, each owner’s share of a remainder comes back with their own invoice (${cancelled.map((owner) => (owner === 0 ? 'the first' : 'the second')).join(' and ')} cancelled)`, async () => {
    const common = { code: 'common', name: 'Üldvesi', basis: 'meter_remainder', meterType: 'cold_water', unitPrice: 1 };
    const fixture = await setUpBuilding([{ ...common, vatRate: 24 }, fee], { '07': 0, '08': 0, '09': 0 });
    const main = await fixture.aMeter({ serialNumber: 'K1' });
    for (const [month, value] of [
      ['07', 0],
      ['08', 20],
      ['09', 40],
    ] as const)
      await fixture.readMeter(main, `2026-${month}-${ends[month]}`, value);
    await sellApartment(g, as, fixture.meters[0]?.apartmentId, '2026-08-10');
    const sharesOfAugust = () => g.owner`
      select i.period_start::text as from, trim_scale(b.quantity)::text as quantity, b.amount::int, b.vat_amount::int as vat
        from charge_ledger b join invoices i on i.id = b.invoice_id
       where b.building_id = ${fixture.building.id} and b.meter_id is null and i.status <> 'cancelled' and i.period_end < '2026-09-01'
       order by i.apartment_id = ${String(fixture.meters[0]?.apartmentId)} desc, i.period_start`;
    // Ten for each apartment: ten days for the first owner, twenty-one for the second.
    const shares = [
      { from: '2026-08-01', quantity: '3.225806451', amount: 323, vat: 78 },
      { from: '2026-08-11', quantity: '6.774193549', amount: 677, vat: 162 },
      { from: '2026-08-01', quantity: '10', amount: 1000, vat: 240 },
    ];
    const august = await fixture.made('08');
    assert.deepEqual(await sharesOfAugust(), shares);
    for (const owner of cancelled) await fixture.cancel(august, owner);
    await fixture.made('08');
    assert.deepEqual(await sharesOfAugust(), shares);
    const september = await fixture.made('09');
    assert.deepEqual(settledDays(await fixture.linesOf(september, 0)), [], 'nothing of August is left');
    assert.deepEqual(await fixture.all('common'), [4000, 960]);
  });

test('a share of one owner is at most what is on no invoice yet', async () => {
  const common = { code: 'common', name: 'Üldvesi', basis: 'meter_remainder', meterType: 'cold_water', unitPrice: 1 };
  const fixture = await setUpBuilding([common, { ...fee, unitPrice: 1000 }], { '07': 0, '08': 0, '09': 0 });
  const main = await fixture.aMeter({ serialNumber: 'K1' });
  await fixture.readMeter(main, '2026-07-31', 0);
  const reading = await fixture.readMeter(main, '2026-08-31', 20);
  await sellApartment(g, as, fixture.meters[0]?.apartmentId, '2026-08-10');
  const august = await fixture.made('08');
  await fixture.cancel(august, 1);
  // Of 15 the others have 13.23: of the second owner's half of 21 days, 5.08, only 1.77 is open.
  const corrected = { value: 15, corrects: reading.id };
  await g.succeed('POST', `/meters/${main.id}/readings`, { as, body: corrected });
  await fixture.made('08');
  assert.deepEqual(await fixture.all('common'), [1500, 0]);
  await fixture.readMeter(main, '2026-09-30', 40);
  await fixture.made('09');
  assert.deepEqual(await fixture.all('common'), [4000, 0]);
});

for (const creditFirst of [true, false])
  test(`a credit and a correction downwards never credit more than was billed (${creditFirst ? 'credit' : 'correction'} first)`, async () => {
    const fixture = await setUpBuilding([{ ...water, vatRate: 22 }, fee], { '07': 0, '08': 30, '09': 30 });
    const august = await fixture.made('08');
    await sendAll(g, august);
    const full = async () => {
      const answer = await fixture.credit(august, 0, { positions: [{ position: 1 }] });
      assert.ok(answer.status < 300, answer.text);
    };
    if (creditFirst) await full();
    await fixture.correctReading('08', 10);
    await fixture.correctMonth('08');
    if (!creditFirst) await full();
    await fixture.correctMonth('08');
    await fixture.made('09');
    // 30 at 1.00 were billed and credited; of the 20 that August counted less, September counted 20 more.
    assert.deepEqual(await fixture.all(), creditFirst ? [2000, 440] : [2000, 440]);
  });

test('what a later invoice credited of a month cannot be credited again, and a later invoice does not credit again what was credited manually', async () => {
  const fixture = await setUpBuilding([water, fee], { '07': 0, '08': 30 });
  const august = await fixture.made('08');
  await sendAll(g, august);
  await fixture.correctReading('08', 10);
  await fixture.readAt('09', 10);
  await fixture.made('09');
  assert.deepEqual(await fixture.all(), [1000, 0], 'September gave 20 back');
  const tooMuch = await fixture.credit(august, 0, { positions: [{ position: 1, amount: 11 }] });
  assert.equal(tooMuch.status, 422, tooMuch.text);
  const rest = await fixture.credit(august, 0, { positions: [{ position: 1 }] });
  assert.ok(rest.status < 300, rest.text);
  assert.deepEqual(await fixture.all(), [0, 0]);

  const otherFixture = await setUpBuilding([water, fee], { '07': 0, '08': 30 });
  const billed = await otherFixture.made('08');
  await sendAll(g, billed);
  assert.ok((await otherFixture.credit(billed, 0, { positions: [{ position: 1, amount: 25 }] })).status < 300);
  await otherFixture.correctReading('08', 10);
  await otherFixture.readAt('09', 10);
  const september = await otherFixture.made('09');
  assert.deepEqual(settledDays(await otherFixture.linesOf(september, 0)), [['2026-08-01', '2026-08-31', -5, -5]]);
  assert.deepEqual(await otherFixture.all(), [0, 0]);
  await otherFixture.readAt('10', 10);
  await otherFixture.made('10');
  assert.deepEqual(await otherFixture.all(), [0, 0], 'and nothing more later');
});
