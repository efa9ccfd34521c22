// Tests of why a charge costs more: the factors that have risen, only where both amounts are the same product.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyCalculation } from '../charging/calculation.ts';
import { findRisenFactors } from './risen-factors.ts';

const metered = (quantity: string, unitPrice: string, more: object = {}): AnyCalculation => ({
  method: 'unit_price',
  basis: 'meter',
  unit: 'MWh',
  quantity,
  unitPrice,
  raw: '0',
  rounded: 0,
  ...more,
});
const split = (bill: number, numerator: string, denominator: string, more: object = {}): AnyCalculation => ({
  method: 'split',
  basis: 'heated_area',
  unit: 'm2',
  bill,
  numerator,
  denominator,
  raw: '0',
  wholeCents: 0,
  remainderCent: 0,
  ...more,
});
const remainder = (quantity: string, unitPrice: string, more: object = {}) =>
  split(Number(quantity) * Number(unitPrice), '50', '100', {
    basis: 'meter_remainder',
    remainder: { main: '100', explained: '0', quantity, unit: 'm3', unitPrice, ...more },
  });
const bought = (billQuantity: string) => ({ billQuantity, billUnit: 'MWh' });
const tariff = { from: '2026-10-01', to: '2026-10-15', days: 15, of: 31 };

const cases: readonly (readonly [
  string,
  AnyCalculation,
  AnyCalculation,
  readonly (readonly [string, number, number])[],
])[] = [
  ['more used', metered('0.4', '80'), metered('0.6', '80'), [['consumption', 0.4, 0.6]]],
  ['more used, and cheaper', metered('0.4', '80'), metered('0.6', '79.5'), [['consumption', 0.4, 0.6]]],
  ['a higher price', metered('0.4', '80'), metered('0.4', '80.000001'), [['price', 80, 80.000001]]],
  [
    'both',
    metered('0.4', '80'),
    metered('0.5', '81'),
    [
      ['consumption', 0.4, 0.5],
      ['price', 80, 81],
    ],
  ],
  ['a larger bill', split(1000, '50', '100'), split(1200, '50', '100'), [['bill', 1000, 1200]]],
  ['a larger share', split(1000, '50', '100'), split(1000, '50', '90'), [['share', 0.5, 50 / 90]]],
  ['the same share, written otherwise', split(1000, '50', '100'), split(1001, '25', '50'), [['bill', 1000, 1001]]],
  [
    'a bill of more at a lower price',
    split(1000, '50', '100', bought('10')),
    split(1200, '50', '100', bought('15')),
    [['bill_quantity', 10, 15]],
  ],
  [
    'a bill of the same at a higher price',
    split(1000, '50', '100', bought('10')),
    split(1200, '50', '100', bought('10')),
    [['bill_price', 100, 120]],
  ],
  [
    'a bill of more, whose price differs by what a cent is rounded',
    split(1000, '50', '100', bought('12.6525')),
    split(1200.01, '50', '100', bought('15.183')),
    [['bill_quantity', 12.6525, 15.183]],
  ],
  [
    'a quantity on one bill only',
    split(1000, '50', '100'),
    split(1200, '50', '100', bought('9')),
    [['bill', 1000, 1200]],
  ],
  [
    'less than the bill is divided',
    split(1000, '50', '100', { ...bought('10'), divided: 900 }),
    split(1000, '50', '100', { ...bought('11'), divided: 950 }),
    [['bill_rest', 900, 950]],
  ],
  [
    'the same bill, of which less is deducted, or nothing',
    split(1000, '50', '100', { divided: 900 }),
    split(1000, '50', '100', bought('10')),
    [['bill_rest', 900, 1000]],
  ],
  [
    'a price that is a cent higher beside much more use',
    split(5291.25, '50', '100', bought('66.944')),
    split(7451.25, '50', '100', bought('94.26')),
    [['bill_quantity', 66.944, 94.26]],
  ],
  [
    'more that no apartment’s meter counted',
    remainder('11.347', '1.84'),
    remainder('37.79', '1.84'),
    [['remainder', 11.347, 37.79]],
  ],
  ['a remainder at a higher price', remainder('5', '1.84'), remainder('4.9', '1.9'), [['price', 1.84, 1.9]]],
  ['a remainder of days that were billed before', remainder('5', '1.84'), remainder('9', '1.84', { before: 9.2 }), []],
  ['more people', metered('2', '3', { unit: 'person' }), metered('3', '3', { unit: 'person' }), [['quantity', 2, 3]]],
  ['nothing but the cent of rounding', split(1000, '1', '3'), split(1000, '1', '3', { remainderCent: 1 }), []],
  ['another method', metered('0.4', '80'), split(1200, '50', '100'), []],
  ['another unit', metered('400', '0.08', { unit: 'kWh' }), metered('0.6', '80'), []],
  ['part of a period', metered('0.4', '80'), metered('0.6', '80', { tariff }), []],
  ['a credit', split(-1000, '50', '100'), split(-900, '50', '100'), []],
  ['nothing used before', metered('0', '80'), metered('0.6', '80'), []],
];

for (const [name, before, now, expected] of cases)
  test(name, () => {
    const found = findRisenFactors(before, now).map((risen) => [risen.factor, risen.before, risen.now]);
    assert.deepEqual(found, expected);
  });
