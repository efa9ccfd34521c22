// Tests of the operator’s command line: a backup restores everything that the service needs.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
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

test('a service makes both kinds of backups by itself, and from the archive everything comes back after it was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-archives-'));
  after(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const [backups, archive] = ['backups-', 'archive-'].map((name) => mkdtempSync(join(folder, name))) as [
    string,
    string,
  ];
  chmodSync(archive, 0o755);
  const lost = makeServiceProcess({ BACKUP_DIR: backups, WAL_ARCHIVE: archive, SECRET_KEY: '' });
  const { child, url } = await lost.start();
  const isDone = (path: string) => readdirSync(path).some((name) => /^haldur-.*(Z|\.backup)$/.test(name));
  while (!(isDone(backups) && isDone(join(archive, 'base')))) {
    assert.equal(child.exitCode, null);
    await delay(20);
  }
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  assert.match(metrics, /^haldur_last_backup_timestamp_seconds \d/m);
  assert.match(metrics, /^haldur_task_failures_total\{task="make a base backup"\} 0$/m);
  await lost.ended(child, 'SIGKILL');
  const restored = makeServiceProcess({ SECRET_KEY: '' });
  const result = restored.admin('restore-to', 'latest', '--from', archive);
  assert.ok(Number(result.seconds) > 0, JSON.stringify(result));
  const [before, now] = [lost, restored].map(({ dataDir }) => readFileSync(join(dataDir, 'secret.key'), 'utf8'));
  assert.equal(now, before);
  assert.deepEqual(restored.admin('migrate'), { migrated: true });
  const [file = ''] = readdirSync(backups);
  assert.equal(restored.admin('verify-backup', join(backups, file)).verified, true);
});
