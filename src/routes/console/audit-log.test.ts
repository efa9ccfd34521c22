// Tests of the audit log's entries: what each kind of request leaves, who sees the log, filters, the export, and what
// happens while it cannot be written.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  password,
  startTestService,
  tokenOf,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { camt } from '../../../test/statement-samples.ts';
import { makeReadLog } from '../../http/audit/read-log.ts';
import { startSending } from '../../mail/send-mail.ts';
import { chainAuditLog } from '../../platform/audit/audit-chain.ts';
import type { AuditEntry, NewAuditEntry } from '../../platform/audit/audit-entry.ts';
import type { DatabasePool } from '../../platform/db/pool.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';
import { apiOperations } from '../api/routes.ts';
import { consoleOperations } from './routes.ts';

const g = await startTestService();
const log = '//console/api/audit-log';
type Entry = Omit<AuditEntry, 'detail'> & {
  readonly changes: readonly unknown[];
  readonly result: Readonly<Record<string, unknown>>;
};

/** The entries of a filter as an owner sees them, the oldest first. */
async function entries(owner: string, filter: string): Promise<readonly Entry[]> {
  const { status, items, text } = await g.ask<Entry>('GET', `${log}?limit=500&sort=at&${filter}`, { as: owner });
  assert.equal(status, 200, text);
  return items;
}

/** The same once there are some: what was seen is written within a second. */
async function awaited(owner: string, filter: string): Promise<readonly Entry[]> {
  let found: readonly Entry[] = [];
  await waitUntil(async () => {
    found = await entries(owner, filter);
    return found.length > 0;
  });
  return found;
}

const headers = (requestId: string) => ({ 'x-request-id': requestId });

test('a change has an entry with who, what and the values before and after', async () => {
  const { owner, integrator, tenantId, email } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  const body = { name: 'Kase 14', billing: { paymentTermDays: 21 } };
  const path = `/buildings/${building.id}`;
  assert.equal((await g.ask('PATCH', path, { as: integrator, body, headers: headers('c-1') })).status, 200);
  const [entry, ...more] = await entries(owner, 'requestId=c-1');
  assert.equal(more.length, 0);
  const { id, at, actor, changes, ...rest } = entry ?? assert.fail();
  assert.deepEqual(rest, {
    action: 'changed',
    operation: 'updateBuilding',
    objectKind: 'buildings',
    objectId: building.id,
    objectName: 'Kase 14',
    aboutIds: [building.id],
    buildingId: building.id,
    result: {},
    requestId: 'c-1',
  });
  assert.deepEqual([actor.kind, actor.name], ['key', 'integration']);
  assert.deepEqual(changes, [
    { field: 'name', before: 'Kase 12', after: 'Kase 14' },
    { field: 'billing.paymentTermDays', before: 14, after: 21 },
  ]);
  // Its own.
  const [clock] = await g.owner`select clock_timestamp() - ${at}::timestamptz < interval '1 minute' as just`;
  assert.ok(id !== '' && clock?.just === true);
  const [made] = await entries(owner, `operation=createBuilding&buildingId=${building.id}`);
  assert.deepEqual([made?.actor.name, made?.objectId, made?.action], [email, building.id, 'changed']);
  assert.equal((await g.owner`select from audit_log where tenant_id = ${tenantId} and operation = ''`).length, 0);
});

test('what failed has no entry, and a repeat has no second one', async () => {
  const { owner } = await anOrganization(g);
  const body = { name: 'Kase 12', address: 'Kase 12' };
  const key = { 'idempotency-key': 'once' };
  for (let nth = 0; nth < 2; nth += 1)
    assert.equal((await g.ask('POST', '/buildings', { as: owner, body, headers: key })).status, 201);
  assert.equal((await g.ask('POST', '/buildings', { as: owner, body: { name: '', address: 'x' } })).status, 422);
  const { id } = await aBuilding(g, owner);
  const taken = { as: owner, body: { number: '1' } };
  await g.ask('POST', `/buildings/${id}/apartments`, taken);
  assert.equal((await g.ask('POST', `/buildings/${id}/apartments`, taken)).status, 409);
  assert.equal((await entries(owner, 'operation=createBuilding')).length, 2);
  assert.equal((await entries(owner, 'operation=createApartment')).length, 1);
});

test('no secret and no value about a person is in an entry', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const at = (path: string) => `//console/api${path}`;
  const person = { name: 'SECRETNAME', email: 'SECRET@example.org', phone: '+372 5551' };
  const resident = await g.ask('POST', at('/residents'), { as: owner, body: person });
  const changed = { name: 'SECRETOTHER', phone: '+372 5552' };
  await g.ask('PATCH', at(`/residents/${resident.data.id}`), { as: owner, body: changed, headers: headers('p-1') });
  assert.deepEqual((await entries(owner, 'requestId=p-1'))[0]?.changes, [{ field: 'name' }, { field: 'phone' }]);
  const hook = { url: 'https://127.0.0.1:1/x', events: ['invoice.paid'] };
  const webhook = await g.ask('POST', '/webhooks', { as: owner, body: hook });
  await g.succeed('POST', at(`/webhooks/${webhook.data.id}/rotate-secret`), { as: owner, body: {} });
  const made = await g.ask('POST', at('/api-keys'), { as: owner, body: { name: 'x', role: 'manager' } });
  const montonio = { provider: 'montonio', merchant: 'store', secretKey: 'SECRETKEY', password };
  assert.equal((await g.ask('POST', at('/banks'), { as: owner, body: { name: 'b', ...montonio } })).status, 201);
  const rows = await g.owner<{ text: string }[]>`
    select to_jsonb(a)::text as text from audit_log a where tenant_id = ${tenantId}`;
  assert.ok(rows.length > 5);
  for (const { text } of rows) {
    assert.doesNotMatch(text, /SECRET|\+372|whsec_|correct horse/);
    assert.ok(!text.includes(String(webhook.data.secret)) && !text.includes(String(made.data.apiKey)));
  }
});

test('where no GET shows the object alone, the sent fields are named with their new values', async () => {
  const { owner } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  const apartment = await anApartment(g, owner, building.id, { number: '1' });
  const body = { floor: 3, metadata: { doorCode: 'SECRET' } };
  const path = `/buildings/${building.id}/apartments/${apartment.id}`;
  assert.equal((await g.ask('PATCH', path, { as: owner, body })).status, 200);
  const [entry] = await entries(owner, `aboutId=${apartment.id}&operation=updateApartment`);
  assert.deepEqual(entry?.changes, [{ field: 'floor', after: 3 }, { field: 'metadata' }]);
  assert.deepEqual([entry?.objectKind, entry?.objectId, entry?.buildingId], ['apartments', apartment.id, building.id]);
});

test('each command that changes an object says what it changed; own texts of metadata are not kept', async () => {
  const { owner } = await anOrganization(g);
  const charges = [{ code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 5 }];
  const building = await aBuilding(g, owner, { billing: { charges } });
  await anApartment(g, owner, building.id, { number: '1' });
  const period = { buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  assert.equal((await g.ask('POST', '/invoices/generate-bulk', { as: owner, body: period })).status, 201);
  const [invoice] = (await g.ask('GET', '/invoices', { as: owner })).items;
  const url = 'https://127.0.0.1:1/x';
  const hook = await g.ask('POST', '/webhooks', { as: owner, body: { url, events: ['invoice.paid'] } });
  const at = (path: string) => `//console/api${path}`;
  const own = { externalId: 'erp-1', metadata: { doorCode: 'SECRET' } };
  const ownChanges = [{ field: 'externalId', before: null, after: 'erp-1' }, { field: 'metadata' }];
  const given = { before: null, after: '80123456' };
  const cases: readonly [path: string, body: object, changes: readonly object[]][] = [
    [`/buildings/${building.id}`, { name: 'Kase 12', ...own, billing: { charges } }, ownChanges],
    [`/invoices/${invoice?.id}`, own, ownChanges],
    [
      `/invoices/${invoice?.id}`,
      { status: 'paid', paidDate: '2026-11-20' },
      [
        { field: 'status', before: 'draft', after: 'paid' },
        { field: 'paidDate', before: null, after: '2026-11-20' },
        { field: 'amountPaid', before: 0, after: 5 },
        { field: 'balance', before: 5, after: 0 },
      ],
    ],
    [at('/me'), { language: 'en' }, [{ field: 'language' }]],
    [at('/first-steps'), { shown: false }, [{ field: 'shown' }]],
    [at('/letterhead'), { registrationNumber: '80123456' }, [{ field: 'registrationNumber', ...given }]],
    [at('/audit-log/settings'), { years: 5 }, [{ field: 'years', before: 3, after: 5 }]],
    [at(`/webhooks/${hook.data.id}`), { ordered: true }, [{ field: 'ordered', before: 'false', after: 'true' }]],
    [at('/organization'), { name: 'Kase' }, [{ field: 'name', before: 'KÜ Kase', after: 'Kase' }]],
  ];
  for (const [nth, [path, body, changes]] of cases.entries()) {
    for (const repeat of [false, true]) {
      const requestId = `say-${nth}-${repeat}`;
      const answer = await g.ask('PATCH', path, { as: owner, body, headers: headers(requestId) });
      assert.ok(answer.status < 300, `${path} ${answer.text}`);
      const [entry] = await entries(owner, `requestId=${requestId}`);
      if (!repeat) assert.deepEqual(entry?.changes, changes, path);
      else if (path !== at('/first-steps')) assert.deepEqual(entry?.changes, [], `${path} changed nothing`);
    }
  }
});

test('of a maintenance request the status is kept, and its texts are not', async () => {
  const { owner } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  const path = '//console/api/maintenance-requests';
  const text = { buildingId: building.id, title: 'Katus', description: 'SECRET' };
  const made = await g.ask('POST', path, { as: owner, body: text });
  const body = { status: 'in_progress', title: 'SECRET' };
  await g.succeed('PATCH', `${path}/${made.data.id}`, { as: owner, body });
  const [entry] = await entries(owner, 'operation=updateMaintenanceRequest');
  assert.deepEqual(entry?.changes, [{ field: 'title' }, { field: 'status', before: 'new', after: 'in_progress' }]);
});

test('values of members and accounts come from the security log’s details, in the one entry of the operation', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { userId } = await aPerson(g, tenantId, 'manager');
  const path = `//console/api/members/${userId}`;
  await g.ask('PATCH', path, { as: owner, body: { role: 'accountant' }, headers: headers('r-1') });
  const [entry, ...more] = await entries(owner, 'requestId=r-1');
  assert.equal(more.length, 0);
  assert.deepEqual(entry?.changes, [{ field: 'role', before: 'manager', after: 'accountant' }]);
  assert.deepEqual([entry?.objectKind, entry?.objectId], ['members', userId]);
});

test('a sign-in and a failed one have entries of their own', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  await tokenOf(g, email);
  const wrong = { email, password: 'wrong', tenantId };
  assert.equal((await g.ask('POST', '/auth/login', { body: wrong })).status, 401);
  await awaited(owner, 'operation=sign_in_failed'); // It is written in the background.
  const found = await entries(owner, 'action=security');
  const kinds = new Set(found.map(({ operation, actor }) => `${operation} ${actor.kind}`));
  assert.ok(kinds.has('signed_in user') && kinds.has('sign_in_failed nobody'), [...kinds].join());
});

test('what was seen has one entry an hour; a file has one each time, before it is sent', async () => {
  const { owner, integrator } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  for (let nth = 0; nth < 3; nth += 1) await g.ask('GET', '/residents', { as: integrator });
  await g.ask('GET', `/residents?buildingId=${building.id}`, { as: integrator });
  await g.ask('GET', '/buildings', { as: integrator });
  await g.ask('GET', `/invoices/${newId()}`, { as: integrator });
  await waitUntil(async () => (await entries(owner, 'operation=listResidents')).length === 2);
  const seen = await entries(owner, 'action=seen&operation=listResidents');
  assert.deepEqual(
    seen.map(({ buildingId, objectKind, actor }) => [buildingId, objectKind, actor.name]),
    [
      [null, 'residents', 'integration'],
      [building.id, 'residents', 'integration'],
    ],
  );
  for (const none of ['listBuildings', 'getInvoice'])
    assert.equal((await entries(owner, `operation=${none}`)).length, 0);
  const file = `//console/api/buildings/${building.id}/balances`;
  for (let nth = 1; nth <= 2; nth += 1) {
    assert.equal((await g.ask('GET', file, { as: owner })).status, 200);
    const exported = await entries(owner, 'action=exported');
    assert.deepEqual(
      exported.map(({ operation, objectId }) => [operation, objectId]),
      Array.from({ length: nth }, () => ['downloadBalances', building.id]),
    );
  }
});

test('what residents look at has no entry, what they change has', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  const apartment = await anApartment(g, owner, building.id, { number: '1' });
  const { userId, token } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartment.id);
  await g.ask('GET', '/invoices', { as: token });
  const body = { apartmentId: apartment.id, title: 'Kraan', description: 'SECRET' };
  assert.equal((await g.ask('POST', '//console/api/maintenance-requests', { as: token, body })).status, 201);
  await g.ask('GET', '/residents', { as: owner });
  await awaited(owner, 'operation=listResidents'); // Written after what the resident saw would have been.
  const own = await entries(owner, `actorId=${userId}&action=changed`);
  assert.deepEqual(
    own.map(({ operation }) => operation),
    ['submitMaintenanceRequest'],
  );
  assert.equal((await entries(owner, `actorId=${userId}&action=seen`)).length, 0);
});

test('a preview and a dry run changed nothing; a bulk operation has its figures', async () => {
  const { owner } = await anOrganization(g);
  const charges = [{ code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 5 }];
  const building = await aBuilding(g, owner, { billing: { charges } });
  await anApartment(g, owner, building.id, { number: '1' });
  const body = { buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  await g.ask('POST', '/invoices/generate-bulk', { as: owner, body: { ...body, dryRun: true } });
  assert.equal((await g.ask('POST', '/invoices/generate-bulk', { as: owner, body })).status, 201);
  const found = await entries(owner, 'operation=generateInvoices');
  assert.deepEqual(
    found.map(({ action, result, buildingId, objectId }) => [action, result.created, buildingId, objectId]),
    [
      ['seen', 1, building.id, null],
      ['changed', 1, building.id, null],
    ],
  );
});

test('a dry run is seen, wherever it is asked for, also by a key that only reads; a dry run that an operation does not have is a change', async () => {
  const { owner } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  const apartment = await anApartment(g, owner, building.id, { number: '1' });
  const at = (path: string) => `//console/api${path}`;
  const made = await g.ask('POST', at('/api-keys'), {
    as: owner,
    body: { name: 'x', role: 'accountant', readOnly: true },
  });
  const apiKey = String(made.data.apiKey);
  const body = { buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  for (const as of [owner, apiKey])
    assert.equal((await g.ask('POST', '/invoices/generate-bulk?dryRun=true', { as, body })).status, 200);
  const statement = { file: Buffer.from(camt([{ amount: '12.00' }])).toString('base64'), dryRun: true };
  assert.equal((await g.ask('POST', '/bank-statements/import', { as: apiKey, body: statement })).status, 200);
  const apartments = [{ apartmentId: apartment.id, since: '2026-01-01' }];
  const resident = await g.ask('POST', at('/residents'), { as: owner, body: { name: 'Jaan', apartments } });
  const leaving = await g.owner<{ id: string }[]>`select id from residencies where resident_id = ${resident.data.id}`;
  const newcomer = { name: 'Mari', email: 'mari@example.org' };
  const who = { leaving: leaving.map(({ id }) => id), role: 'owner', newcomer, invite: true };
  const handOver = { day: '2026-11-15', ...who, dryRun: true };
  const path = at(`/buildings/${building.id}/apartments/${apartment.id}/hand-overs`);
  await g.succeed('POST', path, { as: owner, body: handOver });
  const seen = await entries(owner, 'action=seen');
  const asked = seen.filter(({ operation }) => !/^(list|get)/.test(operation));
  assert.deepEqual(
    asked.map(({ operation, actor, changes }) => [operation, actor.kind, changes]),
    [
      ['generateInvoices', 'user', []],
      ['generateInvoices', 'key', []],
      ['importBankStatement', 'key', []],
      ['handOverApartment', 'user', []],
    ],
  );
  await g.succeed('POST', '/buildings', { as: owner, body: { name: 'U', address: 'U 1', dryRun: true } });
  const created = await entries(owner, 'operation=createBuilding');
  assert.deepEqual(new Set(created.map(({ action }) => action)), new Set(['changed']));
});

test('an e-mail that left has an entry of the service', async (t) => {
  const { owner, tenantId } = await anOrganization(g);
  const building = await aBuilding(g, owner);
  const apartment = await anApartment(g, owner, building.id, { number: '1' });
  const invited = { email: 'mari@example.org', apartmentId: apartment.id, role: 'resident' };
  const invitation = await g.ask('POST', '/invitations', { as: owner, body: invited });
  const sender = await startSending(g.app);
  t.after(() => sender.stop());
  const [sent] = await awaited(owner, `aboutId=${invitation.data.id}&action=sent`);
  assert.deepEqual([sent?.actor.kind, sent?.operation, sent?.result], ['service', 'sendMail', { kind: 'invitation' }]);
  const rows = await g.owner`select from audit_log where tenant_id = ${tenantId} and detail::text like '%mari@%'`;
  assert.equal(rows.length, 0);
});

test('the export has the filtered entries; the hash of a line is the one in the chain', async () => {
  const { owner, tenantId } = await anOrganization(g, '=KÜ');
  const building = await aBuilding(g, owner, { name: '=1+1' });
  await g.ask('PATCH', `/buildings/${building.id}`, { as: owner, body: { name: '=2+2; "x"' } });
  const filter = `buildingId=${building.id}`;
  const lines = await g.ask('GET', `${log}/export?format=jsonl&${filter}`, { as: owner });
  assert.equal(lines.headers['content-type'], 'application/jsonl; charset=utf-8');
  const written = lines.text.trimEnd().split('\n');
  assert.deepEqual(
    written.map((line) => JSON.parse(line).operation),
    ['createBuilding', 'updateBuilding', 'exportAuditLog'],
  );
  await inTenant(g.app, serviceCaller(tenantId), (scope) => chainAuditLog(scope));
  const [link] = await g.owner`select entry_hashes from audit_chain where tenant_id = ${tenantId}`;
  for (const line of written) assert.ok(link?.entryHashes.includes(createHash('sha256').update(line).digest()), line);
  const csv = await g.ask('GET', `${log}/export?${filter}`, { as: owner });
  const rows = csv.text.trimEnd().split('\r\n');
  assert.equal(rows.length, 5);
  assert.match(rows[0] ?? '', /^\uFEFFat;id;action;operation;/);
  assert.match(csv.headers['content-disposition'] ?? '', /audit-log\.csv/);
  const exports = await entries(owner, 'operation=exportAuditLog');
  assert.equal(exports.length, 2);
});

test('the export reads on beyond one piece', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const readLog = makeReadLog(g.app);
  for (let nth = 0; nth < 1_234; nth += 1) readLog.add({ caller: serviceCaller(tenantId), entry: seen(`op${nth}`) });
  await readLog.flush();
  const file = await g.ask('GET', `${log}/export?format=jsonl&action=seen`, { as: owner });
  const names = file.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).operation);
  assert.equal(new Set(names).size, 1_234);
});

test('how long entries are kept is set by an owner within bounds, and the change is logged', async () => {
  const { owner } = await anOrganization(g);
  const settings = `${log}/settings`;
  assert.deepEqual((await g.ask('GET', settings, { as: owner })).data, { years: 3 });
  for (const years of [0, 11])
    assert.equal((await g.ask('PATCH', settings, { as: owner, body: { years } })).status, 422);
  assert.deepEqual((await g.ask('PATCH', settings, { as: owner, body: { years: 7 } })).data, { years: 7 });
  const [entry] = await entries(owner, 'operation=changeAuditSettings');
  assert.deepEqual(entry?.changes, [{ field: 'years', before: 3, after: 7 }]);
});

test('an owner verifies the log and a checkpoint', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const ask = async (path: string) => {
    const { status, data, text } = await g.ask('GET', log + path, { as: owner });
    assert.equal(status, 200, text);
    return data;
  };
  assert.deepEqual(await ask('/chain'), {
    checkpoint: null,
    chainedUntil: null,
    waiting: (await entries(owner, '')).length,
  });
  await inTenant(g.app, serviceCaller(tenantId), (scope) => chainAuditLog(scope));
  const { checkpoint, waiting } = await ask('/chain');
  assert.equal(waiting, 0);
  const verified = await ask(`/verification?checkpoint=${checkpoint}`);
  assert.deepEqual([verified.links, verified.problems, verified.next], [1, [], null]);
  assert.equal(verified.checkpoint, 'confirmed');
  const [changed] = await g.owner`
    update audit_log set operation = 'nothing' where (tenant_id, at, id) = (select tenant_id, at, id from audit_log where tenant_id = ${tenantId} limit 1) returning id`;
  assert.deepEqual(
    ((await ask('/verification')).problems as { kind: string; entryId: string }[]).map(({ kind, entryId }) => [
      kind,
      entryId,
    ]),
    [['changed', changed?.id]],
  );
  const rejected = await g.ask('GET', `${log}/verification?checkpoint=1-abc`, { as: owner });
  assert.equal(rejected.status, 422);
});

const seen = (operation: string): NewAuditEntry => ({
  action: 'seen',
  operation,
  actor: { kind: 'service', id: null },
  objectKind: null,
  objectId: null,
  aboutIds: [],
  buildingId: null,
  detail: {},
  requestId: null,
});

test('while the database does not take what was seen, it waits, and is written later; beyond a bound reads are rejected', async () => {
  const { owner, tenantId } = await anOrganization(g);
  let isGone = true;
  const hold = () => (isGone ? Promise.reject(new Error('the server is gone')) : g.app.pool.hold());
  const readLog = makeReadLog({ ...g.app, pool: { ...g.app.pool, hold } as unknown as DatabasePool });
  const add = (nth: number) => readLog.add({ caller: serviceCaller(tenantId), entry: seen(`op${nth}`) });
  for (let nth = 0; nth < 5_000; nth += 1) add(nth);
  await readLog.flush();
  assert.throws(() => add(5_000), { name: 'Unavailable' });
  await assert.rejects(readLog.write({ caller: serviceCaller(tenantId), entry: seen('file') }), /gone/);
  isGone = false;
  await readLog.flush();
  const [row] = await g.owner`
    select count(*)::integer as count from audit_log where tenant_id = ${tenantId} and action = 'seen'`;
  assert.equal(row?.count, 5_000);
  add(5_001);
  await readLog.flush();
  assert.equal((await entries(owner, 'operation=op5001')).length, 1);
});

test('operations without an entry only read', () => {
  const unlogged = [...apiOperations, ...consoleOperations].filter(({ rules }) => rules.has('unlogged'));
  assert.ok(unlogged.length > 20);
  for (const { name, method, permission } of unlogged)
    assert.ok(method === 'GET' && permission !== 'none', `${name} has an entry`);
});
