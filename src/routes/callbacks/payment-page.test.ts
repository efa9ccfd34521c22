// Tests of the payment page: it shows amount and payee, leads only to the bank, and never offers to pay what is no
// longer due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createSentInvoices,
  createTestBank,
  iban,
  initiatePayment,
  paidMessage,
  type StartedPayment,
  sendCallback,
} from '../../../test/banklink-fixture.ts';
import { type Answer, anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { payByHand } from '../../../test/statement-samples.ts';
import { cspHashSource } from '../../http/public-page.ts';
import { orderKey } from '../../payments/banklink/initiate-payment.ts';
import { formatIban } from '../../platform/values/iban.ts';
import { newId } from '../../platform/values/ids.ts';
import { serviceWords } from '../../words/service-words.ts';
import { formTargetsOf } from './payer-page-layout.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, tenantId } = organization;
const bank = await createTestBank(g, organization);

const page = (startedPayment: StartedPayment): Promise<Answer> =>
  g.ask('GET', `/${new URL(startedPayment.payUrl).pathname}`);

async function aBegun(more: Record<string, unknown> = {}, billing: Record<string, unknown> = {}) {
  const { invoices } = await createSentInvoices(g, organization, billing);
  return { invoiceId: invoices[0], payment: await initiatePayment(g, owner, { invoiceId: invoices[0], ...more }) };
}

test('the page needs no scripts, sets no cookies, and its form goes only to the bank; its script only saves a press', async () => {
  const { payment } = await aBegun();
  const answer = await page(payment);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  const policy = answer.headers['content-security-policy'] ?? '';
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(answer.text) ?? [];
  assert.match(script, /location\.hash === '#bank'/);
  assert.ok(
    policy.startsWith(
      `default-src 'none'; script-src ${cspHashSource(script)}; connect-src 'self'; style-src 'sha256-`,
    ),
  );
  assert.match(policy, /form-action https:\/\/pank\.example https:\/\/\*\.pank\.example; frame-ancestors 'none'$/);
  assert.equal(answer.headers['set-cookie'], undefined);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  assert.doesNotMatch(answer.text, /<script[\s\S]*<script|javascript:| on\w+=/i);
  assert.match(answer.text, /<form method="post" action="https:\/\/pank\.example\/banklink"/);
  for (const shown of [formatIban(iban), 'KÜ Kase 12', 'Kodupank', 'lang="et"', 'oktoober 2026', 'avaneb panga leht'])
    assert.ok(answer.text.includes(shown), shown);
});

test('the form is signed again each time, so that the bank accepts it hours later', async () => {
  const { payment } = await aBegun();
  const then = g.clock.now;
  g.clock.now = new Date(then.getTime() + 3 * 60 * 60_000);
  const { text } = await page(payment);
  g.clock.now = then;
  assert.match(text, /name="VK_DATETIME" value="2026-11-20T12:00:00\+0000"/);
  assert.ok(text.includes(`name="VK_STAMP" value="${payment.fields.VK_STAMP}"`));
  assert.ok(!text.includes(payment.fields.VK_MAC ?? ''));
});

test('once the invoice is paid, cancelled or changed, or a day has passed, there is no form', async () => {
  const gone = /<form/;
  const paid = await aBegun();
  await sendCallback(g, paid.payment, paidMessage(bank, paid.payment));
  const after = await page(paid.payment);
  assert.match(after.text, /Makstud/);
  assert.doesNotMatch(after.text, gone);
  const byHand = await aBegun();
  await g.ask('PATCH', `/invoices/${byHand.invoiceId}`, { as: owner, body: { status: 'paid' } });
  assert.match((await page(byHand.payment)).text, /Midagi ei ole enam tasuda/);
  const cancelled = await aBegun();
  await g.ask('PATCH', `/invoices/${cancelled.invoiceId}`, { as: owner, body: { status: 'cancelled' } });
  const partly = await aBegun();
  await payByHand(g, tenantId, partly.invoiceId, '1.00');
  for (const [which, { payment }] of Object.entries({ byHand, cancelled, partly }))
    assert.doesNotMatch((await page(payment)).text, gone, which);
  const late = await aBegun();
  const then = g.clock.now;
  g.clock.now = new Date(then.getTime() + 25 * 60 * 60_000);
  const over = await page(late.payment);
  g.clock.now = then;
  assert.match(over.text, /aegunud/);
  assert.doesNotMatch(over.text, gone);
});

test('the way back is a link that shows its host, unchanged, and there is no automatic redirect', async () => {
  const returnUrl = 'https://app.example/x?a=1&b="<i>"';
  const { payment } = await aBegun({ returnUrl });
  const answer = await page(payment);
  assert.ok(answer.text.includes('href="https://app.example/x?a=1&amp;b=%22%3Ci%3E%22"'), answer.text);
  assert.match(answer.text, /app\.example<\/a>/);
  const returned = await sendCallback(g, payment, paidMessage(bank, payment));
  assert.equal(returned.headers.location, payment.payUrl);
});

test('whoever paid by a letter’s link needs no account; a browser with a session gets the links', async () => {
  const { invoiceId, payment } = await aBegun({ returnUrl: `${g.app.config.publicUrl}/pay/invoice` });
  assert.doesNotMatch((await page(payment)).text, /\/console\//);
  await sendCallback(g, payment, paidMessage(bank, payment));
  const { text } = await page(payment);
  for (const shown of ['Makse on kirjas.', 'PDF-fail', 'oktoober 2026']) assert.ok(text.includes(shown), shown);
  assert.doesNotMatch(text, /<a |Halduris/);
  const signedIn = await g.ask('GET', `/${new URL(payment.payUrl).pathname}`, {
    headers: { cookie: 'haldur_session=x' },
  });
  assert.ok(signedIn.text.includes(`/console/invoices/${invoiceId}">Vaata arvet</a>`), signedIn.text);
});

test('whoever paid from the console goes on to the invoice and home, without the name of a host', async () => {
  const { invoiceId, payment } = await aBegun({ returnUrl: `${g.app.config.publicUrl}/console/` });
  const before = await page(payment);
  await sendCallback(g, payment, paidMessage(bank, payment));
  const { text } = await page(payment);
  for (const shown of [`/console/invoices/${invoiceId}">Vaata arvet</a>`, '/console/">', 'Halduris kohe näha'])
    assert.ok(text.includes(shown), shown);
  for (const either of [before.text, text]) assert.doesNotMatch(either, /Tagasi/);
});

test('names with markup are shown as text', async () => {
  const { payment } = await aBegun({}, { beneficiary: '<b>KÜ</b> "Kask" & Co' });
  const { text } = await page(payment);
  assert.ok(text.includes('&lt;b&gt;KÜ&lt;/b&gt; &quot;Kask&quot; &amp; Co'));
  assert.doesNotMatch(text, /<b>/);
});

test('the page is in the payer’s language, or the building’s, in five languages', async () => {
  for (const [asked, language] of [
    ['ru', 'ru'],
    ...(['et', 'en', 'lv', 'lt', 'ru'] as const).map((own) => [undefined, own] as const),
  ] as const) {
    const { payment } = await aBegun({ ...(asked && { language: asked }) }, { language: asked ? 'et' : language });
    const answer = await page(payment);
    assert.equal(answer.headers['content-language'], language, language);
    assert.ok(answer.text.includes(`<h1>${serviceWords[language].paymentPage.pay}</h1>`), language);
  }
});

test('an unknown payment is answered like any missing address, and guessing is limited', async () => {
  const answer = await g.ask('GET', `//pay/${orderKey(tenantId, newId())}`);
  const nowhere = await g.ask('GET', '//nowhere');
  assert.deepEqual([answer.status, answer.text], [404, nowhere.text]);
  const { payment } = await aBegun();
  for (const key of ['x', payment.id, orderKey(newId(), payment.id), orderKey(payment.id, tenantId)])
    assert.equal((await g.ask('GET', `//pay/${key}`)).status, 404, key);
  assert.equal((await g.ask('POST', `/${new URL(payment.payUrl).pathname}`)).status, 404);
  const narrow = await startTestService({ rateLimits: { ...g.app.config.rateLimits, address: 3 } });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push((await narrow.ask('GET', `//pay/${orderKey(tenantId, newId())}`)).status);
  assert.deepEqual(statuses, [404, 404, 404, 429, 429]);
});

test('a form may go to a bank’s own hosts, and for an address or a name without a domain only to that one', () => {
  assert.deepEqual(formTargetsOf('https://www.seb.ee/x'), ['https://www.seb.ee', 'https://*.seb.ee']);
  assert.deepEqual(formTargetsOf('http://127.0.0.1:3000/sandbox-bank'), ['http://127.0.0.1:3000']);
  assert.deepEqual(formTargetsOf('https://10.0.0.1/'), ['https://10.0.0.1']);
  assert.deepEqual(formTargetsOf('https://[::1]/'), ['https://[::1]']);
  assert.deepEqual(formTargetsOf('https://bank/'), ['https://bank']);
});
