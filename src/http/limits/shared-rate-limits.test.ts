// Tests of limits shared by processes: one budget for all, taken atomically; without Redis each process uses its own
// budget.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { makeRedisServer, makeTestLog, type RedisServer, type TestLog, withRedis } from '../../../test/redis-server.ts';
import { anOrganization, password, startTestService } from '../../../test/service-fixture.ts';
import { readConfig } from '../../platform/config/config.ts';
import { makeRedis } from '../../platform/processes/redis.ts';
import { makeServer } from '../../server.ts';
import { type Buckets, Limited, type LimitState, makeBuckets, type Policy } from './rate-limits.ts';
import { shareBuckets } from './shared-rate-limits.ts';

const g = await startTestService();
// Slow machines count, too.
const config = readConfig({ SECRET_KEY: randomBytes(32).toString('base64'), REDIS_TIMEOUT: '20000' });
const start = new Date('2026-11-20T09:00:00.000Z');
// Redis expires keys by its own clock, not by that of the tests: quotas here are so small, or windows so long, that no
// bucket refills during a test.
const hundred: Policy = { name: 'hundred', counts: 'requests', quota: 100, windowSeconds: 3600 };

async function aProcess(url: string): Promise<Buckets> {
  const redis = makeRedis(url, config, makeTestLog().log);
  after(() => redis.close());
  await redis.open();
  return shareBuckets(redis, makeBuckets());
}

/** What a take says, refused or not. */
async function limitsOf(take: () => LimitState | Promise<LimitState>) {
  try {
    return { retryAfter: 0, ...(await take()) };
  } catch (error) {
    assert.ok(error instanceof Limited, String(error));
    return { retryAfter: error.retryAfter, ...error.limitState };
  }
}

test('two hundred simultaneous requests in two processes get exactly the quota', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const processes = [await aProcess(server.url), await aProcess(server.url)] as const;
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, n) => limitsOf(() => processes[n % 2 === 0 ? 0 : 1].take(hundred, 'a', start))),
  );
  const passed = all.filter((item) => item.retryAfter === 0);
  assert.deepEqual(
    passed.map((item) => item.remaining).toSorted((a, b) => a - b),
    [...Array(100).keys()],
  );
});

test('Redis and memory give the same results, number for number', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const shared = await aProcess(server.url);
  const step = fc.record({
    ms: fc.integer({ min: -3000, max: 40_000 }),
    count: fc.integer({ min: 1, max: 8 }),
    back: fc.boolean(),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 60, max: 3600 }),
      fc.array(step, { maxLength: 25 }),
      async (quota, windowSeconds, steps) => {
        const own = makeBuckets();
        const policy = { name: 'p', counts: 'requests', quota, windowSeconds };
        let at = start.getTime();
        run += 1;
        for (const { ms, count, back } of steps) {
          at += ms;
          const take = (buckets: Buckets) => limitsOf(() => buckets.take(policy, String(run), new Date(at)));
          for (let n = 0; n < count; n += 1) assert.deepEqual(await take(shared), await take(own), `n ${n}`);
          if (!back) continue;
          await shared.giveBack(policy, String(run));
          own.giveBack(policy, String(run));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a bucket is stored until it would be full, not longer', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const buckets = await aProcess(server.url);
  const life = () =>
    server.look(async (client) => {
      const keys = (await client.keys('*')).filter((key) => !key.startsWith('haldur:probe:'));
      assert.equal(keys.length, 1);
      assert.doesNotMatch(keys.join(), /mari/);
      return client.pttl(keys[0] ?? '');
    });
  await buckets.take(hundred, 'mari', start);
  const first = await life();
  assert.ok(first > 0 && first <= 36_000, `${first} ms`);
  for (let n = 0; n < 99; n += 1) await buckets.take(hundred, 'mari', start);
  const empty = await life();
  assert.ok(empty > 36_000 && empty <= 3_600_000, `${empty} ms`);
  await buckets.giveBack(hundred, 'mari');
  const given = await life();
  assert.ok(given > 0 && given <= empty, `${given} ms`);
});

type LimitedService = { readonly app: FastifyInstance; readonly heard: TestLog };

/** A server of the one database, as another process would have it. */
async function aServer(
  redis: RedisServer,
  rateLimits: Partial<typeof g.app.config.rateLimits>,
  redisTimeoutMs = 20_000,
): Promise<LimitedService> {
  const heard = makeTestLog();
  const limits = { ...g.app.config.rateLimits, ...rateLimits };
  const app = makeServer({
    ...g.app,
    config: { ...g.app.config, redisUrl: redis.url, redisTimeoutMs, rateLimits: limits },
    log: heard.log,
  });
  after(() => app.close());
  await app.ready();
  return { app, heard };
}

async function ask({ app }: LimitedService, as: string | undefined) {
  const headers = as === undefined ? {} : { authorization: `Bearer ${as}` };
  const answer = await app.inject({ method: 'GET', url: '/api/buildings', headers });
  const left = /"credential";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1];
  const tenant = /"organization";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1];
  return { status: answer.statusCode, left: Number(left), tenant: Number(tenant) };
}

test(
  'two servers on one database and one Redis share one budget: of a credential, an organization, a network',
  withRedis,
  async () => {
    const redis = await makeRedisServer();
    await redis.start();
    const limits = { credential: 10, tenant: 15, address: 4 };
    const [firstServer, other] = [await aServer(redis, limits), await aServer(redis, limits)];
    const { owner, integrator } = await anOrganization(g);
    for (let n = 0; n < 5; n += 1) {
      assert.deepEqual(await ask(firstServer, owner), { status: 200, left: 9 - 2 * n, tenant: 14 - 2 * n }, `n ${n}`);
      assert.deepEqual(await ask(other, owner), { status: 200, left: 8 - 2 * n, tenant: 13 - 2 * n }, `n ${n}`);
    }
    for (const [which, server] of Object.entries({ one: firstServer, other }))
      assert.equal((await ask(server, owner)).status, 429, which);
    for (let n = 0; n < 5; n += 1)
      assert.equal((await ask(n % 2 ? firstServer : other, integrator)).status, 200, `n ${n}`);
    for (const [which, server] of Object.entries({ one: firstServer, other }))
      assert.equal((await ask(server, integrator)).status, 429, which);
    for (const status of [401, 401, 429])
      for (const [which, server] of Object.entries({ one: firstServer, other }))
        assert.equal((await ask(server, undefined)).status, status, `${status}, ${which}`);
  },
);

test('failed sign-ins at one server delay the next guess at another', withRedis, async () => {
  const redis = await makeRedisServer();
  await redis.start();
  const [firstServer, other] = [await aServer(redis, {}), await aServer(redis, {})];
  const { email } = await anOrganization(g);
  const guess = async ({ app }: LimitedService, word: string) =>
    (await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: word } })).statusCode;
  for (let n = 0; n < 5; n += 1) assert.equal(await guess(n % 2 ? firstServer : other, 'wrong'), 401, `n ${n}`);
  for (const [which, server] of Object.entries({ one: firstServer, other }))
    assert.equal(await guess(server, password), 429, which);
});

test('what is taken in advance for an organization is returned when it was not due', withRedis, async () => {
  const redis = await makeRedisServer();
  await redis.start();
  const limits = { tenant: 6 };
  const [firstServer, other] = [await aServer(redis, limits), await aServer(redis, limits)];
  const { owner, integrator } = await anOrganization(g);
  const { tenant } = await ask(firstServer, integrator);
  for (let n = 0; n < 5; n += 1) {
    const headers = { authorization: `Bearer ${integrator}` };
    assert.equal(
      (await firstServer.app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode,
      403,
      `n ${n}`,
    );
  }
  assert.equal((await ask(firstServer, owner)).tenant, tenant - 1);
  assert.equal((await ask(other, owner)).tenant, tenant - 2);
});

test(
  'Redis killed under load costs no request, each server goes on with a budget of its own, and shares again once it is back',
  withRedis,
  async () => {
    const redis = await makeRedisServer();
    await redis.start();
    const quota = 40;
    const [firstServer, other] = [
      await aServer(redis, { credential: quota }),
      await aServer(redis, { credential: quota }),
    ];
    const { owner } = await anOrganization(g);
    assert.equal((await ask(firstServer, owner)).left, quota - 1);
    assert.equal((await ask(other, owner)).left, quota - 2);
    const load = Array.from({ length: 20 }, (_, n) => ask(n % 2 ? firstServer : other, owner));
    await redis.kill();
    for (const [nth, { status }] of (await Promise.all(load)).entries()) assert.equal(status, 200, `case ${nth}`);
    await ask(firstServer, owner);
    await firstServer.heard.hears('Redis is unavailable');
    const alone = await ask(firstServer, owner);
    assert.equal(alone.status, 200);
    assert.equal((await ask(firstServer, owner)).left, alone.left - 1);
    assert.equal((await firstServer.app.inject({ url: '/health/ready' })).statusCode, 200);
    await redis.start();
    await Promise.all([
      firstServer.heard.hears('Redis is available again'),
      other.heard.hears('Redis is available again'),
    ]);
    assert.equal((await ask(firstServer, owner)).left, quota - 1);
    assert.equal((await ask(other, owner)).left, quota - 2);
    for (const [which, { heard }] of Object.entries({ one: firstServer, other }))
      assert.equal(heard.lines.length, 2, which);
  },
);
