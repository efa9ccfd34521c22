// Tests of a connection pooler in front of PostgreSQL: the start rejects it with a sentence, whatever it does with
// connection settings.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../../../demo/port.ts';
import { connectionTo, template } from '../../../test/postgres-server.ts';
import { waitUntil } from '../../../test/service-fixture.ts';
import { readConfig } from '../config/config.ts';
import { openDatabase } from './open-database.ts';

const pooler = '/usr/sbin/pgbouncer';
const skip = existsSync(pooler) ? false : 'Debian’s pgbouncer is not installed';
const nobody = 65_534;
const folder = mkdtempSync(join(tmpdir(), 'haldur-pooler-'));
chmodSync(folder, 0o755);
const running: ChildProcess[] = [];
after(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** PgBouncer in front of the tests' server. Returns the URL that leads through it. */
async function aPooler(settings: string): Promise<string> {
  const { hostname, port: serverPort, username, password } = new URL(connectionTo(template).url ?? '');
  const port = await freePort('127.0.0.1', 0);
  const file = join(folder, `${port}.ini`);
  writeFileSync(
    file,
    `[databases]\n* = host=${decodeURIComponent(hostname)} port=${serverPort || 5432} user=${username} password=${password}\n` +
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\n${settings}\n`,
  );
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  running.push(spawn(pooler, ['-q', file], { stdio: 'ignore', ...user }));
  await waitUntil(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = createConnection({ port, host: '127.0.0.1' });
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
  );
  return `postgres://${username}@127.0.0.1:${port}/${template}`;
}

const ignored =
  'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout,extra_float_digits';

for (const [how, settings] of [
  ['refuses the settings', 'pool_mode = transaction'],
  ['drops the settings', `pool_mode = session\n${ignored}`],
] as const)
  test(`a pooler that ${how} of a connection is rejected with a sentence`, { skip }, async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: await aPooler(settings) });
    await assert.rejects(openDatabase(config, { print: () => {} }), {
      name: 'OperatorError',
      message: /leads to a connection pooler.*Name PostgreSQL itself/,
    });
  });
