// Tests of money: amounts become cents exactly or are rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amountFromCents, centsFromAmount, formatCents, MAX_CENTS, sumCents } from './money.ts';

test('an amount with at most two decimals becomes its cents', () => {
  const cases: [number, number][] = [
    [0, 0],
    [0.07, 7],
    [1.15, 115],
    [-1.15, -115],
    [4.35, 435],
    [8.2, 820],
    [1.1e1, 1100],
    [1234567.89, 123456789],
    [99999999999.99, 9999999999999],
    [100000000000, MAX_CENTS],
  ];
  for (const [amount, cents] of cases) assert.equal(centsFromAmount(amount), cents, String(amount));
});

test('an amount that is not exact cents is rejected, never rounded', () => {
  const bad = [1.005, 0.001, 0.1 + 0.2, 1e-7, 1.999, 100000000000.01, 1e21, Number.MAX_VALUE, Number.NaN];
  for (const amount of [...bad, Number.POSITIVE_INFINITY]) {
    assert.equal(centsFromAmount(amount), undefined, String(amount));
    assert.equal(centsFromAmount(-amount), undefined, String(-amount));
  }
});

test('minus zero is plain zero', () => {
  assert.ok(Object.is(centsFromAmount(-0), 0));
});

test('cents survive a round trip through JSON', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }), (cents) => {
      const json = JSON.stringify(amountFromCents(cents));
      assert.match(json, /^-?\d+(\.\d{1,2})?$/);
      assert.equal(centsFromAmount(JSON.parse(json)), cents);
    }),
  );
});

test('a third decimal is detected up to the largest amount', () => {
  const mills = fc.integer({ min: -10 * MAX_CENTS, max: 10 * MAX_CENTS }).filter((mills) => mills % 10 !== 0);
  fc.assert(fc.property(mills, (mills) => assert.equal(centsFromAmount(Number(`${mills}e-3`)), undefined)));
});

test('a sum is exact or rejected', () => {
  assert.equal(sumCents([]), 0);
  assert.equal(sumCents([10, 20, -5]), 25);
  assert.equal(sumCents(new Set([1, 2])), 3);
  const message = 'The amounts add up to more than can be counted in cents.';
  assert.throws(() => sumCents([Number.MAX_SAFE_INTEGER, 1, -1]), new RangeError(message));
});

test('amounts have two decimals in the reader’s notation, also where the currency has none', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ').replace('−', '-');
  assert.equal(plain(formatCents(123450, 'EUR', 'et')), '1 234,50 €');
  assert.equal(plain(formatCents(-5, 'EUR', 'et')), '-0,05 €');
  assert.equal(plain(formatCents(123450, 'EUR', 'en')), '€1,234.50');
  assert.match(formatCents(150, 'JPY', 'en'), /1\.50$/);
});
