// Tests of months in forms: the previous one, and last days, including leap years.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInvalidMonth, lastDayOf, monthBefore } from './months.ts';

test('the month before January is December of the year before', () => {
  assert.equal(monthBefore(new Date(2026, 0, 31)), '2025-12');
  assert.equal(monthBefore(new Date(2026, 10, 1)), '2026-10');
});

test('a month ends with its last day', () => {
  for (const day of ['2026-02-28', '2028-02-29', '2026-11-30', '2026-12-31'])
    assert.equal(lastDayOf(day.slice(0, 7)), day, day);
});

test('an incomplete text is no month', () => {
  assert.ok(isInvalidMonth(''));
  assert.ok(!isInvalidMonth('2026-11'));
});
