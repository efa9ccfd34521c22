// Tests of one payment reported several times, by the bank’s callback, a person and the statement: it counts once, and
// other payments are not taken for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createSentInvoices,
  createTestBank,
  initiatePayment,
  paidMessage,
  sendCallback,
} from '../../../../test/banklink-fixture.ts';
import { createThreeInvoices } from '../../../../test/billing-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../../test/service-fixture.ts';
import {
  camt,
  findBrokenInvariants,
  importStatementFile,
  payerIban,
  type StatementLine,
} from '../../../../test/statement-samples.ts';
import { toRfReference } from '../../../properties/payment-reference.ts';

const g = await startTestService();

async function setUpBuilding(billing: Record<string, unknown> = {}) {
  const organization = await anOrganization(g);
  const as = organization.owner;
  const bank = await createTestBank(g, organization);
  const { buildingId, apartments, invoices } = await createSentInvoices(g, organization, billing);
  const [a = '', b = '', c = ''] = apartments.map((apartment) => String(apartment.referenceNumber));
  const into = async (...lines: StatementLine[]) => {
    const done = await importStatementFile(g, organization.tenantId, camt(lines));
    return done.payments.map((payment) => payment.reason);
  };
  const invoice = async (id: string) =>
    (await g.ask<Thing & { status: string; balance: number }>('GET', `/invoices/${id}`, { as })).data;
  const payments = async () =>
    (await g.ask<Thing & { reason: string; unallocated: number }>('GET', '/payments?sort=createdAt', { as })).items;
  const pay = (id: string, body: object) =>
    g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid', ...body } });
  const { tenantId } = organization;
  return {
    as,
    tenantId,
    bank,
    buildingId,
    apartments,
    invoices,
    references: [a, b, c] as const,
    into,
    invoice,
    payments,
    pay,
  };
}
type ImportFixture = Awaited<ReturnType<typeof setUpBuilding>>;

const later = () => {
  g.clock.now = new Date(g.clock.now.getTime() + 1000);
};
const begun = (fixture: ImportFixture, invoiceId: string) =>
  initiatePayment(g, fixture.as, { invoiceId, bank: 'kodupank' });

test('however an earlier statement writes the reference, the bank’s callback is for the same payment', async () => {
  const spellings = [
    (own: string): StatementLine => ({ amount: '552.71', reference: toRfReference(own) }),
    (own: string): StatementLine => ({ amount: '552.71', reference: `000${own}` }),
    (own: string): StatementLine => ({ amount: '552.71', text: `korter 1 viide ${own}` }),
    (own: string): StatementLine => ({ amount: '552.71', text: `aitäh ${toRfReference(own)}` }),
  ];
  for (const [nth, line] of spellings.entries()) {
    const fixture = await setUpBuilding();
    const startedPayment = await begun(fixture, fixture.invoices[0]);
    later();
    await fixture.into({ ...line(fixture.references[0]), day: '2026-11-20', iban: null });
    assert.equal(
      (await sendCallback(g, startedPayment, paidMessage(fixture.bank, startedPayment))).status,
      303,
      `line ${nth}`,
    );
    assert.deepEqual(
      (await fixture.payments()).map((each) => each.source),
      ['banklink'],
      `line ${nth}`,
    );
  }
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('for a booking shown by two kinds of files, the bank’s callback applies to the one that counts, and the other stays held', async () => {
  const fixture = await setUpBuilding();
  const startedPayment = await begun(fixture, fixture.invoices[0]);
  const reported = paidMessage(fixture.bank, startedPayment);
  later();
  const line: StatementLine = { amount: '552.71', reference: fixture.references[0], day: '2026-11-20' };
  await importStatementFile(g, fixture.tenantId, camt([{ ...line, id: 'A' }], { message: '052' }));
  await importStatementFile(g, fixture.tenantId, camt([{ ...line, id: 'B', order: String(reported.VK_T_NO) }]));
  assert.equal((await sendCallback(g, startedPayment, reported)).status, 303);
  assert.deepEqual(
    (await fixture.payments()).map((each) => [each.source, each.reason, each.unallocated, each.apartmentId !== null]),
    [
      ['banklink', 'reference', 0, true],
      ['statement', 'possible_duplicate', 552.71, false],
    ],
  );
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a transfer for one apartment is not the same payer’s banklink payment for another', async () => {
  const fixture = await setUpBuilding({
    charges: [{ code: 'heat', name: 'Küte', basis: 'equal', costFrom: 'supplier_bill' }],
  });
  const startedPayment = await begun(fixture, fixture.invoices[1]);
  later();
  await fixture.into({ amount: '552.71', reference: fixture.references[0], day: '2026-11-20', iban: payerIban });
  await sendCallback(g, startedPayment, paidMessage(fixture.bank, startedPayment));
  assert.deepEqual(
    [(await fixture.invoice(fixture.invoices[0])).status, (await fixture.invoice(fixture.invoices[1])).status],
    ['paid', 'paid'],
  );
});

test('a line imported before a banklink payment was started is another payment, even with the same reference', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.buildingId, {
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
  });
  await fixture.into({ amount: '552.71', reference: fixture.references[0], day: '2026-11-20' });
  later();
  const startedPayment = await begun(fixture, invoice1);
  await sendCallback(g, startedPayment, paidMessage(fixture.bank, startedPayment));
  assert.equal((await fixture.invoice(invoice1)).status, 'paid');
  assert.equal((await fixture.payments()).length, 2);
});

test('another order number leaves it open whether it is the same payment: the excess over the invoice waits', async () => {
  const fixture = await setUpBuilding();
  const startedPayment = await begun(fixture, fixture.invoices[0]);
  later();
  await fixture.into({ amount: '552.71', reference: fixture.references[0], order: '815', day: '2026-11-20' });
  later();
  await sendCallback(g, startedPayment, paidMessage(fixture.bank, startedPayment));
  const [, second] = await fixture.payments();
  assert.deepEqual([second?.reason, second?.unallocated, second?.apartmentId], ['possible_duplicate', 552.71, null]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a payment for what was manually recorded as paid is held, weeks apart or of another amount, and never becomes credit', async () => {
  for (const line of [{ amount: '552.71' }, { amount: '500.00' }, { amount: '600.00' }]) {
    const fixture = await setUpBuilding();
    await fixture.pay(fixture.invoices[0], {});
    const reasons = await fixture.into({ ...line, reference: fixture.references[0], day: '2026-11-02' });
    assert.deepEqual(reasons, ['possible_duplicate'], JSON.stringify(line));
    const [, held] = await fixture.payments();
    assert.deepEqual([held?.unallocated, held?.apartmentId], [Number(line.amount), null], JSON.stringify(line));
  }
});

test('a manual record does not hold a payment of exactly another open amount, or one much later', async () => {
  const fixture = await setUpBuilding();
  const costs = [{ charge: 'heat', amount: 10 }];
  const next = { periodStart: '2026-11-01', periodEnd: '2026-11-30', costs };
  await fixture.pay(fixture.invoices[0], { paidDate: '2026-11-01' });
  const [open] = await createThreeInvoices(g, fixture.as, fixture.buildingId, next);
  const amount = (await fixture.invoice(open)).balance.toFixed(2);
  assert.deepEqual(await fixture.into({ amount, reference: fixture.references[0], day: '2026-11-05' }), ['reference']);
  assert.equal((await fixture.invoice(open)).status, 'paid');

  await fixture.pay(fixture.invoices[1], { paidDate: '2026-11-01' });
  const part = { amount: '1.00', reference: fixture.references[1], day: '2026-11-19' };
  assert.deepEqual(await fixture.into(part), ['reference']);
});

test('the same amount as a manually recorded one is held, though another invoice is open for it', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.buildingId, {
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
  });
  await fixture.pay(fixture.invoices[0], {});
  const line = { amount: '552.71', reference: fixture.references[0], day: '2026-11-02' };
  assert.deepEqual(await fixture.into(line), ['possible_duplicate']);
  assert.equal((await fixture.invoice(invoice1)).balance, 552.71);
});
