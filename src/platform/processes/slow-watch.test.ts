// Tests of the slow watch: an hour that is much slower than those before is logged once, with both figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSlowWatch } from './slow-watch.ts';

/** A watch whose hours pass when told, and what it logged. */
function aWatch(minRuns: number) {
  const logged: unknown[] = [];
  let now = 0;
  const note = makeSlowWatch({ warn: (line: unknown) => logged.push(line) }, minRuns, () => now);
  const hourOf = (name: string, durations: readonly number[]) => {
    for (const ms of durations.slice(0, -1)) note(name, ms);
    now += 3_600_000;
    note(name, durations.at(-1) ?? 0);
  };
  return { logged, note, hourOf };
}

test('an hour that is three times as slow as usual is logged once, with the average before and now', () => {
  const { logged, hourOf } = aWatch(2);
  hourOf('GET /invoices', [500, 500]);
  hourOf('GET /invoices', [400, 600]);
  assert.deepEqual(logged, []);
  hourOf('GET /invoices', [1000, 2200, 1600]);
  assert.deepEqual(logged, [{ name: 'GET /invoices', averageMs: 1600, usualMs: 500 }]);
  hourOf('GET /invoices', [500, 500]);
  assert.equal(logged.length, 1);
});

test('nothing is logged below a second, below three times the usual, in the first hour, or for another name', () => {
  const { logged, hourOf } = aWatch(2);
  hourOf('short', [10, 10]);
  hourOf('short', [900, 900]);
  hourOf('long', [5000, 5000]);
  hourOf('long', [14_000, 14_000]);
  assert.deepEqual(logged, []);
});

test('an hour goes on until there are enough runs, so that a single one proves nothing', () => {
  const { logged, hourOf } = aWatch(4);
  hourOf('import', [100, 100, 100, 100]);
  hourOf('import', [9000, 100]);
  assert.deepEqual(logged, []);
  hourOf('import', [100, 100]);
  assert.deepEqual(logged, [{ name: 'import', averageMs: 2325, usualMs: 100 }]);
});

test('what stays slow becomes usual', () => {
  const { logged, hourOf } = aWatch(1);
  hourOf('task', [1000, 1000]);
  for (let hours = 0; hours < 100; hours += 1) hourOf('task', [4000]);
  assert.deepEqual(logged, [
    { name: 'task', averageMs: 4000, usualMs: 1000 },
    { name: 'task', averageMs: 4000, usualMs: 1300 },
  ]);
});
