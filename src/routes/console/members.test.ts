// Tests of account settings: members and roles, the security log; for owners in person only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, aPerson, password, startTestService, waitUntil } from '../../../test/service-fixture.ts';

const g = await startTestService();
const at = (path: string) => `//console/api${path}`;

test('the last owner can neither leave nor be demoted, also when two owners remove each other simultaneously', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const [onlyOwner] = (await g.ask('GET', at('/members?role=owner'), { as: owner })).items;
  assert.ok(onlyOwner);
  const own = at(`/members/${onlyOwner.id}`);
  assert.equal((await g.ask('DELETE', own, { as: owner })).code, 'last_owner');
  assert.equal((await g.ask('PATCH', own, { as: owner, body: { role: 'manager' } })).code, 'last_owner');
  assert.equal((await g.ask('PATCH', own, { as: owner, body: { role: 'owner' } })).status, 200);
  const secondOwner = await aPerson(g, tenantId, 'owner');
  const statuses = (
    await Promise.all([
      g.ask('DELETE', at(`/members/${secondOwner.userId}`), { as: owner }),
      g.ask('DELETE', own, { as: secondOwner.token }),
    ])
  ).map((answer) => answer.status);
  const [left] = await g.owner<{ owners: number }[]>`
    select count(*)::int as owners from memberships where tenant_id = ${tenantId} and role = 'owner'`;
  assert.equal(left?.owners, 1, String(statuses));
});

test('the log shows sign-ins, failures, changes and removals, the latest first, to owners only', async () => {
  const { owner, tenantId, email } = await anOrganization(g);
  const { userId, token, email: managerEmail } = await aPerson(g, tenantId, 'manager');
  await g.ask('POST', '/auth/login', { body: { email, password: 'wrong' } });
  const log = async (query = '') => (await g.ask('GET', at(`/security-log${query}`), { as: owner })).items;
  await waitUntil(async () => (await log('?kind=sign_in_failed')).length === 1);
  const building = await g.ask('POST', '/buildings', { as: owner, body: { name: 'x', address: 'y' } });
  await g.ask('PATCH', at(`/members/${userId}`), { as: owner, body: { role: 'accountant' } });
  await g.ask('DELETE', `/buildings/${building.data.id}`, { as: owner, body: { password } });
  const all = await log();
  const kinds = all.map((thing) => thing.kind);
  for (const kind of ['member_joined', 'signed_in', 'sign_in_failed', 'key_made', 'role_changed', 'building_deleted'])
    assert.ok(kinds.includes(kind), kind);
  assert.equal(kinds[0], 'building_deleted');
  assert.deepEqual(all.find((thing) => thing.kind === 'role_changed')?.detail, {
    userId,
    about: managerEmail,
    before: { role: 'manager' },
    after: { role: 'accountant' },
  });
  assert.equal(all.find((thing) => thing.kind === 'sign_in_failed')?.address, '127.0.0.1');
  assert.doesNotMatch(JSON.stringify(all), /wrong|correct horse/);
  assert.equal((await g.ask('GET', at('/security-log'), { as: token })).status, 403);
  const page = await g.ask('GET', at('/security-log?limit=2'), { as: owner });
  const next = await g.ask('GET', at(`/security-log?limit=2&cursor=${page.nextCursor}`), { as: owner });
  assert.deepEqual(
    [...page.items, ...next.items].map((thing) => thing.id),
    all.slice(0, 4).map((thing) => thing.id),
  );
});

test('a person reads and changes their own name and language, and no more', async () => {
  const { tenantId } = await anOrganization(g, 'KÜ Meie');
  const { token, userId, email } = await aPerson(g, tenantId, 'resident');
  const me = await g.ask<{ draftKey: string }>('GET', at('/me'), { as: token });
  assert.match(me.data.draftKey, /^[\w+/]{43}=$/);
  assert.deepEqual(me.data, {
    draftKey: me.data.draftKey,
    id: userId,
    name: email,
    email,
    language: 'et',
    role: 'resident',
    organization: {
      id: tenantId,
      name: 'KÜ Meie',
      test: false,
      clockAheadSeconds: 0,
      chargesVat: false,
      vatExceptions: [],
      phone: null,
    },
    answeredRequests: [],
    lacksSecondFactor: false,
    apartments: [],
    formerApartments: [],
  });
  const body = { name: ' Mari Tamm ', language: 'ru', role: 'owner', email: 'other@example.org', id: 'x' };
  const changed = await g.ask('PATCH', at('/me'), { as: token, body });
  assert.deepEqual(changed.data, { ...me.data, name: 'Mari Tamm', language: 'ru' });
  assert.deepEqual((await g.ask('PATCH', at('/me'), { as: token, body: { language: 'xx' } })).fields, ['language']);
});
