// Tests of encryption: a ciphertext reveals nothing, decrypts only in its context, and the error says whether key,
// bytes or context are wrong.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { decrypt, encrypt } from './encryption.ts';

const key = randomBytes(32);

test('an encrypted text decrypts again, for any text and context', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      assert.equal(decrypt([key], context, encrypt(key, context, text)), text);
    }),
  );
});

test('bytes that the database returns as a plain Uint8Array decrypt as well', () => {
  assert.equal(decrypt([key], 'row 1', new Uint8Array(encrypt(key, 'row 1', 'secret'))), 'secret');
});

test('the same text encrypted twice differs, and the text is nowhere in it', () => {
  const [firstText, other] = [encrypt(key, 'row 1', 'secret'), encrypt(key, 'row 1', 'secret')];
  assert.notDeepEqual(firstText, other);
  assert.equal(firstText.includes('secret'), false);
});

test('a single changed bit anywhere is detected', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.throws(() => decrypt([key], 'row 1', changed));
  }
});

test('a text cut anywhere is rejected', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => decrypt([key], 'row 1', sealed.subarray(0, length)));
  }
});

test('in another context it does not decrypt, and the error says so without the text', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  assert.throws(
    () => decrypt([key], 'row 2', sealed),
    /^Error: The sealed text was changed, or belongs elsewhere \(row 2\)\.$/,
  );
});

test('with another key it does not decrypt, and the error names both keys by id', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  assert.throws(
    () => decrypt([randomBytes(32)], 'row 1', sealed),
    /Sealed under key [0-9a-f]{8}, but the service runs with key [0-9a-f]{8} \(row 1\)/,
  );
});

test('of several keys the one that a text was encrypted with decrypts it, whatever their order', () => {
  const other = randomBytes(32);
  const sealed = encrypt(key, 'row 1', 'secret');
  for (const keys of [
    [key, other],
    [other, key],
  ])
    assert.equal(decrypt(keys, 'row 1', sealed), 'secret');
  assert.throws(
    () => decrypt([other, randomBytes(32)], 'row 1', sealed),
    /Sealed under key [0-9a-f]{8}, but the service runs with key [0-9a-f]{8}, [0-9a-f]{8} \(row 1\)/,
  );
});

test('a key that is not 32 bytes long is rejected', () => {
  assert.throws(() => encrypt(randomBytes(16), 'row 1', 'secret'), /Invalid key length/);
});
