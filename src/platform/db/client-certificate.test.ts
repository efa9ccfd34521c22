// Test of a client certificate: PostgreSQL knows the service by it, without a password, as docs/database.md says. On
// Debian's PostgreSQL.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../../../demo/port.ts';
import { findDebianPrograms, startPostgresServer } from '../../../test/own-postgres-server.ts';
import { makeCertificate, withoutOpenssl } from '../../../test/receivers.ts';
import { connect } from './pool.ts';

const programs = findDebianPrograms();
const skip = programs === undefined ? 'needs Debian’s PostgreSQL' : withoutOpenssl();

/** A folder that the server's user may enter, with files for that user alone. */
function writeFiles(files: Readonly<Record<string, string | Buffer>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-certificate-'));
  after(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(join(folder, name), 65_534, 65_534);
  }
  return (name) => join(folder, name);
}

test('PostgreSQL knows the service by its certificate, and the service checks that of the server', {
  skip,
}, async () => {
  const [server, client, stranger] = [makeCertificate(), makeCertificate(), makeCertificate()];
  const file = writeFiles({
    'server.pem': server.cert,
    'server-key.pem': server.key,
    'client.pem': client.cert,
    'client-key.pem': client.key,
    'stranger.pem': stranger.cert,
    'stranger-key.pem': stranger.key,
    hba: 'local all all trust\nhostssl all all 127.0.0.1/32 cert\n',
  });
  const port = await freePort('127.0.0.1', 0);
  const paths = {
    ssl_cert_file: 'server.pem',
    ssl_key_file: 'server-key.pem',
    ssl_ca_file: 'client.pem',
    hba_file: 'hba',
  };
  const settings = Object.entries(paths).map(([name, path]) => `${name}=${file(path)}`);
  const postgres = await startPostgresServer(programs ?? '', [
    'ssl=on',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    ...settings,
  ]);
  after(() => postgres.stop());
  const asOwner = connect(
    { socketDir: postgres.socketDir, port, user: postgres.user, database: 'postgres' },
    { max: 1 },
  );
  await asOwner`create role localhost login`; // The name in the certificate.
  await asOwner.end();
  const askWith = async (name: string, rootCertificate = 'server.pem') => {
    const [ca, cert, key] = [rootCertificate, `${name}.pem`, `${name}-key.pem`].map(file);
    const url = `postgres://localhost@localhost:${port}/postgres?sslmode=verify-full&sslrootcert=${ca}&sslcert=${cert}&sslkey=${key}`;
    const pool = connect({ url }, { max: 1 });
    try {
      return (
        await pool<{ user: string; ssl: boolean }[]>`
        select current_user as user, ssl from pg_stat_ssl where pid = pg_backend_pid()`
      )[0];
    } finally {
      await pool.end();
    }
  };
  assert.deepEqual({ ...(await askWith('client')) }, { user: 'localhost', ssl: true });
  await assert.rejects(askWith('stranger'));
  await assert.rejects(askWith('client', 'stranger.pem'), /certificate/);
});
