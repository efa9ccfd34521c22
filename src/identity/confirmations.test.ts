// Tests of the confirmation before sensitive changes: which operations need it, what it is given with, how long it
// holds, and where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApp, codeOf } from '../../test/authenticator-app.ts';
import { allOperations, bodyFor, createSampleIds, pathFor } from '../../test/operation-samples.ts';
import { aBuilding, anOrganization, aPerson, password, startTestService } from '../../test/service-fixture.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { type Caller, inTenant, serviceCaller } from '../platform/db/scope.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { requireConfirmation } from './confirmations.ts';
import { startSessionOrAsk } from './second-step.ts';

const origin = 'https://haldur.example';
const g = await startTestService({ publicUrl: origin });
const at = (path: string) => `//console/api${path}`;

type Tokens = { readonly id: string; readonly accessToken: string; readonly refreshToken: string };
type Started = {
  readonly id: string;
  readonly token: string;
  readonly secret: string;
  readonly method: string;
  readonly methods: readonly string[];
  readonly passkey: { readonly challenge: string; readonly user: { readonly id: string } };
};

const later = (seconds: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + seconds * 1000);
};
/** Signs in as a program does; unlike with the tokens of the fixture, that confirms for five minutes only. */
const signInAs = async (email: string, more: object = {}) => {
  const { data } = await g.ask<{ id: string; accessToken: string }>('POST', '/auth/login', {
    body: { email, password, ...more },
  });
  return data.accessToken;
};
/** A session that was opened more than five minutes ago. */
const openSessionOf = async (email: string, more: object = {}) => {
  const as = await signInAs(email, more);
  later(300);
  return as;
};
const confirm = (as: string, body: object) => g.ask<Tokens>('POST', at('/me/confirmation'), { as, body });
/** Confirms, and returns the next access token. */
const confirmed = async (as: string, body: object) => {
  const answer = await confirm(as, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.data.accessToken;
};
const createKey = (as: string) => g.ask('POST', at('/api-keys'), { as, body: { name: 'x', role: 'accountant' } });

/**
 * What must not happen in a stolen open session: where money goes to, keys, members, second factors themselves, one's
 * own account, and what cannot be undone.
 */
const sensitive = [
  'startPasskey',
  'addPasskey',
  'startAuthenticatorApp',
  'addAuthenticatorApp',
  'removeSecondFactor',
  'renewRecoveryCodes',
  'changeBuildingAccount',
  'confirmBuildingAccount',
  'changeRole',
  'removeMember',
  'createApiKey',
  'changeApiKey',
  'replaceApiKey',
  'revokeApiKey',
  'createBank',
  'changeBank',
  'removeBank',
  'linkAccount',
  'unlinkAccount',
  'requestAddressChange',
  'leaveOrganization',
  'deleteAccount',
  'eraseResident',
  'changeAuditSettings',
  'changeRetention',
  'endOwnSession',
  'endOtherSessions',
  'endMemberSessions',
];

test('sensitive operations are marked, and each is rejected in a session that nobody confirmed', async () => {
  assert.deepEqual(
    allOperations
      .filter(({ rules }) => rules.has('confirmed'))
      .map(({ name }) => name)
      .sort(),
    [...sensitive].sort(),
  );
  const organization = await anOrganization(g);
  const place = await createSampleIds(g, organization);
  const as = await openSessionOf(organization.email);
  for (const operation of allOperations.filter(({ rules }) => rules.has('confirmed'))) {
    // There is none; their own tests remove one.
    if (['removeSecondFactor', 'unlinkAccount', 'endOwnSession'].includes(operation.name)) continue;
    const answer = await g.ask(operation.method, pathFor(operation, place), { as, body: bodyFor(operation, place) });
    assert.deepEqual([answer.status, answer.code], [403, 'confirmation_required'], operation.name);
    assert.match(String(answer.headers['www-authenticate']), /insufficient_user_authentication/);
  }
});

test('an open session sets no bank account and invites no staff over the specified operations, a fresh sign-in and a key do', async () => {
  const { email, integrator } = await anOrganization(g);
  const iban = 'EE382200221020145685';
  const as = await signInAs(email);
  const made = await g.succeed('POST', '/buildings', {
    as,
    body: { name: 'Kase 1', address: 'Kase 1', billing: { iban } },
  });
  let nth = 0;
  const invitee = () => {
    nth += 1;
    return `staff-${nth}@example.org`;
  };
  const requests = (token: string) => [
    () => g.ask('PATCH', `/buildings/${made.data.id}`, { as: token, body: { billing: { iban } } }),
    () => g.ask('PATCH', `/buildings/${made.data.id}`, { as: token, body: { billing: { beneficiary: null } } }),
    () => g.ask('POST', '/buildings', { as: token, body: { name: 'Kase 2', address: 'Kase 2', billing: { iban } } }),
    () => g.ask('POST', '/invitations', { as: token, body: { email: invitee(), role: 'manager' } }),
  ];
  for (const request of requests(as)) assert.ok((await request()).status < 300);
  later(300);
  for (const request of requests(as)) {
    const answer = await request();
    assert.deepEqual([answer.status, answer.code], [403, 'confirmation_required']);
    assert.match(String(answer.headers['www-authenticate']), /insufficient_user_authentication/);
    assert.match(answer.text, /Sign in again/);
  }
  const harmless = { name: 'Kase 3', billing: { paymentTermDays: 10 } };
  assert.equal((await g.ask('PATCH', `/buildings/${made.data.id}`, { as, body: harmless })).status, 200);
  for (const request of requests(integrator).slice(0, 3)) assert.ok((await request()).status < 300, 'a key');
  for (const request of requests(await confirmed(as, { password }))) assert.ok((await request()).status < 300);
});

test('a sign-in confirms only with what a confirmation asks for: not by an e-mailed link', async () => {
  const { email, tenantId } = await anOrganization(g);
  assert.equal((await createKey(await signInAs(email))).status, 201);
  const signedIn = await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const [person] = await g.owner<{ id: string }[]>`select id from users where email = ${email}`;
    return startSessionOrAsk(scope, person?.id ?? '', 'magic_link', { address: '192.0.2.1', userAgent: 'test' });
  });
  assert.ok('accessToken' in signedIn);
  assert.equal((await createKey(signedIn.accessToken)).code, 'confirmation_required');
});

test('the password confirms for five minutes, in this sign-in only', async () => {
  const { email } = await anOrganization(g);
  const elsewhere = await signInAs(email);
  let as = await openSessionOf(email);
  assert.equal((await createKey(as)).code, 'confirmation_required');
  const asked = await g.ask<Started>('POST', at('/me/confirmation/start'), { as });
  assert.equal(asked.data.method, 'password');
  assert.equal((await confirm(as, { password: 'wrong' })).code, 'password_confirmation_failed');
  assert.equal((await confirm(as, { oneTimeCode: '123456' })).code, 'validation_failed');
  assert.equal((await confirm(as, {})).code, 'validation_failed');
  as = await confirmed(as, { password });
  assert.equal((await createKey(as)).status, 201);
  assert.equal((await createKey(elsewhere)).code, 'confirmation_required', 'another session of the same person');
  later(299);
  assert.equal((await createKey(as)).status, 201);
  later(1);
  assert.equal((await createKey(as)).code, 'confirmation_required');
});

test('a person with a second factor confirms with that, and not with the password', async () => {
  const { email, owner } = await anOrganization(g);
  const { secret, added } = await addApp(g, owner);
  const recoveryCodes = added.data.recoveryCodes ?? [];
  later(60);
  let as = await openSessionOf(email, { oneTimeCode: codeOf(g, secret) });
  assert.equal((await createKey(as)).code, 'confirmation_required');
  const asked = await g.ask<Started>('POST', at('/me/confirmation/start'), { as });
  assert.deepEqual([asked.data.method, asked.data.methods], ['second_factor', ['app', 'recovery_code']]);
  assert.deepEqual((await confirm(as, { password })).fields, ['password']);
  assert.equal((await confirm(as, { password, oneTimeCode: codeOf(g, secret) })).code, 'validation_failed');
  const spent = codeOf(g, secret);
  await confirmed(await signInAs(email, { oneTimeCode: recoveryCodes[1] }), { oneTimeCode: spent });
  assert.equal((await confirm(as, { oneTimeCode: spent })).code, 'second_factor_confirmation_failed', 'used');
  later(30);
  as = await confirmed(as, { oneTimeCode: codeOf(g, secret) });
  assert.equal((await createKey(as)).status, 201);
  later(300);
  as = await confirmed(as, { oneTimeCode: recoveryCodes[0] }); // A lost device is replaced so.
  assert.equal((await g.ask('POST', at('/me/second-factors/apps/start'), { as })).status, 200);
});

test('a new password of a person with a second factor needs a confirmation with it, beside the current password', async () => {
  const { email, owner } = await anOrganization(g);
  const recoveryCodes = (await addApp(g, owner)).added.data.recoveryCodes ?? [];
  const as = await openSessionOf(email, { oneTimeCode: recoveryCodes[0] });
  const change = (token: string) =>
    g.ask('POST', at('/me/password'), { as: token, body: { currentPassword: password, newPassword: password } });
  assert.equal((await change(as)).code, 'confirmation_required');
  assert.equal((await change(await confirmed(as, { oneTimeCode: recoveryCodes[1] }))).status, 204);
});

test('a passkey confirms: its own challenge, once', async () => {
  const organization = await anOrganization(g);
  const { email } = organization;
  let { owner } = organization;
  const started = await g.ask<Started>('POST', at('/me/second-factors/passkeys/start'), { as: owner });
  const key = makeSoftwarePasskey(origin);
  const body = { token: started.data.token, name: 'Laptop', passkey: key.create(started.data.passkey) };
  assert.equal((await g.ask('POST', at('/me/second-factors/passkeys'), { as: owner, body })).status, 201);
  const ask = () => g.ask<Started>('POST', at('/me/confirmation/start'), { as: owner });
  const { data } = await ask();
  const answer = { token: data.token, passkey: key.use(data.passkey) };
  owner = await confirmed(owner, answer);
  assert.equal((await confirm(owner, answer)).code, 'challenge_expired');
  const other = await anOrganization(g);
  const theirs = (await ask()).data;
  const stolen = { token: theirs.token, passkey: key.use(theirs.passkey) };
  assert.deepEqual((await confirm(other.owner, stolen)).fields, ['oneTimeCode'], 'they have no second factor');
  await addApp(g, other.owner);
  assert.equal((await confirm(other.owner, stolen)).code, 'challenge_expired', 'another person’s challenge');
  assert.equal(email.includes('@'), true);
});

test('deleting a building: the password, or for a person with a second factor a code, in the body or a header', async () => {
  const { email, owner } = await anOrganization(g);
  const remove = async (as: string, body: object, headers: Record<string, string> = {}) => {
    const building = await aBuilding(g, owner);
    return g.ask('DELETE', `/buildings/${building.id}`, { as, body, headers });
  };
  const before = await openSessionOf(email);
  assert.deepEqual((await remove(before, {})).fields, ['password']);
  assert.equal((await remove(before, { password })).status, 204);
  const { secret } = await addApp(g, owner);
  let as = before;
  assert.equal((await remove(as, { password })).code, 'confirmation_required', 'the password is no longer enough');
  assert.equal((await remove(as, { oneTimeCode: '000000' })).code, 'second_factor_confirmation_failed');
  later(60);
  assert.equal((await remove(as, { oneTimeCode: codeOf(g, secret) })).status, 204);
  later(60);
  assert.equal((await remove(as, {}, { 'x-one-time-code': codeOf(g, secret) })).status, 204);
  assert.equal((await remove(as, {})).code, 'confirmation_required', 'a code is for one deletion');
  later(60);
  as = await confirmed(as, { oneTimeCode: codeOf(g, secret) });
  assert.equal((await remove(as, {})).status, 204);
});

test('an organization’s rules need a confirmation, its name does not', async () => {
  const { email } = await anOrganization(g);
  const as = await openSessionOf(email);
  const change = (body: object) => g.ask('PATCH', at('/organization'), { as, body });
  assert.equal((await change({ name: 'KÜ Uus' })).status, 200);
  assert.equal((await change({ accountsByPeopleOnly: true })).code, 'confirmation_required');
  assert.equal((await change({ secondFactorRequired: true })).code, 'confirmation_required');
  assert.equal((await change({ accountsByPeopleOnly: false })).status, 200, 'nothing changes');
});

test('an API key has nothing to confirm with', async () => {
  const { integrator, tenantId } = await anOrganization(g);
  assert.equal((await confirm(integrator, { password })).status, 403);
  assert.equal((await g.ask('POST', at('/me/confirmation/start'), { as: integrator })).status, 403);
  const { token } = await aPerson(g, tenantId, 'resident');
  assert.equal((await g.ask('POST', at('/me/confirmation/start'), { as: token })).status, 200);
});

test('a request whose session another one ends meanwhile is no longer authenticated', async () => {
  const { tenantId } = await anOrganization(g);
  const { userId, token } = await aPerson(g, tenantId, 'manager');
  const [session] = await g.owner<{ id: string }[]>`select id from sessions where user_id = ${userId}`;
  const caller: Caller = { kind: 'user', tenantId, userId, sessionId: session?.id ?? '', role: 'manager' };
  await inTenant(g.app, caller, async (scope) => {
    await requireConfirmation(scope);
    assert.equal((await g.ask('POST', at('/me/leave'), { as: token })).status, 204);
    await assert.rejects(requireConfirmation(scope), Unauthenticated);
  });
});
