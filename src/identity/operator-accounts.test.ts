// Tests of accounts that the operator creates: no existing account is taken over, and no partial result is left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { password, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { Conflict, Invalid, OperatorError } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { removeMember } from './members.ts';
import { createApiKey, createTenant, createUser } from './operator-accounts.ts';
import { parseBearer } from './tokens.ts';

const g = await startTestService();
let made = 0;
const anEmail = () => `person-${++made}@example.org`;
const aTenant = (email = anEmail()) => createTenant(g.app, { name: 'KÜ Kase', email, password });

async function count(table: string): Promise<number> {
  return Number((await g.owner`select count(*) as count from ${g.owner.unsafe(table)}`)[0]?.count);
}

test('an organization is created with its first owner, who can sign in at once', async () => {
  const email = anEmail();
  const { tenantId, userId } = await aTenant(email);
  const [row] = await g.owner`select role, user_id from memberships where tenant_id = ${tenantId}`;
  assert.deepEqual({ ...row }, { role: 'owner', userId });
  const answer = await g.ask('POST', '/auth/login', { body: { email, password } });
  assert.equal(answer.data.tenantId, tenantId);
});

test('invalid input is rejected with a sentence for each problem, and nothing is left behind', async () => {
  const before = [await count('tenants'), await count('users')];
  for (const wanted of [
    { name: '', email: anEmail(), password },
    { name: 'x'.repeat(201), email: anEmail(), password },
    { name: 'x', email: 'no address', password },
    { name: 'x', email: '@example.org', password },
    { name: 'x', email: anEmail(), password: 'short' },
    { name: 'x', email: anEmail(), password: 'x'.repeat(129) },
  ])
    await assert.rejects(createTenant(g.app, wanted), Invalid, JSON.stringify(wanted));
  assert.deepEqual([await count('tenants'), await count('users')], before);
});

test('a person with an account joins another organization with their own password, and their account is never taken over with another', async () => {
  const email = anEmail();
  const first = await aTenant(email);
  const secondTenant = await aTenant();
  const join = (word: string) =>
    createUser(g.app, { tenantId: secondTenant.tenantId, email: email.toUpperCase(), password: word, role: 'manager' });
  await assert.rejects(join('another password'), Conflict);
  assert.deepEqual(await join(password), { userId: first.userId });
  await assert.rejects(join(password), /already belongs/);
});

test('a person’s row lists the organizations of their memberships, the one used last first', async () => {
  const email = anEmail();
  const first = await aTenant(email);
  const memberOf = async () => {
    const rows = await g.owner<{ memberOf: string[] }[]>`
      select member_of from users u where id = ${first.userId}
         and (select count(*) from memberships m where m.user_id = u.id and m.tenant_id = any (u.member_of)) = cardinality(u.member_of)`;
    return rows[0]?.memberOf;
  };
  assert.deepEqual(await memberOf(), [first.tenantId]);
  const secondTenant = await aTenant();
  await createUser(g.app, { tenantId: secondTenant.tenantId, email, password, role: 'manager' });
  assert.deepEqual(await memberOf(), [secondTenant.tenantId, first.tenantId]);
  await g.succeed('POST', '/auth/login', { body: { email, password, tenantId: first.tenantId } });
  assert.deepEqual(await memberOf(), [first.tenantId, secondTenant.tenantId]);
  await inTenant(g.app, serviceCaller(secondTenant.tenantId), (scope) => removeMember(scope, first.userId));
  assert.deepEqual(await memberOf(), [first.tenantId]);
});

test('one address registered by two callers at the same moment is one account', async () => {
  const email = anEmail();
  const results = await Promise.allSettled([aTenant(email), aTenant(email)]);
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.userId] : []));
  assert.equal(new Set(made).size, 1, 'who comes a little later finds the account, and has its password');
  for (const [nth, result] of results.entries())
    if (result.status === 'rejected') assert.ok(result.reason instanceof Conflict, `result ${nth}`);
  assert.equal((await g.owner`select from users where email_key = ${email}`).length, 1);
});

test('users and keys are created in existing organizations', async () => {
  const tenantId = newId();
  await assert.rejects(createUser(g.app, { tenantId, email: anEmail(), password, role: 'manager' }), OperatorError);
  await assert.rejects(createApiKey(g.app, { tenantId, name: 'key', role: 'manager' }), OperatorError);
});

test('an API key is shown once: only its hash and last four characters are stored', async () => {
  const { tenantId } = await aTenant();
  const { id, apiKey } = await createApiKey(g.app, { tenantId, name: ' integration ', role: 'accountant' });
  assert.ok(parseBearer(apiKey)?.tenantId === tenantId && apiKey.startsWith('hak_'));
  const [row] = await g.owner`
    select k.name, k.role, k.hint, c.hash, to_jsonb(k)::text || to_jsonb(c)::text as all
      from api_keys k join credentials c on c.api_key_id = k.id where k.id = ${id}`;
  assert.deepEqual(
    [row?.name, row?.role, row?.hint, row?.hash.length],
    ['integration', 'accountant', apiKey.slice(-4), 32],
  );
  assert.ok(!row?.all.includes(apiKey.slice(-40, -10)));
  await assert.rejects(createApiKey(g.app, { tenantId, name: ' ', role: 'manager' }), Invalid);
});
