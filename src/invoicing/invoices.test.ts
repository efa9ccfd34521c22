// Tests of invoices: their status changes as in the specification, once, and residents and other organizations see only
// what is theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  type InvoiceAnswer,
  markSent,
} from '../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, owner: as, integrator } = await anOrganization(g);
const { building } = await createBilledBuilding(g, as);

/** Three new invoices of a month that nobody else of these tests uses. */
let month = 0;
async function newInvoices() {
  month += 1;
  const year = 2000 + Math.floor(month / 12);
  const start = `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
  return createThreeInvoices(g, as, building.id, { periodStart: `${start}-01`, periodEnd: `${start}-28` });
}
const patch = (id: string, body: unknown, who: string | undefined = as) =>
  g.ask<InvoiceAnswer>('PATCH', `/invoices/${id}`, { as: who, body });
const paidEvents = async (id: string) =>
  (await eventsOf(g, tenantId, 'invoice.paid')).filter((event) => event.invoiceId === id);

test('a draft or sent invoice is marked paid: in full, today in the building’s time zone, and invoice.paid is raised once', async () => {
  const [draft, sent] = await newInvoices();
  await markSent(g, sent);
  for (const [which, id] of Object.entries({ draft, sent })) {
    const paid = await patch(id, { status: 'paid' });
    assert.equal(paid.status, 200, which);
    const { status, paidDate, amount, amountPaid, balance, overdue, updatedAt } = paid.data;
    assert.deepEqual([status, paidDate, amountPaid, balance, overdue], ['paid', '2026-11-20', amount, 0, false], which);
    assert.equal(updatedAt, g.clock.now.toISOString(), which);
    assert.ok(!('positions' in paid.data), which);
    assert.equal((await patch(id, { status: 'paid' })).status, 200, which);
    assert.equal((await patch(id, { status: 'paid', paidDate: '2026-11-20' })).status, 200, which);
    assert.deepEqual(await paidEvents(id), [{ invoiceId: id, amount }], which);
  }
});

test('the payment date can be given, can be before the issue date, and can be corrected without a second event', async () => {
  const [id] = await newInvoices();
  assert.equal((await patch(id, { status: 'paid', paidDate: '2026-11-01' })).data.paidDate, '2026-11-01');
  assert.equal((await patch(id, { paidDate: '2026-11-02' })).data.paidDate, '2026-11-02');
  assert.equal((await patch(id, { status: 'paid', paidDate: '2026-11-03' })).data.paidDate, '2026-11-03');
  assert.equal((await patch(id, { status: 'paid' })).data.paidDate, '2026-11-03');
  assert.equal((await paidEvents(id)).length, 1);
});

test('today is the day in the building’s time zone', async (context) => {
  const [id, neighboursInvoice] = await newInvoices();
  const before = g.clock.now;
  context.after(() => {
    g.clock.now = before;
  });
  g.clock.now = new Date('2026-11-20T22:30:00.000Z');
  const tomorrow = await patch(neighboursInvoice, { status: 'paid', paidDate: '2026-11-22' }, integrator);
  assert.deepEqual([tomorrow.status, tomorrow.fields], [422, ['paidDate']]);
  assert.equal((await patch(id, { status: 'paid' }, integrator)).data.paidDate, '2026-11-21');
});

test('every other status change is rejected with a sentence, and setting the same status again changes nothing', async () => {
  const moves = {
    draft: { draft: 200, sent: 409, paid: 200, cancelled: 200 },
    sent: { draft: 409, sent: 200, paid: 200, cancelled: 200 },
    paid: { draft: 409, sent: 409, paid: 200, cancelled: 409 },
    cancelled: { draft: 409, sent: 409, paid: 409, cancelled: 200 },
  };
  for (const [from, targets] of Object.entries(moves)) {
    for (const [to, expected] of Object.entries(targets)) {
      const [id] = await newInvoices();
      if (from === 'sent') await markSent(g, id);
      else if (from !== 'draft') await patch(id, { status: from });
      const before = await g.ask('GET', `/invoices/${id}`, { as });
      const answer = await patch(id, { status: to });
      assert.equal(answer.status, expected, `${from} to ${to}`);
      if (expected === 200) assert.equal(answer.data.status, to, `${from}, ${to}`);
      else assert.equal(answer.code, 'invalid_status_transition', `${from}, ${to}`);
      if (expected === 409 || from === to)
        assert.equal((await g.ask('GET', `/invoices/${id}`, { as })).text, before.text, `${from} to ${to} changed it`);
    }
  }
  const [draft] = await newInvoices();
  assert.match((await patch(draft, { status: 'sent' })).text, /when it is e-mailed/);
});

test('a cancelled invoice has nothing due', async () => {
  const [id] = await newInvoices();
  const { status, balance, paidDate, amountPaid } = (await patch(id, { status: 'cancelled' })).data;
  assert.deepEqual([status, balance, paidDate, amountPaid], ['cancelled', 0, null, 0]);
});

test('a payment date requires a paid invoice', async () => {
  const [id] = await newInvoices();
  const alone = await patch(id, { paidDate: '2026-11-01' });
  assert.deepEqual([alone.status, alone.code], [409, 'invalid_status_transition']);
  const beside = await patch(id, { status: 'cancelled', paidDate: '2026-11-01' });
  assert.deepEqual([beside.status, beside.fields], [422, ['paidDate']]);
  assert.equal((await g.ask('GET', `/invoices/${id}`, { as })).data.status, 'draft');
});

test('the reference can be changed until the invoice is cancelled', async () => {
  const [id] = await newInvoices();
  assert.equal((await patch(id, { reference: '  RF18 1000175 ' })).data.reference, 'RF18 1000175');
  assert.equal((await patch(id, { status: 'paid', reference: 'ä'.repeat(35) })).data.reference, 'ä'.repeat(35));
  const [other] = await newInvoices();
  const { reference } = (await patch(other, { status: 'cancelled' })).data;
  assert.equal((await patch(other, { reference: 'X' })).code, 'invalid_status_transition');
  assert.equal((await patch(other, { reference })).status, 200);
  for (const wrong of ['', '   ', 'x'.repeat(36), 'a\nb', 'a\u200bb', 'a\u2028b', '\u0007']) {
    const answer = await patch(id, { reference: wrong });
    assert.deepEqual([answer.status, answer.fields], [422, ['reference']], JSON.stringify(wrong));
  }
});

test('an empty change changes nothing', async () => {
  const [id] = await newInvoices();
  const before = await g.ask('GET', `/invoices/${id}`, { as });
  const answer = await patch(id, { amount: 1, unknown: true });
  assert.equal(answer.status, 200);
  const { positions, ...facts } = before.data;
  assert.deepEqual(answer.data, facts);
  assert.equal((await patch(id, {})).status, 200);
});

test('invoices of a deleted building are not found, those of a deleted apartment stay', async () => {
  const { building: home, apartments } = await createBilledBuilding(g, as);
  const ids = await createThreeInvoices(g, as, home.id);
  for (const id of ids) await patch(id, { status: 'paid' });
  await g.ask('DELETE', `/buildings/${home.id}/apartments/${apartments[0].id}`, { as });
  const kept = await g.ask('GET', `/invoices?apartmentId=${apartments[0].id}`, { as });
  assert.deepEqual(
    kept.items.map((invoice) => invoice.id),
    [ids[0]],
  );
  await g.succeed('DELETE', `/buildings/${home.id}`, {
    as,
    body: { password: 'correct horse battery staple' },
  });
  assert.equal((await g.ask('GET', `/invoices/${ids[0]}`, { as })).status, 404);
  assert.equal((await patch(ids[0], { reference: 'X' })).status, 404);
  assert.equal((await g.ask('GET', `/invoices?buildingId=${home.id}`, { as })).status, 404);
  assert.equal((await g.ask('GET', `/invoices?apartmentId=${apartments[0].id}`, { as })).status, 404);
  const all = await g.ask('GET', '/invoices?limit=500', { as });
  assert.ok(all.items.every((invoice) => invoice.buildingId !== home.id));
});
