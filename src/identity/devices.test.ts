// Tests of devices: a sign-in from a new device sends one e-mail, not for the very first device, and at most three a
// day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import { aBuilding, anOrganization, aPerson, password, startTestService } from '../../test/service-fixture.ts';
import { deviceName } from './devices.ts';
import { createUser } from './operator-accounts.ts';

const g = await startTestService({ trustedProxies: 1 });
const { owner, tenantId } = await anOrganization(g);
const start = g.clock.now;
const day = 24 * 3_600_000;
const at = (ms: number) => {
  g.clock.now = new Date(start.getTime() + ms);
};
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const newerFirefox = firefox.replaceAll('140', '141');

/** Somebody who has never signed in. */
async function aNewcomer(): Promise<string> {
  const email = `newcomer-${crypto.randomUUID()}@example.org`;
  await createUser(g.app, { tenantId, email, password, role: 'manager' });
  // Signing in to set the language would be the first sign-in.
  await g.owner`update users set language = 'en' where email = ${email}`;
  return email;
}
const letters = async (email: string) => (await mailsIn(g, email)).filter(({ kind }) => kind === 'new-device');

/** A program signs in. */
async function login(email: string, agent = 'node', address = '192.0.2.1'): Promise<void> {
  const headers = { 'user-agent': agent, 'x-forwarded-for': address };
  assert.equal((await g.ask('POST', '/auth/login', { body: { email, password }, headers })).status, 200);
}

/** A browser signs in with the device cookie that it has; returns the one that it has then. */
async function inBrowser(email: string, cookie = '', address = '192.0.2.1', word = password): Promise<string> {
  const headers = {
    'x-haldur-console': '1',
    'sec-fetch-site': 'same-origin',
    'user-agent': firefox,
    'x-forwarded-for': address,
    cookie,
  };
  const answer = await g.ask('POST', '//console/api/session', { body: { email, password: word }, headers });
  return [answer.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('haldur_device=')) ?? '';
}

test('a program that signs in daily from one network causes no e-mail; another network or program causes one', async () => {
  const email = await aNewcomer();
  for (let days = 0; days < 8; days += 1) {
    at(days * day);
    await login(email);
    if (days >= 3) await login(email, 'node', '198.51.100.7');
    if (days >= 5) await login(email, 'curl/8.5.0');
  }
  const [first, second, ...more] = await letters(email);
  assert.equal(more.length, 0);
  assert.match(first?.text ?? '', /Device: node\n\nIP address: 198\.51\.100\.7\n\nTime: 23 November 2026 at 09:00 UTC/);
  assert.match(second?.text ?? '', /Device: curl\n\nIP address: 192\.0\.2\.1/);
  assert.equal(first?.subject, 'New sign-in to your account');
  assert.equal(linkIn(first ?? {}), `${g.app.config.publicUrl}/console/account#sessions`);
  at(0);
});

test('a browser is recognised by its cookie, in any network and version, and not without it', async () => {
  const email = await aNewcomer();
  const cookie = await inBrowser(email);
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=34560000'])
    assert.ok(cookie.split('; ').includes(part), `${cookie} lacks ${part}`);
  const kept = cookie.split(';')[0] ?? '';
  assert.equal((await inBrowser(email, kept, '203.0.113.9')).split(';')[0], kept, 'the same, for longer');
  assert.deepEqual(await letters(email), []);
  await inBrowser(email);
  assert.equal((await letters(email)).length, 1);
  const forged = await inBrowser(email, 'haldur_device=mine');
  assert.match(forged, /^haldur_device=[\w-]{43};/, 'what is none of ours is replaced');
  const [letter] = await letters(email);
  assert.match(letter?.text ?? '', /Device: Firefox, Linux/);
  const otherResident = await aNewcomer();
  await login(otherResident);
  await inBrowser(otherResident, kept);
  assert.equal((await letters(otherResident)).length, 1, 'it is known of the person, not of everybody');
  const rows = await g.owner`select row_to_json(d)::text as text from known_devices d`;
  assert.ok(
    !rows
      .map(({ text }) => text)
      .join()
      .includes(kept.split('=')[1] ?? ''),
    'a hash alone is kept',
  );
});

test('a failed sign-in does not make a device known and causes no e-mail', async () => {
  const email = await aNewcomer();
  await login(email);
  assert.equal(await inBrowser(email, '', '192.0.2.66', 'wrong'), '');
  assert.deepEqual(await letters(email), []);
  await inBrowser(email);
  assert.equal((await letters(email)).length, 1);
});

test('a person gets at most three such e-mails a day, and a device not seen for a year is new again', async () => {
  const email = await aNewcomer();
  await login(email);
  for (let n = 1; n <= 6; n += 1) await login(email, 'node', `203.0.113.${n}`);
  assert.equal((await letters(email)).length, 3);
  at(364 * day);
  await login(email);
  assert.equal((await letters(email)).length, 3);
  at(366 * day);
  await login(email, 'node', '203.0.113.1');
  assert.equal((await letters(email)).length, 4);
  at(3 * 366 * day);
  await login(email);
  assert.equal((await letters(email)).length, 5, 'years later nothing is known, and that is not the first time ever');
  at(0);
});

test('a repeated request is one sign-in', async () => {
  const email = await aNewcomer();
  await login(email);
  const headers = { 'user-agent': 'other', 'idempotency-key': crypto.randomUUID() };
  for (let n = 0; n < 2; n += 1) await g.ask('POST', '/auth/login', { body: { email, password }, headers });
  assert.equal((await letters(email)).length, 1);
  const [count] = await g.owner`
    select count(*)::int as n from sign_ins g join users u on u.id = g.user_id where u.email = ${email}`;
  assert.equal(count?.n, 2);
});

test('a sign-in by magic link on a new device sends the e-mail as well', async () => {
  const { email } = await aPerson(g, tenantId, 'manager');
  assert.equal((await g.ask('POST', '/auth/magic-link', { body: { email } })).status, 202);
  const { sendMagicLinks } = await import('./magic-links.ts');
  await sendMagicLinks(g.app);
  const link = (await mailsIn(g, email)).find(({ kind }) => kind === 'magic-link');
  const token = new URL(linkIn(link ?? {})).hash.slice(1);
  const answer = await g.ask('POST', '//console/api/magic-link/redeem', { body: { token } });
  assert.match(String(answer.headers['set-cookie']), /^haldur_device=/);
  assert.equal((await letters(email)).length, 1);
});

test('the time is that of the organization’s buildings, once there are any', async () => {
  await aBuilding(g, owner, { billing: { timeZone: 'Europe/Berlin' } });
  const email = await aNewcomer();
  at(0);
  await login(email);
  await login(email, 'curl/8.5.0');
  assert.match((await letters(email))[0]?.text ?? '', /Time: 20 November 2026 at 10:00\n/);
});

test('devices have readable names, in time that does not grow with the length of the user agent', () => {
  for (const [agent, name] of [
    [firefox, 'Firefox, Linux'],
    [newerFirefox, 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
      'Safari, iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari, macOS'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32', 'python-requests'],
    ['my program 7', 'my'],
    ['  ', null],
  ] as const)
    assert.equal(deviceName(agent), name, agent);
  assert.equal(deviceName(null), null);
});
