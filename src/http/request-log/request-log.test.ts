// Tests of the request log: what is written, who sees it, and that nothing waits for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, aPerson, startTestService, type Thing } from '../../../test/service-fixture.ts';
import type { DatabasePool } from '../../platform/db/pool.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';
import { makeRequestLog } from './request-log.ts';
import { deleteOldRequests, type LoggedRequest } from './request-log-queries.ts';

const g = await startTestService();
const log = '//console/api/request-log';
type Entry = Thing & { readonly caller: { kind: string; name: string | null } };

/** The log as its owner sees it, once it has at least `count` entries of the filter. */
async function entries(owner: string, filter: string, count = 1): Promise<readonly Entry[]> {
  for (let attempt = 0; ; attempt += 1) {
    const { status, items, text } = await g.ask<Entry>('GET', `${log}?${filter}`, { as: owner });
    assert.equal(status, 200, text);
    if (items.length >= count || attempt === 200) return items;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const request = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: newId(),
  at: g.clock.now,
  callerKind: 'key',
  callerId: newId(),
  operation: 'listBuildings',
  method: 'GET',
  path: '/api/buildings',
  status: 200,
  code: null,
  durationMs: 3,
  requestId: 'r',
  idempotencyKey: null,
  ignored: [],
  ...changes,
});

test('a request is logged with its caller, path, result and key, without its body and query', async () => {
  const { owner, integrator } = await anOrganization(g);
  const made = await g.ask('POST', '/buildings?page=SECRETQUERY', {
    as: integrator,
    body: { name: '', address: 'SECRETBODY', vat_rate: 1 },
    headers: { 'x-request-id': 'mine-1', 'idempotency-key': '"key-1"' },
  });
  assert.equal(made.status, 422);
  const [entry] = await entries(owner, 'requestId=mine-1');
  const { id, at, durationMs, caller, ...rest } = entry ?? assert.fail('it is logged');
  assert.deepEqual(rest, {
    operation: 'createBuilding',
    method: 'POST',
    path: '/api/buildings',
    status: 422,
    code: 'validation_failed',
    requestId: 'mine-1',
    idempotencyKey: 'key-1',
    ignored: ['query.page', 'body.vat_rate'],
  });
  assert.deepEqual([caller.kind, caller.name], ['key', 'integration']);
  assert.ok(Number(durationMs) >= 0 && at === g.clock.now.toISOString() && id !== '');
  const [row] = await g.owner`select to_jsonb(r)::text as text from request_log r where request_id = 'mine-1'`;
  assert.doesNotMatch(row?.text, /SECRET/);
  assert.equal(made.headers['haldur-request-log'], 'http://127.0.0.1:3000/console/settings/requests?requestId=mine-1');
});

test('what is not an id is not kept of a path', async () => {
  const { owner, integrator } = await anOrganization(g);
  const id = newId();
  await g.ask('GET', '/invoices/mari.tamm@example.org', { as: integrator });
  await g.ask('GET', `/invoices/${id}`, { as: integrator });
  const paths = (await entries(owner, 'path=/invoices/', 2)).map(({ path }) => path);
  assert.deepEqual(paths.sort(), [`/api/invoices/${id}`, '/api/invoices/{id}'].sort());
});

test('strangers write nothing and learn no address of the log', async () => {
  const before = await g.owner`select count(*)::int as count from request_log where request_id = 'stranger'`;
  const headers = { 'x-request-id': 'stranger' };
  const refused = await g.ask('GET', '/buildings', { as: 'hak_nobody', headers });
  assert.equal(refused.status, 401);
  assert.equal(refused.headers['haldur-request-log'], undefined);
  await g.ask('POST', '/auth/login', { body: { email: 'a@example.org', password: 'x' }, headers });
  const { owner, integrator } = await anOrganization(g);
  await g.ask('GET', '/buildings', { as: integrator, headers: { 'x-request-id': 'known' } });
  await entries(owner, 'requestId=known');
  const after = await g.owner`select count(*)::int as count from request_log where request_id = 'stranger'`;
  assert.deepEqual(after, before);
});

test('filters find by caller, status, code, operation, path, ignored fields and days; pages follow each other', async () => {
  const { owner, integrator, tenantId } = await anOrganization(g);
  await g.ask('GET', '/buildings', { as: integrator });
  await g.ask('GET', '/buildings?page=2', { as: integrator });
  await g.ask('GET', `/invoices/${newId()}`, { as: integrator });
  const [key] = await g.owner`select id from api_keys where tenant_id = ${tenantId}`;
  const mine = `callerId=${key?.id}`;
  await entries(owner, mine, 3);
  const count = async (filter: string) => (await entries(owner, `${mine}&${filter}`, 0)).length;
  const day = 24 * 3_600_000;
  const at = (ms: number) => new Date(g.clock.now.getTime() + ms).toISOString();
  for (const [filter, expected] of [
    ['statusClass=2xx', 2],
    ['statusClass=4xx', 1],
    ['statusClass=5xx', 0],
    ['code=not_found', 1],
    ['operation=listBuildings', 2],
    ['path=/invoices/', 1],
    ['ignored=true', 1],
    ['ignored=false', 2],
    [`from=${at(-day)}&to=${at(day)}`, 3],
    [`to=${at(-day)}`, 0],
    [`from=${at(day)}`, 0],
  ] as const)
    assert.equal(await count(filter), expected, filter);
  const first = await g.ask<Entry>('GET', `${log}?${mine}&limit=2`, { as: owner });
  const second = await g.ask<Entry>('GET', `${log}?${mine}&limit=2&cursor=${first.nextCursor}`, { as: owner });
  assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 3);
});

test('only owners in person read the log, each of their own organization; of residents only failures are in it', async () => {
  const [mine, other] = [await anOrganization(g), await anOrganization(g)];
  const resident = await aPerson(g, mine.tenantId, 'resident');
  for (const as of [
    mine.integrator,
    resident.token,
    (await aPerson(g, mine.tenantId, 'manager')).token,
    (await aPerson(g, mine.tenantId, 'accountant')).token,
  ])
    assert.equal((await g.ask('GET', log, { as })).status, 403);
  await g.ask('GET', '/buildings', { as: resident.token });
  const forbidden = await entries(mine.owner, 'code=insufficient_scope', 4);
  assert.equal(forbidden.length, 4);
  const ofResident = await entries(mine.owner, `callerId=${resident.userId}`);
  assert.deepEqual(
    ofResident.map(({ status }) => status),
    [403],
  );
  assert.deepEqual(await entries(other.owner, 'code=insufficient_scope', 0), []);
});

test('a delivery names the request that caused its event', async () => {
  const { owner } = await anOrganization(g);
  const endpoint = await g.succeed('POST', '/webhooks', {
    as: owner,
    body: { url: 'https://127.0.0.1:1/x', events: ['maintenance.created'] },
  });
  const building = await g.ask('POST', '/buildings', { as: owner, body: { name: 'x', address: 'y' } });
  const body = { buildingId: building.data.id, title: 'x', description: 'y' };
  await g.succeed('POST', '//console/api/maintenance-requests', {
    as: owner,
    body,
    headers: { 'x-request-id': 'cause-1' },
  });
  const deliveries = await g.ask('GET', `//console/api/webhooks/${endpoint.data.id}/deliveries`, { as: owner });
  assert.deepEqual(
    deliveries.items.map(({ requestId }) => requestId),
    ['cause-1'],
  );
});

test('requests that the database does not take are dropped and counted; the next are written', async () => {
  const { tenantId } = await anOrganization(g);
  const broken = {
    ...g.app.pool,
    hold: () => Promise.reject(Object.assign(new Error('the server is gone'), { code: 'ECONNREFUSED' })),
  } as unknown as DatabasePool;
  const before = await droppedCount();
  const gone = makeRequestLog({ ...g.app, pool: broken });
  for (let nth = 0; nth < 10; nth += 1) gone.add({ tenantId, request: request() });
  await gone.flush();
  assert.equal(await droppedCount(), before + 10);
  const well = makeRequestLog(g.app);
  for (let nth = 0; nth < 1_200; nth += 1) well.add({ tenantId, request: request() });
  await well.flush();
  const [row] = await g.owner`select count(*)::int as count from request_log where tenant_id = ${tenantId}`;
  assert.equal(row?.count, 1_200);
});

test('requests that come while a full batch is written wait for others, not each for a transaction', async () => {
  const { tenantId } = await anOrganization(g);
  let transactions = 0;
  const log = makeRequestLog({ ...g.app, pool: { ...g.app.pool, hold: countedHold } as unknown as DatabasePool });
  async function countedHold() {
    transactions += 1;
    if (transactions < 20) log.add({ tenantId, request: request() }); // One more comes during each transaction.
    return g.app.pool.hold();
  }
  for (let nth = 0; nth < 500; nth += 1) log.add({ tenantId, request: request() });
  const written = async () => (await g.owner`select from request_log where tenant_id = ${tenantId}`).length;
  while ((await written()) < 500) await new Promise((resolve) => setTimeout(resolve, 25));
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(transactions, 1);
});

test('a database that does not answer fills the queue only to its bound', async () => {
  const { tenantId } = await anOrganization(g);
  const stuck = Promise.withResolvers<never>();
  const log = makeRequestLog({
    ...g.app,
    pool: { ...g.app.pool, hold: () => stuck.promise } as unknown as DatabasePool,
  });
  const before = await droppedCount();
  for (let nth = 0; nth < 10_000; nth += 1) log.add({ tenantId, request: request() });
  const droppedAtOnce = (await droppedCount()) - before;
  assert.ok(droppedAtOnce >= 10_000 - 5_500, `${droppedAtOnce} of 10,000 were dropped`);
  stuck.reject(new Error('gone'));
  await log.flush();
  assert.equal((await droppedCount()) - before, 10_000);
});

test('old requests are deleted in bounded batches, also by two at once', async () => {
  const { tenantId } = await anOrganization(g);
  const log = makeRequestLog(g.app);
  for (let nth = 0; nth < 50; nth += 1) log.add({ tenantId, request: request({ at: new Date('2026-01-01') }) });
  log.add({ tenantId, request: request() });
  await log.flush();
  const cut = new Date('2026-02-01');
  const remaining = async () => {
    const [row] = await g.owner`select count(*)::int as count from request_log where tenant_id = ${tenantId}`;
    return row?.count;
  };
  const remove = () => inTenant(g.app, serviceCaller(tenantId), (scope) => deleteOldRequests(scope, cut, 20));
  await remove();
  assert.equal(await remaining(), 31);
  await Promise.all([remove(), remove()]);
  await remove();
  assert.equal(await remaining(), 1);
});

test('the service cannot change requests, nor delete them before thirteen days', async () => {
  const { tenantId } = await anOrganization(g);
  const log = makeRequestLog(g.app);
  log.add({ tenantId, request: request({ at: new Date() }) });
  await log.flush();
  const change = inTenant(
    g.app,
    serviceCaller(tenantId),
    ({ db }) => db`update request_log set status = 200 where tenant_id = ${tenantId}`,
  );
  await assert.rejects(change, { code: '42501' });
  await inTenant(g.app, serviceCaller(tenantId), ({ db }) => db`delete from request_log where tenant_id = ${tenantId}`);
  assert.equal((await g.owner`select from request_log where tenant_id = ${tenantId}`).length, 1);
});

async function droppedCount(): Promise<number> {
  const { text } = await g.ask('GET', '//metrics', { headers: { host: '127.0.0.1' } });
  return Number(/^haldur_request_log_dropped_total (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}
