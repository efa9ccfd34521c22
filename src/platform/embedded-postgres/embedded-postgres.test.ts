// Tests of the embedded server with real servers and real kills: one service at a time, no acknowledged write lost, no
// foreign process touched.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embeddedServers, eventually, refusal } from '../../../test/embedded-servers.ts';
import { connect } from '../db/pool.ts';
import { joinOrStartEmbedded, startEmbedded } from './embedded-postgres.ts';
import { socketConnection } from './password.ts';
import { isServerOf, readPidFile } from './pid-file.ts';

const isRoot = process.geteuid?.() === 0;
const { base, prepare, start } = embeddedServers();

test('a new database listens on a private unix socket only, with checksums, UTF-8, UTC and ICU collations', async (t) => {
  const { server, sql, messages } = await start(t, 'new', { durable: true });
  const [settings] = await sql`
    select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding, current_setting('lc_messages') as messages,
           current_setting('TimeZone') as zone, current_setting('log_timezone') as log_zone, current_setting('jit') as jit,
           current_setting('shared_buffers') as buffers, current_setting('max_connections') as connections, current_database() as database`;
  assert.deepEqual(
    { ...settings },
    {
      tcp: '',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      encoding: 'UTF8',
      messages: 'C',
      zone: 'UTC',
      logZone: 'UTC',
      jit: 'off',
      buffers: '192MB',
      connections: '100',
      database: 'haldur',
    },
  );
  await sql`create collation estonian (provider = icu, locale = 'et')`;
  const [sorted] =
    await sql`select string_agg(name, '' order by name collate estonian) as names from unnest(array['õ', 'z', 't', 'ž', 's']) name`;
  assert.equal(sorted?.names, 'szžtõ');
  assert.equal((await sql`select lower('ÕÄÖÜ') as lower`)[0]?.lower, 'õäöü');
  assert.equal(statSync(server.socketDir).mode & 0o777, 0o700);
  assert.equal(statSync(server.socketDir).uid, statSync(join(base, 'new/postgres')).uid);
  // Where only root may enter the packages, a copy of the server is said to be made first.
  assert.deepEqual(
    messages.filter((line) => !line.startsWith('PostgreSQL runs from a copy')),
    [`Made a new, empty database in ${join(base, 'new/postgres')}.`],
  );
});

test('data is there after an orderly stop and start, and only the database and its log stay behind', async (t) => {
  const first = await start(t, 'again');
  await first.sql`create table kept as select 7 as seven`;
  await first.sql.end();
  await first.server.stop();
  await first.server.stop();
  const left = readdirSync(join(base, 'again')).filter((name) => !name.startsWith('postgres-engine-'));
  assert.deepEqual(left.sort(), ['postgres', 'postgres.lock', 'postgres.log', 'postgres.password']);
  assert.equal(existsSync(join(base, 'again/postgres/postmaster.pid')), false);
  const second = await start(t, 'again');
  assert.equal((await second.sql`select seven from kept`)[0]?.seven, 7);
  assert.deepEqual(second.messages, []);
});

test('a DATA_DIR with a long path, or with characters that drivers and servers split at, works', async (t) => {
  for (const name of ['long '.repeat(40).trim(), 'a,b:c \'d\' "e" $f õ']) {
    const { server, sql } = await start(t, name);
    assert.equal((await sql`select 1 as one`)[0]?.one, 1);
    assert.match(server.socketDir, /^\/tmp\/haldur-\w{6}$/);
    assert.equal(statSync(server.socketDir).mode & 0o777, 0o700);
    await sql.end();
    await server.stop();
    assert.equal(existsSync(server.socketDir), false);
  }
});

test('a second service on the same DATA_DIR is rejected with the process id of the first; a command joins it', async (t) => {
  await prepare('shared');
  const { server, sql } = await start(t, 'shared');
  await assert.rejects(start(t, 'shared'), refusal(`is in use by the service with process id ${process.pid}`));
  const joined = await joinOrStartEmbedded({ dataDir: join(base, 'shared'), print: () => {} });
  assert.equal(joined.socketDir, server.socketDir);
  await joined.stop();
  assert.equal((await sql`select 1 as one`)[0]?.one, 1);
});

test('a command starts its own server when no service runs, and a service waits for it to end', async (t) => {
  const command = await joinOrStartEmbedded({ dataDir: join(base, 'waiting'), durable: false, print: () => {} });
  const service = start(t, 'waiting');
  await delay(200);
  await command.stop();
  assert.equal((await (await service).sql`select 1 as one`)[0]?.one, 1);
});

test('of two services that start simultaneously on an empty DATA_DIR exactly one wins', async (t) => {
  const [firstService, secondService] = [launchService(t, 'race'), launchService(t, 'race')];
  const outcomes = await Promise.all([firstService.line(/^(ready|refused)/), secondService.line(/^(ready|refused)/)]);
  assert.deepEqual(outcomes.map((line) => line.slice(0, 5)).sort(), ['ready', 'refus']);
  assert.match(outcomes.join(), new RegExp(`process id (${firstService.child.pid}|${secondService.child.pid})`));
  firstService.child.kill('SIGTERM');
  secondService.child.kill('SIGTERM');
  await Promise.all([firstService.ended, secondService.ended]);
  assert.equal((await (await start(t, 'race')).sql`select 1 as one`)[0]?.one, 1);
});

test('after kill -9 of the service the next start stops the orphaned server and finds every acknowledged write', async (t) => {
  await prepare('orphan');
  const service = launchService(t, 'orphan', 'write');
  await service.line(/^acknowledged 50$/);
  service.child.kill('SIGKILL');
  await service.ended;
  const orphan = readPidFile(join(base, 'orphan/postgres'))?.pid ?? 0;
  assert.ok(isServerOf(orphan, join(base, 'orphan/postgres')), 'the server outlives a killed service');
  const acknowledged = service.lines.filter((line) => line.startsWith('acknowledged')).length;
  const { sql, messages } = await start(t, 'orphan');
  assert.deepEqual(messages, [
    `Stopped the PostgreSQL server (process ${orphan}) that a killed service had left behind.`,
  ]);
  const [found] = await sql`select count(*)::int as count from written where n <= ${acknowledged}`;
  assert.equal(found?.count, acknowledged);
  assert.equal(readdirSync(join(base, 'orphan')).filter((name) => name.includes('socket')).length, 1);
});

test('after kill -9 of the server the service restarts it, and its connections recover with every acknowledged write', async (t) => {
  await prepare('crash');
  const { sql, messages } = await start(t, 'crash', { durable: true });
  const cluster = join(base, 'crash/postgres');
  await sql`create table written (n int)`;
  const killed = readPidFile(cluster)?.pid ?? 0;
  const acknowledged: number[] = [];
  for (let n = 1; acknowledged.length < 400; n++) {
    if (n === 200) process.kill(killed, 'SIGKILL');
    const outcome = await sql`insert into written values (${n})`.catch(() => delay(20));
    if (outcome !== undefined) acknowledged.push(n);
  }
  const [found] = await eventually(
    () => sql`select count(*)::int as count from written where n = any (${acknowledged}::int[])`,
  );
  assert.equal(found?.count, 400);
  await eventually(async () => assert.notEqual(readPidFile(cluster)?.pid ?? killed, killed));
  assert.equal(messages.at(-1), 'PostgreSQL ended unexpectedly (SIGKILL). Starting it again.');
});

test('a stop during a restart leaves no server behind', async (t) => {
  await prepare('stopped');
  const { server, messages } = await start(t, 'stopped');
  const cluster = join(base, 'stopped/postgres');
  process.kill(readPidFile(cluster)?.pid ?? 0, 'SIGKILL');
  await eventually(async () => assert.equal(messages.length, 1));
  await server.stop();
  const left = readPidFile(cluster);
  assert.ok(left === undefined || !isServerOf(left.pid, cluster));
});

test('a pid file that names a live foreign process, or the server of another DATA_DIR, does not block the start and harms neither', async (t) => {
  for (const name of ['stale', 'neighbour']) await prepare(name);
  await (await start(t, 'stale')).server.stop();
  const { uid, gid } = statSync(join(base, 'stale/postgres'));
  const sleeper = spawn('sleep', ['60'], isRoot ? { uid, gid, cwd: '/' } : {});
  t.after(() => sleeper.kill());
  await once(sleeper, 'spawn');
  const neighbour = await start(t, 'neighbour');
  for (const pid of [sleeper.pid, readPidFile(join(base, 'neighbour/postgres'))?.pid]) {
    await crashed(t, 'stale');
    const file = join(base, 'stale/postgres/postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)));
    const { server, sql, messages } = await start(t, 'stale');
    assert.equal((await sql`select 1 as one`)[0]?.one, 1);
    assert.ok(messages.every((line) => !line.startsWith('Stopped')));
    await sql.end();
    await server.stop();
  }
  assert.equal(sleeper.exitCode ?? sleeper.signalCode, null);
  assert.equal((await neighbour.sql`select 1 as one`)[0]?.one, 1);
});

test('a start that was killed while creating the database is repaired by the next one', async (t) => {
  const service = launchService(t, 'half');
  await eventually(async () =>
    assert.ok(readdirSync(join(base, 'half')).some((name) => partlyMade(join(base, 'half', name)))),
  );
  service.child.kill('SIGKILL');
  await service.ended;
  assert.equal(existsSync(join(base, 'half/postgres')), false);
  const partial = () => readdirSync(join(base, 'half')).filter((name) => name.includes('partial'));
  const open = () => startEmbedded({ dataDir: join(base, 'half'), durable: false, print: () => {} });
  const server = await open();
  const sql = connect(socketConnection(server, server.superuser, server.database), { max: 1 });
  assert.equal((await sql`select 1 as one`)[0]?.one, 1);
  await sql.end();
  await server.stop();
  // The killed service's initdb may have outlived it for a moment; a start after that clears away the rest.
  await eventually(async () => {
    await (await open()).stop();
    assert.deepEqual(partial(), []);
  });
});

test('a service that exits without stopping ends its server too', async (t) => {
  await prepare('exit');
  const service = launchService(t, 'exit', 'exit');
  await service.ended;
  assert.ok(service.lines.some((line) => line.startsWith('ready')));
  const cluster = join(base, 'exit/postgres');
  await eventually(async () => assert.equal(readPidFile(cluster), undefined));
});

test('the server has its own session, so that Ctrl-C in the terminal reaches the service only', {
  skip: !existsSync('/proc/self/stat') && 'needs /proc',
}, async (t) => {
  await prepare('session');
  await start(t, 'session');
  const pid = readPidFile(join(base, 'session/postgres'))?.pid;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const [, , group, session] = stat.map(Number);
  assert.deepEqual([group, session], [pid, pid]);
});

test('a server that cannot start is reported with its last log lines', async (t) => {
  await prepare('broken');
  const { server } = await start(t, 'broken');
  await server.stop();
  writeFileSync(join(base, 'broken/postgres/PG_VERSION'), '17\n');
  await assert.rejects(
    start(t, 'broken'),
    refusal(/did not start on .* \(exit code 1\)\. It said:\n.*FATAL: .*incompatible/s),
  );
});

test('a cluster folder without a database is rejected, not filled', async (t) => {
  mkdirSync(join(base, 'empty/postgres'), { recursive: true });
  if (isRoot) chmodSync(join(base, 'empty/postgres'), 0o700);
  await assert.rejects(start(t, 'empty'), refusal('is there but holds no database'));
  assert.deepEqual(readdirSync(join(base, 'empty/postgres')), []);
});

test('an unwritable DATA_DIR is rejected with what to do', async (t) => {
  writeFileSync(join(base, 'file'), '');
  await assert.rejects(start(t, 'file'), refusal(/cannot be used: .*Choose a folder that user \d+ may write to/));
  await assert.rejects(start(t, 'file/below'), refusal(/cannot be used: /));
  if (isRoot) return t.diagnostic('The mode of a folder does not stop root: that case runs as an ordinary user only.');
  mkdirSync(join(base, 'locked'), { mode: 0o555 });
  await assert.rejects(start(t, 'locked'), refusal(/cannot be used: EACCES/));
});

test('a large log is rotated, and it contains no statements', async (t) => {
  mkdirSync(join(base, 'log'));
  writeFileSync(join(base, 'log/postgres.log'), 'x'.repeat(5_000_001));
  const { sql } = await start(t, 'log');
  await assert.rejects(async () => sql`select 'a secret'::int`);
  const log = readFileSync(join(base, 'log/postgres.log'), 'utf8');
  assert.match(log, /ready to accept connections/);
  assert.doesNotMatch(log, /secret/);
  assert.equal(statSync(join(base, 'log/postgres.log.1')).size, 5_000_001);
});

/** A service in a process of its own, so that it can be killed. */
function launchService(t: TestContext, name: string, then: 'wait' | 'write' | 'exit' = 'wait') {
  const script = `
    const { connect } = await import(${JSON.stringify(import.meta.resolve('../db/pool.ts'))});
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))});
    const { socketConnection } = await import(${JSON.stringify(import.meta.resolve('./password.ts'))});
    const [dataDir, then] = process.argv.slice(1);
    const server = await startEmbedded({ dataDir, print: () => {} }).catch((error) => error);
    if (server instanceof Error) { console.log('refused', server.message); process.exit(); }
    process.on('SIGTERM', () => server.stop());
    console.log('ready');
    if (then === 'exit') process.exit();
    if (then === 'write') {
      const sql = connect(socketConnection(server, server.superuser, server.database), { max: 1 });
      await sql\`create table written (n int)\`;
      for (let n = 1; ; n++) { await sql\`insert into written values (\${n})\`; console.log('acknowledged', n); }
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, join(base, name), then], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  t.after(() => child.kill('SIGKILL'));
  const line = (wanted: RegExp) =>
    eventually(async () => {
      const found = lines.find((line) => wanted.test(line));
      assert.ok(found !== undefined, `The service said only: ${lines.join(' / ')}`);
      return found;
    });
  return { child, lines, line, ended: once(child, 'close') };
}

/** Leaves a cluster as a power cut would: nothing runs, the pid file is still there. */
async function crashed(t: TestContext, name: string): Promise<void> {
  const service = launchService(t, name);
  await service.line(/^ready/);
  service.child.kill('SIGKILL');
  await service.ended;
  const cluster = join(base, name, 'postgres');
  const pid = readPidFile(cluster)?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await eventually(async () => assert.equal(isServerOf(pid, cluster), false));
}

function partlyMade(path: string): boolean {
  return path.includes('postgres.partial-') && existsSync(join(path, 'global'));
}
