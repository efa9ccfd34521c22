// Tests of a start that fails: it leaves no connection behind, which would keep the process alive for minutes, neither
// serving nor restarted.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionTo } from '../test/postgres-server.ts';
import { startTestService } from '../test/service-fixture.ts';
import { readConfig } from './platform/config/config.ts';
import { startService } from './service.ts';

const g = await startTestService();
const dataDir = mkdtempSync(join(tmpdir(), 'haldur-start-'));
after(() => rmSync(dataDir, { recursive: true }));
const config = readConfig({
  DATA_DIR: dataDir,
  DATABASE_URL: connectionTo(g.database, 'haldur_app').url ?? '',
  SECRET_KEY: g.app.config.secretKey.toString('base64'),
  TEST_CLOCK: 'true',
  LOG_LEVEL: 'silent',
  PORT: '0',
});

const countConnections = async () => {
  const [row] = await g.owner<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and usename = 'haldur_app'`;
  return row?.count ?? 0;
};

/** What makes a start fail, and how it is undone. */
const reasons = {
  'the database is rejected': [
    `revoke temporary on database ${g.database} from public`,
    `grant temporary on database ${g.database} to public`,
  ],
  'the clock cannot be read': [
    'revoke select on test_clock from haldur_app',
    'grant select on test_clock to haldur_app',
  ],
} as const;

for (const [reason, [cause, undo]] of Object.entries(reasons))
  test(`a start leaves no connection when ${reason}`, async () => {
    await g.owner.unsafe(cause);
    const before = await countConnections();
    await assert.rejects(startService(config, () => {}));
    await g.owner.unsafe(undo);
    // A server's process ends a little later.
    for (let looks = 0; looks < 100 && (await countConnections()) > before; looks += 1) await delay(20);
    assert.equal(await countConnections(), before);
  });
