// Tests of work in parts: all of it, one part after the other, and nothing after a failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBatches } from './batches.ts';

const items = [1, 2, 3, 4, 5];
const sum = (part: readonly number[]) => part.reduce((all, item) => all + item, 0);

test('every item is in exactly one part, and the progress says how many are done', async () => {
  const done: number[] = [];
  const outcome = await inBatches(
    items,
    2,
    async (part) => sum(part),
    (count) => done.push(count),
  );
  assert.deepEqual(outcome, { results: [3, 7, 5], left: [], failure: undefined });
  assert.deepEqual(done, [0, 2, 4]);
});

test('after a failure nothing more is tried, and what is left is named', async () => {
  const failure = new Error('offline');
  const work = async (part: readonly number[]) => {
    if (part.includes(3)) throw failure;
    return sum(part);
  };
  const outcome = await inBatches(items, 2, work, () => {});
  assert.deepEqual(outcome, { results: [3], left: [3, 4, 5], failure });
});
