// Tests of tokens: each kind has one form, a typing error is detected without a look-up, and only the session’s own key
// makes its refresh tokens.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { newId } from '../platform/values/ids.ts';
import {
  createMagicToken,
  createToken,
  isClaimAuthentic,
  isMagicToken,
  parseBearer,
  parseOneTimeToken,
  parseRefreshToken,
  refreshToken,
  sessionKey,
  tokenHash,
} from './tokens.ts';

const key = sessionKey(Buffer.alloc(32, 1), Buffer.alloc(32, 2));
const tenantId = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e0f';
const sessionId = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10';
const session = { tenantId, sessionId };

/** A refresh token with these bytes inside, and a checksum that fits. */
function forged(bytes: Buffer): string {
  const text = `hrt_${bytes.toString('base64url')}`;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(text));
  return text + checksum.toString('base64url');
}

const presented = (tenantId: string, token: string) => {
  const hash = tokenHash(token);
  return { tenantId, hash, hashText: hash.toString('base64') };
};

test('a token is its prefix, its organization, 256 random bits and a checksum, and no two are the same', () => {
  const tokens = Array.from({ length: 500 }, () => [
    createToken('hat_', tenantId),
    createToken('hak_', tenantId),
  ]).flat();
  assert.equal(new Set(tokens).size, 1000);
  for (const [nth, token] of tokens.entries()) {
    assert.match(token, /^ha[tk]_[A-Za-z0-9_-]{64}[A-Za-z0-9_-]{6}$/, `token ${nth}`);
    assert.deepEqual(parseBearer(token), presented(tenantId, token), `token ${nth}`);
    assert.equal(tokenHash(token).length, 32, `token ${nth}`);
  }
});

test('one wrong character is detected, at any position', () => {
  const token = createToken('hat_', tenantId);
  fc.assert(
    fc.property(
      fc.nat(token.length - 1),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      (at, other) => {
        fc.pre(other !== token[at]);
        assert.equal(parseBearer(token.slice(0, at) + other + token.slice(at + 1)), undefined);
      },
    ),
    { numRuns: 500 },
  );
});

test('a token that is cut, longer, of another case, of another kind or wrapped in spaces is invalid', () => {
  const token = createToken('hat_', tenantId);
  const refresh = refreshToken(key, session, 1);
  const wrong = [
    '',
    'hat_',
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    token.toUpperCase(),
    token.replace('hat_', 'HAT_'),
    token.replace('hat_', 'hak_'),
    token.replace('hat_', 'hrt_'),
    `${token}\n`,
    ` ${token}`,
    token + token,
    refresh,
    `hat_${refresh.slice(4)}`,
  ];
  for (const text of wrong) assert.equal(parseBearer(text), undefined, text);
  for (const [nth, text] of [
    token,
    `hrt_${token.slice(4)}`,
    refresh.slice(0, -1),
    `${refresh}A`,
    refresh.toUpperCase(),
    '',
  ].entries())
    assert.equal(parseRefreshToken(text), undefined, `text ${nth}`);
});

test('each kind of one-time token is read as that kind only, and a magic link names no organization', () => {
  const [invitation, undoing, link] = [
    createToken('hin_', tenantId),
    createToken('hua_', tenantId),
    createMagicToken(),
  ];
  assert.deepEqual(parseOneTimeToken('hin_', invitation), presented(tenantId, invitation));
  assert.deepEqual(parseOneTimeToken('hua_', undoing), presented(tenantId, undoing));
  assert.ok(isMagicToken(link) && !isMagicToken(invitation));
  for (const text of [undoing, link, invitation.slice(0, -1), `${invitation}A`, undoing.replace('hua_', 'hin_'), ''])
    assert.equal(parseOneTimeToken('hin_', text), undefined, text);
  for (const text of [invitation, undoing, link]) assert.equal(parseBearer(text), undefined, text);
});

test('a refresh token can be derived again, and names its session and its number', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 1, max: 2 ** 31 }), (tenantId, sessionId, counter) => {
      const token = refreshToken(key, { tenantId, sessionId }, counter);
      assert.equal(token, refreshToken(key, { tenantId, sessionId }, counter));
      const claim = parseRefreshToken(token);
      assert.deepEqual([claim?.tenantId, claim?.sessionId, claim?.counter], [tenantId, sessionId, counter]);
      assert.ok(claim && isClaimAuthentic(key, claim));
    }),
  );
});

test('any changed bit of organization, session, counter or proof invalidates it, also with a matching checksum', () => {
  const bytes = Buffer.from(refreshToken(key, session, 7).slice(4, -6), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const claim = parseRefreshToken(forged(changed));
    assert.ok(claim && !isClaimAuthentic(key, claim), `bit ${bit}`);
  }
});

test('neither the service’s key nor the session’s seed alone gives its key', () => {
  const claim = parseRefreshToken(refreshToken(key, session, 1));
  assert.ok(claim);
  assert.ok(!isClaimAuthentic(sessionKey(Buffer.alloc(32, 9), Buffer.alloc(32, 2)), claim));
  assert.ok(!isClaimAuthentic(sessionKey(Buffer.alloc(32, 1), Buffer.alloc(32, 9)), claim));
  for (const [nth, other] of [newId(), newId()].entries()) {
    assert.ok(!isClaimAuthentic(key, { ...claim, sessionId: other }), `other ${nth}`);
    assert.ok(!isClaimAuthentic(key, { ...claim, tenantId: other }), `other ${nth}`);
  }
  assert.ok(!isClaimAuthentic(key, { ...claim, mac: randomBytes(32) }));
});
