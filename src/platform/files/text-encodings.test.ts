// Tests of text encodings, recognised by a mark, zeros or the order of bytes, however the bytes are split. More of them
// in src/residents/csv.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { makeEncodingFinder, unicodeFormOf } from './text-encodings.ts';

test('each encoding is recognised with a mark and without, and other bytes have none', () => {
  const text = 'Korter;Nimi\n1;Õnne Mäe\n';
  for (const form of ['utf-16le', 'utf-16be'] as const)
    for (const addBOM of [true, false])
      assert.equal(unicodeFormOf(iconv.encode(text, form, { addBOM })), form, `${form}, ${addBOM}`);
  assert.equal(unicodeFormOf(iconv.encode(text, 'utf-8', { addBOM: true })), 'utf-8');
  assert.equal(unicodeFormOf(Buffer.from(text)), undefined);
  assert.equal(unicodeFormOf(Buffer.alloc(4000)), undefined);
  assert.equal(unicodeFormOf(Buffer.alloc(0)), undefined);
});

test('a text in UTF-8 stays so with damaged bytes, and one in an older encoding is recognised, however the bytes are split', () => {
  const damaged = Buffer.from('Õnne Mäekõrtsi, Jüri Põld');
  damaged[damaged.indexOf('ü')] = 0xff;
  const older = iconv.encode('Õnne Mäekõrtsi, Jüri Põld, Žanna', 'windows-1252');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
      for (const [bytes, expected] of [
        [damaged, 'utf-8'],
        [older, 'windows-1252'],
      ] as const) {
        const finder = makeEncodingFinder();
        for (let at = 0; at < bytes.length; at += size) finder.add(bytes.subarray(at, at + size));
        assert.equal(finder.encoding(), expected, expected);
      }
    }),
  );
});
