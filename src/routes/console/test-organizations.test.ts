// Tests of test organizations: clocks of their own beside a real organization in one process, a mailbox, a sandbox
// bank, resetting and deleting.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freePort } from '../../../demo/port.ts';
import { startReceiver } from '../../../test/delivery-fixture.ts';
import { linkIn, startMailServer } from '../../../test/mail-servers.ts';
import { formOf, openPage, postPage } from '../../../test/payer-pages.ts';
import { textOf, withoutPoppler } from '../../../test/pdf-tools.ts';
import {
  anOrganization,
  aPerson,
  password,
  startTestService,
  type Thing,
  waitUntil,
} from '../../../test/service-fixture.ts';
import {
  aTestOrganization,
  type MadeTestOrganization,
  mailsOf,
  moveTo,
  readMail,
  stateOf,
} from '../../../test/test-organizations-fixture.ts';
import { createTestOrganization } from '../../identity/test-organizations.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';
import { startWorker } from '../../worker.ts';

const port = await freePort('127.0.0.1', 0);
const mailServer = await startMailServer();
const from = { name: 'Haldur', address: 'haldur@example.org' };
const g = await startTestService({ publicUrl: `http://127.0.0.1:${port}`, mail: { smtp: mailServer.smtp, from } });
await g.server.listen({ port, host: '127.0.0.1' });
const worker = await startWorker(g.app);
after(() => worker.stop());

const real = await anOrganization(g, 'KÜ Päris');
const first = await aTestOrganization(g, real);
const second = await aTestOrganization(g, real);

test('a month in a minute: by moving its clock, a test organization sends, becomes overdue and reminds, and no other organization does', async () => {
  const receiver = await startReceiver();
  const body = { url: receiver.url, events: ['invoice.sent', 'invoice.overdue'] };
  assert.equal((await g.ask('POST', '/webhooks', { as: first.key, body })).status, 201);
  const before = await stateOf(g, first);
  const overdueBefore = await overdueOf(first);
  const drafts = await g.ask<Thing & { dueDate: string }>('GET', '/invoices?status=draft&limit=100', { as: first.key });
  assert.equal(drafts.items.length, 12);
  const sending = await g.ask('POST', '/invoices/send-bulk', {
    as: first.key,
    body: { invoiceIds: drafts.items.map(({ id }) => id) },
  });
  assert.ok(sending.status < 300, sending.text);
  const letters = await mailsOf(g, first, 'invoice', 12);
  assert.ok(letters.some(({ recipient }) => recipient === `oie.parn@${before.mailDomain}`));
  const pdf = await fetchPdf(first, letters[0]?.id ?? '');
  if (!withoutPoppler) assert.match(await textOf(pdf), /TEST\./);

  const due = drafts.items[0]?.dueDate ?? '';
  const day = new Date(Date.parse(due) + 86_400_000).toISOString().slice(0, 10);
  const moved = await moveTo(g, first.key, { day });
  assert.equal(moved.status, 200, moved.text);
  assert.equal(moved.data.now, `${day}${before.now.slice(10)}`);
  const reminders = await mailsOf(g, first, 'payment-reminder', 12);
  assert.ok(reminders.every((mail) => String(mail.sentAt).slice(0, 10) === day));
  const ids = new Set(drafts.items.map(({ id }) => id));
  const overdue = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ event, data }) => event === 'invoice.overdue' && ids.has(data.invoiceId));
  await waitUntil(() => overdue().length >= 12);
  assert.deepEqual([...new Set(overdue().map(({ tenantId }) => tenantId))], [first.id]);
  assert.ok(overdue().every(({ timestamp }) => String(timestamp).startsWith(day)));
  for (const { headers } of receiver.received)
    assert.equal(Number(headers['webhook-timestamp']), Math.floor(g.clock.now.getTime() / 1000), 'signed in real time');

  assert.equal((await stateOf(g, second)).clockAheadSeconds, 0);
  assert.equal(await overdueOf(first), overdueBefore + 12);
  assert.equal(await overdueOf(second), overdueBefore);
  assert.deepEqual(
    mailServer.received.filter(({ envelope }) => envelope.to[0] !== real.email),
    [],
    'nothing left',
  );
});

async function overdueOf({ key }: MadeTestOrganization): Promise<number> {
  const invoices = await g.ask('GET', '/invoices?limit=100', { as: key });
  return invoices.items.filter(({ overdue }) => overdue === true).length;
}

async function fetchPdf({ key }: MadeTestOrganization, id: string): Promise<Buffer> {
  const url = `/console/api/test-mailbox/${id}/attachment`;
  const response = await g.server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['content-type'], 'application/pdf');
  return response.rawPayload;
}

test('two test organizations have different clocks beside a real one, which has none', async () => {
  await moveTo(g, second.key, { day: '2028-02-29' });
  const [firstState, other] = [await stateOf(g, first), await stateOf(g, second)];
  assert.match(other.now, /^2028-02-29T/);
  assert.notEqual(firstState.now.slice(0, 10), '2028-02-29');
  const made = await Promise.all(
    [first.key, second.key, real.integrator].map(async (as) => {
      const building = await g.ask('POST', '/buildings', { as, body: { name: 'Uus', address: 'Uus 1, Tallinn' } });
      return String(building.data.createdAt).slice(0, 10);
    }),
  );
  assert.deepEqual(made, [firstState.now.slice(0, 10), '2028-02-29', '2026-11-20']);
  const recent = await g.ask('GET', `/buildings?updatedSince=${other.now}`, { as: second.key });
  assert.deepEqual(
    recent.items.map(({ name }) => name),
    ['Uus'],
    'changes are listed by the organization’s time',
  );
});

test('a clock never goes backwards, has a bound, and is moved by owners of a test organization only', async () => {
  const { now } = await stateOf(g, second);
  assert.equal((await moveTo(g, second.key, { day: '2028-02-28' })).code, 'clock_backwards');
  assert.equal(
    (await moveTo(g, second.key, { time: new Date(Date.parse(now) - 1).toISOString() })).code,
    'clock_backwards',
  );
  assert.deepEqual((await moveTo(g, second.key, { day: '2099-01-01' })).fields, ['day']);
  assert.deepEqual((await moveTo(g, second.key, {})).fields, ['day']);
  assert.deepEqual((await moveTo(g, second.key, { day: '2028-03-01', time: now })).fields, ['time']);
  assert.equal((await moveTo(g, real.owner, { day: '2028-03-01' })).code, 'not_a_test_organization');
  const manager = await aPerson(g, second.id, 'manager');
  assert.equal((await moveTo(g, manager.token, { day: '2028-03-01' })).status, 403);
  assert.equal((await g.ask('GET', '//console/api/test-mailbox', { as: manager.token })).status, 403);
  assert.equal((await g.ask('GET', '//console/api/test-mailbox', { as: real.owner })).code, 'not_a_test_organization');
  assert.equal((await stateOf(g, second)).now, now);
  const concurrent = await Promise.all(
    ['2028-03-05', '2028-03-04', '2028-03-06'].map((day) => moveTo(g, second.key, { day })),
  );
  assert.ok(concurrent.every(({ status }) => status === 200 || status === 409));
  assert.match((await stateOf(g, second)).now, /^2028-03-0[456]T/);
});

test('sessions and keys keep real time, however far the clock is moved', async () => {
  const organization = await aTestOrganization(g, await anOrganization(g, 'KÜ Aeg'));
  const expiresAt = new Date(g.clock.now.getTime() + 3_600_000).toISOString();
  const body = { name: 'an hour', role: 'owner', expiresAt };
  const { apiKey } = (
    await g.ask<Thing & { apiKey: string }>('POST', '//console/api/api-keys', { as: organization.owner, body })
  ).data;
  await moveTo(g, organization.key, { day: '2030-01-01' });
  await mailsOf(g, organization, 'security-change', 1);
  assert.equal((await g.ask('GET', '/buildings', { as: apiKey })).status, 200);
  const me = await g.succeed('GET', '//console/api/me', { as: organization.owner });
  const { test: isTest, clockAheadSeconds } = me.data.organization as { test: boolean; clockAheadSeconds: number };
  assert.ok(isTest && clockAheadSeconds > 3 * 365 * 86_400);
});

test('an invitation stays in the mailbox; a new person joins with an address that belongs to nobody, and signs in by a link from there', async () => {
  const { mailDomain } = await stateOf(g, first);
  const apartmentId = await anApartmentOf(first);
  const invite = async (email: string) => {
    await g.succeed('POST', '/invitations', { as: first.key, body: { email, apartmentId } });
    await waitUntil(async () => (await mailsOf(g, first, 'invitation')).some((mail) => mail.recipient === email));
    const mail = (await mailsOf(g, first, 'invitation')).find((invitation) => invitation.recipient === email);
    const letter = await readMail(g, first, mail?.id ?? '');
    const link = letter.text.match(/https?:\S+#(hin_\S+)/);
    assert.ok(letter.html.includes(link?.[0] ?? 'no link'));
    return link?.[1];
  };
  const accept = (token: string | undefined) =>
    g.ask<Thing & { accessToken: string }>('POST', '//console/api/invitations/accept', {
      body: { token, name: 'Mari Tamm', password },
    });
  assert.equal((await accept(await invite('victim@example.org'))).code, 'invalid_credentials');
  const [victim] = await g.owner`select 1 from users where email_key = 'victim@example.org'`;
  assert.equal(victim, undefined, 'nobody got an account with the address of somebody else');
  const mailDomainOfSecond = (await stateOf(g, second)).mailDomain;
  assert.equal((await accept(await invite(`mari@${mailDomainOfSecond}`))).code, 'invalid_credentials');
  const email = `mari@${mailDomain}`;
  const joined = await accept(await invite(email));
  assert.equal(joined.status, 200, joined.text);
  assert.equal((await g.ask('GET', '/invoices', { as: joined.data.accessToken })).status, 200);

  await g.ask('POST', '/auth/magic-link', { body: { email } });
  const [link] = await mailsOf(g, first, 'magic-link');
  const token = linkIn(await readMail(g, first, link?.id ?? '')).split('#')[1];
  assert.equal((await g.ask('POST', '//console/api/magic-link/redeem', { body: { token } })).status, 200);
  await g.ask('POST', '/auth/magic-link', { body: { email: real.email } });
  await waitUntil(() => mailServer.received.some(({ envelope }) => envelope.to[0] === real.email));
  assert.ok(mailServer.received.every(({ envelope }) => !envelope.to[0]?.endsWith('.test')));
});

test('no answer about an invitation of a test organization tells whether the address has an account', async () => {
  const stranger = await anOrganization(g, 'KÜ Võhivõõras');
  const apartmentId = await anApartmentOf(first);
  /** What the owner of a test organization sees of an invited address, which stands for itself in every answer. */
  const everythingAbout = async (email: string) => {
    const made = await g.ask<Thing>('POST', '/invitations', { as: first.key, body: { email, apartmentId } });
    const mailOf = async () => (await mailsOf(g, first, 'invitation')).find(({ recipient }) => recipient === email);
    await waitUntil(async () => (await mailOf()) !== undefined);
    const letter = await readMail(g, first, (await mailOf())?.id ?? '');
    const token = /#(hin_[\w.-]+)/.exec(letter.text)?.[1] ?? '';
    const preview = await g.ask<Thing>('POST', '//console/api/invitations/show', { body: { token } });
    const accept = async (body: Record<string, unknown>) => {
      const { status, text } = await g.ask('POST', '//console/api/invitations/accept', { body: { token, ...body } });
      return [status, text];
    };
    const wrong = await accept({ password: 'a wrong passphrase', name: 'Mari' });
    const nameless = await accept({ password: 'another wrong passphrase' });
    const said = JSON.stringify([made.status, made.data, letter, preview.status, preview.data, wrong, nameless]);
    return said
      .replaceAll(token, 'TOKEN')
      .replaceAll(email, 'EMAIL')
      .replace(/"\d{4}-\d\d-\d\dT[^"]+"|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
  };
  const known = await everythingAbout(stranger.email);
  assert.match(known, /invalid_credentials/);
  assert.equal(await everythingAbout('nobody-at-all@example.org'), known);
});

async function anApartmentOf({ key }: MadeTestOrganization): Promise<string> {
  const buildings = await g.ask('GET', '/buildings', { as: key });
  const building = buildings.items.find(({ name }) => name === 'Kase 12');
  return (await g.ask('GET', `/buildings/${building?.id}/apartments`, { as: key })).items[0]?.id ?? '';
}

test('a test organization has a sandbox bank and no real one, at the time of its clock; a real organization has no sandbox bank', async () => {
  const [sent] = (await g.ask<Thing & { balance: number }>('GET', '/invoices?status=sent&limit=1', { as: first.key }))
    .items;
  const begun = await g.succeed<Thing & { payUrl: string }>('POST', '/payments/banklink', {
    as: first.key,
    body: { invoiceId: sent?.id },
  });
  const bank = await postPage(formOf(await openPage(begun.data.payUrl), 'bank'));
  assert.equal(bank.status, 200, bank.text);
  const result = await postPage(formOf(bank, 'decide'), { outcome: 'approve' });
  assert.match(result.text, /got the response 200/);
  assert.equal((await g.ask('GET', `/invoices/${sent?.id}`, { as: first.key })).data.status, 'paid');
  const montonio = { name: 'montonio', provider: 'montonio', merchant: 'store', secretKey: 'secret' };
  assert.deepEqual((await g.ask('POST', '//console/api/banks', { as: first.owner, body: montonio })).fields, [
    'provider',
  ]);
  const sandbox = { name: 'sandbox', provider: 'sandbox' };
  assert.deepEqual((await g.ask('POST', '//console/api/banks', { as: real.owner, body: sandbox })).fields, [
    'provider',
  ]);
});

test('a reset creates everything again while the worker delivers; the id, keys, endpoints and users stay', async () => {
  const organization = await aTestOrganization(g, await anOrganization(g, 'KÜ Uuesti'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const receiver = await startReceiver(async () => {
    await released;
    return 204;
  });
  const body = { url: receiver.url, events: ['invoice.sent'] };
  const endpoint = await g.ask<Thing>('POST', '/webhooks', { as: organization.key, body });
  await moveTo(g, organization.key, { day: '2027-01-10' });
  const drafts = await g.ask('GET', '/invoices?status=draft&limit=100', { as: organization.key });
  const invoiceIds = drafts.items.map(({ id }) => id);
  await g.ask('POST', '/invoices/send-bulk', { as: organization.key, body: { invoiceIds } });
  await waitUntil(() => receiver.received.length > 0);
  const manager = await aPerson(g, organization.id, 'manager');
  const resident = await aPerson(g, organization.id, 'resident');

  await g.succeed('POST', '//console/api/test-organization/reset', { as: organization.owner, body: {} });
  release();
  const state = await stateOf(g, organization);
  assert.deepEqual([state.id, state.clockAheadSeconds], [organization.id, 0]);
  const after = await g.ask('GET', '/invoices?limit=100', { as: organization.key });
  assert.equal(after.items.length, 36);
  assert.ok(after.items.every(({ id }) => !invoiceIds.includes(id)));
  assert.deepEqual((await g.ask('GET', '//console/api/test-mailbox', { as: organization.key })).items, []);
  assert.deepEqual(
    (await g.ask('GET', '/webhooks', { as: organization.key })).items.map(({ id }) => id),
    [endpoint.data.id],
  );
  assert.equal((await g.ask('GET', '/buildings', { as: manager.token })).status, 200);
  assert.equal((await g.ask('GET', '/buildings', { as: resident.token })).status, 401);

  const again = (await g.ask('GET', '/invoices?status=draft&limit=100', { as: organization.key })).items.map(
    ({ id }) => id,
  );
  const heard = receiver.received.length;
  await g.ask('POST', '/invoices/send-bulk', { as: organization.key, body: { invoiceIds: again } });
  await waitUntil(() => receiver.received.slice(heard).some(({ body }) => again.some((id) => body.includes(id))));
  const [left] = await g.owner<{ n: number }[]>`
    select count(*)::int as n from deliveries d where d.tenant_id = ${organization.id}
       and not exists (select from events e where e.tenant_id = d.tenant_id and e.id = d.event_id)`;
  assert.equal(left?.n, 0, 'no delivery without its event');
});

test('a real organization is never reset or deleted, also not by the database; a stranger does neither', async () => {
  for (const [method, path] of [
    ['POST', '//console/api/test-organization/reset'],
    ['DELETE', '//console/api/test-organization'],
  ] as const) {
    const body = method === 'POST' ? { body: {} } : {};
    assert.equal((await g.ask(method, path, { as: real.owner, ...body })).code, 'not_a_test_organization');
    assert.equal((await g.ask(method, path, { as: second.key, ...body })).status, 403, 'a key');
  }
  for (const procedure of ['empty_tenant', 'remove_tenant', "delete_tenant_rows('{}')"])
    await assert.rejects(
      inTenant(g.app, serviceCaller(real.tenantId), ({ db }) =>
        db.unsafe(`call ${procedure.includes('(') ? procedure : `${procedure}()`}`),
      ),
      /Only a test organization/,
    );
  const refused = await inTenant(
    g.app,
    serviceCaller(real.tenantId),
    ({ db, caller }) => db`update tenants set clock_ahead_ms = 1 where id = ${caller.tenantId}`,
  ).catch((error: unknown) => error);
  assert.match(String(refused), /tenants_real_time/);
  const another = await anOrganization(g, 'KÜ Võõras');
  const mails = await mailsOf(g, first, 'invitation');
  assert.equal((await g.ask('GET', `//console/api/test-mailbox/${mails[0]?.id}`, { as: another.owner })).status, 404);
  assert.equal(
    (await g.ask('POST', '//console/api/test-organizations', { as: second.owner, body: {} })).code,
    'made_in_test_organization',
  );
});

test('nor can the service’s own role make or pretend that a real organization is a test organization', async () => {
  const { tenantId } = real;
  const asService = (statement: string) =>
    inTenant(g.app, serviceCaller(tenantId), async ({ db }) => {
      await db.unsafe("set local app.removes_sample = 'yes'");
      return (await db.unsafe(statement, [tenantId])).count;
    });
  const kept = await g.owner<{ name: string }[]>`
    select polrelid::regclass::text as name from pg_policy where polname = 'kept' and polrelid <> 'tenants'::regclass`;
  assert.ok(kept.length >= 7, 'the tables are there');
  for (const { name } of kept)
    assert.equal(await asService(`delete from ${name} where tenant_id = $1`), 0, `nothing of ${name}`);
  const [log] = await g.owner<
    { n: number }[]
  >`select count(*)::int as n from security_events where tenant_id = ${tenantId}`;
  assert.ok((log?.n ?? 0) > 0, 'there is something to delete');
  assert.equal(await asService('delete from tenants where id = $1'), 0);
  for (const column of ['sample = true', 'made_in = id'])
    await assert.rejects(asService(`update tenants set ${column} where id = $1`), { code: '42501' }, column);
});

test('while a test organization is being filled, its maker can change their account', async () => {
  const { tenantId } = await anOrganization(g);
  const { userId, token: as } = await aPerson(g, tenantId, 'owner');
  const maker = { kind: 'user', userId, tenantId, sessionId: newId(), role: 'owner' } as const;
  let status = 0;
  await createTestOrganization(g.app, maker, 'Proov', async () => {
    ({ status } = await g.ask('PATCH', '//console/api/me', { as, body: { language: 'en' } }));
  });
  assert.equal(status, 200);
});
