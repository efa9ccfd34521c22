// Before all tests: starts a temporary PostgreSQL with a migrated template, which every test file clones. After them:
// stops and deletes it. HALDUR_TEST_POSTGRES=/usr/lib/postgresql/15/bin starts one from these programs, with default
// settings, instead of the embedded one, except for more connections.
// HALDUR_TEST_DATABASE=postgres://superuser@host:port/postgres uses a running server.
import { chmodSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/platform/db/migrate.ts';
import { connect } from '../src/platform/db/pool.ts';
import { startEmbedded } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { socketConnection } from '../src/platform/embedded-postgres/password.ts';
import { startPostgresServer } from './own-postgres-server.ts';
import { connectionTo, template } from './postgres-server.ts';

/** Every test file has a pool of its own, and several share a process. */
const maxConnections = 400;
/** The free memory that is required before files are put there. */
const minFreeBytes = 4 * 1024 ** 3;

let stop = async (): Promise<void> => {};
let removeMemory = async (): Promise<void> => {};

export async function globalSetup(): Promise<void> {
  const inMemory = await folderInMemory();
  if (inMemory !== undefined) {
    process.env.TMPDIR = inMemory;
    removeMemory = () => rm(inMemory, { recursive: true, force: true });
  }
  if (process.env.HALDUR_TEST_DATABASE === undefined) await startThrowAway(process.env.HALDUR_TEST_POSTGRES);
  const admin = connect(connectionTo('postgres'), { max: 1 });
  await admin.unsafe(`drop database if exists ${template} with (force)`);
  await admin.unsafe(`create database ${template}`);
  await admin.end();
  const owner = connect(connectionTo(template), { max: 1 });
  await migrate(owner);
  const { password } = JSON.parse(process.env.HALDUR_TEST_SOCKET ?? '{}');
  await owner.unsafe(`alter role haldur_app login${password === undefined ? '' : ` password '${password}'`}`);
  await owner.end();
}

/** An in-memory folder for the databases and files of all tests; undefined where there is not enough memory. */
async function folderInMemory(): Promise<string | undefined> {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < minFreeBytes) return undefined;
    const folder = await mkdtemp('/dev/shm/haldur-');
    chmodSync(folder, 0o755); // PostgreSQL may run as another user, who must be able to enter.
    return folder;
  } catch {
    return undefined; // There is no such folder here.
  }
}

async function startThrowAway(programs: string | undefined): Promise<void> {
  if (programs !== undefined) {
    const { socketDir, port, ...server } = await startPostgresServer(programs, [
      'fsync=off',
      `max_connections=${maxConnections}`,
    ]);
    process.env.HALDUR_TEST_SOCKET = JSON.stringify({ socketDir, port, password: 'unused' });
    stop = server.stop;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'haldur-test-'));
  const start = () => startEmbedded({ dataDir: folder, durable: false, print: () => {} });
  const first = await start();
  const superuser = connect(socketConnection(first, first.superuser, first.database), { max: 1 });
  await superuser.unsafe(`alter system set max_connections = ${maxConnections}`);
  await superuser.end();
  await first.stop();
  const { socketDir, port, password, ...server } = await start();
  process.env.HALDUR_TEST_SOCKET = JSON.stringify({ socketDir, port, password });
  stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export async function globalTeardown(): Promise<void> {
  await stop();
  await removeMemory();
}
