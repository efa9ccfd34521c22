// Tests of registers: impossible values are rejected, and what is known of the usual consumption.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculatePace, findMisplacement, isHigh, lacksSeparator, monthsBefore } from './register.ts';

const register = { digits: 5, decimals: 3 };

test('a value fits between its neighbours, or the reason is given', () => {
  const fits = (before: number, value: number, after?: number, rollover = false) =>
    findMisplacement({ before, value, after }, register, rollover);
  assert.equal(fits(10, 10), undefined);
  assert.equal(fits(10, 11, 12), undefined);
  assert.equal(fits(10, 9.999), 'reading_below_previous');
  assert.equal(fits(10, 13, 12), 'reading_above_next');
  assert.equal(fits(10, 11, undefined, true), 'rollover_not_possible');
  assert.equal(fits(99_990, 5, undefined, true), undefined);
  assert.equal(fits(49_999, 0, undefined, true), 'reading_below_previous', 'half a register is a mistake');
  assert.equal(fits(60_000, 9_999, undefined, true), undefined);
  assert.equal(fits(99_990, 99_995, 5), undefined);
  assert.equal(fits(99_990, 2, 5, true), undefined);
  assert.equal(fits(99_990, 6, 5, true), 'reading_above_next');
});

test('months before a day', () => {
  assert.deepEqual(
    [
      monthsBefore('2026-03-31', 1),
      monthsBefore('2024-03-31', 1),
      monthsBefore('2026-01-15', 12),
      monthsBefore('2026-02-10', 3),
    ],
    ['2026-02-28', '2024-02-29', '2025-01-15', '2025-11-10'],
  );
});

test('three times the usual consumption is high; a little water in an empty apartment is not', () => {
  const paceSince = (on: string, value: string) =>
    calculatePace(
      [
        { on, value },
        { on: '2026-10-01', value: '10' },
      ],
      register,
      12,
    );
  const pace = paceSince('2026-07-03', '1');
  assert.ok(pace);
  const cubic = (units: number) => ({ units: BigInt(units * 1e6), scale: 6 });
  assert.deepEqual(
    [isHigh(cubic(9), 30, pace), isHigh(cubic(9.001), 30, pace), isHigh(cubic(9.1), 60, pace)],
    [false, true, false],
  );
  assert.equal(isHigh(cubic(1), 30, { ...pace, used: cubic(0) }), false);
  const short = paceSince('2026-09-01', '7');
  assert.ok(short);
  assert.equal(isHigh(cubic(90), 30, short), false, 'nothing is usual after a month');
});

test('a value of eight times the one before lacks its decimal separator, except for a new meter', () => {
  assert.ok(lacksSeparator(65.9, '1065.9'));
  assert.ok(lacksSeparator(10, 80));
  assert.equal(lacksSeparator(10, 79.999), false);
  assert.equal(lacksSeparator(9.999, 1000), false);
});
