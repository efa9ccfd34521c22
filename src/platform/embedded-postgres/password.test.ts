// Tests of the embedded server's password: it is required, and databases created without one get it at their next
// start.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { embeddedServers } from '../../../test/embedded-servers.ts';
import { connect } from '../db/pool.ts';
import { socketConnection } from './password.ts';

const { base, start } = embeddedServers();

test('DATA_DIR, the socket and the password are closed to others, and every connection needs the password', async (t) => {
  const { server } = await start(t, 'closed');
  const dataDir = join(base, 'closed');
  const { uid } = statSync(join(dataDir, 'postgres'));
  // Where the server runs as another user, that one’s group passes through, and sees nothing.
  assert.equal(statSync(dataDir).mode & 0o777, uid === process.geteuid?.() ? 0o700 : 0o710);
  const kept = statSync(join(dataDir, 'postgres.password'));
  assert.deepEqual([kept.mode & 0o777, kept.uid], [0o600, process.geteuid?.()]);
  assert.doesNotMatch(rulesOf('closed'), /trust/);
  for (const [user, password] of [
    ['haldur', 'none'],
    ['haldur', server.password.slice(1)],
    ['haldur_app', server.password], // Has no password before it is given one.
  ] as const) {
    const stranger = connect(socketConnection({ ...server, password }, user, server.database), { max: 1 });
    await assert.rejects(async () => stranger`select 1`, { code: '28P01' });
    await stranger.end();
  }
});

test('a database created with trust authentication requires a password from its next start on, even if that start is interrupted', async (t) => {
  const dataDir = join(base, 'trusting');
  await (await start(t, 'trusting')).server.stop();
  const trusting = rulesOf('trusting').replaceAll('scram-sha-256', 'trust');
  const forget = () => rmSync(join(dataDir, 'postgres.password'));
  const trust = () => writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), trusting);
  for (const change of [[trust, forget], [trust], [forget]]) {
    chmodSync(dataDir, 0o755);
    for (const undo of change) undo();
    const { server, sql } = await start(t, 'trusting');
    assert.equal((await sql`select 1 as one`)[0]?.one, 1);
    assert.doesNotMatch(rulesOf('trusting'), /trust/);
    assert.equal(statSync(dataDir).mode & 0o007, 0);
    await sql.end();
    await server.stop();
  }
});

test('a DATA_DIR with foreign files keeps its mode, and the operator is warned', async (t) => {
  const dataDir = join(base, 'shared');
  mkdirSync(dataDir, { mode: 0o755 });
  writeFileSync(join(dataDir, 'of-somebody-else'), '');
  chmodSync(dataDir, 0o755);
  const { messages } = await start(t, 'shared');
  assert.equal(statSync(dataDir).mode & 0o777, 0o755);
  assert.match(
    messages.join('\n'),
    /is open to other users\. It also holds of-somebody-else, so it is left so: chmod 7[01]0 /,
  );
});

/** The rules by which the cluster lets somebody in, without comments. */
function rulesOf(name: string): string {
  return readFileSync(join(base, name, 'postgres/pg_hba.conf'), 'utf8').replace(/^#.*$/gm, '');
}
