// Tests of IBANs: valid ones are accepted in any notation, and one wrong character is detected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatIban, normaliseIban } from './iban.ts';

// The examples of the SWIFT IBAN registry.
const examples = [
  'EE382200221020145685',
  'LV80BANK0000435195001',
  'LT121000011101001000',
  'FI2112345600000785',
  'SE4550000000058398257466',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
];

test('the registry’s examples are accepted, in upper or lower case, with or without spaces', () => {
  for (const iban of examples) {
    assert.equal(normaliseIban(iban), iban, iban);
    assert.equal(normaliseIban(` ${iban.toLowerCase().replace(/(.{4})/g, '$1 ')}`), iban, iban);
  }
});

test('one wrong digit, or two swapped neighbours, are detected', () => {
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
      const at = 2 + (place % (iban.length - 2));
      const previous = iban[at] ?? '';
      fc.pre(/\d/.test(previous));
      assert.equal(
        normaliseIban(`${iban.slice(0, at)}${(Number(previous) + by) % 10}${iban.slice(at + 1)}`),
        undefined,
      );
    }),
  );
  for (const iban of examples)
    for (let at = 4; at < iban.length - 1; at += 1) {
      const exchanged = iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
      if (exchanged !== iban) assert.equal(normaliseIban(exchanged), undefined, `${iban}, at ${at}`);
    }
});

test('a text that does not have the form of an IBAN is rejected', () => {
  for (const text of [
    '',
    'EE',
    'EE38',
    '382200221020145685',
    'EE38220022102014568Õ',
    'EE38-2200-2210-2014-5685',
    `EE38${'0'.repeat(40)}`,
    'E3382200221020145685',
    'DE00370400440532013000',
  ])
    assert.equal(normaliseIban(text), undefined, text);
});

test('check digits that no bank issues are rejected, though the remainder fits', () => {
  for (const country of ['EE', 'LV', 'DE'])
    for (let account = 0; account < 300; account += 1)
      for (const check of ['00', '01', '99'])
        assert.equal(
          normaliseIban(`${country}${check}${String(account).padStart(16, '0')}`),
          undefined,
          `${country}, account ${account}, ${check}`,
        );
});

test('an IBAN is printed in groups of four, and any other text unchanged', () => {
  assert.equal(formatIban('EE382200221020145685'), 'EE38 2200 2210 2014 5685');
  assert.equal(formatIban('LV80 BANK0000435195001'), 'LV80 BANK 0000 4351 9500 1');
  assert.equal(formatIban('221020145685'), '221020145685');
});
