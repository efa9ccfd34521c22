// Tests of long lists: each order is read from an index, also with a value that few rows have; and the planner is told that an organization may be large.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOrders } from '../src/metering/metering-queries.ts';
import { paymentOrders } from '../src/payments/payment-queries.ts';
import { keyset, type SortColumn } from '../src/platform/db/keyset.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { anOrganization, startTestService } from './service-fixture.ts';

const g = await startTestService();
const { tenantId } = await anOrganization(g);
const lists = { payments: paymentOrders, readings: readingOrders } as const;
const values = { date: '2026-11-01', timestamptz: '2026-11-01T00:00:00Z', bigint: '1', text: 'A' } as const;

/** The plan of a statement of the organization. An empty table would be read completely, whatever the index. */
async function explain(statement: (db: Db) => ReturnType<Db>): Promise<string> {
  const plan = await inTenant(g.app, serviceCaller(tenantId), async ({ db }) => {
    await db`set local enable_seqscan = off`;
    await db`set local enable_sort = off`;
    return db<{ 'QUERY PLAN': string }[]>`explain ${statement(db)}`;
  });
  return plan.map((row) => Object.values(row)[0]).join('\n');
}

for (const [table, orders] of Object.entries(lists))
  for (const [by, column] of Object.entries<SortColumn>(orders))
    test(`${table} by ${by} are read in the order of an index, from the beginning and from the middle`, async () => {
      for (const after of [undefined, { value: values[column.type], id: newId() }])
        for (const descending of [false, true]) {
          const plan = await explain((db) => {
            const page = keyset(db, 'x', { by, descending, limit: 100, after, updated: undefined }, orders);
            return db`select x.id from ${db.unsafe(table)} x where x.tenant_id = ${tenantId} ${page.after} ${page.orderAndLimit}`;
          });
          assert.match(plan, /Index (Only )?Scan/, plan);
          assert.doesNotMatch(plan, /(?<!Incremental )Sort {2}/, plan);
        }
    });

for (const [table, condition, index] of [
  ['invoices', "x.status = 'cancelled'", 'invoices_not_paid'],
  ['payments', "x.status = 'reversed'", 'payments_not_matched'],
  ['payments', "x.source = 'manual'", 'payments_other_source'],
  ['payments', 'x.dismissed_at is not null', 'payments_dismissed'],
  ['readings', "x.status = 'rejected'", 'readings_rejected'],
] as const)
  test(`${table} with ${condition} are found by an index of few rows`, async () => {
    const plan = await explain(
      (db) => db`select x.id from ${db.unsafe(table)} x where x.tenant_id = ${tenantId} and ${db.unsafe(condition)}
                  order by x.created_at, x.id limit 100`,
    );
    assert.match(plan, new RegExp(`using ${index}`), plan);
    assert.doesNotMatch(plan, /Sort {2}/, plan);
  });

test('kept plans are made for a large organization', async () => {
  const tables = await g.owner<{ table: string }[]>`
    select attrelid::regclass::text as table from pg_attribute where attname = 'tenant_id' and 'n_distinct=20' = any (attoptions) order by 1`;
  assert.deepEqual(
    tables.map((row) => row.table),
    ['apartments', 'buildings', 'invoices', 'meters', 'readings', 'residencies', 'residents'],
  );
});
