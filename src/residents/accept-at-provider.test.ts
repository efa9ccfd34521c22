// Tests of invitations that name a personal code: only the person whom a provider states it for can accept them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { startTestProvider, type TestPerson, visitProvider } from '../../test/identity-provider.ts';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import { aBuilding, anApartment, anOrganization, password, startTestService } from '../../test/service-fixture.ts';
import { aTestOrganization } from '../../test/test-organizations-fixture.ts';
import { newId } from '../platform/values/ids.ts';

const provider = await startTestProvider(['http://127.0.0.1:3000/console/provider/eid']);
after(() => provider.close());
const g = await startTestService({
  signInProviders: [
    provider.settings('eid'),
    provider.settings('nocode', { name: 'Without codes', personalCode: undefined }),
  ],
});
const own = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
const { owner: as, tenantId } = await anOrganization(g, 'KÜ Kood');
const apartment = await anApartment(g, as, (await aBuilding(g, as)).id, { number: '1', area: 50 });
type Session = { readonly id: string; readonly accessToken: string; readonly tenantId: string };

/** Invites a person by their personal code; returns the address and the token of the link. */
async function invite(personalCode: string | undefined, email = `invited-${newId()}@example.org`) {
  const body = { email, apartmentId: apartment.id, ...(personalCode && { personalCode }) };
  const answer = await g.succeed('POST', '/invitations', { as, body });
  assert.equal(answer.data.needsPersonalCode, personalCode !== undefined);
  assert.doesNotMatch(answer.text, /38001085718/);
  const letter = (await mailsIn(g, email)).find(({ aboutId }) => aboutId === answer.data.id);
  assert.ok(letter);
  return { email, id: answer.data.id, token: linkIn(letter).split('#')[1] ?? '' };
}

/** Accepts at the provider, as this person there. `meanwhile` happens before the browser comes back. */
async function accept(
  token: string,
  person: TestPerson,
  more: Record<string, unknown> = {},
  meanwhile = async () => {},
) {
  const body = { token, provider: 'eid', ...more };
  const begun = await g.ask<{ id: string; url: string }>('POST', '//console/api/invitations/accept-at-provider', {
    headers: own,
    body,
  });
  if (begun.status !== 200) return { ...begun, data: undefined as unknown as Session };
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  provider.person = person;
  const query = await visitProvider(begun.data.url);
  await meanwhile();
  return finish(cookie, query);
}

const finish = (cookie: string, query: string) =>
  g.ask<Session>('POST', '//console/api/session/provider/finish', {
    headers: { ...own, cookie },
    body: { provider: 'eid', query },
  });
const signIn = async (person: TestPerson) => {
  const begun = await g.ask<{ id: string; url: string }>('POST', '//console/api/session/provider/begin', {
    headers: own,
    body: { provider: 'eid' },
  });
  provider.person = person;
  return finish(String(begun.headers['set-cookie']).split(';')[0] ?? '', await visitProvider(begun.data.url));
};
const meOf = async (session: { data: Session }) =>
  (await g.ask('GET', '//console/api/me', { as: session.data.accessToken })).data;

test('the invited person accepts with their e-ID, gets an account without a password, and signs in with it', async () => {
  const { email, id, token } = await invite('EE38001085718');
  const mari = { subject: 'mari', name: 'Mari Tamm', personalCode: '38001085718' };
  const shown = await g.ask('POST', '//console/api/invitations/show', { body: { token } });
  assert.deepEqual(shown.data.providers, [{ id: 'eid', name: 'Smart-ID' }]);
  const answer = await accept(token, mari);
  assert.equal(answer.status, 200, answer.text);
  const me = await meOf(answer);
  assert.deepEqual([me.email, me.name, me.role], [email, 'Mari Tamm', 'resident']);
  const [row] = await g.owner<{ passwordHash: string | null; status: string; codeHash: Buffer | null }[]>`
    select u.password_hash, i.status, i.personal_code_hash as code_hash from users u, invitations i where u.email = ${email} and i.id = ${id}`;
  assert.deepEqual(row, { passwordHash: null, status: 'accepted', codeHash: null }, 'the code is not kept');
  assert.equal((await signIn(mari)).data.tenantId, tenantId);
  assert.equal((await accept(token, mari)).code, 'invalid_link', 'a link works once');
});

test('nobody else can accept it: not another person, not one without a code, and not a password', async () => {
  const { token, email } = await invite('EE38001085718');
  for (const person of [
    { subject: 'jaan', name: 'Jaan Kask', personalCode: 'EE37605030299' },
    { subject: 'lithuanian', name: 'Jonas', personalCode: 'PNOLT-38001085718' },
    { subject: 'nobody', name: 'Mari Tamm' },
  ]) {
    const answer = await accept(token, person);
    assert.deepEqual([answer.status, answer.code], [403, 'personal_code_mismatch'], person.subject);
  }
  const body = { token, name: 'Mari Tamm', password };
  const byPassword = await g.ask('POST', '//console/api/invitations/accept', { body });
  assert.deepEqual([byPassword.status, byPassword.code], [403, 'personal_code_required']);
  assert.deepEqual((await accept(token, { subject: 'mari' }, { provider: 'nocode' })).fields, ['provider']);
  assert.equal((await g.owner`select 1 from users where email = ${email}`).count, 0);
  const plain = await invite(undefined);
  assert.deepEqual((await accept(plain.token, { subject: 'mari' })).fields, ['token']);
});

test('the account of the invited address is linked only with its password', async () => {
  const other = await anOrganization(g, 'KÜ Mujal');
  const { token } = await invite('EE47101010033', other.email);
  const person = { subject: 'kati', name: 'Kati Kask', personalCode: 'EE47101010033' };
  assert.deepEqual((await accept(token, person)).fields, ['password']);
  assert.equal((await accept(token, person, { password: 'not the password' })).code, 'invalid_credentials');
  const answer = await accept(token, person, { password });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([(await meOf(answer)).email, answer.data.tenantId], [other.email, tenantId]);
  assert.equal((await meOf(await signIn(person))).email, other.email);
});

const thief = { subject: 'thief', name: 'Taavi Varas', personalCode: 'EE36403100016' };

test('who knows a password links no e-ID of their own past a second factor by an invitation', async () => {
  const victim = await anOrganization(g, 'KÜ Ohver');
  const mine = '//console/api/me/second-factors/apps';
  const { data } = await g.ask<{ id: string; token: string; secret: string }>('POST', `${mine}/start`, {
    as: victim.owner,
  });
  const oneTimeCode = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({
    timestamp: g.clock.now.getTime(),
  });
  await g.ask('POST', mine, { as: victim.owner, body: { token: data.token, name: 'Phone', oneTimeCode } });
  const { token } = await invite(thief.personalCode, victim.email);
  const answer = await accept(token, { ...thief, acr: 'high' }, { password });
  assert.deepEqual([answer.status, answer.data.accessToken], [202, undefined], 'the second factor is asked');
  assert.equal((await signIn(thief)).code, 'account_not_linked');
});

test('an acceptance that was begun with a password that was replaced since is not finished', async () => {
  const victim = await anOrganization(g, 'KÜ Vahetas');
  const { token } = await invite(thief.personalCode, victim.email);
  const answer = await accept(token, thief, { password }, async () => {
    const body = { currentPassword: password, newPassword: 'a brand new passphrase' };
    assert.equal((await g.ask('POST', '//console/api/me/password', { as: victim.owner, body })).status, 204);
  });
  assert.deepEqual([answer.status, answer.code], [401, 'provider_sign_in_expired']);
  assert.equal((await signIn(thief)).code, 'account_not_linked');
});

test('an invitation of a test organization links nothing to the account of a real person', async () => {
  const attacker = await anOrganization(g, 'KÜ Ründaja');
  const victim = await anOrganization(g, 'KÜ Teine ohver');
  const test = await aTestOrganization(g, attacker);
  const body = { email: victim.email, role: 'manager', personalCode: thief.personalCode };
  await g.succeed('POST', '/invitations', { as: test.owner, body });
  const letter = (await mailsIn(g, victim.email)).find(({ kind }) => kind === 'invitation');
  assert.ok(letter);
  const token = linkIn(letter).split('#')[1] ?? '';
  const answer = await accept(token, thief, { password });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await signIn(thief)).code, 'account_not_linked');
  const { data: me } = await g.ask<{ id: string; email: string }>('GET', '//console/api/me', {
    as: answer.data.accessToken,
  });
  assert.equal(me.email, victim.email, 'who knows the password is signed in, as by the password');
  const changed = await g.ask('POST', '//console/api/me/password', {
    as: answer.data.accessToken,
    body: { newPassword: 'a brand new passphrase' },
  });
  assert.deepEqual(
    [changed.status, changed.fields],
    [422, ['currentPassword']],
    'and cannot replace it as after an e-mailed link',
  );
});

test('a sign-in at a provider enters the real organization, whatever test organization was used last', async () => {
  const home = await anOrganization(g, 'KÜ Päris');
  const person = { subject: 'owner', name: 'Oskar Omanik', personalCode: 'EE39001010017' };
  await accept((await invite(person.personalCode, home.email)).token, person, { password });
  await aTestOrganization(g, home);
  assert.notEqual((await signIn(person)).data.tenantId, undefined);
  const entered = (await signIn(person)).data;
  const { data } = await g.ask<{ id: string; organization: { test: boolean } }>('GET', '//console/api/me', {
    as: entered.accessToken,
  });
  assert.equal(data.organization.test, false);
});

test('who has an account with another address joins with that account', async () => {
  const person = { subject: 'peeter', name: 'Peeter Paan', personalCode: 'EE36805280109' };
  const first = await meOf(await accept((await invite('EE36805280109')).token, person));
  const { token } = await invite('EE36805280109');
  const again = await meOf(await accept(token, person));
  assert.deepEqual([again.id, again.email], [first.id, first.email]);
});

test('an account that nobody has any more cannot be entered with its former e-ID', async () => {
  const { email, token } = await invite('EE48806260018');
  const former = { subject: 'former', name: 'Tiiu Tamm', personalCode: 'EE48806260018' };
  const { id } = await meOf(await accept(token, former));
  await g.ask('DELETE', `//console/api/members/${id}`, { as });
  assert.equal((await signIn(former)).code, 'account_not_linked', 'a member of nothing');
  const next = await invite(undefined, email);
  const joined = await g.ask<Session>('POST', '//console/api/invitations/accept', {
    body: { token: next.token, name: 'Next Person', password },
  });
  assert.equal((await meOf(joined)).email, email, 'somebody else has the address now');
  assert.equal((await signIn(former)).code, 'account_not_linked');
});

test('a code must name its country, and a provider must state codes', async () => {
  const ask = (personalCode: string, service = g, owner = as) =>
    service.ask('POST', '/invitations', {
      as: owner,
      body: { email: 'code@example.org', role: 'manager', personalCode },
    });
  for (const code of ['38001085718', 'EE', 'EE38_01', 'EE 38'])
    assert.deepEqual((await ask(code)).fields, ['personalCode'], code);
  const without = await startTestService();
  const organization = await anOrganization(without);
  const refused = await ask('EE38001085718', without, organization.owner);
  assert.deepEqual([refused.status, refused.fields], [422, ['personalCode']]);
  assert.match(refused.text, /No sign-in provider of this service states personal codes/);
});
