// Tests of paying all that is due: one payment pays several invoices to the cent, once, and nothing that others owe;
// what is left afterwards is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createTestBank,
  iban,
  initiatePayment,
  paidMessage,
  type StartedPayment,
  sendCallback,
} from '../../../test/banklink-fixture.ts';
import { createThreeMonths, eventsOf } from '../../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  sellAtOctobersEnd,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';
import { camt, importStatementFile, payByHand } from '../../../test/statement-samples.ts';
import { namePaidInvoices, type PaidInvoices } from '../../accounting/invoice-balance.ts';
import { type PayPermit, payLink } from '../../invoicing/sending/pay-link.ts';
import { serviceCaller } from '../../platform/db/scope.ts';
import { paidInvoiceLines } from './payer-page-layout.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, tenantId } = organization;
const bank = await createTestBank(g, organization);

/** Three months of one apartment, 552.71 each, of which 500.00 of the first is paid: 1158.13 is open. */
async function threeMonths(billing: Record<string, unknown> = {}) {
  const { home, ids } = await createThreeMonths(g, owner, { billing: { iban, beneficiary: 'KÜ Kase 12', ...billing } });
  await payByHand(g, tenantId, ids[0], '500.00');
  return { home, ids };
}

const statusOf = async (id: string) => (await g.ask('GET', `/invoices/${id}`, { as: owner })).data.status;
const balanceOf = async (id: string) => (await g.ask('GET', `/invoices/${id}`, { as: owner })).data.balance;
const start = (invoiceId: string, more: Record<string, unknown> = {}, as = owner) =>
  g.ask<StartedPayment>('POST', '/payments/banklink', { as, body: { invoiceId, ...more } });
const pageOf = async ({ payUrl }: StartedPayment) => (await g.ask('GET', `/${new URL(payUrl).pathname}`)).text;
const complete = (payment: StartedPayment) => sendCallback(g, payment, paidMessage(bank, payment));

/** The lines of a fact of a page, with spaces that break. */
function linesOf(text: string, name: string): string[] {
  const [, value = ''] = new RegExp(`<dt>${name}</dt><dd[^>]*>([\\s\\S]*?)</dd>`).exec(text) ?? [];
  return value.split('\n').map((line) => line.replace(/<\/?div>/g, '').replaceAll('\u00a0', ' '));
}

/** A line of the page for each of three invoices, the latest first, with what is paid of it. */
async function sharesOf(ids: readonly string[], amounts: readonly string[]): Promise<string[]> {
  const numbers = await Promise.all(
    ids.map(async (id) => (await g.ask('GET', `/invoices/${id}`, { as: owner })).data.number),
  );
  const months = ['september', 'oktoober', 'november'];
  return amounts.map((amount, nth) => `${months[2 - nth]} 2026, ${numbers[2 - nth]}: ${amount}`);
}

const linkTo = (invoiceId: PayPermit['invoiceId']) =>
  payLink({ config: g.app.config, caller: serviceCaller(tenantId), now: g.clock.now }, invoiceId, 'et');
const post = (link: string, fields: Record<string, string> = {}) =>
  g.ask('POST', '//pay/invoice?lang=et', {
    raw: new URLSearchParams({ key: new URL(link).hash.slice(1), ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('the total pays every open invoice to the cent, with both events for each, however often the bank reports it', async () => {
  const { ids } = await threeMonths();
  const payment = await initiatePayment(g, owner, { invoiceId: ids[2], account: true });
  assert.equal(payment.amount, 1158.13);
  const open = await pageOf(payment);
  assert.deepEqual(linesOf(open, 'Arved'), await sharesOf(ids, ['552,71 €', '552,71 €', '52,71 €']));
  assert.match(open, /<form/);
  for (let times = 0; times < 3; times += 1) assert.equal((await complete(payment)).status, 303);
  for (const id of ids) assert.deepEqual([await statusOf(id), await balanceOf(id)], ['paid', 0]);
  const amounts = async (type: string) =>
    (await eventsOf(g, tenantId, type)).filter(({ invoiceId }) => ids.includes(invoiceId));
  assert.deepEqual((await amounts('invoice.paid')).map(({ invoiceId }) => invoiceId).sort(), [...ids].sort());
  const received = (await amounts('payment.received')).map(({ invoiceId, amount }) => [ids.indexOf(invoiceId), amount]);
  assert.deepEqual(received, [
    [0, 500],
    [2, 552.71],
    [0, 52.71],
    [1, 552.71],
  ]);
  const text = await pageOf(payment);
  assert.match(text, /Makstud/);
  assert.doesNotMatch(text, /veel tasuda|Jäi ettemaksuks/);
  assert.deepEqual(linesOf(text, 'Arved'), linesOf(open, 'Arved'), 'as was announced');
});

test('the order names all invoices that it pays, or how many, where their numbers are too long for the bank', async () => {
  const { ids } = await threeMonths();
  const invoices = await Promise.all(
    ids.map(async (id) => (await g.ask('GET', `/invoices/${id}`, { as: owner })).data),
  );
  const numbers = invoices.map(({ number }) => number);
  const messageOf = async (body: Record<string, unknown>) => (await initiatePayment(g, owner, body)).fields.VK_MSG;
  assert.equal(await messageOf({ invoiceId: ids[2], account: true }), `Arved ${numbers.join(', ')}`);
  assert.equal(await messageOf({ invoiceId: ids[2] }), `Arve ${numbers[2]}`);
  await g.ask('PATCH', `/invoices/${ids[2]}`, { as: owner, body: { status: 'paid' } });
  assert.equal(await messageOf({ invoiceId: ids[2], account: true }), `Arved ${numbers[0]}, ${numbers[1]}`);
  const long = await threeMonths({ invoiceNumberPrefix: 'KORTERIUHISTU-KASE12' });
  const payment = await initiatePayment(g, owner, { invoiceId: long.ids[2], account: true });
  assert.equal(payment.fields.VK_MSG, `3 arvet, viitenumber ${payment.fields.VK_REF}`);
});

test('a late message of the bank counts: what was paid meanwhile becomes credit', async () => {
  const { home, ids } = await threeMonths();
  const payment = await initiatePayment(g, owner, { invoiceId: ids[2], account: true });
  await g.ask('PATCH', `/invoices/${ids[0]}`, { as: owner, body: { status: 'paid' } });
  assert.doesNotMatch(await pageOf(payment), /<form/, 'another amount is due');
  assert.match(await pageOf(payment), /Summa on muutunud/);
  await complete(payment);
  for (const id of ids) assert.equal(await statusOf(id), 'paid');
  const { items } = await g.ask<Thing>('GET', '/payments?limit=500', { as: owner });
  const found = items.find(({ id }) => id === payment.id);
  assert.deepEqual([found?.unallocated, found?.apartmentId], [52.71, home.id]);
  const text = await pageOf(payment);
  assert.deepEqual(linesOf(text, 'Arved'), await sharesOf(ids, ['552,71 €', '552,71 €']));
  assert.deepEqual(linesOf(text, 'Jäi ettemaksuks'), ['52,71 €']);
});

test('without the field the amount is the balance; with it a paid invoice can be paid while something is due', async () => {
  const { ids } = await threeMonths();
  const own = await initiatePayment(g, owner, { invoiceId: ids[2] });
  assert.equal(own.amount, 552.71);
  assert.equal((await start(ids[2], { account: false })).data.amount, 552.71);
  await complete(own);
  assert.equal((await start(ids[2])).code, 'invoice_not_payable');
  const rest = await start(ids[2], { account: true });
  assert.deepEqual([rest.status, rest.data.amount], [201, 605.42]);
  assert.match(await pageOf(rest.data), /<form/);
  await complete(rest.data);
  for (const id of ids) assert.equal(await statusOf(id), 'paid');
  assert.equal((await start(ids[2], { account: true })).code, 'invoice_not_payable', 'nothing is due');
});

test('a cancelled invoice and a credit note are not paid by their account', async () => {
  const { ids } = await threeMonths();
  const body = { reason: 'x' };
  const credit = await g.ask('POST', `//console/api/invoices/${ids[0]}/credit`, { as: owner, body });
  await g.ask('PATCH', `/invoices/${ids[2]}`, { as: owner, body: { status: 'cancelled' } });
  for (const id of [credit.data.id, ids[2]])
    assert.equal((await start(id, { account: true })).code, 'invoice_not_payable');
});

test('a buyer pays nothing of the seller: neither the amount nor the money reaches those invoices', async () => {
  const { home, ids } = await threeMonths();
  await sellAtOctobersEnd(g, tenantId, String(home.id));
  const payment = await initiatePayment(g, owner, { invoiceId: ids[2], account: true });
  assert.equal(payment.amount, 552.71);
  await complete(payment);
  assert.deepEqual(linesOf(await pageOf(payment), 'Arve'), await sharesOf(ids, ['552,71 €']));
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['sent', 'sent', 'paid']);
  assert.doesNotMatch(await pageOf(payment), /veel tasuda/, 'what the seller owes is not said to the buyer');
  const ofSeller = await initiatePayment(g, owner, { invoiceId: ids[1], account: true });
  assert.equal(ofSeller.amount, 605.42);
  await complete(ofSeller);
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['paid', 'paid', 'paid']);
});

test('after a payment the page says what is still due, on earlier and later invoices, with the way to it', async () => {
  const { ids } = await threeMonths();
  const returnUrl = `${g.app.config.publicUrl}/console/`;
  const newest = await initiatePayment(g, owner, { invoiceId: ids[2], returnUrl });
  await complete(newest);
  assert.match(await pageOf(newest), /Kõigi arvete eest veel tasuda: <b>605,42/);
  const oldest = await initiatePayment(g, owner, { invoiceId: ids[0], returnUrl });
  await complete(oldest);
  const way = new RegExp(`/console/invoices/${ids[1]}">Tasu ka ülejäänud`);
  assert.match(await pageOf(oldest), way, 'to the latest that is open');
  assert.match(await pageOf(oldest), /veel tasuda: <b>552,71/);
});

test('the ways to pay have both amounts and codes where more is due, from every one of the invoices', async () => {
  const { home, ids } = await threeMonths();
  const { token, userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, String(home.id));
  type Together = {
    invoiceId: string;
    amount: number;
    code: string;
    invoices: { number: string; periodStart: string; amount: number }[];
  };
  type Ways = Thing & { open: boolean; amount: number; code: string; banks: unknown[]; together: Together | null };
  const ways = async (id: string) =>
    (await g.ask<Ways>('GET', `//console/api/invoices/${id}/ways-to-pay`, { as: token })).data;
  for (const id of [ids[0], ids[2]]) {
    const { amount, code, together } = await ways(id);
    assert.deepEqual([amount, together?.amount, together?.invoiceId], [await balanceOf(id), 1158.13, ids[2]]);
    assert.match(together?.code ?? '', /^<svg /);
    assert.notEqual(together?.code, code);
    const shares = together?.invoices.map((item) => [item.periodStart, item.amount]);
    const earlier = [
      ['2026-10-01', 552.71],
      ['2026-09-01', 52.71],
    ];
    assert.deepEqual(shares, [['2026-11-01', 552.71], ...earlier]);
  }
  await complete((await start(ids[2], {}, token)).data);
  const paid = await ways(ids[2]);
  assert.deepEqual([paid.open, paid.code, paid.together?.amount, paid.banks.length], [false, null, 605.42, 1]);
  const all = await start(String(paid.together?.invoiceId), { account: true }, token);
  assert.equal(all.data.amount, 605.42);
  await complete(all.data);
  const nothing = await ways(ids[2]);
  assert.deepEqual([nothing.together, nothing.banks], [null, []]);
});

test('a transfer of the total with the reference of the apartment pays the oldest first, and all', async () => {
  const { ids } = await threeMonths();
  const { data } = await g.ask<Thing & { reference: string }>('GET', `/invoices/${ids[2]}`, { as: owner });
  const line = { amount: '1158.13', id: 'all-together', reference: data.reference, payer: 'Mari' };
  await importStatementFile(g, tenantId, camt([line]));
  for (const id of ids) assert.equal(await statusOf(id), 'paid');
});

test('the page of a pay link offers all together or this invoice alone, and pays what was chosen', async () => {
  const { ids } = await threeMonths();
  const link = linkTo(ids[0]);
  const { text } = await post(link);
  assert.match(text, /value="all" checked><span>Kõik kokku: <b>1[^<]158,13/);
  assert.match(text, /value="one"><span>Ainult see arve: <b>52,71/);
  assert.deepEqual(linesOf(text, 'Kõik kokku'), await sharesOf(ids, ['552,71 €', '552,71 €', '52,71 €']));
  assert.match(linesOf(text, 'Ainult see arve')[0] ?? '', /^september 2026, 2026-\d+$/);
  const begin = async (fields: Record<string, string>) => {
    const answer = await post(link, { bank: 'kodupank', ...fields });
    assert.equal(answer.status, 303, answer.text);
    return g.ask('GET', `/${new URL(answer.headers.location ?? '').pathname}`);
  };
  assert.match((await begin({ pays: 'all' })).text, /1.158,13/);
  assert.match((await begin({ pays: 'one' })).text, /52,71/);
  assert.match((await begin({})).text, /52,71/, 'a page from before');
  await g.ask('PATCH', `/invoices/${ids[0]}`, { as: owner, body: { status: 'paid' } });
  const paid = (await post(link)).text;
  assert.match(paid, /Makstud[\s\S]*veel tasuda<\/dt><dd class="amount">1.105,42[\s\S]*name="pays" value="all"/);
  assert.doesNotMatch(paid, /<input type="radio/);
  assert.match(paid.replaceAll('\u00a0', ' '), /<dd>november[^<]*552,71 €\n<div>oktoober[^<]*552,71 €<\/div><\/dd>/);
  assert.match((await begin({ pays: 'all' })).text, /1.105,42/);
});

test('the lines of what is paid add up: with credit taken off, and the sum of what is not named', () => {
  const shares = Array.from({ length: 7 }, (_, nth) => ({
    id: String(nth),
    number: `2026-${nth}`,
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    amount: 10 ** nth,
  }));
  const linesFor = (paid: PaidInvoices) =>
    paidInvoiceLines(paid, { language: 'et', currency: 'EUR' }).map((line) => line.replaceAll('\u00a0', ' '));
  const all = linesFor({ ...namePaidInvoices(shares), credit: 4_729 });
  assert.deepEqual(all.length, 7);
  assert.deepEqual(all.slice(4), ['november 2026, 2026-4: 100,00 €', '…: 11 000,00 €', 'Ettemaks: −47,29 €']);
  const ofOthers = linesFor(namePaidInvoices(shares.slice(0, 2), ({ id }) => id === '0'));
  assert.deepEqual(ofOthers, ['november 2026, 2026-0: 0,01 €', '…: 0,10 €']);
});

test('who paid by a letter’s link gets the link to what is still due, for a day', async () => {
  const { ids } = await threeMonths();
  const payment = await initiatePayment(g, owner, {
    invoiceId: ids[2],
    returnUrl: `${g.app.config.publicUrl}/pay/invoice`,
  });
  await complete(payment);
  const [, key = ''] = /href="[^"]*\/pay\/invoice\?lang=et#([\w-]+)"/.exec(await pageOf(payment)) ?? [];
  assert.match((await post(`http://x/#${key}`)).text, /605,42/);
  const then = g.clock.now;
  g.clock.now = new Date(then.getTime() + 25 * 60 * 60_000);
  const later = await pageOf(payment);
  g.clock.now = then;
  assert.match(later, /605,42/);
  assert.doesNotMatch(later, /pay\/invoice\?/);
});
