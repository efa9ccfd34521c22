// Tests of long lists: each order is read from an index, few rows are found by one, and the planner is told that an
// organization may be large.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoiceOrders } from '../src/invoicing/invoice-queries.ts';
import { readingOrders } from '../src/metering/metering-queries.ts';
import { paymentOrders } from '../src/payments/payment-queries.ts';
import { keyset, type SortColumn } from '../src/platform/db/keyset.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { anOrganization, startTestService } from './service-fixture.ts';

const g = await startTestService();
const { tenantId } = await anOrganization(g);
const lists = { invoices: invoiceOrders, payments: paymentOrders, readings: readingOrders } as const;
const values = { date: '2026-11-01', timestamptz: '2026-11-01T00:00:00Z', bigint: '1', text: 'A' } as const;
/** An update writes a row's new version into every index of its table. */
const maxIndexes = 9;

const plansOfOne: [table: string, plan: string][] = [];
for (const table of Object.keys(lists)) {
  const plan = await g.owner<{ 'QUERY PLAN': string }[]>`
    explain select 1 from only ${g.owner.unsafe(table)} x where tenant_id = ${newId()}::uuid and id = ${newId()}::uuid for key share of x`;
  plansOfOne.push([table, plan.map((row) => Object.values(row)[0]).join('\n')]);
}

// The planner chooses between indexes by what it knows of a table.
await g.owner.begin(async (owner) => {
  await owner`set local session_replication_role = replica`;
  await owner`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency,
                          amount, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), '2026-' || lpad(n::text, 6, '0'), n % 100, case when n % 100 = 0 then 'sent' when n % 300 = 1 then 'cancelled' else 'draft' end,
           md5('b' || n % 20)::uuid, md5('a' || n % 100)::uuid, '2026-09-01', '2026-09-30', '2026-10-01', '2026-10-15', 'EUR', n, now(), now()
      from generate_series(1, 5000) n`;
  await owner`
    insert into payments (tenant_id, id, source, status, amount, allocated, currency, paid_on, reference, apartment_id, reason, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), case when n % 50 = 0 then 'manual' else 'statement' end,
           case when n % 100 = 0 then 'unmatched' when n % 300 = 1 then 'reversed' else 'matched' end, n, case when n % 100 = 0 or n % 300 = 1 then 0 else n end,
           'EUR', '2026-10-10', n % 100, md5('a' || n % 100)::uuid, 'reference', now(), now()
      from generate_series(1, 5000) n`;
});
await g.owner`analyze invoices, payments`;

/** The plan of a statement of the organization; `ordered`: of one that must not sort. */
async function explain(statement: (db: Db) => ReturnType<Db>, ordered = false): Promise<string> {
  const plan = await inTenant(g.app, serviceCaller(tenantId), async ({ db }) => {
    if (ordered) {
      await db`set local enable_seqscan = off`; // The table of readings is empty.
      await db`set local enable_sort = off`;
    }
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
          }, true);
          assert.match(plan, /Index (Only )?Scan/, plan);
          assert.doesNotMatch(plan, /(?<!Incremental )Sort {2}/, plan);
        }
    });

for (const [table, condition, index] of [
  ['invoices', "x.status = 'cancelled'", 'invoices_status'],
  ['invoices', "x.status in ('draft', 'sent') and x.reference = '12'", 'invoices_status'],
  ['invoices', `x.building_id = md5('b1')::uuid and x.apartment_id = md5('a1')::uuid`, 'invoices_apartment'],
  ['invoices', `x.building_id = md5('b1')::uuid`, 'invoices_apartment'],
  ['invoices', `x.number_key collate "C" >= '2026-0000' and x.number_key collate "C" < '2026-0001'`, 'number_unique'],
  ['payments', "x.status = 'reversed'", 'payments_status'],
  ['payments', "x.status in ('unmatched', 'partially_matched') and x.source <> 'credit'", 'payments_status'],
  ['payments', "x.reference = '12'", 'payments_reference'],
  ['payments', "x.apartment_id = md5('a1')::uuid", 'payments_apartment'],
] as const)
  test(`${table} with ${condition} are found by an index of few rows`, async () => {
    const plan = await explain(
      (db) => db`select x.id from ${db.unsafe(table)} x where x.tenant_id = ${tenantId} and ${db.unsafe(condition)}`,
    );
    assert.match(plan, new RegExp(`(using|on) \\w*${index}`), plan);
  });

test('one row was found by its primary key, before its table was analyzed', () => {
  for (const [table, plan] of plansOfOne) assert.match(plan, new RegExp(`using ${table}_pkey`), plan);
});

test(`no table has more than ${maxIndexes} indexes`, async () => {
  const tables = await g.owner<{ table: string; indexes: number }[]>`
    select tablename as table, count(*)::integer as indexes from pg_indexes where schemaname = 'public' and indexname not in ('payments_words', 'invoices_unsent') -- Rows only for what a person matched, and what is still to be sent.
     group by tablename having count(*) > ${maxIndexes}`;
  assert.deepEqual(tables, []);
});

test('kept plans are made for a large organization', async () => {
  const tables = await g.owner<{ table: string }[]>`
    select attrelid::regclass::text as table from pg_attribute where attname = 'tenant_id' and 'n_distinct=20' = any (attoptions) order by 1`;
  assert.deepEqual(
    tables.map((row) => row.table),
    ['apartments', 'buildings', 'invoices', 'meters', 'readings', 'residencies', 'residents'],
  );
});
