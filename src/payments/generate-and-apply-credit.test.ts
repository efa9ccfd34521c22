// Test that generating invoices in code also pays them from the credit of their apartments, as the API does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costs, createBilledBuilding, createThreeInvoices, october } from '../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { account, camt, importStatementFile } from '../../test/statement-samples.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { generateInvoicesAndApplyCredit } from './generate-and-apply-credit.ts';

const g = await startTestService();

test('new invoices are paid from the credit of their apartment without a second command, and a dry run pays nothing', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  await createThreeInvoices(g, as, building.id, { periodStart: '2026-09-01', periodEnd: '2026-09-30' });
  await importStatementFile(
    g,
    tenantId,
    camt([{ amount: '5000.00', reference: String(apartments[0].referenceNumber) }]),
  );
  const run = (dryRun: boolean) =>
    inTenant(g.app, serviceCaller(tenantId), (scope) =>
      generateInvoicesAndApplyCredit(scope, { buildingId: building.id, ...october, costs, dryRun }),
    );
  assert.equal((await run(true)).created, 3);
  const { invoices } = await run(false);
  const id = invoices.find(({ apartmentId }) => apartmentId === apartments[0].id)?.invoiceId ?? '';
  const { data } = await g.ask<{ status: string; balance: number }>('GET', `/invoices/${id}`, { as });
  assert.deepEqual([data.status, data.balance], ['paid', 0]);
});
