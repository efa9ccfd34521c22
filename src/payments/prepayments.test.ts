// Tests that a prepayment closes no month: an unsent invoice paid by credit alone can be cancelled and generated again
// like a draft, and its credit is free again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  eventsOf,
  generate,
  type InvoiceAnswer,
  markSent,
  november,
  october,
} from '../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  sellAtOctobersEnd,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { account, camt, findBrokenInvariants, importStatementFile } from '../../test/statement-samples.ts';

const g = await startTestService();
type Money = InvoiceAnswer & { balance: number; apartmentId: string };
type Period = Thing & { periodStart: string; closed: boolean };

/** October is paid, and 2000.00 too much came in for the first apartment; November is made. */
async function paidAhead() {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  await generate(g, as, building.id, october);
  const pay = (amount: string, reference: unknown) =>
    importStatementFile(g, tenantId, camt([{ amount, reference: String(reference) }]));
  await pay('2552.71', apartments[0].referenceNumber);
  const run = async (body: object = {}) => generate(g, as, building.id, { ...november, ...body });
  const made = await run();
  const ids = made.data.invoices.map((invoice) => invoice.invoiceId ?? '');
  const cancel = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
  const read = async (id: string) => (await g.ask<Money>('GET', `/invoices/${id}`, { as })).data;
  const isClosed = async () => {
    const periods = await g.ask<Period>('GET', `//console/api/buildings/${building.id}/periods`, { as });
    return periods.items.find((item) => item.periodStart === november.periodStart)?.closed;
  };
  const bill = () =>
    g.ask('PUT', `//console/api/buildings/${building.id}/supplier-bills`, {
      as,
      body: { ...november, bills: [{ charge: 'heat', amount: 900 }] },
    });
  return { as, tenantId, building, apartments, ids, run, cancel, read, isClosed, bill, pay };
}

test('a month of drafts is cancelled, its bill corrected, and generated again, although credit paid one of them', async () => {
  const fixture = await paidAhead();
  assert.deepEqual(await Promise.all(fixture.ids.map(async (id) => (await fixture.read(id)).status)), [
    'paid',
    'draft',
    'draft',
  ]);
  assert.equal(await fixture.isClosed(), false);
  for (const id of fixture.ids) assert.equal((await fixture.cancel(id)).status, 200);
  assert.equal((await fixture.bill()).status, 200);
  const again = await fixture.run({ costs: undefined });
  assert.equal(again.status, 201, again.text);
  const first = await fixture.read(again.data.invoices[0]?.invoiceId ?? '');
  assert.deepEqual([first.status, first.amount, first.balance], ['paid', 502.7, 0], 'the credit was there again');
  const { data } = await g.ask<Thing[]>('GET', '/payments', { as: fixture.as });
  assert.deepEqual(
    data.map((thing) => thing.unallocated),
    [1497.3],
    '2552.71 − 552.71 − 502.70',
  );
  assert.equal((await eventsOf(g, fixture.tenantId, 'invoice.paid')).length, 3);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('what credit paid at once is still to be sent: it is listed, counted and queued with the drafts', async () => {
  const { as, tenantId, building, ids, apartments } = await paidAhead();
  const { userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartments[0].id);
  const unsent = async (query = '') =>
    (await g.ask<Money>('GET', `/invoices?unsent=true${query}&sort=number`, { as })).items.map(({ id }) => id);
  const state = async () => {
    const { data } = await g.ask<(Thing & { unsent: number; invoices: number; invoicesSent: number })[]>(
      'GET',
      '//console/api/overview/buildings?month=2026-11',
      { as },
    );
    return data[0];
  };
  const octobers = (await unsent()).filter((id) => !ids.includes(id));
  assert.deepEqual(
    (await unsent(`&buildingId=${building.id}&dateFrom=2026-11-01`)).sort(),
    [...ids, ...octobers].sort(),
  );
  const before = await state();
  assert.deepEqual([before?.invoices, before?.invoicesSent, before?.unsent], [3, 0, ids.length + octobers.length]);
  const preview = await g.ask<Thing>('POST', '//console/api/invoices/sending-preview', {
    as,
    body: { invoiceIds: [ids[0]] },
  });
  assert.equal(preview.data.byEmail, 1, preview.text);
  await markSent(g, ids[0] ?? '');
  assert.ok(!(await unsent()).includes(ids[0] ?? ''));
  assert.deepEqual([(await state())?.invoicesSent, (await state())?.unsent], [1, before ? before.unsent - 1 : 0]);
  const others = (await g.ask<Money>('GET', '/invoices?unsent=false', { as })).items.map(({ id }) => id);
  assert.deepEqual(others, [ids[0]]);
});

test('once an invoice of the month is sent or paid by money, the month is closed and its payments stand', async () => {
  const fixture = await paidAhead();
  const [invoice1 = '', invoice2 = ''] = fixture.ids;
  await fixture.pay('663.24', fixture.apartments[1].referenceNumber); // October and November.
  assert.equal((await fixture.read(invoice2)).status, 'paid');
  assert.equal(await fixture.isClosed(), true);
  assert.deepEqual(
    [(await fixture.cancel(invoice2)).code, (await fixture.bill()).code],
    ['invalid_status_transition', 'period_closed'],
  );
  const otherFixture = await paidAhead();
  await markSent(g, otherFixture.ids[0] ?? '');
  assert.equal((await otherFixture.cancel(otherFixture.ids[0] ?? '')).code, 'invalid_status_transition');
  assert.equal(await otherFixture.isClosed(), true);
  assert.equal((await fixture.cancel(invoice1)).status, 200);
});

test('what a seller pays too much after the sale pays none of the buyer’s invoices', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  await generate(g, as, building.id, october);
  await sellAtOctobersEnd(g, tenantId, apartments[0].id);
  const line = { amount: '600.00', reference: String(apartments[0].referenceNumber), day: '2026-11-10' };
  await importStatementFile(g, tenantId, camt([line]));
  const made = await generate(g, as, building.id, november);
  const { invoiceId } = made.data.invoices.find(({ apartmentId }) => apartmentId === apartments[0].id) ?? {};
  const invoice = (await g.ask<Money>('GET', `/invoices/${invoiceId}`, { as })).data;
  assert.deepEqual([invoice.amount, invoice.balance], [552.71, 552.71]);
  const { data } = await g.ask<Thing[]>('GET', '/payments', { as });
  assert.deepEqual(
    data.map((payment) => payment.unallocated),
    [47.29],
    '600.00 − 552.71 waits for a person',
  );
});
