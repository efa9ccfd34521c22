// Tests of sign-ins: a session entered from another ends with it and lasts no longer, people see and end only their
// own, and the last use is written rarely.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, password, startTestService } from '../../test/service-fixture.ts';
import { createUser } from './operator-accounts.ts';
import { deleteEndedSignIns } from './sign-ins.ts';

const g = await startTestService();
const home = await anOrganization(g, 'Home');
const away = await anOrganization(g, 'Away');
const start = g.clock.now;
const minute = 60_000;
const day = 24 * 60 * minute;
const at = (ms: number) => {
  g.clock.now = new Date(start.getTime() + ms);
};

const own = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
const consoleApi = '//console/api/session';
type Session = { readonly id: string; readonly accessToken: string; readonly tenantId: string };
type Listed = {
  readonly id: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly signedInAt: string;
  readonly lastUsedAt: string;
  readonly current: boolean;
};

/** Somebody who works for both organizations. */
async function aWorker() {
  const email = `worker-${crypto.randomUUID()}@example.org`;
  const { userId } = await createUser(g.app, { tenantId: home.tenantId, email, password, role: 'manager' });
  await createUser(g.app, { tenantId: away.tenantId, email, password, role: 'accountant' });
  return { userId, email };
}
/** A browser that is signed in: its access token and its cookies. */
type Browser = { readonly as: string; readonly cookie: string };
function browserFrom({ data, headers }: { data: Session; headers: Readonly<Record<string, unknown>> }): Browser {
  const cookies = [headers['set-cookie']].flat().map((text) => String(text).split(';')[0]);
  return { as: data.accessToken, cookie: cookies.join('; ') };
}
async function signIn(email: string, agent = 'lightMyRequest'): Promise<Browser> {
  const body = { email, password, tenantId: home.tenantId };
  const answer = await g.ask<Session>('POST', consoleApi, { body, headers: { ...own, 'user-agent': agent } });
  assert.equal(answer.status, 200, answer.text);
  return browserFrom(answer);
}
const askEnter = (cookie: string, tenantId = away.tenantId, more: Record<string, string> = {}) =>
  g.ask<Session>('POST', `${consoleApi}/enter`, { body: { tenantId }, headers: { ...own, ...more, cookie } });
const enter = async ({ cookie }: Browser) => browserFrom(await askEnter(cookie));
const renew = ({ cookie }: Browser) => g.ask<Session>('POST', `${consoleApi}/refresh`, { headers: { ...own, cookie } });
/** The same browser after a confirmation. */
const confirmed = async ({ as, cookie }: Browser) => {
  const headers = { ...own, cookie };
  return browserFrom(
    await g.ask<Session>('POST', '//console/api/me/confirmation', { as, headers, body: { password } }),
  );
};
const isAlive = async ({ as }: Browser) => (await g.ask('GET', '//console/api/me', { as })).status === 200;
const list = async ({ as }: Browser) => (await g.ask<Listed>('GET', '//console/api/me/sessions', { as })).items;

test('another organization is entered with the cookie only, never with an access token or from a foreign page', async () => {
  const { email } = await aWorker();
  const browser = await signIn(email);
  const withToken = await g.ask('POST', '//console/api/organizations/enter', {
    as: browser.as,
    body: { tenantId: away.tenantId },
  });
  assert.equal(withToken.status, 404, 'the operation is not there any more');
  const bare = await g.ask('POST', `${consoleApi}/enter`, {
    as: browser.as,
    body: { tenantId: away.tenantId },
    headers: own,
  });
  assert.equal(bare.code, 'unauthenticated');
  assert.equal((await askEnter(`haldur_session=${browser.as}`)).code, 'invalid_token');
  assert.equal((await askEnter(browser.cookie, away.tenantId, { 'sec-fetch-site': 'cross-site' })).status, 403);
  const stranger = await anOrganization(g);
  assert.equal((await askEnter(browser.cookie, stranger.tenantId)).status, 404);
  const entered = await askEnter(browser.cookie);
  assert.equal(entered.data.tenantId, away.tenantId);
  assert.doesNotMatch(entered.text, /hrt_/, 'the refresh token is in the cookie alone');
  assert.ok((await isAlive(browserFrom(entered))) && (await isAlive(browser)));
});

test('signing out of any of them ends all sessions of the sign-in at once, and no other', async () => {
  const ways: ((first: Browser, entered: Browser) => Promise<unknown>)[] = [
    ({ as }) => g.ask('POST', '/auth/logout', { as }),
    (_, { as }) => g.ask('POST', '/auth/logout', { as }),
    ({ cookie }) => g.ask('DELETE', consoleApi, { headers: { ...own, cookie } }),
    (_, { cookie }) => g.ask('DELETE', consoleApi, { headers: { ...own, cookie } }),
  ];
  for (const [nth, signOut] of ways.entries()) {
    const { email } = await aWorker();
    const first = await signIn(email);
    const otherSession = await signIn(email);
    const entered = await enter(first);
    await signOut(first, entered);
    for (const [which, browser] of Object.entries({ first, entered })) {
      assert.ok(!(await isAlive(browser)), which);
      assert.equal((await renew(browser)).status, 401, which);
    }
    assert.equal((await askEnter(first.cookie)).status, 401, 'nothing new begins from it either');
    assert.ok(await isAlive(otherSession), `signOut ${nth}`);
  }
});

test('a stolen cookie that is used again ends the sessions entered from it, also when it is used to enter one', async () => {
  const { email } = await aWorker();
  const first = await signIn(email);
  const entered = await enter(first);
  at(2 * minute);
  await renew(first);
  at(4 * minute);
  assert.equal((await askEnter(first.cookie)).code, 'refresh_token_reused');
  assert.ok(!(await isAlive(entered)));
  assert.equal((await renew(entered)).status, 401);
  at(0);
});

test('an entered session lasts no longer than its sign-in, however it is used, and entering again leaves one session', async () => {
  const { userId, email } = await aWorker();
  const first = await signIn(email);
  at(25 * day);
  const renewed = browserFrom(await renew(first));
  let browser = await enter(await enter(renewed));
  for (const days of [50, 75, 89]) {
    at(days * day);
    const answer = await renew(browser);
    assert.equal(answer.status, 200, `day ${days}`);
    browser = browserFrom(answer);
  }
  const [count] = await g.owner`select count(*)::int as n from sessions where user_id = ${userId}`;
  assert.equal(count?.n, 2, 'one here, one there');
  at(90 * day);
  assert.equal((await renew(browser)).status, 401);
  assert.equal((await askEnter(browser.cookie, home.tenantId)).status, 401);
  await deleteEndedSignIns(g.app);
  assert.equal(
    (await g.owner`select 1 from sign_ins where user_id = ${userId} and expires_at < ${g.clock.now}`).length,
    0,
  );
  at(0);
});

test('a sample organization is deleted from within an entered session, and the person continues in their own organization', async () => {
  const { email } = await anOrganization(g, 'KÜ Päris');
  const { data, headers } = await g.ask<Session>('POST', consoleApi, { body: { email, password }, headers: own });
  const browser = browserFrom({ data, headers });
  const sample = await g.ask('POST', '//console/api/test-organizations', { as: browser.as, body: {} });
  const inside = browserFrom(await askEnter(browser.cookie, sample.data.id));
  const back = browserFrom(await askEnter(inside.cookie, data.tenantId));
  assert.equal((await g.ask('DELETE', '//console/api/test-organization', { as: inside.as })).status, 204);
  assert.ok((await isAlive(back)) && !(await isAlive(inside)));
  assert.equal((await renew(back)).status, 200);
});

test('a person sees their own sessions of all organizations with device, address and last use, and ends one or all others', async () => {
  const { email } = await aWorker();
  const stranger = await aWorker();
  let foreign = await signIn(stranger.email);
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  let first = await signIn(email, windows);
  at(minute);
  const program = await g.ask<Session>('POST', '/auth/login', {
    body: { email, password, tenantId: away.tenantId },
    headers: { 'user-agent': 'curl/8.5.0' },
  });
  at(2 * minute);
  const third = await enter(await signIn(email, 'x'.repeat(5000)));
  const moment = (ms: number) => new Date(start.getTime() + ms).toISOString();
  const address = '127.0.0.1';
  const seen = await list(first);
  assert.deepEqual(
    seen.map(({ id, ...session }) => session),
    [
      {
        device: 'x'.repeat(40),
        address,
        signedInAt: moment(2 * minute),
        lastUsedAt: moment(2 * minute),
        current: false,
      },
      { device: 'curl', address, signedInAt: moment(minute), lastUsedAt: moment(minute), current: false },
      { device: 'Firefox, Windows', address, signedInAt: moment(0), lastUsedAt: moment(0), current: true },
    ],
  );
  assert.deepEqual(
    (await list({ as: program.data.accessToken, cookie: '' })).map(({ current }) => current),
    [false, true, false],
  );
  const end = (id: string | undefined, { as }: Browser) => g.ask('DELETE', `//console/api/me/sessions/${id}`, { as });
  g.clock.now = new Date(g.clock.now.getTime() + 300_000); // Signing in confirms for five minutes.
  assert.equal((await end(seen[1]?.id, first)).code, 'confirmation_required');
  const endOthers = () => g.ask('POST', '//console/api/me/sessions/end-others', { as: first.as });
  assert.equal((await endOthers()).code, 'confirmation_required');
  first = await confirmed(first);
  foreign = await confirmed(foreign);
  assert.equal((await end(seen[1]?.id, foreign)).status, 404, 'nobody ends what is another person’s');
  const unwilling = { as: first.as, headers: { accept: 'text/html' } };
  assert.equal((await g.ask('DELETE', `//console/api/me/sessions/${crypto.randomUUID()}`, unwilling)).status, 404);
  assert.equal((await g.ask('DELETE', `//console/api/me/sessions/${seen[1]?.id}`, unwilling)).status, 406);
  assert.equal((await end(seen[1]?.id, first)).status, 204);
  assert.equal((await end(seen[1]?.id, first)).status, 404);
  assert.equal((await g.ask('GET', '/buildings', { as: program.data.accessToken })).status, 401);
  assert.ok(await isAlive(third));
  assert.equal((await endOthers()).status, 204);
  assert.ok(!(await isAlive(third)) && (await isAlive(first)) && (await isAlive(foreign)));
  assert.deepEqual(
    (await list(first)).map(({ id }) => id),
    [seen[2]?.id],
  );
  assert.equal((await g.ask('GET', '//console/api/me/sessions', { as: home.integrator })).status, 403);
  at(0);
});

test('a new password ends all other sign-ins with their entered sessions, and keeps the current one', async () => {
  const { email } = await aWorker();
  const [mine, other] = [await signIn(email), await signIn(email)];
  const [there, elsewhere] = [await enter(mine), await enter(other)];
  const body = { currentPassword: password, newPassword: 'hobune ja vanker' };
  assert.equal((await g.ask('POST', '//console/api/me/password', { as: there.as, body })).status, 204);
  assert.ok((await isAlive(mine)) && (await isAlive(there)));
  assert.ok(!(await isAlive(other)) && !(await isAlive(elsewhere)));
});

test('the last use is written at most every five minutes, and only for an authenticated request', async () => {
  const { userId, email } = await aWorker();
  const browser = await signIn(email);
  const lastUse = async () =>
    (await g.owner<{ at: Date }[]>`select last_used_at as at from sign_ins where user_id = ${userId}`)[0]?.at.getTime();
  const used = async (after: number) => {
    at(after);
    assert.equal((await renew(browser)).status, 200);
    return (await lastUse()) === start.getTime() + after;
  };
  assert.equal(await used(59_000), false);
  const forged = `${browser.cookie.slice(0, 60)}AAAA${browser.cookie.slice(64)}`;
  at(10 * minute);
  assert.equal((await renew({ as: '', cookie: forged })).status, 401);
  assert.equal(await lastUse(), start.getTime());
  const next = browserFrom(await renew(browser));
  assert.equal(await lastUse(), start.getTime() + 10 * minute);
  at(14 * minute);
  const after = browserFrom(await renew(next));
  assert.equal(await lastUse(), start.getTime() + 10 * minute);
  at(15 * minute);
  await renew(after);
  assert.equal(await lastUse(), start.getTime() + 15 * minute);
  at(20 * minute);
  assert.equal((await renew(browser)).code, 'refresh_token_reused');
  assert.equal(await lastUse(), undefined, 'ended, and not used');
  at(0);
});

test('signing out and refreshing at the same moment ends everything without a deadlock', async () => {
  const { userId, email } = await aWorker();
  for (let round = 0; round < 6; round += 1) {
    const first = await signIn(email);
    const entered = await enter(first);
    const answers = await Promise.all([
      renew(entered),
      g.ask('DELETE', consoleApi, { headers: { ...own, cookie: first.cookie } }),
      renew(first),
      askEnter(entered.cookie),
      g.ask('DELETE', consoleApi, { headers: { ...own, cookie: entered.cookie } }),
    ]);
    for (const { status } of answers) assert.ok([200, 204, 401].includes(status), String(status));
    assert.equal((await g.owner`select 1 from sessions where user_id = ${userId}`).length, 0, `round ${round}`);
  }
});

test('expired sign-ins are deleted, and those in use stay', async () => {
  const { userId, email } = await aWorker();
  const kept = async () => {
    await deleteEndedSignIns(g.app);
    return (await g.owner`select 1 from sign_ins where user_id = ${userId}`).length;
  };
  await signIn(email);
  const [renewed, entered] = [await signIn(email), await signIn(email)];
  at(29 * day);
  const browser = browserFrom(await renew(renewed));
  const there = await enter(entered);
  at(30 * day);
  assert.equal(await kept(), 3, 'the first can be used up to this moment');
  at(30 * day + 6 * minute);
  assert.equal(await kept(), 2);
  for (const [which, session] of Object.entries({ browser, there }))
    assert.equal((await renew(session)).status, 200, which);
  at(61 * day);
  assert.equal(await kept(), 0);
  at(0);
});
