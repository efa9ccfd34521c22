// Tests of the receivables' view: filter by age, prepayment and plan, words in names and contacts, and order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgedRow, isRemindable, viewOf } from './aging-view.ts';

const row = (number: string, more: Partial<AgedRow>): AgedRow => ({
  building: 'Kase 12',
  number,
  total: 0,
  credit: 0,
  daysLate: 0,
  payers: [],
  plan: null,
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
