// Test of literals: words of the list alone get into a statement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { literal } from './literal.ts';
import { type ComposedQuery, makeSqlTag, type QueryResult } from './sql.ts';

test('a word of the list is written into the statement; another one, or one with a quote, is not', async () => {
  const sent: ComposedQuery[] = [];
  const db = makeSqlTag(async (query) => {
    sent.push(query);
    return Object.assign([], { count: 0, command: 'SELECT' }) as QueryResult;
  });
  await db`select ${1} where status = ${literal(db, 'not_paid', ['paid', 'not_paid'])}`;
  assert.deepEqual(sent, [{ text: "select $1 where status = 'not_paid'", values: [1] }]);
  assert.throws(() => literal(db, 'open', ['paid', 'not_paid']));
  assert.throws(() => literal(db, "it's", ["it's"]));
});
