// Tests of banklink callbacks: each payment counts once, in any order, by any method, repeated or late; invalid
// messages count for nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import {
  type BankFormFields,
  createSentInvoices,
  createTestBank,
  failedMessage,
  initiatePayment,
  makeRsaKey,
  paidMessage,
  payerIban,
  type StartedPayment,
  sendCallback,
  signFields,
} from '../../../test/banklink-fixture.ts';
import { createThreeInvoices, eventsOf } from '../../../test/billing-fixture.ts';
import { anOrganization, password, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { orderKey } from '../../payments/banklink/initiate-payment.ts';
import { macText, makeMac, signedFields } from '../../payments/banklink/ipizza.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, tenantId } = organization;
const bank = await createTestBank(g, organization);
const day = 24 * 60 * 60_000;

type Payment = Thing & {
  readonly status: string;
  readonly reason: string;
  readonly amount: number;
  readonly unallocated: number;
  readonly paidOn: string;
  readonly allocations: readonly { invoiceId: string; amount: number }[];
};

/** An invoice of its own, and its payment, begun. */
async function begun(): Promise<{ invoiceId: string; begun: StartedPayment }> {
  const { invoices } = await createSentInvoices(g, organization);
  return {
    invoiceId: invoices[0],
    begun: await initiatePayment(g, owner, { invoiceId: invoices[0], bank: 'kodupank' }),
  };
}

async function paymentOf(id: string): Promise<Payment | undefined> {
  const { items } = await g.ask<Payment>('GET', '/payments?limit=500', { as: owner });
  return items.find((item) => item.id === id);
}

async function invoice(id: string): Promise<Thing> {
  return (await g.ask('GET', `/invoices/${id}`, { as: owner })).data;
}

async function eventsAbout(invoiceId: string): Promise<{ paid: number; received: number }> {
  const count = async (type: string) =>
    (await eventsOf(g, tenantId, type)).filter((item) => item.invoiceId === invoiceId).length;
  return { paid: await count('invoice.paid'), received: await count('payment.received') };
}

async function outcomesOf(id: string): Promise<string[]> {
  const { items } = await g.ask<Thing & { outcome: string }>(
    'GET',
    `//console/api/bank-callbacks?sort=at&paymentId=${id}`,
    { as: owner },
  );
  return items.map((item) => item.outcome);
}

test('a valid callback pays the invoice, raises both events, and redirects the payer’s browser to our page', async () => {
  const { invoiceId, begun: first } = await begun();
  const answer = await sendCallback(g, first, paidMessage(bank, first));
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, first.payUrl);
  const payment = await paymentOf(first.id);
  assert.deepEqual(
    [payment?.status, payment?.reason, payment?.amount, payment?.paidOn, payment?.payerIban, payment?.payerName],
    ['matched', 'banklink', first.amount, '2026-11-20', payerIban, 'Õie Šmidt'],
  );
  assert.deepEqual((await invoice(invoiceId)).status, 'paid');
  assert.deepEqual(await eventsAbout(invoiceId), { paid: 1, received: 1 });
});

test('browser and server copies, in any order, by any method and any number of times, are one payment', async () => {
  const { invoiceId, begun: item } = await begun();
  const message = paidMessage(bank, item);
  const copy = { ...message, VK_AUTO: 'Y' };
  const first = await sendCallback(g, item, copy, 'GET');
  assert.deepEqual([first.status, first.text], [200, 'OK']);
  assert.equal((await sendCallback(g, item, copy, 'POST')).status, 200);
  assert.equal((await sendCallback(g, item, message, 'POST')).status, 303);
  assert.equal((await sendCallback(g, item, message, 'GET')).status, 303);
  assert.deepEqual(await eventsAbout(invoiceId), { paid: 1, received: 1 });
  assert.deepEqual(await outcomesOf(item.id), ['paid', 'repeated', 'repeated', 'repeated']);
});

test('version 008 is accepted from a bank that agreed to it, and from no other', async () => {
  const older = await createTestBank(g, organization, { name: 'vanapank', version: '008' });
  const { invoices } = await createSentInvoices(g, organization);
  const [firstPayment, secondPayment] = [
    await initiatePayment(g, owner, { invoiceId: invoices[0], bank: 'vanapank' }),
    await initiatePayment(g, owner, { invoiceId: invoices[1], bank: 'kodupank' }),
  ];
  assert.equal((await sendCallback(g, firstPayment, paidMessage(older, firstPayment))).status, 303);
  assert.equal((await invoice(invoices[0])).status, 'paid');
  const downgraded = paidMessage({ ...bank, version: '008' }, secondPayment);
  assert.equal((await sendCallback(g, secondPayment, downgraded)).status, 404);
  assert.deepEqual(await outcomesOf(secondPayment.id), ['other_version']);
  assert.equal((await invoice(invoices[1])).status, 'sent');
});

test('an invalid message pays nothing, and gets byte for byte the answer of a missing order', async () => {
  const { invoiceId, begun: first } = await begun();
  const { begun: other } = await begun();
  const message = paidMessage(bank, first);
  const nobody = {
    fields: {
      VK_RETURN: first.fields.VK_RETURN?.replace(orderKey(tenantId, first.id), orderKey(tenantId, tenantId)) ?? '',
    },
  };
  const nothing = await sendCallback(g, nobody, message);
  assert.equal(nothing.status, 404);
  const forged: readonly (readonly [string, BankFormFields])[] = [
    ['signature', { ...message, VK_AMOUNT: '0.01' }],
    ['signature', { ...message, VK_MAC: 'AAAA' }],
    ['signature', { ...message, VK_VERSION: '009', VK_T_NO: '4712' }],
    ['signature', signFields({ version: '009', bankKey: makeRsaKey().key }, message)],
    ['other_version', { ...message, VK_VERSION: '008' }],
    ['other_bank', paidMessage(bank, first, { VK_SND_ID: 'MUU' })],
    ['other_merchant', paidMessage(bank, first, { VK_REC_ID: 'MUU' })],
    ['other_order', paidMessage(bank, other)],
    ['other_amount', paidMessage(bank, first, { VK_AMOUNT: '0.01' })],
    ['other_currency', paidMessage(bank, first, { VK_CURR: 'SEK' })],
    ['other_account', paidMessage(bank, first, { VK_REC_ACC: payerIban })],
    ['other_reference', paidMessage(bank, first, { VK_REF: '1234561' })],
    ['malformed', paidMessage(bank, first, { VK_AMOUNT: '1e2' })],
    ['malformed', {}],
    ['undecodable', { ...message, VK_ENCODING: 'klingon' }],
  ];
  for (const [outcome, fields] of forged) {
    const answer = await sendCallback(g, first, fields);
    assert.deepEqual([answer.status, answer.text], [404, nothing.text], outcome);
  }
  assert.deepEqual(
    await outcomesOf(first.id),
    forged.map(([outcome]) => outcome),
  );
  assert.equal(await paymentOf(first.id), undefined);
  assert.equal((await invoice(invoiceId)).status, 'sent');
  assert.equal((await sendCallback(g, first, message)).status, 303);
  assert.equal((await invoice(invoiceId)).status, 'paid');
});

test('a repeated field is rejected, and fields of the query do not mix with those of the body', async () => {
  const { begun: first } = await begun();
  const message = paidMessage(bank, first);
  const form = new URLSearchParams(message).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const back = new URL(first.fields.VK_RETURN ?? '');
  const path = `/${back.pathname}${back.search}`;
  const twice = await g.ask('POST', path, { raw: `${form}&VK_AMOUNT=${message.VK_AMOUNT}`, headers });
  assert.equal(twice.status, 404);
  const mixed = await g.ask('POST', `${path}&${form}`, { raw: 'VK_AUTO=Y', headers });
  assert.equal(mixed.status, 404);
  assert.deepEqual(await outcomesOf(first.id), ['repeated_field', 'malformed']);
});

test('a message in windows-1257 is understood, its signature verified over those bytes', async () => {
  const { begun: first } = await begun();
  const { VK_MAC: _, ...fields } = paidMessage(bank, first, { VK_SND_NAME: 'Šarlote Ķirse' });
  const text = macText(fields, signedFields['1111'] ?? [], { encoding: 'WINDOWS-1257' }) ?? assert.fail();
  const message = { ...fields, VK_ENCODING: 'WINDOWS-1257', VK_MAC: makeMac(text, 'sha512', bank.bankKey) };
  const raw = Object.entries(message)
    .map(([name, value]) => {
      const bytes = [...iconv.encode(value, 'WINDOWS-1257')];
      return `${name}=${bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
    })
    .join('&');
  const back = new URL(first.fields.VK_RETURN ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=windows-1257' };
  assert.equal((await g.ask('POST', `/${back.pathname}${back.search}`, { raw, headers })).status, 303);
  assert.equal((await paymentOf(first.id))?.payerName, 'Šarlote Ķirse');
});

test('bytes that the stated encoding does not have are not taken for those that the bank signed', async () => {
  const { begun: first } = await begun();
  const { VK_MAC: _, ...fields } = paidMessage(bank, first, { VK_SND_NAME: 'Mari \u{fffd}' });
  const text = macText(fields, signedFields['1111'] ?? [], { encoding: 'WINDOWS-1257' }) ?? assert.fail();
  const message = { ...fields, VK_ENCODING: 'WINDOWS-1257', VK_MAC: makeMac(text, 'sha512', bank.bankKey) };
  const hex = (value: string) => iconv.encode(value, 'WINDOWS-1257').toString('hex').replace(/../g, '%$&');
  const raw = Object.entries(message)
    .map(([name, value]) => `${name}=${name === 'VK_SND_NAME' ? 'Mari+%81' : hex(value)}`)
    .join('&');
  const back = new URL(first.fields.VK_RETURN ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await g.ask('POST', `/${back.pathname}${back.search}`, { raw, headers })).status, 404);
  assert.deepEqual(await outcomesOf(first.id), ['undecodable']);
});

test('cancelling at the bank leaves the invoice open, and a payment that then succeeds counts', async () => {
  const { invoiceId, begun: first } = await begun();
  assert.equal((await sendCallback(g, first, failedMessage(bank, first))).status, 303);
  assert.equal((await invoice(invoiceId)).status, 'sent');
  assert.equal((await sendCallback(g, first, paidMessage(bank, first))).status, 303);
  assert.equal((await invoice(invoiceId)).status, 'paid');
  assert.equal((await sendCallback(g, first, failedMessage(bank, first))).status, 303);
  assert.equal((await invoice(invoiceId)).status, 'paid');
  assert.deepEqual(await outcomesOf(first.id), ['cancelled', 'paid', 'ignored']);
});

test('a payment reported weeks later, after the page has expired, pays the invoice on the bank’s day', async () => {
  const { invoiceId, begun: first } = await begun();
  const then = g.clock.now;
  g.clock.now = new Date(then.getTime() + 20 * day);
  const late = await sendCallback(g, first, paidMessage(bank, first));
  g.clock.now = then;
  assert.equal(late.status, 303);
  assert.equal((await invoice(invoiceId)).paidDate, '2026-11-20');
});

test('a payment for an invoice that was paid manually meanwhile becomes credit, with the reason', async () => {
  const { invoiceId, begun: first } = await begun();
  await g.ask('PATCH', `/invoices/${invoiceId}`, { as: owner, body: { status: 'paid' } });
  assert.equal((await sendCallback(g, first, paidMessage(bank, first))).status, 303);
  const payment = await paymentOf(first.id);
  assert.deepEqual(
    [payment?.status, payment?.reason, payment?.unallocated, payment?.allocations],
    ['unmatched', 'nothing_open', first.amount, []],
  );
  assert.deepEqual(await eventsAbout(invoiceId), { paid: 1, received: 0 });
});

test('a payment for an invoice cancelled meanwhile is credit, and pays the apartment’s next invoice', async () => {
  const { buildingId, invoices } = await createSentInvoices(g, organization);
  const startedPayment = await initiatePayment(g, owner, { invoiceId: invoices[0], bank: 'kodupank' });
  await g.ask('PATCH', `/invoices/${invoices[0]}`, { as: owner, body: { status: 'cancelled' } });
  assert.equal((await sendCallback(g, startedPayment, paidMessage(bank, startedPayment))).status, 303);
  assert.equal((await paymentOf(startedPayment.id))?.reason, 'nothing_open');
  const body = {
    buildingId,
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    costs: [{ charge: 'heat', amount: 10 }],
  };
  await g.ask('POST', '/invoices/generate-bulk', { as: owner, body });
  const payment = await paymentOf(startedPayment.id);
  assert.equal(payment?.allocations.length, 1);
  assert.ok((payment?.unallocated ?? startedPayment.amount) < startedPayment.amount);
});

test('two payments of one invoice pay it once, and the second becomes credit', async () => {
  const { invoiceId, begun: first } = await begun();
  const second = await initiatePayment(g, owner, { invoiceId, bank: 'kodupank' });
  await Promise.all([
    sendCallback(g, first, paidMessage(bank, first)),
    sendCallback(g, second, paidMessage(bank, second, { VK_T_NO: '4712' })),
  ]);
  assert.deepEqual(await eventsAbout(invoiceId), { paid: 1, received: 1 });
  const unallocated = [(await paymentOf(first.id))?.unallocated, (await paymentOf(second.id))?.unallocated];
  assert.deepEqual(unallocated.sort(), [0, first.amount]);
});

test('a second payment of an invoice pays other open invoices of its apartment', async () => {
  const { buildingId, invoices } = await createSentInvoices(g, organization);
  const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30' };
  const [invoice1] = await createThreeInvoices(g, owner, buildingId, november);
  const [firstPayment, secondPayment] = [
    await initiatePayment(g, owner, { invoiceId: invoices[0], bank: 'kodupank' }),
    await initiatePayment(g, owner, { invoiceId: invoices[0], bank: 'kodupank' }),
  ];
  await sendCallback(g, firstPayment, paidMessage(bank, firstPayment));
  await sendCallback(g, secondPayment, paidMessage(bank, secondPayment, { VK_T_NO: '4712' }));
  const { status, number } = await invoice(invoice1);
  assert.equal(status, 'paid');
  assert.deepEqual((await paymentOf(secondPayment.id))?.allocations, [
    { invoiceId: invoice1, number, apartment: '1', amount: firstPayment.amount, matchedBy: 'credit', evidence: null },
  ]);
});

test('a message at another bank’s address is ignored, even with a valid signature', async () => {
  const { begun: first } = await begun();
  const elsewhere = { fields: { VK_RETURN: first.fields.VK_RETURN?.replace('kodupank', 'vanapank') ?? '' } };
  assert.equal((await sendCallback(g, elsewhere, paidMessage(bank, first))).status, 404);
  assert.equal(await paymentOf(first.id), undefined);
});

test('another organization’s key is not accepted here, though its bank has the same name', async () => {
  const stranger = await anOrganization(g);
  const theirs = await createTestBank(g, stranger);
  const { begun: first } = await begun();
  assert.equal((await sendCallback(g, first, paidMessage({ ...theirs, name: bank.name }, first))).status, 404);
  assert.deepEqual(await outcomesOf(first.id), ['signature']);
});

test('a callback of a removed bank for a payment started before is accepted', async () => {
  const gone = await createTestBank(g, organization, { name: 'endine' });
  const { invoices } = await createSentInvoices(g, organization);
  const startedPayment = await initiatePayment(g, owner, { invoiceId: invoices[0], bank: 'endine' });
  assert.equal(
    (await g.ask('DELETE', `//console/api/banks/${gone.id}`, { as: owner, body: { password } })).status,
    204,
  );
  assert.equal((await sendCallback(g, startedPayment, paidMessage(gone, startedPayment))).status, 303);
  assert.equal((await invoice(invoices[0])).status, 'paid');
});

test('nobody can flood the log or the service through an order: callbacks have a limit of their own, and so has the log', async () => {
  const { begun: first } = await begun();
  const statuses: number[] = [];
  for (let n = 0; n < 130; n += 1) statuses.push((await sendCallback(g, first, { VK_AUTO: 'Y' })).status);
  assert.deepEqual([...new Set(statuses)], [404, 429]);
  const [kept] = await g.owner`select count(*)::int as kept from banklink_callbacks where order_id = ${first.id}`;
  assert.equal(kept?.kept, 100);
});

test('a body that is too large is rejected, and other methods find nothing', async () => {
  const { begun: first } = await begun();
  const back = new URL(first.fields.VK_RETURN ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const path = `/${back.pathname}${back.search}`;
  const raw = `VK_MAC=${'A'.repeat(70_000)}`;
  assert.equal((await g.ask('POST', path, { raw, headers })).status, 413);
  assert.equal((await g.ask('DELETE', path)).status, 404);
  assert.equal((await g.ask('GET', '//callbacks/banklink/kodupank')).status, 404);
  assert.equal((await g.ask('GET', '//callbacks/banklink/kodupank?order=1&order=2')).status, 404);
});
