// Tests of starting a banklink payment: the amount is the invoice's balance, the payer goes to the organization's bank
// and back, and only what is due can be paid.
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { test } from 'node:test';
import {
  createSentInvoices,
  createTestBank,
  iban,
  initiatePayment,
  type StartedPayment,
} from '../../../test/banklink-fixture.ts';
import { createThreeInvoices, markSent, november } from '../../../test/billing-fixture.ts';
import { anOrganization, aPerson, aResidency, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { payByHand } from '../../../test/statement-samples.ts';
import { orderKey } from '../../payments/banklink/initiate-payment.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, integrator, tenantId } = organization;
const bank = await createTestBank(g, organization);
const { invoices } = await createSentInvoices(g, organization);
const ask = (body: Record<string, unknown>, as: string | undefined = integrator) =>
  g.ask<StartedPayment>('POST', '/payments/banklink', { as, body });

test('a payment is started for the balance, with a form signed by the bank’s merchant key', async () => {
  const invoice = await g.ask<Thing & { balance: number; number: string; reference: string }>(
    'GET',
    `/invoices/${invoices[0]}`,
    { as: owner },
  );
  const answer = await ask({ invoiceId: invoices[0], amount: 0.01 });
  assert.equal(answer.status, 201, answer.text);
  const { fields, ...payment } = answer.data;
  assert.deepEqual(payment, {
    id: payment.id,
    status: 'initiated',
    invoiceId: invoices[0],
    bank: 'kodupank',
    amount: invoice.data.balance,
    currency: 'EUR',
    method: 'POST',
    url: 'https://pank.example/banklink',
    payUrl: `http://127.0.0.1:3000/pay/${orderKey(tenantId, payment.id)}`,
    expiresAt: '2026-11-21T09:00:00.000Z',
  });
  assert.equal(answer.headers.location, payment.payUrl);
  const back = `http://127.0.0.1:3000/callbacks/banklink/kodupank?order=${orderKey(tenantId, payment.id)}`;
  assert.deepEqual(
    [
      fields.VK_SERVICE,
      fields.VK_VERSION,
      fields.VK_SND_ID,
      fields.VK_ACC,
      fields.VK_NAME,
      fields.VK_REF,
      fields.VK_MSG,
    ],
    ['1011', '009', 'KASE12', iban, 'KÜ Kase 12', invoice.data.reference, `Arve ${invoice.data.number}`],
  );
  assert.deepEqual([fields.VK_RETURN, fields.VK_CANCEL, fields.VK_LANG], [back, back, 'EST']);
  const names = Object.keys(fields).filter((name) => !/^VK_(MAC|ENCODING|LANG|AUTO)$/.test(name));
  const text = names
    .map((name) => `${String([...(fields[name] ?? '')].length).padStart(3, '0')}${fields[name]}`)
    .join('');
  assert.ok(verify('RSA-SHA512', Buffer.from(text), bank.merchantKey, Buffer.from(fields.VK_MAC ?? '', 'base64')));
});

test('each payment has its own number at the bank, also simultaneous ones', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, () => initiatePayment(g, owner, { invoiceId: invoices[0] })),
  );
  assert.equal(new Set(all.map((item) => item.fields.VK_STAMP)).size, 20);
  for (const [nth, item] of all.entries()) assert.match(item.fields.VK_STAMP ?? '', /^\d{19}$/, `item ${nth}`);
});

test('the balance of a partly paid invoice can be paid; a paid, cancelled or foreign invoice cannot', async () => {
  await payByHand(g, tenantId, invoices[1], '330.62');
  assert.equal((await initiatePayment(g, owner, { invoiceId: invoices[1] })).amount, 1);
  await g.ask('PATCH', `/invoices/${invoices[1]}`, { as: owner, body: { status: 'paid' } });
  assert.deepEqual(
    [(await ask({ invoiceId: invoices[1] })).status, (await ask({ invoiceId: invoices[1] })).code],
    [409, 'invoice_not_payable'],
  );
  await g.ask('PATCH', `/invoices/${invoices[2]}`, { as: owner, body: { status: 'cancelled' } });
  assert.equal((await ask({ invoiceId: invoices[2] })).code, 'invoice_not_payable');
  const stranger = await anOrganization(g);
  const theirs = await ask({ invoiceId: invoices[0] }, stranger.owner);
  const missing = await ask({ invoiceId: tenantId }, stranger.owner);
  assert.deepEqual([theirs.status, theirs.text], [404, missing.text]);
});

test('an invoice in another currency, a credit note and an amount beyond the form’s limit are rejected', async () => {
  const { invoices: inKronor } = await createSentInvoices(g, organization, { currency: 'SEK' });
  const { buildingId, invoices: october } = await createSentInvoices(g, organization);
  const credit = await g.ask('POST', `//console/api/invoices/${october[0]}/credit`, {
    as: owner,
    body: { reason: 'x' },
  });
  const [vast] = await createThreeInvoices(g, owner, buildingId, {
    ...november,
    costs: [{ charge: 'heat', amount: 2_000_000_000 }],
  });
  for (const id of [credit.data.id, vast]) await markSent(g, id);
  for (const [what, invoiceId] of [
    ['another currency', inKronor[0]],
    ['a credit note', credit.data.id],
    ['beyond the limit', vast],
  ])
    assert.equal((await ask({ invoiceId })).code, 'invoice_not_payable', what);
});

test('the bank must belong to the organization, and be named where there are several', async () => {
  const unknown = await ask({ invoiceId: invoices[0], bank: 'swedbank' });
  assert.deepEqual([unknown.status, unknown.fields], [422, ['bank']]);
  const otherOrganization = await anOrganization(g);
  const { invoices: theirs } = await createSentInvoices(g, otherOrganization);
  assert.equal((await ask({ invoiceId: theirs[0] }, otherOrganization.owner)).code, 'no_bank');
  await createTestBank(g, otherOrganization, { name: 'esimene' });
  await createTestBank(g, otherOrganization, { name: 'teine', service: '1012' });
  const several = await ask({ invoiceId: theirs[0] }, otherOrganization.owner);
  assert.deepEqual([several.status, several.fields], [422, ['bank']]);
  assert.match(several.text, /esimene, teine/);
  const byContract = await initiatePayment(g, otherOrganization.owner, { invoiceId: theirs[0], bank: 'teine' });
  assert.deepEqual([byContract.fields.VK_SERVICE, byContract.fields.VK_ACC], ['1012', undefined]);
});

test('a reference that banks do not accept is left out, and long names are cut to the form’s limit', async () => {
  const name = `KÜ ${'Õ'.repeat(100)}`;
  const { invoices: more } = await createSentInvoices(g, organization, { beneficiary: name, language: 'lt' });
  await g.ask('PATCH', `/invoices/${more[0]}`, { as: owner, body: { reference: 'minu oma 7' } });
  const { fields } = await initiatePayment(g, owner, { invoiceId: more[0] });
  assert.deepEqual([fields.VK_REF, [...(fields.VK_NAME ?? '')].length, fields.VK_LANG], ['', 70, 'LIT']);
});

test('the return address is https or on this machine; nothing else is ever shown as a link', async () => {
  const wrong = [
    'http://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://user:pass@evil.example/',
    'https://h.example/\\evil',
    'https://h.example/ x',
    'ftp://h.example/',
    'tere',
  ];
  for (const returnUrl of wrong) {
    const answer = await ask({ invoiceId: invoices[0], returnUrl });
    assert.deepEqual([answer.status, answer.fields], [422, ['returnUrl']], returnUrl);
  }
  for (const returnUrl of ['https://app.example/invoices?a=1#b', 'http://localhost:5173/', 'http://127.0.0.1:1/'])
    assert.equal((await ask({ invoiceId: invoices[0], returnUrl })).status, 201, returnUrl);
});

test('a resident starts payments only for their own invoices', async () => {
  const resident = await aPerson(g, tenantId, 'resident');
  const { apartments: places, invoices: more } = await createSentInvoices(g, organization);
  await aResidency(g, tenantId, resident.userId, places[0]?.id ?? '');
  assert.equal((await ask({ invoiceId: more[0] }, resident.token)).status, 201);
  assert.equal((await ask({ invoiceId: more[1] }, resident.token)).status, 404);
});
