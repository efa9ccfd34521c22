// Tests of durations: every unit is read, and invalid entries are named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDurations } from './durations.ts';

const day = 24 * 60 * 60 * 1000;

test('all units are read, with spaces around commas too', () => {
  assert.deepEqual(parseDurations(' 0ms, 250ms ,3s,4m,5h,2d'), [0, 250, 3000, 240_000, 18_000_000, 2 * day]);
});

test('an unreadable schedule is rejected with the invalid entry', () => {
  for (const text of ['', '5', 's', '5x', '-5s', '1.5h', '5 s', '0s,,5s', '5S', '9999999999s', '0s;5s', '1e3s']) {
    assert.throws(() => parseDurations(text), /^Error: ".*" is not a whole number followed by ms, s, m, h or d$/, text);
  }
  assert.throws(() => parseDurations('0s,31d'), /"31d" is longer than 30 days/);
  assert.throws(() => parseDurations(Array(31).fill('1s').join(',')), /31 entries are too many/);
  assert.equal(parseDurations(Array(30).fill('1s').join(',')).length, 30);
});
