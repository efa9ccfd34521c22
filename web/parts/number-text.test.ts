// Tests of number input: a number is read as its writer meant it, or rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseWrittenNumber, toNumber } from './number-text.ts';

const money = { decimals: 2, negative: true };

test('each character of an amount can be typed in turn, with a comma or with a point', () => {
  for (const [text, value] of [
    ['1234,56', 1234.56],
    ['0,05', 0.05],
    ['5.05', 5.05],
    ['-12,30', -12.3],
    ['10,00', 10],
  ] as const) {
    for (let signs = 1; signs <= text.length; signs++)
      assert.notEqual(parseWrittenNumber(text.slice(0, signs), money), undefined, text.slice(0, signs));
    assert.equal(toNumber(parseWrittenNumber(text, money) ?? ''), value, text);
  }
});

test('an amount copied from a bill keeps its cents, with any thousands separator', () => {
  for (const text of ['1 234,56', '1\u00a0234,56 €', '1.234,56', '1,234.56', '1234.56 EUR', ' 1234,56 '])
    assert.equal(parseWrittenNumber(text, money), '1234.56', text);
  assert.equal(parseWrittenNumber('1.234.567', money), '1234567');
  assert.equal(parseWrittenNumber('−5,5', money), '-5.5');
});

test('text that is no number, or has too many decimals, is rejected and not cut', () => {
  for (const text of ['12a', 'abc', '1,2,3', '12.345,678', '1.23.4', '--1', '12,345.6.7'])
    assert.equal(parseWrittenNumber(text, money), undefined, text);
  for (const text of ['12,3456', '5,255', '5.255']) assert.equal(parseWrittenNumber(text, money), undefined, text);
  assert.equal(parseWrittenNumber('1,5', { decimals: 0, negative: true }), undefined);
  assert.equal(parseWrittenNumber('-1', { decimals: 2, negative: false }), undefined);
});

test('a comma is the decimal separator in a field with three decimals', () => {
  assert.equal(parseWrittenNumber('1,234', { decimals: 3, negative: false }), '1.234');
});

test('an empty text and a sign alone are no number yet', () => {
  for (const text of ['', '-', ',', '-,']) assert.equal(toNumber(parseWrittenNumber(text, money) ?? 'no'), '', text);
});

test('every amount is read back as each language writes it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.constantFrom('et-EE', 'en-GB', 'lv-LV', 'lt-LT', 'ru-RU'),
      (cents, locale) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
        assert.equal(toNumber(parseWrittenNumber(text, money) ?? ''), cents / 100);
      },
    ),
  );
});
