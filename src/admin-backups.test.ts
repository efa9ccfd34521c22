// Tests of backups as an operator makes them, by the service and by the commands: everything that the service needs
// comes back.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { makeServiceProcess } from '../test/service-process.ts';

test('an empty SECRET_KEY counts as unset: the key in DATA_DIR goes into the backup and is restored with it', () => {
  const previous = makeServiceProcess({ SECRET_KEY: '' });
  const file = join(previous.dataDir, 'kase.backup');
  previous.admin('migrate');
  previous.admin('backup', file);
  const restored = makeServiceProcess({ SECRET_KEY: ' ' });
  restored.admin('restore', file);
  const [before, after] = [previous, restored].map(({ dataDir }) => readFileSync(join(dataDir, 'secret.key'), 'utf8'));
  assert.equal(after, before);
});

test('a secret key in DATA_DIR is replaced; an encrypted backup made meanwhile brings back both keys', async () => {
  const identity = await generateX25519Identity();
  const settings = { SECRET_KEY: '', BACKUP_RECIPIENT: await identityToRecipient(identity) };
  const service = makeServiceProcess(settings);
  const owner = ['--email', 'mari@example.org', '--password', 'correct horse battery staple'];
  const { tenantId = '' } = service.admin('create-tenant', '--name', 'KÜ Kase', ...owner);
  // Its owner gets a letter.
  service.admin('create-api-key', '--tenant', tenantId, '--name', 'books', '--role', 'manager');
  const [key, previous] = ['secret.key', 'secret.key.previous'].map((name) => join(service.dataDir, name)) as [
    string,
    string,
  ];
  renameSync(key, previous);
  const file = join(service.dataDir, 'kase.backup.age');
  service.admin('backup', file);
  const keyFile = join(service.dataDir, 'age.txt');
  writeFileSync(keyFile, identity);
  const restored = makeServiceProcess(settings);
  assert.throws(() => restored.admin('restore', file), /is encrypted\. Name the file with the secret key/);
  restored.admin('restore', file, '--identity', keyFile);
  for (const path of [key, previous])
    assert.equal(readFileSync(path.replace(service.dataDir, restored.dataDir), 'utf8'), readFileSync(path, 'utf8'));

  assert.deepEqual(restored.admin('re-encrypt'), { reencrypted: 1, unreadable: 0 });
  assert.deepEqual(restored.admin('re-encrypt'), { reencrypted: 0, unreadable: 0 });
  rmSync(join(restored.dataDir, 'secret.key.previous'));
  const { child } = await restored.start();
  const mails = join(restored.dataDir, 'mail');
  while (!(existsSync(mails) && readdirSync(mails).some((name) => name.endsWith('.eml')))) {
    assert.equal(child.exitCode, null);
    await delay(20);
  }
});

test('a service makes backups by itself, and from a file everything comes back after it was killed', async () => {
  const backups = mkdtempSync(join(tmpdir(), 'haldur-backups-'));
  after(() => rmSync(backups, { recursive: true }));
  const lost = makeServiceProcess({ BACKUP_DIR: backups, SECRET_KEY: '' });
  const { child, url } = await lost.start();
  while (!readdirSync(backups).some((name) => name.endsWith('.backup'))) {
    assert.equal(child.exitCode, null);
    await delay(20);
  }
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  assert.match(metrics, /^haldur_last_backup_timestamp_seconds \d/m);
  assert.match(metrics, /^haldur_task_failures_total\{task="make a backup"\} 0$/m);
  await lost.ended(child, 'SIGKILL');
  const restored = makeServiceProcess({ SECRET_KEY: '' });
  const [file = ''] = readdirSync(backups);
  restored.admin('restore', join(backups, file));
  const [before, now] = [lost, restored].map(({ dataDir }) => readFileSync(join(dataDir, 'secret.key'), 'utf8'));
  assert.equal(now, before);
  assert.equal(restored.admin('verify-backup', join(backups, file)).verified, true);
});
