// Tests of the sandbox bank over HTTP, as a payer's browser uses it: it accepts and reports payments as banks do.
import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { freePort } from '../../../demo/port.ts';
import {
  type BankFormFields,
  createSentInvoices,
  initiatePayment,
  makeRsaKey,
  type StartedPayment,
} from '../../../test/banklink-fixture.ts';
import { eventsOf } from '../../../test/billing-fixture.ts';
import { formOf, openPage as open, type PayerPageAnswer as Page, postPage as post } from '../../../test/payer-pages.ts';
import { anOrganization, password, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { findBank } from '../../payments/banklink/banklink-queries.ts';
import { decryptBankKeys } from '../../payments/banklink/banks.ts';
import { signFields } from '../../payments/banklink/ipizza.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';

const port = await freePort('127.0.0.1', 0);
const g = await startTestService({ publicUrl: `http://127.0.0.1:${port}`, sandboxBank: true });
await g.server.listen({ port, host: '127.0.0.1' });
const organization = await anOrganization(g);
const { owner, tenantId } = organization;
for (const [name, version] of [
  ['old', '008'],
  ['new', '009'],
])
  await g.ask('POST', '//console/api/banks', { as: owner, body: { name, version, provider: 'sandbox', password } });

/** A payer goes from our page to the bank, and chooses there. */
async function pay(startedPayment: StartedPayment, outcome: string, more: BankFormFields = {}): Promise<Page> {
  const bank = await post(formOf(await open(startedPayment.payUrl), 'bank'));
  assert.equal(bank.status, 200, bank.text);
  return post(formOf(bank, 'decide'), { outcome, ...more });
}

async function aBegun(bank = 'new'): Promise<{ invoiceId: string; payment: StartedPayment }> {
  const { invoices } = await createSentInvoices(g, organization);
  return { invoiceId: invoices[0], payment: await initiatePayment(g, owner, { invoiceId: invoices[0], bank }) };
}

async function statusOf(invoiceId: string): Promise<unknown> {
  return (await g.ask<Thing>('GET', `/invoices/${invoiceId}`, { as: owner })).data.status;
}

async function paidEvents(invoiceId: string): Promise<number> {
  return (await eventsOf(g, tenantId, 'invoice.paid')).filter((item) => item.invoiceId === invoiceId).length;
}

for (const bank of ['old', 'new'] as const)
  for (const copyBy of ['POST', 'GET'])
    test(`${bank} version, server's copy by ${copyBy}: paid, reported by the copy first, and the payer returns to a page that says so`, async () => {
      const { invoiceId, payment } = await aBegun(bank);
      const result = await pay(payment, 'approve', { copyBy });
      assert.match(result.text, new RegExp(`copy by ${copyBy} got the response 200`));
      assert.equal(await statusOf(invoiceId), 'paid');
      const back = formOf(result, 'return');
      assert.equal(back.fields.VK_AUTO, 'N');
      assert.equal(back.fields.VK_VERSION, bank === 'old' ? '008' : '009');
      const end = await post(back);
      assert.equal(end.url, payment.payUrl);
      assert.match(end.text, /Makstud/);
      assert.equal(await paidEvents(invoiceId), 1);
    });

test('reported twice, by the browser alone, or without the payer’s return: paid once each time', async () => {
  for (const outcome of ['approve_twice', 'approve_return_only', 'approve_unseen']) {
    const { invoiceId, payment } = await aBegun();
    const result = await pay(payment, outcome);
    if (outcome === 'approve_return_only') {
      assert.equal(await statusOf(invoiceId), 'sent', outcome);
      await post(formOf(result, 'return'));
    }
    if (outcome === 'approve_unseen') assert.doesNotMatch(result.text, /data-form="return"/, outcome);
    assert.equal(await statusOf(invoiceId), 'paid', outcome);
    assert.equal(await paidEvents(invoiceId), 1, outcome);
  }
});

test('reported later, any number of times, also after the invoice was cancelled', async () => {
  const { invoiceId, payment } = await aBegun();
  const result = await pay(payment, 'approve_later');
  assert.equal(await statusOf(invoiceId), 'sent');
  await g.ask('PATCH', `/invoices/${invoiceId}`, { as: owner, body: { status: 'cancelled' } });
  const copy = formOf(result, 'copy');
  for (let times = 0; times < 2; times += 1)
    assert.match((await post(copy)).text, /got the response 200/, `times ${times}`);
  const { items } = await g.ask<Thing & { reason: string }>('GET', '/payments?source=banklink', { as: owner });
  assert.deepEqual(
    items.filter((each) => each.id === payment.id).map((each) => each.reason),
    ['nothing_open'],
  );
});

test('cancelled by the payer leaves the invoice open, and the page says so and offers to try again', async () => {
  const { invoiceId, payment } = await aBegun();
  const end = await post(formOf(await pay(payment, 'decline'), 'return'));
  assert.match(end.text, /Makse katkestati/);
  assert.equal(await statusOf(invoiceId), 'sent');
  assert.match((await pay(payment, 'approve')).text, /got the response 200/);
  assert.equal(await statusOf(invoiceId), 'paid');
});

test('a forged amount is answered like a missing order, and pays nothing', async () => {
  const { invoiceId, payment } = await aBegun();
  const back = formOf(await pay(payment, 'tamper'), 'return');
  assert.equal(back.fields.VK_AMOUNT, '0.01');
  assert.equal((await post(back)).status, 404);
  assert.equal(await statusOf(invoiceId), 'sent');
});

test('the sandbox bank rejects what a bank rejects, with a line for each problem', async () => {
  const { payment } = await aBegun();
  const form = formOf(await open(payment.payUrl), 'bank');
  const wrong: readonly (readonly [string, BankFormFields])[] = [
    ['VK_MAC is not valid', { VK_AMOUNT: '0.01' }],
    ['VK_MAC is not valid', { VK_MAC: '' }],
    ['VK_VERSION is not the agreed version 009', { VK_VERSION: '008' }],
    ['VK_SERVICE is neither', { VK_SERVICE: '1001' }],
    ['VK_SND_ID is not a merchant', { VK_SND_ID: 'muu' }],
    ['VK_STAMP is not a number', { VK_STAMP: 'x' }],
    ['VK_STAMP is longer', { VK_STAMP: '1'.repeat(21) }],
    ['VK_AMOUNT is not an amount', { VK_AMOUNT: '12' }],
    ['VK_AMOUNT is not an amount', { VK_AMOUNT: '0.00' }],
    ['VK_CURR is not EUR', { VK_CURR: 'USD' }],
    ['VK_ACC is not an IBAN', { VK_ACC: 'EE00' }],
    ['check digit of VK_REF', { VK_REF: '1234567' }],
    ['VK_RETURN is not an address', { VK_RETURN: 'javascript:alert(1)' }],
    ['VK_RETURN is not an address', { VK_RETURN: 'https://h.example/?VK_STAMP=1' }],
    ['VK_CANCEL is missing', { VK_CANCEL: '' }],
    ['VK_DATETIME is not within five', { VK_DATETIME: '2026-11-20T08:00:00+0000' }],
    ['VK_ENCODING is not UTF-8', { VK_ENCODING: 'ISO-8859-1' }],
  ];
  for (const [line, fields] of wrong) {
    const page = await post(form, fields);
    assert.equal(page.status, 400, line);
    assert.ok(page.text.includes(line), `${line}: ${page.text}`);
  }
  const now = g.clock.now;
  g.clock.now = new Date(now.getTime() + 6 * 60_000);
  assert.match((await post(form)).text, /VK_DATETIME/);
  g.clock.now = now;
  assert.equal((await post(form)).status, 200);
});

test('the sandbox bank accepts an order once', async () => {
  const { payment } = await aBegun();
  const bank = await post(formOf(await open(payment.payUrl), 'bank'));
  const decide = formOf(bank, 'decide');
  assert.equal((await post(decide, { outcome: 'approve' })).status, 200);
  assert.equal((await post(decide, { outcome: 'approve' })).status, 409);
  assert.equal((await post(decide, { outcome: 'nonsense' })).status, 400);
  const again = await post({ action: decide.action.replace('/decide', ''), fields: decide.fields });
  assert.deepEqual([again.status, /paid already/.test(again.text)], [400, true]);
});

test('an organization without a bank pays through the sandbox bank, and nobody finds that of another', async () => {
  const otherOrganization = await anOrganization(g);
  const { invoices } = await createSentInvoices(g, otherOrganization, { iban: null });
  const [payment, otherPayment] = await Promise.all(
    invoices.slice(0, 2).map((invoiceId) => initiatePayment(g, otherOrganization.owner, { invoiceId })),
  );
  assert.ok(payment && otherPayment);
  assert.deepEqual([payment.bank, payment.fields.VK_SERVICE, otherPayment.bank], ['sandbox', '1012', 'sandbox']);
  await pay(payment, 'approve');
  const { data } = await g.ask('GET', `/invoices/${invoices[0]}`, { as: otherOrganization.owner });
  assert.equal(data.status, 'paid');
  const swapped = formOf(await open(payment.payUrl).then(() => open(otherPayment.payUrl)), 'bank');
  const elsewhere = swapped.action.replace(otherOrganization.tenantId, tenantId);
  assert.equal((await post({ ...swapped, action: elsewhere })).status, 404);
});

test('the key of a sandbox bank cannot be set, so nobody signs its requests but the service', async () => {
  const body = { privateKey: makeRsaKey(3072).pem, password };
  const { items } = await g.ask<Thing>('GET', '//console/api/banks', { as: owner });
  for (const request of [
    g.ask('PATCH', `//console/api/banks/${items[0]?.id}`, { as: owner, body }),
    g.ask('POST', '//console/api/banks', { as: owner, body: { ...body, name: 'own', provider: 'sandbox' } }),
  ]) {
    const answer = await request;
    assert.deepEqual([answer.status, answer.fields], [422, ['privateKey']], answer.text);
  }
});

test('the sandbox bank calls nothing but the callbacks of this service, whatever a signed request names', async () => {
  let calls = 0;
  const listener = createServer((_, response) => {
    calls += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  after(() => listener.close());
  await once(listener, 'listening');
  const { payment } = await aBegun();
  const form = formOf(await open(payment.payUrl), 'bank');
  const caller = serviceCaller(tenantId);
  const keys = await inTenant(g.app, caller, async (scope) => {
    const bank = await findBank(scope, form.action.split('/').at(-1) ?? '');
    assert.ok(bank?.provider === 'sandbox');
    return { terms: bank.terms, privateKey: createPrivateKey(decryptBankKeys(scope, bank).privateKey ?? '') };
  });
  const inside = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callbacks/banklink/new`;
  for (const address of [
    inside,
    `http://127.0.0.1:${port}/callbacks/banklink/../../metrics`,
    `http://127.0.0.1:${port}@h.example/`,
  ])
    for (const name of ['VK_RETURN', 'VK_CANCEL']) {
      const signed = signFields({ ...form.fields, [name]: address }, keys.terms, keys.privateKey);
      for (const [path, more] of [
        ['', {}],
        ['/decide', { outcome: 'approve' }],
      ] as const) {
        const page = await post({ action: `${form.action}${path}`, fields: signed }, more);
        assert.equal(page.status, 400, page.text);
        assert.match(page.text, new RegExp(`${name} is not an address of this service`));
      }
    }
  assert.equal(calls, 0);
  assert.equal((await post(form)).status, 200, 'as the service signs it');
});

test('requests to the sandbox bank are counted for their network address', async () => {
  const limited = await startTestService({ sandboxBank: true, rateLimits: { ...g.app.config.rateLimits, address: 3 } });
  const ask = () => limited.ask('POST', `//sandbox-bank/${tenantId}/${tenantId}`);
  const statuses = [];
  for (let times = 0; times < 4; times += 1) statuses.push((await ask()).status);
  assert.deepEqual(statuses, [404, 404, 404, 429]);
});

test('while SANDBOX_BANK is off there is no sandbox bank, and its callbacks are ignored', async () => {
  const { invoiceId, payment } = await aBegun();
  const back = formOf(await pay(payment, 'approve_return_only'), 'return');
  const off = g.app.config as { sandboxBank: boolean };
  off.sandboxBank = false;
  assert.equal((await post(back)).status, 404);
  assert.equal((await open(payment.payUrl)).text.includes('<form'), false);
  assert.equal((await g.ask('POST', '/payments/banklink', { as: owner, body: { invoiceId } })).code, 'no_bank');
  off.sandboxBank = true;
  assert.equal(await statusOf(invoiceId), 'sent');
});
