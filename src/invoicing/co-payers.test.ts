// Tests of the open earlier invoices on an invoice: what its own payers still owe, to the cent, and nothing that others
// owe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreeMonths } from '../../test/billing-fixture.ts';
import { anOrganization, sellAtOctobersEnd, startTestService } from '../../test/service-fixture.ts';
import { payByHand } from '../../test/statement-samples.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { getInvoiceDocument } from './documents/invoice-document.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

const besides = async (id: string) =>
  (await inTenant(g.app, serviceCaller(tenantId), (scope) => getInvoiceDocument(scope, id))).unpaidBefore.map(
    (item) => item.balance,
  );
const pay = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid', paidDate: '2026-11-18' } });

test('an open invoice names its payers’ earlier unpaid invoices, and a paid one names none', async () => {
  const { ids } = await createThreeMonths(g, as);
  assert.deepEqual(
    [await besides(ids[0]), await besides(ids[1]), await besides(ids[2])],
    [[], [55271], [55271, 55271]],
  );
  const { data } = await g.ask<{ id: string; balance: number; account: { amountToPay: number } }>(
    'GET',
    `/invoices/${ids[2]}?account=true`,
    { as },
  );
  assert.equal(data.balance + 2 * 552.71, data.account.amountToPay, 'as its account has it');
  assert.equal((await pay(ids[0])).status, 200);
  assert.deepEqual(await besides(ids[2]), [55271]);
  assert.equal((await pay(ids[2])).status, 200);
  assert.deepEqual(await besides(ids[2]), []);
});

test('a partly paid invoice counts with the rest, a cancelled or unsent one not at all', async () => {
  const { ids } = await createThreeMonths(g, as);
  await payByHand(g, tenantId, ids[0], '0.27');
  assert.deepEqual(await besides(ids[2]), [55244, 55271]);
  await g.ask('PATCH', `/invoices/${ids[1]}`, { as, body: { status: 'cancelled' } });
  assert.deepEqual(await besides(ids[2]), [55244]);
  const unsent = await createThreeMonths(g, as, { drafts: [0] });
  assert.deepEqual(await besides(unsent.ids[2]), [55271]);
});

test('a buyer does not see what the seller owes', async () => {
  const { home, ids } = await createThreeMonths(g, as);
  await sellAtOctobersEnd(g, tenantId, home.id);
  assert.deepEqual([await besides(ids[1]), await besides(ids[2])], [[55271], []]);
});
