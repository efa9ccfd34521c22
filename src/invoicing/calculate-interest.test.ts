// Tests of late interest: each overdue day is charged once, at that day’s open amount and rate, and rounded once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../platform/values/dates.ts';
import { calculateInterest, type Debt } from './calculate-interest.ts';

const rates = [{ from: '2026-01-01', percentPerDay: 0.05 }];
const debt = (more: Partial<Debt> = {}): Debt => ({
  id: 'i',
  number: 'K-1',
  principal: 55_271,
  dueOn: '2026-10-15',
  payments: [],
  charged: [],
  ...more,
});

test('a debt costs principal × rate × days from the day after its due date', () => {
  assert.deepEqual(calculateInterest(debt(), rates, '2026-10-31'), {
    invoiceId: 'i',
    invoiceNumber: 'K-1',
    days: [{ from: '2026-10-16', to: '2026-10-31', days: 16, principal: 552.71, percentPerDay: 0.05 }],
    raw: '4.42168',
    rounded: 4.42,
  });
  assert.equal(calculateInterest(debt(), rates, '2026-10-15'), undefined);
});

test('a payment counts from the following day, a rate from its own day, and interest already invoiced is left out', () => {
  const paid = calculateInterest(debt({ payments: [{ paidOn: '2026-10-20', amount: 50_000 }] }), rates, '2026-10-31');
  assert.deepEqual(
    [paid?.days.map((day) => [day.from, day.days, day.principal]), paid?.rounded],
    [[['2026-10-16', 5, 552.71], ['2026-10-21', 11, 52.71]], 1.67], // biome-ignore format: one row of figures
  );
  const changed = [...rates, { from: '2026-10-20', percentPerDay: 0.02 }, { from: '2026-10-25', percentPerDay: null }];
  assert.deepEqual(
    calculateInterest(debt(), changed, '2026-10-31')?.days.map((day) => [day.from, day.to, day.percentPerDay]),
    [['2026-10-16', '2026-10-19', 0.05], ['2026-10-20', '2026-10-24', 0.02]], // biome-ignore format: one row of figures
  );
  const charged = [{ periodStart: '2026-10-20', periodEnd: '2026-10-24' }];
  assert.deepEqual(
    calculateInterest(debt({ charged }), rates, '2026-10-31')?.days.map((day) => [day.from, day.to]),
    [['2026-10-16', '2026-10-19'], ['2026-10-25', '2026-10-31']], // biome-ignore format: one row of figures
  );
});

test('nothing is charged for days without a rate, after the day asked for, or after the last cent was paid', () => {
  const days = (more: Partial<Debt>, someRates: Parameters<typeof calculateInterest>[1], until: string) =>
    calculateInterest(debt(more), someRates, until)?.days.map((part) => [part.from, part.to]);
  const rate = (from: string) => ({ from, percentPerDay: 0.05 });
  assert.deepEqual(days({}, [rate('2026-10-20')], '2026-10-31'), [['2026-10-20', '2026-10-31']]);
  assert.deepEqual(days({}, [...rates, rate('2026-11-20')], '2026-10-31'), [['2026-10-16', '2026-10-31']]);
  for (const amount of [55_271, 60_000]) {
    const payments = [{ paidOn: '2026-10-20', amount }];
    assert.deepEqual(days({ payments }, rates, '2026-10-31'), [['2026-10-16', '2026-10-20']]);
  }
  assert.equal(calculateInterest(debt(), rates, '2026-10-01'), undefined);
});

test('a rate that is no percentage per day is a defect that is named', () => {
  assert.throws(
    () => calculateInterest(debt(), [{ from: '2026-01-01', percentPerDay: 2 }], '2026-10-31'),
    new RangeError('A rate of late interest is not valid: 2.'),
  );
});

test('an invoice paid in full, or interest below half a cent, costs nothing', () => {
  const all = [{ paidOn: '2026-10-15', amount: 55_271 }];
  assert.equal(calculateInterest(debt({ payments: all }), rates, '2026-10-31'), undefined);
  assert.equal(calculateInterest(debt({ principal: 10 }), rates, '2026-10-31'), undefined);
});

test('whichever part is charged first, and in however many parts, each day is charged once at the same amounts', () => {
  const day = (offset: number) => addDays('2026-10-15', offset);
  const parts = fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { minLength: 1, maxLength: 6 });
  const payments = fc.array(
    fc.record({
      paidOn: fc.integer({ min: 0, max: 60 }).map(day),
      amount: fc.integer({ min: 1, max: 20_000 }),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(parts, payments, (ends, paid) => {
      const daily = (found: ReturnType<typeof calculateInterest>) =>
        (found?.days ?? []).flatMap(({ from, days, principal }) =>
          Array.from({ length: days }, (_, place) => `${addDays(from, place)} ${principal}`),
        );
      const of = debt({ principal: 1_000_000, payments: paid });
      const charged: { periodStart: string; periodEnd: string }[] = [];
      const seen: string[] = [];
      for (const end of [...ends, 60]) {
        const found = calculateInterest({ ...of, charged }, rates, day(end));
        seen.push(...daily(found));
        charged.push(...(found?.days ?? []).map(({ from, to }) => ({ periodStart: from, periodEnd: to })));
      }
      assert.deepEqual(seen.toSorted(), daily(calculateInterest(of, rates, day(60))));
    }),
  );
});
