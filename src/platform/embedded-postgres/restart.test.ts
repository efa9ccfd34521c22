// Tests that the embedded server is restarted for as long as the service lives, whatever ended it.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { register } from 'prom-client';
import { embeddedServers, eventually } from '../../../test/embedded-servers.ts';
import { isServerOf, readPidFile } from './pid-file.ts';

const { base, prepare, start } = embeddedServers();

test('a server that dies repeatedly is restarted each time, after growing pauses, for as long as the service lives', async (t) => {
  await prepare('dying');
  const { sql, messages } = await start(t, 'dying');
  const cluster = join(base, 'dying/postgres');
  // A server that dies before it was up counts as a death too.
  for (let deaths = 0; deaths < 7; deaths += 1) {
    const pid = await eventually(async () => {
      const record = readPidFile(cluster);
      assert.ok(record !== undefined && isServerOf(record.pid, cluster));
      return record.pid;
    });
    process.kill(pid, 'SIGKILL');
    await eventually(async () => assert.equal(isServerOf(pid, cluster), false));
  }
  assert.equal((await eventually(() => sql`select 1 as one`))[0]?.one, 1);
  const pauses = messages
    .filter((line) => line.startsWith('PostgreSQL ended unexpectedly'))
    .map((line) => Number(/Starting it again(?: in ([\d.]+) s)?\.$/.exec(line)?.[1] ?? 0));
  assert.ok(pauses.length >= 6, messages.join('\n'));
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  assert.ok((pauses.at(-1) ?? 0) > 1, messages.join('\n'));
  const restarts = await register.getSingleMetric('haldur_database_restarts_total')?.get();
  assert.ok((restarts?.values[0]?.value ?? 0) >= pauses.length);
});

test('a stop ends the pause before the next restart', async (t) => {
  await prepare('pausing');
  const { server, messages } = await start(t, 'pausing');
  const cluster = join(base, 'pausing/postgres');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n'); // From now on it cannot be started.
  process.kill(readPidFile(cluster)?.pid ?? 0, 'SIGKILL');
  await eventually(async () => assert.match(messages.at(-1) ?? '', /again in [36]\.[24] s\.$/));
  await server.stop();
  assert.equal(existsSync(server.socketDir), false);
});
