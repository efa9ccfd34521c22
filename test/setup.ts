// Before all tests: one throw-away PostgreSQL with a migrated template, which every test file clones. After them: it is stopped and removed.
// HALDUR_TEST_DATABASE=postgres://superuser@host:port/postgres uses a server of one's own instead.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
    await chmod(folder, 0o755); // As root the server runs as another user, who has to get in.
    server = await startEmbedded({ dataDir: folder, durable: false, say: () => {} });
    process.env.HALDUR_TEST_SOCKET = JSON.stringify({
      socketDir: server.socketDir,
      port: server.port,
      user: server.superuser,
    });
  }
  const admin = connect(connectionTo('postgres'), { max: 1 });
  await admin.unsafe(`drop database if exists ${template} with (force)`);
  await admin.unsafe(`create database ${template}`);
  await admin.end();
  const owner = connect(connectionTo(template), { max: 1 });
  await migrate(owner);
  await owner`alter role haldur_app login`;
  await owner.end();
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
