// Tests of entered payments: any amount, for an invoice or an apartment; the rest is credit; cash is never taken for a
// line of a statement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, generate, type InvoiceAnswer, markSent, november } from '../../test/billing-fixture.ts';
import { refusalOf, startTestService, type Thing } from '../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
} from '../../test/statement-samples.ts';

const g = await startTestService();
type Entered = Thing & {
  amount: number;
  unallocated: number;
  status: string;
  source: string;
  reference: string | null;
  allocations: { invoiceId: string; amount: number; matchedBy: string }[];
};
type Billed = InvoiceAnswer & { balance: number; amountPaid: number; apartmentId: string };

async function setUp() {
  const organization = await anOrganizationWithDebts(g);
  const { as, apartments, invoices } = organization;
  for (const id of invoices) await markSent(g, id);
  const read = async (id: string) => (await g.ask<Billed>('GET', `/invoices/${id}`, { as })).data;
  const apartmentId = apartments[0].id;
  const enter = (body: object, who = as) =>
    g.ask<Entered>('POST', '//console/api/payments', {
      as: who,
      body: { apartmentId, amount: 100, paidOn: '2026-11-19', method: 'cash', ...body },
    });
  return { ...organization, read, enter, apartmentId };
}

test('an invoice is paid in parts: each part is a payment, and the last one covers it', async () => {
  const { enter, read, invoices, tenantId } = await setUp();
  const [invoiceId] = invoices;
  const made = await enter({ invoiceId, amount: 200, payerName: 'Mari Tamm', note: 'Kassaorder 17' });
  assert.equal(made.status, 201, made.text);
  const { source, status, payerName, description, reference, allocations } = made.data;
  assert.deepEqual(
    [source, status, payerName, description, reference],
    ['manual', 'matched', 'Mari Tamm', 'Kassaorder 17', null],
  );
  assert.deepEqual(
    allocations.map(({ invoiceId: paid, amount, matchedBy }) => [paid, amount, matchedBy]),
    [[invoiceId, 200, 'manual']],
  );
  assert.deepEqual([(await read(invoiceId)).status, (await read(invoiceId)).balance], ['sent', 352.71]);
  assert.equal((await enter({ invoiceId, amount: 352.71 })).status, 201);
  assert.deepEqual([(await read(invoiceId)).status, (await read(invoiceId)).balance], ['paid', 0]);
  assert.deepEqual(
    (await eventsOf(g, tenantId, 'payment.received')).map((event) => event.amount),
    [200, 352.71],
  );
  assert.equal((await eventsOf(g, tenantId, 'invoice.paid')).length, 1);
  assert.deepEqual(refusalOf(await enter({ invoiceId })), [409, 'match_refused', []]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('many payments at once: each is recorded or says why not, and a repeat records nothing twice', async () => {
  const { as, apartmentId, invoices, read, tenantId } = await setUp();
  const [invoiceId] = invoices;
  const item = { apartmentId, amount: 100, paidOn: '2026-11-19', method: 'cash' };
  const items = [
    { ...item, invoiceId },
    { ...item, amount: 0 },
    { ...item, apartmentId: tenantId },
    { ...item, paidOn: '19.11.2026' },
    item,
  ];
  const ask = { as, body: { items }, headers: { 'Idempotency-Key': 'november' } };
  type Results = { created: number; failed: number; items: { index: number; status: number; id?: string }[] };
  const first = await g.ask<Results>('POST', '//console/api/payments/bulk', ask);
  assert.deepEqual([first.status, first.data.created, first.data.failed], [201, 2, 3]);
  assert.deepEqual(
    first.data.items.map(({ status }) => status),
    [201, 422, 404, 422, 201],
  );
  const repeat = await g.ask<Results>('POST', '//console/api/payments/bulk', ask);
  assert.deepEqual(repeat.data, first.data);
  assert.equal((await read(invoiceId)).amountPaid, 200);
  assert.deepEqual(
    (await eventsOf(g, tenantId, 'payment.received')).map((event) => event.amount),
    [100, 100],
  );
  const many = { items: Array.from({ length: 101 }, () => item) };
  assert.equal((await g.ask('POST', '//console/api/payments/bulk', { as, body: many })).status, 422);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('what exceeds the open invoices stays as credit and pays the next one; without an invoice the oldest is paid', async () => {
  const { as, enter, read, invoices, building } = await setUp();
  const [invoiceId] = invoices;
  const { data } = await enter({ amount: 600 });
  assert.deepEqual(
    [data.status, data.unallocated, data.allocations[0]?.invoiceId],
    ['partially_matched', 47.29, invoiceId],
  );
  assert.equal((await read(invoiceId)).status, 'paid');
  const next = await generate(g, as, building.id, november);
  const first = await read(next.data.invoices[0]?.invoiceId ?? '');
  assert.equal(first.amountPaid, 47.29);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a reversed entry takes everything back', async () => {
  const { as, enter, read, invoices } = await setUp();
  const { data } = await enter({ amount: 600 });
  assert.equal((await g.ask('POST', `//console/api/payments/${data.id}/reverse`, { as })).status, 200);
  const back = await read(invoices[0]);
  assert.deepEqual([back.status, back.balance], ['sent', 552.71]);
});

test('the statement shows an entered transfer once more, and cash never', async () => {
  const { as, enter, tenantId, apartments } = await setUp();
  const reference = String(apartments[0].referenceNumber);
  await enter({ amount: 30, method: 'transfer' });
  await enter({ amount: 40, method: 'cash' });
  await importStatementFile(
    g,
    tenantId,
    camt([
      { amount: '30.00', reference, day: '2026-11-20' },
      { amount: '40.00', reference, day: '2026-11-20' },
    ]),
  );
  const { items } = await g.ask<Entered>('GET', '/payments', { as });
  assert.deepEqual(items.map(({ amount, source, status }) => [amount, source, status]).sort(), [
    [30, 'manual', 'matched'],
    [40, 'manual', 'matched'],
    [40, 'statement', 'matched'],
  ]);
});

test('wrong values are rejected at their fields, and no invoice of another apartment is found', async () => {
  const { enter, invoices, apartments } = await setUp();
  for (const [body, field] of [
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ paidOn: '2026-11-21' }, 'paidOn'],
    [{ paidOn: '0226-11-19' }, 'paidOn'],
    [{ amount: 1.005 }, 'amount'],
  ] as const)
    assert.deepEqual([(await enter(body)).status, (await enter(body)).fields], [422, [field]], JSON.stringify(body));
  assert.equal((await enter({ method: 'cheque' })).status, 422);
  assert.equal((await enter({ apartmentId: undefined })).status, 400);
  assert.equal((await enter({ apartmentId: invoices[0] })).status, 404);
  assert.equal(
    (await enter({ apartmentId: apartments[1].id, invoiceId: invoices[0] })).status,
    404,
    'of another apartment',
  );
});
