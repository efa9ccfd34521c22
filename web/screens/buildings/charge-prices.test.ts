// Tests of prices by day: the current one, since when, and the next, in whatever order the changes were entered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addsVat, neighbouringTariffs, nextMonth, tariffOn, tariffStateOf, withVatRate } from './charge-prices.ts';

const charge = {
  unitPrice: 1,
  vatRate: 20,
  tariffs: [
    { from: '2027-01-01', unitPrice: 3 },
    { from: '2025-01-01', unitPrice: 2 },
    { from: '2025-07-01', vatRate: 24 },
  ],
};

test('price and VAT rate each apply from the last change that names them', () => {
  assert.deepEqual(tariffOn(charge, '2024-12-31'), { unitPrice: 1, vatRate: 20 });
  assert.deepEqual(tariffOn(charge, '2025-01-01'), { unitPrice: 2, vatRate: 20 });
  assert.deepEqual(tariffOn(charge, '2026-11-21'), { unitPrice: 2, vatRate: 24 });
  assert.deepEqual(tariffOn({ unitPrice: null }, '2026-11-21'), { unitPrice: undefined, vatRate: 0 });
});

test('the next change is shown with its day', () => {
  assert.deepEqual(neighbouringTariffs(charge, 'unitPrice', '2026-11-21'), {
    since: '2025-01-01',
    next: { from: '2027-01-01', value: 3 },
  });
  assert.deepEqual(neighbouringTariffs(charge, 'vatRate', '2024-01-01'), {
    since: undefined,
    next: { from: '2025-07-01', value: 24 },
  });
});

test('of all changes one is in force; those before it have ended, those after it are announced', () => {
  const standings = [undefined, '2025-01-01', '2025-07-01', '2027-01-01'].map((from) =>
    tariffStateOf(charge, from, '2026-11-21'),
  );
  assert.deepEqual(standings, ['past', 'past', 'now', 'next']);
  assert.equal(tariffStateOf({ unitPrice: 1 }, undefined, '2026-11-21'), 'now');
});

test('the month after December starts the next year', () => {
  assert.equal(nextMonth('2026-12-15'), '2027-01-01');
  assert.equal(nextMonth('2026-11-30'), '2026-12-01');
});

test('a charge adds VAT by the rate of the day and by later ones; one rate for all days keeps later prices', () => {
  const ended = { vatRate: 9, tariffs: [{ from: '2026-12-01', vatRate: 0 }] };
  assert.deepEqual(
    [addsVat({}, '2026-01-01'), addsVat(ended, '2026-11-30'), addsVat(ended, '2026-12-01')],
    [false, true, false],
  );
  assert.equal(addsVat({ vatRate: 0, tariffs: [{ from: '2026-12-01', vatRate: 24 }] }, '2026-11-01'), true);
  assert.deepEqual(withVatRate(charge, 0), {
    unitPrice: 1,
    vatRate: 0,
    tariffs: [
      { from: '2027-01-01', unitPrice: 3 },
      { from: '2025-01-01', unitPrice: 2 },
    ],
  });
});
