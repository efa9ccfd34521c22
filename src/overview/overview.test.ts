// Tests of the overview: every count is of what needs attention, in this organization only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  type GenerationAnswer,
  markSent,
} from '../../test/billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  onDay,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { camt, importStatementFile } from '../../test/statement-samples.ts';

const g = await startTestService();
type TallyAnswer = { readonly currency: string; readonly count: number; readonly amount: number };
type OverviewAnswer = {
  readonly id: string;
  readonly readingsToConfirm: number;
  readonly maintenanceNew: number;
  readonly webhooksFailing: number;
  readonly paymentsWaiting: readonly TallyAnswer[];
  readonly unsent: readonly TallyAnswer[];
  readonly overdue: readonly TallyAnswer[];
  readonly unassigned: readonly { month: string; currency: string; amount: number }[];
  readonly months: readonly {
    month: string;
    currency: string;
    invoiced: number;
    received: number;
    unassigned: number;
    spent: number;
  }[];
};
const overviewAs = async (as: string) => (await g.ask<OverviewAnswer>('GET', '//console/api/overview', { as })).data;

test('an empty organization has an empty overview', async () => {
  const { owner } = await anOrganization(g);
  assert.deepEqual(await overviewAs(owner), {
    readingsToConfirm: 0,
    maintenanceNew: 0,
    webhooksFailing: 0,
    accountsUnconfirmed: [],
    paymentsWaiting: [],
    returnsWaiting: [],
    unsent: [],
    overdue: [],
    months: [],
    unassigned: [],
  });
});

test('drafts, overdue invoices, unmatched payments and months are shown with their amounts, and follow every change', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const charges = [
    { code: 'care', name: 'Care', basis: 'fixed', unitPrice: 10.01 },
    { code: 'heat', name: 'Heat', basis: 'equal', costFrom: 'supplier_bill' },
  ];
  const building = await aBuilding(g, as, { billing: { charges } });
  for (const number of ['1', '2']) await anApartment(g, as, building.id, { number });
  const body = {
    buildingId: building.id,
    periodStart: '2026-10-01',
    periodEnd: '2026-10-31',
    costs: [{ charge: 'heat', amount: 100 }],
  };
  const made = await onDay(g, '2026-11-05', () =>
    g.ask<GenerationAnswer>('POST', '/invoices/generate-bulk', { as, body }),
  );
  assert.equal(made.status, 201, made.text);
  const before = await overviewAs(as);
  assert.deepEqual(before.unsent, [{ currency: 'EUR', count: 2, amount: 120.02 }]);
  assert.equal(before.months.length, 12);
  assert.deepEqual(before.months.at(-1), { month: '2026-11', currency: 'EUR', invoiced: 0, received: 0, spent: 0 });
  assert.deepEqual(before.unassigned, []);
  assert.equal(before.months.at(-2)?.spent, 100);

  assert.equal(made.data.dueDate, '2026-11-19');
  await markSent(g, made.data.invoices[0]?.invoiceId ?? '');
  await importStatementFile(g, tenantId, camt([{ amount: '7.50' }]));
  const after = await overviewAs(as);
  assert.deepEqual(after.unsent, [{ currency: 'EUR', count: 1, amount: 60.01 }]);
  assert.deepEqual(after.overdue, [{ currency: 'EUR', count: 1, amount: 60.01 }]);
  assert.deepEqual(after.paymentsWaiting, [{ currency: 'EUR', count: 1, amount: 7.5 }]);
  assert.deepEqual(after.unassigned, [{ month: '2026-11', currency: 'EUR', amount: 7.5 }]);
  assert.deepEqual(
    after.months.slice(-2).map(({ invoiced, spent }) => [invoiced, spent]),
    [
      [60.01, 100],
      [0, 0],
    ],
    'an invoice is in the month that it is for, beside its bill',
  );

  const stranger = await anOrganization(g);
  assert.deepEqual((await overviewAs(stranger.owner)).unsent, []);
});

test('a credit note is no payment, and drafts count with their full amounts, whatever pays them', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const [id, invoice2] = await createThreeInvoices(g, as, building.id);
  await markSent(g, id);
  const credited = await g.ask('POST', `//console/api/invoices/${id}/credit`, { as, body: { reason: 'Katkestus' } });
  assert.equal(credited.status, 201, credited.text);
  const pays = { invoiceId: invoice2, amount: 1 };
  const [payment] = (await importStatementFile(g, tenantId, camt([{ amount: '7.50' }]))).payments;
  const match = `//console/api/payments/${payment?.paymentId}/match`;
  assert.equal((await g.ask('POST', match, { as, body: pays })).status, 200);
  const { unsent, months } = await overviewAs(as);
  assert.equal(
    months.reduce((sum, item) => sum + item.received, 0),
    7.5,
  );
  assert.deepEqual(unsent, [{ currency: 'EUR', count: 3, amount: -0.01 }], '331.62 + 221.08 − 552.71');
});

test('the amount of a credit note is not an unmatched payment, here as in the list of those', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const [id] = await createThreeInvoices(g, as, building.id);
  await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  const credited = await g.ask('POST', `//console/api/invoices/${id}/credit`, { as, body: { reason: 'Katkestus' } });
  assert.equal(credited.status, 201, credited.text);
  await importStatementFile(g, tenantId, camt([{ amount: '7.50' }]));
  const { paymentsWaiting } = await overviewAs(as);
  assert.deepEqual(paymentsWaiting, [{ currency: 'EUR', count: 1, amount: 7.5 }]);
  assert.equal((await g.ask('GET', '//console/api/payments?waiting=undecided', { as })).items.length, 1);
});

test('a late bill counts in the month of its period, as in the list of periods', async () => {
  const { owner: as } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const [id] = await createThreeInvoices(g, as, building.id);
  await markSent(g, id);
  const late = {
    periodStart: '2026-10-01',
    periodEnd: '2026-10-31',
    reason: 'x',
    bills: [{ charge: 'heat', amount: 10.5 }],
  };
  const corrected = await g.ask('POST', `//console/api/buildings/${building.id}/corrections`, { as, body: late });
  assert.equal(corrected.status, 201, corrected.text);
  const { months } = await overviewAs(as);
  const [period] = (await g.ask<Thing>('GET', `//console/api/buildings/${building.id}/periods`, { as })).items;
  assert.deepEqual([months.at(-2)?.spent, period?.bills], [1010.51, 1010.51]);
});
