// Tests of passwords: only the correct one matches, in any Unicode form, and the work of checking is limited.
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { Unavailable } from '../platform/errors.ts';
import { checkPassword, hashPassword } from './passwords.ts';

/** A kept password that is quick to check: far fewer resources than the service would use. */
function cheaply(password: string, memory = 8): string {
  const nonce = Buffer.alloc(16, 3);
  const hash = argon2Sync('argon2id', { message: password, nonce, memory, passes: 1, parallelism: 1, tagLength: 32 });
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=1,p=1$${plain(nonce)}$${plain(hash)}`;
}

test('a stored password has OWASP’s parameters, its own salt, and nothing of the password', async () => {
  const [firstHash, secondHash] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  assert.match(firstHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(firstHash, secondHash);
  assert.deepEqual(await checkPassword('correct horse', firstHash), { right: true, outdated: false });
  assert.deepEqual(await checkPassword('correct horse ', firstHash), { right: false, outdated: false });
});

test('the same characters are the same password, composed or decomposed, and no others are', async () => {
  const kept = cheaply('p\u00e4\u00f5r');
  assert.equal((await checkPassword('pa\u0308o\u0303r', kept)).right, true);
  for (const other of ['paor', 'P\u00c4\u00d5R', 'p\u00e4\u00f5', 'p\u00e4\u00f5r\0', ''])
    assert.equal((await checkPassword(other, kept)).right, false, other);
});

test('a password hashed with other parameters is still right, and is reported as outdated', async () => {
  assert.deepEqual(await checkPassword('secret', cheaply('secret')), { right: true, outdated: true });
});

test('an unreadable hash never matches', async () => {
  for (const kept of [
    null,
    '',
    'secret',
    '$2b$12$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=8,t=1,p=1$$',
    '$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA',
  ])
    assert.deepEqual(await checkPassword('secret', kept), { right: false, outdated: false }, String(kept));
});

test('four hashes are calculated at once and a hundred wait; the next caller is asked to retry, for a known and an unknown address alike', async () => {
  const kept = cheaply('secret', 2048);
  const admitted = Array.from({ length: 104 }, () => checkPassword('secret', kept));
  for (const [nth, next] of [
    checkPassword('secret', kept),
    checkPassword('secret', null),
    hashPassword('secret'),
  ].entries())
    await assert.rejects(next, (error) => error instanceof Unavailable && error.retryAfter >= 1, `next ${nth}`);
  assert.ok((await Promise.all(admitted)).every((item) => item.right));
  assert.equal((await checkPassword('secret', kept)).right, true);
});
