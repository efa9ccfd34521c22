// Tests of months: neighbours across the end of a year, and the list to choose from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentMonth, defaultMonth, monthsUntil, monthToBillOf, shiftMonth } from './month.ts';

test('the months around the end of a year', () => {
  assert.equal(shiftMonth('2026-01', -1), '2025-12');
  assert.equal(shiftMonth('2025-12', 1), '2026-01');
  assert.equal(shiftMonth('2026-03', -15), '2024-12');
});

test('screens begin with the month before the current one', () => {
  assert.equal(shiftMonth(defaultMonth(), 1), currentMonth());
});

test('many buildings are billed for the latest month, until all in use have billed it', () => {
  const at = (month: string, monthToBill: string, inUse = true) => ({ month, monthToBill, inUse });
  assert.equal(monthToBillOf([at('2026-10', '2026-11'), at('2026-10', '2026-11')]), '2026-11');
  const billed = at('2026-11', '2026-12');
  assert.equal(monthToBillOf([billed, at('2026-10', '2026-11')]), '2026-11', 'the other one has not begun it');
  assert.equal(monthToBillOf([billed, billed]), '2026-12');
  assert.equal(monthToBillOf([billed, at('2026-11', '2026-11'), at('2025-01', '2025-01', false)]), '2026-11');
  assert.equal(monthToBillOf([billed, at('2025-01', '2025-02', false), at('2026-10', '2026-10', false)]), '2026-12');
  assert.equal(monthToBillOf([billed, at('2026-08', '2026-08')]), '2026-11', 'one that is behind brings no old month');
  assert.equal(monthToBillOf([at('2025-01', '2025-01', false)]), '2025-01');
  assert.equal(monthToBillOf([at('2025-01', '2025-02', false)]), '2025-02');
  assert.equal(monthToBillOf([]), undefined);
});

test('three years of months, the latest first, and one chosen outside of them', () => {
  const months = monthsUntil('2026-12', '2026-11');
  assert.equal(months.length, 36);
  assert.deepEqual([months[0], months.at(-1)], ['2026-12', '2024-01']);
  assert.equal(monthsUntil('2026-12', '2019-05').at(-1), '2019-05');
  assert.equal(monthsUntil('2026-12', '2027-05')[0], '2027-05');
});
