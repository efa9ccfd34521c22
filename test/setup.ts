// Before all tests: one throw-away PostgreSQL with a migrated template, which every test file clones. After them: it is stopped and removed.
// HALDUR_TEST_DATABASE=postgres://superuser@host:port/postgres uses a server of one's own instead.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/platform/db.ts';
import { type EmbeddedServer, startEmbedded } from '../src/platform/embedded-postgres.ts';
import { migrate } from '../src/platform/migrate.ts';
import { connectionTo, template } from './server.ts';

let server: EmbeddedServer | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env.HALDUR_TEST_DATABASE === undefined) {
    folder = await mkdtemp(join(tmpdir(), 'haldur-test-'));
    server = await startEmbedded({ dataDir: folder, durable: false, say: () => {} });
    const { socketDir, port, password } = server;
    process.env.HALDUR_TEST_SOCKET = JSON.stringify({ socketDir, port, password });
  }
  const admin = connect(connectionTo('postgres'), { max: 1 });
  await admin.unsafe(`drop database if exists ${template} with (force)`);
  await admin.unsafe(`create database ${template}`);
  await admin.end();
  const owner = connect(connectionTo(template), { max: 1 });
  await migrate(owner);
  await owner.unsafe(`alter role haldur_app login${server === undefined ? '' : ` password '${server.password}'`}`);
  await owner.end();
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
