// Tests of signing in, refreshing and signing out as a client sees them: statuses, codes, headers, and nothing that
// helps a guesser.
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  type Answer,
  aBuilding,
  anOrganization,
  aPerson,
  password,
  startTestService,
} from '../../../test/service-fixture.ts';
import { createApiKey, createUser } from '../../identity/operator-accounts.ts';
import { checkPassword } from '../../identity/passwords.ts';
import { createToken } from '../../identity/tokens.ts';
import { Unavailable } from '../../platform/errors.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();
const organization = await anOrganization(g);
type Tokens = { id: string; accessToken: string; refreshToken: string; tenantId: string };

const login = (body: unknown, more: { headers?: Record<string, string> } = {}) =>
  g.ask<Tokens>('POST', '/auth/login', { body, ...more });
const refresh = (refreshToken: unknown) => g.ask<Tokens>('POST', '/auth/refresh', { body: { refreshToken } });
const reading = (as?: string) => g.ask('GET', '/buildings', { as });

/** An answer without what differs between any two. */
function comparable({ status, headers, text }: Answer<Tokens>) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}

test('the answer to a sign-in is that of the specification, and tokens are not cached', async () => {
  const answer = await login({ email: organization.email, password });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(JSON.parse(answer.text)), ['data']);
  assert.deepEqual(Object.keys(answer.data).sort(), [
    'accessToken',
    'expiresIn',
    'refreshToken',
    'tenantId',
    'tokenType',
  ]);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal((await reading(answer.data.accessToken)).status, 200);
});

test('an unknown address and a wrong password get the same answer, byte for byte', async () => {
  const wrong = await login({ email: organization.email, password: 'wrong' });
  const unknown = await login({ email: 'nobody@example.org', password: 'wrong' });
  assert.deepEqual(comparable(unknown), comparable(wrong));
  assert.deepEqual(
    [wrong.status, wrong.code, wrong.headers['www-authenticate']],
    [401, 'invalid_credentials', 'Bearer'],
  );
});

test('members can sign in to a named organization; for others it counts as missing, but only with the correct password', async () => {
  const otherOrganization = await anOrganization(g);
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  await createUser(g.app, { tenantId: otherOrganization.tenantId, email, password, role: 'accountant' });
  for (const [which, { tenantId }] of Object.entries({ organization, otherOrganization }))
    assert.equal((await login({ email, password, tenantId })).data.tenantId, tenantId, which);
  const stranger = await anOrganization(g);
  const foreign = await login({ email, password, tenantId: stranger.tenantId });
  assert.equal(foreign.status, 404);
  assert.deepEqual(comparable(await login({ email, password, tenantId: newId() })), comparable(foreign));
  assert.equal((await login({ email, password: 'wrong', tenantId: stranger.tenantId })).status, 401);
});

test('the role is that in the chosen organization', async () => {
  const otherOrganization = await anOrganization(g);
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  await createUser(g.app, { tenantId: otherOrganization.tenantId, email, password, role: 'accountant' });
  const create = async (tenantId: string) =>
    (
      await g.ask('POST', '/buildings', {
        as: (await login({ email, password, tenantId })).data.accessToken,
        body: { name: 'a', address: 'b' },
      })
    ).status;
  assert.equal(await create(organization.tenantId), 201);
  assert.equal(await create(otherOrganization.tenantId), 403);
});

test('after five failures an account must wait, also an unknown one; the wait grows and ends, and others are not delayed', async () => {
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  for (const text of [email, 'unknown@example.org']) {
    for (let n = 0; n < 5; n += 1)
      assert.equal((await login({ email: text, password: 'wrong' })).status, 401, `n ${n}`);
    const waiting = await login({ email: text.toUpperCase(), password });
    assert.deepEqual(
      [waiting.status, waiting.code, waiting.headers['retry-after']],
      [429, 'sign_in_throttled', '1'],
      text,
    );
  }
  assert.equal((await login({ email: organization.email, password })).status, 200);
  const began = g.clock.now;
  g.clock.now = new Date(began.getTime() + 1000);
  assert.equal((await login({ email, password: 'wrong' })).status, 401);
  assert.equal((await login({ email, password })).headers['retry-after'], '2');
  g.clock.now = new Date(began.getTime() + 3000);
  assert.equal((await login({ email, password })).status, 200);
  assert.equal((await login({ email, password: 'wrong' })).status, 401);
  g.clock.now = began;
});

test('fifty failures from one address slow down new users there, but neither known ones nor refreshing', async () => {
  const fresh = await startTestService();
  const here = await anOrganization(fresh);
  const newcomer = await aPerson(fresh, here.tenantId, 'manager');
  const ask = (email: string, word = password) =>
    fresh.ask<Tokens>('POST', '/auth/login', { body: { email, password: word } });
  const first = await ask(here.email);
  const { email } = await aPerson(fresh, here.tenantId, 'manager');
  const nonce = Buffer.alloc(16, 5);
  const quick = argon2Sync('argon2id', { message: 'x', nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 });
  const text = `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString('base64').slice(0, 22)}$${quick.toString('base64').slice(0, 43)}`;
  // Hashes of no cost, so that fifty wrong guesses take no time.
  await fresh.owner`update users set password_hash = ${text} where email = ${email}`;
  for (let n = 0; n < 10; n += 1) {
    await fresh.owner`insert into users (id, email, email_key, name, password_hash, created_at, updated_at) values (${newId()}, ${`u${n}@x`}, ${`u${n}@x`}, 'x', ${text}, now(), now())`;
    for (let m = 0; m < 5; m += 1) assert.equal((await ask(`u${n}@x`, 'wrong')).status, 401, `n ${n}, m ${m}`);
  }
  assert.equal((await ask(newcomer.email)).status, 429);
  assert.equal((await ask(here.email)).status, 200);
  assert.equal(
    (await fresh.ask('POST', '/auth/refresh', { body: { refreshToken: first.data.refreshToken } })).status,
    200,
  );
  const elsewhere = await fresh.server.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '192.0.2.7',
    payload: { email: newcomer.email, password },
  });
  assert.equal(elsewhere.statusCode, 200);
});

test('with too many password checks in progress, signing in is 503 with Retry-After, and works again afterwards', async () => {
  const nonce = Buffer.alloc(16, 3);
  const kept = `$argon2id$v=19$m=4096,t=2,p=1$${nonce.toString('base64').slice(0, 22)}$${'A'.repeat(43)}`;
  let crowded = true;
  const crowd = Array.from({ length: 110 }, async () => {
    while (crowded) {
      await checkPassword('x', kept).catch((error) => assert.ok(error instanceof Unavailable));
      await setImmediate();
    }
  });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => login({ email: `crowd${n}@example.org`, password })),
  );
  crowded = false;
  await Promise.all(crowd);
  const turnedAway = answers.filter((answer) => answer.status !== 401);
  assert.ok(turnedAway.length > 0);
  for (const [nth, { status, code, headers }] of turnedAway.entries())
    assert.deepEqual([status, code, headers['retry-after']], [503, 'busy', '1'], `case ${nth}`);
  assert.equal((await login({ email: organization.email, password })).status, 200);
});

test('only an access token or an API key is a Bearer token; anything else is 401 with invalid_token', async () => {
  const { data } = await login({ email: organization.email, password });
  const { accessToken, refreshToken } = data;
  const wrong = [
    refreshToken,
    createToken('hat_', newId()),
    createToken('hak_', organization.tenantId),
    accessToken.slice(0, -1),
    `${accessToken}x`,
    accessToken.toUpperCase(),
    accessToken.replace('hat_', 'hak_'),
    'x',
    'null',
    '%00',
    `${accessToken},${accessToken}`,
    organization.tenantId,
  ];
  for (const as of wrong) {
    const answer = await reading(as);
    assert.deepEqual(
      [answer.status, answer.code, answer.headers['www-authenticate']],
      [401, 'invalid_token', 'Bearer error="invalid_token"'],
      as,
    );
  }
  const without = await reading();
  assert.deepEqual(
    [without.status, without.code, without.headers['www-authenticate']],
    [401, 'unauthenticated', 'Bearer'],
  );
});

test('the scheme is Bearer in any case; another scheme or place of the token is rejected', async () => {
  const token = organization.owner;
  const statusOf = async (authorization: string) =>
    (await g.ask('GET', '/buildings', { headers: { authorization } })).status;
  for (const text of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
    assert.equal(await statusOf(text), 200, text);
  for (const text of [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    `Bearer ${token} ${token}`,
    `Bearer "${token}"`,
    `Token ${token}`,
    `Bearer\t${token}`,
  ])
    assert.equal(await statusOf(text), 401, text);
  for (const query of [`access_token=${token}`, `token=${token}`])
    assert.equal((await g.ask('GET', `/buildings?${query}`)).status, 401, query);
  assert.equal(
    (await g.ask('GET', '/buildings', { headers: { cookie: `accessToken=${token}`, 'x-api-key': token } })).status,
    401,
  );
});

test('refreshing: 400 without a token, 401 for an invalid one, and a reused refresh token ends the session', async () => {
  assert.deepEqual((await g.ask('POST', '/auth/refresh', { body: {} })).fields, ['refreshToken']);
  assert.equal((await g.ask('POST', '/auth/refresh')).status, 400);
  assert.equal((await refresh(5)).status, 400);
  assert.equal((await refresh('')).status, 422);
  const { data } = await login({ email: organization.email, password });
  for (const text of [
    'x',
    data.accessToken,
    createToken('hak_', newId()),
    `${data.refreshToken}x`,
    data.refreshToken.slice(0, -1),
  ]) {
    const answer = await refresh(text);
    assert.deepEqual([answer.status, answer.code], [401, 'invalid_token'], text);
  }
  const second = await refresh(data.refreshToken);
  assert.equal((await refresh(second.data.refreshToken)).status, 200);
  const reused = await refresh(data.refreshToken);
  assert.deepEqual([reused.status, reused.code], [401, 'refresh_token_reused']);
  assert.equal((await reading(second.data.accessToken)).status, 401);
});

test('an API key belongs to the organization: no session, password or person; it outlives its creator and ends at once when deleted', async () => {
  const here = await anOrganization(g);
  const { id, apiKey } = await createApiKey(g.app, { tenantId: here.tenantId, name: 'owner key', role: 'owner' });
  const building = await aBuilding(g, apiKey);
  const out = await g.ask('POST', '/auth/logout', { as: apiKey });
  assert.deepEqual(
    [out.status, out.code, out.headers['www-authenticate']],
    [403, 'insufficient_scope', 'Bearer error="insufficient_scope"'],
  );
  assert.match(out.text, /An API key cannot do this, whatever its role/);
  const keyOf = async (role: 'manager' | 'owner') =>
    (await createApiKey(g.app, { tenantId: here.tenantId, name: role, role })).apiKey;
  for (const [role, why] of [
    ['owner', /needs a person/],
    ['manager', /role does not allow/],
  ] as const) {
    const refused = await g.ask('DELETE', `/buildings/${building.id}`, { as: await keyOf(role), body: { password } });
    assert.equal(refused.status, 403, role);
    assert.match(refused.text, why, role);
  }
  const successor = await aPerson(g, here.tenantId, 'owner');
  const { items: members } = await g.ask('GET', '//console/api/members', { as: here.owner });
  const creator = members.find((member) => member.email === here.email);
  const remove = (path: string) => g.ask('DELETE', `//console/api/${path}`, { as: successor.token });
  assert.equal((await remove(`members/${creator?.id}`)).status, 204);
  assert.equal((await reading(here.owner)).status, 401);
  assert.equal((await reading(apiKey)).status, 200);
  assert.equal((await remove(`api-keys/${id}`)).status, 204);
  assert.equal((await reading(apiKey)).status, 401);
});
