// Tests of pay links: whoever has one can pay that invoice at its present balance and see nothing else; forged, expired
// and settled ones say so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSentInvoices, createTestBank } from '../../../test/banklink-fixture.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { payByHand } from '../../../test/statement-samples.ts';
import { cspHashSource } from '../../http/public-page.ts';
import { payLink, readPayLink } from '../../invoicing/sending/pay-link.ts';
import { serviceCaller } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { makeServer } from '../../server.ts';
import { serviceWords } from '../../words/service-words.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, tenantId } = organization;
await createTestBank(g, organization);

const linkTo = (invoiceId: string, language: (typeof languages)[number] = 'et', of = tenantId) =>
  payLink({ config: g.app.config, caller: serviceCaller(of), now: g.clock.now }, invoiceId, language);
const keyOf = (link: string) => new URL(link).hash.slice(1);
const post = (link: string, fields: Record<string, string>) =>
  g.ask('POST', `/${new URL(link).pathname}${new URL(link).search}`, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** As the page’s script does. */
const open = (link: string) => post(link, { key: keyOf(link) });
const choose = (link: string, bank: string) => post(link, { key: keyOf(link), bank });

async function anInvoice() {
  const { invoices } = await createSentInvoices(g, organization);
  const [id = '', ...others] = invoices;
  const { data } = await g.ask<{ number: string; recipients: { name: string }[] }>('GET', `/invoices/${id}`, {
    as: owner,
  });
  return { id, others, number: data.number, recipients: data.recipients };
}

test('the page shows amount, beneficiary, due day and banks of its invoice, and nobody’s name', async () => {
  const { id, number, others, recipients } = await anInvoice();
  const answer = await open(linkTo(id));
  assert.equal(answer.status, 200, answer.text);
  for (const shown of ['KÜ Kase 12', number, 'Maksetähtpäev', 'Jätka: Kodupank', 'lang="et"'])
    assert.ok(answer.text.includes(shown), `${shown} is missing:\n${answer.text}`);
  for (const other of others) {
    const foreign = await g.ask<{ number: string }>('GET', `/invoices/${other}`, { as: owner });
    assert.ok(!answer.text.includes(foreign.data.number));
  }
  for (const { name } of recipients) assert.ok(!answer.text.includes(name));
  assert.doesNotMatch(answer.text, /<script|javascript:| on\w+=/i);
  assert.match(answer.headers['content-security-policy'] ?? '', /form-action 'self'; frame-ancestors 'none'$/);
  for (const [header, value] of [
    ['set-cookie', undefined],
    ['cache-control', 'no-store'],
    ['referrer-policy', 'no-referrer'],
  ] as const)
    assert.equal(answer.headers[header], value);
});

test('the link has its key after #, and its page is the same for every link: a script posts the key', async () => {
  const { id, number } = await anInvoice();
  const link = new URL(linkTo(id));
  assert.deepEqual([link.pathname, link.search, link.hash.length], ['/pay/invoice', '?lang=et', 71]);
  const page = await g.ask('GET', '//pay/invoice?lang=et');
  assert.equal(page.status, 200);
  assert.ok(
    !page.text.includes(number) && page.text.includes('lang="et"') && page.text.includes('Leht vajab JavaScripti'),
  );
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page.text) ?? [];
  assert.match(script, /location\.hash/);
  const policy = page.headers['content-security-policy'] ?? '';
  assert.ok(policy.includes(`script-src ${cspHashSource(script)}; connect-src 'self'; style-src`));
});

test('a link from before, with its key in the path, leads to the page, and the log has no key', async () => {
  const { id } = await anInvoice();
  const link = linkTo(id);
  const lines: { path?: string }[] = [];
  const log = { isLevelEnabled: () => true, info: (line: object) => void lines.push(line) };
  const server = makeServer({ ...g.app, log: Object.assign(Object.create(g.app.log), log) });
  const old = await server.inject({ url: `/pay/invoice/${keyOf(link)}?lang=et` });
  assert.deepEqual([old.statusCode, old.headers.location], [303, `/pay/invoice?lang=et#${keyOf(link)}`]);
  assert.equal(
    (await server.inject({ url: '/pay/invoice/%0d%0aSet-Cookie:x?lang=en' })).headers['set-cookie'],
    undefined,
  );
  await server.close();
  assert.deepEqual(
    lines.map(({ path }) => path),
    ['/pay/invoice/…', '/pay/invoice/…'],
  );
});

test('every language of the service has the page', async () => {
  const { id } = await anInvoice();
  for (const language of languages) {
    const { text } = await open(linkTo(id, language));
    assert.ok(
      text.includes(`lang="${language}"`) && text.includes(serviceWords[language].paymentPage.dueDate),
      language,
    );
  }
});

test('a bank starts a payment of the present balance, and opening the page starts none', async () => {
  const { id } = await anInvoice();
  const link = linkTo(id);
  await payByHand(g, tenantId, id, '1.00');
  const orders = () => g.owner`select amount from banklink_orders where invoice_id = ${id}`;
  await open(link);
  assert.equal((await orders()).length, 0);
  const answer = await choose(link, 'kodupank');
  assert.equal(answer.status, 303, answer.text);
  assert.match(answer.headers.location ?? '', /\/pay\/[\w-]{43}#bank$/);
  const [order] = await orders();
  const invoice = await g.ask<{ balance: number }>('GET', `/invoices/${id}`, { as: owner });
  assert.equal(Number(order?.amount), Math.round(invoice.data.balance * 100));
  const page = await g.ask('GET', `/${new URL(answer.headers.location ?? '').pathname}`);
  assert.equal(page.headers['content-language'], new URL(link).searchParams.get('lang'));
  assert.match(page.text, /action="https:\/\/pank\.example\/banklink"/);
});

test('a bank that is not offered, or an invoice that was paid meanwhile, starts nothing and shows the page', async () => {
  const { id } = await anInvoice();
  const link = linkTo(id);
  const unknown = await choose(link, 'elsewhere');
  assert.equal(unknown.status, 200);
  assert.match(unknown.text, /Kodupank/);
  await g.ask('PATCH', `/invoices/${id}`, { as: owner, body: { status: 'paid' } });
  const paid = await choose(link, 'kodupank');
  assert.equal(paid.status, 200);
  assert.match(paid.text, /Makstud/);
  assert.doesNotMatch(paid.text, /<form/);
});

test('a paid, a cancelled and a credited invoice say so, without an amount or a form', async () => {
  const [paid, cancelled, credited] = [await anInvoice(), await anInvoice(), await anInvoice()];
  await g.ask('PATCH', `/invoices/${paid.id}`, { as: owner, body: { status: 'paid' } });
  await g.ask('PATCH', `/invoices/${cancelled.id}`, { as: owner, body: { status: 'cancelled' } });
  const reason = 'Billed twice.';
  const credit = await g.ask('POST', `//console/api/invoices/${credited.id}/credit`, {
    as: owner,
    body: { reason },
  });
  assert.equal(credit.status, 201, credit.text);
  for (const [{ id }, message] of [
    [paid, 'Makstud. Aitäh!'],
    [cancelled, 'Arve on tühistatud'],
    [credited, 'Arve on tasutud või krediteeritud'],
  ] as const) {
    const { status, text } = await open(linkTo(id));
    assert.equal(status, 200);
    assert.ok(text.includes(message), `${message}:\n${text}`);
    assert.doesNotMatch(text, /<form|€|<a /);
    assert.equal(text.includes('PDF-fail'), id !== cancelled.id);
  }
});

test('an expired link says so and shows nothing of the invoice, and starts no payment', async () => {
  const { id, number } = await anInvoice();
  const link = linkTo(id);
  const then = g.clock.now;
  g.clock.now = new Date(then.getTime() + 90 * 86_400_000 + 1000);
  const [shown, started] = [await open(link), await choose(link, 'kodupank')];
  g.clock.now = then;
  for (const { status, text } of [shown, started]) {
    assert.equal(status, 410);
    assert.match(text, /See link on aegunud/);
    assert.ok(!text.includes(number) && !text.includes('Kase'));
  }
});

test('a changed, foreign or invented link is the same page as one to nothing', async () => {
  const { id } = await anInvoice();
  const link = linkTo(id);
  const stranger = await anOrganization(g);
  const key = keyOf(link);
  const forged = Array.from({ length: 70 }, (_, at) =>
    link.replace(key, key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1)),
  );
  for (const other of [...forged.slice(0, 3), ...forged.slice(40, 43), forged[69] ?? '']) {
    const { status, text } = await open(other);
    assert.equal(status, 404);
    assert.match(text, /See link ei kehti/);
  }
  for (const other of forged) assert.equal(readPayLink(g.app.config, keyOf(other)), undefined);
  const foreign = await open(linkTo(id, 'et', stranger.tenantId));
  assert.equal(foreign.status, 404);
  const otherKey = { ...g.app.config, secretKey: Buffer.alloc(32, 7) };
  assert.equal(readPayLink(otherKey, key), undefined);
  assert.equal((await open(`http://x/pay/invoice?lang=%00#${'A'.repeat(70)}`)).status, 404);
});

test('payments of one link are limited', async () => {
  const { id } = await anInvoice();
  const link = linkTo(id);
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await choose(link, 'kodupank')).status);
  assert.deepEqual([statuses[0], statuses[19], statuses[20]], [303, 303, 429]);
});

test('without a bank the page has the account and the reference for a transfer', async () => {
  const bare = await anOrganization(g);
  const { invoices } = await createSentInvoices(g, bare);
  const { text, status } = await open(linkTo(invoices[0] ?? '', 'en', bare.tenantId));
  assert.equal(status, 200);
  assert.match(text, /Transfer the amount with this reference number/);
  assert.match(text, /Reference number/);
  assert.doesNotMatch(text, /<form/);
});
