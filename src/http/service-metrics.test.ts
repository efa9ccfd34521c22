// Tests of the service's metrics: they show what waits in all organizations without naming one, and a silent database
// does not delay them for long.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { connectionTo } from '../../test/postgres-server.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { makeServiceProcess } from '../../test/service-process.ts';
import { startSilentProxy, urlBehind } from '../../test/silent-proxy.ts';
import { connect } from '../platform/db/pool.ts';
import { recordBackup } from '../platform/files/last-backup.ts';
import { makeServer } from '../server.ts';
import { startWorker } from '../worker.ts';

const g = await startTestService();

/** Reads the metrics of a new server, which has asked nothing yet, as a map from names with labels to values. */
async function readMetrics(app = g.app): Promise<Map<string, number>> {
  const server = makeServer(app);
  try {
    return parse((await server.inject({ url: '/metrics' })).body);
  } finally {
    await server.close();
  }
}

function parse(text: string): Map<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('what waits in all organizations is counted, and how long the oldest has been due', async () => {
  const organizations = [await anOrganization(g), await anOrganization(g)];
  await g.owner`update mails set due_at = due_at + interval '1 day'`; // The organizations' own letters are not due yet.
  const quiet = await readMetrics();
  assert.equal(quiet.get('haldur_database_up'), 1);
  for (const name of [
    'haldur_deliveries_waiting',
    'haldur_oldest_delivery_age_seconds',
    'haldur_oldest_mail_age_seconds',
  ])
    assert.equal(quiet.get(name), 0, name);
  for (const [index, { tenantId }] of organizations.entries()) {
    await addWaiting(tenantId, 'enabled', index + 1);
    await addWaiting(tenantId, 'disabled', 50);
  }
  const busy = await readMetrics();
  assert.equal(busy.get('haldur_deliveries_waiting'), 3);
  assert.equal(busy.get('haldur_oldest_delivery_age_seconds'), 120);
  assert.equal(busy.get('haldur_mails_waiting'), 4);
  assert.equal(busy.get('haldur_oldest_mail_age_seconds'), 300);
  assert.equal(busy.get('haldur_imports_running'), 2, 'the abandoned ones are not counted');
  assert.ok((busy.get('haldur_oldest_import_age_seconds') ?? 0) >= 60);
  assert.doesNotMatch([...busy.keys()].join('\n'), new RegExp(organizations.map(({ tenantId }) => tenantId).join('|')));
});

/**
 * Adds an endpoint with deliveries that have been due for a minute each, two e-mails, and an import that runs or was
 * abandoned.
 */
async function addWaiting(tenantId: string, status: 'enabled' | 'disabled', deliveries: number): Promise<void> {
  const { now } = g.clock;
  const endpoint = randomUUID();
  await g.owner`
    insert into webhook_endpoints (tenant_id, id, url, events, status, secret, secret_hint, created_at, updated_at)
    values (${tenantId}, ${endpoint}, 'https://receiver.example', '{}', ${status}, '', '', ${now}, ${now})`;
  await g.owner`
    insert into deliveries (tenant_id, id, endpoint_id, event_id, status, due_at, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), ${endpoint}, gen_random_uuid(), 'pending', ${now}::timestamptz - n * interval '1 minute', ${now}, ${now}
      from generate_series(0, ${deliveries}) n where n <> 0`;
  await g.owner`
    insert into mails (tenant_id, id, kind, rank, recipient, language, content, status, attempts, due_at, created_at)
    values (${tenantId}, gen_random_uuid(), 'invitation', 1, 'x@example.org', 'en', '', 'pending', 0,
            ${now}::timestamptz + case when ${status} = 'enabled' then -interval '5 minutes' else interval '5 minutes' end, ${now}),
           (${tenantId}, gen_random_uuid(), 'invitation', 1, 'x@example.org', 'en', '', 'pending', 0,
            ${now}::timestamptz + case when ${status} = 'enabled' then -interval '1 minute' else interval '5 minutes' end, ${now})`;
  const seen = status === 'enabled' ? '0 seconds' : '20 seconds';
  await g.owner`
    insert into statement_import_progress (tenant_id, id, started_by, dry_run, lines_read, lines_decided, started_at, seen_at)
    values (${tenantId}, gen_random_uuid(), 'service', false, 0, 0, now() - interval '1 minute', clock_timestamp() - ${seen}::interval)`;
}

test('however often metrics are read, the database is asked at most once in ten seconds', async () => {
  const server = makeServer(g.app);
  after(() => server.close());
  const ask = async () => parse((await server.inject({ url: '/metrics' })).body).get('haldur_mails_waiting');
  const before = await ask();
  const { tenantId } = await anOrganization(g);
  await addWaiting(tenantId, 'enabled', 1);
  assert.equal(await ask(), before);
  assert.equal((await readMetrics()).get('haldur_mails_waiting'), (before ?? 0) + 2);
});

test('database connections in use and those who wait for one are shown', async () => {
  const pool = connect(connectionTo(g.database, 'haldur_app'), { max: 2 });
  after(() => pool.end({ timeout: 1 }));
  const lines = [await pool.hold(), await pool.hold()];
  const waiter = pool.hold();
  const full = await readMetrics({ ...g.app, pool });
  const state = (name: string) => full.get(`haldur_database_connection${name}`);
  assert.deepEqual([state('s'), state('s_in_use'), state('s_max'), state('_waiters')], [2, 2, 2, 1]);
  assert.equal(full.get('haldur_database_up'), 1, 'monitoring has a connection of its own');
  for (const line of lines) line.release();
  (await waiter).release();
});

test('free disk and the last backup are shown; no backup, no figure', async () => {
  const before = await readMetrics();
  assert.ok((before.get('haldur_disk_free_bytes{folder="data"}') ?? 0) > 0);
  assert.equal(before.has('haldur_last_backup_timestamp_seconds'), false);
  const began = Math.floor(Date.now() / 1000);
  recordBackup(g.app.config.dataDir);
  assert.ok(((await readMetrics()).get('haldur_last_backup_timestamp_seconds') ?? 0) >= began);
});

test('a scheduled task shows when it ran, how long, and its failures', async () => {
  const worker = await startWorker(g.app);
  await worker.stop();
  const metrics = await readMetrics();
  const task = '{task="do what is due in organizations"}';
  assert.equal(metrics.get(`haldur_task_interval_seconds${task}`), 2);
  assert.ok(Math.abs((metrics.get(`haldur_task_last_run_timestamp_seconds${task}`) ?? 0) - Date.now() / 1000) < 3600);
  assert.ok((metrics.get(`haldur_task_last_duration_seconds${task}`) ?? -1) >= 0);
  assert.equal(metrics.get(`haldur_task_failures_total${task}`), 0);
  for (const inside of ['raise invoice.overdue', 'remove what was kept long enough'])
    assert.equal(metrics.get(`haldur_task_failures_total{task="${inside}"}`), 0, 'its first failure is an increase');
  await g.owner`alter function organizations_with_due_work(timestamptz, integer) rename to due_work_gone`;
  try {
    const failing = await startWorker(g.app);
    await failing.stop();
  } finally {
    await g.owner`alter function due_work_gone(timestamptz, integer) rename to organizations_with_due_work`;
  }
  assert.equal((await readMetrics()).get(`haldur_task_failures_total${task}`), 1);
});

test('a worker answers monitoring alone, by the same rules, also beside a silent database', async () => {
  const proxy = await startSilentProxy();
  const { start, ended } = makeServiceProcess({
    DATABASE_URL: urlBehind(proxy, g.database),
    SECRET_KEY: g.app.config.secretKey.toString('base64'),
    LOG_LEVEL: 'silent',
    ROLE: 'worker',
  });
  const { child, url } = await start();
  const { origin } = new URL(url);
  const metrics = async () => parse(await (await fetch(`${origin}/metrics`)).text());
  assert.equal((await fetch(`${origin}/health/live`)).status, 200);
  assert.equal((await fetch(`${origin}/health/ready`)).status, 200);
  assert.equal((await fetch(`${origin}/metrics`, { headers: { forwarded: 'for=10.0.0.7' } })).status, 404);
  for (const path of ['/', '/api/buildings', '/console', '/docs', '/pay/x'])
    assert.equal((await fetch(origin + path, { method: 'GET' })).status, 404, path);
  assert.equal((await fetch(`${origin}/api/buildings`, { method: 'PATCH' })).status, 404);
  proxy.silence();
  assert.equal((await fetch(`${origin}/health/ready`)).status, 503);
  const silent = await metrics();
  assert.equal(silent.get('haldur_database_up'), 0);
  assert.equal(silent.get('haldur_process_info{role="worker",version="0.2.0"}'), 1);
  assert.equal(silent.has('haldur_deliveries_waiting'), false);
  await ended(child, 'SIGKILL'); // In order it would wait for the database.
});
