// Tests of a person's own data: a new address by a link, leaving an organization, deleting the account, and the file of
// everything.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { unzipSync } from 'fflate';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import { findInDatabase } from '../../../test/find-in-database.ts';
import { linkIn, mailsIn } from '../../../test/mail-servers.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  password,
  refusalOf,
  residentOf,
  startTestService,
  type Thing,
  tokenOf,
} from '../../../test/service-fixture.ts';
import { camt, importStatementFile } from '../../../test/statement-samples.ts';
import { bindPerson, insertMembership } from '../../identity/identity-queries.ts';
import { insertLinkedAccount } from '../../identity/providers/linked-accounts-queries.ts';
import { insertApp } from '../../identity/second-factor-queries.ts';
import { pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();
after(() => pdfRenderer.stop());
const at = (path: string) => `//console/api${path}`;
const aNewAddress = () => `new-${newId().slice(-12)}@example.org`;
const requestAddress = (as: string, email: string) => g.ask('POST', at('/me/email'), { as, body: { email } });
const confirm = (token: string) =>
  g.ask<Thing & { email: string }>('POST', at('/address-changes/confirm'), { body: { token } });
const latestToken = async (to: string) => new URL(linkIn((await mailsIn(g, to)).at(-1) ?? {})).hash.slice(1);
const join = (tenantId: string, userId: string, role: 'owner' | 'manager') =>
  inTenant(g.app, serviceCaller(tenantId), (scope) => insertMembership(scope, userId, role));

/** The files of a ZIP response, as text. */
async function unzip(path: string, as: string): Promise<Record<string, string>> {
  const { payload, rawPayload, statusCode } = await g.server.inject({
    method: 'GET',
    url: path.slice(1),
    headers: { authorization: `Bearer ${as}` },
  });
  assert.equal(statusCode, 200, payload);
  const files = unzipSync(new Uint8Array(rawPayload));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
}

test('a new address is used only after its link, everywhere, and the previous one is told', async () => {
  const { tenantId } = await anOrganization(g);
  const second = await anOrganization(g);
  const person = await aPerson(g, tenantId, 'manager');
  await join(second.tenantId, person.userId, 'manager');
  for (const organization of [tenantId, second.tenantId]) {
    await inTenant(g.app, serviceCaller(organization), async ({ db, now }) => {
      await db`
        insert into residents (tenant_id, id, name, email, email_key, user_id, language, created_at, updated_at)
        values (${organization}, ${newId()}, 'Mari', ${person.email}, ${person.email}, ${person.userId}, 'et', ${now}, ${now})`;
    });
  }
  const email = aNewAddress();
  assert.equal((await requestAddress(person.token, email)).status, 204);
  assert.equal((await g.ask('GET', at('/me'), { as: person.token })).data.email, person.email);
  const token = await latestToken(email);
  const done = await confirm(token);
  assert.deepEqual([done.status, done.data.email], [200, email]);
  assert.deepEqual(refusalOf(await confirm(token)), [401, 'invalid_link', []]);
  assert.equal((await g.ask('GET', at('/me'), { as: person.token })).data.email, email);
  assert.ok(await tokenOf(g, email));
  const residents = await g.owner<{ email: string }[]>`select email from residents where user_id = ${person.userId}`;
  assert.deepEqual(
    residents.map((resident) => resident.email),
    [email, email],
  );
  const notice = (await mailsIn(g, person.email)).find(({ kind }) => kind === 'address-changed');
  assert.ok(notice?.text.includes(email));
});

test('a later request replaces an earlier one; a link ends after a day; too many and taken addresses are rejected', async () => {
  const { tenantId } = await anOrganization(g);
  const [person, other] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  const [first, second] = [aNewAddress(), aNewAddress()];
  await requestAddress(person.token, first);
  const old = await latestToken(first);
  await requestAddress(person.token, second);
  assert.deepEqual(await mailsIn(g, first), [], 'the first link is withdrawn');
  assert.equal((await confirm(old)).code, 'invalid_link');
  const late = await latestToken(second);
  g.clock.now = new Date(g.clock.now.getTime() + 24 * 3_600_000);
  assert.equal((await confirm(late)).code, 'invalid_link');
  g.clock.now = new Date(g.clock.now.getTime() - 24 * 3_600_000);

  await requestAddress(person.token, other.email.toUpperCase());
  const taken = await latestToken(other.email.toUpperCase());
  assert.deepEqual(refusalOf(await confirm(taken)), [409, 'already_exists', []]);
  assert.deepEqual(refusalOf(await requestAddress(person.token, 'no address')), [422, 'validation_failed', ['email']]);
  const many = aNewAddress();
  for (let count = 0; count < 5; count += 1) assert.equal((await requestAddress(person.token, many)).status, 204);
  assert.equal((await requestAddress(person.token, many)).status, 429);
  assert.equal((await confirm('hac_none')).code, 'invalid_link');
});

test('a link that was asked for before a new password or second factor changes no address', async () => {
  const { tenantId } = await anOrganization(g);
  for (const change of ['password', 'second factor']) {
    const person = await aPerson(g, tenantId, 'manager');
    const asked = aNewAddress();
    assert.equal((await requestAddress(person.token, asked)).status, 204); // By somebody who knew the password.
    g.clock.now = new Date(g.clock.now.getTime() + 1000);
    const body = { currentPassword: password, newPassword: 'a brand new passphrase' };
    if (change === 'password')
      assert.equal((await g.ask('POST', at('/me/password'), { as: person.token, body })).status, 204);
    else
      await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
        await bindPerson(scope.db, person.userId);
        await insertApp(scope, { id: newId(), name: 'Phone', secret: Buffer.from('SECRETSECRET'), lastStep: null });
      });
    assert.equal((await confirm(await latestToken(asked))).code, 'invalid_link', change);
  }
});

test('leaving ends access here at once; with the last organization the account is deleted, and the address is free', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const second = await anOrganization(g);
  const person = await aPerson(g, tenantId, 'manager');
  const invitation = { email: person.email.toUpperCase(), role: 'manager' };
  assert.equal((await g.ask('POST', '/invitations', { as: second.owner, body: invitation })).status, 201);
  await join(second.tenantId, person.userId, 'manager');
  const leave = (token: string) => g.ask('POST', at('/me/leave'), { as: token });
  assert.deepEqual(refusalOf(await leave(as)), [409, 'last_owner', []]);
  assert.equal((await leave(person.token)).status, 204);
  assert.equal((await g.ask('GET', at('/me'), { as: person.token })).status, 401);
  const there = await tokenOf(g, person.email);
  assert.equal((await g.ask('GET', at('/me'), { as: there })).status, 200);
  assert.equal((await leave(there)).status, 204);
  assert.deepEqual(
    (await findInDatabase(g, person.email)).filter((column) => !/^(security_events|audit_log)\./.test(column)),
    [],
  );
  assert.deepEqual(await g.owner`select from sign_ins where user_id = ${person.userId}`, []);
  const again = await g.ask('POST', '/invitations', { as, body: { email: person.email, role: 'manager' } });
  assert.equal(again.status, 201, again.text);
});

test('deleting the account leaves every organization, or none: the last owner stays', async () => {
  const [first, second] = [await anOrganization(g), await anOrganization(g, 'KÜ Ainus')];
  const person = await aPerson(g, first.tenantId, 'manager');
  await join(second.tenantId, person.userId, 'owner');
  const remove = () => g.ask('POST', at('/me/delete'), { as: person.token });
  const [{ userId } = { userId: '' }] = await g.owner<{ userId: string }[]>`
    select user_id from memberships where tenant_id = ${second.tenantId} and user_id <> ${person.userId}`;
  await g.ask('PATCH', at(`/members/${userId}`), { as: second.owner, body: { role: 'manager' } });
  const refused = await remove();
  assert.deepEqual(refusalOf(refused), [409, 'last_owner', []]);
  assert.match(refused.text, /KÜ Ainus/);
  assert.equal((await g.ask('GET', at('/me'), { as: person.token })).status, 200, 'nothing has changed');
  await join(second.tenantId, (await aPerson(g, first.tenantId, 'manager')).userId, 'owner');
  assert.equal((await remove()).status, 204);
  assert.equal((await g.ask('GET', at('/me'), { as: person.token })).status, 401);
  assert.deepEqual(await g.owner`select from users where id = ${person.userId}`, []);
  assert.deepEqual(await g.owner`select from memberships where user_id = ${person.userId}`, []);
});

test('an owner who removes a member of this organization alone deletes their account', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const person = await aPerson(g, tenantId, 'accountant');
  assert.equal((await g.ask('DELETE', at(`/members/${person.userId}`), { as })).status, 204);
  assert.deepEqual(await g.owner`select from users where id = ${person.userId}`, []);
});

test('the file has everything about the person, in their language, and nothing about others', async () => {
  const { tenantId, owner: as } = await anOrganization(g, 'KÜ <Kase>');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: 'EE382200221020145685' });
  const [apartment, next] = apartments;
  const person = await aPerson(g, tenantId, 'resident');
  const neighbour = await aPerson(g, tenantId, 'resident');
  await g.ask('PATCH', at('/me'), { as: person.token, body: { name: 'Mari Tamm', language: 'et' } });
  await aResidency(g, tenantId, person.userId, apartment.id);
  const other = {
    name: 'Naaber Naabrinaine',
    email: neighbour.email,
    apartments: [{ apartmentId: next.id, since: '2026-01-01' }],
  };
  await g.ask('POST', at('/residents'), { as, body: other });
  const [own, theirs] = await createThreeInvoices(g, as, building.id);
  for (const id of [own, theirs]) await g.ask('POST', at(`/invoices/${id}/delivered`), { as, body: { by: 'paper' } });
  const request = { apartmentId: apartment.id, title: 'Kraan <tilgub>', description: 'Köögis' };
  const made = await g.ask('POST', at('/maintenance-requests'), { as: person.token, body: request });
  await g.ask('POST', at(`/maintenance-requests/${made.data.id}/comments`), {
    as,
    body: { text: 'Salajane', internal: true },
  });
  await g.ask('POST', at(`/maintenance-requests/${made.data.id}/comments`), { as, body: { text: 'Tuleme homme' } });
  const { number } = (await g.ask('GET', `/invoices/${own}`, { as })).data;

  const files = await unzip(at('/me/personal-data'), person.token);
  const page = files['index.html'] ?? '';
  assert.deepEqual(Object.keys(files).sort(), ['data.json', 'index.html', `invoices/${number}.pdf`]);
  assert.match(files[`invoices/${number}.pdf`] ?? '', /^%PDF-/);
  for (const text of [
    '<html lang="et">',
    'Mari Tamm: isikuandmed',
    person.email,
    'KÜ &lt;Kase&gt;',
    'Kraan &lt;tilgub&gt;',
    'Tuleme homme',
    '552,71',
    '31. okt 2026',
  ])
    assert.ok(page.includes(text), text);
  const data = JSON.parse(files['data.json'] ?? '');
  assert.equal(data.data[1].invoices[0].amount, 552.71);
  for (const text of ['Salajane', 'Naaber', neighbour.email, 'password', '331'])
    for (const name of ['index.html', 'data.json']) assert.ok(!files[name]?.includes(text), `${name}: ${text}`);
  const log = await g.ask('GET', at('/security-log?kind=data_exported'), { as });
  assert.equal(log.items.length, 1);
});

test('the file has the bank entries that paid one’s invoices, and not those of whoever has the same name', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: 'EE382200221020145685' });
  const [apartment, next] = apartments;
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, apartment.id);
  await g.ask('PATCH', at(`/residents/${await residentOf(g, person.userId)}`), { as, body: { name: 'Mari Tamm' } });
  const [own, theirs] = await createThreeInvoices(g, as, building.id);
  for (const id of [own, theirs]) await g.ask('POST', at(`/invoices/${id}/delivered`), { as, body: { by: 'paper' } });
  const entries = [apartment, next].map(({ referenceNumber }, nth) => ({
    amount: '10.00',
    payer: 'Mari Tamm',
    reference: String(referenceNumber),
    text: `Korter ${nth}`,
    id: `e${nth}`,
  }));
  const stranger = { amount: '7.00', payer: 'Jaan Kask', text: 'Jaani oma', id: 'x' };
  await importStatementFile(g, tenantId, camt([...entries, stranger]));
  await g.ask('PATCH', at('/me'), { as: person.token, body: { name: 'Jaan Kask' } });
  const files = await unzip(at('/me/personal-data'), person.token);
  const [, organization] = JSON.parse(files['data.json'] ?? '').data;
  assert.deepEqual(
    organization.bankEntries.map(({ text }: { text: string }) => text),
    ['Korter 0'],
  );
  assert.ok(!files['data.json']?.includes('Jaani oma'));
});

test('the file has how the person signs in, and what they did and others did about them, without who', async () => {
  const { tenantId, owner: as, email: ownersAddress } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: 'EE382200221020145685' });
  const [apartment] = apartments;
  const person = await aPerson(g, tenantId, 'manager');
  await aResidency(g, tenantId, person.userId, apartment.id);
  await g.ask('PATCH', at('/me'), { as: person.token, body: { language: 'en' } });
  await tokenOf(g, person.email);
  await g.ask('POST', '/auth/login', { body: { email: person.email, password: 'wrong wrong wrong' } });
  await g.ask('PATCH', at(`/members/${person.userId}`), { as, body: { role: 'accountant' } });
  await g.ask('PATCH', at(`/residents/${await residentOf(g, person.userId)}`), { as, body: { phone: '+372 5551' } });
  const path = `/buildings/${building.id}/apartments/${apartment.id}`;
  await g.ask('PATCH', path, { as, body: { area: 61.5, residentCount: 3, metadata: {} } });
  const oneOff = { apartmentId: apartment.id, description: 'Uus võti', amount: 12.5, dueFrom: '2026-10-01' };
  const charged = await g.ask('POST', at(`/buildings/${building.id}/one-offs`), { as, body: oneOff });
  assert.equal(charged.status, 201, charged.text);
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await bindPerson(scope.db, person.userId);
    const linked = { id: newId(), issuer: 'https://id.example', subjectHash: Buffer.from(newId()) };
    await insertLinkedAccount(scope, linked);
    await insertApp(scope, { id: newId(), name: 'Minu telefon', secret: Buffer.from('SECRETSECRET'), lastStep: null });
  });
  const files = await unzip(at('/me/personal-data'), person.token);
  const [account, organization] = JSON.parse(files['data.json'] ?? '').data;
  assert.partialDeepStrictEqual(account.secondFactors, [{ kind: 'app', name: 'Minu telefon' }]);
  assert.partialDeepStrictEqual(account.linkedAccounts, [{ provider: 'https://id.example' }]);
  assert.ok(account.sessions.length > 0 && account.sessions[0].address !== null);
  assert.ok(account.devices.length > 0);
  assert.partialDeepStrictEqual(organization.residencies, [{ area: 61.5, residentCount: 3 }]);
  assert.partialDeepStrictEqual(organization.charges, [{ description: 'Uus võti', amount: 12.5 }]);
  const kinds = organization.events.map(({ kind, author }: Thing) => [kind, author]);
  for (const found of [
    ['signed_in', 'you'],
    ['sign_in_failed', 'nobody'],
    ['role_changed', 'other'],
  ])
    assert.ok(
      kinds.some((kind: unknown[]) => isDeepStrictEqual(kind, found)),
      String(found),
    );
  const audited = organization.auditLog.map(({ operation, author }: Thing) => `${operation} ${author}`);
  for (const found of ['changeRole other', 'updateResident other']) assert.ok(audited.includes(found), found);
  for (const text of [ownersAddress, 'SECRET', '"changes"'])
    for (const name of ['index.html', 'data.json']) assert.ok(!files[name]?.includes(text), `${name}: ${text}`);
  for (const text of ['Two-step sign-in', 'authenticator app', 'Audit log: what you did'])
    assert.ok(files['index.html']?.includes(text), text);
});

test('an owner downloads a resident’s data', async () => {
  const { owner: as } = await anOrganization(g);
  const body = { name: 'Oleg Ёлкин', email: aNewAddress(), phone: '555 777', language: 'ru', externalId: 'crm-17' };
  const { data } = await g.ask('POST', at('/residents'), { as, body });
  const path = at(`/residents/${data.id}/personal-data`);
  const files = await unzip(path, as);
  assert.deepEqual(Object.keys(files), ['data.json', 'index.html']);
  for (const text of ['Oleg Ёлкин: персональные данные', body.email, '555 777', 'crm-17', 'Русский'.toLowerCase()])
    assert.ok(files['index.html']?.includes(text), text);
});

test('who leaves, or deletes the account, twice at once does it once; the other request is no longer authenticated', async () => {
  const { tenantId } = await anOrganization(g);
  for (const path of ['/me/leave', '/me/delete']) {
    const { token } = await aPerson(g, tenantId, 'manager');
    const leave = () => g.ask('POST', at(path), { as: token });
    const statuses = (await Promise.all([leave(), leave()])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [204, 401], path);
  }
});
