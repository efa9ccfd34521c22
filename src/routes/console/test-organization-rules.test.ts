// Tests of the rules around test organizations: whose they are, what keeps real time, their sample data, and resetting
// and deleting while others work in them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startReceiver } from '../../../test/delivery-fixture.ts';
import { linkIn, startMailServer } from '../../../test/mail-servers.ts';
import {
  anOrganization,
  aPerson,
  password,
  startTestService,
  type Thing,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { aTestOrganization, mailsOf, moveTo } from '../../../test/test-organizations-fixture.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { deleteOldEvents } from '../../webhooks/delivery-queries.ts';
import { organizationTasks, startWorker } from '../../worker.ts';

const mailServer = await startMailServer();
const from = { name: 'Haldur', address: 'haldur@example.org' };
const g = await startTestService({ mail: { smtp: mailServer.smtp, from } });
const worker = await startWorker(g.app);
after(() => worker.stop());

test('the sample data is in the wanted language, and its times fit together', async () => {
  const { key } = await aTestOrganization(g, await anOrganization(g, 'KÜ Keel'));
  const [building] = (await g.ask('GET', '/buildings', { as: key })).items;
  const { charges, language } = building?.billing as { language: string; charges: { name: string }[] };
  assert.deepEqual(
    [language, ...charges.map(({ name }) => name)],
    ['en', 'Heating', 'Water', 'Common water', 'Administration', 'Repair fund'],
  );
  type Dated = Thing & {
    issueDate: string;
    dueDate: string;
    createdAt: string;
    sentAt: string | null;
    paidAt: string | null;
  };
  const { items } = await g.ask<Dated>('GET', '/invoices?limit=100', { as: key });
  assert.equal(items.length, 36);
  for (const { status, issueDate, dueDate, createdAt, sentAt } of items) {
    assert.equal(createdAt.slice(0, 10), issueDate);
    if (status === 'draft') assert.ok(dueDate > g.clock.now.toISOString().slice(0, 10));
    else assert.equal(sentAt?.slice(0, 10), issueDate);
  }
  const months = new Set(items.map(({ createdAt }) => createdAt.slice(0, 7)));
  assert.equal(months.size, 3);
  const written = JSON.stringify([building, items]);
  assert.doesNotMatch(written, /Küte|Remondifond/);
});

test('signing in without naming an organization leads to a real one, however recently a test organization was used', async () => {
  const home = await anOrganization(g, 'KÜ Kodu');
  const { id } = await aTestOrganization(g, home);
  const enter = (tenantId?: string) =>
    g.ask<Thing & { tenantId: string }>('POST', '/auth/login', { body: { email: home.email, password, tenantId } });
  assert.equal((await enter()).data.tenantId, home.tenantId);
  assert.equal((await enter(id)).data.tenantId, id);
  assert.equal((await enter()).data.tenantId, home.tenantId);
  assert.equal((await enter(id)).data.tenantId, id);
  const heard = mailServer.received.length;
  const linkMails = () => mailServer.received.slice(heard).filter(({ envelope }) => envelope.to[0] === home.email);
  await g.ask('POST', '/auth/magic-link', { body: { email: home.email } });
  await waitUntil(() => linkMails().length > 0);
  const token = linkIn(linkMails()[0] as Parameters<typeof linkIn>[0]).split('#')[1];
  await g.succeed<Thing & { tenantId: string }>('POST', '//console/api/magic-link/redeem', {
    body: { token },
  });
  const [session] = await g.owner<{ tenantId: string }[]>`
    select tenant_id from sessions order by created_at desc, id desc limit 1`;
  assert.equal(session?.tenantId, home.tenantId);
});

test('owners of the real organization see and enter its test organizations; who is no longer one of them is put out; strangers learn nothing', async () => {
  const home = await anOrganization(g, 'KÜ Omanikud');
  const made = await aTestOrganization(g, home);
  const listOf = async (as: string) => (await g.ask<Thing>('GET', '//console/api/test-organizations', { as })).data;
  assert.deepEqual(
    listed(await listOf(home.owner)).map(({ id }) => id),
    [made.id],
  );
  const stranger = await anOrganization(g, 'KÜ Muu');
  assert.deepEqual(listed(await listOf(stranger.owner)), []);
  assert.equal((await enterFrom(stranger, made.id)).status, 404);
  const manager = await aPerson(g, home.tenantId, 'manager');
  assert.equal((await enterFrom({ ...manager, tenantId: home.tenantId }, made.id)).status, 404);
  assert.equal((await g.ask('GET', '//console/api/test-organizations', { as: manager.token })).status, 403);

  const colleague = await aPerson(g, home.tenantId, 'owner');
  const entered = await enterFrom({ ...colleague, tenantId: home.tenantId }, made.id);
  assert.equal(entered.status, 200, entered.text);
  const inside = entered.data.accessToken;
  assert.equal((await g.ask('GET', '//console/api/test-organization', { as: inside })).status, 200);
  assert.deepEqual(listed(await listOf(inside)), [], 'a test organization has none');

  const members = (await g.ask<Thing & { email: string }>('GET', '//console/api/members', { as: home.owner })).items;
  const member = `//console/api/members/${members.find(({ email }) => email === home.email)?.id}`;
  await g.succeed('PATCH', member, { as: colleague.token, body: { role: 'manager' } });
  assert.equal((await g.ask('GET', '/buildings', { as: made.owner })).status, 401);
  assert.equal((await enterFrom(home, made.id)).status, 404);
  assert.equal((await g.ask('GET', '/buildings', { as: made.key })).status, 200, 'its keys stay');
  assert.equal((await g.ask('DELETE', '//console/api/test-organization', { as: inside })).status, 204);
  assert.deepEqual(listed(await listOf(colleague.token)), []);
});

const listed = (data: Thing) => data as unknown as readonly Thing[];

/** Signs a person in to the console of their organization, and switches to another one. */
async function enterFrom({ email, tenantId }: { email: string; tenantId: string }, id: string) {
  const headers = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
  const signedIn = await g.ask('POST', '//console/api/session', { body: { email, password, tenantId }, headers });
  const cookie = String([signedIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  return g.ask<Thing & { accessToken: string }>('POST', '//console/api/session/enter', {
    body: { tenantId: id },
    headers: { ...headers, cookie },
  });
}

test('a moved clock ends no cursor of the event feed, and deletes no events, deliveries and e-mails; updatedSince after a reset is rejected', async () => {
  const organization = await aTestOrganization(g, await anOrganization(g, 'KÜ Voog'));
  const { key } = organization;
  const receiver = await startReceiver();
  await g.ask('POST', '/webhooks', { as: key, body: { url: receiver.url, events: ['invoice.sent'] } });
  const feed = (query: string) => g.ask<Thing & { event: string }>('GET', `//console/api/events${query}`, { as: key });
  const start = await feed('?start=now');
  const drafts = await g.ask('GET', '/invoices?status=draft&limit=2', { as: key });
  const invoiceIds = drafts.items.map(({ id }) => id);
  await g.ask('POST', '/invoices/send-bulk', { as: key, body: { invoiceIds } });
  await mailsOf(g, organization, 'invoice', 2);
  await waitUntil(() => receiver.received.length >= 2);
  const sent = (await feed(`?after=${start.nextCursor}`)).items.map(({ id }) => id);
  await moveTo(g, key, { day: '2027-06-01' });
  await mailsOf(g, organization, 'payment-reminder', 2);
  await waitUntil(async () =>
    (await feed(`?after=${start.nextCursor}`)).items.some(({ event }) => event === 'invoice.overdue'),
  );
  const worked = await inTenant(g.app, serviceCaller(organization.id), async (scope) => {
    for (const { run } of organizationTasks) await run(scope);
    return scope.isTest;
  });
  assert.ok(worked);
  const later = await feed(`?after=${start.nextCursor}`);
  assert.equal(later.status, 200, later.text);
  assert.deepEqual(
    later.items.slice(0, sent.length).map(({ id }) => id),
    sent,
  );
  const [left] = await g.owner<{ deliveries: number; mails: number }[]>`
    select (select count(*)::int from deliveries where tenant_id = ${organization.id}) as deliveries,
           (select count(*)::int from mails where tenant_id = ${organization.id} and kind = 'invoice') as mails`;
  assert.deepEqual(left, { deliveries: 2, mails: 2 });
  await inTenant(g.app, serviceCaller(organization.id), (scope) => deleteOldEvents(scope, new Date('2099-01-01')));
  assert.deepEqual((await feed('')).items, [], 'in the end they are deleted');

  const newest = (await g.ask<Thing & { updatedAt: string }>('GET', '/invoices?sort=-updatedAt&limit=1', { as: key }))
    .items[0]?.updatedAt;
  const since = `/invoices?updatedSince=${newest}`;
  assert.equal((await g.ask('GET', since, { as: key })).status, 200);
  await g.ask('POST', '//console/api/test-organization/reset', { as: organization.owner, body: {} });
  for (const path of [since, `${since}&include=deleted`]) {
    const ahead = await g.ask('GET', path, { as: key });
    assert.deepEqual([ahead.status, ahead.fields], [422, ['updatedSince']]);
  }
});

test('letters about a real account have the real time as their date', async () => {
  const home = await anOrganization(g, 'KÜ Kuupäev');
  const { id, key } = await aTestOrganization(g, home);
  await moveTo(g, key, { day: '2031-05-05' });
  const body = { email: home.email, password, tenantId: id };
  for (const agent of ['first/1', 'second/2'])
    await g.ask('POST', '/auth/login', { body, headers: { 'user-agent': agent } });
  const mine = () => mailServer.received.filter(({ envelope }) => envelope.to[0] === home.email);
  await waitUntil(() => mine().length > 0);
  for (const { raw } of mine()) {
    const [, date = ''] = /^Date: (.*)$/m.exec(raw) ?? [];
    assert.equal(new Date(date).getUTCFullYear(), g.clock.now.getUTCFullYear());
  }
});

test('while others work in it, a test organization is reset and deleted: nobody gets a 500, and afterwards nobody gets in', async () => {
  const organization = await aTestOrganization(g, await anOrganization(g, 'KÜ Kiire'));
  const { id, key, owner } = organization;
  const statuses = new Set<number>();
  let isOver = false;
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const answer = await g.ask(method, path, { as: key, ...(body && { body }) });
    statuses.add(answer.status);
    assert.ok(answer.status !== 500, `${method} ${path}: ${answer.text}`);
    return answer;
  };
  const work = async (nth: number) => {
    while (!isOver) {
      const building = await ask('POST', '/buildings', { name: `M${nth}`, address: 'Mets 1, Tartu' });
      const apartments = await ask('POST', `/buildings/${building.data?.id}/apartments`, { number: '1' });
      await ask('POST', '//console/api/residents', { name: 'Uus', apartments: [{ apartmentId: apartments.data?.id }] });
      await ask('POST', '/meters', { buildingId: building.data?.id, type: 'cold_water', initialValue: 1 });
      await ask('POST', '//console/api/maintenance-requests', {
        buildingId: building.data?.id,
        title: 'x',
        description: 'y',
      });
      await ask('GET', '/invoices');
    }
  };
  const workers = [1, 2, 3, 4].map(work);
  const settle = async (attempt: () => Promise<{ status: number; text: string }>) => {
    for (;;) {
      const { status, text } = await attempt();
      assert.ok([204, 401, 503].includes(status), text);
      if (status !== 503) return status;
    }
  };
  const reset = () => g.ask('POST', '//console/api/test-organization/reset', { as: owner, body: {} });
  assert.equal(await settle(reset), 204);
  assert.equal(await settle(reset), 204);
  const remove = () => g.ask('DELETE', '//console/api/test-organization', { as: owner });
  const removed = await Promise.all([settle(remove), settle(remove), settle(reset)]);
  assert.ok(removed.includes(204), String(removed));
  await waitUntil(() => statuses.has(401));
  isOver = true;
  await Promise.all(workers);
  assert.equal((await g.ask('GET', '/buildings', { as: key })).status, 401);
  const [row] = await g.owner<{ n: number }[]>`select count(*)::int as n from request_log where tenant_id = ${id}`;
  assert.equal(row?.n, 0);
});
