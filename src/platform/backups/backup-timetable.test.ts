// Tests of backups on a timetable: one is made when it is due, by one process, the number kept is right, and nothing of
// others is removed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { connectionTo, createDatabase, type TestDatabase } from '../../../test/postgres-server.ts';
import { readConfig } from '../config/config.ts';
import { restore } from '../db/backup.ts';
import type { Database } from '../db/open-database.ts';
import { connect, type DatabasePool } from '../db/pool.ts';
import { OperatorError } from '../errors.ts';
import { findLastBackup } from '../files/last-backup.ts';
import { makeLog } from '../log.ts';
import { isBackupDue, makeDueBackup, requireBackupsPossible } from './backup-timetable.ts';

const hour = 3_600_000;
const base = mkdtempSync(join(tmpdir(), 'haldur-timetable-'));
const databases: TestDatabase[] = [];
after(async () => {
  for (const { drop } of databases) await drop();
  if (mounted) spawnSync('umount', ['--lazy', smallDisk]);
  rmSync(base, { recursive: true, force: true });
});

async function aDatabase(): Promise<string> {
  const made = await createDatabase();
  databases.push(made);
  return made.database;
}

const asOwnerOf =
  (database: string, user?: string): Database['asOwner'] =>
  async (work) => {
    const owner = connect(connectionTo(database, user), { max: 1 });
    try {
      return await work(owner);
    } finally {
      await owner.end({ timeout: 5 });
    }
  };

/** A service's context with a clock, a folder of its own, and a way to let it look at the timetable. */
async function aTimetable(settings: Record<string, string> = {}, database?: string) {
  const asOwner = asOwnerOf(database ?? (await aDatabase()));
  const folder = mkdtempSync(join(base, 'case-'));
  const environment = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    BACKUP_KEEP: '3',
    ...settings,
  };
  mkdirSync(environment.DATA_DIR, { recursive: true });
  if (settings.BACKUP_DIR === undefined) mkdirSync(environment.BACKUP_DIR);
  const config = readConfig(environment);
  const clock = { now: new Date('2026-11-20T09:00:00Z') };
  const context = { config, asOwner, log: makeLog('silent'), clock: () => clock.now };
  const stopping = new AbortController();
  return {
    dir: environment.BACKUP_DIR,
    config,
    asOwner,
    clock,
    stopping,
    look: () => makeDueBackup(context, stopping.signal),
    names: () => readdirSync(environment.BACKUP_DIR).sort(),
  };
}

async function refusedWith(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

test('a backup is due at midnight UTC and every so many hours from then, once for all that was missed', () => {
  const at = (text: string) => new Date(`2026-11-${text}Z`);
  const due = (everyHours: number, last: string, now: string) =>
    isBackupDue([{ at: at('01T00:00:00') }, { at: at(last) }], everyHours * hour, at(now));
  assert.equal(isBackupDue([], 24 * hour, at('20T09:00:00')), true);
  assert.equal(due(24, '20T09:00:00', '20T23:59:59'), false);
  assert.equal(due(24, '20T09:00:00', '21T00:00:00'), true);
  assert.equal(due(24, '21T00:00:00', '21T23:00:00'), false);
  assert.equal(due(6, '20T05:59:59', '20T06:00:00'), true);
  assert.equal(due(6, '20T06:10:00', '20T11:59:00'), false);
  assert.equal(due(24, '20T23:00:00', '20T09:00:00'), false, 'a clock that went back');
  assert.equal(due(24, '25T00:00:00', '20T09:00:00'), true, 'a wrong clock dated it into the future');
});

test('one backup is made each time, it can be restored, and the newest are kept', async () => {
  const { look, names, clock, config, asOwner, dir } = await aTimetable({ BACKUP_EVERY: '6' });
  await asOwner(
    (owner) => owner`insert into tenants (id, name, created_at) values (gen_random_uuid(), 'KÜ Kase', now())`,
  );
  await look();
  await look();
  assert.deepEqual(
    names().map((name) => name.slice(0, 27)),
    ['haldur-2026-11-20T09-00-00Z'],
  );
  assert.ok(findLastBackup(config.dataDir) !== undefined);
  for (let moves = 1; moves <= 4; moves += 1) {
    clock.now = new Date(clock.now.getTime() + 6 * hour);
    await look();
    await look();
    assert.equal(names().length, Math.min(moves + 1, 3));
  }
  assert.deepEqual(
    names().map((name) => name.slice(7, 27)),
    ['2026-11-20T21-00-00Z', '2026-11-21T03-00-00Z', '2026-11-21T09-00-00Z'],
  );
  const file = join(dir, names().at(-1) ?? '');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const restored = await asOwnerOf(await aDatabase())(async (owner) => ({
    ...(await restore(owner, file)),
    tenants: await owner<{ name: string }[]>`select name from tenants`,
  }));
  assert.deepEqual([restored.tenants[0]?.name, restored.secretKey], ['KÜ Kase', undefined]);
});

test('a secret key of DATA_DIR is in the backup', async () => {
  const { look, names, dir, config } = await aTimetable({ SECRET_KEY: '' });
  await look();
  const { secretKey } = await asOwnerOf(await aDatabase())((owner) => restore(owner, join(dir, names()[0] ?? '')));
  assert.deepEqual(secretKey, config.secretKey);
});

test('encrypted backups, and those of before the secret key was replaced, count and are removed like others', async () => {
  const before = await aTimetable({ BACKUP_KEEP: '2' });
  await before.look();
  const identity = await generateX25519Identity();
  const secretKey = randomBytes(32);
  const config = {
    ...before.config,
    secretKey,
    previousSecretKey: before.config.secretKey,
    backups: { ...before.config.backups, recipients: [await identityToRecipient(identity)] },
  };
  const context = { config, asOwner: before.asOwner, log: makeLog('silent'), clock: () => before.clock.now };
  const look = () => makeDueBackup(context, before.stopping.signal);
  await look();
  assert.equal(before.names().length, 1, 'none is due');
  const [first = ''] = before.names();
  writeFileSync(join(before.dir, `${first.replace('20T09', '19T09')}.age.partial`), 'cut off');
  for (let days = 0; days < 2; days += 1) {
    before.clock.now = new Date(before.clock.now.getTime() + 24 * hour);
    await look();
  }
  assert.deepEqual(
    before.names().map((name) => [name.slice(7, 17), name.slice(36)]),
    [
      ['2026-11-21', '.backup.age'],
      ['2026-11-22', '.backup.age'],
    ],
  );
  const file = join(before.dir, before.names()[0] ?? '');
  await asOwnerOf(await aDatabase())((owner) => restore(owner, file, { identities: [identity] }));
});

test('files of others are never removed, whatever they are called', async () => {
  const shared = mkdtempSync(join(base, 'shared-'));
  const ours = await aTimetable({ BACKUP_DIR: shared, BACKUP_KEEP: '1' });
  const theirs = await aTimetable({ BACKUP_DIR: shared, BACKUP_KEEP: '1' });
  const foreign = [
    'haldur-2026-11-21.backup',
    'haldur-2020-01-01T00-00-00Z-.backup',
    'haldur-2020-01-01T00-00-00Z-00000000.backup',
    'haldur-2020-01-01T00-00-00Z-00000000.backup.partial',
    'notes.txt',
  ];
  for (const name of foreign) writeFileSync(join(shared, name), '');
  await theirs.look();
  const [of = ''] = theirs.names().filter((name) => !foreign.includes(name));
  for (let days = 0; days < 3; days += 1) {
    await ours.look();
    ours.clock.now = new Date(ours.clock.now.getTime() + 24 * hour);
  }
  const left = ours.names();
  for (const name of [...foreign, of]) assert.ok(left.includes(name), name);
  assert.equal(left.length, foreign.length + 2);
});

test('of several processes one makes the backup', async () => {
  const database = await aDatabase();
  const SECRET_KEY = randomBytes(32).toString('base64');
  const BACKUP_DIR = mkdtempSync(join(base, 'shared-'));
  const all = await Promise.all([1, 2, 3].map(() => aTimetable({ BACKUP_DIR, SECRET_KEY }, database)));
  await Promise.all(all.map(({ look }) => look()));
  for (const { look } of all) await look();
  assert.equal(readdirSync(BACKUP_DIR).length, 1);
});

/** Starts a backup that waits for a table, and returns when its file has been begun. */
async function aWaitingBackup({ look, asOwner, dir }: Awaited<ReturnType<typeof aTimetable>>) {
  const begun = Promise.withResolvers<DatabasePool>();
  const ended = Promise.withResolvers<void>();
  const holding = asOwner(async (owner) => {
    const holder = await owner.reserve();
    await holder`begin`;
    await holder`lock table positions in access exclusive mode`;
    begun.resolve(owner);
    await ended.promise;
    await holder`rollback`;
    holder.release();
  });
  await begun.promise;
  const running = look();
  const isWaiting = () => readdirSync(dir).some((name) => name.endsWith('.partial'));
  while (!isWaiting()) await Promise.race([running.then(() => assert.fail('It did not wait.')), delay(10)]);
  const release = () => {
    ended.resolve();
    return holding;
  };
  return { running, release };
}

test('a stop cuts a backup off, and no file is left', async () => {
  const timetable = await aTimetable();
  const { running, release } = await aWaitingBackup(timetable);
  timetable.stopping.abort();
  await running;
  assert.deepEqual(timetable.names(), []);
  await release();
});

test('a file that was cut off is never taken for a backup, and is removed with the next one', async () => {
  const timetable = await aTimetable();
  await timetable.look();
  const [name = ''] = timetable.names();
  rmSync(join(timetable.dir, name));
  const half = `${name}.partial`; // As kill -9 leaves it.
  writeFileSync(join(timetable.dir, half), 'half');
  timetable.clock.now = new Date(timetable.clock.now.getTime() + 1000);
  await timetable.look();
  assert.equal(existsSync(join(timetable.dir, half)), false);
  assert.deepEqual(
    timetable.names().map((left) => left.slice(7, 27)),
    ['2026-11-20T09-00-01Z'],
  );
});

test('a failure leaves the older backups and heals', async () => {
  const timetable = await aTimetable({ BACKUP_KEEP: '1' });
  await timetable.look();
  const before = timetable.names();
  timetable.clock.now = new Date(timetable.clock.now.getTime() + 24 * hour);
  const { running, release } = await aWaitingBackup(timetable);
  await refusedWith(running, /a table was in use/);
  assert.deepEqual(timetable.names(), before);
  await release();
  await timetable.look();
  assert.deepEqual(
    timetable.names().map((name) => name.slice(7, 17)),
    ['2026-11-21'],
  );
});

test('a folder that is not there is named, not created, and used when it is back', async () => {
  const gone = join(base, 'gone');
  const { look, names } = await aTimetable({ BACKUP_DIR: gone });
  await refusedWith(look(), /No backup was made: BACKUP_DIR .*gone cannot be read \(ENOENT.*Create it, or mount/);
  assert.equal(existsSync(gone), false);
  mkdirSync(gone);
  await look();
  assert.equal(names().length, 1);
});

const smallDisk = join(base, 'small');
mkdirSync(smallDisk);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=50m', 'tmpfs', smallDisk]).status === 0;

test('a disk without room is found before anything is written', {
  skip: !mounted && 'only root may mount file systems, and not in every container',
}, async () => {
  const { look, names } = await aTimetable({ BACKUP_DIR: smallDisk });
  await refusedWith(look(), /has 50 MB free, and about 1\d\d MB are needed\. Free space, or lower BACKUP_KEEP/);
  assert.deepEqual(names(), []);
});

test('a service whose user would see only some of the rows does not start with BACKUP_DIR', async () => {
  const { config, asOwner } = await aTimetable();
  await requireBackupsPossible(config, asOwner);
  const service = asOwnerOf(databases.at(-1)?.database ?? '', 'haldur_app');
  await refusedWith(requireBackupsPossible(config, service), /^BACKUP_DIR is set.*tables’ owner.*let cron run/);
  await requireBackupsPossible({ ...config, backups: { ...config.backups, dir: undefined } }, service);
});
