// Tests of Redis: it may be unavailable, hang, reject or return, and callers never wait for it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { makeRedisServer, makeTestLog, withRedis } from '../../../test/redis-server.ts';
import { readConfig } from '../config/config.ts';
import { makeRedis, makeScript, type Redis } from './redis.ts';

const config = readConfig({ SECRET_KEY: randomBytes(32).toString('base64'), REDIS_TIMEOUT: '1000' });
const count = makeScript(
  `local n = redis.call('incr', KEYS[1]) redis.call('pexpire', KEYS[1], 60000) return {tostring(n)}`,
);

function redisAt(url: string, its = config) {
  const heard = makeTestLog();
  const redis = makeRedis(url, its, heard.log);
  after(() => redis.close());
  return { redis, heard };
}

const counted = async (redis: Redis, name = 'a') => (await redis.run(count, [{ kind: 'test', name }], []))?.[0];

test('a script runs once per caller, also on a server that does not know it yet', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const { redis, heard } = redisAt(server.url);
  await redis.open();
  const answers = await Promise.all(Array.from({ length: 50 }, () => counted(redis)));
  assert.deepEqual(new Set(answers).size, 50);
  await server.look((client) => client.script('FLUSH'));
  assert.equal(await counted(redis), '51');
  assert.deepEqual(heard.lines, []);
});

test(
  'names are not visible to the server, and two services with their own secrets can share one',
  withRedis,
  async () => {
    const server = await makeRedisServer();
    await server.start();
    const { redis } = redisAt(server.url);
    const { redis: other } = redisAt(server.url, readConfig({ SECRET_KEY: randomBytes(32).toString('base64') }));
    await Promise.all([redis.open(), other.open()]);
    for (const name of ['mari@example.org', 'jaan@example.org']) {
      assert.equal(await counted(redis, name), '1', name);
      assert.equal(await counted(other, name), '1', name);
      assert.equal(await counted(redis, name), '2', name);
    }
    const keys = await server.look((client) => client.keys('*'));
    assert.equal(keys.length, 6);
    for (const key of keys) assert.match(key, /^haldur:(test|probe):[\w-]{22}$/, key);
  },
);

test('a missing server is retried in the background, and used once it is there', withRedis, async () => {
  const server = await makeRedisServer();
  const { redis, heard } = redisAt(server.url);
  await redis.open();
  assert.equal(await counted(redis), undefined);
  assert.equal(heard.lines.length, 1);
  assert.match(heard.lines[0] ?? '', /ENOENT.*Redis is unavailable/);
  await server.start();
  await heard.hears('Redis is available again');
  assert.equal(await counted(redis), '1');
});

test('a killed server is logged once as lost and once as back, however many ask', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const { redis, heard } = redisAt(server.url);
  await redis.open();
  assert.equal(await counted(redis), '1');
  const killed = server.kill();
  for (const [nth, answer] of (await Promise.all(Array.from({ length: 100 }, () => counted(redis)))).entries())
    assert.match(answer ?? 'none', /^(none|\d+)$/, `answer ${nth}`);
  await killed;
  await heard.hears('Redis is unavailable');
  assert.equal(await counted(redis), undefined);
  await server.start();
  await heard.hears('Redis is available again');
  assert.equal(await counted(redis), '1');
  assert.equal(heard.lines.length, 2);
});

test('a server that hangs is dropped, and used again once it answers', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const { redis, heard } = redisAt(server.url);
  await redis.open();
  server.freeze();
  assert.deepEqual(await Promise.all([counted(redis), counted(redis)]), [undefined, undefined]);
  await heard.hears('No answer within');
  assert.equal(await counted(redis), undefined);
  server.thaw();
  await heard.hears('Redis is available again');
  assert.notEqual(await counted(redis), undefined);
});

test('an answer that arrives while this process is busy counts as in time', withRedis, async () => {
  const server = await makeRedisServer();
  await server.start();
  const { redis, heard } = redisAt(server.url);
  await redis.open();
  assert.equal(await counted(redis), '1');
  const asked = counted(redis);
  const until = performance.now() + 200;
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      while (performance.now() < until);
      resolve();
    }),
  );
  assert.equal(await asked, '2');
  assert.deepEqual(heard.lines, []);
});

test('a full server counts as lost until it accepts writes again', withRedis, async () => {
  const server = await makeRedisServer('--maxmemory-policy', 'noeviction');
  await server.start();
  const { redis, heard } = redisAt(server.url);
  await redis.open();
  await server.look((client) => client.config('SET', 'maxmemory', '1'));
  assert.equal(await counted(redis), undefined);
  await heard.hears('OOM');
  assert.equal(await counted(redis), undefined);
  await server.look((client) => client.config('SET', 'maxmemory', '0'));
  await heard.hears('Redis is available again');
  assert.equal(await counted(redis), '1');
  assert.equal(heard.lines.length, 2);
});

test('a rejected password is logged, and not repeated', withRedis, async () => {
  const server = await makeRedisServer('--requirepass', 'the right one');
  await server.start();
  const { redis, heard } = redisAt(`${server.url}?password=hunter2`);
  await redis.open();
  assert.equal(await counted(redis), undefined);
  assert.match(heard.lines.join(), /WRONGPASS/);
  assert.doesNotMatch(heard.lines.join(), /hunter2/);
  const { redis: welcome } = redisAt(`${server.url}?password=the%20right%20one`);
  await welcome.open();
  assert.equal(await counted(welcome), '1');
});

test('closing takes effect at once, also while nothing answers', withRedis, async () => {
  const server = await makeRedisServer();
  const { redis } = redisAt(server.url);
  const opening = redis.open();
  redis.close();
  await opening;
  assert.equal(await counted(redis), undefined);
});
