// Proves, over HTTP, that a correction leaves a meter that was not read exactly as it was billed, day by day, so that
// the next period settles it once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAll } from '../../../test/billing-fixture.ts';
import { createMeteredBuilding, sumInForce } from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1, vatRate: 22 };
const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 1000 };

/** The meters of which a correction shows readings. */
async function metersShown(invoiceId: string | undefined) {
  type Invoice = Thing & { positions: { calculation: { readings?: { meterId: string }[] } }[] };
  const { data } = await g.ask<Invoice>('GET', `/invoices/${invoiceId}`, { as });
  return data.positions.flatMap(({ calculation }) => calculation.readings ?? []).map(({ meterId }) => meterId);
}

/**
 * The first apartment's meter shows 0 at the end of April and 10 at the end of May. The second one's counts nothing.
 */
async function setUpBuilding(charges: readonly Record<string, unknown>[] = [water]) {
  const fixture = await createMeteredBuilding(g, as, [...charges, fee], { initialValue: 0 });
  const { building, meters, aMeter, read } = fixture;
  const [meter1] = meters as [Thing, Thing];
  await read(0, '2026-04-30', 0);
  await read(0, '2026-05-31', 10);
  for (const day of ['04-30', '05-31', '06-30', '07-31']) await read(1, `2026-${day}`, 0);
  const another = (body: Record<string, unknown>) => aMeter({ apartmentId: meter1.apartmentId, ...body });
  /** What the correction of June makes of the first apartment's invoices. */
  const correctJune = async () =>
    (await fixture.correctMonth('06')).find(({ apartmentId }) => apartmentId === meter1.apartmentId);
  /** What all invoices of the first apartment that stand bill of water, net and VAT. */
  const inAll = async () => {
    const { net, vat } = await sumInForce(g, as, { buildingId: building.id, apartmentId: meter1.apartmentId });
    return [net, vat];
  };
  return { ...fixture, first: meter1, another, correctJune, inAll };
}

test('of a meter that took another’s place inside the period and is unread, the days before stay on no invoice', async () => {
  const { first, another, rejectReading, changeMeter, correctJune, inAll, bill, readMeter } = await setUpBuilding();
  await bill('05');
  const next = await another({ installedOn: '2026-06-19', replacesMeterId: first.id, finalValue: 10 });
  const reading = await readMeter(next, '2026-06-30', 5);
  await sendAll(g, (await bill('06')).data);
  await rejectReading(reading);
  await changeMeter(first, { finalValue: 11 });
  assert.equal((await correctJune())?.amount, 1.22);
  assert.equal((await correctJune())?.status, 'unchanged');
  await readMeter(next, '2026-07-31', 8);
  await bill('07');
  assert.deepEqual(await inAll(), [19, 4.18], '11 of the one, 8 of the other');
});

test('a meter installed beside another within the period stays billed as it was while it is unread', async () => {
  const { first, another, rejectReading, correctJune, inAll, bill, read, readMeter } = await setUpBuilding();
  await bill('05');
  const beside = await another({ installedOn: '2026-06-19' });
  const unread = await readMeter(beside, '2026-06-30', 5);
  const wrong = await read(0, '2026-06-30', 20);
  await sendAll(g, (await bill('06')).data);
  for (const reading of [unread, wrong]) await rejectReading(reading);
  await read(0, '2026-06-30', 22);
  const correction = await correctJune();
  assert.equal(correction?.amount, 2.44);
  assert.deepEqual(await metersShown(correction?.invoiceId), [first.id], 'nobody knows what the other one showed');
  await readMeter(beside, '2026-07-31', 8);
  await read(0, '2026-07-31', 30);
  await bill('07');
  assert.deepEqual(await inAll(), [38, 8.36]);
});

test('what an unread meter was billed by readings inside the period stays at the prices of its days', async () => {
  const priced = { ...water, tariffs: [{ from: '2026-06-16', unitPrice: 3 }] };
  const { another, rejectReading, correctJune, inAll, bill, read, readMeter } = await setUpBuilding([priced]);
  const beside = await another({});
  await readMeter(beside, '2026-04-30', 0);
  await readMeter(beside, '2026-05-31', 10);
  await bill('05');
  // Of the other meter's 40 m3 ten were counted at 1.00, thirty at 3.00.
  const middle = await readMeter(beside, '2026-06-15', 20);
  const end = await readMeter(beside, '2026-06-30', 50);
  const wrong = await read(0, '2026-06-30', 40);
  await sendAll(g, (await bill('06')).data);
  assert.deepEqual(await inAll(), [20 + 10 + 3 * 30 + 15 + 3 * 15, 39.6]);
  for (const reading of [end, middle, wrong]) await rejectReading(reading);
  await read(0, '2026-06-30', 70);
  assert.equal((await correctJune())?.amount, 73.2, '15 more at 1.00 and 15 at 3.00, with VAT');
  await readMeter(beside, '2026-06-15', 20);
  await readMeter(beside, '2026-06-30', 50);
  await readMeter(beside, '2026-07-31', 51);
  await read(0, '2026-07-31', 71);
  await bill('07');
  assert.deepEqual((await inAll())[0], 20 + 10 + 3 * 30 + 30 + 3 * 30 + 3 * 2);
});

test('what an unread meter settled of an earlier month with the period stays on the days of that month', async () => {
  const { another, rejectReading, correctJune, inAll, bill, read, readMeter } = await setUpBuilding();
  const beside = await another({});
  await readMeter(beside, '2026-04-30', 0);
  const early = await readMeter(beside, '2026-05-31', 10);
  await bill('05');
  await rejectReading(early);
  await readMeter(beside, '2026-05-31', 4);
  const end = await readMeter(beside, '2026-06-30', 9);
  const wrong = await read(0, '2026-06-30', 20);
  await sendAll(g, (await bill('06')).data);
  assert.deepEqual((await inAll())[0], 29);
  for (const reading of [end, wrong]) await rejectReading(reading);
  await read(0, '2026-06-30', 22);
  assert.equal((await correctJune())?.amount, 2.44);
  await readMeter(beside, '2026-06-30', 9);
  await readMeter(beside, '2026-07-31', 9);
  await read(0, '2026-07-31', 22);
  const july = await bill('07');
  assert.deepEqual((await inAll())[0], 31);
  const invoice = await g.ask<{ positions: unknown[] }>('GET', `/invoices/${july.data.invoices[0]?.invoiceId}`, { as });
  assert.equal(invoice.data.positions.length, 2, 'July itself and the fee: no day is left to be settled');
});

test('what two charges billed differently of an unread meter stays as each of them billed it', async () => {
  const sewerage = { ...water, code: 'sewerage', name: 'Kanal', unitPrice: 2 };
  const { building, first, rejectReading, correctJune, inAll, bill, read } = await setUpBuilding([water, sewerage]);
  await bill('05');
  const june = await read(0, '2026-06-30', 30);
  const made = (await bill('06')).data;
  await sendAll(g, made);
  const [own] = made.invoices.filter(({ apartmentId }) => apartmentId === first.apartmentId);
  // Half of June's water is credited, and then counted less: the credit limits what the correction gives back of water
  // alone.
  const positions = [{ position: 1, amount: 15 }];
  const body = { reason: 'Vabandus', positions };
  assert.equal((await g.ask('POST', `//console/api/invoices/${own?.invoiceId}/credit`, { as, body })).status, 201);
  await rejectReading(june);
  const lower = await read(0, '2026-06-30', 20);
  await correctJune();
  const before = await inAll();
  await rejectReading(lower);
  assert.equal((await correctJune())?.status, 'unchanged', building.id);
  assert.deepEqual(await inAll(), before);
});
