// Tests over HTTP: what a correction took of one charge and added to another is left to credit as the invoice's balance
// says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  createBilledBuilding,
  createThreeInvoices,
  type InvoiceAnswer,
  markSent,
  october,
  sendAll,
} from '../../../test/billing-fixture.ts';
import { createMeteredBuilding } from '../../../test/metering-fixture.ts';
import { anOrganization, refusalOf, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { findBrokenInvariants } from '../../../test/statement-samples.ts';

const g = await startTestService();

type Preview = { amount: number; positions: { position: number; amount: number; creditedBefore: number }[] };

/** A sent invoice of 552.71: 42.50 of care with VAT, and 500.01 of heat. The charges are changed, and heat is lower. */
async function correctedInvoice(changed: readonly (object | undefined)[]) {
  const { owner: as } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const [invoiceId] = await createThreeInvoices(g, as, building.id);
  await markSent(g, invoiceId);
  const body = { billing: { charges: changed } };
  assert.equal((await g.ask('PATCH', `/buildings/${building.id}`, { as, body })).status, 200);
  const correction = await g.ask<{ invoices: { invoiceId: string; amount: number }[] }>(
    'POST',
    `//console/api/buildings/${building.id}/corrections`,
    { as, body: { ...october, reason: 'Viga', bills: [{ charge: 'heat', amount: -100 }] } },
  );
  assert.equal(correction.status, 201, correction.text);
  const [made = { invoiceId: '', amount: 0 }] = correction.data.invoices;
  const path = `//console/api/invoices/${invoiceId}`;
  const left = async () => (await g.ask<Preview>('POST', `${path}/credit-preview`, { as, body: {} })).data;
  const credit = (positions?: object[]) =>
    g.ask<InvoiceAnswer>('POST', `${path}/credit`, { as, body: { reason: 'Viga', ...(positions && { positions }) } });
  const invoice = async () =>
    (await g.ask<Thing & { balance: number; status: string }>('GET', `/invoices/${invoiceId}`, { as })).data;
  const cancel = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
  return { as, correction: made, left, credit, invoice, cancel };
}

const dearer = [{ ...charges[0], unitPrice: 0.95 }, charges[1]];

test('a correction of −50.00 and +6.20 leaves to credit what is to pay, with what it added to its charge', async () => {
  const { correction, left, credit, invoice, cancel } = await correctedInvoice(dearer);
  assert.deepEqual([correction.amount, (await invoice()).balance], [-43.8, 508.91]);
  const { amount, positions } = await left();
  assert.equal(amount, -508.91);
  assert.deepEqual(
    positions.map((line) => [line.position, line.amount, line.creditedBefore]),
    [
      [1, -47.5, 0],
      [2, -450.01, 50],
    ],
  );
  const tooMuch = await credit([{ position: 1, amount: 47.51 }]);
  assert.deepEqual(refusalOf(tooMuch), [422, 'validation_failed', ['positions.0.amount']]);
  const part = await credit([{ position: 1, amount: 45 }]);
  assert.equal(part.data.amount, -55.8, 'more than the position had');
  assert.deepEqual([(await left()).amount, (await invoice()).balance], [-453.11, 453.11]);
  assert.deepEqual(refusalOf(await cancel(correction.invoiceId)), [409, 'invalid_status_transition', []]);
  assert.equal((await credit()).data.amount, -453.11);
  assert.deepEqual([(await invoice()).status, (await invoice()).balance], ['paid', 0]);
  assert.deepEqual(refusalOf(await credit()), [409, 'invoice_not_creditable', []]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a charge that only the correction has is a further position of the invoice to credit', async () => {
  const lift = { code: 'lift', name: 'Lift', basis: 'fixed', unitPrice: 3, vatRate: 24 };
  const { correction, left, credit, invoice } = await correctedInvoice([...charges, lift]);
  assert.deepEqual([correction.amount, (await invoice()).balance], [-46.28, 506.43]);
  const { amount, positions } = await left();
  assert.deepEqual(
    [amount, positions.map((line) => [line.position, line.amount])],
    [
      -506.43,
      [
        [1, -42.5],
        [2, -450.01],
        [3, -3],
      ],
    ],
  );
  assert.equal((await credit([{ position: 3, amount: 1 }])).data.amount, -1.24);
  assert.deepEqual((await left()).positions.at(-1)?.amount, -2);
  assert.equal((await credit([{ position: 3 }])).data.amount, -2.48);
  assert.deepEqual([(await left()).amount, (await invoice()).balance], [-502.71, 502.71]);
  assert.equal((await credit()).data.amount, -502.71);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a correction that is cancelled adds nothing to credit', async () => {
  const { correction, left, invoice, cancel } = await correctedInvoice(dearer);
  assert.equal((await cancel(correction.invoiceId)).status, 200);
  assert.deepEqual([(await left()).amount, (await invoice()).balance], [-552.71, 552.71]);
});

test('of a meter that counted more, a correction that lowers another charge leaves the whole consumption to credit', async () => {
  const { owner: as } = await anOrganization(g);
  const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };
  const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 100 };
  const { building, meters, readMeter, bill, correctMonth } = await createMeteredBuilding(g, as, [water, fee]);
  const [meter] = meters as [Thing];
  for (const each of meters) await readMeter(each, '2026-08-31', 10);
  const readings: Thing[] = [];
  for (const each of meters) readings.push(await readMeter(each, '2026-09-30', 17.5));
  const { invoices } = (await bill('09')).data;
  await sendAll(g, { invoices });
  const more = { value: 20, corrects: readings[0]?.id };
  assert.equal((await g.ask('POST', `/meters/${meter.id}/readings`, { as, body: more })).status, 201);
  const cheaper = { billing: { charges: [water, { ...fee, unitPrice: 80 }] } };
  assert.equal((await g.ask('PATCH', `/buildings/${building.id}`, { as, body: cheaper })).status, 200);
  await correctMonth('09');
  const id = invoices.find(({ apartmentId }) => apartmentId === meter.apartmentId)?.invoiceId;
  const { amount, positions } = (
    await g.ask<Preview>('POST', `//console/api/invoices/${id}/credit-preview`, { as, body: {} })
  ).data;
  assert.deepEqual([amount, positions.map((line) => line.amount)], [-100, [-20, -80]]);
  const invoice = async () => (await g.ask<Thing & { balance: number }>('GET', `/invoices/${id}`, { as })).data.balance;
  assert.equal(await invoice(), 100);
  await g.succeed('POST', `//console/api/invoices/${id}/credit`, { as, body: { reason: 'Viga' } });
  assert.equal(await invoice(), 0);
  assert.deepEqual(await findBrokenInvariants(g), []);
});
