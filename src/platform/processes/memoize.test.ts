// Tests of the LRU cache: recently used results are not calculated again, and long ones are not stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from './memoize.ts';

test('the most recently used results are kept, and none of a long text', () => {
  const worked: string[] = [];
  const length = memoize(
    (text: string) => {
      worked.push(text);
      return { length: text.length };
    },
    (text) => text,
    2,
  );
  const long = 'x'.repeat(1001);
  for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'bb', long, long])
    assert.equal(length(text).length, text.length, text);
  assert.deepEqual(worked, ['a', 'bb', 'ccc', 'bb', long, long]);
});
