// Tests of a database that goes silent without closing anything (a cut line, a stopped process): callers get errors,
// and work resumes when it is back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { startSilentProxy, urlBehind } from '../../../test/silent-proxy.ts';
import { makeServer } from '../../server.ts';
import { connect, type DatabasePool, ping } from './pool.ts';
import { transaction } from './transaction.ts';

const g = await startTestService();
const nothing = async () => {};
const short = { statementTimeoutMs: 400, silentMs: 300, connectMs: 700, checkMs: 100 };

async function behindAProxy(bounds: Partial<typeof short> = short) {
  const proxy = await startSilentProxy();
  const pool = connect({ url: urlBehind(proxy, g.database, 'haldur_app') }, { max: 3, ...bounds });
  after(() => pool.end({ timeout: 0 }));
  return { proxy, pool };
}

const five = (pool: DatabasePool) =>
  transaction(pool, 'read write', nothing, async (db) => (await db<{ n: number }[]>`select ${2}::int + 3 as n`)[0]?.n);
const isLost = { code: 'CONNECTION_CLOSED' };

test('a silent database is an error for open transactions, new ones and new connections, and costs no connection', async () => {
  const { proxy, pool } = await behindAProxy();
  for (let outage = 0; outage < 2; outage += 1) {
    assert.deepEqual(await Promise.all([five(pool), five(pool)]), [5, 5], `outage ${outage}`);
    const inside = transaction(pool, 'read write', nothing, async (db) => {
      proxy.silence();
      await db`select 1`;
    });
    await assert.rejects(inside, isLost, `outage ${outage}`);
    const outside = await Promise.allSettled(Array.from({ length: 9 }, () => five(pool)));
    for (const [nth, promiseSettledResult] of outside.entries())
      assert.equal(
        promiseSettledResult.status === 'rejected' && promiseSettledResult.reason.code,
        isLost.code,
        `outage ${outage}, promiseSettledResult ${nth}`,
      );
    await assert.rejects(Promise.resolve(pool`select 1`), isLost, `outage ${outage}`);
    proxy.restore();
    await waitUntil(() =>
      five(pool).then(
        () => true,
        () => false,
      ),
    );
    assert.deepEqual(
      await Promise.all(Array.from({ length: 9 }, () => five(pool))),
      Array(9).fill(5),
      `outage ${outage}`,
    );
  }
});

test('an unanswered commit is an error, and a read that has its rows does not wait', async () => {
  const { proxy, pool } = await behindAProxy();
  const work = (mode: 'read only' | 'read write') =>
    transaction(pool, mode, nothing, async (db) => {
      const [row] = await db`select 1 as one`;
      proxy.silence();
      return row?.one;
    });
  assert.equal(await work('read only'), 1);
  proxy.restore();
  await waitUntil(() =>
    five(pool).then(
      () => true,
      () => false,
    ),
  );
  await assert.rejects(work('read write'), isLost);
});

test('callers of a silent database get 503 with Retry-After, and readiness is reported long before the statement timeout', async () => {
  const { integrator } = await anOrganization(g);
  const { proxy, pool } = await behindAProxy({});
  const patient = makeServer({ ...g.app, pool });
  const headers = { authorization: `Bearer ${integrator}` };
  assert.equal((await patient.inject({ url: '/api/buildings', headers })).statusCode, 200);
  assert.equal((await patient.inject({ url: '/health/ready' })).statusCode, 200);
  proxy.silence();
  let asked = true;
  const asking = patient.inject({ url: '/api/buildings', headers }).finally(() => {
    asked = false;
  });
  const ready = await patient.inject({ url: '/health/ready' });
  assert.deepEqual([ready.statusCode, ready.headers['retry-after'], asked], [503, '1', true]);
  await pool.end({ timeout: 0 });
  assert.equal((await asking).statusCode, 503);

  const hasty = await behindAProxy();
  const server = makeServer({ ...g.app, pool: hasty.pool });
  assert.equal((await server.inject({ url: '/api/buildings', headers })).statusCode, 200);
  hasty.proxy.silence();
  const answer = await server.inject({ url: '/api/buildings', headers });
  assert.deepEqual([answer.statusCode, answer.headers['retry-after'], answer.json().code], [503, '1', 'busy']);
  hasty.proxy.restore();
  await waitUntil(async () => (await server.inject({ url: '/health/ready' })).statusCode === 200);
  await waitUntil(async () => (await server.inject({ url: '/api/buildings', headers })).statusCode === 200);
});

test('a listener whose connection went silent listens again, and is notified that it may have missed something', async () => {
  const { proxy, pool } = await behindAProxy({ ...short, statementTimeoutMs: 60_000 });
  const heard: string[] = [];
  let begun = 0;
  const listening = await pool.listen(
    'silence',
    (payload) => heard.push(payload),
    () => {
      begun += 1;
    },
  );
  assert.equal(begun, 1);
  await g.owner`select pg_notify('silence', 'one')`;
  await waitUntil(() => heard.length === 1);
  proxy.silence();
  await g.owner`select pg_notify('silence', 'two')`;
  proxy.restore();
  await waitUntil(() => begun === 2);
  await g.owner`select pg_notify('silence', 'three')`;
  await waitUntil(() => heard.length === 2);
  assert.deepEqual(heard, ['one', 'three']);
  await listening.unlisten();
});

test('the ping of the database needs no slot in the pool', async () => {
  const { pool } = await behindAProxy();
  const full = Promise.withResolvers<void>();
  const busy = Array.from({ length: 3 }, () => transaction(pool, 'read only', nothing, () => full.promise));
  await ping(pool);
  full.resolve();
  await Promise.all(busy);
});
