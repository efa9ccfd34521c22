// Tests of credit notes: a credit never exceeds its invoice, pays what is due, otherwise waits for the next invoice,
// and can be cancelled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  generate,
  type InvoiceAnswer,
  markSent,
  november,
} from '../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  refusalOf,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { anOrganizationWithDebts, camt, importStatementFile } from '../../test/statement-samples.ts';

const g = await startTestService();

type Money = InvoiceAnswer & {
  kind: string;
  balance: number;
  amountPaid: number;
  correctsInvoiceId: string | null;
  reason: string | null;
};
type Payment = Thing & { source: string; status: string; unallocated: number };

async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { as } = organization;
  const read = async (id: string) => (await g.ask<Money>('GET', `/invoices/${id}`, { as })).data;
  const credit = (id: string, body: object = {}, who = as) =>
    g.ask<Money>('POST', `//console/api/invoices/${id}/credit`, { as: who, body: { reason: 'Katkestus', ...body } });
  const change = (id: string, body: object) => g.ask<Money>('PATCH', `/invoices/${id}`, { as, body });
  const payments = async () => (await g.ask<Payment>('GET', '/payments?source=credit', { as })).items;
  const events = (type: string) => eventsOf(g, organization.tenantId, type);
  return { ...organization, read, credit, change, payments, events };
}

test('a preview shows what is left of each position and the credit, and creates nothing', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  const look = (body: object = {}, as = fixture.as) =>
    g.ask<{ amount: number; positions: Thing[] }>('POST', `//console/api/invoices/${id}/credit-preview`, { as, body });
  assert.deepEqual(refusalOf(await look()), [409, 'invoice_not_creditable', []]);
  await markSent(g, id);
  await fixture.credit(id, { positions: [{ position: 1, amount: 10 }] });
  const left = [
    { position: 1, description: 'Hooldus', amount: -32.5, vatAmount: -7.8, creditedBefore: 10 },
    { position: 2, description: 'Küte', amount: -500.01, vatAmount: 0, creditedBefore: 0 },
  ];
  assert.deepEqual((await look()).data, { amount: -540.31, positions: left });
  const part = { positions: [{ position: 1, amount: 0.05 }] };
  const seen = await look(part);
  assert.deepEqual(seen.data.positions, [
    { position: 1, description: 'Hooldus', amount: -0.05, vatAmount: -0.01, creditedBefore: 10 },
  ]);
  assert.deepEqual((await fixture.events('invoice.created')).length, 4);
  assert.deepEqual((await fixture.read(id)).balance, 540.31);
  const { amount } = (await fixture.credit(id, part)).data;
  assert.equal(amount, seen.data.amount);
  const tooMuch = { positions: [{ position: 1, amount: 32.46 }, { position: 7 }] };
  assert.deepEqual(refusalOf(await look(tooMuch)), [
    422,
    'validation_failed',
    ['positions.0.amount', 'positions.1.position'],
  ]);
  await fixture.credit(id, { positions: [{ position: 1 }] });
  assert.deepEqual((await look()).data, {
    amount: -500.01,
    positions: [{ position: 1, description: 'Hooldus', amount: 0, vatAmount: 0, creditedBefore: 42.5 }, left[1]],
  });
  await fixture.credit(id);
  assert.deepEqual(refusalOf(await look()), [409, 'invoice_not_creditable', []]);
  const stranger = await anOrganization(g);
  assert.equal((await look({}, stranger.owner)).status, 404);
  assert.equal((await look({}, (await aPerson(g, fixture.tenantId, 'resident')).token)).status, 403);
});

test('crediting part of a sent invoice creates a credit note that lowers the balance, without a payment event', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await markSent(g, id);
  const answer = await fixture.credit(id, { positions: [{ position: 1, amount: 10 }] });
  assert.equal(answer.status, 201);
  const { positions, ...made } = answer.data;
  assert.equal(answer.headers.location, `/api/invoices/${made.id}`);
  const original = await fixture.read(id);
  assert.deepEqual(
    [made.kind, made.status, made.amount, made.balance, made.correctsInvoiceId, made.reason],
    ['credit', 'draft', -12.4, 0, id, 'Katkestus'],
  );
  assert.deepEqual(positions, [
    {
      code: 'care',
      description: 'Hooldus',
      quantity: -1,
      unit: 'apartment',
      unitPrice: 10,
      amount: -10,
      vatRate: 24,
      vatAmount: -2.4,
      calculation: {
        method: 'credit',
        basis: 'area',
        unit: 'm2',
        raw: '-10',
        invoiceNumber: original.number,
        of: 42.5,
        creditedBefore: 0,
      },
    },
  ]);
  assert.deepEqual([original.status, original.amountPaid, original.balance], ['sent', 12.4, 540.31]);
  assert.deepEqual((await fixture.events('invoice.created')).at(-1), { invoiceId: made.id, amount: -12.4 });
  assert.deepEqual([await fixture.events('payment.received'), await fixture.events('invoice.paid')], [[], []]);
  const numbers = (await g.ask<Money>('GET', '/invoices?sort=number', { as: fixture.as })).items.map(
    (item) => item.number,
  );
  assert.deepEqual(numbers, ['2026-000001', '2026-000002', '2026-000003', '2026-000004']);
});

test('a credit of the whole balance pays the invoice, reported once', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await markSent(g, id);
  const made = (await fixture.credit(id)).data;
  assert.deepEqual([made.amount, made.positions.map((position) => position.amount)], [-552.71, [-42.5, -500.01]]);
  assert.equal((await fixture.read(id)).status, 'paid');
  assert.deepEqual(await fixture.events('invoice.paid'), [{ invoiceId: id, amount: 552.71 }]);
  assert.deepEqual(refusalOf(await fixture.credit(id)), [409, 'invoice_not_creditable', []]);
});

test('a credit of a paid invoice belongs to the apartment: it pays what else is due, and the next invoice takes the rest', async () => {
  const fixture = await setUpBuilding();
  const [id, neighbours] = fixture.invoices;
  await fixture.change(id, { status: 'paid' });
  await fixture.credit(id, { positions: [{ position: 2, amount: 100 }] });
  assert.deepEqual(
    (await fixture.payments()).map((payment) => [payment.status, payment.unallocated]),
    [['unmatched', 100]],
  );
  assert.equal((await fixture.read(neighbours)).balance, 331.62, 'a neighbour gets nothing of it');
  const waiting = await g.ask('GET', '//console/api/payments?waiting=undecided', { as: fixture.as });
  assert.deepEqual(waiting.items, [], 'nobody has to decide about it');
  const next = await generate(g, fixture.as, fixture.building.id, november);
  const nextId = next.data.invoices[0]?.invoiceId ?? '';
  assert.deepEqual([(await fixture.read(nextId)).amountPaid, (await fixture.payments())[0]?.status], [100, 'matched']);
  assert.deepEqual(await fixture.events('payment.received'), []);
  await fixture.credit(id, { positions: [{ position: 2, amount: 50 }] });
  assert.equal((await fixture.read(nextId)).amountPaid, 150);
});

test('a cancelled credit is worth nothing: what it paid is due again', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await markSent(g, id);
  const made = (await fixture.credit(id)).data;
  assert.deepEqual(refusalOf(await fixture.change(made.id, { status: 'paid' })), [
    409,
    'invalid_status_transition',
    [],
  ]);
  const gone = await fixture.change(made.id, { status: 'cancelled' });
  assert.deepEqual([gone.status, gone.data.balance, gone.data.amountPaid], [200, 0, 0]);
  const { status, balance } = await fixture.read(id);
  assert.deepEqual([status, balance], ['sent', 552.71]);
  assert.deepEqual(
    (await fixture.payments()).map((payment) => payment.status),
    ['reversed'],
  );
  assert.equal((await fixture.credit(id)).status, 201, 'it can be credited again');
});

test('an invoice with a credit cannot be cancelled, and its credit cannot be matched, undone or reversed', async () => {
  const fixture = await setUpBuilding();
  const [id, neighboursInvoice] = fixture.invoices;
  await markSent(g, id);
  const made = (await fixture.credit(id, { positions: [{ position: 1 }] })).data;
  assert.deepEqual(refusalOf(await fixture.change(id, { status: 'cancelled' })), [
    409,
    'invalid_status_transition',
    [],
  ]);
  const [payment] = await fixture.payments();
  for (const [verb, body] of [
    ['match', { invoiceId: neighboursInvoice }],
    ['unmatch', {}],
    ['reverse', undefined],
  ] as const) {
    const answer = await g.ask('POST', `//console/api/payments/${payment?.id}/${verb}`, {
      as: fixture.as,
      ...(body && { body }),
    });
    assert.deepEqual(refusalOf(answer), [409, 'match_refused', []], verb);
  }
  await fixture.change(made.id, { status: 'cancelled' });
  assert.equal((await fixture.change(id, { status: 'cancelled' })).status, 200);
});

test('however small the credits are, their VAT is that of their sum', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await markSent(g, id);
  const cents: number[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    const made = await fixture.credit(id, { positions: [{ position: 1, amount: 0.03 }] });
    cents.push(Math.round(made.data.amount * 100));
  }
  assert.equal(
    cents.reduce((sum, n) => sum + n, 0),
    -45,
    '0.36 and 24 % of it',
  );
});

test('drafts, cancelled invoices and credits cannot be credited, and all wrong positions are named with nothing created', async () => {
  const fixture = await setUpBuilding();
  const [id, draft, cancelled] = fixture.invoices;
  await fixture.change(cancelled, { status: 'cancelled' });
  await markSent(g, id);
  const made = (await fixture.credit(id, { positions: [{ position: 1, amount: 1 }] })).data;
  for (const [nth, text] of [draft, cancelled, made.id].entries())
    assert.deepEqual(refusalOf(await fixture.credit(text)), [409, 'invoice_not_creditable', []], `text ${nth}`);
  const before = await fixture.events('invoice.created');
  const wrong = [{ position: 1, amount: 41.51 }, { position: 2, amount: -1 }, { position: 3 }, { position: 1 }];
  assert.deepEqual(refusalOf(await fixture.credit(id, { positions: wrong })), [
    422,
    'validation_failed',
    ['positions.0.amount', 'positions.1.amount', 'positions.2.position', 'positions.3.position'],
  ]);
  assert.deepEqual(refusalOf(await fixture.credit(id, { reason: '  ' })), [422, 'validation_failed', ['reason']]);
  assert.deepEqual(refusalOf(await fixture.credit(id, { positions: [{ position: 1, amount: 0 }] })), [
    409,
    'invoice_not_creditable',
    [],
  ]);
  assert.deepEqual(await fixture.events('invoice.created'), before);
  await markSent(g, made.id);
  g.clock.now = new Date('2027-06-01T09:00:00.000Z');
  const overdue = await g.ask<Money>('GET', '/invoices?status=overdue', { as: fixture.integrator });
  g.clock.now = new Date('2026-11-20T09:00:00.000Z');
  assert.deepEqual(
    overdue.items.map((item) => item.id),
    [id],
    'a credit is never overdue',
  );
});

test('a credit does not change the split of a bill: a repeated generation finds no difference', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await markSent(g, id);
  await fixture.credit(id);
  const again = await generate(g, fixture.as, fixture.building.id);
  assert.deepEqual([again.status, again.data.skipped, again.data.invoices[0]?.invoiceId], [200, 3, id]);
});

test('a statement line with the amount of a credit is recorded as a separate payment', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await fixture.change(id, { status: 'paid', paidDate: '2026-09-01' });
  await fixture.credit(id, { positions: [{ position: 2, amount: 100 }] });
  const { payments } = await importStatementFile(g, fixture.tenantId, camt([{ amount: '100.00', text: 'x' }]));
  const known = (await fixture.payments()).map((payment) => payment.id);
  assert.ok(payments.length === 1 && !known.includes(payments[0]?.paymentId ?? ''));
});

test('a resident sees the credit of their own invoice once it is sent', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  const resident = await aPerson(g, fixture.tenantId, 'resident');
  await aResidency(g, fixture.tenantId, resident.userId, fixture.apartments[0].id);
  await markSent(g, id);
  const made = (await fixture.credit(id)).data;
  assert.equal((await g.ask('GET', `/invoices/${made.id}`, { as: resident.token })).status, 404);
  await markSent(g, made.id);
  const seen = await g.ask<Money>('GET', `/invoices/${made.id}`, { as: resident.token });
  assert.deepEqual([seen.data.kind, seen.data.reason], ['credit', 'Katkestus']);
});

test('a resident sees a cancelled invoice that was sent before, and no draft that never was', async () => {
  const fixture = await setUpBuilding();
  const [sent, draft] = fixture.invoices;
  const resident = await aPerson(g, fixture.tenantId, 'resident');
  for (const { id } of fixture.apartments.slice(0, 2)) await aResidency(g, fixture.tenantId, resident.userId, id);
  const by = await g.ask('POST', `//console/api/invoices/${sent}/delivered`, { as: fixture.as, body: { by: 'paper' } });
  assert.equal(by.status, 200, by.text);
  for (const [which, id] of Object.entries({ sent, draft }))
    assert.equal((await fixture.change(id, { status: 'cancelled' })).status, 200, which);
  const see = async (path: string) => (await g.ask('GET', path, { as: resident.token })).status;
  assert.deepEqual([await see(`/invoices/${sent}`), await see(`/invoices/${draft}`)], [200, 404]);
  const { items } = await g.ask<Money>('GET', '/invoices', { as: resident.token });
  assert.deepEqual(
    items.map((item) => item.id),
    [sent],
  );
});

test('however an invoice is credited in parts, the parts add up to it to the cent, net and VAT', async () => {
  const fixture = await setUpBuilding();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 4 }), async (parts) => {
      const { building } = await createBilledBuilding(g, fixture.as);
      const [id] = await createThreeInvoices(g, fixture.as, building.id);
      await markSent(g, id);
      for (const cents of parts) await fixture.credit(id, { positions: [{ position: 1, amount: cents / 100 }] });
      await fixture.credit(id);
      const { items } = await g.ask<Money>('GET', `/invoices?buildingId=${building.id}`, { as: fixture.as });
      const credits = items.filter((item) => item.correctsInvoiceId === id);
      const cents = credits.map((credit) => Math.round(credit.amount * 100));
      assert.equal(
        cents.reduce((sum, n) => sum + n, 0),
        -55_271,
      );
      assert.equal((await fixture.read(id)).status, 'paid');
    }),
    { numRuns: 6 },
  );
});
