// Tests of whether a charge adds VAT on a day or later, and of setting one rate for all days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addsVat, withVatRate } from './charge-vat.ts';

const tariffs = [
  { from: '2026-12-01', vatRate: 0 },
  { from: '2026-10-01', unitPrice: 2 },
  { from: '2026-11-01', vatRate: 24 },
];

test('a charge adds VAT by the rate of the day and by later ones, in whatever order they are', () => {
  assert.equal(addsVat({}, '2026-01-01'), false);
  assert.equal(addsVat({ vatRate: 9 }, '2026-01-01'), true);
  const days = ['2026-10-31', '2026-11-30', '2026-12-01'];
  assert.deepEqual(
    days.map((day) => addsVat({ vatRate: 0, tariffs }, day)),
    [true, true, false],
  );
  assert.equal(addsVat({ vatRate: 9, tariffs: [{ from: '2026-12-01', vatRate: 0 }] }, '2026-12-02'), false);
});

test('one rate for all days keeps the prices of later days', () => {
  const charge = withVatRate<object & Parameters<typeof addsVat>[0]>({ vatRate: 9, tariffs }, 0);
  assert.deepEqual(charge, { vatRate: 0, tariffs: [{ from: '2026-10-01', unitPrice: 2 }] });
  assert.deepEqual(withVatRate({ vatRate: 9 }, 24), { vatRate: 24 });
});
