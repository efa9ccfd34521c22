// Tests of the receivables' view: filter by age, prepayment and plan, words in names and contacts, and order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgedRow, isRemindable, viewOf, whomToRemind } from './aging-view.ts';

const row = (number: string, more: Partial<AgedRow>): AgedRow => ({
  apartmentId: number,
  building: 'Kase 12',
  number,
  total: 0,
  credit: 0,
  daysLate: 0,
  payers: [],
  plan: null,
  remindedAt: null,
  remindedToday: false,
  ...more,
});
const payer = (name: string) => ({ name, email: null, phone: '+372 5' });
const rows = [
  row('1', { total: 50, daysLate: 0, payers: [payer('Mari Tamm')] }),
  row('2', { total: 10, daysLate: 31, payers: [payer('Jaan Õun')] }),
  row('3', { total: 90, daysLate: 91, plan: {} }),
  row('4', { credit: 20 }),
];
const numbers = (search: Parameters<typeof viewOf>[1]) => viewOf(rows, search).map((shown) => shown.number);

test('receivables are filtered by age, prepayment and plan', () => {
  assert.deepEqual(numbers({}), ['1', '2', '3', '4']);
  assert.deepEqual(numbers({ show: 'overdue' }), ['2', '3']);
  assert.deepEqual(numbers({ show: 'over30' }), ['2', '3']);
  assert.deepEqual(numbers({ show: 'over60' }), ['3']);
  assert.deepEqual(numbers({ show: 'credit' }), ['4']);
  assert.deepEqual(numbers({ show: 'plan' }), ['3']);
});

test('all words must occur in the building, the apartment or a payer', () => {
  assert.deepEqual(numbers({ text: 'ÕUN kase' }), ['2']);
  assert.deepEqual(numbers({ text: 'tamm õun' }), []);
});

test('the order is by amount, days or prepayment, the highest first', () => {
  assert.deepEqual(numbers({ sort: 'total' }), ['3', '1', '2', '4']);
  assert.deepEqual(numbers({ sort: 'daysLate' }), ['3', '2', '1', '4']);
  assert.deepEqual(numbers({ sort: 'credit' }), ['4', '1', '2', '3']);
});

test('who is overdue, has no plan and was not reminded today can be reminded', () => {
  const again = rows.map((shown) => ({ ...shown, remindedToday: true }));
  assert.deepEqual(again.filter(isRemindable), []);
  assert.deepEqual(
    rows.filter(isRemindable).map(({ number }) => number),
    ['2'],
  );
});

test('who was reminded today is left out, but not where another debtor of the apartment was not', () => {
  const late = { total: 10, daysLate: 31 };
  const today = { ...late, remindedAt: '2026-11-30T06:00:00.000Z', remindedToday: true };
  const all = [
    row('1', today),
    row('2', today),
    row('2', { ...late, remindedAt: '2026-11-02T06:00:00.000Z' }),
    row('3', late),
    row('4', today),
  ];
  assert.deepEqual(whomToRemind(all, ['1', '2', '3', 'unknown']), {
    toRemind: ['2', '3', 'unknown'],
    remindedToday: 1,
    lastAt: '2026-11-30T06:00:00.000Z',
  });
  assert.deepEqual(whomToRemind(all, ['3']), { toRemind: ['3'], remindedToday: 0, lastAt: undefined });
});
