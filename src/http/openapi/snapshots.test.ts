// Test of the documents for programs in docs/: the committed files are those that the code makes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apiOperations } from '../../routes/api/routes.ts';
import { snapshotFolder, snapshots } from './snapshots.ts';

test('the committed files are the generated ones (`npm run openapi` writes them)', () => {
  for (const [path, text] of snapshots(apiOperations))
    assert.ok(readFileSync(join(snapshotFolder, path), 'utf8') === text, `docs/${path}: run \`npm run openapi\`.`);
});
