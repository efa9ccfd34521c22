// Tests of the record of processing: it matches the database, and no column is without a mark.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connectionTo } from '../../../test/postgres-server.ts';
import { startTestService } from '../../../test/service-fixture.ts';
import { personalDataFile, personalDataPage } from './personal-data.ts';
import { connect } from './pool.ts';

const { owner, database } = await startTestService();

test('the record of processing is up to date: run `npm run schema` after a change', async () => {
  assert.equal(readFileSync(personalDataFile, 'utf8'), await personalDataPage(owner));
});

test('a new column without a mark, and one with an unknown category, are named', async () => {
  const bare = connect(connectionTo(database), { max: 1 });
  try {
    await bare`begin`;
    await bare`alter table residents add column nickname text`;
    await bare`comment on column residents.phone is 'The phone number. [personal: gossip]'`;
    await bare`alter table residents add column friend_id uuid`;
    await assert.rejects(personalDataPage(bare), /\[personal: CATEGORY\].*: residents\.phone, residents\.nickname\.$/);
  } finally {
    await bare`rollback`;
    await bare.end({ timeout: 1 });
  }
});
