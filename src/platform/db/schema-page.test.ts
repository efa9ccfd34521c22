// Tests of docs/schema.md: it matches the database, and everything in it has a comment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { connectionTo, template } from '../../../test/postgres-server.ts';
import { connect } from './pool.ts';
import { schemaFile, schemaPage } from './schema-page.ts';

const owner = connect(connectionTo(template), { max: 1 });
after(() => owner.end({ timeout: 1 }));

test('the schema page is up to date: run `npm run schema` after a change', async () => {
  assert.equal(readFileSync(schemaFile, 'utf8'), await schemaPage(owner));
});

test('a table or a column without a comment is reported', async () => {
  const bare = connect(connectionTo(template), { max: 1 });
  try {
    await bare`begin`;
    await bare`comment on column invoices.amount is null`;
    await assert.rejects(schemaPage(bare), /comment on.* for: invoices\.amount\.$/);
  } finally {
    await bare`rollback`;
    await bare.end({ timeout: 1 });
  }
});
