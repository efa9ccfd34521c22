// Tests when a register can have passed zero.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { couldRollOver } from './rollover.ts';

test('a register can have passed zero where it then counted at most half of its range', () => {
  const possible = (before: number, value: number) => couldRollOver(before, value, { digits: 5 });
  assert.deepEqual(
    [
      possible(99_990, 12.5),
      possible(60_000, 10_000),
      possible(60_000, 10_000.001),
      possible(7.5, 7.499),
      possible(7, 8),
    ],
    [true, true, false, false, false],
  );
});
