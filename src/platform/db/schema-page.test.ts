// Tests of docs/schema.md: it matches the database, and everything in it has a comment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connectionTo } from '../../../test/postgres-server.ts';
import { startTestService } from '../../../test/service-fixture.ts';
import { connect } from './pool.ts';
import { schemaFile, schemaPage } from './schema-page.ts';

const { owner, database } = await startTestService();

test('the schema page is up to date: run `npm run schema` after a change', async () => {
  assert.equal(readFileSync(schemaFile, 'utf8'), await schemaPage(owner));
});

test('a table or a column without a comment is reported', async () => {
  const bare = connect(connectionTo(database), { max: 1 });
  try {
    await bare`begin`;
    await bare`comment on column invoices.amount is null`;
    await assert.rejects(schemaPage(bare), /comment on.* for: invoices\.amount\.$/);
  } finally {
    await bare`rollback`;
    await bare.end({ timeout: 1 });
  }
});
