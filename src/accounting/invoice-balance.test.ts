// Tests of the account on an invoice: it shows what its payer owes, whatever was paid before or since, and nothing that
// others owe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreeMonths, type InvoiceAnswer } from '../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  sellAtOctobersEnd,
  startTestService,
} from '../../test/service-fixture.ts';
import { type Caller, inTenant, serviceCaller } from '../platform/db/scope.ts';
import { getTotalDue, listInvoicesDue } from './invoice-balance.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

type AccountAnswer = { openingBalance: number; payments: number; credits: number; amountToPay: number };
type InvoiceWithAccount = InvoiceAnswer & { account: AccountAnswer | null; balance: number; issueDate: string };
const accountOf = async (id: string) =>
  (await g.ask<InvoiceWithAccount>('GET', `/invoices/${id}?account=true`, { as })).data.account;
const shown = async (id: string) => {
  const found = await accountOf(id);
  return found && [found.openingBalance, found.payments, found.credits, found.amountToPay];
};
const pay = (id: string, paidDate: string) =>
  g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid', paidDate } });

test('an unpaid balance is carried from invoice to invoice, and a payment is deducted once', async () => {
  const { ids } = await createThreeMonths(g, as);
  assert.deepEqual(await shown(ids[0]), [0, 0, 0, 552.71]);
  assert.deepEqual(await shown(ids[1]), [552.71, 0, 0, 1105.42]);
  assert.deepEqual(await shown(ids[2]), [1105.42, 0, 0, 1658.13]);
  await pay(ids[0], '2026-10-20');
  assert.deepEqual(await shown(ids[1]), [552.71, 552.71, 0, 552.71], 'paid since the invoice before was issued');
  assert.deepEqual(await shown(ids[2]), [552.71, 0, 0, 1105.42], 'paid before the last one was issued');
  await pay(ids[1], '2026-11-18');
  assert.deepEqual(await shown(ids[2]), [552.71, 552.71, 0, 552.71]);
  await pay(ids[2], '2026-11-19');
  assert.deepEqual(await shown(ids[2]), [552.71, 1105.42, 0, 0]);
});

test('drafts and cancelled invoices are not owed, and a cancelled one has no account', async () => {
  const { ids } = await createThreeMonths(g, as, { drafts: [0] });
  assert.deepEqual(await shown(ids[1]), [0, 0, 0, 552.71]);
  await g.ask('PATCH', `/invoices/${ids[1]}`, { as, body: { status: 'cancelled' } });
  assert.equal(await accountOf(ids[1]), null);
  assert.deepEqual(await shown(ids[2]), [0, 0, 0, 552.71]);
});

test('an unallocated payment is credit, and an overpayment makes the amount to pay negative', async () => {
  const { home, ids } = await createThreeMonths(g, as);
  // Credit beside open invoices: the service would apply it at once.
  await g.owner`
    insert into payments (tenant_id, id, source, status, amount, currency, paid_on, apartment_id, reason, created_at, updated_at)
    values (${tenantId}, gen_random_uuid(), 'statement', 'unmatched', 4729, 'EUR', '2026-11-19', ${home.id}, 'person', now(), now())`;
  assert.deepEqual(await shown(ids[0]), [0, 0, 47.29, 505.42]);
  const due = await inTenant(g.app, serviceCaller(tenantId), async (scope) =>
    listInvoicesDue(scope, await getTotalDue(scope, ids[0])),
  );
  assert.deepEqual(
    due.named.map(({ id, amount }) => [id, amount]),
    ids.toReversed().map((id) => [id, 55_271]),
  );
  assert.deepEqual([due.others, due.credit], [0, 4_729]);
  for (const id of ids) await pay(id, '2026-11-18');
  assert.equal((await accountOf(ids[2]))?.amountToPay, -47.29);
});

test('a buyer does not see what the seller owes, even if the same person stays as a tenant or both have the day of the hand-over', async () => {
  const { home, ids } = await createThreeMonths(g, as);
  const [mari, jaan, rein] = [
    await aPerson(g, tenantId, 'resident'),
    await aPerson(g, tenantId, 'resident'),
    await aPerson(g, tenantId, 'resident'),
  ];
  await aResidency(g, tenantId, mari.userId, home.id, '2020-01-01');
  await moveOut(g, tenantId, home.id, '2026-11-01');
  await aResidency(g, tenantId, jaan.userId, home.id, '2026-11-01');
  assert.deepEqual(await shown(ids[2]), [0, 0, 0, 552.71]);
  const tenancy = { role: 'tenant', receivesInvoice: false } as const;
  await aResidency(g, tenantId, rein.userId, home.id, '2020-01-01', tenancy);
  assert.deepEqual(await shown(ids[2]), [0, 0, 0, 552.71]);
});

test('a credit for an earlier invoice of the seller does not reduce what the buyer owes', async () => {
  const { home, ids } = await createThreeMonths(g, as);
  await sellAtOctobersEnd(g, tenantId, home.id);
  for (const id of ids.slice(0, 2)) await pay(id, '2026-11-16');
  const body = { reason: 'Viga arvestis' };
  assert.equal((await g.ask('POST', `//console/api/invoices/${ids[1]}/credit`, { as, body })).status, 201);
  assert.deepEqual(await shown(ids[1]), [552.71, 1105.42, 552.71, -552.71], 'it is the seller’s');
  assert.deepEqual(await shown(ids[2]), [0, 0, 0, 552.71]);
});

test('the amount to pay is always the open balances less the credit', async () => {
  const { ids } = await createThreeMonths(g, as);
  const balances = async () =>
    (
      await Promise.all(ids.map((id) => g.ask<InvoiceWithAccount>('GET', `/invoices/${id}?account=true`, { as })))
    ).reduce((sum, answer) => sum + answer.data.balance, 0);
  for (const [nth, id] of ids.entries()) {
    assert.equal((await accountOf(ids[2]))?.amountToPay.toFixed(2), (await balances()).toFixed(2), `id ${nth}`);
    await pay(id, '2026-11-18');
  }
  assert.equal((await accountOf(ids[2]))?.amountToPay, 0);
});

test('all together is what every payer of an invoice owes, also later; what only one of them owes later is left out', async () => {
  const { home, ids } = await createThreeMonths(g, as);
  const [first, second, third] = ids;
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, home.id, '2020-01-01');
  await aResidency(g, tenantId, jaan.userId, home.id, '2020-01-01', { until: '2026-10-31' });
  const total = (id: string, caller: Caller) => inTenant(g.app, caller, (scope) => getTotalDue(scope, id));
  const anybody = serviceCaller(tenantId);
  assert.deepEqual(
    await total(first, anybody),
    { invoiceId: second, amount: 110_542 },
    'jaan owes nothing of November',
  );
  assert.deepEqual(await total(third, anybody), { invoiceId: third, amount: 165_813 });
  await pay(second, '2026-11-18');
  assert.deepEqual(await total(first, anybody), { invoiceId: first, amount: 55_271 });
  assert.deepEqual(await total(second, anybody), { invoiceId: second, amount: 55_271 }, 'of a paid one');
});
