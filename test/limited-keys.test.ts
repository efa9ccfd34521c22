// Tests of limited API keys with every operation and every table: a key of one building while there is another, and a
// key that only reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDryRun } from '../src/http/dry-run.ts';
import type { Operation } from '../src/http/operation.ts';
import { createKey, type NewKey } from '../src/identity/api-keys.ts';
import { tokenHash } from '../src/identity/tokens.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { fillTenant } from './edge-case-rows.ts';
import { expectedRoles, needsPerson, ofBuildings } from './expected-permissions.ts';
import {
  allOperations,
  aPicture,
  bodyFor,
  createSampleIds,
  idsIn,
  ownSessionOperations,
  pathFor,
  type SampleIds,
  stateDependent,
} from './operation-samples.ts';
import { aBuilding, anApartment, anOrganization, aPerson, aResidency, startTestService } from './service-fixture.ts';

const g = await startTestService();

/**
 * Tables that such keys reach although no rule chooses their rows, each with the reason. A table that is in no list is
 * closed to them.
 */
const openTables: Readonly<Record<string, string>> = {
  tenants: 'the organization of the key, whose id every insert reads',
  test_clock: 'one row of the service',
  counters: 'numbers of invoices and references, without gaps over several buildings',
  idempotency_keys: 'stored responses, found by caller and key',
  sender_details: 'what is on every invoice',
  files: 'found by the photo, invoice or reading that names it',
  file_chunks: 'found by their file',
  reading_photos: 'found by the reading that names it, or by who uploaded it',
  users: 'names of those who did something, and addresses of owners who get e-mails',
  memberships: 'finds those users',
  api_keys: 'names of keys that did something, and nothing else',
  audit_log: 'may be written, not read',
  audit_chain: 'the time of the newest link, which a new entry comes after',
  security_events: 'may be written, not read',
  account_undo_links: 'may be written, not read',
  banks: 'the ways to pay an invoice',
  webhook_endpoints: 'who gets an event that the key causes, and how many fail',
  deliveries: 'may be written, not read',
  due_work: 'what follows from a change; may be written, not read',
};

/** Operations that report a result for each item instead of an error. */
const resultsByItem = new Set([
  'submitReadings',
  'confirmReadings',
  'generateInvoicesOfBuildings',
  'enterPayments',
  'matchPayments',
]);

/** Operations whose permission such keys may have, but which no building answers. */
const ofTheOrganization = new Set(['createBuilding', 'downloadBankEntries']);

const makeKey = (tenantId: string, wanted: Omit<NewKey, 'name'>) =>
  inTenant(g.app, serviceCaller(tenantId), (scope) => createKey(scope, { name: 'Integration', ...wanted }));

/** Whether an answer contains anything of a place. */
const names = (text: string, place: SampleIds) => Object.values(place).some((id) => text.includes(id));

const closed = allOperations.filter(({ permission, name }) => permission !== 'none' && !ownSessionOperations.has(name));
const deletions = closed.filter((each) => each.method === 'DELETE' && idsIn(each).length > 0).toReversed();
const ordered = [...closed.filter((operation) => !deletions.includes(operation)), ...deletions];

/** All rows that mention a place, in any table but the logs of requests. */
async function rowsOf(place: SampleIds): Promise<string[]> {
  const tables = await g.owner<{ name: string }[]>`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('request_log', 'audit_log') order by relname`;
  const pattern = [place.buildings, place.apartments, place.invoices, place.meters, place['maintenance-requests']].join(
    '|',
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await g.owner<{ row: string }[]>`
      select t::text as row from ${g.owner.unsafe(name)} t where t::text ~ ${pattern} order by 1`;
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

for (const role of ['owner', 'manager', 'accountant'] as const) {
  test(`the key of one building, with the role ${role}: each operation works there, and shows and changes nothing of another`, async () => {
    const organization = await anOrganization(g);
    const [own, other, toDelete, toReverse] = [
      await createSampleIds(g, organization),
      await createSampleIds(g, organization),
      await createSampleIds(g, organization),
      await createSampleIds(g, organization),
    ];
    await g.ask('POST', '//console/api/letterhead/logo', { as: organization.owner, body: { file: aPicture } });
    const buildingIds = [own, toDelete, toReverse].map(({ buildings }) => buildings);
    const billing = { iban: 'EE382200221020145685' };
    await g.ask('PATCH', `/buildings/${own.buildings}`, { as: organization.owner, body: { billing } });
    const { apiKey } = await makeKey(organization.tenantId, { role, buildingIds });
    const before = await rowsOf(other);
    assert.ok(before.length > 15, 'the other building has rows');
    const spotFor = (operation: Operation) => {
      if (operation.name === 'reversePayment') return toReverse;
      return deletions.includes(operation) ? toDelete : own;
    };
    const ask = (operation: Operation, place: SampleIds) =>
      g.ask(operation.method, pathFor(operation, place), { as: apiKey, body: bodyFor(operation, place) });
    const faults: string[] = [];
    for (const operation of ordered) {
      const { permission, name } = operation;
      if (permission === 'none') continue;
      const may =
        expectedRoles[permission].includes(role.charAt(0)) &&
        !needsPerson.has(permission) &&
        ofBuildings.has(permission) &&
        !ofTheOrganization.has(name);
      const [here, there] = [await ask(operation, spotFor(operation)), await ask(operation, other)];
      const mentions = idsIn(operation).length > 0 || names(JSON.stringify(bodyFor(operation, other) ?? {}), other);
      const isNamed = mentions && !resultsByItem.has(name);
      const isDone = here.status < 300 || (here.status === 409 && stateDependent.has(name));
      if (names(here.text, other) || names(there.text, other)) faults.push(`${name} tells of another building`);
      if (may && !isDone) faults.push(`${name} here: ${here.status} ${here.text}`);
      if (may && isNamed && ![404, 422].includes(there.status)) faults.push(`${name} there: ${there.status}`);
      for (const { status, code } of may ? [] : [here, there])
        if (code !== 'insufficient_scope' && !(code === 'not_found' && ofBuildings.has(permission)))
          faults.push(`${name}: ${status} ${code}, not 403`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(await rowsOf(other), before);
  });
}

/** All rows of an organization, but what records the requests and uses of keys. */
async function rowsOfOrganization(tenantId: string): Promise<string[]> {
  const tables = await g.owner<{ name: string }[]>`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('request_log', 'api_keys', 'security_events', 'audit_log', 'audit_chain', 'due_work')
     order by c.relname`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await g.owner<{ row: string }[]>`
      select t::text as row from ${g.owner.unsafe(name)} t where tenant_id = ${tenantId} order by 1`;
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

test('a key that only reads: each GET, preview and dry run works, all else is rejected, and nothing changes', async () => {
  const organization = await anOrganization(g);
  const { tenantId, owner } = organization;
  await g.ask('POST', '//console/api/letterhead/logo', { as: owner, body: { file: aPicture } });
  const own = await createSampleIds(g, organization);
  const { apiKey } = await makeKey(tenantId, { role: 'owner', readOnly: true });
  const before = await rowsOfOrganization(tenantId);
  const faults: string[] = [];
  for (const operation of ordered) {
    const { permission, name, method, rules } = operation;
    if (permission === 'none') continue;
    const body = bodyFor(operation, own);
    const isDryRun = method !== 'GET' && !rules.has('only reads') && hasDryRun(operation);
    const path = `${pathFor(operation, own)}${isDryRun && operation.query !== undefined ? '?dryRun=true' : ''}`;
    const headers = { 'idempotency-key': name };
    const answer = await g.ask(method, path, {
      as: apiKey,
      body: isDryRun ? { ...body, dryRun: true } : body,
      headers,
    });
    const may = !needsPerson.has(permission) && (method === 'GET' || rules.has('only reads') || isDryRun);
    const isDone = answer.status < 300 || (answer.status === 409 && stateDependent.has(name));
    const isRefused = answer.status === 403 && (needsPerson.has(permission) || answer.text.includes('only reads'));
    if (may ? !isDone : !isRefused) faults.push(`${name}: ${answer.status} ${answer.text}`);
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(await rowsOfOrganization(tenantId), before);
});

test('the month of a building is done with its key: billed, sent, corrected, credited, paid and read', async () => {
  const { tenantId, owner } = await anOrganization(g);
  const charges = [
    { code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 5 },
    { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 },
  ];
  const [building, other] = [await aBuilding(g, owner, { billing: { charges } }), await aBuilding(g, owner)];
  const foreign = await anApartment(g, owner, other.id, { number: '1' });
  const { apiKey } = await makeKey(tenantId, { role: 'owner', buildingIds: [building.id] });
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await g.ask(method, path, { as: apiKey, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const at = (path: string) => `//console/api${path}`;
  await ask('PATCH', `/buildings/${building.id}`, {
    billing: { iban: 'EE382200221020145685', beneficiary: 'KÜ Kase' },
    externalId: 'A',
  });
  const { id: apartmentId } = (await ask('POST', `/buildings/${building.id}/apartments`, { number: '1', area: 50 }))
    .data;
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartmentId);
  const stranger = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, stranger.userId, foreign.id);
  const meter = await ask('POST', '/meters', {
    buildingId: building.id,
    apartmentId,
    type: 'cold_water',
    initialValue: 0,
    installedOn: '2026-09-30',
  });
  await ask('POST', `/meters/${meter.data.id}/readings`, { value: 10, readAt: '2026-10-31T12:00:00.000Z' });
  const month = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  const generated = await ask('POST', '/invoices/generate-bulk', { buildingId: building.id, ...month });
  assert.equal(generated.data.created, 1);
  const [invoice] = (await ask('GET', '/invoices')).items;
  assert.equal(invoice?.amount, 25);
  await ask('POST', '/invoices/send-bulk', { buildingId: building.id, ...month });
  await ask('POST', at(`/invoices/${invoice?.id}/delivered`), { by: 'paper' });
  assert.equal((await ask('GET', `/invoices/${invoice?.id}/pdf`)).status, 200);
  await ask('POST', at(`/invoices/${invoice?.id}/credit`), { reason: 'Viga', positions: [{ position: 1, amount: 1 }] });
  await ask('POST', at(`/buildings/${building.id}/corrections`), { ...month, reason: 'Nurk' });
  await ask('PUT', at(`/buildings/${building.id}/apartments/${apartmentId}/payment-plan`), {
    terms: '2 × 12',
    until: '2026-12-31',
  });
  const { id: requestId } = (
    await ask('POST', at('/maintenance-requests'), { apartmentId, title: 'Kraan tilgub', description: 'Köögis.' })
  ).data;
  await ask('POST', at(`/maintenance-requests/${requestId}/comments`), { text: 'Homme.' });
  await ask('POST', at(`/maintenance-requests/${requestId}/photos`), { file: aPicture });
  await ask('PATCH', at(`/maintenance-requests/${requestId}`), { status: 'in_progress' });
  await ask('GET', `/invoices?updatedSince=2026-11-01T00:00:00.000Z&include=deleted&limit=5`);
  const people = (await ask('GET', '/residents')).items;
  assert.deepEqual(
    people.map(({ userId }) => userId),
    [resident.userId],
  );
  const events = (await ask('GET', at('/events'))).text;
  assert.match(events, /maintenance\.created/);
  assert.ok(!(await ask('GET', at('/search?q=Kase'))).text.includes(other.id));
  const strangers = (await ask('GET', at(`/search?q=${encodeURIComponent(stranger.email)}`))).text;
  assert.ok(!strangers.includes(stranger.userId));
  const { id: emptyId } = await anApartment(g, owner, building.id, { number: '9' });
  await ask('DELETE', `/buildings/${building.id}/apartments/${emptyId}`);
  const mixed: [string, string, object][] = [
    ['POST', '/meters', { buildingId: building.id, apartmentId: foreign.id, type: 'hot_water' }],
    ['POST', at('/maintenance-requests'), { apartmentId: foreign.id, title: 'Kraan', description: 'Köögis.' }],
    [
      'POST',
      at(`/buildings/${building.id}/one-offs/bulk`),
      {
        apartmentIds: [apartmentId, foreign.id],
        description: 'Võti',
        amount: 5,
        dueFrom: '2026-12-01',
      },
    ],
    ['POST', at('/payment-reminders'), { apartmentIds: [foreign.id] }],
    ['POST', '/invoices/generate-bulk', { buildingId: other.id, ...month }],
  ];
  for (const [method, path, body] of mixed) {
    const { status, text } = await g.ask(method, path, { as: apiKey, body });
    assert.ok(status === 404 || status === 422, `${path}: ${status} ${text}`);
  }
});

test('processes of the version before, which know no limits, accept no key that has some', async () => {
  const { tenantId, owner } = await anOrganization(g);
  const { id } = await aBuilding(g, owner);
  const holders = async (wanted: Partial<NewKey>) => {
    const { apiKey } = await makeKey(tenantId, { role: 'manager', ...wanted });
    return (await g.owner`select * from authenticate(${tenantId}, ${tokenHash(apiKey)}, ${g.clock.now})`).length;
  };
  assert.deepEqual(await holders({}), 1);
  assert.deepEqual(await holders({ strict: true }), 1);
  assert.deepEqual(await holders({ readOnly: true }), 0);
  assert.deepEqual(await holders({ buildingIds: [id] }), 0);
  assert.deepEqual(await holders({ networks: ['192.0.2.0/24'] }), 0);
});

type TableAccess = {
  readonly name: string;
  readonly limited: boolean;
  readonly open: boolean;
  readonly reads: boolean;
};

/** What the role of limited keys may do with each table. */
function listAccess(): Promise<TableAccess[]> {
  return g.owner<TableAccess[]>`
    select c.relname::text as name,
           exists (select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
                    where p.polrelid = c.oid and p.polname = 'buildings' and not p.polpermissive and r.rolname = 'haldur_buildings') as limited,
           has_any_column_privilege('haldur_buildings', c.oid, 'select, insert, update') or has_table_privilege('haldur_buildings', c.oid, 'delete, truncate') as open,
           has_table_privilege('haldur_buildings', c.oid, 'select') as reads
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`;
}

test('each table is closed to keys of some buildings, or has a rule for its rows, or a reason to be open', async () => {
  const tables = await listAccess();
  const withoutRule = tables.filter(({ open, limited }) => open && !limited).map(({ name }) => name);
  assert.deepEqual(withoutRule, Object.keys(openTables).sort());
  assert.ok(tables.filter(({ limited }) => limited).length > 30, 'most tables have a rule');
});

test('the rules of tables show the rows of the bound building, and none of another or without a bound one', async () => {
  const tenantId = await fillTenant(g.owner, 1);
  const [building] = await g.owner<{ id: string }[]>`select id from buildings where tenant_id = ${tenantId}`;
  const [invoice] = await g.owner<{ id: string }[]>`select id from invoices where tenant_id = ${tenantId}`;
  await g.owner`update mails set about_id = ${invoice?.id ?? null} where tenant_id = ${tenantId}`;
  await g.owner`update deleted_objects set building_id = ${building?.id ?? null} where tenant_id = ${tenantId}`;
  const tables = (await listAccess()).filter(({ limited }) => limited);
  assert.ok(
    tables.every(({ reads }) => reads),
    'what has a rule can be read',
  );
  const visible = (bind: string) =>
    g.owner.begin(async (db) => {
      await db.unsafe(`select bind_tenant('${tenantId}'), ${bind}`);
      const found: string[] = [];
      for (const { name } of tables) {
        const rows =
          await db`select 1 from ${db.unsafe(name)} where ${db.unsafe(name === 'tenants' ? 'id' : 'tenant_id')} = ${tenantId}`;
        if (rows.length > 0) found.push(name);
      }
      return found;
    });
  assert.deepEqual(await visible(`bind_buildings(array['${newId()}']::uuid[])`), []);
  assert.deepEqual(await visible('bind_buildings(null)'), []);
  const ofTheBuilding = new Set(await visible(`bind_buildings(array['${building?.id}']::uuid[])`));
  assert.deepEqual(
    tables.map(({ name }) => name).filter((name) => !ofTheBuilding.has(name)),
    [],
  );
});
