// Tests that a measured slope tells linear work from quadratic.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureSlope } from './measure-slope.ts';

const make = (length: number) => Array.from({ length }, (_, at) => at);
/** Work that no compiler leaves out. */
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => (total * 31 + number) | 0, 7);

test('linear work has a slope near 1, in turns as well', async () => {
  const { slope } = await measureSlope({ make, run: sum, from: 20_000, ticks: 25 });
  assert.ok(slope > 0.7 && slope < 1.3, `${slope}`);
});

test('a copy for each row is found', async () => {
  const run = (numbers: readonly number[]) => {
    let total = 0;
    for (const number of numbers) total += sum(numbers.slice(0, number));
    return total;
  };
  const { slope } = await measureSlope({ make, run, from: 250, ticks: 25 });
  assert.ok(slope > 1.5, `${slope}`);
});

test('another clock can be counted, such as steps', async () => {
  let steps = 0;
  const run = async (numbers: readonly number[]) => {
    steps += numbers.length ** 2;
  };
  const { slope, costs } = await measureSlope({ make, run, from: 10, clock: () => steps });
  assert.equal(slope, 2);
  assert.equal(costs[3], 6400);
});

test('what costs next to nothing is not measured further', async () => {
  assert.equal((await measureSlope({ make, run: () => 0, from: 10, negligible: 50 })).slope, 0);
});
