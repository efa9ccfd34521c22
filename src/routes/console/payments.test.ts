// Tests of handling payments: list unmatched ones, accept a suggestion, undo it, reverse, dismiss; and that nobody else
// can.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertApartments } from '../../../bench/bench-data.ts';
import { createThreeInvoices, eventsOf, generate, markSent, november } from '../../../test/billing-fixture.ts';
import { aBuilding, anOrganization, refusalOf, startTestService, type Thing } from '../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  type StatementLine,
} from '../../../test/statement-samples.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();

type Payment = Thing & {
  status: string;
  reason: string;
  unallocated: number;
  allocations: { invoiceId: string; amount: number; matchedBy: string }[];
};
type Suggestion = { invoiceId: string; amount: number; reasons: string[] };

async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { as } = organization;
  const waiting = async () => (await g.ask<Payment>('GET', '//console/api/payments?waiting=undecided', { as })).items;
  const prepaid = async () => (await g.ask<Payment>('GET', '//console/api/payments?prepaid=true', { as })).items;
  const act = (id: string, verb: string, body?: object) =>
    g.ask<Payment>('POST', `//console/api/payments/${id}/${verb}`, { as, ...(body && { body }) });
  const suggestions = async (id: string) =>
    (await g.ask<Suggestion[]>('GET', `//console/api/payments/${id}/suggestions`, { as })).data;
  const invoice = async (id: string) =>
    (await g.ask<Thing & { status: string; balance: number }>('GET', `/invoices/${id}`, { as })).data;
  const into = async (lines: readonly StatementLine[]) =>
    (await importStatementFile(g, organization.tenantId, camt(lines))).payments.map((payment) => payment.paymentId);
  return { ...organization, waiting, prepaid, act, suggestions, invoice, into };
}

test('a reference with a typing error, a name with the amount, and a number with another amount are suggested, not matched', async () => {
  const fixture = await setUpBuilding();
  const reference = String(fixture.apartments[0].referenceNumber);
  const slip = `${reference.slice(0, 5)}${reference.slice(6)}`;
  await g.ask('POST', '//console/api/residents', {
    as: fixture.as,
    body: { name: 'Jaan Kask', apartments: [{ apartmentId: fixture.apartments[1].id, since: '2026-01-01' }] },
  });
  const number = (await fixture.invoice(fixture.invoices[2])).number;
  const ids = await fixture.into([
    { amount: '552.71', text: `viide ${slip}`, payer: 'X', iban: null },
    { amount: '331.62', payer: 'KASK, JAAN', iban: null },
    { amount: '20.00', text: `arve ${number}`, payer: 'Y', iban: null },
    { amount: '1.23', text: 'tere', payer: 'Z', iban: null },
  ]);
  assert.equal((await fixture.waiting()).length, 4);
  const [typo, name, other, nothing] = await Promise.all(ids.map(fixture.suggestions));
  assert.deepEqual(
    [typo?.[0]?.invoiceId, typo?.[0]?.reasons],
    [fixture.invoices[0], ['reference_with_typo', 'exact_amount']],
  );
  assert.deepEqual([name?.[0]?.invoiceId, name?.[0]?.reasons], [fixture.invoices[1], ['same_name', 'exact_amount']]);
  assert.deepEqual(
    [other?.[0]?.invoiceId, other?.[0]?.amount, other?.[0]?.reasons],
    [fixture.invoices[2], 20, ['invoice_number']],
  );
  assert.deepEqual(nothing, []);
});

test('the right name is suggested however many others owe the same amount', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const charges = [{ code: 'c', name: 'C', basis: 'fixed', unitPrice: 10 }];
  const { id: buildingId } = await aBuilding(g, as, { billing: { charges } });
  await insertApartments({ asOwner: (work) => work(g.owner) }, tenantId, buildingId, 600);
  const period = { periodStart: '2026-09-01', periodEnd: '2026-09-30' };
  assert.equal((await g.ask('POST', '/invoices/generate-bulk', { as, body: { buildingId, ...period } })).status, 201);
  const [last] = await g.owner<{ id: string; apartmentId: string }[]>`
    select id, apartment_id from invoices where tenant_id = ${tenantId} order by due_date desc, id desc limit 1`;
  const home = { apartmentId: last?.apartmentId, since: '2026-01-01' };
  await g.ask('POST', '//console/api/residents', { as, body: { name: 'Jaan Kask', apartments: [home] } });
  const [payment] = (
    await importStatementFile(g, tenantId, camt([{ amount: '10.00', payer: 'KASK, JAAN', iban: null }]))
  ).payments;
  const path = `//console/api/payments/${payment?.paymentId}/suggestions`;
  const [first] = (await g.ask<Suggestion[]>('GET', path, { as })).data;
  assert.deepEqual([first?.invoiceId, first?.reasons], [last?.id, ['same_name', 'exact_amount']]);
});

test('a manual match pays, is reported once, can be repeated and undone; then it is not matched automatically again', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([{ amount: '600.00', text: 'x' }]);
  const matched = await fixture.act(id, 'match', { invoiceId: fixture.invoices[0] });
  assert.deepEqual(
    [matched.data.status, matched.data.unallocated, matched.data.allocations[0]?.matchedBy],
    ['partially_matched', 47.29, 'person'],
  );
  assert.equal((await fixture.act(id, 'match', { invoiceId: fixture.invoices[0] })).status, 200);
  assert.deepEqual(
    (await eventsOf(g, fixture.tenantId, 'payment.received')).map((item) => item.amount),
    [552.71],
  );
  assert.equal((await fixture.act(id, 'match', { invoiceId: fixture.invoices[1], amount: 7.29 })).data.unallocated, 40);
  assert.equal((await fixture.invoice(fixture.invoices[0])).status, 'paid');

  await g.ask('PATCH', `//console/api/payments/${id}`, { as: fixture.as, body: { externalId: 'erp-1' } });
  const undone = await fixture.act(id, 'unmatch', { invoiceId: fixture.invoices[0] });
  assert.equal(undone.data.externalId, 'erp-1');
  assert.deepEqual([undone.data.status, undone.data.unallocated], ['partially_matched', 592.71]);
  assert.deepEqual(
    [(await fixture.invoice(fixture.invoices[0])).status, (await fixture.invoice(fixture.invoices[0])).balance],
    ['draft', 552.71],
  );
  assert.deepEqual(
    [(await fixture.act(id, 'unmatch')).data.reason, (await fixture.act(id, 'unmatch')).status],
    ['undone', 200],
  );
  const again = await fixture.into([{ amount: '552.71', id: 'again' }]);
  assert.deepEqual([(await fixture.waiting()).length, again.length], [2, 1]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an impossible match is rejected with a sentence, and changes nothing', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([{ amount: '10.00', text: 'x' }]);
  assert.equal((await fixture.act(id, 'match', { invoiceId: fixture.invoices[0], amount: 10.01 })).status, 422);
  assert.equal((await fixture.act(id, 'match', { invoiceId: fixture.invoices[0], amount: -1 })).status, 422);
  assert.equal((await fixture.act(id, 'match', {})).status, 400);
  assert.equal((await fixture.act(id, 'match', { invoiceId: id })).status, 404);
  await g.ask('PATCH', `/invoices/${fixture.invoices[1]}`, { as: fixture.as, body: { status: 'cancelled' } });
  assert.deepEqual([(await fixture.act(id, 'match', { invoiceId: fixture.invoices[1] })).code], ['match_refused']);
  await fixture.act(id, 'match', { invoiceId: fixture.invoices[0] });
  assert.equal((await fixture.act(id, 'match', { invoiceId: fixture.invoices[2] })).code, 'match_refused');
  await fixture.act(id, 'reverse');
  assert.equal((await fixture.act(id, 'match', { invoiceId: fixture.invoices[0] })).code, 'match_refused');
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('what a person recorded by mistake is reversed, and not returned by the bank', async () => {
  const fixture = await setUpBuilding();
  await g.ask('PATCH', `/invoices/${fixture.invoices[1]}`, { as: fixture.as, body: { status: 'paid' } });
  const [noted] = (await g.ask<Payment>('GET', '/payments?source=manual', { as: fixture.as })).items;
  await fixture.act(noted?.id ?? '', 'reverse');
  const counts = ['reversed', 'returned'].map(
    async (status) => (await g.ask('GET', `//console/api/payments?status=${status}`, { as: fixture.as })).items.length,
  );
  assert.deepEqual(await Promise.all(counts), [1, 0]);
});

test('a reversed payment frees everything, once', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([
    { amount: '552.71', reference: String(fixture.apartments[0].referenceNumber) },
  ]);
  const [first, second] = await Promise.all([fixture.act(id, 'reverse'), fixture.act(id, 'reverse')]);
  assert.deepEqual([first.data.status, second.data.status, second.data.unallocated], ['reversed', 'reversed', 0]);
  const { status, balance } = await fixture.invoice(fixture.invoices[0]);
  assert.deepEqual([status, balance, (await fixture.waiting()).length], ['draft', 552.71, 0]);
});

test('after a reversal the credit of another payment covers the invoice, whoever reverses it', async () => {
  for (const how of ['by hand', 'by a statement'] as const) {
    const fixture = await setUpBuilding();
    const [own] = fixture.invoices;
    const reference = String(fixture.apartments[0].referenceNumber);
    const [first = ''] = await fixture.into([{ amount: '40.00', id: 'in-1', endToEnd: 'e2e-1', reference }]);
    await fixture.into([{ amount: '552.71', id: 'in-2', reference }]);
    assert.equal((await fixture.invoice(own)).status, 'paid', how);
    if (how === 'by hand') assert.equal((await fixture.act(first, 'reverse')).status, 200, how);
    if (how === 'by a statement')
      await fixture.into([{ amount: '40.00', id: 'out-1', endToEnd: 'e2e-1', debit: true, reversal: true }]);
    assert.equal((await fixture.invoice(own)).status, 'paid', how);
    assert.deepEqual(await findBrokenInvariants(g), [], how);
  }
});

test('the part of a payment on a cancelled invoice moves to the other invoice that it pays', async () => {
  const fixture = await setUpBuilding();
  const next = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices[0]?.invoiceId ?? '';
  const [own] = fixture.invoices;
  const [id = ''] = await fixture.into([{ amount: '30.00', text: 'x' }]);
  await fixture.act(id, 'match', { invoiceId: own, amount: 10 });
  await fixture.act(id, 'match', { invoiceId: next });
  const before = (await fixture.invoice(next)).balance;
  const cancelled = await g.ask('PATCH', `/invoices/${own}`, { as: fixture.as, body: { status: 'cancelled' } });
  assert.equal(cancelled.status, 200, cancelled.text);
  assert.equal(Math.round((before - (await fixture.invoice(next)).balance) * 100), 1000);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a dismissed payment is not listed until it is restored', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([{ amount: '10.00', text: 'x' }]);
  await fixture.act(id, 'dismiss');
  assert.equal((await fixture.waiting()).length, 0);
  await fixture.act(id, 'restore');
  assert.deepEqual(
    (await fixture.waiting()).map((payment) => payment.id),
    [id],
  );
});

test('a dismissed payment says what it is, which a repeat may change and the end of it forgets', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([{ amount: '10.00', text: 'x' }]);
  const said = async () => {
    const { items } = await g.ask('GET', '//console/api/payments', { as: fixture.as });
    return items.map(({ dismissedAs, dismissedNote }) => [dismissedAs, dismissedNote]);
  };
  assert.deepEqual(refusalOf(await fixture.act(id, 'dismiss', { reason: 'other' })), [
    422,
    'validation_failed',
    ['note'],
  ]);
  assert.equal((await fixture.act(id, 'dismiss', { reason: 'gift' })).status, 422);
  assert.equal((await fixture.waiting()).length, 1);
  await fixture.act(id, 'dismiss', { reason: 'interest' });
  assert.deepEqual(await said(), [['interest', null]]);
  await fixture.act(id, 'dismiss');
  assert.deepEqual(await said(), [['interest', null]]);
  await fixture.act(id, 'dismiss', { reason: 'other', note: 'Kindlustus' });
  assert.deepEqual(await said(), [['other', 'Kindlustus']]);
  await fixture.act(id, 'match', { invoiceId: fixture.invoices[0] });
  assert.deepEqual(await said(), [[null, null]]);
});

test('the payment of a cancelled invoice is credit again, and undoing a manual record deletes it', async () => {
  const fixture = await setUpBuilding();
  await fixture.into([{ amount: '100.00', reference: String(fixture.apartments[0].referenceNumber) }]);
  const cancelled = await g.ask<Thing>('PATCH', `/invoices/${fixture.invoices[0]}`, {
    as: fixture.as,
    body: { status: 'cancelled' },
  });
  assert.equal(cancelled.data.amountPaid, 0);
  assert.deepEqual(
    (await fixture.prepaid()).map((payment) => payment.unallocated),
    [100],
  );
  assert.deepEqual(await fixture.waiting(), [], 'whose it is has been decided');

  await g.ask('PATCH', `/invoices/${fixture.invoices[1]}`, { as: fixture.as, body: { status: 'paid' } });
  const [noted] = (await g.ask<Payment>('GET', '/payments?source=manual', { as: fixture.as })).items;
  assert.deepEqual([noted?.status, noted?.allocations[0]?.matchedBy], ['matched', 'manual']);
  assert.equal((await fixture.act(noted?.id ?? '', 'unmatch')).data.status, 'reversed');
  assert.equal((await fixture.invoice(fixture.invoices[1])).status, 'draft');
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('the rest of a partly matched payment stays unmatched, and no invoice uses it automatically', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([{ amount: '150.00', text: 'x' }]);
  const matched = await fixture.act(id, 'match', { invoiceId: fixture.invoices[0], amount: 50 });
  assert.deepEqual([matched.data.unallocated, matched.data.apartmentId], [100, null]);
  const next = await generate(g, fixture.as, fixture.building.id, november);
  assert.equal((await fixture.invoice(next.data.invoices[0]?.invoiceId ?? '')).amountPaid, 0);
  assert.deepEqual(
    (await fixture.waiting()).map((payment) => payment.unallocated),
    [100],
  );
});

test('the rest of a match is credit only when the apartment has nothing else due', async () => {
  const fixture = await setUpBuilding();
  const [first = '', second = ''] = await fixture.into([
    { amount: '600.00', text: 'x' },
    { amount: '400.00', text: 'y' },
  ]);
  const [newer, invoice2] = await createThreeInvoices(g, fixture.as, fixture.building.id, november);
  const passing = await fixture.act(first, 'match', { invoiceId: newer });
  assert.deepEqual([passing.data.unallocated, passing.data.apartmentId], [47.29, null]);
  await g.ask('PATCH', `/invoices/${invoice2}`, { as: fixture.as, body: { status: 'cancelled' } });
  const credit = await fixture.act(second, 'match', { invoiceId: fixture.invoices[1] });
  assert.deepEqual([credit.data.unallocated, credit.data.apartmentId], [68.38, fixture.apartments[1].id]);
});

test('the payment of a cancelled invoice pays what else the apartment owes, the oldest first', async () => {
  const fixture = await setUpBuilding();
  await fixture.into([{ amount: '50.00', reference: String(fixture.apartments[0].referenceNumber) }]);
  const [newer] = await createThreeInvoices(g, fixture.as, fixture.building.id, november);
  await g.ask('PATCH', `/invoices/${fixture.invoices[0]}`, { as: fixture.as, body: { status: 'cancelled' } });
  assert.equal((await fixture.invoice(newer)).amountPaid, 50);
  assert.deepEqual([(await fixture.waiting()).length, await findBrokenInvariants(g)], [0, []]);
});

test('the payment of a cancelled invoice is credit of its own apartment, also where the payment covered another one too', async () => {
  const fixture = await setUpBuilding();
  const [id = ''] = await fixture.into([{ amount: '60.00', text: 'x' }]);
  const [own, other] = fixture.invoices;
  await fixture.act(id, 'match', { invoiceId: own, amount: 50 });
  const matched = await fixture.act(id, 'match', { invoiceId: other });
  assert.equal(matched.data.apartmentId, fixture.apartments[1].id);
  const [newer] = await createThreeInvoices(g, fixture.as, fixture.building.id, november);
  await g.ask('PATCH', `/invoices/${own}`, { as: fixture.as, body: { status: 'cancelled' } });
  assert.equal((await fixture.invoice(newer)).amountPaid, 50, 'it pays what else its own apartment owes');
  assert.equal((await fixture.invoice(other)).amountPaid, 10);
  await g.ask('PATCH', `/invoices/${newer}`, { as: fixture.as, body: { status: 'cancelled' } });
  const [left] = await fixture.prepaid();
  assert.deepEqual([left?.unallocated, left?.apartmentId], [50, fixture.apartments[0].id]);
  await g.ask('PATCH', `/invoices/${other}`, { as: fixture.as, body: { status: 'cancelled' } });
  const [both] = await fixture.waiting();
  assert.deepEqual([both?.unallocated, both?.apartmentId], [60, null], 'of two apartments: a person says whose it is');
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('credit matched manually to another apartment’s invoice belongs to that apartment when the invoice is cancelled', async () => {
  const fixture = await setUpBuilding();
  const [own, other] = fixture.invoices;
  await g.ask('PATCH', `/invoices/${own}`, { as: fixture.as, body: { status: 'cancelled' } });
  const [id = ''] = await fixture.into([{ amount: '34.56', reference: String(fixture.apartments[0].referenceNumber) }]);
  await fixture.act(id, 'match', { invoiceId: other, amount: 34.56 });
  const later = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices[1]?.invoiceId ?? '';
  await g.ask('PATCH', `/invoices/${other}`, { as: fixture.as, body: { status: 'cancelled' } });
  assert.equal((await fixture.invoice(later)).amountPaid, 34.56);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an invoice due again after an undone match is paid by other credit of the apartment, the oldest debt first', async () => {
  const fixture = await setUpBuilding();
  const reference = String(fixture.apartments[0].referenceNumber);
  const [first = ''] = await fixture.into([
    { amount: '552.71', id: 'in-1', reference },
    { amount: '70.00', id: 'in-2', reference },
  ]);
  const undone = await fixture.act(first, 'unmatch');
  assert.deepEqual([undone.data.unallocated, undone.data.apartmentId], [552.71, null]);
  assert.equal((await fixture.invoice(fixture.invoices[0])).amountPaid, 70);
  await generate(g, fixture.as, fixture.building.id, november);
  assert.equal((await fixture.invoice(fixture.invoices[0])).amountPaid, 70);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an invoice whose payment is undone has its earlier status, sent or draft, however it was paid', async () => {
  const fixture = await setUpBuilding();
  await markSent(g, fixture.invoices[0]);
  for (const [place, status] of [
    [0, 'sent'],
    [1, 'draft'],
  ] as const) {
    const invoiceId = fixture.invoices[place];
    for (const [nth, pay] of [
      async () => {
        const [id = ''] = await fixture.into([{ amount: '600.00', text: 'x', id: newId() }]);
        await fixture.act(id, 'match', { invoiceId });
        return id;
      },
      async () => {
        await g.ask('PATCH', `/invoices/${invoiceId}`, { as: fixture.as, body: { status: 'paid' } });
        const noted = await g.ask<Payment>('GET', '/payments?source=manual&sort=-createdAt', { as: fixture.as });
        return noted.items.find((item) => item.allocations[0]?.invoiceId === invoiceId)?.id ?? '';
      },
    ].entries()) {
      const id = await pay();
      assert.equal((await fixture.invoice(invoiceId)).status, 'paid', `${status}, pay ${nth}`);
      await fixture.act(id, 'unmatch');
      assert.equal((await fixture.invoice(invoiceId)).status, status, `${status}, pay ${nth}`);
    }
  }
});

test('a suggestion shows whose invoice it is, of which days and why; dismissed payments can be seen and restored', async () => {
  const fixture = await setUpBuilding();
  const [apartment] = fixture.apartments;
  await g.ask('POST', '//console/api/residents', {
    as: fixture.as,
    body: { name: 'Kai Kask', apartments: [{ apartmentId: apartment.id, since: '2026-01-01' }] },
  });
  const [id = ''] = await fixture.into([{ amount: '552.71', payer: 'Kai Kask', iban: null, text: 'oktoober' }]);
  const { data } = await g.ask<Record<string, unknown>[]>('GET', `//console/api/payments/${id}/suggestions`, {
    as: fixture.as,
  });
  const [first] = data;
  assert.deepEqual(
    [first?.invoiceId, first?.building, first?.apartment, first?.residents, first?.periodStart, first?.periodEnd],
    [fixture.invoices[0], fixture.building.name, String(apartment.number), ['Kai Kask'], '2026-10-01', '2026-10-31'],
  );
  assert.deepEqual(first?.reasons, ['same_name', 'exact_amount']);
  const dismissed = async () =>
    (await g.ask<Payment>('GET', '//console/api/payments?waiting=dismissed', { as: fixture.as })).items.map(
      (item) => item.id,
    );
  assert.deepEqual(await dismissed(), []);
  await fixture.act(id, 'dismiss');
  assert.deepEqual([await dismissed(), await fixture.waiting()], [[id], []]);
  await fixture.act(id, 'restore');
  assert.deepEqual([await dismissed(), (await fixture.waiting()).map((payment) => payment.id)], [[], [id]]);
});
