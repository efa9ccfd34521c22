// Tests of magic links: a click signs in once, within ten minutes, by the latest link only; nothing reveals whether an
// address is known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import { anOrganization, aPerson, password, startTestService, tokenOf } from '../../test/service-fixture.ts';
import { newId } from '../platform/values/ids.ts';
import { serviceWords } from '../words/service-words.ts';
import { deleteOldMagicLinks, sendMagicLinks } from './magic-links.ts';
import { createUser } from './operator-accounts.ts';
import { createToken } from './tokens.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { tenantId } = organization;
const minute = 60_000;
const later = (ms: number) => {
  g.clock.now = new Date(g.clock.now.getTime() + ms);
};

type Tokens = {
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tenantId: string;
  readonly next: string | null;
};
const ask = (email: string, headers: Record<string, string> = {}, more: object = {}) =>
  g.ask('POST', '/auth/magic-link', { body: { email, ...more }, headers });
const redeem = (token: string, more: object = {}) =>
  g.ask<Tokens>('POST', '//console/api/magic-link/redeem', { body: { token, ...more } });

/** Asks for a link as a person would, and returns the newest letter. */
async function letterFor(email: string, more: object = {}) {
  assert.equal((await ask(email, {}, more)).status, 202);
  await sendMagicLinks(g.app);
  const letter = (await mailsIn(g, email)).at(-1);
  assert.ok(letter);
  return letter;
}

const tokenIn = (letter: { readonly text: string }) => new URL(linkIn(letter)).hash.slice(1);
const linkFor = async (email: string) => tokenIn(await letterFor(email));

test('a link from the e-mail signs its owner in once', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const token = await linkFor(email);
  const first = await redeem(token);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.data.tenantId, tenantId);
  assert.equal((await g.ask('GET', '/buildings', { as: first.data.accessToken })).status, 200);
  const again = await redeem(token);
  assert.equal(again.status, 401);
  assert.equal(again.code, 'invalid_link');
});

test('of twenty simultaneous clicks one signs in', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const token = await linkFor(email);
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => redeem(token)))).map((answer) => answer.status);
  assert.deepEqual(
    [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 401).length],
    [1, 19],
  );
});

test('opening the page with any safe method leaves the link usable', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const token = await linkFor(email);
  for (const method of ['GET', 'HEAD'])
    for (const path of [
      `//console/magic-link`,
      `//console/api/magic-link/redeem`,
      `//console/magic-link?token=${token}`,
    ])
      await g.ask(method, path);
  assert.equal((await redeem(token)).status, 200);
});

test('a newer link voids the earlier one, and every link expires after ten minutes', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const older = await linkFor(email);
  later(1000);
  const newer = await linkFor(email);
  assert.equal((await redeem(older)).status, 401);
  later(10 * minute - 1);
  assert.equal((await redeem(newer)).status, 200);
  const late = await linkFor(email);
  later(10 * minute);
  assert.equal((await redeem(late)).status, 401);
});

test('known and unknown addresses get the same answer, and only the known one gets an e-mail', async () => {
  const { email } = await aPerson(g, tenantId, 'resident');
  const more = { next: '/console/own/account', language: 'lt' };
  const [known, unknown] = [await ask(email, {}, more), await ask('nobody@example.org', {}, more)];
  const shown = ({ status, headers, text }: typeof known) => {
    const { 'x-request-id': _id, date: _date, ratelimit: _left, ...rest } = headers;
    return { status, text, rest };
  };
  assert.deepEqual(shown(known), shown(unknown));
  await sendMagicLinks(g.app);
  assert.equal((await mailsIn(g, email)).length, 1);
  assert.equal((await mailsIn(g, 'nobody@example.org')).length, 0);
  assert.equal((await g.owner`select from magic_links where email_key = 'nobody@example.org'`).length, 0);
});

test('a link opens the page that was named when it was asked for, and its letter says nothing of it', async () => {
  const { email } = await aPerson(g, tenantId, 'resident');
  const next = '/console/own/invoices/019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10?look=here#positions';
  const letter = await letterFor(email, { next });
  assert.match(linkIn(letter), /\/console\/magic-link#hml_[\w-]+$/);
  assert.doesNotMatch(`${letter.text} ${letter.html}`, /own\/invoices|019a9c3e-/);
  assert.equal((await redeem(tokenIn(letter))).data.next, next);
  assert.equal((await redeem(await linkFor(email))).data.next, null, 'each request names its own');
});

test('a page that is not of the console is rejected, for known and unknown addresses alike', async () => {
  const { email } = await aPerson(g, tenantId, 'resident');
  const long = `/console/?x=${'a'.repeat(1989)}`;
  const pages = ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', '/console/../pay', long];
  for (const address of [email, 'nobody@example.org'])
    for (const next of pages) {
      const answer = await ask(address, {}, { next });
      assert.deepEqual([answer.status, answer.fields], [422, ['next']], next.slice(0, 40));
    }
  assert.equal((await ask(email, {}, { next: long.slice(0, -1) })).status, 202);
  assert.equal((await ask(email, {}, { next: 7 })).status, 400);
});

test('the letter is in the language that was asked for, and otherwise in the person’s, which stays', async () => {
  const { email, token } = await aPerson(g, tenantId, 'resident');
  const changed = await g.ask('PATCH', '//console/api/me', { as: token, body: { language: 'lv' } });
  assert.equal(changed.status, 200);
  const subjects = [];
  for (const more of [{}, { language: 'en' }, { language: 'ru' }, {}])
    subjects.push((await letterFor(email, more)).subject);
  const own = serviceWords.lv.mail.magicLink.subject;
  assert.deepEqual(subjects, [
    own,
    serviceWords.en.mail.magicLink.subject,
    serviceWords.ru.mail.magicLink.subject,
    own,
  ]);
  const me = await g.ask<{ id: string; language: string }>('GET', '//console/api/me', { as: token });
  assert.equal(me.data.language, 'lv');
  assert.deepEqual((await ask(email, {}, { language: 'xx' })).fields, ['language']);
});

test('an impossible address gets the same answer, and one that is not a text is rejected', async () => {
  for (const email of ['x', 'a b', '@', 'mari@example.org\r\nBcc: all@example.org', "' or 1=1 --"])
    assert.equal((await ask(email)).status, 202, email);
  assert.equal((await g.ask('POST', '/auth/magic-link', { body: { email: 7 } })).status, 400);
  assert.equal((await g.ask('POST', '/auth/magic-link', { body: {} })).status, 400);
});

test('a person gets at most five e-mails an hour requested from one network, and others are not affected', async () => {
  const { email } = await aPerson(g, tenantId, 'resident');
  const written = async () => (await g.owner`select from mails where recipient = ${email}`).length;
  const askFrom = (remoteAddress: string) =>
    g.server.inject({
      method: 'POST',
      url: '/api/auth/magic-link',
      remoteAddress,
      payload: { email: email.toUpperCase() },
    });
  for (let n = 0; n < 8; n += 1) assert.equal((await askFrom('198.51.100.1')).statusCode, 202, `n ${n}`);
  await sendMagicLinks(g.app);
  assert.equal(await written(), 5);
  await askFrom('203.0.113.7');
  await sendMagicLinks(g.app);
  assert.equal(await written(), 6);
  for (let n = 0; n < 8; n += 1) await askFrom(`2001:db8:1:${n}::1`);
  await sendMagicLinks(g.app);
  assert.equal(await written(), 11, 'a site of IPv6 is one network');
  for (let n = 0; n < 40; n += 1) await askFrom(`203.0.113.${100 + n}`);
  await sendMagicLinks(g.app);
  assert.equal(await written(), 30, 'and all networks together may not fill a mailbox');
  later(61 * minute);
  await linkFor(email);
  assert.equal(await written(), 31);
});

test('an e-mail whose link was voided before it was sent is not sent', async () => {
  const { email } = await aPerson(g, tenantId, 'resident');
  await linkFor(email);
  later(1000);
  const newest = await linkFor(email);
  const [letter, ...others] = await mailsIn(g, email);
  assert.ok(letter && linkIn(letter).endsWith(newest));
  assert.equal(others.length, 0);
});

test('no other token is accepted as a link, and a link is accepted for nothing else', async () => {
  const { email } = await aPerson(g, tenantId, 'owner');
  const signedIn = await g.ask<Tokens>('POST', '/auth/login', { body: { email, password } });
  const apartmentless = [
    signedIn.data.accessToken,
    signedIn.data.refreshToken,
    organization.integrator,
    createToken('hin_', newId()),
  ];
  for (const [nth, token] of apartmentless.entries())
    assert.equal((await redeem(token)).code, 'invalid_link', `token ${nth}`);
  const token = await linkFor(email);
  assert.equal((await g.ask('GET', '/buildings', { as: token })).status, 401);
  assert.equal((await g.ask('POST', '/auth/refresh', { body: { refreshToken: token } })).status, 401);
  for (const path of ['show', 'accept']) {
    const body = { token, name: 'x', password };
    assert.equal((await g.ask('POST', `//console/api/invitations/${path}`, { body })).code, 'invalid_link', path);
  }
  assert.equal((await redeem(token)).status, 200);
});

test('a link signs in to the organization used last, or to the named one, and never to another', async () => {
  const otherOrganization = await anOrganization(g);
  const { email } = await aPerson(g, tenantId, 'manager');
  await createUser(g.app, { tenantId: otherOrganization.tenantId, email, password, role: 'accountant' });
  assert.equal((await g.ask('POST', '/auth/login', { body: { email, password, tenantId } })).status, 200);
  assert.equal((await redeem(await linkFor(email))).data.tenantId, tenantId);
  const named = await redeem(await linkFor(email), { tenantId: otherOrganization.tenantId });
  assert.equal(named.data.tenantId, otherOrganization.tenantId);
  const stranger = await anOrganization(g);
  const token = await linkFor(email);
  assert.equal((await redeem(token, { tenantId: stranger.tenantId })).status, 404);
  assert.equal((await redeem(token)).status, 200, 'a refusal uses nothing up');
});

test('a person who was removed in the meantime cannot sign in', async () => {
  const { email, userId } = await aPerson(g, tenantId, 'manager');
  const token = await linkFor(email);
  await g.ask('DELETE', `//console/api/members/${userId}`, { as: await tokenOf(g, organization.email) });
  assert.equal((await redeem(token)).status, 401);
  await ask(email);
  later(1000);
  const before = (await mailsIn(g, email)).length;
  await sendMagicLinks(g.app);
  assert.equal((await mailsIn(g, email)).length, before);
});

test('the database holds no token, and deletes requests after a day', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const token = await linkFor(email);
  const rows = await g.owner<{ row: string }[]>`select l::text as row from magic_links l`;
  assert.ok(rows.length > 0);
  for (const [nth, { row }] of rows.entries()) assert.ok(!row.includes(token.slice(4, 20)), `case ${nth}`);
  later(25 * 60 * minute);
  await deleteOldMagicLinks(g.app);
  assert.equal((await g.owner`select from magic_links`).length, 0);
});

test('for a quarter of an hour after signing in by link a person can set a new password without the current one, and other sessions end', async () => {
  const { email, token: elsewhere } = await aPerson(g, tenantId, 'manager');
  const inside = async () => (await redeem(await linkFor(email))).data.accessToken;
  const set = (as: string, body: object) => g.ask('POST', '//console/api/me/password', { as, body });
  const as = await inside();
  assert.equal((await set(as, { newPassword: 'short' })).status, 422);
  assert.equal((await set(as, { newPassword: 'another good password' })).status, 204);
  assert.equal((await g.ask('GET', '/buildings', { as: elsewhere })).status, 401);
  assert.equal((await g.ask('GET', '/buildings', { as })).status, 200);
  assert.equal((await g.ask('POST', '/auth/login', { body: { email, password } })).status, 401);
  const late = await inside();
  later(15 * minute - 1);
  assert.equal(
    (await g.ask('POST', '/auth/login', { body: { email, password: 'another good password' } })).status,
    200,
  );
  later(1);
  assert.equal(
    (await set(late, { newPassword: password })).status,
    401,
    'the access token is a quarter of an hour old, too',
  );
});

test('after signing in by password the current password is required, and a wrong one changes nothing', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const as = await tokenOf(g, email);
  const set = (body: object) => g.ask('POST', '//console/api/me/password', { as, body });
  assert.deepEqual((await set({ newPassword: 'a new password' })).fields, ['currentPassword']);
  assert.deepEqual((await set({ newPassword: 'Password1!', currentPassword: password })).fields, ['newPassword']);
  const wrong = await set({ newPassword: 'a new password', currentPassword: 'wrong' });
  assert.equal(wrong.code, 'password_confirmation_failed');
  assert.equal((await set({ newPassword: 'a new password', currentPassword: password })).status, 204);
  assert.equal((await g.ask('POST', '/auth/login', { body: { email, password: 'a new password' } })).status, 200);
});

test('a person delayed by others’ password guesses signs in by a link, and then their password works there', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const enter = (secret: string, remoteAddress: string) =>
    g.server.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password: secret } });
  for (let n = 0; n < 8; n += 1) await enter('guess', `198.51.100.${n}`);
  assert.equal((await enter(password, '203.0.113.7')).statusCode, 429);
  const payload = { token: await linkFor(email) };
  const url = '/console/api/magic-link/redeem';
  const redeemed = await g.server.inject({ method: 'POST', url, remoteAddress: '203.0.113.7', payload });
  assert.equal(redeemed.statusCode, 200);
  assert.equal((await enter(password, '203.0.113.7')).statusCode, 200);
  assert.equal((await enter(password, '198.51.100.77')).statusCode, 429);
});

test('of several simultaneous changes of one password one takes effect, and a repeated request gets the first answer', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  const as = await tokenOf(g, email);
  const set = (newPassword: string, headers: Record<string, string> = {}) =>
    g.ask('POST', '//console/api/me/password', { as, headers, body: { currentPassword: password, newPassword } });
  const wanted = ['kask ja kuusk', 'tamm ja saar', 'mänd ja lepp', 'haab ja paju'];
  const statuses = (await Promise.all(wanted.map((text) => set(text)))).map((answer) => answer.status);
  assert.deepEqual(statuses.sort(), [204, 403, 403, 403]);
  const otherManager = await aPerson(g, tenantId, 'manager');
  const body = { currentPassword: password, newPassword: 'vaher ja pihlakas' };
  const headers = { 'idempotency-key': 'once' };
  const first = await g.ask('POST', '//console/api/me/password', { as: otherManager.token, headers, body });
  const again = await g.ask('POST', '//console/api/me/password', { as: otherManager.token, headers, body });
  assert.deepEqual([first.status, again.status, again.headers['idempotency-replayed']], [204, 204, 'true']);
});
