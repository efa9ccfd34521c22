// Examples of charges: what stands beside the settings is what billing would make of round figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from './charge-example.ts';

const one = { area: 50, heatedArea: 40, shares: null, residentCount: 2 };
const all = [one, { ...one, area: 150 }];

test('a priced charge is its figure times its price, with VAT', () => {
  assert.deepEqual(exampleOf({ basis: 'area', unitPrice: 0.5, vatRate: 24 }, one, all), {
    kind: 'priced',
    quantity: 50,
    amount: 31,
  });
  assert.deepEqual(exampleOf({ basis: 'fixed', unitPrice: 12.5 }, one, all), {
    kind: 'priced',
    quantity: 1,
    amount: 12.5,
  });
});

test('a split charge is the apartment’s part of a bill', () => {
  assert.deepEqual(exampleOf({ basis: 'area' }, one, all), { kind: 'split', part: 0.25, amount: 250 });
  assert.deepEqual(exampleOf({ basis: 'equal', unitPrice: null }, one, all), { kind: 'split', part: 0.5, amount: 500 });
});

test('a charge by meter is ten units at its price', () => {
  assert.deepEqual(exampleOf({ basis: 'meter', unitPrice: 1.84 }, one, all), { kind: 'metered', amount: 18.4 });
});

test('a figure that the apartment lacks is said to be missing, not taken as nothing', () => {
  assert.deepEqual(exampleOf({ basis: 'share', unitPrice: 2 }, one, all), { kind: 'missing' });
});
