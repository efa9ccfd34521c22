// Tests of payment references: their check digits are correct, and typing errors are detected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isValidReference, isValidRf, makeReference, normaliseReference, toRfReference } from './payment-reference.ts';

const sequence = fc.integer({ min: 1, max: 1_000_000_000 });

test('the check digit is calculated with 7, 3, 1 from the right', () => {
  // 100001: 1×7 and 1×1 (the sixth place from the right has weight 1) are 8, and 2 completes ten.
  assert.equal(makeReference(1), '1000012');
  // 100010: 1×3 + 1×1 = 4, and 6 completes ten.
  assert.equal(makeReference(10), '1000106');
  // 123456: 42 + 15 + 4 + 21 + 6 + 1 = 89, and 1 completes ninety.
  assert.equal(makeReference(23_456), '1234561');
  // 999999: 9 × 22 = 198, and 2 completes two hundred.
  assert.equal(makeReference(899_999), '9999992');
  assert.equal(makeReference(900_000), '10000003');
});

test('every generated reference is valid, has at least seven digits and is unique', () => {
  fc.assert(
    fc.property(sequence, sequence, (n, other) => {
      assert.ok(isValidReference(makeReference(n)));
      assert.match(makeReference(n), /^[1-9]\d{6,}$/);
      assert.equal(makeReference(n) === makeReference(other), n === other);
    }),
  );
});

test('only a sequence number from 1 gives a reference', () => {
  for (const bad of [0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
    assert.throws(() => makeReference(bad), RangeError, String(bad));
  }
});

test('one wrong digit is always detected, in either form', () => {
  fc.assert(
    fc.property(sequence, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
      const mistype = (text: string, from: number) => {
        const at = from + (place % (text.length - from));
        return text.slice(0, at) + ((Number(text[at]) + shift) % 10) + text.slice(at + 1);
      };
      assert.ok(!isValidReference(mistype(makeReference(number), 0)));
      assert.ok(!isValidRf(mistype(toRfReference(makeReference(number)), 2)));
    }),
  );
});

test('a reference has 2 to 20 digits; printed spaces do not matter', () => {
  for (const good of ['13', '123 4561', ' 1234561 ', '1234\u00a0561', '00', '00000000000001234561']) {
    assert.ok(isValidReference(good), good);
  }
  for (const bad of [
    '',
    '1',
    '7',
    '1234562',
    '123-4561',
    '-13',
    '12X4561',
    '000000000000001234561',
    '１３',
    '1234561\n',
  ]) {
    assert.ok(!isValidReference(bad), bad);
  }
});

test('the RF form has the same digits with ISO 11649 check digits', () => {
  assert.equal(toRfReference('1234561'), 'RF341234561');
  assert.equal(toRfReference('123 4561'), 'RF341234561');
  assert.equal(toRfReference('a'), 'RF25A');
  fc.assert(
    fc.property(sequence, (number) => {
      const rf = toRfReference(makeReference(number));
      assert.ok(isValidRf(rf) && rf.endsWith(makeReference(number)));
      // The definition: the first four characters moved to the end, R as 27 and F as 15, leave 1 by 97.
      assert.equal(BigInt(`${rf.slice(4)}2715${rf.slice(2, 4)}`) % 97n, 1n);
    }),
  );
});

test('an RF reference is RF, two check digits and at most 21 letters and digits', () => {
  assert.ok(isValidRf('rf34 1234 561'));
  assert.ok(isValidRf(toRfReference('Z'.repeat(21))));
  for (const bad of ['', 'RF34', 'RF35123456', 'RF341234562', 'RF34-1234561', '341234561', `RF34${'1'.repeat(22)}`]) {
    assert.ok(!isValidRf(bad), bad);
  }
  assert.throws(() => toRfReference('1'.repeat(22)), RangeError);
  assert.throws(() => toRfReference(''), RangeError);
  assert.throws(() => toRfReference('12/34'), RangeError);
});

test('check digits that only agree modulo 97 are rejected', () => {
  // Some base is issued with 98; 01 leaves the same remainder and is nobody's.
  const base = Array.from({ length: 500 }, (_, number) => String(number)).find((text) =>
    toRfReference(text).startsWith('RF98'),
  );
  assert.ok(base && isValidRf(`RF98${base}`) && !isValidRf(`RF01${base}`));
});

test('normalising removes spaces and converts to upper case, nothing else', () => {
  assert.equal(normaliseReference(' rf34 1234 561'), 'RF341234561');
  assert.equal(normaliseReference('001-2'), '001-2');
});
