// Tests of Montonio: an order is created when the payer leaves for Montonio, and only tokens with the store's key and
// algorithm are accepted.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { createSentInvoices, initiatePayment, type StartedPayment } from '../../../test/banklink-fixture.ts';
import { eventsOf } from '../../../test/billing-fixture.ts';
import { type Answer, anOrganization, password, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { orderKey } from './initiate-payment.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner, tenantId } = organization;

/** What the provider is asked for, and how it answers; a test replaces the answer. */
const asked: Record<string, unknown>[] = [];
let answer = (response: ServerResponse) => reply(response, 201, { paymentUrl: `${base}/pay/1` });
const provider = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { data } = JSON.parse(Buffer.concat(parts).toString());
  const [head, claims, mac] = String(data).split('.');
  assert.equal(mac, createHmac('sha256', 'secret').update(`${head}.${claims}`).digest('base64url'));
  assert.equal(request.url, '/api/orders');
  asked.push(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()));
  answer(response);
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
after(() => {
  provider.closeAllConnections();
  provider.close();
});
const address = provider.address();
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

await g.ask('POST', '//console/api/banks', {
  as: owner,
  body: {
    name: 'montonio',
    title: 'Montonio',
    provider: 'montonio',
    url: `${base}/api`,
    merchant: 'store',
    secretKey: 'secret',
    password,
  },
});

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A token by the rule of RFC 7515, made apart from the code under test. */
function token(claims: Record<string, unknown>, { alg = 'HS256', key = 'secret', hash = 'sha256' } = {}): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${alg === 'none' ? '' : createHmac(hash, key).update(text).digest('base64url')}`;
}

async function beginPayment(): Promise<{
  invoiceId: string;
  payment: StartedPayment;
  claims: Record<string, unknown>;
}> {
  const { invoices } = await createSentInvoices(g, organization);
  const startedPayment = await initiatePayment(g, owner, { invoiceId: invoices[0] });
  await leave(startedPayment);
  const { merchantReference } = asked.at(-1) ?? {};
  const exp = Math.floor(g.clock.now.getTime() / 1000) + 600;
  const claims = {
    uuid: 'e2f1a3f0-0000-4000-8000-000000000001',
    accessKey: 'store',
    merchantReference,
    paymentStatus: 'PAID',
    grandTotal: startedPayment.amount,
    currency: 'EUR',
    senderIban: 'EE471000001020145685',
    senderName: 'Õie Šmidt',
    iat: exp - 600,
    exp,
  };
  return { invoiceId: invoices[0], payment: startedPayment, claims };
}

/** The payer's click on our page. */
function leave(startedPayment: StartedPayment): Promise<Answer> {
  return g.ask('POST', `/${new URL(startedPayment.payUrl).pathname}`);
}

function notify(startedPayment: StartedPayment, orderToken: unknown): Promise<Answer> {
  return g.ask('POST', `//callbacks/banklink/montonio?order=${orderKey(tenantId, startedPayment.id)}`, {
    body: { orderToken },
  });
}

async function statusOf(invoiceId: string): Promise<unknown> {
  return (await g.ask<Thing>('GET', `/invoices/${invoiceId}`, { as: owner })).data.status;
}

test('the payer goes to the provider through our page, and the order is created once, when the payer leaves it', async () => {
  const { invoices } = await createSentInvoices(g, organization);
  const before = asked.length;
  const startedPayment = await initiatePayment(g, owner, { invoiceId: invoices[0] });
  assert.deepEqual(
    [startedPayment.method, startedPayment.url, startedPayment.fields],
    ['GET', startedPayment.payUrl, {}],
  );
  assert.equal(asked.length, before);
  const [first, second] = [await leave(startedPayment), await leave(startedPayment)];
  assert.deepEqual([first.status, first.headers.location], [303, `${base}/pay/1`]);
  assert.deepEqual([second.status, second.headers.location], [303, `${base}/pay/1`]);
  assert.equal(asked.length, before + 1);
  const order = asked.at(-1) ?? {};
  assert.deepEqual(
    [order.accessKey, order.grandTotal, order.currency, order.locale],
    ['store', startedPayment.amount, 'EUR', 'et'],
  );
  assert.equal(
    order.returnUrl,
    `http://127.0.0.1:3000/callbacks/banklink/montonio?order=${orderKey(tenantId, startedPayment.id)}`,
  );
  const page = await g.ask('GET', `/${new URL(startedPayment.payUrl).pathname}`);
  assert.match(page.headers['content-security-policy'] ?? '', new RegExp(`form-action 'self' ${base};`));
});

test('the provider’s notification and the browser’s return, in either order, are one payment', async () => {
  const { invoiceId, payment, claims } = await beginPayment();
  const back = await g.ask(
    'GET',
    `//callbacks/banklink/montonio?order=${orderKey(tenantId, payment.id)}&order-token=${token(claims)}`,
  );
  assert.deepEqual([back.status, back.headers.location], [303, payment.payUrl]);
  assert.equal(await statusOf(invoiceId), 'paid');
  assert.equal((await notify(payment, token(claims))).status, 200);
  const events = (await eventsOf(g, tenantId, 'invoice.paid')).filter((each) => each.invoiceId === invoiceId);
  assert.equal(events.length, 1);
});

test('a pending payment changes nothing, an abandoned one is marked, and neither blocks a later one', async () => {
  const { invoiceId, payment, claims } = await beginPayment();
  for (const paymentStatus of ['PENDING', 'AUTHORIZED', 'ABANDONED', 'REFUNDED', 'nonsense']) {
    assert.equal((await notify(payment, token({ ...claims, paymentStatus }))).status, 200, paymentStatus);
    assert.equal(await statusOf(invoiceId), 'sent', paymentStatus);
  }
  assert.equal((await notify(payment, token(claims))).status, 200);
  assert.equal(await statusOf(invoiceId), 'paid');
});

test('a token with another key, algorithm or store, an expired one, or one of another order or amount is ignored', async () => {
  const { invoiceId, payment, claims } = await beginPayment();
  const { claims: others } = await beginPayment();
  const old = Math.floor(g.clock.now.getTime() / 1000) - 3600;
  const wrong: readonly (readonly [string, unknown])[] = [
    ['alg none', token(claims, { alg: 'none' })],
    ['alg none with a signature', token(claims, { alg: 'None' })],
    ['another algorithm', token(claims, { alg: 'HS512', hash: 'sha512' })],
    ['another algorithm, said only', token(claims, { alg: 'HS512' })],
    ['another key', token(claims, { key: 'Secret' })],
    ['an empty key', token(claims, { key: '' })],
    ['another store', token({ ...claims, accessKey: 'shop' })],
    ['too old', token({ ...claims, exp: old })],
    ['no end', token({ ...claims, exp: undefined })],
    ['another order', token(others)],
    ['another amount', token({ ...claims, grandTotal: 0.01 })],
    ['an amount in text', token({ ...claims, grandTotal: String(claims.grandTotal) })],
    ['another currency', token({ ...claims, currency: 'PLN' })],
    ['four parts', `${token(claims)}.x`],
    ['no token', 'x'],
    ['no text', 17],
    ['no object', token([] as never)],
  ];
  for (const [name, given] of wrong) assert.equal((await notify(payment, given)).status, 404, name);
  assert.equal(await statusOf(invoiceId), 'sent');
});

test('a provider that fails, disconnects, never ends or redirects elsewhere gives the payer an error page without a redirect', async () => {
  const usual = answer;
  const bad: readonly (readonly [string, typeof answer])[] = [
    ['an error', (response) => reply(response, 500, { paymentUrl: `${base}/pay/1` })],
    ['a redirect', (response) => response.writeHead(302, { location: `${base}/pay/1` }).end()],
    ['no JSON', (response) => response.writeHead(201).end('<html>')],
    ['no address', (response) => reply(response, 201, {})],
    ['a foreign address', (response) => reply(response, 201, { paymentUrl: 'http://evil.example/pay' })],
    ['a script', (response) => reply(response, 201, { paymentUrl: 'javascript:alert(1)' })],
    ['a hang-up', (response) => response.destroy()],
    ['no end', (response) => response.writeHead(201).end('x'.repeat(100_000))],
  ];
  const { invoices } = await createSentInvoices(g, organization);
  const startedPayment = await initiatePayment(g, owner, { invoiceId: invoices[0] });
  for (const [name, how] of bad) {
    answer = how;
    const page = await leave(startedPayment);
    assert.deepEqual([page.status, page.headers.location], [503, undefined], name);
    assert.match(page.text, /Pank ei vasta/, name);
  }
  answer = usual;
  assert.equal((await leave(startedPayment)).status, 303);
});

test('tokens for a removed bank can no longer be verified, and are ignored', async () => {
  const { payment, claims } = await beginPayment();
  const { items } = await g.ask('GET', '//console/api/banks', { as: owner });
  await g.ask('DELETE', `//console/api/banks/${items[0]?.id}`, { as: owner, body: { password } });
  assert.equal((await notify(payment, token(claims))).status, 404);
  const page = await g.ask('GET', `/${new URL(payment.payUrl).pathname}`);
  assert.equal(page.text.includes('<form'), false);
});
