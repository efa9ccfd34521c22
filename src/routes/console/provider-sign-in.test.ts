// Tests of signing in at a sign-in provider, against a real one: what an answer must be, who is signed in by it, and
// what happens when the provider fails.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addApp } from '../../../test/authenticator-app.ts';
import { startTestProvider, type TestPerson, visitProvider } from '../../../test/identity-provider.ts';
import { mailsIn } from '../../../test/mail-servers.ts';
import { type Answer, anOrganization, aPerson, password, startTestService } from '../../../test/service-fixture.ts';
import { deleteUsedAnswers } from '../../identity/providers/sign-in-flow.ts';

const redirects = ['eid', 'office', 'plain'].map((id) => `http://127.0.0.1:3000/console/provider/${id}`);
const provider = await startTestProvider(redirects);
after(() => provider.close());
const g = await startTestService({
  signInProviders: [
    provider.settings('eid'),
    provider.settings('office', { name: 'Office', secondFactor: { acr: [], amr: [] } }),
  ],
});
const own = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
const session = '//console/api/session';
const accounts = '//console/api/me/linked-accounts';
type Url = { readonly id: string; readonly url: string };
type Session = { readonly id: string; readonly accessToken: string; readonly tenantId: string };

/** A browser: it keeps the cookies that it is given, and goes to providers. */
function aBrowser(service = g) {
  const cookies = new Map<string, string>();
  const ask = async <T>(method: string, path: string, body?: object, as?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await service.ask<T>(method, path, { headers: { ...own, cookie }, body, as });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return answer;
  };
  const begin = async (id = 'eid') => (await ask<Url>('POST', `${session}/provider/begin`, { provider: id })).data.url;
  const finish = (query: string, id = 'eid') =>
    ask<Session>('POST', `${session}/provider/finish`, { provider: id, query });
  return {
    cookies,
    ask,
    begin,
    finish,
    /** The whole way of a sign-in. */
    signIn: async (person: TestPerson, id = 'eid') => {
      const url = await begin(id);
      provider.person = person;
      return finish(await visitProvider(url), id);
    },
    /** Signs in by the password, links the account of a person at a provider, and returns what came of it. */
    link: async (email: string, person: TestPerson, id = 'eid') => {
      const signedIn = (await ask<Session>('POST', session, { email, password })).data;
      const confirmation = '//console/api/me/confirmation';
      const { accessToken } = (await ask<Session>('POST', confirmation, { password }, signedIn.accessToken)).data;
      const { url } = (await ask<Url>('POST', accounts, { provider: id }, accessToken)).data;
      provider.person = person;
      return finish(await visitProvider(url), id);
    },
  };
}

let people = 0;
const somebody = (more: Partial<TestPerson> = {}): TestPerson => {
  people += 1;
  return { subject: `person-${people}`, ...more };
};
const meOf = async ({ data }: { data: Session }) =>
  (await g.ask('GET', '//console/api/me', { as: data.accessToken })).data;

test('the sign-in page learns the providers without their settings', async () => {
  const { status, text, data } = await g.ask<unknown>('GET', `${session}/providers`);
  assert.equal(status, 200);
  assert.deepEqual(data, [
    { id: 'eid', name: 'Smart-ID', personalCodes: true },
    { id: 'office', name: 'Office', personalCodes: true },
  ]);
  assert.doesNotMatch(text, /127\.0\.0\.1|haldur|secret/);
});

test('a person links an account once, and signs in with it from then on', async () => {
  const { email, tenantId } = await anOrganization(g, 'KÜ Kask');
  const [person, browser] = [somebody(), aBrowser()];
  assert.deepEqual((await browser.signIn(person)).code, 'account_not_linked', 'before');
  const linked = await browser.link(email, person);
  assert.equal(linked.status, 200, linked.text);
  const answer = await aBrowser().signIn(person);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.data.tenantId, tenantId);
  const me = await meOf(answer);
  assert.equal(me.email, email);
  const as = answer.data.accessToken;
  const [listed, ...more] = (await g.ask('GET', accounts, { as })).data as unknown as {
    provider: string;
    lastUsedAt: string;
  }[];
  assert.deepEqual([listed?.provider, listed?.lastUsedAt, more.length], ['Smart-ID', g.clock.now.toISOString(), 0]);
  const log = (await g.ask<{ id: string; kind: string; detail: object }>('GET', '//console/api/security-log', { as }))
    .items;
  assert.deepEqual(log.find(({ kind }) => kind === 'signed_in')?.detail, { with: 'provider' });
  assert.equal(log.filter(({ kind }) => kind === 'sign_in_linked').length, 1);
  const letter = (await mailsIn(g, email)).find(({ kind }) => kind === 'linked-account');
  assert.match(letter?.text ?? '', /Smart-ID/);
  const rows = await g.owner<{ row: string }[]>`select t::text as row from linked_accounts t`;
  assert.ok(
    rows.every(({ row }) => !row.includes(person.subject)),
    'who somebody is at a provider is not stored',
  );
});

test('an account with the same e-mail address is not linked by it', async () => {
  const { email } = await anOrganization(g);
  const answer = await aBrowser().signIn(somebody({ name: email }));
  assert.deepEqual([answer.status, answer.code], [401, 'account_not_linked']);
  assert.match(answer.text, /link it under Your account/);
});

test('an unlinked account signs in no more, and its person is told', async () => {
  const { email } = await anOrganization(g);
  const [person, browser] = [somebody(), aBrowser()];
  const as = (await browser.link(email, person)).data.accessToken;
  const [account] = (await g.ask('GET', accounts, { as })).data as unknown as { id: string }[];
  const other = await anOrganization(g);
  const url = `${accounts}/${account?.id}`;
  assert.equal((await g.ask('DELETE', url, { as: other.owner })).status, 404, 'somebody else');
  assert.equal((await g.ask('DELETE', url, { as })).status, 204);
  assert.equal((await g.ask('DELETE', url, { as })).status, 404);
  assert.equal((await aBrowser().signIn(person)).code, 'account_not_linked');
  assert.equal((await mailsIn(g, email)).filter(({ kind }) => kind === 'linked-account').length, 2);
  assert.equal((await browser.link(email, person)).status, 200, 'it can be linked again');
});

test('linking needs a confirmation, and the same person to be signed in when the browser comes back', async () => {
  const organization = await anOrganization(g);
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  let token = (await aBrowser().ask<Session>('POST', session, { email, password })).data.accessToken;
  const begin = (provider = 'eid') => g.ask<Url>('POST', accounts, { as: token, body: { provider } });
  g.clock.now = new Date(g.clock.now.getTime() + 300_000); // Signing in confirms for five minutes.
  assert.equal((await begin()).code, 'confirmation_required');
  const confirmation = '//console/api/me/confirmation';
  token = (await g.ask<Session>('POST', confirmation, { as: token, body: { password } })).data.accessToken;
  assert.equal((await begin('nobody')).status, 404);
  const browser = aBrowser();
  const signedIn = (await browser.ask<Session>('POST', session, { email, password })).data;
  const { accessToken } = (await browser.ask<Session>('POST', confirmation, { password }, signedIn.accessToken)).data;
  const begun = await browser.ask<Url>('POST', accounts, { provider: 'eid' }, accessToken);
  provider.person = somebody();
  const query = await visitProvider(begun.data.url);
  await browser.ask('POST', session, { email: organization.email, password }); // Somebody else signs in meanwhile.
  assert.equal((await browser.finish(query)).code, 'provider_sign_in_expired');
  assert.equal((await aBrowser().signIn(provider.person)).code, 'account_not_linked');
  const key = await g.ask('POST', accounts, { as: organization.integrator, body: { provider: 'eid' } });
  assert.equal(key.status, 403, 'an API key is nobody');
});

test('an account belongs to one person; linking it again changes nothing', async () => {
  const [mine, other] = [await anOrganization(g), await anOrganization(g)];
  const person = somebody();
  const browser = aBrowser();
  assert.equal((await browser.link(mine.email, person)).status, 200);
  assert.equal((await browser.link(mine.email, person)).status, 200);
  const taken = await aBrowser().link(other.email, person);
  assert.deepEqual([taken.status, taken.code], [409, 'account_linked_elsewhere']);
  assert.equal((await meOf(await aBrowser().signIn(person))).email, mine.email);
});

test('a sign-in satisfies the second factor only if the provider says so in a configured value', async () => {
  const { email, tenantId } = await anOrganization(g);
  const base = somebody();
  await aBrowser().link(email, base);
  const factorOf = async (more: Partial<TestPerson>, id = 'eid') => {
    const answer = await aBrowser().signIn({ ...base, ...more }, id);
    assert.equal(answer.status, 200, answer.text);
    const [row] = await g.owner<{ given: boolean }[]>`
      select g.second_factor_at is not null as given from sign_ins g join sessions s on s.sign_in_id = g.id
       where s.tenant_id = ${tenantId} order by g.id desc limit 1`;
    return row?.given;
  };
  assert.equal(await factorOf({}), false);
  assert.equal(await factorOf({ acr: 'low', amr: ['pwd'] }), false);
  assert.equal(await factorOf({ acr: 'high' }), true);
  assert.equal(await factorOf({ amr: ['pwd', 'smartid'] }), true);
  assert.equal(await factorOf({ acr: 'high', amr: ['smartid'] }, 'office'), false, 'no value is configured');
});

test('a person with a second factor is asked for it, as after a password, unless the provider has confirmed one', async () => {
  const { email } = await anOrganization(g);
  const person = somebody();
  const as = (await aBrowser().link(email, person)).data.accessToken;
  const { added } = await addApp(g, as);
  assert.equal(added.status, 201, added.text);
  const browser = aBrowser();
  const first = (await browser.signIn(person)) as unknown as Answer<{ id: string; token: string; methods: string[] }>;
  assert.equal(first.status, 202, first.text);
  assert.deepEqual(first.data.methods, ['app', 'recovery_code']);
  assert.doesNotMatch(first.text, /accessToken/);
  assert.ok(!browser.cookies.has('haldur_session'));
  const [recovery = ''] = added.data.recoveryCodes ?? [];
  const body = { token: first.data.token, oneTimeCode: recovery };
  const second = await browser.ask<Session>('POST', `${session}/second-step`, body);
  assert.equal(second.status, 200, second.text);
  assert.equal((await meOf(second)).email, email);
  assert.equal((await aBrowser().signIn({ ...person, acr: 'high' })).status, 200, 'the provider has confirmed one');
});

test('a link that was begun before a second factor was added is not made without it', async () => {
  const { email } = await anOrganization(g);
  const [thief, victim] = [aBrowser(), aBrowser()]; // Both know the password.
  const stolen = (await thief.ask<Session>('POST', session, { email, password })).data.accessToken;
  const begun = await thief.ask<Url>('POST', accounts, { provider: 'eid' }, stolen);
  const as = (await victim.ask<Session>('POST', session, { email, password })).data.accessToken;
  await addApp(g, as);
  const person = somebody({ acr: 'high' });
  provider.person = person;
  assert.equal((await thief.finish(await visitProvider(begun.data.url))).code, 'provider_sign_in_expired');
  assert.equal((await aBrowser().signIn(person)).code, 'account_not_linked');
});

test('an answer is used once, in the browser and within the ten minutes in which it was asked for', async () => {
  const { email } = await anOrganization(g);
  const person = somebody();
  await aBrowser().link(email, person);
  const expired = async (answer: Promise<{ code: string | undefined }>, about: string) =>
    assert.equal((await answer).code, 'provider_sign_in_expired', about);
  const browser = aBrowser();
  provider.person = person;
  const first = await visitProvider(await browser.begin());
  await expired(aBrowser().finish(first), 'another browser');
  await expired(browser.finish(first, 'office'), 'another provider');
  await expired(browser.finish(first.replace(/state=[^&]+/, 'state=other')), 'another state');
  await expired(browser.finish(first.replace(/state=[^&]+/, '')), 'no state');
  const kept = new Map(browser.cookies);
  assert.equal((await browser.finish(first)).status, 200);
  await expired(browser.finish(first), 'the cookie is gone');
  for (const [name, value] of kept) browser.cookies.set(name, value);
  await expired(browser.finish(first), 'used before');
  const late = await visitProvider(await browser.begin());
  g.clock.now = new Date(g.clock.now.getTime() + 601_000);
  await expired(browser.finish(late), 'too late');
  browser.cookies.set('haldur_provider', 'made-up');
  await expired(browser.finish(late), 'not our cookie');
  const twice = aBrowser();
  const query = await visitProvider(await twice.begin());
  const answers = await Promise.all([twice.finish(query), twice.finish(query)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401], 'two at once');
  const count = async () => (await g.owner`select 1 from used_provider_answers`).count;
  assert.ok((await count()) > 0);
  g.clock.now = new Date(g.clock.now.getTime() + 601_000);
  await deleteUsedAnswers(g.app);
  assert.equal(await count(), 0);
});

test('an ID token that is not the provider’s, not for us, not of this sign-in or too old signs nobody in', async () => {
  const { email } = await anOrganization(g);
  const person = somebody();
  await aBrowser().link(email, person);
  const now = Math.floor(Date.now() / 1000);
  for (const [about, lie] of [
    ['another nonce', { claims: { nonce: 'other' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['several audiences, for another one', { claims: { aud: ['haldur', 'other'], azp: 'other' } }],
    ['expired', { claims: { iat: now - 400, exp: now - 200 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['another key', { key: 'foreign' }],
  ] as const) {
    provider.lie = lie;
    const answer = await aBrowser().signIn(person);
    provider.lie = {};
    assert.deepEqual([answer.status, answer.code], [401, 'provider_sign_in_failed'], about);
  }
  assert.equal((await aBrowser().signIn(person)).status, 200, 'and the truth is believed');
});

test('an answer of another issuer is rejected before the code is sent anywhere', async () => {
  const browser = aBrowser();
  provider.person = somebody();
  const query = await visitProvider(await browser.begin());
  assert.match(query, /iss=/);
  const before = provider.requests.get('/token');
  const answer = await browser.finish(query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'));
  assert.equal(answer.code, 'provider_sign_in_failed');
  assert.equal(provider.requests.get('/token'), before);
});

test('the code is worth nothing without the verifier of the browser that asked (PKCE)', async () => {
  const [victim, thief] = [aBrowser(), aBrowser()];
  provider.person = somebody();
  const stolen = new URLSearchParams(await visitProvider(await victim.begin()));
  const ownAnswer = new URLSearchParams(await visitProvider(await thief.begin()));
  stolen.set('state', ownAnswer.get('state') ?? '');
  assert.equal((await thief.finish(String(stolen))).code, 'provider_sign_in_failed');
});

test('who cancels at the provider is told so, and other errors name what the provider says', async () => {
  const browser = aBrowser();
  const url = await browser.begin();
  provider.person = undefined;
  const cancelled = await browser.finish(await visitProvider(url));
  assert.deepEqual([cancelled.status, cancelled.code], [401, 'provider_sign_in_cancelled']);
  const answerWith = async (error: string) => {
    const { searchParams } = new URL(await browser.begin());
    const iss = encodeURIComponent(provider.issuer);
    return browser.finish(`state=${searchParams.get('state')}&iss=${iss}&error=${error}`);
  };
  const refused = await answerWith('invalid_scope');
  assert.equal(refused.code, 'provider_sign_in_failed');
  assert.match(refused.text, /It says: invalid_scope\./);
  assert.doesNotMatch((await answerWith('%3Cb%3Ehello')).text, /hello/, 'a text of the address is not repeated');
  assert.equal((await answerWith('temporarily_unavailable')).status, 503);
});

test('only pages of the console begin and finish a sign-in', async () => {
  for (const [path, body] of [
    ['begin', { provider: 'eid' }],
    ['finish', { provider: 'eid', query: '' }],
  ] as const) {
    const answer = await g.ask('POST', `${session}/provider/${path}`, {
      body,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(answer.code, 'cross_site_request', path);
  }
  const unknown = await aBrowser().ask('POST', `${session}/provider/begin`, { provider: 'nobody' });
  assert.equal(unknown.status, 404);
});

test('the cookie of a sign-in is unreadable for scripts and other sites, and tells nothing', async () => {
  const answer = await g.ask('POST', `${session}/provider/begin`, { body: { provider: 'eid' }, headers: own });
  const cookie = String(answer.headers['set-cookie']);
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=600'])
    assert.ok(cookie.split('; ').includes(part), `${cookie} lacks ${part}`);
  const { searchParams } = new URL((answer.data as unknown as Url).url);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  for (const name of ['state', 'nonce']) assert.ok(!cookie.includes(searchParams.get(name) ?? 'none'), name);
});
