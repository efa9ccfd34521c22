// Tests of how objects are found by their own fields: from an index, however many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { keyset } from './keyset.ts';
import { matchOwnFields, type OwnFieldsFilter, ownFieldsCondition } from './own-fields.ts';
import { inTenant, serviceCaller } from './scope.ts';

const g = await startTestService();
const { tenantId } = await anOrganization(g);
const count = 20_000;

// Written as rows: so many residents would take minutes through the service.
await g.owner`
  insert into residents (tenant_id, id, name, language, created_at, updated_at)
  select ${tenantId}, gen_random_uuid(), 'R' || n, 'et', timestamptz '2026-01-01' + n * interval '1 second', now() from generate_series(1, ${count}::integer) n`;
await g.owner`
  insert into own_fields (tenant_id, kind, object_id, key, value)
  select p.tenant_id, 'resident', p.id, f.key, f.value from residents p
   cross join lateral (values ('', 'erp ' || p.name), ('group', 'all'), ('number', p.name)) f (key, value) where p.tenant_id = ${tenantId}`;
await g.owner`analyze`;

const request = { by: 'createdAt', descending: false, limit: 100, after: undefined, updated: undefined };
const orders = { createdAt: { sql: 'created_at', type: 'timestamptz' } } as const;

/** The plan of a page of residents, as it is for any value: a statement that is sent often is planned so. */
async function planFor(filter: OwnFieldsFilter): Promise<string> {
  const rows = await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const { db } = scope;
    await db`set local plan_cache_mode = force_generic_plan`;
    const match = await matchOwnFields(scope, 'resident', filter);
    const page = keyset(db, 'p', request, orders);
    return db<{ 'QUERY PLAN': string }[]>`
      explain analyze select p.id from residents p
       where p.tenant_id = ${tenantId} ${ownFieldsCondition(scope, 'resident', 'p.id', match)} ${page.after} ${page.orderAndLimit}`;
  });
  return rows.map((row) => Object.values(row)[0]).join('\n');
}

/** The most rows that a step of a plan read. */
function maxRows(plan: string): number {
  const steps = [...plan.matchAll(/actual (?:time=\S+ )?rows=([\d.]+) loops=(\d+)/g)];
  assert.ok(steps.length > 0, plan);
  return Math.max(...steps.map(([, rows, loops]) => Number(rows) * Number(loops)));
}

for (const [what, filter] of [
  ['an externalId', { externalId: 'erp R15000' }],
  ['a value of few objects', { metadata: { number: 'R15000' } }],
  ['two values, one of few objects and one of all', { metadata: { group: 'all', number: 'R15000' } }],
  ['a value of no object', { metadata: { number: 'none' } }],
] as const)
  test(`${what} is found without reading through a table`, async () => {
    const plan = await planFor(filter);
    assert.doesNotMatch(plan, /Seq Scan/, plan);
    assert.ok(maxRows(plan) < 10, plan);
  });

test('a value of all objects reads no more than a page', async () => {
  const plan = await planFor({ metadata: { group: 'all' } });
  assert.doesNotMatch(plan, /Seq Scan/, plan);
  assert.ok(maxRows(plan) <= request.limit + 1, plan);
});

test('the objects with a value are looked up in its index', async () => {
  const rows = await inTenant(
    g.app,
    serviceCaller(tenantId),
    ({ db }) => db`
      explain select object_id from own_fields
       where tenant_id = ${tenantId} and kind = 'resident' and key = 'number' and value = 'R15000' limit 1001`,
  );
  assert.match(rows.map((row) => Object.values(row)[0]).join('\n'), /own_fields_value/);
});
