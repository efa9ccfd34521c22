// Tests of backups: a backup holds everything as of one moment, and a restore is complete or changes nothing, whatever
// the file, disk and user are like.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { createEdgeCaseTable, fillAllTables, fillTenant } from '../../../test/edge-case-rows.ts';
import { connectionTo, createDatabase } from '../../../test/postgres-server.ts';
import { OperatorError } from '../errors.ts';
import { backUp, restore } from './backup.ts';
import { migrate } from './migrate.ts';
import { connect, type DatabasePool } from './pool.ts';

const ending: (() => Promise<unknown>)[] = [];
const secretKey = randomBytes(32);
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
let folder: string;
let admin: DatabasePool;
/** A database with awkward values in every table, and a backup of it. */
let source: DatabasePool;
let backup: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haldur-backup-'));
  admin = connect(connectionTo('postgres'), { max: 1 });
  source = connect(connectionTo(await aDatabase()), { max: 2 });
  await createEdgeCaseTable(source);
  await fillAllTables(source);
  backup = join(folder, 'kase.backup');
  await backUp(source, backup, { secretKey });
});

after(async () => {
  await source.end({ timeout: 5 });
  for (const end of ending) await end();
  await admin.end({ timeout: 5 });
  await rm(folder, { recursive: true });
});

test('a restored database holds every row of every table, byte for byte, and the secret key is restored', async () => {
  const target = await anEmptyTarget();
  const restored = await restore(target, backup);
  const contents = await contentsOf(source);
  for (const [table, rows] of contents)
    assert.ok(rows.length > 0, `Fill the table ${table} in test/edge-case-rows.ts, too.`);
  assert.deepEqual(await contentsOf(target), contents);
  assert.deepEqual(restored, { rows: [...contents.values()].flat().length, secretKey });
});

test('photos and PDF files are in the backup, and a file of 15 MB is never in memory', async () => {
  const [from, to] = [await anEmptyTarget(), await anEmptyTarget()];
  const [tenantId, fileId] = [randomUUID(), randomUUID()];
  await from`insert into tenants (id, name, created_at) values (${tenantId}, 'KÜ Kase', now())`;
  for (let number = 0; number < 60; number += 1)
    await from`
      insert into file_chunks (tenant_id, file_id, number, bytes, created_at)
      values (${tenantId}, ${fileId}, ${number}, ${randomBytes(256 * 1024)}, now())`;
  const file = join(folder, 'photos.backup');
  const writing = watchLiveBytes();
  await backUp(from, file, {});
  const written = writing();
  const reading = watchLiveBytes();
  await restore(to, file);
  const read = reading();
  assert.ok(Math.max(written, read) < 15 * 2 ** 20, `${written} and ${read} bytes`);
  const chunks = await from<{ bytes: Buffer }[]>`select bytes from file_chunks order by number`;
  const restored = await to<{ bytes: Buffer }[]>`select bytes from file_chunks order by number`;
  assert.deepEqual(restored, chunks);
});

test('a backup returns what it wrote, and without a secret key it holds none', async () => {
  const file = join(folder, 'keyless.backup');
  const written = await backUp(source, file, {});
  const contents = await contentsOf(source);
  assert.deepEqual(written, {
    tables: contents.size,
    rows: [...contents.values()].flat().length,
    bytes: (await stat(file)).size,
  });
  assert.equal('secretKey' in (await restore(await anEmptyTarget(), file)), false);
});

test('the secret key is stored before the rows are committed, and rows whose key cannot be stored are not restored', async () => {
  const target = await anEmptyTarget();
  const beside = connect(connectionTo(await nameOf(target)), { max: 1 });
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const saveKeys = () => {
    throw full;
  };
  await refusedWith(restore(target, backup, { saveKeys }), /Nothing was restored.*no space left/);
  assert.deepEqual([...(await contentsOf(beside)).values()].flat(), []);
  const kept: Buffer[] = [];
  await restore(target, backup, { saveKeys: ({ secretKey }) => kept.push(secretKey) });
  assert.deepEqual(kept, [secretKey]);
  await beside.end({ timeout: 5 });
});

test('an encrypted backup tells nothing, is restored with its identity, and not without it or with another', async () => {
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const file = join(folder, 'kase.backup.age');
  const keys = { secretKey, previousSecretKey: randomBytes(32) };
  const written = await backUp(source, file, { ...keys, recipients: [await identityToRecipient(identity)] });
  const bytes = await readFile(file);
  assert.equal(written.bytes, bytes.length);
  assert.ok(!bytes.includes('haldur') && !bytes.includes(secretKey) && !bytes.includes(secretKey.toString('base64')));
  const contents = await contentsOf(source);
  const target = await anEmptyTarget();
  await refusedWith(restore(target, file), /is encrypted\. Name the file with the secret key/);
  await refusedWith(restore(target, file, { identities: [other] }), /was encrypted for another key/);
  const cut = join(folder, 'cut.backup.age');
  for (const length of [30, 1000, bytes.length >> 1, bytes.length - 1]) {
    await writeFile(cut, bytes.subarray(0, length));
    await refusedWith(restore(target, cut, { identities: [identity] }), /is damaged: it was cut short or changed/);
  }
  assert.deepEqual([...(await contentsOf(target)).values()].flat(), [], 'nothing was restored');
  const saved: object[] = [];
  const restored = await restore(target, file, { identities: [other, identity], saveKeys: (each) => saved.push(each) });
  assert.deepEqual(restored, { rows: written.rows, ...keys });
  assert.deepEqual(saved, [keys]);
  assert.deepEqual(await contentsOf(target), contents);
});

test('an owner subject to the tenant rule backs up and restores all organizations, and the rule is in force as before', async () => {
  const owner = `haldur_test_owner_${randomBytes(4).toString('hex')}`;
  const { password } = new URL(connectionTo('postgres').url ?? '');
  await admin.unsafe(`create role ${owner} login password '${password}'; grant haldur_app, haldur_system to ${owner}`);
  const [from, to] = [await aDatabase(owner), await aDatabase(owner)];
  ending.push(() => admin.unsafe(`drop role ${owner}`));
  const [asOwner, intoAsOwner] = [from, to].map((name) => connect(connectionTo(name, owner), { max: 1 }));
  const [behind, intoBehind] = [from, to].map((name) => connect(connectionTo(name), { max: 1 }));
  assert.ok(asOwner && intoAsOwner && behind && intoBehind);
  for (const sql of [asOwner, intoAsOwner]) {
    await migrate(sql);
    await createEdgeCaseTable(sql);
  }
  await fillAllTables(behind);
  const [rule, contents] = [await ruleOf(behind), await contentsOf(behind)];
  const file = join(folder, 'owner.backup');
  assert.equal((await backUp(asOwner, file, {})).rows, [...contents.values()].flat().length);
  await restore(intoAsOwner, file);
  assert.deepEqual(await contentsOf(intoBehind), contents);
  assert.deepEqual([await ruleOf(behind), await ruleOf(intoBehind)], [rule, rule]);
  assert.equal((await asOwner`select * from counters`).length, 0);
  for (const sql of [asOwner, intoAsOwner, behind, intoBehind]) await sql.end({ timeout: 5 });
});

test('a user who would see only some of the rows is rejected, in both directions', async () => {
  const service = connect(connectionTo(await nameOf(source), 'haldur_app'), { max: 1 });
  const file = join(folder, 'part.backup');
  await refusedWith(backUp(service, file, {}), /sees only one organization’s part.*the tables’ owner/);
  await refusedWith(restore(service, backup), /sees only one organization’s part.*the tables’ owner/);
  assert.equal((await readdir(folder)).filter((name) => name.startsWith('part')).length, 0);
  await service.end({ timeout: 5 });
});

test('a backup shows one moment: a transaction during the backup is either complete in it or absent', async () => {
  const contents = await contentsOf(source);
  const holder = await source.reserve();
  await holder`begin`;
  await holder`lock table positions in access exclusive mode`;
  const tenantId = await fillTenant(holder, 3);
  const other = connect(connectionTo(await nameOf(source)), { max: 1 });
  const file = join(folder, 'moment.backup');
  const running = backUp(other, file, {});
  const waiting = () => admin`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%'`;
  while ((await waiting()).length === 0) await delay(20);
  await holder`update tenants set name = 'renamed meanwhile'`;
  await holder`commit`;
  await running;
  const target = await anEmptyTarget();
  await restore(target, file);
  assert.deepEqual(await contentsOf(target), contents);
  assert.equal((await source`select from tenants where id = ${tenantId}`).length, 1);
  await other.end({ timeout: 5 });
  holder.release();
});

test('the file is readable for its owner only, replaces no other file, and no incomplete one is left behind', async () => {
  assert.equal((await stat(backup)).mode & 0o777, 0o600);
  const before = await readFile(backup);
  await refusedWith(backUp(source, backup, {}), /kase\.backup exists already/);
  assert.deepEqual(await readFile(backup), before);
  const other = join(folder, 'other.backup');
  await writeFile(`${other}.partial`, 'somebody else’s');
  await refusedWith(backUp(source, other, {}), /other\.backup\.partial exists already.*delete it/);
  assert.equal(await readFile(`${other}.partial`, 'utf8'), 'somebody else’s');
  await rm(`${other}.partial`);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.partial')),
    [],
  );
});

test('an unwritable or unreadable file is named with the reason', async () => {
  await refusedWith(backUp(source, join(folder, 'nowhere/a.backup'), {}), /nowhere\/a\.backup was not made: ENOENT/);
  await refusedWith(backUp(source, join(backup, 'a.backup'), {}), /was not made: ENOTDIR/);
  await refusedWith(
    restore(source, join(folder, 'missing.backup')),
    /Nothing was restored from .*missing\.backup: ENOENT/,
  );
  await refusedWith(restore(source, folder), /Nothing was restored from .*EISDIR/);
});

test('a file cut anywhere is rejected before anything is written', async () => {
  const bytes = await readFile(backup);
  const lengths = [0, 1, 20, bytes.indexOf('\n') + 1, bytes.length >> 1, bytes.length - 80, bytes.length - 1];
  for (const length of lengths) {
    await refusedWith(restore(source, await aFile(bytes.subarray(0, length))), /is damaged/);
  }
});

test('a file with one changed byte is rejected before anything is written', async () => {
  const bytes = await readFile(backup);
  const places = Array.from({ length: 200 }, (_, n) => Math.floor((n * (bytes.length - 1)) / 199));
  for (const at of places) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await refusedWith(restore(source, await aFile(changed)), /is damaged/);
  }
});

test('a file that is no backup is rejected', async () => {
  await refusedWith(restore(source, await aFile(Buffer.from('PGDMP'))), /is not a backup of Haldur/);
});

test('a backup of another version is rejected with the version to restore it with', async () => {
  const { header, body } = await opened(backup);
  const of = (changes: object) => aFile(sealedFile({ ...header, haldur: '9.8.7', ...changes }, body));
  const [first, ...rest] = header.migrations;
  const target = await anEmptyTarget();
  await refusedWith(restore(target, await of({ formatVersion: 2 })), /has format 2.*Restore it with Haldur 9\.8\.7/);
  await refusedWith(
    restore(target, await of({ migrations: header.migrations.slice(0, -1) })),
    /was made by Haldur 9\.8\.7 .*Restore it with that version .*then start the newer version/,
  );
  for (const migrations of [
    [...header.migrations, { name: '9999-later.sql', checksum: '00' }],
    [{ ...first, checksum: '00' }, ...rest],
  ])
    await refusedWith(restore(target, await of({ migrations })), /not the same\. Restore it with Haldur 9\.8\.7/);
  assert.deepEqual([...(await contentsOf(target)).values()].flat(), []);
});

test('a database that is not empty is unchanged', async () => {
  const target = await anEmptyTarget();
  await target`insert into users (id, email, email_key, name, created_at, updated_at)
               values (gen_random_uuid(), 'a@example.org', 'a@example.org', 'A', now(), now())`;
  const contents = await contentsOf(target);
  await refusedWith(restore(target, backup), /not empty \(there are rows in users\).*DATA_DIR that does not exist yet/);
  assert.deepEqual(await contentsOf(target), contents);
});

test('rows that the database rejects at the end leave nothing, and the reason is reported', async () => {
  const target = await anEmptyTarget();
  await target`alter table positions add constraint refuse_all check (amount is null)`;
  await refusedWith(restore(target, backup), /Nothing was restored from .*violates check constraint "refuse_all"/);
  assert.deepEqual([...(await contentsOf(target)).values()].flat(), []);
  assert.equal((await target`select 1`).length, 1);
});

test('a body that ends too early with a correct checksum leaves nothing', async () => {
  const { header, body } = await opened(backup);
  const target = await anEmptyTarget();
  const whole = gunzipSync(body);
  for (const length of [whole.length >> 1, whole.length - 1]) {
    const file = await aFile(sealedFile(header, gzipSync(whole.subarray(0, length))));
    await refusedWith(restore(target, file), /inconsistent/);
  }
  await refusedWith(restore(target, await aFile(sealedFile(header, body.subarray(0, -9)))), /unexpected end of file/);
  assert.deepEqual([...(await contentsOf(target)).values()].flat(), []);
});

test('there are no sequences, whose values a backup would lose', async () => {
  const sequences =
    await source`select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;
  assert.deepEqual([...sequences], []);
});

/** Watches the buffers in use, without garbage; returns their maximum above the start, in bytes. */
function watchLiveBytes(): () => number {
  const live = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const start = live();
  let [max, samples] = [0, 0];
  const timer = setInterval(() => {
    max = Math.max(max, live() - start);
    samples += 1;
  }, 50).unref(); // A collection takes about as long, as the whole service is in memory.
  return () => {
    clearInterval(timer);
    assert.ok(samples > 0, 'it was watched');
    return max;
  };
}

/** A new database: migrated, or empty and of an owner's. It goes when the tests end. */
async function aDatabase(owner?: string): Promise<string> {
  const { database, drop } = await createDatabase(owner && `owner ${owner}`);
  ending.push(drop);
  return database;
}

async function anEmptyTarget(): Promise<DatabasePool> {
  const target = connect(connectionTo(await aDatabase()), { max: 1 });
  ending.unshift(() => target.end({ timeout: 5 }));
  await createEdgeCaseTable(target);
  return target;
}

async function nameOf(sql: DatabasePool): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  return row?.name ?? '';
}

/** The rows of every table, as PostgreSQL writes them. */
async function contentsOf(sql: DatabasePool): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`;
  const contents = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ line: string }[]>(
      `select t::text as line from ${name} t order by t::text collate "C"`,
    );
    contents.set(
      name,
      rows.map(({ line }) => line),
    );
  }
  return contents;
}

/** How tables are kept apart: what a backup may suspend, and nobody may notice. */
async function ruleOf(sql: DatabasePool): Promise<unknown> {
  const rows = await sql`
    select relname, relrowsecurity, relforcerowsecurity, (select array_agg(polname::text order by polname) from pg_policy where polrelid = c.oid)
      from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;
  return [...rows];
}

async function aFile(bytes: Buffer): Promise<string> {
  const file = join(folder, 'forged');
  await writeFile(file, bytes);
  return file;
}

type Opened = { header: { migrations: { name: string; checksum: string }[] }; body: Buffer };

async function opened(file: string): Promise<Opened> {
  const bytes = await readFile(file);
  const start = bytes.indexOf('\n') + 1;
  return { header: JSON.parse(String(bytes.subarray(0, start))), body: bytes.subarray(start, -79) };
}

/** A file that is right as a file, whatever its content. */
function sealedFile(header: object, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return Buffer.concat([content, Buffer.from(`\n${JSON.stringify({ sha256 })}\n`)]);
}

async function refusedWith(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof OperatorError, String(error instanceof Error ? error.stack : error));
    assert.match(error.message, message);
    return true;
  });
}
