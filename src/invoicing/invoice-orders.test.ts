// Test of the orders of invoices: each is read from an index, and none of these indexes is taken to find one invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { keyset } from '../platform/db/keyset.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { invoiceOrders } from './invoice-queries.ts';

const g = await startTestService();
const { tenantId } = await anOrganization(g);
const values = { createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z', number: 'A', amount: '1' };

for (const by of Object.keys(invoiceOrders))
  test(`invoices by ${by} are read in the order of an index, from the beginning and from the middle`, async () => {
    const value = values[by as keyof typeof values] ?? '2026-11-01';
    for (const after of [undefined, { value, id: newId() }])
      for (const descending of [false, true]) {
        const plan = await inTenant(g.app, serviceCaller(tenantId), async ({ db }) => {
          await db`set local enable_seqscan = off`; // An empty table is read completely, whatever the index.
          await db`set local enable_sort = off`;
          const page = keyset(db, 'i', { by, descending, limit: 100, after, updated: undefined }, invoiceOrders);
          return db<{ 'QUERY PLAN': string }[]>`
            explain select i.id from invoices i where i.tenant_id = ${tenantId} ${page.after} ${page.orderAndLimit}`;
        });
        const text = plan.map((row) => Object.values(row)[0]).join('\n');
        assert.match(text, /Index (Only )?Scan/, text);
        assert.doesNotMatch(text, /(?<!Incremental )Sort {2}/, text);
      }
  });

test('one invoice is found by its primary key, also before the table was analyzed', async () => {
  const [tenantId, id] = [newId(), newId()];
  const plan = await g.owner<{ 'QUERY PLAN': string }[]>`
    explain select 1 from only invoices x where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for key share of x`;
  assert.match(plan.map((row) => Object.values(row)[0]).join('\n'), /invoices_pkey/);
});
