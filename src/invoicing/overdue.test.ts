// Tests of overdue invoices: overdue from the day after the due date in the building’s time zone, raised once for each
// due date.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  charges,
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  type InvoiceAnswer,
  markSent,
} from '../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { raiseOverdueEvents } from './overdue.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);
const start = g.clock.now;
beforeEach(() => {
  g.clock.now = start;
});

const raiseNow = (who = tenantId) => inTenant(g.app, serviceCaller(who), raiseOverdueEvents);
const raisedFor = async (id: string) =>
  (await eventsOf(g, tenantId, 'invoice.overdue')).filter((event) => event.invoiceId === id);
const standing = async (id: string) => {
  const { overdue, overdueSince, balance, amount, updatedAt } = (
    await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as })
  ).data;
  return { overdue, overdueSince, owed: balance === amount, updatedAt };
};
/** Issued on 20 November, due on Friday 4 December. */
async function aSentInvoice(timeZone = 'Europe/Tallinn') {
  const { building } = await createBilledBuilding(g, as, { timeZone });
  const [id, draft] = await createThreeInvoices(g, as, building.id, { issueDate: '2026-11-20' });
  await markSent(g, id);
  return { id, draft, buildingId: building.id };
}

test('an invoice is overdue from the day after its due date, in the building’s time zone', async () => {
  const { id, draft, buildingId } = await aSentInvoice();
  const elsewhere = await aSentInvoice('America/New_York');
  const listed = async (building: string) =>
    (await g.ask('GET', `/invoices?status=overdue&buildingId=${building}`, { as })).items.map((invoice) => invoice.id);
  g.clock.now = new Date('2026-12-04T21:59:00Z');
  assert.deepEqual([(await standing(id)).overdue, (await standing(id)).overdueSince], [false, null]);
  assert.deepEqual(await listed(buildingId), []);
  g.clock.now = new Date('2026-12-04T22:01:00Z');
  const { updatedAt, ...now } = await standing(id);
  assert.deepEqual(now, { overdue: true, overdueSince: '2026-12-05', owed: true });
  assert.equal((await standing(draft)).overdue, false);
  assert.equal((await standing(elsewhere.id)).overdue, false, 'it is afternoon in New York');
  assert.deepEqual(await listed(buildingId), [id]);
  assert.deepEqual(await listed(elsewhere.buildingId), []);
  const paid = await g.ask<InvoiceAnswer>('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  assert.deepEqual([paid.data.overdue, paid.data.overdueSince], [false, null]);
  assert.deepEqual(await listed(buildingId), []);
});

test('invoice.overdue is raised once for each due date, also by two workers at once', async () => {
  const { id } = await aSentInvoice();
  await raiseNow();
  assert.deepEqual(await raisedFor(id), []);
  g.clock.now = new Date('2026-12-05T06:00:00Z');
  await Promise.all([raiseNow(), raiseNow(), raiseNow()]);
  const [event, ...more] = await raisedFor(id);
  assert.deepEqual([event, more], [{ invoiceId: id, amount: 552.71 }, []]);
  assert.equal((await standing(id)).updatedAt, g.clock.now.toISOString());
  assert.equal(await raiseNow(), 0);

  // No operation changes a due date.
  await g.owner`update invoices set due_date = '2026-12-18' where id = ${id}`;
  assert.equal(await raiseNow(), 0);
  g.clock.now = new Date('2026-12-19T06:00:00Z');
  assert.equal(await raiseNow(), 1);
  assert.equal((await raisedFor(id)).length, 2);
});

test('drafts, paid and cancelled invoices and those of other organizations are never raised', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [, paid, cancelled] = await createThreeInvoices(g, as, building.id);
  for (const [id, status] of [
    [paid, 'paid'],
    [cancelled, 'cancelled'],
  ] as const) {
    await markSent(g, id);
    await g.ask('PATCH', `/invoices/${id}`, { as, body: { status } });
  }
  const { id } = await aSentInvoice();
  const stranger = await anOrganization(g, 'Strangers');
  g.clock.now = new Date('2027-01-10T06:00:00Z');
  assert.equal(await raiseNow(stranger.tenantId), 0);
  assert.deepEqual(await raisedFor(id), []);
  await raiseNow();
  for (const [which, never] of Object.entries({ paid, cancelled })) assert.deepEqual(await raisedFor(never), [], which);
});

test('more overdue invoices than one batch are all raised', async () => {
  const { id } = await aSentInvoice();
  // More rows than a test could generate invoices for.
  await g.owner`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          created_at, updated_at)
    select tenant_id, gen_random_uuid(), 'many-' || n, reference, 'sent', building_id, apartment_id, '1900-01-01'::date + n, '1900-01-01'::date + n,
           issue_date, due_date, currency, n, created_at, updated_at from invoices, generate_series(1, 2300) n where id = ${id}`;
  g.clock.now = new Date('2027-02-01T06:00:00Z');
  const before = (await eventsOf(g, tenantId, 'invoice.overdue')).length;
  const raised = await raiseNow();
  assert.ok(raised >= 2301);
  const events = (await eventsOf(g, tenantId, 'invoice.overdue')).slice(before);
  assert.equal(events.length, raised);
  assert.equal(new Set(events.map((event) => event.invoiceId)).size, raised);
});

test('an invoice with nothing to pay is never overdue: a credit note, or a total of zero', async () => {
  const { building: free } = await createBilledBuilding(g, as, { charges: [{ ...charges[0], unitPrice: 0 }] });
  const [nothing] = await createThreeInvoices(g, as, free.id, { issueDate: '2026-11-20', costs: [] });
  const { id: credited, buildingId } = await aSentInvoice();
  await g.ask('PATCH', `/invoices/${credited}`, { as, body: { status: 'paid' } });
  const body = { reason: 'Katkestus' };
  const { data: credit } = await g.ask<InvoiceAnswer>('POST', `//console/api/invoices/${credited}/credit`, {
    as,
    body,
  });
  for (const [id, amount] of [
    [credit.id, -552.71],
    [nothing, 0],
  ] as const) {
    await markSent(g, id);
    const { data } = await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as });
    assert.deepEqual([data.status, data.amount], ['sent', amount], String(amount));
  }
  g.clock.now = new Date('2026-12-05T06:00:00Z');
  await raiseNow();
  for (const [nth, id] of [credit.id, nothing].entries()) {
    assert.equal((await standing(id)).overdue, false, `id ${nth}`);
    assert.deepEqual(await raisedFor(id), [], `id ${nth}`);
  }
  for (const [nth, building] of [free.id, buildingId].entries()) {
    const listed = await g.ask('GET', `/invoices?status=overdue&buildingId=${building}`, { as });
    assert.deepEqual(listed.items, [], `building ${nth}`);
  }
});
