// Tests of rate limits: buckets empty, refill evenly, report exactly what is left, and are separate for each
// organization.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { type Answer, anOrganization, password, startTestService } from '../../../test/service-fixture.ts';
import { makeThrottle } from '../../identity/sign-in-throttle.ts';
import { createToken } from '../../identity/tokens.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import { newId } from '../../platform/values/ids.ts';
import { toErrorResponse } from '../errors.ts';
import { registerRoutes } from '../handle-request.ts';
import { okResponse, operation } from '../operation.ts';
import { Type } from '../schemas.ts';
import { Limited, limitHeaders, makeBuckets, type Policy } from './rate-limits.ts';

const g = await startTestService({ rateLimits: { credential: 10, tenant: 15, address: 5, bulk: 10, ocr: 2 } });
const start = new Date('2026-11-20T09:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const six: Policy = { name: 'six', counts: 'requests', quota: 6, windowSeconds: 60 };

function refusal(work: () => unknown): Limited {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Limited);
    return error;
  }
  throw new assert.AssertionError({ message: 'It was let through.' });
}

async function times(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let asked = 0; asked < count; asked += 1) statuses.push((await ask()).status);
  return statuses;
}

test('a bucket gives its quota at once, then one token for each part of the window that passes', () => {
  const buckets = makeBuckets();
  for (let left = 5; left >= 0; left -= 1) assert.equal(buckets.take(six, 'a', start).remaining, left, `left ${left}`);
  assert.equal(refusal(() => buckets.take(six, 'a', start)).retryAfter, 10);
  assert.equal(refusal(() => buckets.take(six, 'a', later(9.999))).retryAfter, 1);
  assert.equal(buckets.take(six, 'a', later(10)).remaining, 0);
  assert.equal(buckets.take(six, 'a', later(1000)).remaining, 5);
});

test('each key and policy has its own bucket, and a token can be returned', () => {
  const buckets = makeBuckets();
  const first: Policy = { name: 'one', counts: 'requests', quota: 1, windowSeconds: 60 };
  buckets.take(first, 'a', start);
  buckets.take(first, 'b', start);
  buckets.take({ ...first, name: 'other' }, 'a', start);
  refusal(() => buckets.take(first, 'a', start));
  buckets.giveBack(first, 'a');
  buckets.giveBack(first, 'never taken');
  buckets.take(first, 'a', start);
  refusal(() => buckets.take(first, 'a', start));
});

test('no time span gives more than the quota plus the refill, and a clock that goes back gives nothing', () => {
  const step = fc.tuple(fc.integer({ min: -20, max: 40 }), fc.integer({ min: 1, max: 8 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const buckets = makeBuckets();
      let at = 0;
      let furthest = steps[0]?.[0] ?? 0;
      let given = 0;
      for (const [seconds, count] of steps) {
        at += seconds;
        furthest = Math.max(furthest, at);
        for (let n = 0; n < count; n += 1) {
          try {
            buckets.take(six, 'a', later(at));
            given += 1;
          } catch (error) {
            assert.ok(
              error instanceof Limited && error.retryAfter >= 1 && Number.isInteger(error.retryAfter),
              `n ${n}`,
            );
          }
        }
      }
      assert.ok(given <= 6 + (furthest - (steps[0]?.[0] ?? 0)) / 10 + 1e-6, `${given} by ${furthest} s`);
    }),
    { numRuns: 200 },
  );
});

test('waiting as long as Retry-After says is enough, and one second less is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 3600 }), (quota, windowSeconds) => {
      const policy = { name: 'p', counts: 'requests', quota, windowSeconds };
      const buckets = makeBuckets();
      for (let n = 0; n < quota; n += 1) buckets.take(policy, 'a', start);
      const { retryAfter } = refusal(() => buckets.take(policy, 'a', start));
      if (retryAfter > 1) refusal(() => buckets.take(policy, 'a', later(retryAfter - 1)));
      buckets.take(policy, 'a', later(retryAfter + 0.001));
    }),
  );
});

test('at most a hundred thousand callers are remembered, the most recent ones', () => {
  const buckets = makeBuckets();
  const first: Policy = { name: 'one', counts: 'requests', quota: 1, windowSeconds: 60 };
  for (let caller = 0; caller <= 100_000; caller += 1) buckets.take(first, String(caller), start);
  refusal(() => buckets.take(first, '60000', start));
  buckets.take(first, '0', start);
});

test('the headers are those of the IETF draft', () => {
  const limitState = makeBuckets().take(six, 'a', start);
  assert.deepEqual(limitHeaders([limitState, { ...limitState, policy: { ...six, name: 'second' } }]), {
    'ratelimit-policy': '"six";q=6;w=60, "second";q=6;w=60',
    ratelimit: '"six";r=5;t=10, "second";r=5;t=10',
  });
});

test('a credential over its limit gets 429 with Retry-After and the headers, and can continue after that time', async () => {
  const { owner, integrator } = await anOrganization(g);
  const ask = () => g.ask('GET', '/buildings', { as: owner });
  const first = await ask();
  assert.equal(first.headers['ratelimit-policy'], '"credential";q=10;w=60, "organization";q=15;w=60');
  assert.equal(first.headers.ratelimit, '"credential";r=9;t=6, "organization";r=14;t=4');
  assert.deepEqual(await times(9, ask), Array(9).fill(200));
  const limited = await ask();
  assert.equal(limited.status, 429);
  assert.equal(limited.code, 'rate_limited');
  assert.equal(limited.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(limited.headers['retry-after'], '6');
  assert.equal(limited.headers['ratelimit-policy'], '"credential";q=10;w=60');
  assert.equal(limited.headers.ratelimit, '"credential";r=0;t=60');
  assert.equal((await g.ask('GET', '/buildings', { as: integrator })).status, 200);
  g.clock.now = new Date(g.clock.now.getTime() + 6000);
  assert.deepEqual(await times(2, ask), [200, 429]);
});

test('all credentials of an organization share its limit, and another organization has its own', async () => {
  const { owner, integrator } = await anOrganization(g);
  const otherOrganization = await anOrganization(g);
  assert.deepEqual(await times(8, () => g.ask('GET', '/webhooks', { as: owner })), Array(8).fill(200));
  const theirs = await times(8, () => g.ask('GET', '/webhooks', { as: integrator }));
  assert.deepEqual(theirs, [...Array(7).fill(200), 429]);
  assert.deepEqual(
    await times(10, () => g.ask('GET', '/webhooks', { as: otherOrganization.owner })),
    Array(10).fill(200),
  );
});

test('a request without permission does not count against the organization', async () => {
  const { owner, integrator } = await anOrganization(g);
  await times(9, () => g.ask('POST', '/auth/logout', { as: integrator }));
  assert.equal(
    (await g.ask('GET', '/buildings', { as: owner })).headers.ratelimit,
    '"credential";r=9;t=6, "organization";r=14;t=4',
  );
});

test('unauthenticated callers are counted by network address, whatever they present, and authenticated callers at that address are not held up', async () => {
  const { owner, integrator } = await anOrganization(g);
  assert.equal((await g.ask('GET', '/buildings', { as: owner })).status, 200);
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  const strangers = [
    () => g.ask('GET', '/buildings'),
    () => g.ask('GET', '/buildings', { as: 'hat_garbage' }),
    () => g.ask('GET', '/buildings', { as: createToken('hat_', newId()) }),
    () => g.ask('GET', '/buildings', { as: createToken('hak_', newId()) }),
    () => g.ask('POST', '/auth/refresh', { body: { refreshToken: 'hrt_garbage' } }),
  ];
  for (const [nth, ask] of strangers.entries()) assert.equal((await ask()).status, 401, `ask ${nth}`);
  for (const [nth, ask] of strangers.entries()) {
    const limited = await ask();
    assert.equal(limited.status, 429, `ask ${nth}`);
    assert.equal(limited.headers['retry-after'], '12', `ask ${nth}`);
    assert.equal(limited.headers['ratelimit-policy'], '"address";q=5;w=60', `ask ${nth}`);
  }
  assert.equal((await g.ask('GET', '/buildings', { as: owner })).status, 200);
  assert.equal((await g.ask('GET', '/buildings', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status, 429);
  // Not seen yet, so it looks like a guess.
  assert.equal((await g.ask('GET', '/buildings', { as: integrator })).status, 429);
  g.clock.now = new Date(g.clock.now.getTime() + 12_000);
  const together = await Promise.all(Array.from({ length: 5 }, () => g.ask('GET', '/buildings', { as: integrator })));
  assert.deepEqual(
    together.map(({ status }) => status),
    Array(5).fill(200),
    'one look-up for all of them',
  );
  assert.equal((await g.ask('GET', '/buildings')).status, 401, 'and it is not counted');
});

test('a guess costs no look-up once its address is over the limit', async () => {
  const narrow = await startTestService({ rateLimits: { ...g.app.config.rateLimits, address: 3 } });
  const guess = () => narrow.ask('GET', '/buildings', { as: createToken('hak_', newId()) });
  assert.deepEqual(await times(3, guess), [401, 401, 401]);
  const letGo = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = narrow.owner.begin(async (sql) => {
    await sql`lock table credentials in access exclusive mode`; // Nobody can look anything up now.
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  const statuses = await times(5, guess);
  letGo.resolve();
  await holding;
  assert.deepEqual(statuses, Array(5).fill(429));
});

test('unsigned messages are counted before they are checked, and sign-in is not', async () => {
  const { email } = await anOrganization(g);
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  const right = () => g.ask('POST', '/auth/login', { body: { email, password } });
  assert.deepEqual(await times(6, right), Array(6).fill(200));
  const headers = { 'content-type': 'nonsense' };
  const validationError = () => g.ask('POST', '/auth/login', { raw: '{}', headers });
  assert.deepEqual(await times(6, validationError), [...Array(5).fill(415), 429]);
  assert.equal((await g.ask('GET', '//console/magic-link')).status, 429);
});

const described = { summary: '-', description: '-', responses: {} };
const body = Type.Object({ token: Type.String() });

/** Operations that only these tests have, on a server of their own. */
const bench = fastify();
bench.addHttpMethod('POST', { overrideExisting: true }); // Bodies are read by the operation.
bench.setErrorHandler((error, _request, reply) => {
  const { status, headers, body: problem } = toErrorResponse(error, { publicUrl: '', tokenSent: true });
  return reply.code(status).headers(headers).send(JSON.stringify(problem));
});
registerRoutes(bench, { app: g.app, throttle: makeThrottle(), buckets: makeBuckets() }, '', [
  operation({
    ...described,
    name: 'redeem',
    route: 'POST /redeem',
    permission: 'none',
    rules: ['always counted'],
    body,
    handle: async (_doors, asked) => {
      if (asked.body.token !== 'right') throw new Unauthenticated('invalid_token');
      return okResponse({});
    },
  }),
  operation({
    ...described,
    name: 'ocr',
    route: 'POST /ocr',
    permission: 'buildings:read',
    rules: ['photo'],
    body,
    handle: {
      prepare: async (_doors, _caller, asked) => {
        if (asked.body.token !== 'right') throw new Error('The photo shows nothing.');
      },
      run: async () => okResponse({}),
    },
  }),
]);

async function post(url: string, payload: object, more: { as?: string; from?: string } = {}) {
  const headers = more.as === undefined ? {} : { authorization: `Bearer ${more.as}` };
  return bench.inject({ method: 'POST', url, payload, headers, remoteAddress: more.from ?? '192.0.2.1' });
}

test('every request that causes an e-mail or tries a token counts for its network, with the headers', async () => {
  const tries = [{ token: 'right' }, { token: 'wrong' }, {}, { token: 'right' }, { token: 'wrong' }];
  const answers = [];
  for (const item of tries) answers.push(await post('/redeem', item));
  assert.deepEqual(
    answers.map((answer) => answer.statusCode),
    [200, 401, 400, 200, 401],
  );
  assert.deepEqual(
    answers.map((answer) => answer.headers.ratelimit),
    [4, 3, 2, 1, 0].map((left) => `"address";r=${left};t=${(5 - left) * 12}`),
  );
  for (const item of tries) {
    const limited = await post('/redeem', item);
    assert.deepEqual([limited.statusCode, limited.headers['retry-after']], [429, '12'], JSON.stringify(item));
    assert.equal(limited.headers['ratelimit-policy'], '"address";q=5;w=60', JSON.stringify(item));
  }
  assert.equal((await post('/redeem', { token: 'right' }, { from: '192.0.2.2' })).statusCode, 200);
});

test('reading photos has a limit of its own: every request of a credential counts, whatever its result', async () => {
  const { owner, integrator } = await anOrganization(g);
  const from = '192.0.2.3';
  const first = await post('/ocr', { token: 'right' }, { as: owner, from });
  assert.equal(first.statusCode, 200);
  assert.match(String(first.headers.ratelimit), /, "ocr";r=1;t=30$/);
  assert.equal((await post('/ocr', { token: 'blurred' }, { as: owner, from })).statusCode, 500);
  const limited = await post('/ocr', { token: 'right' }, { as: owner, from });
  assert.deepEqual([limited.statusCode, limited.headers['retry-after']], [429, '30']);
  assert.equal(limited.headers['ratelimit-policy'], '"ocr";q=2;w=60');
  assert.equal((await post('/ocr', { token: 'right' }, { as: integrator, from })).statusCode, 200);
});
