// Tests of invitations: the holder of the link is admitted once, with the invited role; residents reach only their own
// apartment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  password,
  startTestService,
  type Thing,
  tokenOf,
  waitUntil,
} from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { endMembership } from './end-membership.ts';
import { expireInvitations } from './resident-queries.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { tenantId } = organization;
let { owner } = organization;
const building = await aBuilding(g, owner);
const apartment = await anApartment(g, owner, building.id, { number: '12' });
const day = 24 * 3_600_000;
let people = 0;
function anAddress(): string {
  people += 1;
  return `guest-${people}@example.org`;
}

type AcceptedAnswer = { readonly id: string; readonly accessToken: string; readonly tenantId: string };
const invite = (body: object, as = owner) => g.ask('POST', '/invitations', { as, body });
const show = (token: string) => g.ask('POST', '//console/api/invitations/show', { body: { token } });
const accept = (token: string, more: object = { name: 'Mari Tamm', password }) =>
  g.ask<AcceptedAnswer>('POST', '//console/api/invitations/accept', { body: { token, ...more } });
const pending = async () => (await g.ask('GET', '/invitations', { as: owner })).items.map((item) => item.id);

/** Invites an address and returns the token in the letter. */
async function tokenFor(email: string, more: object = { apartmentId: apartment.id }): Promise<string> {
  const made = await invite({ email, ...more });
  assert.equal(made.status, 201, made.text);
  const letter = (await mailsIn(g, email)).at(-1);
  assert.ok(letter);
  return new URL(linkIn(letter)).hash.slice(1);
}

test('an invitation is returned, listed and sent in the building’s language, and only the e-mail has the token', async () => {
  const email = anAddress();
  const made = await invite({ email, apartmentId: apartment.id, name: 'Mari Tamm' });
  assert.equal(made.status, 201);
  assert.equal(made.headers.location, `/api/invitations/${made.data.id}`);
  const { status, role, buildingId, expiresAt } = made.data;
  assert.deepEqual([status, role, buildingId], ['pending', 'resident', building.id]);
  assert.equal(Date.parse(String(expiresAt)) - g.clock.now.getTime(), 7 * day);
  assert.ok((await pending()).includes(made.data.id));
  const [letter] = await mailsIn(g, email);
  assert.equal(letter?.language, 'et');
  assert.equal(letter?.aboutId, made.data.id);
  const token = new URL(linkIn(letter ?? {})).hash.slice(1);
  const [row] = await g.owner<{ row: string }[]>`select i::text as row from invitations i where id = ${made.data.id}`;
  assert.ok(row && !row.row.includes(token.slice(4, 20)) && !made.text.includes(token.slice(4, 20)));
});

test('whoever sends the invoices of a building invites its residents', async () => {
  const other = await aBuilding(g, owner, { name: 'Pärna 5' });
  const { id: apartmentId } = await anApartment(g, owner, other.id, { number: '1' });
  const body = { name: 'KÜ Pärna 5' };
  await g.ask('PATCH', `//console/api/buildings/${other.id}/letterhead`, { as: owner, body });
  const email = anAddress();
  const token = await tokenFor(email, { apartmentId });
  const [letter] = await mailsIn(g, email);
  assert.match(letter?.subject ?? '', /^KÜ Pärna 5 /);
  assert.doesNotMatch(letter?.text ?? '', /KÜ Kase/);
  assert.equal((await show(token)).data.organization, 'KÜ Pärna 5');
});

test('a new person sets a name and a password, is a resident of the apartment from today, and sees only that apartment', async () => {
  const neighbour = await anApartment(g, owner, building.id, { number: '13' });
  const email = anAddress();
  const token = await tokenFor(email);
  const shown = await show(token);
  assert.deepEqual([shown.data.organization, shown.data.hasAccount], ['KÜ Kase', false]);
  assert.deepEqual(shown.data.apartment, { address: 'Kase 12, 10612 Tallinn', number: '12' });
  const entered = await accept(token);
  assert.equal(entered.status, 200, entered.text);
  const as = entered.data.accessToken;
  const apartments = await g.ask('GET', `/buildings/${building.id}/apartments`, { as });
  assert.deepEqual(
    apartments.items.map((item) => item.id),
    [apartment.id],
  );
  assert.ok(!apartments.text.includes(neighbour.id));
  assert.equal((await g.ask('GET', '/residents', { as })).status, 403);
  const { items } = await g.ask('GET', `/residents?search=${encodeURIComponent(email)}`, { as: owner });
  const [home] = items[0]?.apartments as Thing[];
  assert.equal(items[0]?.name, 'Mari Tamm');
  assert.deepEqual(
    [home?.apartmentId, home?.role, home?.since, home?.until],
    [apartment.id, 'owner', '2026-11-20', null],
  );
  assert.equal((await g.ask('POST', '/auth/login', { body: { email, password } })).status, 200);
});

test('an invitation works once, also when it is accepted ten times simultaneously', async () => {
  const token = await tokenFor(anAddress());
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => accept(token)))).map((answer) => answer.status);
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  assert.equal((await accept(token)).code, 'invalid_link');
  assert.equal((await show(token)).code, 'invalid_link');
});

test('a name and a good password are required, and a rejection does not use up the invitation', async () => {
  const token = await tokenFor(anAddress());
  assert.deepEqual([...(await accept(token, { password: 'short' })).fields].sort(), ['name', 'password']);
  assert.equal((await accept(token, { name: 'x' })).status, 400);
  assert.equal((await accept(token)).status, 200);
});

test('a person with an account joins another organization with that account’s password, and no other', async () => {
  const elsewhere = await anOrganization(g, 'KÜ Mujal');
  const { email, userId } = await aPerson(g, elsewhere.tenantId, 'manager');
  const token = await tokenFor(email.toUpperCase());
  assert.equal((await show(token)).data.hasAccount, true);
  assert.equal((await accept(token, { password: 'wrong password', name: 'Thief' })).code, 'invalid_credentials');
  const entered = await accept(token, { password, name: 'Ignored' });
  assert.equal(entered.status, 200, entered.text);
  assert.equal(entered.data.tenantId, tenantId);
  const roles =
    await g.owner`select tenant_id, role from memberships where user_id = ${userId} order by created_at, role`;
  assert.equal(roles.length, 2);
  const [user] = await g.owner<{ name: string }[]>`select name from users where id = ${userId}`;
  assert.notEqual(user?.name, 'Ignored');
});

test('managers and accountants are invited by an owner in person; a manager invites residents only', async () => {
  const manager = await aPerson(g, tenantId, 'manager');
  const email = anAddress();
  for (const [nth, as] of [manager.token, organization.integrator].entries())
    assert.equal((await invite({ email, role: 'accountant' }, as)).code, 'insufficient_scope', `as ${nth}`);
  assert.equal((await invite({ email, apartmentId: apartment.id }, manager.token)).status, 201);
  const token = await tokenFor(anAddress(), { role: 'accountant' });
  const entered = await accept(token);
  assert.equal((await g.ask('GET', '/residents', { as: entered.data.accessToken })).status, 200);
  assert.deepEqual((await invite({ email: anAddress(), role: 'owner' })).fields, ['role']);
  assert.deepEqual((await invite({ email: anAddress() })).fields, ['apartmentId']);
  const wish = await invite({ email: anAddress(), role: 'manager' });
  assert.equal((await g.ask('DELETE', `/invitations/${wish.data.id}`, { as: manager.token })).status, 403);
});

test('a resident invited as staff gets that role, and staff never get a lower one', async () => {
  const resident = await aPerson(g, tenantId, 'resident');
  await accept(await tokenFor(resident.email, { role: 'accountant' }), { password });
  assert.equal((await g.ask('GET', '/residents', { as: resident.token })).status, 200);
  const manager = await aPerson(g, tenantId, 'manager');
  await accept(await tokenFor(manager.email), { password });
  assert.equal((await g.ask('GET', '/residents', { as: manager.token })).status, 200);
});

test('a second pending invitation for the same address and apartment is rejected, also simultaneously; after a cancellation it is not', async () => {
  const email = anAddress();
  const statuses = await Promise.all(Array.from({ length: 6 }, () => invite({ email, apartmentId: apartment.id })));
  assert.deepEqual(statuses.map((status) => status.status).sort(), [201, 409, 409, 409, 409, 409]);
  assert.equal(
    (await invite({ email: ` ${email.toUpperCase()} `, apartmentId: apartment.id })).code,
    'already_invited',
  );
  const otherApartment = await anApartment(g, owner, building.id, { number: '99' });
  assert.equal((await invite({ email, apartmentId: otherApartment.id })).status, 201);
  const made = statuses.find((status) => status.status === 201);
  assert.equal((await g.ask('DELETE', `/invitations/${made?.data.id}`, { as: owner })).status, 204);
  assert.equal((await g.ask('DELETE', `/invitations/${made?.data.id}`, { as: owner })).status, 404);
  assert.equal((await invite({ email, apartmentId: apartment.id })).status, 201);
});

test('a cancelled invitation does not work, nor one older than seven days; then the person can be invited again', async () => {
  const email = anAddress();
  const token = await tokenFor(email);
  const [id] = (await pending()).slice(-1);
  assert.equal((await g.ask('DELETE', `/invitations/${id}`, { as: owner })).status, 204);
  assert.equal((await accept(token)).code, 'invalid_link');
  const late = await tokenFor(email);
  const [lateId] = (await pending()).slice(-1);
  g.clock.now = new Date(g.clock.now.getTime() + 7 * day);
  owner = await tokenOf(g, organization.email);
  assert.equal((await accept(late)).code, 'invalid_link');
  assert.ok(!(await pending()).includes(String(lateId)));
  assert.equal((await invite({ email, apartmentId: apartment.id })).status, 201);
  await inTenant(g.app, serviceCaller(tenantId), expireInvitations);
  const [row] = await g.owner`select status, token_hash from invitations where id = ${lateId ?? ''}`;
  assert.deepEqual({ ...row }, { status: 'expired', tokenHash: null });
});

test('a person who already lives or works here is not invited again', async () => {
  const email = anAddress();
  await accept(await tokenFor(email));
  assert.equal((await invite({ email, apartmentId: apartment.id })).code, 'already_exists');
  const manager = await aPerson(g, tenantId, 'manager');
  assert.equal((await invite({ email: manager.email, role: 'accountant' })).code, 'already_exists');
});

test('an existing resident gets an account, keeps their name and days, and is not duplicated', async () => {
  const email = anAddress();
  const since = '2024-03-01';
  const body = { name: 'Jaan Kask', email, apartments: [{ apartmentId: apartment.id, since, role: 'tenant' }] };
  const written = await g.succeed('POST', '//console/api/residents', { as: owner, body });
  await accept(await tokenFor(email));
  const { items } = await g.ask('GET', `/residents?search=${encodeURIComponent(email)}`, { as: owner });
  assert.equal(items.length, 1);
  assert.equal(items[0]?.id, written.data.id);
  assert.equal(items[0]?.name, 'Jaan Kask');
  assert.notEqual(items[0]?.userId, null);
  assert.deepEqual(
    (items[0]?.apartments as Thing[]).map((apartment) => apartment.since),
    [since],
  );
});

test('a person invited with the first day of their residency gets the invoices of the months since', async () => {
  const charges = [{ code: 'fee', name: 'Fee', basis: 'fixed', unitPrice: 10 }];
  const building = await aBuilding(g, owner, { billing: { charges } });
  const [since, until] = ['2026-10-01', '2026-10-31'];
  const addresses = [];
  for (const more of [{ since }, {}]) {
    const home = await anApartment(g, owner, building.id, { number: String(addresses.length) });
    const email = anAddress();
    const entered = await accept(await tokenFor(email, { apartmentId: home.id, ...more }));
    addresses.push({ email, as: entered.data.accessToken });
  }
  const body = { buildingId: building.id, periodStart: since, periodEnd: until };
  assert.equal((await g.ask('POST', '/invoices/generate-bulk', { as: owner, body })).status, 201);
  const sent = await g.ask<{ invoices: { status: string }[] }>('POST', '/invoices/send-bulk', { as: owner, body });
  assert.deepEqual(
    sent.data.invoices.map((invoice) => invoice.status),
    ['queued', 'no_recipient'],
    sent.text,
  );
  const letters = await Promise.all(addresses.map(async ({ email }) => (await mailsIn(g, email)).length));
  assert.deepEqual(letters, [2, 1]);
});

test('the first day is a real past day, is shown, and does not change recorded days', async () => {
  const home = await anApartment(g, owner, building.id, { number: '451' });
  const email = anAddress();
  for (const since of ['2027-11-21', '2026-02-30', ''])
    assert.deepEqual((await invite({ email, apartmentId: home.id, since })).fields, ['since'], since);
  assert.equal((await invite({ email, apartmentId: home.id, since: null })).status, 400);
  const residency = { apartmentId: home.id, since: '2026-01-01', until: '2026-10-15' };
  const written = { name: 'Mari Tamm', email, apartments: [residency] };
  assert.equal((await g.ask('POST', '//console/api/residents', { as: owner, body: written })).status, 201);
  const token = await tokenFor(email, { apartmentId: home.id, since: '2026-10-01' });
  const shown = (await g.ask('GET', '/invitations', { as: owner })).items.find((item) => item.email === email);
  assert.equal(shown?.since, '2026-10-01');
  assert.equal((await accept(token)).status, 200);
  const { items } = await g.ask('GET', `/residents?apartmentId=${home.id}`, { as: owner });
  const days = items.flatMap((item) => item.apartments as Thing[]).map((thing) => [thing.since, thing.until]);
  assert.deepEqual(days, [
    ['2026-01-01', '2026-10-15'],
    ['2026-10-16', null],
  ]);
  const worker = await invite({ email: anAddress(), role: 'accountant', since: '2026-10-01' });
  assert.deepEqual([worker.status, worker.data.since], [201, null]);
});

test('a foreign apartment, an invalid address and an impossible role are rejected, and no e-mail is sent', async () => {
  const stranger = await anOrganization(g);
  const there = await aBuilding(g, stranger.owner);
  const foreign = await anApartment(g, stranger.owner, there.id, { number: '1' });
  const before = (await mailsIn(g)).length;
  assert.equal((await invite({ email: anAddress(), apartmentId: foreign.id })).status, 404);
  assert.equal((await invite({ email: anAddress() })).status, 400);
  for (const email of ['no', 'a@b', 'mari@example.org\r\nBcc: x@example.org', 'müri@example.org'])
    assert.deepEqual((await invite({ email, apartmentId: apartment.id })).fields, ['email'], email);
  assert.equal((await invite({ email: anAddress(), role: 'resident' })).status, 400);
  assert.equal((await mailsIn(g)).length, before);
});

test('an invitation to one apartment gives no access to another, though a resident there has the same address', async () => {
  const email = anAddress();
  const next = await anApartment(g, owner, building.id, { number: '201' });
  const home = await anApartment(g, owner, building.id, { number: '202' });
  const write = (name: string, apartmentId: string) =>
    g.ask('POST', '//console/api/residents', {
      as: owner,
      body: { name, email, apartments: [{ apartmentId, since: '2020-01-01' }] },
    });
  const [mari, jaan] = [await write('Mari', next.id), await write('Jaan', home.id)];
  const entered = await accept(await tokenFor(email, { apartmentId: home.id }));
  const seen = await g.ask('GET', `/buildings/${building.id}/apartments`, { as: entered.data.accessToken });
  assert.deepEqual(
    seen.items.map((item) => item.id),
    [home.id],
  );
  const resident = async (id: string) => (await g.ask('GET', `//console/api/residents/${id}`, { as: owner })).data;
  assert.equal((await resident(mari.data.id)).userId, null);
  assert.notEqual((await resident(jaan.data.id)).userId, null);
  const unlinked = await g.ask('PATCH', `//console/api/residents/${jaan.data.id}`, {
    as: owner,
    body: { userId: null },
  });
  assert.equal(unlinked.data.userId, null);
  const after = await g.ask('GET', '/buildings', { as: entered.data.accessToken });
  assert.equal(after.items.length, 0);
});

test('a removed person gets no access by an older invitation, and starts again with a new one', async () => {
  const email = anAddress();
  const otherApartment = await anApartment(g, owner, building.id, { number: '301' });
  const entered = await accept(await tokenFor(email));
  const me = await g.ask('GET', '//console/api/me', { as: entered.data.accessToken });
  const older = await tokenFor(email, { apartmentId: otherApartment.id });
  assert.equal((await g.ask('DELETE', `//console/api/members/${me.data.id}`, { as: owner })).status, 204);
  assert.equal((await accept(older, { password })).code, 'invalid_link');
  const secondToken = await tokenFor(email, { apartmentId: otherApartment.id });
  assert.equal((await show(secondToken)).data.hasAccount, false);
  const again = await accept(secondToken, { name: 'Mari Uus', password: 'kask ja kuusk' });
  assert.equal(again.status, 200, again.text);
  const seen = await g.ask('GET', `/buildings/${building.id}/apartments`, { as: again.data.accessToken });
  assert.deepEqual(
    seen.items.map((item) => item.id),
    [otherApartment.id],
  );
  assert.equal((await g.ask('POST', '/auth/login', { body: { email, password: 'kask ja kuusk' } })).status, 200);
});

test('invitations to staff roles are void when the inviting person is no longer an owner', async () => {
  for (const leave of ['DELETE', 'PATCH']) {
    const secondOwner = await aPerson(g, tenantId, 'owner');
    const guest = anAddress();
    assert.equal((await invite({ email: guest, role: 'manager' }, secondOwner.token)).status, 201, leave);
    const [letter] = await mailsIn(g, guest);
    const path = `//console/api/members/${secondOwner.userId}`;
    const body = leave === 'PATCH' ? { role: 'manager' } : undefined;
    assert.ok((await g.ask(leave, path, { as: owner, body })).status < 300, leave);
    assert.equal((await accept(new URL(linkIn(letter ?? {})).hash.slice(1))).code, 'invalid_link', leave);
    assert.equal((await mailsIn(g, guest)).length, 0, 'and a letter that has not left stays');
  }
});

test('an owner whose removal is under way invites nobody to work here', async () => {
  const leaving = await aPerson(g, tenantId, 'owner');
  const guest = anAddress();
  const inviting = await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await endMembership(scope, leaving.userId);
    const answer = invite({ email: guest, role: 'manager' }, leaving.token);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    const isWaiting = async () =>
      (await g.owner`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .length > 0;
    await waitUntil(async () => isAnswered || (await isWaiting()));
    return { answer };
  });
  assert.equal((await inviting.answer).status, 403);
  assert.equal((await mailsIn(g, guest)).length, 0);
});

test('an address gets at most five invitations an hour, whatever is cancelled in between', async () => {
  const email = anAddress();
  for (let n = 0; n < 5; n += 1) {
    const made = await invite({ email, apartmentId: apartment.id });
    assert.equal(made.status, 201, made.text);
    await g.ask('DELETE', `/invitations/${made.data.id}`, { as: owner });
  }
  const refused = await invite({ email: email.toUpperCase(), apartmentId: apartment.id });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
});

test('an invitation to a deleted apartment is void', async () => {
  const gone = await anApartment(g, owner, building.id, { number: '401' });
  const token = await tokenFor(anAddress(), { apartmentId: gone.id });
  await g.ask('DELETE', `/buildings/${building.id}/apartments/${gone.id}`, { as: owner });
  assert.equal((await show(token)).code, 'invalid_link');
  assert.equal((await accept(token)).code, 'invalid_link');
});
