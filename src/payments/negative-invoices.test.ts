// Tests of negative invoices: their amount is credit of the apartment, and credits and prepayments stay with the people
// they belong to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, generate, type InvoiceAnswer, markSent, november } from '../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { account, camt, importStatementFile } from '../../test/statement-samples.ts';

const g = await startTestService();

/** A supplier gives back more than the rest of the month costs. */
const note = [{ charge: 'heat', amount: -2000 }];

type Money = InvoiceAnswer & { balance: number; amountPaid: number; reference: string };

async function setUpBuilding() {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const read = async (id = '') => (await g.ask<Money>('GET', `/invoices/${id}`, { as })).data;
  const change = (id = '', body: object = {}) => g.ask<Money>('PATCH', `/invoices/${id}`, { as, body });
  const credit = async () =>
    (await g.ask<Thing & { unallocated: number }>('GET', '/payments?source=credit', { as })).items.map((item) => [
      item.status,
      item.unallocated,
    ]);
  return { as, tenantId, building, apartments, read, change, credit };
}

/**
 * October, in which Mari sells the first apartment to Jaan, who moves in on the 11th: the seller’s invoice and the
 * buyer’s.
 */
async function setUpSoldApartment() {
  const fixture = await setUpBuilding();
  const [sold] = fixture.apartments;
  const [mari, jaan] = [await aPerson(g, fixture.tenantId, 'resident'), await aPerson(g, fixture.tenantId, 'resident')];
  await aResidency(g, fixture.tenantId, mari.userId, sold.id, '2020-01-01');
  await moveOut(g, fixture.tenantId, sold.id, '2026-10-10');
  await aResidency(g, fixture.tenantId, jaan.userId, sold.id, '2026-10-11');
  const { data } = await generate(g, fixture.as, fixture.building.id);
  const [sellerInvoice = '', buyerInvoice = ''] = data.invoices.map((invoice) => invoice.invoiceId);
  for (const id of [sellerInvoice, buyerInvoice]) await markSent(g, id);
  return { ...fixture, sellerInvoice, buyerInvoice };
}

test('a negative invoice is credit at once: the next invoice uses it, and nobody can mark it paid', async () => {
  const fixture = await setUpBuilding();
  const [negative] = (await generate(g, fixture.as, fixture.building.id, { costs: note })).data.invoices;
  const made = await fixture.read(negative?.invoiceId);
  assert.deepEqual([made.amount, made.balance], [-947.3, 0]);
  const worth = await fixture.credit();
  assert.deepEqual(worth.map(([, left]) => left).sort(), [378.92, 568.38, 947.3]);
  const paid = await fixture.change(made.id, { status: 'paid' });
  assert.deepEqual([paid.status, paid.code], [409, 'invalid_status_transition']);
  assert.match(paid.text, /is a credit note/);
  const [next] = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices;
  const covered = await fixture.read(next?.invoiceId);
  assert.deepEqual([covered.status, covered.amountPaid], ['paid', 552.71]);
  const again = await generate(g, fixture.as, fixture.building.id, { costs: note });
  assert.deepEqual([again.status, (await fixture.credit()).length], [200, 3], 'a repeat gives nothing a second time');
});

test('a cancelled negative invoice is worth nothing, and what it paid is due again', async () => {
  const fixture = await setUpBuilding();
  const [before] = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices;
  const [made] = (await generate(g, fixture.as, fixture.building.id, { costs: note })).data.invoices;
  assert.equal((await fixture.read(before?.invoiceId)).amountPaid, 552.71, 'it pays what was owed before');
  const gone = await fixture.change(made?.invoiceId, { status: 'cancelled' });
  assert.deepEqual([gone.status, gone.data.amountPaid, gone.data.balance], [200, 0, 0]);
  assert.equal((await fixture.read(before?.invoiceId)).amountPaid, 0);
  assert.equal((await fixture.credit()).filter(([status]) => status === 'reversed').length, 1);
});

test('after a change of owner, a credit for one owner pays none of the other’s invoices, and waits', async () => {
  const fixture = await setUpSoldApartment();
  await fixture.change(fixture.sellerInvoice, { status: 'paid' });
  await g.ask('POST', `//console/api/invoices/${fixture.sellerInvoice}/credit`, {
    as: fixture.as,
    body: { reason: 'Katkestus' },
  });
  assert.equal((await fixture.read(fixture.buyerInvoice)).amountPaid, 0);
  const worth = (await fixture.read(fixture.sellerInvoice)).amount;
  assert.deepEqual(await fixture.credit(), [['unmatched', worth]]);
  const [next] = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices;
  assert.equal((await fixture.read(next?.invoiceId)).amountPaid, 0);
  await g.ask('POST', `//console/api/invoices/${fixture.buyerInvoice}/credit`, {
    as: fixture.as,
    body: { reason: 'Katkestus', positions: [{ position: 1, amount: 5 }] },
  });
  assert.ok(
    (await fixture.read(fixture.buyerInvoice)).amountPaid >= 5,
    'the buyer’s own credit pays the buyer’s invoice',
  );
  assert.deepEqual(
    (await fixture.credit()).filter(([, left]) => left !== 0),
    [['unmatched', worth]],
  );
});

test('after a change of owner, a payment of exactly the second invoice pays the second', async () => {
  const fixture = await setUpSoldApartment();
  const { reference, balance } = await fixture.read(fixture.buyerInvoice);
  await importStatementFile(g, fixture.tenantId, camt([{ amount: balance.toFixed(2), reference }]));
  assert.deepEqual(
    [(await fixture.read(fixture.buyerInvoice)).status, (await fixture.read(fixture.sellerInvoice)).amountPaid],
    ['paid', 0],
  );
});

test('after a change of owner, the seller’s prepayment pays none of the buyer’s invoices, and is found among the prepayments', async () => {
  const fixture = await setUpBuilding();
  const [sold] = fixture.apartments;
  const [mari, jaan] = [await aPerson(g, fixture.tenantId, 'resident'), await aPerson(g, fixture.tenantId, 'resident')];
  await aResidency(g, fixture.tenantId, mari.userId, sold.id, '2020-01-01');
  const reference = String(sold.referenceNumber);
  const pay = (amount: string, day: string) =>
    importStatementFile(g, fixture.tenantId, camt([{ amount, reference, day, id: `paid-on-${day}` }]));
  await pay('600.00', '2026-10-20');
  const [sellerInvoice] = (await generate(g, fixture.as, fixture.building.id)).data.invoices;
  assert.equal((await fixture.read(sellerInvoice?.invoiceId)).amountPaid, 552.71, 'it pays the seller’s own invoice');
  await moveOut(g, fixture.tenantId, sold.id, '2026-10-31');
  await aResidency(g, fixture.tenantId, jaan.userId, sold.id, '2026-11-01');
  const [buyerInvoice] = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices;
  const account = async (id = '') => {
    const path = `/invoices/${id}?account=true`;
    const { data } = await g.ask<Money & { account: Record<string, number> }>('GET', path, { as: fixture.as });
    return [data.amountPaid, data.account.credits, data.account.amountToPay];
  };
  assert.deepEqual(await account(buyerInvoice?.invoiceId), [0, 0, 552.71]);
  assert.deepEqual((await account(sellerInvoice?.invoiceId)).slice(1), [47.29, -47.29]);
  await pay('20.00', '2026-11-12');
  assert.equal(
    (await fixture.read(buyerInvoice?.invoiceId)).amountPaid,
    20,
    'the buyer’s own money pays the buyer’s invoice',
  );
  const prepayments = '//console/api/payments?prepaid=true';
  const { items: prepaid } = await g.ask<Thing & { unallocated: number }>('GET', prepayments, { as: fixture.as });
  assert.deepEqual(
    prepaid.map((item) => [item.unallocated, item.apartmentId]),
    [[47.29, sold.id]],
  );
  const match = `//console/api/payments/${prepaid[0]?.id}/match`;
  const put = await g.ask('POST', match, { as: fixture.as, body: { invoiceId: buyerInvoice?.invoiceId } });
  assert.equal(put.status, 200, put.text);
  assert.equal((await fixture.read(buyerInvoice?.invoiceId)).amountPaid, 67.29, 'unless a person says so');
});
