// Tests of signatures with published vectors and an independent implementation, as receivers use their own verifier.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { deliveryHeaders, signBody, standardSignature } from './signatures.ts';
import { createSecret } from './signing-secrets.ts';

const body = '{"event":"invoice.paid","data":{"invoiceId":"b1","amount":61.3}}';

test('the body signature is the one of GitHub’s published example', () => {
  const known = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  assert.equal(signBody("It's a Secret to Everybody", 'Hello, World!'), known);
  assert.equal(signBody("It's a Secret to Everybody", Buffer.from('Hello, World!')), known);
});

test('the standard signature is the one of Svix’s published example', () => {
  const signature = standardSignature(
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1614265330,
    '{"test": 2432232314}',
  );
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the key of the body signature is the secret as shown, including its prefix', () => {
  const secret = createSecret();
  const byReceiver = createHmac('sha256', Buffer.from(secret, 'utf8')).update(body, 'utf8').digest('hex');
  assert.equal(signBody(secret, body), `sha256=${byReceiver}`);
});

test('a receiver with a Standard Webhooks library verifies any body, as text or bytes', () => {
  const secret = createSecret();
  fc.assert(
    fc.property(fc.json(), fc.uuid(), (json, id) => {
      const sent = deliveryHeaders({
        secrets: { current: secret },
        id,
        attemptAt: new Date(),
        body: Buffer.from(json),
      });
      new Webhook(secret).verify(json, sent);
      const { 'webhook-signature': ofBytes } = sent;
      assert.equal(standardSignature([secret], id, Number(sent['webhook-timestamp']), json), ofBytes);
    }),
    { numRuns: 50 },
  );
});

test('a changed body, id or time does not verify', () => {
  const secret = createSecret();
  const headers = deliveryHeaders({ secrets: { current: secret }, id: 'one', attemptAt: new Date(), body });
  const receiver = new Webhook(secret);
  const later = String(Number(headers['webhook-timestamp']) + 1);
  assert.throws(() => receiver.verify(`${body} `, headers));
  assert.throws(() => receiver.verify(body, { ...headers, 'webhook-id': 'two' }));
  assert.throws(() => receiver.verify(body, { ...headers, 'webhook-timestamp': later }));
});

test('an attempt has exactly the announced headers, including its own time in whole seconds', () => {
  const secret = createSecret();
  const attemptAt = new Date('2026-11-21T04:00:00.999Z');
  assert.deepEqual(deliveryHeaders({ secrets: { current: secret }, id: 'evt_1', attemptAt, body }), {
    'content-type': 'application/json',
    'user-agent': 'Haldur-Webhooks/1',
    'X-Service-Signature': signBody(secret, body),
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1795233600',
    'webhook-signature': standardSignature([secret], 'evt_1', 1795233600, body),
  });
});
