// Tests of the first organization of a service, switching organizations, and test organizations: created complete,
// separate from real data, and fully deletable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  anOrganization,
  aPerson,
  password,
  startTestService,
  type TestOrganization,
} from '../../../test/service-fixture.ts';
import { createUser } from '../../identity/operator-accounts.ts';
import { firstStartLink } from '../../identity/organizations.ts';

const g = await startTestService();
const wanted = { organization: 'KÜ Kase 12', name: 'Mari Tamm', email: 'mari@example.org', password, language: 'et' };
const start = (changes: Record<string, unknown>) =>
  g.ask('POST', '//console/api/start', { body: { ...wanted, ...changes } });
const tenantTables = async () =>
  (
    await g.owner<{ name: string }[]>`select polrelid::regclass::text as name from pg_policy where polname = 'tenant'`
  ).map((row) => row.name);
/** Signs somebody in and goes to another organization from there. */
async function enter({ email, tenantId }: TestOrganization, to: string) {
  const headers = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
  const signedIn = await g.ask('POST', '//console/api/session', { body: { email, password, tenantId }, headers });
  const cookie = String([signedIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  return g.ask<{ id: string; accessToken: string; tenantId: string }>('POST', '//console/api/session/enter', {
    body: { tenantId: to },
    headers: { ...headers, cookie },
  });
}
/** How many rows each table has of an organization. */
async function rowsOf(tenantId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of await tenantTables()) {
    const column = name === 'tenants' ? 'id' : 'tenant_id';
    const [row] = await g.owner.unsafe(`select count(*)::int as n from ${name} where ${column} = $1`, [tenantId]);
    if (row?.n > 0) counts.set(name, row?.n);
  }
  return counts;
}

test('the printed link creates the first organization once, also with two simultaneous requests', async () => {
  const link = await firstStartLink(g.app);
  assert.match(link ?? '', /\/console\/start#hst_[\w-]{43}$/);
  assert.equal(await firstStartLink(g.app), link, 'the same after a restart');
  const token = link?.split('#')[1];
  assert.equal((await start({ token: 'hst_guess' })).code, 'invalid_link');
  assert.equal((await start({ token: `${token?.slice(0, -1)}` })).code, 'invalid_link');
  const weak = await start({ token, password: 'short' });
  assert.equal(weak.status, 422);
  assert.deepEqual(weak.fields, ['password']);
  assert.deepEqual((await start({ token, password: 'tamm ja vanker' })).fields, ['password'], 'their own name');
  assert.deepEqual((await start({ token, email: 'not an address' })).fields, ['email']);
  const answers = await Promise.all([start({ token }), start({ token, email: 'jaan@example.org' })]);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
  const winner = answers.find((answer) => answer.status === 200) as unknown as { data: { accessToken: string } };
  const me = await g.ask('GET', '//console/api/me', { as: winner.data.accessToken });
  assert.equal(me.data.role, 'owner');
  assert.equal((me.data.organization as { name: string }).name, 'KÜ Kase 12');
  assert.equal(await firstStartLink(g.app), undefined);
  assert.equal((await start({ token, email: 'late@example.org' })).code, 'already_started');
});

test('a person sees only their own organizations, and enters no other', async () => {
  const first = await anOrganization(g, 'KÜ Üks');
  const otherOrganization = await anOrganization(g, 'KÜ Kaks');
  const foreign = await anOrganization(g, 'KÜ Võõras');
  await createUser(g.app, { tenantId: otherOrganization.tenantId, email: first.email, password, role: 'accountant' });
  const list = await g.ask('GET', '//console/api/organizations', { as: first.owner });
  assert.deepEqual(list.data as unknown, [
    { id: otherOrganization.tenantId, name: 'KÜ Kaks', role: 'accountant', test: false },
    { id: first.tenantId, name: 'KÜ Üks', role: 'owner', test: false },
  ]);
  assert.equal((await enter(first, foreign.tenantId)).status, 404);
  const there = await enter(first, otherOrganization.tenantId);
  assert.equal(there.data.tenantId, otherOrganization.tenantId);
  assert.equal((await g.ask('GET', '//console/api/me', { as: there.data.accessToken })).data.role, 'accountant');
  const named = await g.ask('PATCH', '//console/api/organization', { as: first.owner, body: { name: ' KÜ Kolm ' } });
  assert.deepEqual([named.data.id, named.data.name], [first.tenantId, 'KÜ Kolm']);
  const accountant = await g.ask('PATCH', '//console/api/organization', {
    as: there.data.accessToken,
    body: { name: 'x' },
  });
  assert.equal(accountant.status, 403);
});

test('a test organization is created beside real data, at most three, and deleted without a trace', async () => {
  const real = await anOrganization(g, 'KÜ Päris');
  const before = await rowsOf(real.tenantId);
  const make = () => g.ask('POST', '//console/api/test-organizations', { as: real.owner, body: {} });
  const answers = await Promise.all([make(), make(), make(), make()]);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 201, 201, 409]);
  const sample = answers.find((answer) => answer.status === 201)?.data.id ?? '';
  const as = (await enter(real, sample)).data.accessToken;
  const invoices = await g.ask('GET', '/invoices?limit=100', { as });
  assert.equal(invoices.items.length, 36);
  assert.ok(
    invoices.items.some((item) => item.status === 'paid') && invoices.items.some((item) => item.status === 'draft'),
  );
  assert.equal((await g.ask('GET', '/meters', { as })).items.length, 13);
  const paid = invoices.items.filter((item) => item.status === 'paid').length;
  const payments = (await g.ask<{ status: string }>('GET', '/payments?limit=100', { as })).items;
  const matched = payments.filter((payment) => payment.status === 'matched').length;
  assert.equal(matched, paid + 1, 'what is paid was paid by somebody, and one paid a part');
  assert.equal(payments.length - matched, 2, 'a mistyped reference and a stranger wait for a person');
  assert.equal(
    (await g.ask('DELETE', '//console/api/test-organization', { as: real.owner })).code,
    'not_a_test_organization',
  );

  const guest = await aPerson(g, sample, 'manager');
  assert.equal((await g.ask('DELETE', '//console/api/test-organization', { as: guest.token })).status, 403);
  assert.ok((await rowsOf(sample)).size > 12);
  assert.equal((await g.ask('DELETE', '//console/api/test-organization', { as })).status, 204);
  assert.deepEqual([...(await rowsOf(sample))], []);
  assert.equal((await g.ask('GET', '/invoices', { as })).status, 401);
  assert.equal((await g.ask('GET', '/buildings', { as: real.owner })).items.length, 0);
  const after = await rowsOf(real.tenantId);
  for (const name of ['buildings', 'invoices', 'tenants', 'memberships'])
    assert.equal(after.get(name), before.get(name), name);
  assert.equal((await make()).status, 201, 'and there can be another');
});
