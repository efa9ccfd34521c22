// Tests of webhook verification: what the service signs is accepted, also during a rotation, and nothing else.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deliveryHeaders } from '../../../src/webhooks/signatures.ts';
import { WebhookVerificationError } from './errors.ts';
import { type ReceivedWebhook, signWebhook, verifyWebhook } from './webhooks.ts';

const aSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [current, next] = [aSecret(), aSecret()];
const now = new Date('2026-11-20T09:00:00.000Z');
const body =
  '{"event":"invoice.paid","timestamp":"2026-11-20T09:00:00.000Z","tenantId":"t","data":{"invoiceId":"õ","amount":43.1}}';
const headers = deliveryHeaders({ secrets: { current }, id: 'delivery-1', attemptAt: now, body });
const genuine: ReceivedWebhook = { body, headers, secret: current, now };

const isRejected = (changes: Partial<ReceivedWebhook>, reason: RegExp) =>
  assert.rejects(
    verifyWebhook({ ...genuine, ...changes }),
    (error) => error instanceof WebhookVerificationError && reason.test(error.message),
  );

test('a delivery of the service is accepted, with headers and body as frameworks have them', async () => {
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  for (const given of [headers, upper, new Headers(headers)])
    for (const bytes of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
      const { id, event } = await verifyWebhook({ ...genuine, headers: given, body: bytes });
      assert.equal(id, 'delivery-1');
      assert.deepEqual(event, JSON.parse(body));
    }
});

test('during a rotation either secret is enough, and so is a list with the right one', async () => {
  const both = deliveryHeaders({ secrets: { current, next }, id: 'delivery-1', attemptAt: now, body });
  assert.equal(both['webhook-signature']?.split(' ').length, 2);
  for (const secret of [current, next, [aSecret(), next]]) await verifyWebhook({ ...genuine, headers: both, secret });
  await isRejected({ headers: both, secret: [aSecret(), aSecret()] }, /No signature matches/);
});

test('another body, id, time or secret is rejected', async () => {
  await isRejected({ body: `${body} ` }, /No signature matches/);
  await isRejected({ body: JSON.stringify(JSON.parse(body), null, 1) }, /raw body/);
  await isRejected({ headers: { ...headers, 'webhook-id': 'delivery-2' } }, /No signature matches/);
  const later = String(Number(headers['webhook-timestamp']) + 1);
  await isRejected({ headers: { ...headers, 'webhook-timestamp': later } }, /No signature matches/);
  await isRejected({ secret: next }, /No signature matches/);
});

test('what is too old or too far ahead is rejected, although the signature is right', async () => {
  const at = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1000) });
  for (const seconds of [-300, 300]) await verifyWebhook({ ...genuine, ...at(seconds) });
  for (const seconds of [-301, 301]) await isRejected(at(seconds), /more than 300 s/);
  await verifyWebhook({ ...genuine, ...at(3000), toleranceSeconds: 3000 });
});

test('headers that are missing or not of this form are rejected', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await isRejected({ headers: { ...headers, [name]: undefined } }, /A header is missing/);
  await isRejected({ headers: { ...headers, 'webhook-timestamp': 'NaN' } }, /not a number/);
  for (const signature of ['v1', 'v1,', 'v1,õ', 'v1,====', 'v2,abc', `v1 ${headers['webhook-signature']?.slice(3)}`])
    await isRejected({ headers: { ...headers, 'webhook-signature': signature } }, /No signature matches/);
  for (const secret of ['', 'whsec_', 'whsec_õ', []])
    await assert.rejects(verifyWebhook({ ...genuine, secret }), WebhookVerificationError);
});

test('at most ten signatures are looked at', async () => {
  const right = headers['webhook-signature'] ?? '';
  const wrong = Array.from({ length: 9 }, () => `v1,${randomBytes(32).toString('base64')}`);
  await verifyWebhook({ ...genuine, headers: { ...headers, 'webhook-signature': [...wrong, right].join(' ') } });
  const tooMany = [...wrong, 'v1,AAAA', right].join(' ');
  await isRejected({ headers: { ...headers, 'webhook-signature': tooMany } }, /No signature matches/);
});

test('a signed request is what the service sends, to the letter', async () => {
  const signed = await signWebhook({ body, secret: current, id: 'delivery-1', at: now });
  const { 'user-agent': _program, 'X-Service-Signature': ofBody, ...standard } = headers;
  assert.deepEqual(signed, { ...standard, 'x-service-signature': ofBody });
  const fresh = await signWebhook({ body, secret: current, id: 'delivery-1' });
  assert.deepEqual(new Webhook(current).verify(body, fresh), JSON.parse(body));
});
