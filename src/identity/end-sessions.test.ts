// Tests of ending the sessions of other people: by an owner those of a member, by the operator those of a person or of
// everybody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, aPerson, password, startTestService } from '../../test/service-fixture.ts';
import { endAllSessions, endSessionsOf } from './end-sessions.ts';
import { createUser } from './operator-accounts.ts';

const g = await startTestService();
const home = await anOrganization(g, 'Home');
const away = await anOrganization(g, 'Away');

type Tokens = { readonly id: string; readonly accessToken: string; readonly refreshToken: string };
const signIn = async (email: string, tenantId: string) =>
  (await g.ask<Tokens>('POST', '/auth/login', { body: { email, password, tenantId } })).data;
const isAlive = async (as: string) => (await g.ask('GET', '//console/api/me', { as })).status === 200;
const end = (as: string, userId: string) => g.ask('POST', `//console/api/members/${userId}/end-sessions`, { as });
type Entry = { readonly kind: string; readonly detail: { readonly userId?: string; readonly why?: string } };
const endingsIn = async (as: string) =>
  (await g.ask<Entry>('GET', '//console/api/security-log?kind=session_ended', { as })).items.map(
    ({ detail }) => detail,
  );

test('an owner signs a member out everywhere: all access and refresh tokens end at once, and they can sign in again', async () => {
  const email = `worker-${crypto.randomUUID()}@example.org`;
  const { userId } = await createUser(g.app, { tenantId: home.tenantId, email, password, role: 'manager' });
  const [firstSession, other] = [await signIn(email, home.tenantId), await signIn(email, home.tenantId)];
  const bystander = await aPerson(g, home.tenantId, 'manager');
  assert.equal((await end(home.owner, userId)).status, 204);
  for (const { accessToken, refreshToken } of [firstSession, other]) {
    assert.ok(!(await isAlive(accessToken)));
    assert.equal((await g.ask('POST', '/auth/refresh', { body: { refreshToken } })).code, 'invalid_token');
  }
  assert.ok((await isAlive(home.owner)) && (await isAlive(bystander.token)), 'nobody else');
  const [entry] = await endingsIn(home.owner);
  assert.deepEqual([entry?.userId, entry?.why], [userId, 'by_owner']);
  assert.ok(await isAlive((await signIn(email, home.tenantId)).accessToken));
});

test('a member’s sign-in in another organization only stays', async () => {
  const email = `both-${crypto.randomUUID()}@example.org`;
  const { userId } = await createUser(g.app, { tenantId: home.tenantId, email, password, role: 'manager' });
  await createUser(g.app, { tenantId: away.tenantId, email, password, role: 'manager' });
  const [here, there] = [await signIn(email, home.tenantId), await signIn(email, away.tenantId)];
  assert.equal((await end(home.owner, userId)).status, 204);
  assert.deepEqual([await isAlive(here.accessToken), await isAlive(there.accessToken)], [false, true]);
});

test('the operator ends the sessions of a person, in every organization', async () => {
  const email = `person-${crypto.randomUUID()}@example.org`;
  const { userId } = await createUser(g.app, { tenantId: home.tenantId, email, password, role: 'manager' });
  await createUser(g.app, { tenantId: away.tenantId, email, password, role: 'manager' });
  const sessions = [await signIn(email, home.tenantId), await signIn(email, away.tenantId)];
  assert.deepEqual(await endSessionsOf(g.app, email.toUpperCase()), { userId, ended: 2 });
  for (const { accessToken } of sessions) assert.ok(!(await isAlive(accessToken)));
  for (const owner of [home.owner, away.owner]) {
    const [entry] = await endingsIn(owner);
    assert.deepEqual([entry?.userId, entry?.why], [userId, 'by_operator']);
  }
  assert.ok(await isAlive(home.owner));
  await assert.rejects(endSessionsOf(g.app, 'nobody@example.org'), /No member of an organization has this address/);
});

test('the operator ends the sessions of everybody; API keys stay', async () => {
  const { organizations } = await endAllSessions(g.app);
  assert.equal(organizations, 2);
  for (const { owner, integrator, email, tenantId } of [home, away]) {
    assert.ok(!(await isAlive(owner)));
    assert.equal((await g.ask('GET', '/buildings', { as: integrator })).status, 200);
    const { accessToken } = await signIn(email, tenantId);
    assert.deepEqual((await endingsIn(accessToken))[0], { why: 'all_by_operator' });
  }
});
