// Before all tests: one throw-away PostgreSQL with a migrated template, which every test file clones. After them: it is stopped and removed.
// HALDUR_TEST_POSTGRES=/usr/lib/postgresql/15/bin starts one from these programs, with default settings, in place of the embedded one.
// HALDUR_TEST_DATABASE=postgres://superuser@host:port/postgres uses a server that runs already.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/platform/db.ts';
import { startEmbedded } from '../src/platform/embedded-postgres.ts';
import { migrate } from '../src/platform/migrate.ts';
import { startOwnServer } from './own-server.ts';
import { connectionTo, template } from './server.ts';

let stop = async (): Promise<void> => {};

export async function globalSetup(): Promise<void> {
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

async function startThrowAway(programs: string | undefined): Promise<void> {
  if (programs !== undefined) {
    const { socketDir, port, ...server } = await startOwnServer(programs, ['fsync=off']);
    process.env.HALDUR_TEST_SOCKET = JSON.stringify({ socketDir, port, password: 'unused' });
    stop = server.stop;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'haldur-test-'));
  const { socketDir, port, password, ...server } = await startEmbedded({
    dataDir: folder,
    durable: false,
    say: () => {},
  });
  process.env.HALDUR_TEST_SOCKET = JSON.stringify({ socketDir, port, password });
  stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export async function globalTeardown(): Promise<void> {
  await stop();
}
