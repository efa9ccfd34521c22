// Tests of finding open invoices by the reference a payer writes, at a cost that does not grow with their number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { lockOpenInvoices } from './invoice-queries.ts';

const g = await startTestService();

test('an invoice is found by its number in capitals, without reading all open invoices', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, owner);
  const [invoice1] = await createThreeInvoices(g, owner, building.id);
  // Three thousand apartments with an invoice each, at once.
  await g.owner`
    with homes as (
      insert into apartments (tenant_id, id, building_id, number, number_key, reference_number, created_at, updated_at)
      select tenant_id, gen_random_uuid(), building_id, 'N' || n, 'N' || n, 'N' || n, now(), now()
        from invoices cross join generate_series(1, 3000) n where id = ${invoice1}
      returning tenant_id, id, number)
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          created_at, updated_at)
    select i.tenant_id, gen_random_uuid(), 'Many-' || substr(h.number, 2), '0', 'sent', i.building_id, h.id, i.period_start, i.period_end, i.issue_date,
           i.due_date, i.currency, i.amount, now(), now()
      from invoices i join homes h on h.tenant_id = i.tenant_id where i.id = ${invoice1}`;
  await g.owner`analyze invoices`;
  const read = await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const found = await lockOpenInvoices(scope, { references: [], numbers: ['MANY-17', 'MANY-18'], apartments: [] });
    assert.deepEqual(found.map((item) => item.number).sort(), ['Many-17', 'Many-18']);
    const [row] = await scope.db`
      select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'invoices'`;
    return row?.rows;
  });
  assert.ok(read < 50, `${read} rows read`);
});
