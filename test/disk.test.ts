// Disk tests: while a disk is full or read-only, requests are answered 503 and never 500, the service recovers by
// itself, and nothing acknowledged is lost, not even when the power fails. They mount real file systems, which requires
// root.
import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../src/platform/db/pool.ts';
import { type Disk, makeDisk } from './mounted-disk.ts';
import { connectionIn } from './postgres-server.ts';
import { anOrganization, startTestService } from './service-fixture.ts';
import { makeServiceProcess } from './service-process.ts';

const base = mkdtempSync(join(tmpdir(), 'haldur-disk-'));
chmodSync(base, 0o755); // The database's user has to get in.
const mounted: string[] = [];
after(() => {
  for (const folder of mounted) spawnSync('umount', ['--lazy', folder]);
  disk?.remove();
  rmSync(base, { recursive: true, force: true });
});

/** Mounts a small file system; undefined where that is not permitted. */
function mount(name: string, ...words: string[]): string | undefined {
  const folder = join(base, name);
  mkdirSync(folder);
  if (spawnSync('mount', [...words, folder]).status !== 0) return undefined;
  mounted.push(folder);
  chmodSync(folder, 0o755);
  return folder;
}

const smallDisk = mount('small', '-t', 'tmpfs', '-o', 'size=400m', 'tmpfs');
const disk = makeDisk(base);
const notAllowed = 'only root may mount file systems, and not in every container';

type Answers = Map<number, number>;

/**
 * A service on a disk, an API key, and writers and readers whose answers are counted; `acknowledged` are the names that
 * were written.
 */
async function aBusyService(disk: string) {
  const dataDir = join(disk, 'data');
  const { start, ended, admin } = makeServiceProcess({ LOG_LEVEL: 'silent' }, dataDir);
  const running = await start();
  const person = ['--name', 'Disk', '--email', 'o@example.org', '--password', 'correct horse battery'];
  const { tenantId = '' } = admin('create-tenant', ...person);
  const { apiKey } = admin('create-api-key', '--tenant', tenantId, '--name', 'k', '--role', 'owner');
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (answers: Answers, path: string, body?: object) => {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(running.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    await response.arrayBuffer();
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    assert.ok(response.status !== 503 || response.headers.get('retry-after') !== null);
    return response.status;
  };
  const acknowledged: string[] = [];
  const address = 'x'.repeat(400);
  let count = 0;
  const write = async (answers: Answers) => {
    count += 1;
    const name = `building ${count}`;
    const status = await ask(answers, '/buildings', { name, address });
    if (status === 201) acknowledged.push(name);
    return status;
  };
  const read = (answers: Answers) => ask(answers, '/buildings?limit=5');
  const ready = async () => {
    const response = await fetch(new URL('/health/ready', running.url));
    return { status: response.status, text: await response.text() };
  };
  /** Writes and reads until a condition holds. */
  const busyUntil = async (holds: (answers: Answers) => boolean | Promise<boolean>, pauseMs = 0): Promise<Answers> => {
    const answers: Answers = new Map();
    while (!(await holds(answers))) {
      await Promise.all([write(answers), write(answers), write(answers), read(answers)]);
      assert.equal(running.child.exitCode, null, 'the service has ended');
      await delay(pauseMs);
    }
    return answers;
  };
  /** Ends everything at once, as when the power fails. */
  const losePower = async (disk: Disk) => {
    const [server] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    disk.losePower();
    await ended(running.child, 'SIGKILL');
    try {
      process.kill(Number(server), 'SIGKILL');
    } catch {
      // It has noticed by itself.
    }
    await disk.repair();
  };
  const restart = async () => Object.assign(running, await start());
  return { running, losePower, restart, ended, write, read, ready, busyUntil, acknowledged, ...theDatabaseIn(dataDir) };
}

/** Short ways to the service's database, past the service. */
function theDatabaseIn(dataDir: string) {
  /** Makes the database start a new WAL segment, for which a full disk has no room. */
  const newLog = async () => {
    const owner = connect(connectionIn(dataDir), { max: 1 });
    await owner`select pg_switch_wal()`.catch(() => {});
    await owner.end({ timeout: 1 });
  };
  const written = async () => {
    const owner = connect(connectionIn(dataDir), { max: 1 });
    const rows = await owner<{ name: string }[]>`select name from buildings`;
    await owner.end();
    return new Set(rows.map(({ name }) => name));
  };
  return { newLog, written };
}

const only = (answers: Answers, ...statuses: number[]) =>
  assert.deepEqual(
    [...answers.keys()].filter((status) => !statuses.includes(status)),
    [],
    'statuses of answers',
  );
const times = (status: number, wanted: number) => (answers: Answers) => (answers.get(status) ?? 0) >= wanted;
const alive = (child: ChildProcess) => assert.deepEqual([child.exitCode, child.signalCode], [null, null]);

test('a full disk: 503 and never 500, also when the database cannot continue and dies repeatedly; with free space everything continues', {
  skip: smallDisk === undefined && notAllowed,
  timeout: 280_000,
}, async (t) => {
  assert.ok(smallDisk);
  const service = await aBusyService(smallDisk);
  await service.busyUntil(times(201, 30));
  assert.deepEqual(JSON.parse((await service.ready()).text), { status: 'ok' });

  const filler = join(smallDisk, 'filler');
  const { bavail, bsize } = statfsSync(smallDisk);
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024, 1));
  } catch (error) {
    // The service has written meanwhile, and the disk is as full as can be.
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
  const filling = await service.busyUntil(times(503, 30));
  only(filling, 200, 201, 503);
  const limited = await service.ready();
  assert.match(limited.text, /"disk_full"|The disk is full/);
  t.diagnostic(`while the disk fills: ${JSON.stringify([...filling])}, ready: ${limited.status} ${limited.text}`);

  await service.newLog(); // The database dies of it.
  const down = await service.busyUntil(async () => (await service.ready()).status === 503);
  only(down, 200, 201, 503);
  const from = performance.now();
  const dead = await service.busyUntil(() => performance.now() - from > 8_000, 100);
  only(dead, 200, 201, 503);
  const away = await service.ready();
  assert.equal(away.status, 503);
  assert.match(away.text, /The database does not answer\. The disk is full/);
  alive(service.running.child);
  t.diagnostic(`while the database is down: ${JSON.stringify([...dead])}`);

  rmSync(filler);
  const after = await service.busyUntil(times(201, 30), 50);
  only(after, 200, 201, 503);
  await service.busyUntil(async () => (await service.ready()).text === '{"status":"ok"}', 50);
  const written = await service.written();
  for (const name of service.acknowledged) assert.ok(written.has(name), `${name} was acknowledged and is gone`);
  await service.ended(service.running.child, 'SIGTERM');
  assert.equal(service.running.child.exitCode, 0);
});

test('a disk that becomes read-only: 503 and never 500, the service stays up, reports it, and stops in order', {
  skip: disk === undefined && notAllowed,
  timeout: 280_000,
}, async (t) => {
  assert.ok(disk);
  const service = await aBusyService(join(disk.folder, 'read-only'));
  await service.busyUntil(times(201, 30));
  disk.breakDown();
  const answers = await service.busyUntil(times(503, 200), 10);
  only(answers, 200, 201, 503);
  const { status, text } = await service.ready();
  assert.match(text, /disk_read_only|The disk is read-only/);
  alive(service.running.child);
  t.diagnostic(`on a read-only disk: ${JSON.stringify([...answers])}, ready: ${status} ${text}`);
  await service.ended(service.running.child, 'SIGTERM');
  assert.equal(service.running.child.exitCode, 0);

  await disk.repair();
  await service.restart();
  const written = await service.written();
  for (const name of service.acknowledged) assert.ok(written.has(name), `${name} was acknowledged and is gone`);
  await service.ended(service.running.child, 'SIGTERM');
});

test('the power fails at any moment of writing: the disk forgets what was not flushed, and nothing acknowledged is gone', {
  skip: disk === undefined && notAllowed,
  timeout: 280_000,
}, async (t) => {
  assert.ok(disk);
  const service = await aBusyService(join(disk.folder, 'power'));
  for (const failure of [1, 2, 3]) {
    const writing = service.busyUntil(() => false).catch(() => {}); // It ends with the service.
    const before = service.acknowledged.length;
    while (service.acknowledged.length < before + 50) await delay(5);
    await service.losePower(disk);
    await writing;
    await service.restart();
    const written = await service.written();
    const gone = service.acknowledged.filter((name) => !written.has(name));
    assert.deepEqual(gone, [], `after power failure ${failure} of ${service.acknowledged.length} acknowledged`);
  }
  t.diagnostic(`${service.acknowledged.length} writes were acknowledged`);
  await service.ended(service.running.child, 'SIGTERM');
});

test('while the database accepts no writes, reading works and writing is 503', async () => {
  const g = await startTestService();
  const { owner } = await anOrganization(g);
  const [{ name } = { name: '' }] = await g.owner<{ name: string }[]>`select current_database() as name`;
  const write = async () =>
    (await g.ask('POST', '/buildings', { as: owner, body: { name: 'a', address: 'b' } })).status;
  const read = async () => (await g.ask('GET', '/buildings', { as: owner })).status;
  assert.deepEqual([await write(), await read()], [201, 200]);
  await g.owner.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  await g.owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`;
  let status = 0;
  // The cut connections come back.
  for (let tries = 0; status !== 200 && tries < 500; tries += 1) status = await read();
  assert.deepEqual([await write(), await read()], [503, 200]);
  const ready = await g.ask('GET', '//health/ready');
  assert.deepEqual([ready.status, JSON.parse(ready.text).status], [200, 'limited']);
  assert.match(ready.text, /"disk_read_only"/);
});
