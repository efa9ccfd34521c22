// Tests of idempotency: a request repeated with its Idempotency-Key has one effect and one answer, and a key never
// gives access to anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Answer,
  aBuilding,
  anOrganization,
  aPerson,
  password,
  startTestService,
} from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { RequestError } from './errors.ts';
import { runOnce } from './idempotency.ts';
import { parseIdempotencyKey } from './validate-request.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const as = organization.owner;
const body = { name: 'Kase 12', address: 'Kase 12, Tallinn' };

const create = (key: string, more: { as?: string; body?: unknown; headers?: Record<string, string> } = {}) =>
  g.ask('POST', '/buildings', { as, body, ...more, headers: { 'idempotency-key': key, ...more.headers } });

async function buildings(tenantId = organization.tenantId): Promise<number> {
  const [row] = await g.owner`select count(*) as count from buildings where tenant_id = ${tenantId}`;
  return Number(row?.count);
}

function isReplay(answer: Answer): boolean {
  return answer.headers['idempotency-replayed'] === 'true';
}

test('the same request gets the same answer, byte for byte, and has no second effect', async () => {
  const before = await buildings();
  const first = await create('again');
  assert.equal(first.status, 201);
  assert.ok(!isReplay(first));
  for (let n = 0; n < 3; n += 1) {
    const replay = await create('again');
    assert.ok(isReplay(replay), `n ${n}`);
    assert.deepEqual(
      [replay.status, replay.text, replay.headers.location],
      [201, first.text, first.headers.location],
      `n ${n}`,
    );
  }
  assert.equal(await buildings(), before + 1);
});

test('a quoted and a bare key are the same, and so is a body with its fields in another order', async () => {
  const first = await create('quoted-1');
  const replay = await create('"quoted-1"', { body: { address: body.address, name: body.name } });
  assert.ok(isReplay(replay));
  assert.equal(replay.text, first.text);
});

test('another body with a used key is 422, also when only an ignored field or a nested value differs', async () => {
  await create('other-body', { body: { ...body, billing: { charges: [] } } });
  const before = await buildings();
  for (const changed of [
    { ...body, name: 'Other' },
    { ...body, unknown: 1, billing: { charges: [] } },
    { ...body, billing: { charges: [], paymentTermDays: 14 } },
  ]) {
    const answer = await create('other-body', { body: changed });
    assert.deepEqual([answer.status, answer.code], [422, 'idempotency_key_reused'], JSON.stringify(changed));
  }
  assert.equal(await buildings(), before);
});

test('a key belongs to its operation, its path, its caller and its organization', async () => {
  const otherOrganization = await anOrganization(g);
  const manager = await aPerson(g, organization.tenantId, 'manager');
  const first = await create('shared');
  for (const [nth, who] of [organization.integrator, manager.token, otherOrganization.owner].entries()) {
    const answer = await create('shared', { as: who });
    assert.equal(answer.status, 201, `who ${nth}`);
    assert.ok(!isReplay(answer), `who ${nth}`);
    assert.notEqual(answer.data.id, first.data.id, `who ${nth}`);
  }
  const buildings = [await aBuilding(g, as), await aBuilding(g, as)];
  for (const [nth, building] of buildings.entries()) {
    const patch = { as, body, headers: { 'idempotency-key': 'shared' } };
    assert.ok(!isReplay(await g.ask('PATCH', `/buildings/${building.id}`, patch)), `building ${nth}`);
    assert.ok(isReplay(await g.ask('PATCH', `/buildings/${building.id}`, patch)), `building ${nth}`);
  }
});

test('a person who signs in again repeats an earlier request', async () => {
  const manager = await aPerson(g, organization.tenantId, 'manager');
  const first = await create('new session', { as: manager.token, headers: { 'idempotency-key': 'new-session' } });
  const { data } = await g.ask<{ id: string; accessToken: string }>('POST', '/auth/login', {
    body: { email: manager.email, password },
  });
  const again = await create('new-session', { as: data.accessToken });
  assert.ok(isReplay(again));
  assert.equal(again.text, first.text);
});

test('of ten simultaneous requests one has an effect: the others must wait or get its answer', async () => {
  const before = await buildings();
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('ten-at-once')));
  const made = answers.filter((answer) => answer.status === 201);
  for (const [nth, answer] of answers.filter((each) => each.status !== 201).entries())
    assert.deepEqual(
      [answer.status, answer.code, answer.headers['retry-after']],
      [409, 'idempotency_in_progress', '1'],
      `answer ${nth}`,
    );
  assert.equal(new Set(made.map((answer) => answer.text)).size, 1);
  assert.equal(made.filter((answer) => !isReplay(answer)).length, 1);
  assert.equal(await buildings(), before + 1);
  assert.ok(isReplay(await create('ten-at-once')));
});

test('while the first request runs, the second gets 409 with Retry-After', async () => {
  const repeat = { key: 'slow', principal: 'user x', route: 'y', request: 'z' };
  await inTenant(g.app, serviceCaller(organization.tenantId), (scope) =>
    runOnce(scope, repeat, async () => {
      const second = inTenant(g.app, serviceCaller(organization.tenantId), (inner) =>
        runOnce(inner, repeat, async () => ({ status: 200 })),
      );
      await assert.rejects(
        second,
        (error) =>
          error instanceof RequestError &&
          error.code === 'idempotency_in_progress' &&
          error.headers['retry-after'] === '1',
      );
      return { status: 200 };
    }),
  );
});

test('a failed request is not stored: corrected, it succeeds with the same key', async () => {
  assert.equal((await create('failed', { body: { ...body, name: '' } })).status, 422);
  assert.equal((await create('failed', { body: { ...body, billing: { iban: 'EE00000000000000' } } })).status, 422);
  assert.equal((await create('failed', { body: {} })).status, 400);
  const answer = await create('failed');
  assert.equal(answer.status, 201);
  assert.ok(!isReplay(answer));
});

test('a key expires after 24 hours, and not a moment before', async () => {
  const manager = organization.integrator;
  const first = await create('day', { as: manager });
  const began = g.clock.now;
  g.clock.now = new Date(began.getTime() + 24 * 3_600_000 - 1);
  assert.ok(isReplay(await create('day', { as: manager })));
  g.clock.now = new Date(began.getTime() + 24 * 3_600_000);
  const second = await create('day', { as: manager, body: { ...body, name: 'Tomorrow' } });
  assert.equal(second.status, 201);
  assert.notEqual(second.data.id, first.data.id);
  assert.ok(isReplay(await create('day', { as: manager, body: { ...body, name: 'Tomorrow' } })));
  g.clock.now = began;
});

test('keys have 1 to 255 visible ASCII characters', async () => {
  for (const key of ['x', 'x'.repeat(255), `"${'x'.repeat(255)}"`, '~!@#$%^&*()[]{}'])
    assert.equal(typeof parseIdempotencyKey(key), 'string', key);
  assert.equal(parseIdempotencyKey(undefined), undefined);
  for (const key of ['', '""', ' ', 'a b', 'x'.repeat(256), 'x'.repeat(300), 'ä', 'a\tb', 'a, b']) {
    assert.ok(parseIdempotencyKey(key) instanceof RequestError, key);
    if (key !== 'ä') continue;
    const answer = await create(key);
    assert.deepEqual([answer.status, answer.fields], [422, ['Idempotency-Key']], JSON.stringify(key));
  }
});

test('the table reveals nothing: no key, no body, no secret of an answer', async () => {
  const endpoint = { url: 'http://127.0.0.1:9/private-path', events: ['invoice.paid'] };
  const first = await g.ask<{ id: string; secret: string }>('POST', '/webhooks', {
    as,
    body: endpoint,
    headers: { 'idempotency-key': 'visible-key' },
  });
  const signedIn = await g.ask<{ id: string; accessToken: string }>('POST', '/auth/login', {
    body: { email: organization.email, password },
    headers: { 'idempotency-key': 'visible-key' },
  });
  const rows = await g.owner<
    { answer: Buffer; fingerprint: Buffer; keyHash: Buffer }[]
  >`select answer, fingerprint, key_hash from idempotency_keys`;
  const kept = Buffer.concat(rows.flatMap((row) => [row.answer, row.fingerprint, row.keyHash])).toString('latin1');
  assert.ok(first.data.secret.startsWith('whsec_'));
  for (const secret of [
    first.data.secret,
    signedIn.data.accessToken,
    'whsec_',
    'hat_',
    'private-path',
    'visible-key',
    password,
  ])
    assert.ok(!kept.includes(secret), secret);
  const replay = await g.ask('POST', '/webhooks', {
    as,
    body: endpoint,
    headers: { 'idempotency-key': 'visible-key' },
  });
  assert.equal(replay.text, first.text);
});

test('a stored answer that is moved to another key or organization cannot be decrypted', async () => {
  await create('moved-a');
  await create('moved-b');
  const rows = await g.owner<
    { keyHash: Buffer }[]
  >`select key_hash from idempotency_keys where tenant_id = ${organization.tenantId} order by xmin::text::bigint desc limit 2`;
  const [last, before] = rows;
  assert.ok(last && before);
  // A forged row.
  await g.owner`update idempotency_keys set answer = (select answer from idempotency_keys where key_hash = ${before.keyHash}) where key_hash = ${last.keyHash}`;
  assert.equal((await create('moved-b')).status, 500);
});

test('callers who lost the permission or the session get no earlier answer', async () => {
  const manager = await aPerson(g, organization.tenantId, 'manager');
  assert.equal((await create('demoted', { as: manager.token })).status, 201);
  const member = `//console/api/members/${manager.userId}`;
  await g.ask('PATCH', member, { as, body: { role: 'accountant' } });
  const refused = await create('demoted', { as: manager.token });
  assert.deepEqual([refused.status, isReplay(refused)], [403, false]);
  await g.ask('DELETE', member, { as });
  assert.equal((await create('demoted', { as: manager.token })).status, 401);
});

test('a repeated body is validated again, so a replay never answers a request that would be rejected', async () => {
  await create('shape');
  assert.equal((await create('shape', { headers: { accept: 'text/html' } })).status, 406);
  assert.equal((await create('shape', { body: { name: 5 } })).status, 400);
});

test('GET and DELETE ignore the header', async () => {
  const building = await aBuilding(g, as);
  const headers = { 'idempotency-key': 'not looked at: ä' };
  assert.equal((await g.ask('GET', `/buildings/${building.id}`, { as, headers })).status, 200);
  assert.equal((await g.ask('DELETE', `/buildings/${building.id}`, { as, headers, body: { password } })).status, 204);
  assert.equal((await g.ask('DELETE', `/buildings/${building.id}`, { as, headers, body: { password } })).status, 404);
});

test('sign-in is replayed only with the correct password, and a key of one person is of no use to another', async () => {
  const manager = await aPerson(g, organization.tenantId, 'manager');
  const login = (email: string, word = password) =>
    g.ask<{ id: string; accessToken: string }>('POST', '/auth/login', {
      body: { email, password: word },
      headers: { 'idempotency-key': 'sign-in' },
    });
  const first = await login(manager.email);
  const replay = await login(manager.email);
  assert.equal(replay.text, first.text);
  assert.ok(isReplay(replay));
  assert.equal((await login(manager.email, 'wrong')).status, 401);
  const owner = await login(organization.email);
  assert.equal(owner.status, 200);
  assert.notEqual(owner.data.accessToken, first.data.accessToken);
});

test('a refresh whose answer was lost can be repeated with its key for longer than a minute', async () => {
  const { data } = await g.ask<{ id: string; refreshToken: string }>('POST', '/auth/login', {
    body: { email: organization.email, password },
  });
  const refresh = () =>
    g.ask('POST', '/auth/refresh', {
      body: { refreshToken: data.refreshToken },
      headers: { 'idempotency-key': 'refresh' },
    });
  const first = await refresh();
  g.clock.now = new Date(g.clock.now.getTime() + 120_000);
  const again = await refresh();
  assert.equal(first.status, 200);
  assert.equal(again.text, first.text);
});
