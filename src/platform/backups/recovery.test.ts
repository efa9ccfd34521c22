// Tests of the WAL archive and of restoring to a moment, on real embedded servers: what was written before the moment is there, what came after is not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { register } from 'prom-client';
import { embeddedServers, eventually } from '../../../test/embedded-servers.ts';
import { readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { connect, type DatabasePool } from '../db/pool.ts';
import { socketConnection } from '../embedded-postgres/password.ts';
import { listSegments } from '../embedded-postgres/wal-archive.ts';
import { OperatorError } from '../errors.ts';
import { makeLog } from '../log.ts';
import { listBaseBackups, makeDueBaseBackup } from './base-backup.ts';
import { restoreToMoment } from './restore-to-moment.ts';
import { makeArchiveWatch } from './watch-archive.ts';

const day = 24 * 3_600_000;
const { base, start } = embeddedServers();
const photo = randomBytes(256 * 1024);
const secretKey = randomBytes(32);

function aFolder(name: string): string {
  const folder = join(base, name);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  return folder;
}

/** A server with an archive, and a way to make a base backup of it on each call. */
async function anArchivedServer(t: TestContext, name: string, settings: Record<string, string> = {}) {
  const archive = aFolder(`${name}-archive`);
  const recipients = settings.BACKUP_RECIPIENT?.split(',') ?? [];
  const { server, sql, messages } = await start(t, name, { walArchive: archive, recipients });
  const dataDir = join(base, name);
  writeFileSync(join(dataDir, 'secret.key'), secretKey.toString('base64'));
  const config = readConfig({ DATA_DIR: dataDir, WAL_ARCHIVE: archive, ...settings });
  const clock = { now: new Date('2026-11-20T09:00:00Z') };
  const asOwner = async <T>(work: (owner: DatabasePool) => Promise<T>): Promise<T> => {
    const owner = connect(socketConnection(server, server.superuser, server.database), { max: 1 });
    return work(owner).finally(() => owner.end({ timeout: 5 }));
  };
  const look = async () => {
    await makeDueBaseBackup(
      { config, asOwner, log: makeLog('silent'), clock: () => clock.now },
      new AbortController().signal,
    );
    clock.now = new Date(clock.now.getTime() + day);
  };
  return { archive, server, sql, look, messages, config, dataDir };
}

/** Ends the current segment, and waits until it is in the archive. */
async function archiveNow(sql: DatabasePool): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'test', 'so that there is something to end')`;
  const [row] = await sql<{ segment: string }[]>`select pg_walfile_name(pg_switch_wal()) as segment`;
  await eventually(async () => {
    const [state] = await sql<{ last: string }[]>`select last_archived_wal as last from pg_stat_archiver`;
    assert.ok((state?.last ?? '') >= (row?.segment ?? 'x'));
  });
}

async function write(sql: DatabasePool, name: string): Promise<Date> {
  const id = randomUUID();
  await sql`insert into tenants (id, name, created_at) values (${id}, ${name}, now())`;
  await sql`insert into file_chunks (tenant_id, file_id, number, bytes, created_at) values (${id}, gen_random_uuid(), 0, ${photo}, now())`;
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() + interval '1 millisecond' as at, pg_sleep(0.01)`;
  return row?.at ?? new Date(0);
}

/** What the tests restore from: rows of three times, of which the first is in the base backup. */
const history = { archive: '', afterSecond: new Date(), afterThird: new Date(), baseAt: new Date() };

before(async () => {
  const ending: (() => Promise<void>)[] = [];
  const t = { after: (end: () => Promise<void>) => ending.push(end) } as unknown as TestContext;
  const { archive, sql, look } = await anArchivedServer(t, 'history');
  await migrate(sql);
  await write(sql, 'first');
  await look();
  history.archive = archive;
  history.baseAt = new Date(listBaseBackups(archive)[0]?.manifest.endedAt ?? '');
  history.afterSecond = await write(sql, 'second');
  await archiveNow(sql);
  history.afterThird = await write(sql, 'third');
  await archiveNow(sql);
  for (const end of ending) await end();
});

const restoreInto = (name: string, moment: Date | undefined, from = history.archive, keys: Buffer[] = []) =>
  restoreToMoment({
    dataDir: join(base, name),
    from,
    moment,
    print: () => {},
    saveKeys: ({ secretKey: key }) => keys.push(key),
    durable: false,
  });

async function namesIn(t: TestContext, name: string): Promise<string[]> {
  const { sql } = await start(t, name);
  const rows = await sql<{ name: string; bytes: Buffer }[]>`
    select t.name, c.bytes from tenants t join file_chunks c on c.tenant_id = t.id order by t.created_at`;
  for (const { bytes } of rows) assert.ok(bytes.equals(photo));
  return rows.map((row) => row.name);
}

async function refusedWith(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof OperatorError, String(error instanceof Error ? error.stack : error));
    assert.match(error.message, message);
    return true;
  });
}

test('a restore to a moment has what was written before it, photos and secret key included, and nothing after', async (t) => {
  const keys: Buffer[] = [];
  const restored = await restoreInto('second', history.afterSecond, history.archive, keys);
  assert.deepEqual(keys, [secretKey]);
  assert.equal(restored.withSecretKey, true);
  const last = new Date(restored.lastChangeAt ?? 0);
  assert.ok(last > history.baseAt && last <= history.afterSecond, restored.lastChangeAt);
  assert.deepEqual(await namesIn(t, 'second'), ['first', 'second']);
});

test('`latest` has everything that is in the archive, and the restored database needs an archive of its own', async (t) => {
  await restoreInto('third', undefined);
  await refusedWith(
    start(t, 'third', { walArchive: history.archive }),
    /is not empty .*not the archive of this database.*a restored one begins a new one/,
  );
  assert.deepEqual(await namesIn(t, 'third'), ['first', 'second', 'third']);
  await refusedWith(restoreInto('third', undefined), /is in use by a running service/);
  await refusedWith(restoreInto('second', undefined), /There is a database in .*second\/postgres already/);
});

test('a moment that the archive does not reach is refused with what it reaches, and no database is left', async () => {
  const refused = async (moment: Date, message: RegExp) => {
    await refusedWith(restoreInto('unreached', moment), message);
    assert.equal(existsSync(join(base, 'unreached/postgres')), false);
  };
  await refused(
    new Date(history.baseAt.getTime() - 1),
    /The first base backup in .* ended at .*Name that moment or a later/,
  );
  await refused(new Date(Date.now() + day), /is in the future/);
  await refused(
    new Date(),
    /The archive does not reach this moment: its last change is of 20\d\d-.*Z\. Name an earlier/,
  );
  await refusedWith(restoreInto('unreached', undefined, aFolder('empty')), /The archive cannot be read: ENOENT/);
  assert.deepEqual(
    readdirSync(join(base, 'unreached')).filter((name) => name.startsWith('postgres.partial')),
    [],
  );
});

/** A copy of the archive that a test damages. */
function aDamagedArchive(name: string, damage: (folder: string) => void): string {
  const folder = join(base, name);
  cpSync(history.archive, folder, { recursive: true });
  chmodSync(join(folder, 'wal'), 0o755);
  for (const file of readdirSync(join(folder, 'wal'))) chmodSync(join(folder, 'wal', file), 0o644);
  damage(folder);
  return folder;
}

test('a gap in the log is found, for `latest` before anything is restored', async () => {
  const from = aDamagedArchive('gap', (folder) => {
    const segments = listSegments(folder);
    rmSync(segments.at(-2)?.path ?? '');
  });
  await refusedWith(restoreInto('gap-latest', undefined, from), /The log in .* is interrupted: nothing follows 0000/);
  assert.equal(existsSync(join(base, 'gap-latest')), false);
  await refusedWith(restoreInto('gap-moment', history.afterThird, from), /is interrupted/);
});

test('a damaged base backup and one of another version are refused', async () => {
  const editManifest = (folder: string, change: (text: string) => string) => {
    const path = join(listBaseBackups(folder)[0]?.path ?? '', 'manifest.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const changed = aDamagedArchive('changed', (folder) => {
    const path = join(listBaseBackups(folder)[0]?.path ?? '', 'cluster/global/pg_control.gz');
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  });
  await refusedWith(restoreInto('x', undefined, changed), /The base backup is damaged: .*pg_control\.gz/);
  rmSync(join(listBaseBackups(changed)[0]?.path ?? '', 'cluster/PG_VERSION.gz'));
  await refusedWith(restoreInto('x', undefined, changed), /The base backup is damaged: .*PG_VERSION\.gz/);
  editManifest(changed, (text) => text.replace(/"postgres":"\d+"/, '"postgres":"17"'));
  await refusedWith(restoreInto('x', undefined, changed), /is of PostgreSQL 17.*Restore it with Haldur \d+\.\d+\.\d+/);
  assert.equal(existsSync(join(base, 'x/postgres')), false);
});

test('the kept number of base backups stays, with the log from the oldest on; what was cut off goes', async (t) => {
  const { archive, sql, look } = await anArchivedServer(t, 'kept', { BACKUP_KEEP: '2' });
  await sql`create table numbers (n integer)`;
  const half = join(archive, 'base/haldur-2026-11-19T09-00-00Z.partial');
  mkdirSync(half); // As kill -9 leaves it.
  writeFileSync(join(archive, 'base/notes.txt'), '');
  for (let days = 0; days < 3; days += 1) {
    await look();
    await sql`insert into numbers values (${days})`;
    await archiveNow(sql);
  }
  const kept = listBaseBackups(archive);
  assert.deepEqual(readdirSync(join(archive, 'base')).sort(), [
    'haldur-2026-11-21T09-00-00Z',
    'haldur-2026-11-22T09-00-00Z',
    'notes.txt',
  ]);
  const segments = listSegments(archive);
  assert.equal(segments[0]?.name, kept[0]?.manifest.firstSegment);
  assert.ok(segments.some(({ name }) => name === kept[1]?.manifest.firstSegment));
  const notes = readdirSync(join(archive, 'wal')).filter((name) => name.endsWith('.backup.gz'));
  assert.equal(notes.length, 2, notes.join(' '));
});

test('while the archive fails the database goes on, it is reported once, and it heals', async (t) => {
  const { archive, sql, server, dataDir } = await anArchivedServer(t, 'failing');
  const lines: unknown[] = [];
  const log = { ...makeLog('silent'), warn: (...words: unknown[]) => lines.push(words.at(-1)) } as ReturnType<
    typeof makeLog
  >;
  const watch = makeArchiveWatch({ pool: sql, log });
  const isFailing = async () => {
    await watch();
    return (await register.getSingleMetric('haldur_wal_archive_failing')?.get())?.values[0]?.value;
  };
  /** A failure is tried again after a minute, and at the end of each segment. */
  const until = async (value: number) => {
    for (let looks = 0; (await isFailing()) !== value; looks += 1) {
      if (looks % 50 === 0) await sql`select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()`;
      await delay(20);
    }
  };
  await until(0);
  renameSync(archive, `${archive}-away`);
  mkdirSync(archive); // As where a disk is not mounted.
  await until(1);
  assert.deepEqual(readdirSync(archive), [], 'nothing is written where the archive is not');
  assert.match(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /the archive is not there: is its disk mounted/);
  rmSync(archive, { recursive: true });
  renameSync(`${archive}-away`, archive);
  await until(0);
  assert.deepEqual(lines.length, 2, lines.join('\n'));
  await archiveNow(sql);

  const [row] = await sql<{ segment: string }[]>`select pg_walfile_name(pg_current_wal_lsn() + 16777216) as segment`;
  const foreign = join(archive, 'wal', `${row?.segment}.gz`);
  writeFileSync(foreign, 'of somebody else', { mode: 0o644 });
  await until(1);
  assert.equal(readFileSync(foreign, 'utf8'), 'of somebody else');
  rmSync(foreign);
  await until(0);
  assert.ok(!listSegments(archive).some(({ path }) => readFileSync(path).length === 0));
  await server.stop();

  renameSync(archive, `${archive}-away`);
  const again = await start(t, 'failing', { walArchive: archive });
  assert.match(again.messages.join('\n'), /WAL_ARCHIVE .* is not there, and the database keeps its log until it is/);
});

test('an encrypted archive tells nothing, and is restored with its identity alone, with the keys of that time', async (t) => {
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const settings = { BACKUP_RECIPIENT: await identityToRecipient(identity) };
  const { archive, sql, look, dataDir, config } = await anArchivedServer(t, 'sealed', settings);
  await migrate(sql);
  await write(sql, 'first');
  await look();
  await archiveNow(sql);
  const moment = await write(sql, 'second');
  await archiveNow(sql);
  await write(sql, 'third');
  await archiveNow(sql);
  const files = readdirSync(archive, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files)
    assert.match(name, /^belongs-to-[0-9a-f]{16}$|^manifest\.json$|^[\w./-]+\.age$/, 'everything else is encrypted');
  assert.ok(files.some(({ name }) => name === 'secret.key.age'));

  const rotated = { ...config, secretKey: randomBytes(32), previousSecretKey: secretKey };
  const asOwner = <T>(work: (owner: DatabasePool) => Promise<T>) => work(sql);
  const clock = () => new Date('2026-11-20T10:00:00Z');
  const context = { config: rotated, asOwner, log: makeLog('silent'), clock };
  for (let looks = 0; looks < 2; looks += 1) await makeDueBaseBackup(context, new AbortController().signal);
  assert.equal(listBaseBackups(archive).length, 2, 'a new key makes a base backup due, once');

  const restoreSealed = (name: string, identities: string[], keys: object[] = []) =>
    restoreToMoment({
      dataDir: join(base, name),
      from: archive,
      moment,
      print: () => {},
      saveKeys: (each) => keys.push(each),
      durable: false,
      identities,
    });
  await refusedWith(restoreSealed('unopened', []), /is encrypted\. Name the file with the secret key: --identity/);
  await refusedWith(restoreSealed('unopened', [other]), /was encrypted for another key/);
  const keys: object[] = [];
  await restoreSealed('opened', [identity], keys);
  assert.deepEqual(keys, [{ secretKey: rotated.secretKey, previousSecretKey: secretKey }]);
  assert.deepEqual(
    readdirSync(join(base, 'opened')).filter((name) => name.includes('partial')),
    [],
    'no decrypted log is left',
  );
  assert.deepEqual(await namesIn(t, 'opened'), ['first', 'second']);
  const [segment] = listSegments(archive).slice(-1);
  const bytes = readFileSync(segment?.path ?? '');
  chmodSync(segment?.path ?? '', 0o644);
  writeFileSync(segment?.path ?? '', bytes.subarray(0, -1));
  await refusedWith(restoreSealed('damaged', [identity]), /\.gz\.age is damaged: it was cut short or changed/);
  assert.ok(existsSync(dataDir) && !existsSync(join(base, 'damaged/postgres')));
});

test('a segment that was archived before the server took note is accepted, and one with other content is not', async (t) => {
  const archive = aFolder('repeated-archive');
  mkdirSync(join(archive, 'wal'));
  const mark = join(archive, 'belongs-to-x');
  writeFileSync(mark, '');
  const identity = await generateX25519Identity();
  const segment = join(archive, 'segment');
  const name = '000000010000000000000001';
  const program = join(import.meta.dirname, '../embedded-postgres/archive-segment.ts');
  const words = [await identityToRecipient(identity), mark, join(archive, 'wal'), segment, name];
  const run = () => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  const archived = () => readdirSync(join(archive, 'wal'));
  t.after(() => rmSync(archive, { recursive: true }));
  writeFileSync(segment, randomBytes(100_000));
  assert.deepEqual([run().status, run().status, archived().length], [0, 0, 1]);
  const [encrypted = ''] = archived();
  writeFileSync(segment, 'other content');
  assert.match(run().stderr, /0001 is in the archive with other content/);
  assert.deepEqual(archived(), [encrypted]);
  rmSync(join(archive, 'wal', encrypted));
  writeFileSync(join(archive, 'wal', `${name}.gz`), gzipSync('other content')); // Of before BACKUP_RECIPIENT was set.
  assert.deepEqual([run().status, archived()], [0, [`${name}.gz`]]);
  writeFileSync(segment, 'changed');
  assert.equal(run().status, 1);
  rmSync(mark);
  assert.match(run().stderr, /the archive is not there: is its disk mounted/);
});

test('an archive folder that does not exist is refused at first', async (t) => {
  await refusedWith(
    start(t, 'nowhere', { walArchive: join(base, 'nowhere-archive') }),
    /cannot be used: ENOENT.*Create a folder/,
  );
});
