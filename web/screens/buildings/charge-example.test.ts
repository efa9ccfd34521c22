// Tests of charge examples: the example is what billing would calculate from round numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateExample, type ExampleCharge } from './charge-example.ts';

const first = { id: '1', area: 50, heatedArea: 40, shares: null, residentCount: 2 };
const second = { ...first, id: '2', area: 150 };
const exampleOf = (charge: ExampleCharge, apartment = first) =>
  calculateExample(charge, apartment, [first, second], '2026-11-21');
/** Without whether VAT is in it. */
const of = (...input: Parameters<typeof exampleOf>) => {
  const { addsVat: _, ...example } = { addsVat: false, ...exampleOf(...input) };
  return example;
};

test('a priced charge is its basis times its price, with VAT', () => {
  assert.deepEqual(of({ basis: 'area', unitPrice: 0.5, vatRate: 24 }), { kind: 'priced', quantity: 50, amount: 31 });
  assert.deepEqual(of({ basis: 'fixed', unitPrice: 12.5 }), { kind: 'priced', quantity: 1, amount: 12.5 });
});

test('an example is rounded as its invoice: half a cent up, the net amount before the VAT; it says whether VAT is in it', () => {
  const apartment = { ...first, area: 40.3 };
  for (const [vatRate, amount] of [
    [0, 14.11],
    [24, 17.5], // 14.105 with 24 % would be 17.49.
  ] as const)
    assert.deepEqual(exampleOf({ basis: 'area', unitPrice: 0.35, vatRate }, apartment), {
      ...{ kind: 'priced', quantity: 40.3 },
      ...{ amount, addsVat: vatRate > 0 },
    });
});

test('the price and the VAT rate are those of the day', () => {
  const tariffs = [
    { from: '2027-01-01', unitPrice: 9 },
    { from: '2025-07-01', vatRate: 24 },
    { from: '2026-01-01', unitPrice: 2 },
  ];
  assert.deepEqual(of({ basis: 'fixed', unitPrice: 1, vatRate: 22, tariffs }), {
    kind: 'priced',
    quantity: 1,
    amount: 2.48,
  });
});

test('a split charge is the apartment’s part of a bill', () => {
  assert.deepEqual(of({ basis: 'area' }), { kind: 'split', part: 0.25, amount: 250 });
  assert.deepEqual(of({ basis: 'equal', unitPrice: null }), { kind: 'split', part: 0.5, amount: 500 });
});

test('coefficients count, also those of others, and agreed shares divide a bill', () => {
  const half = [{ apartmentId: '2', coefficient: 0.5 }];
  assert.deepEqual(of({ basis: 'area', apartments: half }), { kind: 'split', part: 0.4, amount: 400 });
  assert.deepEqual(of({ basis: 'area', unitPrice: 1, apartments: half }, second), {
    kind: 'priced',
    quantity: 75,
    amount: 75,
  });
  const shares = [
    { apartmentId: '1', share: 3 },
    { apartmentId: '2', share: 1 },
  ];
  assert.deepEqual(of({ basis: 'custom', apartments: shares }), { kind: 'split', part: 0.75, amount: 750 });
});

test('an apartment that is not listed, has the coefficient 0 or no share does not participate', () => {
  const listed = { basis: 'area', unitPrice: 1, appliesTo: 'listed', apartments: [{ apartmentId: '2' }] } as const;
  assert.deepEqual(of(listed), { kind: 'outside' });
  assert.equal(of(listed, second).kind, 'priced');
  const excluded = [{ apartmentId: '1', coefficient: 0 }];
  assert.deepEqual(of({ basis: 'share', unitPrice: 1, apartments: excluded }), { kind: 'outside' });
  assert.deepEqual(of({ basis: 'custom' }), { kind: 'outside' });
});

test('a metered charge is ten units at its price; for a remainder, the apartment’s part of it', () => {
  assert.deepEqual(of({ basis: 'meter', unitPrice: 1.84 }), { kind: 'metered', amount: 18.4 });
  assert.deepEqual(of({ basis: 'meter_remainder', unitPrice: 2, divideBy: 'area' }), {
    kind: 'remainder',
    part: 0.25,
    amount: 5,
  });
});

test('a missing basis is reported, not taken as zero', () => {
  assert.deepEqual(of({ basis: 'share', unitPrice: 2 }), { kind: 'missing' });
});
