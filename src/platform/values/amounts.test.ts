// Tests of amounts: a price beside its quantity holds when both are typed into a calculator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, factorDecimals, quotientText } from './amounts.ts';

const cases: readonly (readonly [string, number, number, number, string, readonly [number, number, boolean] | null])[] =
  [
    ['a price that was set, in full', 28.9, 3.036713, 87.76, 'unit_price', [3, 6, true]],
    ['a quotient that holds with four decimals', 50, 10.00012, 500.01, 'split', [3, 4, true]],
    ['one that needs more of them', 950.5, 3.036719, 2886.4, 'split', [3, 5, true]],
    ['a quantity that needs more of them', 0.333333, 100, 33.33, 'unit_price', [6, 6, true]],
    ['half a cent, rounded', 3.3, 0.855, 2.82, 'unit_price', [3, 6, true]],
    ['a cent that rounding gives to one apartment', 28.9, 3.036713, 87.77, 'split', [6, 4, false]],
    ['a credit', -28.9, 3.036713, -87.77, 'split', [6, 4, false]],
    ['an amount that is another product', 5, 1.84, 3.1, 'settlement', null],
  ];
for (const [name, quantity, unitPrice, amount, method, expected] of cases)
  test(`decimals beside an amount: ${name}`, () => {
    const decimals = factorDecimals({ quantity, unitPrice, amount }, method);
    assert.deepEqual(decimals && [decimals.quantity, decimals.price, decimals.isExact], expected ?? undefined);
    if (!decimals?.isExact) return;
    const typed = Number(quantity.toFixed(decimals.quantity)) * Number(unitPrice.toFixed(decimals.price));
    assert.ok(Math.abs(typed - amount) < 0.005001, amountText('en', typed, 'EUR'));
  });

test('a quotient says that it was rounded', () => {
  const texts = [80, 79.0358, 3.0367, 3.036713].map((price) => quotientText('en', price, 'EUR'));
  assert.deepEqual(texts, ['€80.00', '≈\u00a0€79.04', '€3.0367', '≈\u00a0€3.0367']);
});
