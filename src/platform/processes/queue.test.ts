// Tests of the queue: order, taking out, and that neither moves the other items.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeQueue } from './queue.ts';

test('items come in the order of adding, without those that were taken out', () => {
  const queue = makeQueue<number>();
  const removals = Array.from({ length: 5000 }, (_, item) => queue.add(item));
  for (const [item, remove] of removals.entries()) if (item % 3 === 1) remove();
  removals[1]?.();
  assert.equal(queue.size(), 3333);
  for (let item = 0; item < 5000; item += 1) if (item % 3 !== 1) assert.equal(queue.next(), item);
  assert.deepEqual([queue.next(), queue.size()], [undefined, 0]);
  removals[0]?.();
  queue.add(7);
  assert.deepEqual([queue.size(), queue.next(), queue.next()], [1, 7, undefined]);
});
