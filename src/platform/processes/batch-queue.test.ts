// Tests of the queue that is written in batches: what is written together, what waits after a failure, and the bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBatchQueue } from './batch-queue.ts';

type Item = { readonly tenant: string; readonly nth: number };
const items = (tenant: string, count: number): Item[] => Array.from({ length: count }, (_, nth) => ({ tenant, nth }));

/** A queue whose writes fail for the groups in `failing`. */
function aQueue({ failing, keeps }: { readonly failing: Set<string>; readonly keeps: boolean }) {
  const written: string[] = [];
  const queue = makeBatchQueue<Item>({
    groupOf: ({ tenant }) => tenant,
    async write(tenant, batch) {
      if (failing.has(tenant)) throw new Error('the server is gone');
      written.push(`${tenant} ${batch.length}`);
    },
    onFailure: (failed) => (keeps ? failed : []),
  });
  return { queue, written };
}

test('a full batch is written at once, each group by itself, and a flush writes the rest', async () => {
  const { queue, written } = aQueue({ failing: new Set(), keeps: true });
  for (const item of [...items('a', 300), ...items('b', 300), ...items('a', 650)]) queue.add(item);
  assert.deepEqual(written, ['a 300']);
  await queue.flush();
  assert.deepEqual(written, ['a 300', 'b 200', 'b 100', 'a 400', 'a 250']);
});

test('what could not be written stops nobody else, and is written later if it shall wait', async () => {
  for (const keeps of [true, false]) {
    const failing = new Set(['a']);
    const { queue, written } = aQueue({ failing, keeps });
    for (const item of [...items('a', 700), ...items('b', 700)]) queue.add(item);
    await queue.flush();
    assert.deepEqual(written, ['b 300', 'b 400'], `keeps ${keeps}`);
    failing.clear();
    await queue.flush();
    assert.deepEqual(written.slice(2), keeps ? ['a 500', 'a 200'] : [], `keeps ${keeps}`);
    await queue.flush(); // With nothing waiting.
    queue.add({ tenant: 'c', nth: 0 });
    await queue.flush();
    assert.equal(written.at(-1), 'c 1');
  }
});

test('while nothing is written, at most five thousand wait', async () => {
  const { queue } = aQueue({ failing: new Set(['a']), keeps: true });
  const taken = items('a', 6_000).filter((item) => queue.add(item)).length;
  assert.equal(taken, 5_000);
  await queue.flush();
  assert.equal(queue.add({ tenant: 'a', nth: 0 }), false);
});
