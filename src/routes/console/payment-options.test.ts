// Tests of the ways to pay an invoice: banks and transfer details for the balance, shown to those who may see the
// invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSentInvoices, createTestBank, iban, initiatePayment } from '../../../test/banklink-fixture.ts';
import { anOrganization, aPerson, aResidency, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, tenantId } = organization;
const { apartments, invoices } = await createSentInvoices(g, organization);
type Ways = Thing & { open: boolean; amount: number; banks: unknown[]; transfer: unknown; code: string | null };
const ways = (id: string | undefined, as: string) =>
  g.ask<Ways>('GET', `//console/api/invoices/${id}/ways-to-pay`, { as });

test('a resident gets the banks, the transfer and its code for their own invoice, and nothing of another', async () => {
  const { token, userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, String(apartments[0]?.id));
  const without = await ways(invoices[0], token);
  assert.equal(without.status, 200, without.text);
  assert.deepEqual(without.data.banks, []);
  await createTestBank(g, organization);
  const reported = (await ways(invoices[0], token)).data;
  const invoice = (await g.ask<Thing & { balance: number }>('GET', `/invoices/${invoices[0]}`, { as: token })).data;
  assert.deepEqual(
    [reported.open, reported.amount, reported.banks, reported.transfer],
    [
      true,
      invoice.balance,
      [{ bank: 'kodupank', title: 'Kodupank', provider: 'ipizza' }],
      { beneficiary: 'KÜ Kase 12', iban, reference: invoice.reference },
    ],
  );
  assert.match(reported.code ?? '', /^<svg [^>]*><path d="[Mhvz0-9 -]+"\/><\/svg>$/);
  assert.equal((await ways(invoices[1], token)).status, 404);
});

test('a paid invoice has nothing to pay', async () => {
  await g.ask('PATCH', `/invoices/${invoices[1]}`, { as: owner, body: { status: 'paid' } });
  const { open, amount, banks, code } = (await ways(invoices[1], owner)).data;
  assert.deepEqual([open, amount, banks, code], [false, 0, [], null]);
});

test('a cancelled invoice has nothing to pay; in another currency there is a transfer alone', async () => {
  await g.ask('PATCH', `/invoices/${invoices[2]}`, { as: owner, body: { status: 'cancelled' } });
  const cancelled = (await ways(invoices[2], owner)).data;
  assert.deepEqual([cancelled.open, cancelled.banks, cancelled.code, cancelled.together], [false, [], null, null]);
  const { invoices: inKronor } = await createSentInvoices(g, organization, { currency: 'SEK' });
  const { open, banks, code, transfer } = (await ways(inKronor[0], owner)).data;
  assert.deepEqual([open, banks, code], [true, [], null]);
  assert.ok(transfer);
});

test('where there is a sandbox bank, it is offered before anybody created it, and accepts the payer', async () => {
  const trying = await startTestService({ sandboxBank: true });
  const newcomers = await anOrganization(trying);
  const sent = await createSentInvoices(trying, newcomers);
  const path = `//console/api/invoices/${sent.invoices[0]}/ways-to-pay`;
  const offered = async () => (await trying.ask<Ways>('GET', path, { as: newcomers.owner })).data.banks;
  const sandbox = { bank: 'sandbox', title: 'Sandbox bank', provider: 'sandbox' };
  assert.deepEqual(await offered(), [sandbox]);
  const begun = await initiatePayment(trying, newcomers.owner, { invoiceId: sent.invoices[0], bank: sandbox.bank });
  assert.match(begun.payUrl, /\/pay\//);
  assert.deepEqual(await offered(), [sandbox]);
});
