// Tests of the sign-in throttle shared by processes: Redis counts exactly like memory and stores nothing that
// identifies anybody.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { makeRedisServer, makeTestLog, withRedis } from '../../test/redis-server.ts';
import { readConfig } from '../platform/config/config.ts';
import { TooManyRequests } from '../platform/errors.ts';
import { makeRedis } from '../platform/processes/redis.ts';
import { shareThrottle } from './shared-sign-in-throttle.ts';
import { type Attempt, accountKey, makeThrottle, type Throttle } from './sign-in-throttle.ts';

// Slow machines count, too.
const config = readConfig({ SECRET_KEY: randomBytes(32).toString('base64'), REDIS_TIMEOUT: '20000' });
const start = new Date('2026-11-20T09:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

async function aProcess(url: string): Promise<Throttle> {
  const redis = makeRedis(url, config, makeTestLog().log);
  after(() => redis.close());
  await redis.open();
  return shareThrottle(redis, makeThrottle());
}

/** The seconds to wait, 0 when it went through. */
async function waitOf(work: () => void | Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    assert.ok(error instanceof TooManyRequests && error.code === 'sign_in_throttled', String(error));
    return error.retryAfter;
  }
}

test('Redis counts exactly like memory', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const shared = await aProcess(server.url);
  const step = fc.record({
    seconds: fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 40 }), fc.integer({ min: 0, max: 4000 })),
    // Some fail often enough at one, some at many.
    account: fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 3, max: 1000 })),
    address: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    what: fc.constantFrom('check', 'wrong', 'wrong', 'wrong', 'right', 'welcome'),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 300 }), async (steps) => {
      const own = makeThrottle();
      let at = 0;
      run += 1;
      for (const { seconds, account, address, what } of steps) {
        at += seconds;
        const attempt: Attempt = {
          account: `${run} ${account}`,
          ...(address === undefined ? {} : { address: `2001:db8:${run}:${address}::1` }),
        };
        const ask = (throttle: Throttle) => () => {
          if (what === 'check' || what === 'welcome') return throttle[what](attempt, later(at));
          return throttle.settle(attempt, what === 'right', later(at));
        };
        assert.equal(await waitOf(ask(shared)), await waitOf(ask(own)), String(what));
      }
    }),
    { numRuns: 60 },
  );
});

test('Redis slows the many networks of an IPv6 site like memory', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const throttle = await aProcess(server.url);
  const at = (n: number) => ({ account: `a${n}`, address: `2001:db8:1:${n.toString(16)}::1` });
  const waits = await Promise.all(
    Array.from({ length: 501 }, (_, n) => waitOf(() => throttle.settle(at(n), false, start))),
  );
  assert.deepEqual([waits.indexOf(1), waits.filter((wait) => wait === 0).length], [500, 500]);
});

test(
  'many guesses at the same moment, in two processes, learn no more than the five that are free',
  withRedis,
  async () => {
    const server = await makeRedisServer();
    await server.start();
    const processes = [await aProcess(server.url), await aProcess(server.url)];
    const guesses = Array.from({ length: 100 }, (_, n) => {
      const attempt = { account: accountKey('sign-in', 'mari@example.org'), address: `192.0.2.${n}` };
      return waitOf(() => processes[n % 2]?.settle(attempt, false, start));
    });
    assert.equal((await Promise.all(guesses)).filter((wait) => wait === 0).length, 5);
  },
);

test('a network that is familiar to one process is familiar to another', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const [firstProcess, other] = [await aProcess(server.url), await aProcess(server.url)];
  const mari = { account: accountKey('sign-in', 'mari@example.org'), address: '192.0.2.1' };
  await firstProcess.settle(mari, true, start);
  for (let n = 0; n < 5; n += 1) await firstProcess.settle({ ...mari, address: '203.0.113.66' }, false, start);
  assert.equal(await waitOf(() => other.check({ ...mari, address: '203.0.113.66' }, start)), 1);
  assert.equal(await waitOf(() => other.check(mari, start)), 0);
});

test('every stored key expires and identifies nobody', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const throttle = await aProcess(server.url);
  const mari = { account: accountKey('sign-in', 'mari@example.org'), address: '192.0.2.1' };
  await throttle.settle(mari, false, start);
  await throttle.settle(mari, true, start);
  await throttle.settle({ account: accountKey('confirm', 'an id') }, false, start);
  await server.look(async (client) => {
    const keys = (await client.keys('*')).filter((key) => !key.startsWith('haldur:probe:'));
    assert.deepEqual(keys.map((key) => key.split(':')[1]).toSorted(), ['failures', 'failures', 'familiar']);
    for (const [nth, key] of keys.entries()) {
      const hours = (await client.pttl(key)) / 3_600_000;
      assert.ok(hours > 0 && hours <= (key.includes(':familiar:') ? 90 * 24 : 1), key);
      assert.doesNotMatch(`${key} ${await client.get(key)}`, /mari|example|192\.0/, `key ${nth}`);
      assert.ok(!key.includes(mari.account.slice(-44, -22)), `key ${nth}`);
    }
  });
});

test('while Redis is unavailable each process counts for itself', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const throttle = await aProcess(server.url);
  const mari = { account: 'mari', address: '192.0.2.1' };
  for (let n = 0; n < 3; n += 1) await throttle.settle(mari, false, start);
  await server.kill();
  for (let n = 0; n < 5; n += 1) await throttle.settle(mari, false, start);
  assert.equal(await waitOf(() => throttle.check(mari, start)), 1);
});
