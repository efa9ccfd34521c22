// Test of the last days of months, including leap years.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDayOf } from './months.ts';

test('a month ends with its last day', () => {
  for (const day of ['2026-02-28', '2028-02-29', '2026-11-30', '2026-12-31'])
    assert.equal(lastDayOf(day.slice(0, 7)), day, day);
});
