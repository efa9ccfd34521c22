// A sealed text gives nothing away, opens only where it belongs, and says which of key, bytes or place is wrong.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { decrypt, encrypt } from './encryption.ts';

const key = randomBytes(32);

test('what is sealed opens again, whatever the text and the context', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      assert.equal(decrypt(key, context, encrypt(key, context, text)), text);
    }),
  );
});

test('bytes that come from the database as a plain Uint8Array open as well', () => {
  assert.equal(decrypt(key, 'row 1', new Uint8Array(encrypt(key, 'row 1', 'secret'))), 'secret');
});

test('the same text sealed twice looks different, and the text is nowhere in it', () => {
  const [one, other] = [encrypt(key, 'row 1', 'secret'), encrypt(key, 'row 1', 'secret')];
  assert.notDeepEqual(one, other);
  assert.equal(one.includes('secret'), false);
});

test('a single changed bit anywhere is noticed', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.throws(() => decrypt(key, 'row 1', changed));
  }
});

test('a text cut short anywhere is refused', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => decrypt(key, 'row 1', sealed.subarray(0, length)));
  }
});

test('in another context it does not open, and the error says so without the text', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  assert.throws(
    () => decrypt(key, 'row 2', sealed),
    /^Error: The sealed text was changed, or belongs elsewhere \(row 2\)\.$/,
  );
});

test('under another key it does not open, and the error names both keys by id', () => {
  const sealed = encrypt(key, 'row 1', 'secret');
  assert.throws(
    () => decrypt(randomBytes(32), 'row 1', sealed),
    /Sealed under key [0-9a-f]{8}, but the service runs with key [0-9a-f]{8} \(row 1\)/,
  );
});

test('a key that is not 32 bytes long is refused', () => {
  assert.throws(() => encrypt(randomBytes(16), 'row 1', 'secret'), /Invalid key length/);
});
