// Tests of the console's session: no script can read its cookie, no other site can use it, and tabs that refresh
// simultaneously do not end it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, password, startTestService } from '../../../test/service-fixture.ts';
import { parseRefreshToken } from '../../identity/tokens.ts';

const g = await startTestService();
const { email, tenantId } = await anOrganization(g);
const own = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
const consoleApi = '//console/api/session';

const signIn = (headers: Record<string, string> = own) =>
  g.ask<Session>('POST', consoleApi, { body: { email, password }, headers });
const renew = (cookie: string, headers: Record<string, string> = own) =>
  g.ask<Session>('POST', `${consoleApi}/refresh`, { headers: { ...headers, cookie } });
type Session = { readonly id: string; readonly accessToken: string; readonly tenantId: string };

const cookieIn = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
const later = (seconds: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + seconds * 1000);
};
const isAlive = async (accessToken: string) =>
  (await g.ask('GET', '//console/api/me', { as: accessToken })).status === 200;

test('the refresh token is only in a cookie, unreadable for scripts', async () => {
  const answer = await signIn();
  assert.equal(answer.status, 200);
  assert.equal(answer.data.tenantId, tenantId);
  const cookie = String(answer.headers['set-cookie']);
  assert.match(cookie, /^haldur_session=hrt_/);
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=2592000'])
    assert.ok(cookie.split('; ').includes(part), `${cookie} lacks ${part}`);
  assert.doesNotMatch(cookie, /Secure/, 'http://127.0.0.1 would lose it');
  assert.doesNotMatch(answer.text, /hrt_/);
  assert.ok(await isAlive(answer.data.accessToken));
});

test('with https the cookies are sent over https only, and their name prefixes make the browser enforce it', async () => {
  const safe = await startTestService({ publicUrl: 'https://haldur.example' });
  const organization = await anOrganization(safe);
  const answer = await safe.ask('POST', consoleApi, { body: { email: organization.email, password }, headers: own });
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  assert.deepEqual(
    cookies.map((cookie) => cookie.split('=')[0]),
    ['__Host-haldur_session', '__Host-haldur_device'],
  );
  for (const cookie of cookies) {
    assert.match(cookie, /; Path=\/; .*; Secure$/, 'what the prefix asks for');
    assert.doesNotMatch(cookie, /Domain/i, 'for this host alone');
  }
  const sent = cookieIn(answer);
  const ask = (method: string, path: string, cookie: string) => safe.ask(method, path, { headers: { ...own, cookie } });
  assert.equal((await ask('POST', `${consoleApi}/refresh`, sent)).status, 200);
  const planted = sent.replace('__Host-', '__Secure-');
  assert.equal(
    (await ask('POST', `${consoleApi}/refresh`, planted)).status,
    401,
    'a neighbouring host could have set it',
  );
  const both = await ask('POST', `${consoleApi}/refresh`, `__Secure-haldur_session=hrt_old; ${sent}`);
  assert.equal(both.status, 200, 'the own one counts');
  const unmarked = sent.replace('__Host-', '');
  assert.equal(
    (await ask('POST', `${consoleApi}/refresh`, unmarked)).status,
    401,
    'one that could come over http is not taken',
  );
  assert.match(
    String((await ask('DELETE', consoleApi, sent)).headers['set-cookie']),
    /^__Host-haldur_session=; .*Max-Age=0/,
  );
});

test('cross-site requests are rejected before the cookie or a password is checked', async () => {
  const cookie = cookieIn(await signIn());
  const host = { host: '127.0.0.1:3000' };
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'x-haldur-console': '1', 'sec-fetch-site': 'cross-site' },
    { 'x-haldur-console': '1', 'sec-fetch-site': 'same-site' },
    { 'x-haldur-console': '1', 'sec-fetch-site': 'none' },
    { 'x-haldur-console': '1', origin: 'https://evil.example' },
    { 'x-haldur-console': '1', origin: 'null' },
    {},
  ];
  for (const headers of foreign) {
    const about = JSON.stringify(headers);
    for (const answer of [
      await renew(cookie, { ...host, ...headers }),
      await signIn({ ...host, ...headers }),
      await g.ask('POST', `${consoleApi}/adopt`, { body: { refreshToken: 'hrt_x' }, headers: { ...host, ...headers } }),
      await g.ask('DELETE', consoleApi, { headers: { ...host, ...headers, cookie } }),
    ]) {
      assert.equal(answer.status, 403, about);
      assert.equal(answer.code, 'cross_site_request', about);
      assert.equal(answer.headers['set-cookie'], undefined, about);
    }
  }
  assert.equal((await renew(cookie)).status, 200, 'nothing of that has ended it');
  for (const origin of ['http://127.0.0.1:3000', g.app.config.publicUrl])
    assert.equal((await renew(cookie, { ...host, 'x-haldur-console': '1', origin })).status, 200, origin);
});

test('signing out ends the session in every tab and deletes the cookie; repeating it does no harm', async () => {
  const answer = await signIn();
  const cookie = cookieIn(answer);
  for (let time = 0; time < 2; time++) {
    const out = await g.ask('DELETE', consoleApi, { headers: { ...own, cookie } });
    assert.equal(out.status, 204, `time ${time}`);
    assert.match(String(out.headers['set-cookie']), /^haldur_session=; .*Max-Age=0/, `time ${time}`);
  }
  assert.ok(!(await isAlive(answer.data.accessToken)));
  assert.equal((await renew(cookie)).status, 401);
  const session = parseRefreshToken(cookie.split('=')[1] ?? '')?.sessionId ?? '';
  assert.equal((await g.owner`select 1 from sessions where id = ${session}`).length, 0);
});

test('without a cookie, or with a foreign or forged one, nobody is signed in or out', async () => {
  const answer = await signIn();
  const token = cookieIn(answer).split('=')[1] ?? '';
  const forged = `${token.slice(0, 30)}AAAA${token.slice(34)}`;
  for (const cookie of ['', 'other=1', 'haldur_session=', `haldur_session=${forged}`, 'haldur_session=hrt_none']) {
    assert.equal((await renew(cookie)).status, 401, cookie);
    assert.equal((await g.ask('DELETE', consoleApi, { headers: { ...own, cookie } })).status, 204, cookie);
  }
  assert.ok(await isAlive(answer.data.accessToken));
  assert.equal((await renew(`other=1; haldur_session=${token}; more=2`)).status, 200);
});

test('a session started by a link continues in the console', async () => {
  const login = await g.ask<Session & { refreshToken: string }>('POST', '/auth/login', { body: { email, password } });
  const adopted = await g.ask<Session>('POST', `${consoleApi}/adopt`, {
    body: { refreshToken: login.data.refreshToken },
    headers: own,
  });
  assert.equal(adopted.status, 200);
  assert.ok(await isAlive(adopted.data.accessToken));
  assert.equal((await renew(cookieIn(adopted))).status, 200);
  const none = await g.ask('POST', `${consoleApi}/adopt`, { body: { refreshToken: 'hrt_none' }, headers: own });
  assert.equal(none.code, 'invalid_token');
});

test('a sign-in ends the session that the browser has until then; only another browser keeps its own', async () => {
  const [elsewhere, before] = [await signIn(), await signIn()];
  const after = await signIn({ ...own, cookie: cookieIn(before) });
  assert.ok(!(await isAlive(before.data.accessToken)), 'ended at once');
  assert.equal((await renew(cookieIn(before))).code, 'invalid_token');
  assert.ok((await isAlive(after.data.accessToken)) && (await isAlive(elsewhere.data.accessToken)));
  const other = await anOrganization(g);
  const link = await g.ask<Tokens>('POST', '/auth/login', { body: { email: other.email, password } });
  const adopt = (cookie: string) =>
    g.ask<Session>('POST', `${consoleApi}/adopt`, {
      body: { refreshToken: link.data.refreshToken },
      headers: { ...own, cookie },
    });
  const adopted = await adopt(cookieIn(after));
  assert.ok(!(await isAlive(after.data.accessToken)), 'also by a link, for another person');
  assert.equal((await adopt(cookieIn(adopted))).status, 200);
  assert.ok(await isAlive(adopted.data.accessToken), 'the same session twice does not end it');
  const failed = { body: { email, password: 'wrong' }, headers: { ...own, cookie: cookieIn(adopted) } };
  assert.equal((await g.ask('POST', consoleApi, failed)).status, 401);
  assert.ok(await isAlive(adopted.data.accessToken), 'a failed sign-in ends nothing');
});

type Tokens = Session & { readonly refreshToken?: string };
const confirm = (as: string, headers: Record<string, string> = {}) =>
  g.ask<Tokens>('POST', '//console/api/me/confirmation', { as, body: { password }, headers });

test('a confirmation gives the browser new tokens, and those before it are not accepted', async () => {
  const before = await signIn();
  const tab = await renew(cookieIn(before));
  const after = await confirm(before.data.accessToken, { cookie: cookieIn(before) });
  assert.equal(after.status, 200);
  assert.doesNotMatch(after.text, /hrt_/, 'the refresh token is in the cookie alone');
  assert.notEqual(cookieIn(after), cookieIn(before));
  for (const { data } of [before, tab]) assert.ok(!(await isAlive(data.accessToken)));
  assert.ok(await isAlive(after.data.accessToken));
  assert.equal((await renew(cookieIn(before))).code, 'invalid_token', 'a tab that was a moment too late');
  assert.equal((await renew(cookieIn(after))).status, 200, 'it goes on with the new cookie');
  later(61);
  assert.equal((await renew(cookieIn(before))).code, 'refresh_token_reused', 'later it is a thief');
});

test('two tabs that confirm at once end up with one cookie, and stay signed in', async () => {
  const { data, ...signedIn } = await signIn();
  const first = cookieIn(signedIn);
  const tab = await renew(first);
  const answers = await Promise.all([data, tab.data].map(({ accessToken }) => confirm(accessToken, { cookie: first })));
  const confirmed = answers.filter(({ status }) => status === 200);
  assert.ok(confirmed.length > 0);
  assert.equal(new Set(confirmed.map(cookieIn)).size, 1);
  const [cookie = ''] = confirmed.map(cookieIn);
  later(61);
  const next = await renew(cookie);
  assert.equal(next.status, 200);
  later(61);
  assert.equal((await renew(cookieIn(next))).status, 200);
});

test('a program confirms without a cookie, and gets the next refresh token; a cookie of another session stays', async () => {
  const { data } = await g.ask<Tokens>('POST', '/auth/login', { body: { email, password } });
  const after = await confirm(data.accessToken);
  assert.match(String(after.data.refreshToken), /^hrt_/);
  assert.equal(after.headers['set-cookie'], undefined);
  const refresh = (refreshToken: string | undefined) => g.ask('POST', '/auth/refresh', { body: { refreshToken } });
  assert.equal((await refresh(data.refreshToken)).code, 'invalid_token');
  assert.equal((await refresh(after.data.refreshToken)).status, 200);
  const browser = await signIn();
  const elsewhere = await signIn();
  const apart = await confirm(browser.data.accessToken, { cookie: cookieIn(elsewhere) });
  assert.deepEqual([apart.status, apart.headers['set-cookie'], apart.data.refreshToken], [200, undefined, undefined]);
  assert.ok(await isAlive(apart.data.accessToken));
});
