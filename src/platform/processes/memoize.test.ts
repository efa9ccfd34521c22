// Remembered answers: the last ones used are not worked out again, and what is long is not kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembering } from './memoize.ts';

test('the last answers that were used are kept, and none of a long text', () => {
  const worked: string[] = [];
  const length = remembering(
    (text: string) => {
      worked.push(text);
      return { length: text.length };
    },
    (text) => text,
    2,
  );
  const long = 'x'.repeat(1001);
  for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'bb', long, long]) assert.equal(length(text).length, text.length);
  assert.deepEqual(worked, ['a', 'bb', 'ccc', 'bb', long, long]);
});
