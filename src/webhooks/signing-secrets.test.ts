// Tests of signing secrets: strong, unique, and bound to their endpoint.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createSecret, decryptSecret, encryptSecret, makeSecretDecrypter, secretHint } from './signing-secrets.ts';

test('a secret is whsec_ and 32 random bytes, different each time', () => {
  const [secret, other] = [createSecret(), createSecret()];
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  assert.notEqual(secret, other);
});

test('the hint shows the last four characters and nothing else of the secret', () => {
  assert.equal(secretHint('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), 'whsec_…LaSw');
});

test('an encrypted secret can be decrypted for its own endpoint only', () => {
  const key = randomBytes(32);
  const [tenant, endpoint, secret] = [randomUUID(), randomUUID(), createSecret()];
  const sealed = encryptSecret(key, tenant, endpoint, secret);
  assert.equal(decryptSecret([key], tenant, endpoint, sealed), secret);
  assert.throws(() => decryptSecret([key], tenant, randomUUID(), sealed), /belongs elsewhere/);
  assert.throws(() => decryptSecret([key], randomUUID(), endpoint, sealed), /belongs elsewhere/);
});

test('a secret decrypted before is decrypted again for its own endpoint, and for no other', () => {
  const key = randomBytes(32);
  const [tenant, endpoint, secret] = [randomUUID(), randomUUID(), createSecret()];
  const sealed = encryptSecret(key, tenant, endpoint, secret);
  const open = makeSecretDecrypter([key]);
  assert.equal(open(tenant, endpoint, sealed), secret);
  assert.equal(open(tenant, endpoint, sealed), secret);
  assert.throws(() => open(tenant, randomUUID(), sealed), /belongs elsewhere/);
  for (let nth = 0; nth < 1100; nth += 1) open(tenant, endpoint, encryptSecret(key, tenant, endpoint, `whsec_${nth}`));
  assert.equal(open(tenant, endpoint, sealed), secret, 'also after many others');
});
