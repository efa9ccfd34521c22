// Tests of the operator’s command line: a backup restores everything that the service needs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeServiceProcess } from '../test/faults/service-process.ts';

test('an empty SECRET_KEY counts as unset: the key in DATA_DIR goes into the backup and is restored with it', () => {
  const previous = makeServiceProcess({ SECRET_KEY: '' });
  const file = join(previous.dataDir, 'kase.backup');
  previous.admin('backup', file);
  const restored = makeServiceProcess({ SECRET_KEY: ' ' });
  restored.admin('restore', file);
  const [before, after] = [previous, restored].map(({ dataDir }) => readFileSync(join(dataDir, 'secret.key'), 'utf8'));
  assert.equal(after, before);
});
