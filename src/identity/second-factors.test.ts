// Tests of second factors: adding and removing them, the second step of a sign-in, passkeys alone, recovery codes, and
// what each of them rejects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApp, codeOf } from '../../test/authenticator-app.ts';
import { mailsIn } from '../../test/mail-servers.ts';
import { anOrganization, aPerson, password, startTestService, tokenOf } from '../../test/service-fixture.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { redeemMagicLink, requestMagicLink, sendMagicLinks } from './magic-links.ts';
import { insertMember } from './operator-accounts.ts';
import { switchOrganization } from './organizations.ts';
import { removeFactorsOf } from './second-factors.ts';

const origin = 'https://haldur.example';
const g = await startTestService({ publicUrl: origin });
const headers = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
const mine = '//console/api/me';
const session = '//console/api/session';
const start = g.clock.now;

type Options = { readonly challenge: string; readonly user: { readonly id: string } };
type Started = { readonly id: string; readonly token: string; readonly secret: string; readonly passkey: Options };
type Added = {
  readonly id: string;
  readonly factor: { readonly id: string };
  readonly recoveryCodes: readonly string[] | null;
};
type Step = Started & { readonly methods: readonly string[]; readonly accessToken: string; readonly next?: string };

const later = (seconds: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + seconds * 1000);
};
async function addPasskey(token: string, name = 'Laptop') {
  const { data } = await g.ask<Started>('POST', `${mine}/second-factors/passkeys/start`, { as: token });
  const key = makeSoftwarePasskey(origin);
  const body = { token: data.token, name, passkey: key.create(data.passkey) };
  return { key, added: await g.ask<Added>('POST', `${mine}/second-factors/passkeys`, { as: token, body }) };
}

const login = (email: string, more: object = {}) =>
  g.ask<{ id: string; accessToken: string }>('POST', '/auth/login', { body: { email, password, ...more } });
const firstStep = (email: string) => g.ask<Step>('POST', session, { body: { email, password }, headers });
const secondStep = (body: object) => g.ask<Step>('POST', `${session}/second-step`, { body, headers });
const securityKinds = async (tenantId: string) =>
  (
    await g.owner<{ kind: string }[]>`select kind from security_events where tenant_id = ${tenantId} order by at, id`
  ).map(({ kind }) => kind);
const changesMailed = async (email: string) =>
  (await mailsIn(g, email)).filter(({ kind }) => kind === 'second-factor-changed').length;

test('an app is added with its first code; the first factor brings ten recovery codes, an entry in the log and an e-mail', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const started = await g.ask<Started & { uri: string; qrCode: string }>('POST', `${mine}/second-factors/apps/start`, {
    as: owner,
  });
  assert.match(started.data.uri, /^otpauth:\/\/totp\/Haldur:owner-/);
  assert.match(started.data.qrCode, /^data:image\/svg\+xml;base64,/);
  const add = (oneTimeCode: string) =>
    g.ask<Added>('POST', `${mine}/second-factors/apps`, {
      as: owner,
      body: { token: started.data.token, name: ' Phone ', oneTimeCode },
    });
  assert.deepEqual((await add('000000')).fields, ['oneTimeCode'], 'a wrong code can be corrected');
  const added = await add(codeOf(g, started.data.secret));
  assert.equal(added.status, 201);
  assert.equal(added.data.recoveryCodes?.length, 10);
  assert.equal((await add(codeOf(g, started.data.secret))).code, 'challenge_expired', 'once');
  const { data } = await g.ask<{ id: string; factors: { name: string; kind: string }[]; recoveryCodesLeft: number }>(
    'GET',
    `${mine}/second-factors`,
    { as: owner },
  );
  assert.deepEqual(
    data.factors.map(({ name, kind }) => [name, kind]),
    [['Phone', 'app']],
  );
  assert.equal(data.recoveryCodesLeft, 10);
  assert.ok((await securityKinds(tenantId)).includes('second_factor_added'));
  assert.equal(await changesMailed(email), 1);
  const [stored] = await g.owner<{ secret: Buffer }[]>`
    select secret from second_factors f join memberships m on m.user_id = f.user_id where m.tenant_id = ${tenantId}`;
  assert.ok(!stored?.secret.includes(started.data.secret), 'the secret is encrypted');
  const second = await addApp(g, owner, 'Tablet');
  assert.equal(second.added.data.recoveryCodes, null, 'only with the first one');
});

test('login with a second factor: the code is required, accepted once, and not before the password is right', async () => {
  const { owner, email } = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  later(60);
  const missing = await login(email);
  assert.deepEqual([missing.status, missing.code], [401, 'second_factor_required']);
  assert.match(missing.text, /oneTimeCode/);
  assert.equal((await login(email, { oneTimeCode: '123' })).code, 'invalid_second_factor');
  const wrong = await g.ask('POST', '/auth/login', {
    body: { email, password: 'wrong password', oneTimeCode: codeOf(g, secret) },
  });
  assert.equal(wrong.code, 'invalid_credentials');
  const oneTimeCode = codeOf(g, secret);
  const signedIn = await login(email, { oneTimeCode });
  assert.equal(signedIn.status, 200);
  assert.equal((await g.ask('GET', mine, { as: signedIn.data.accessToken })).status, 200);
  assert.equal((await login(email, { oneTimeCode })).code, 'invalid_second_factor', 'a replay');
});

test('a code of an app is accepted in its own 30 seconds only', async () => {
  const { owner, email } = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  later(60);
  const step = 30_000;
  const at = (ms: number) => {
    g.clock.now = new Date(begins + ms);
  };
  const begins = Math.ceil(g.clock.now.getTime() / step) * step;
  at(0);
  const oneTimeCode = codeOf(g, secret);
  for (const ms of [-1, step]) {
    at(ms);
    assert.equal((await login(email, { oneTimeCode })).code, 'invalid_second_factor', `${ms} ms`);
  }
  at(step - 1);
  assert.equal((await login(email, { oneTimeCode })).status, 200);
});

test('two requests with the same code at once: one signs in', async () => {
  const { owner, email } = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  later(60);
  const oneTimeCode = codeOf(g, secret);
  const answers = await Promise.all([1, 2, 3].map(() => login(email, { oneTimeCode })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('a repeated login with the same Idempotency-Key returns the same tokens, although the code was used', async () => {
  const { owner, email } = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  later(60);
  const ask = () =>
    g.ask('POST', '/auth/login', {
      body: { email, password, oneTimeCode },
      headers: { 'idempotency-key': 'second-factor' },
    });
  const oneTimeCode = codeOf(g, secret);
  const [first, repeated] = [await ask(), await ask()];
  assert.equal(first.status, 200);
  assert.equal(repeated.text, first.text);
});

test('wrong codes are throttled like passwords, whatever way they are given', async () => {
  const { owner, email } = await anOrganization(g);
  await addApp(g, owner);
  const step = await firstStep(email);
  assert.equal(step.status, 202);
  for (let attempt = 0; attempt < 3; attempt += 1)
    assert.equal((await secondStep({ token: step.data.token, oneTimeCode: '000000' })).code, 'invalid_second_factor');
  for (let attempt = 0; attempt < 2; attempt += 1)
    assert.equal((await login(email, { oneTimeCode: '000000' })).code, 'invalid_second_factor');
  const refused = await login(email, { oneTimeCode: '000000' });
  assert.deepEqual([refused.status, refused.code], [429, 'sign_in_throttled']);
  assert.equal((await secondStep({ token: step.data.token, oneTimeCode: '000000' })).status, 429);
  const body = { oneTimeCode: '000000' };
  assert.equal((await g.ask('POST', `${mine}/confirmation`, { as: owner, body })).status, 429);
});

test('the console asks in a second step, which expires, works once, and is for its person alone', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  later(60);
  const step = await firstStep(email);
  assert.equal(step.status, 202);
  assert.deepEqual(step.data.methods, ['app', 'recovery_code']);
  assert.doesNotMatch(step.text + String(step.headers['set-cookie']), /hrt_|hat_/, 'no session yet');
  const oneTimeCode = codeOf(g, secret);
  const forged = `${step.data.token.slice(0, -1)}${step.data.token.endsWith('A') ? 'B' : 'A'}`;
  assert.equal((await secondStep({ token: forged, oneTimeCode })).code, 'challenge_expired');
  assert.equal((await secondStep({ token: step.data.token })).code, 'validation_failed');
  const done = await secondStep({ token: step.data.token, oneTimeCode });
  assert.equal(done.status, 200);
  assert.match(String(done.headers['set-cookie']), /haldur_session=hrt_/);
  later(30);
  const again = await secondStep({ token: step.data.token, oneTimeCode: codeOf(g, secret) });
  assert.deepEqual([again.status, again.code], [409, 'challenge_expired']);
  const [signIn] = await g.owner<{ secondFactorAt: Date | null }[]>`
    select g.second_factor_at from sign_ins g join memberships m on m.user_id = g.user_id
     where m.tenant_id = ${tenantId} order by g.created_at desc, g.id desc limit 1`;
  assert.ok(signIn?.secondFactorAt, 'recorded');
  const late = await firstStep(email);
  later(601);
  const expired = await secondStep({ token: late.data.token, oneTimeCode: codeOf(g, secret) });
  assert.equal(expired.code, 'challenge_expired');
});

test('a link in an e-mail is no second factor: it asks for one, and the link is used up', async () => {
  const { owner, email } = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  later(60);
  await requestMagicLink(g.app, { email, address: '127.0.0.1', next: '/console/account' });
  await sendMagicLinks(g.app);
  const letter = (await mailsIn(g, email)).find(({ kind }) => kind === 'magic-link');
  const token = /magic-link#(hml_[\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  const redeem = () => g.ask<Step>('POST', '//console/api/magic-link/redeem', { body: { token } });
  const step = await redeem();
  assert.deepEqual([step.status, step.data.next], [202, '/console/account']);
  assert.equal((await redeem()).code, 'invalid_link');
  const done = await secondStep({ token: step.data.token, oneTimeCode: codeOf(g, secret) });
  assert.equal(done.status, 200);
  await assert.rejects(redeemMagicLink(g.app, g.throttle, { token, address: '127.0.0.1' }));
});

test('recovery codes: each signs in once, new ones replace them, and their use is e-mailed', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const { added } = await addApp(g, owner);
  const [first = '', second = ''] = added.data.recoveryCodes ?? [];
  const typed = first.toLowerCase().replaceAll('-', ' ');
  assert.equal((await login(email, { oneTimeCode: typed })).status, 200, 'as people type');
  assert.equal((await login(email, { oneTimeCode: first })).code, 'invalid_second_factor', 'once');
  assert.equal(await changesMailed(email), 2);
  const renewed = await g.ask<{ id: string; recoveryCodes: string[] }>('POST', `${mine}/recovery-codes`, { as: owner });
  assert.equal(renewed.data.recoveryCodes.length, 10);
  assert.equal((await login(email, { oneTimeCode: second })).code, 'invalid_second_factor', 'replaced');
  assert.equal((await login(email, { oneTimeCode: renewed.data.recoveryCodes[9] })).status, 200);
  const [row] = await g.owner<{ left: number }[]>`
    select count(*)::int as left from recovery_codes c join memberships m on m.user_id = c.user_id where m.tenant_id = ${tenantId}`;
  assert.equal(row?.left, 9);
});

test('a passkey is the second step of a password', async () => {
  const { owner, email } = await anOrganization(g);
  const { key, added } = await addPasskey(owner);
  assert.equal(added.status, 201, added.text);
  const step = await firstStep(email);
  assert.deepEqual(step.data.methods, ['passkey', 'recovery_code']);
  const passkey = key.use(step.data.passkey);
  const { token } = step.data;
  assert.equal((await secondStep({ token, passkey })).status, 200);
  assert.equal((await secondStep({ token, passkey })).code, 'challenge_expired', 'a replay');
  const next = await firstStep(email);
  assert.equal(
    (await secondStep({ token: next.data.token, passkey })).code,
    'invalid_second_factor',
    'an answer to another challenge',
  );
  assert.equal(
    (await secondStep({ token: next.data.token, passkey: key.use(next.data.passkey) })).code,
    'challenge_expired',
    'a wrong answer ends the attempt',
  );
});

test('a passkey alone signs in, and counts as two factors', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { key } = await addPasskey(owner);
  const begin = () => g.ask<Started>('POST', `${session}/passkey/start`, { headers });
  const finish = (body: object) => g.ask<Step>('POST', `${session}/passkey`, { body, headers });
  const { data } = await begin();
  const passkey = key.use(data.passkey);
  const done = await finish({ token: data.token, passkey });
  assert.equal(done.status, 200);
  assert.ok((await securityKinds(tenantId)).includes('signed_in'));
  assert.equal((await finish({ token: data.token, passkey })).code, 'challenge_expired', 'a replay');
  const [signIn] = await g.owner<{ secondFactorAt: Date | null }[]>`
    select g.second_factor_at from sign_ins g join memberships m on m.user_id = g.user_id
     where m.tenant_id = ${tenantId} and g.second_factor_at is not null limit 1`;
  assert.ok(signIn);
  const late = (await begin()).data;
  later(601);
  assert.equal((await finish({ token: late.token, passkey: key.use(late.passkey) })).code, 'challenge_expired');
  const elsewhere = (await begin()).data;
  const foreign = { token: elsewhere.token, passkey: key.use(elsewhere.passkey), tenantId: crypto.randomUUID() };
  assert.equal((await finish(foreign)).status, 404, 'an organization of which they are no member');
});

test('what a passkey must not answer: another site, no PIN, a counter that goes back, an unknown key, a challenge of another purpose', async () => {
  const { owner } = await anOrganization(g);
  const { key } = await addPasskey(owner);
  const attempt = async (answer: (options: Options) => object) => {
    const { data } = await g.ask<Started>('POST', `${session}/passkey/start`, { headers });
    const body = { token: data.token, passkey: answer(data.passkey) };
    return (await g.ask<Step>('POST', `${session}/passkey`, { body, headers })).code;
  };
  const wrong = 'invalid_second_factor';
  assert.equal(await attempt((options) => key.use(options, { origin: 'https://haldur.example.evil.test' })), wrong);
  assert.equal(await attempt((options) => key.use(options, { rpId: 'evil.test' })), wrong);
  assert.equal(await attempt((options) => key.use(options, { isVerified: false })), wrong);
  assert.equal(await attempt((options) => key.use(options, { count: 100 })), undefined);
  assert.equal(await attempt((options) => key.use(options, { count: 100 })), wrong, 'a copy of the passkey');
  assert.equal(await attempt((options) => key.use(options, { count: 101 })), undefined);
  assert.equal(await attempt((options) => makeSoftwarePasskey(origin).use(options)), wrong);
  const { data } = await g.ask<Started>('POST', `${mine}/confirmation/start`, { as: owner });
  const body = { token: data.token, passkey: key.use(data.passkey) };
  assert.equal((await g.ask('POST', `${session}/passkey`, { body, headers })).code, 'challenge_expired');
});

test('a passkey is added only for our site, with a PIN, once, and without a certificate', async () => {
  const { owner } = await anOrganization(g);
  const attempt = async (key: ReturnType<typeof makeSoftwarePasskey>, mistakes: object) => {
    const { data } = await g.ask<Started>('POST', `${mine}/second-factors/passkeys/start`, { as: owner });
    const body = { token: data.token, name: 'Key', passkey: key.create(data.passkey, mistakes) };
    return g.ask<Added>('POST', `${mine}/second-factors/passkeys`, { as: owner, body });
  };
  const key = makeSoftwarePasskey(origin);
  for (const mistakes of [
    { origin: 'https://evil.test' },
    { rpId: 'evil.test' },
    { isVerified: false },
    { format: 'android-safetynet' },
  ])
    assert.deepEqual((await attempt(key, mistakes)).fields, ['passkey'], JSON.stringify(mistakes));
  assert.equal((await attempt(key, {})).status, 201);
  assert.equal((await attempt(key, {})).code, 'already_exists');
});

test('at an address of numbers there are no passkeys, and apps are offered', async () => {
  const plain = await startTestService({ publicUrl: 'http://127.0.0.1:3000' });
  const { owner } = await anOrganization(plain);
  const list = await plain.ask<{ id: string; passkeyOrigin: null }>('GET', `${mine}/second-factors`, { as: owner });
  assert.equal(list.data.passkeyOrigin, null);
  const refused = await plain.ask('POST', `${mine}/second-factors/passkeys/start`, { as: owner });
  assert.deepEqual([refused.status, refused.code], [409, 'passkeys_unavailable']);
  assert.equal((await plain.ask('POST', `${session}/passkey/start`, { headers })).code, 'passkeys_unavailable');
  assert.equal((await plain.ask('POST', `${mine}/second-factors/apps/start`, { as: owner })).status, 200);
});

test('factors are renamed and removed by their person alone; with the last one the recovery codes go', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const other = await aPerson(g, tenantId, 'owner');
  const { added } = await addApp(g, owner);
  const path = `${mine}/second-factors/${added.data.factor.id}`;
  assert.equal((await g.ask('PATCH', path, { as: other.token, body: { name: 'x' } })).status, 404);
  assert.equal((await g.ask('DELETE', path, { as: other.token })).status, 404);
  assert.equal((await g.ask('PATCH', path, { as: owner, body: { name: 'Old phone' } })).data.name, 'Old phone');
  assert.equal((await g.ask('DELETE', path, { as: owner })).status, 204);
  assert.equal((await g.ask('DELETE', path, { as: owner })).status, 404);
  assert.equal((await login(email)).status, 200, 'the password is enough again');
  const [row] = await g.owner<{ count: number }[]>`
    select count(*)::int from recovery_codes c join memberships m on m.user_id = c.user_id where m.tenant_id = ${tenantId}`;
  assert.equal(row?.count, 0);
  assert.ok((await securityKinds(tenantId)).includes('second_factor_removed'));
  assert.equal(await changesMailed(email), 2);
  assert.equal((await g.ask('POST', `${mine}/recovery-codes`, { as: owner })).code, 'second_factor_missing');
});

test('a person has at most ten', async () => {
  const { owner } = await anOrganization(g);
  for (let nth = 0; nth < 10; nth += 1) assert.equal((await addApp(g, owner, `App ${nth}`)).added.status, 201);
  const refused = await g.ask('POST', `${mine}/second-factors/apps/start`, { as: owner });
  assert.deepEqual([refused.status, refused.code], [409, 'too_many_second_factors']);
});

test('the operator removes all factors of a person who lost everything: logged and e-mailed', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  await addApp(g, owner);
  await addPasskey(owner);
  const before = await changesMailed(email);
  const { removed } = await removeFactorsOf(g.app, ` ${email.toUpperCase()} `);
  assert.equal(removed, 2);
  assert.equal((await login(email)).status, 200);
  assert.ok((await securityKinds(tenantId)).includes('second_factors_removed'));
  assert.equal(await changesMailed(email), before + 1);
  assert.equal((await removeFactorsOf(g.app, email)).removed, 0);
  await assert.rejects(removeFactorsOf(g.app, 'nobody@example.org'), /No member/);
});

test('a session in another organization of the same sign-in has its second factor too', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const second = await anOrganization(g);
  const { secret } = await addApp(g, owner);
  const [person] = await g.owner<{ id: string }[]>`select id from users where email = ${email}`;
  await inTenant(g.app, serviceCaller(second.tenantId), (scope) =>
    insertMember(scope, { known: true, userId: person?.id ?? '' }, 'manager'),
  );
  later(60);
  const { data } = await g.ask<{ id: string; refreshToken: string }>('POST', '/auth/login', {
    body: { email, password, tenantId, oneTimeCode: codeOf(g, secret) },
  });
  await g.owner`update tenants set second_factor_required = true where id = ${second.tenantId}`;
  const [factor] = (await g.ask('GET', `${mine}/second-factors`, { as: owner })).data.factors as unknown as {
    id: string;
  }[];
  const removed = await g.ask('DELETE', `${mine}/second-factors/${factor?.id}`, { as: owner });
  assert.deepEqual([removed.status, removed.code], [409, 'second_factor_needed'], 'the other organization requires it');
  const entered = await switchOrganization(g.app, data.refreshToken, second.tenantId, '127.0.0.1');
  assert.equal((await g.ask('GET', '/buildings', { as: entered.accessToken })).status, 200);
});

test('an organization’s requirement: set up first, then nothing else without it, but not for residents and keys', async () => {
  g.clock.now = start;
  const { owner, email, tenantId, integrator } = await anOrganization(g);
  const require = (as: string, secondFactorRequired = true) =>
    g.ask('PATCH', '//console/api/organization', { as, body: { secondFactorRequired } });
  const refused = await require(owner);
  assert.deepEqual([refused.status, refused.code], [409, 'second_factor_missing'], 'nobody locks themselves out');
  const [manager, resident] = [await aPerson(g, tenantId, 'manager'), await aPerson(g, tenantId, 'resident')];
  const { added } = await addApp(g, owner);
  const required = await require(owner);
  assert.equal(required.status, 200);
  assert.equal(required.data.secondFactorRequired, true);
  assert.ok((await securityKinds(tenantId)).includes('second_factor_rule_changed'));
  assert.equal((await g.ask('GET', '/buildings', { as: owner })).status, 200, 'the owner has one');
  const limited = await g.ask('GET', '/buildings', { as: manager.token });
  assert.deepEqual([limited.status, limited.code], [403, 'second_factor_setup_required'], 'also in a running session');
  assert.equal((await g.ask('GET', '/buildings', { as: resident.token })).status, 200);
  assert.equal((await g.ask('GET', '/buildings', { as: integrator })).status, 200);
  const fresh = await tokenOf(g, manager.email);
  assert.equal((await g.ask('GET', mine, { as: fresh })).data.lacksSecondFactor, true);
  assert.equal((await g.ask('POST', '/buildings', { as: fresh, body: {} })).code, 'second_factor_setup_required');
  const second = await addApp(g, fresh);
  assert.equal(second.added.status, 201);
  assert.equal((await g.ask('GET', '/buildings', { as: fresh })).status, 200, 'at once');
  const last = await g.ask('DELETE', `${mine}/second-factors/${second.added.data.factor.id}`, { as: fresh });
  assert.deepEqual([last.status, last.code], [409, 'second_factor_needed']);
  const older = await g.ask('GET', '/buildings', { as: manager.token });
  assert.equal(older.code, 'second_factor_setup_required', 'an older session gives it first');
  later(60);
  const body = { oneTimeCode: codeOf(g, second.secret) };
  const given = await g.ask<Step>('POST', `${mine}/confirmation`, { as: manager.token, body });
  assert.equal((await g.ask('GET', '/buildings', { as: given.data.accessToken })).status, 200);
  const members = await g.ask<{ id: string; email: string; secondFactor: boolean }>('GET', '//console/api/members', {
    as: owner,
  });
  assert.deepEqual(
    members.items.filter(({ secondFactor }) => secondFactor).map((member) => member.email),
    [email, manager.email],
  );
  assert.equal((await require(owner, false)).status, 200);
  assert.equal((await g.ask('DELETE', `${mine}/second-factors/${added.data.factor.id}`, { as: owner })).status, 204);
});
