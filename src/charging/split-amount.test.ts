// Tests of splitting an amount: the parts add up to the cent, and every cent follows the largest-remainder rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_CENTS } from '../platform/values/money.ts';
import { divideInTurn, formatExactShare, NothingToSplitBy, splitAmount } from './split-amount.ts';

const cents = (total: number, weights: readonly number[]) => splitAmount(total, weights).map((share) => share.cents);

const amount = fc.oneof(fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }), fc.integer({ min: -50, max: 50 }));
// A few different weights give ties, zeros and equal apartments; huge ones exceed what a double can divide.
const weight = fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.constant(0n));
const weights = fc
  .array(weight, { minLength: 1, maxLength: 60 })
  .filter((weights) => weights.some((weight) => weight > 0n));

test('the cents left over go to the largest cut-off fractions, the first of equals first', () => {
  const cases: [number, number[], number[]][] = [
    [100, [1, 1, 1], [34, 33, 33]],
    [200, [1, 1, 1], [67, 67, 66]],
    [100, [2, 1, 1], [50, 25, 25]],
    [1000, [543, 271, 186], [543, 271, 186]],
    [10, [1, 2, 4], [1, 3, 6]], // 1.43, 2.86, 5.71
    [1, [5, 5], [1, 0]],
    [1, [1, 3], [0, 1]],
    [2, [1, 3], [1, 1]], // 0.5 and 1.5: equal fractions
    [5, [0, 1, 0, 1], [0, 3, 0, 2]],
    [0, [3, 4], [0, 0]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [7, [9], [7]],
  ];
  for (const [total, weights, parts] of cases) assert.deepEqual(cents(total, weights), parts, `${total} by ${weights}`);
});

test('the rest cent shows who got a cent on top of the share cut to cents', () => {
  assert.deepEqual(splitAmount(200, [1, 1, 1]), [
    { cents: 67, remainderCent: 1 },
    { cents: 67, remainderCent: 1 },
    { cents: 66, remainderCent: 0 },
  ]);
  assert.deepEqual(splitAmount(-100, [1, 1, 1]), [
    { cents: -34, remainderCent: -1 },
    { cents: -33, remainderCent: 0 },
    { cents: -33, remainderCent: 0 },
  ]);
});

test('the parts add up, stay within a cent of the exact shares, and a weight of zero gets zero', () => {
  fc.assert(
    fc.property(amount, weights, (total, weights) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0n);
      const parts = splitAmount(total, weights);
      assert.equal(
        parts.reduce((sum, part) => sum + BigInt(part.cents), 0n),
        BigInt(total),
      );
      for (const [index, part] of parts.entries()) {
        const off = BigInt(part.cents) * whole - BigInt(total) * (weights[index] ?? 0n);
        assert.ok(off > -whole && off < whole, `part ${index}`);
        assert.ok(weights[index] !== 0n || Object.is(part.cents, 0), `index ${index}`);
        assert.ok(part.remainderCent === 0 || part.remainderCent === Math.sign(total), `index ${index}`);
      }
    }),
  );
});

test('no cent goes to a smaller fraction before a larger one, nor to a later of equal ones', () => {
  fc.assert(
    fc.property(amount.map(Math.abs), weights, (total, weights) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0n);
      const fractions = weights.map((weight) => (BigInt(total) * weight) % whole);
      const parts = splitAmount(total, weights);
      const given = fractions
        .map((fraction, index) => ({ fraction, index }))
        .filter(({ index }) => parts[index]?.remainderCent);
      const waiting = fractions
        .map((fraction, index) => ({ fraction, index }))
        .filter(({ index }) => !parts[index]?.remainderCent);
      const least = given.reduce((a, b) => (b.fraction <= a.fraction ? b : a), { fraction: whole, index: -1 });
      for (const { fraction, index } of waiting) {
        assert.ok(fraction < least.fraction || (fraction === least.fraction && index > least.index), String(fraction));
      }
    }),
  );
});

test('a negative total is the mirror image of the positive one', () => {
  fc.assert(
    fc.property(amount, weights, (total, weights) => {
      const mirrored = splitAmount(-total, weights).map(({ cents, remainderCent }) => ({
        cents: 0 - cents,
        remainderCent: 0 - remainderCent,
      }));
      assert.deepEqual(mirrored, splitAmount(total, weights));
    }),
  );
});

test('numbers and big integers are split alike', () => {
  const small = fc.array(fc.nat(1_000_000), { minLength: 1 }).filter((weights) => weights.some((weight) => weight > 0));
  fc.assert(
    fc.property(amount, small, (total, weights) => {
      assert.deepEqual(splitAmount(total, weights), splitAmount(total, weights.map(BigInt)));
    }),
  );
});

test('weights of only zeros cannot be split and give an error type of their own', () => {
  for (const weights of [[], [0], [0, 0]])
    assert.throws(() => splitAmount(100, weights), NothingToSplitBy, JSON.stringify(weights));
  assert.throws(() => splitAmount(0, [0n]), {
    name: 'NothingToSplitBy',
    message: 'An amount cannot be split: every weight is zero.',
  });
});

test('weights and totals that are not exact are rejected', () => {
  for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    const message = `${bad} is not a weight: weights are whole numbers from zero.`;
    assert.throws(() => splitAmount(100, [1, bad]), { name: 'RangeError', message });
  }
  assert.throws(() => splitAmount(100, [1n, -1n]), RangeError);
  for (const bad of [0.5, Number.NaN, 2 ** 53]) {
    const message = `${bad} is not a whole number of cents.`;
    assert.throws(() => splitAmount(bad, [1]), { name: 'RangeError', message });
  }
});

test('the shown share, cut to cents, is where the rule starts', () => {
  assert.equal(formatExactShare(10_000, 1n, 3n), '33.333333');
  assert.equal(formatExactShare(20_000, 1n, 3n), '66.666666');
  assert.equal(formatExactShare(-10_000, 1n, 3n), '-33.333333');
  assert.equal(formatExactShare(5000, 1n, 4n), '12.5');
  fc.assert(
    fc.property(amount, weights, (total, weights) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0n);
      for (const [index, { cents, remainderCent }] of splitAmount(total, weights).entries()) {
        const [euros = '', fraction = ''] = formatExactShare(total, weights[index] ?? 0n, whole).split('.');
        assert.equal(Number(euros + fraction.slice(0, 2).padEnd(2, '0')) || 0, cents - remainderCent, `index ${index}`);
      }
    }),
  );
});

test('divided in turn, the parts up to any of them are the cut share of these together', () => {
  for (const [whole, weights, parts] of [
    [100n, [1n, 1n, 1n], [33n, 33n, 34n]],
    [-100n, [1n, 1n, 1n], [-33n, -33n, -34n]],
    [10n, [3n, -1n, 2n], [7n, -2n, 5n]],
    [7n, [0n, 4n, 0n], [0n, 7n, 0n]],
    [7n, [1n, -1n, 0n], [7n, 0n, 0n]],
    [7n, [], []],
  ] as const)
    assert.deepEqual(divideInTurn(whole, weights), parts, `${whole} by ${weights}`);
});
