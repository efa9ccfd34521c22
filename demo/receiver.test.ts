// Tests of the demo's receiver: it accepts only what is signed correctly.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveryHeaders } from '../src/webhooks/signatures.ts';
import { createSecret } from '../src/webhooks/signing-secrets.ts';
import { checkSignature, startReceiver } from './receiver.ts';

const receiver = await startReceiver(new AbortController().signal);
after(receiver.close);
const secret = createSecret();

async function deliver(id: string, body: string, signedBody = body, signedBy = secret): Promise<number> {
  const headers = deliveryHeaders({ secrets: { current: signedBy }, id, attemptAt: new Date(), body: signedBody });
  return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
}

const body = '{"event":"invoice.paid","timestamp":"2026-11-21T05:00:00.000Z","tenantId":"t","data":{"amount":1.5}}';

test('the signature check gives the specification’s known answer', () => {
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const hello = Buffer.from('Hello, World!');
  checkSignature("It's a Secret to Everybody", hello, { 'x-service-signature': signature });
  assert.throws(() => checkSignature('another', hello, { 'x-service-signature': signature }), /is wrong/);
  assert.throws(() => checkSignature('another', hello, {}), /is wrong/);
});

test('nothing is accepted before the secret is known', async () => {
  assert.equal(await deliver('early', body), 401);
  assert.equal(receiver.received.length, 0);
});

test('an event is accepted once, however often it is delivered', async () => {
  await receiver.addSecret(secret);
  assert.equal(await deliver('one', body), 204);
  assert.equal(await deliver('one', body), 204);
  assert.deepEqual(
    receiver.received.map(({ id, event, data }) => [id, event, data.amount]),
    [['one', 'invoice.paid', 1.5]],
  );
});

test('a changed body or another secret is rejected, and the reason kept', async () => {
  const before = receiver.refused.length;
  assert.equal(await deliver('two', body.replace('1.5', '9.5'), body), 401);
  assert.equal(await deliver('three', body, body, createSecret()), 401);
  assert.equal(receiver.received.length, 1);
  assert.equal(receiver.refused.length - before, 2);
  assert.match(receiver.refused.at(-1) ?? '', /X-Service-Signature is wrong/);
});
