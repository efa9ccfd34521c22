// Tests of returned payments: those that no id connects with their payment wait for a person, among what there is to
// decide, and the books agree before and after the decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBroken, paymentInvariants } from '../../../test/invariants.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  refusalOf,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  importStatementFile,
  type StatementLine,
} from '../../../test/statement-samples.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();

type Candidate = { paymentId: string; reasons: string[]; invoices: string[]; apartments: string[]; status: string };
type PaymentReturn = {
  id: string;
  status: string;
  amount: number;
  bookedOn: string;
  payerName: string | null;
  description: string;
  returnedPaymentId: string | null;
  candidates: Candidate[];
};
type Found = Thing & {
  returnedOn: string | null;
  undone: { apartment: string; amount: number }[];
  buildings: string[];
  allocations: unknown[];
};
type MonthEnd = Thing & {
  totals: { received: number; closing: number }[];
  unassigned: { kind: string; amount: number }[];
  bankAccount: { credits: number; debits: number; difference: number; debitList: { category: string | null }[] };
};

async function setUp() {
  const organization = await anOrganizationWithDebts(g);
  const { as, building } = organization;
  const into = (lines: readonly StatementLine[], more?: Parameters<typeof camt>[1], dryRun = false) =>
    importStatementFile(g, organization.tenantId, camt(lines, more), dryRun);
  const returns = async (query = '') =>
    (await g.ask<PaymentReturn[]>('GET', `//console/api/payment-returns${query}`, { as })).data;
  const act = (id: string, verb: string, body?: object) =>
    g.ask<PaymentReturn>('POST', `//console/api/payment-returns/${id}/${verb}`, { as, ...(body && { body }) });
  const payment = async (id: string) =>
    (await g.ask<Thing & { status: string; reason: string }>('GET', '/payments', { as })).items.find(
      (item) => item.id === id,
    );
  const balance = async (nth: 0 | 1 | 2) =>
    (await g.ask<Thing & { balance: number }>('GET', `/invoices/${organization.invoices[nth]}`, { as })).data.balance;
  const monthEnd = async (days = 'dateFrom=2026-11-01&dateTo=2026-11-30') => {
    const path = `//console/api/buildings/${building.id}/month-end?${days}`;
    const { totals, unassigned, bankAccount } = (await g.ask<MonthEnd>('GET', path, { as })).data;
    return { received: totals[0]?.received ?? 0, unassigned, bankAccount };
  };
  return { ...organization, into, returns, act, payment, balance, monthEnd };
}

const paid = { amount: '552.71', day: '2026-11-03' };
const back = { amount: '552.71', debit: true, reversal: true, day: '2026-11-12', text: 'Tagastatud makse' };

test('a return without a common id waits with its payer, amount, day and text, and the likely payments, the payer’s own first', async () => {
  const fixture = await setUp();
  const { into, returns, reference1, apartments } = fixture;
  const opening = { opening: '0.00', closing: '1105.42' };
  const first = await into(
    [
      { ...paid, reference: reference1, id: 'mari', day: '2026-11-02' },
      { ...paid, payer: 'Jaan Kask', iban: 'EE287700771001234567', id: 'jaan' },
    ],
    opening,
  );
  assert.deepEqual([first.matched, first.waiting], [1, 1]);
  await into([{ amount: '552.70', id: 'other', reference: reference1 }]);
  const dry = await into(
    [
      { ...back, id: 'back' },
      { ...back, id: 'fee', amount: '1.20', reversal: false },
    ],
    undefined,
    true,
  );
  assert.deepEqual(
    dry.outgoing.map(({ amount, waiting: waits }) => [amount, waits]),
    [
      [55271, true],
      [120, false],
    ],
  );
  assert.deepEqual([dry.waiting, (await returns()).length], [1, 0], 'a dry run says so and keeps nothing');
  const done = await into([{ ...back, id: 'back' }]);
  assert.deepEqual([done.waiting, done.warnings.map(({ code }) => code)], [1, ['return_unclear']]);
  const [waiting, ...others] = await returns();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [waiting?.status, waiting?.payerName, waiting?.amount, waiting?.bookedOn, waiting?.description],
    ['waiting', 'Mari Tamm', 552.71, '2026-11-12', 'Tagastatud makse'],
  );
  const [mari, jaan] = first.payments.map(({ paymentId }) => paymentId);
  assert.deepEqual(
    waiting?.candidates.map(({ paymentId, reasons, apartments: of }) => [paymentId, reasons, of]),
    [
      [mari, ['same_account', 'same_name', 'exact_amount'], [String(apartments[0].number)]],
      [jaan, ['exact_amount'], []],
    ],
  );
  const overview = (await g.ask('GET', '//console/api/overview', { as: fixture.as })).data;
  assert.deepEqual(overview.returnsWaiting, [{ currency: 'EUR', count: 1, amount: 552.71 }]);
  const states = (await g.ask<Thing[]>('GET', '//console/api/overview/buildings', { as: fixture.as })).data;
  const [{ waiting: money = [] } = {}] = states as unknown as { waiting?: { payments: number; returns: number }[] }[];
  assert.deepEqual(
    money.map((sum) => [sum.payments, sum.returns]),
    [[1, 1]],
  );
});

test('a payer of a return is known by the name as everywhere: in any order, without accents and institution', async () => {
  const { into, returns } = await setUp();
  const { payments } = await into([
    { ...paid, payer: 'TÄMM, Mari (Revolut Bank UAB)', iban: 'LT121000011101001000', id: 'same', day: '2026-11-01' },
    { ...paid, payer: 'Mari-Liis Tamm', iban: 'EE287700771001234567', id: 'another' },
  ]);
  await into([{ ...back, id: 'back' }]);
  const [waiting] = await returns();
  const [same, another] = payments.map(({ paymentId }) => paymentId);
  assert.deepEqual(
    waiting?.candidates.map(({ paymentId, reasons }) => [paymentId, reasons]),
    [
      [same, ['same_name', 'exact_amount']],
      [another, ['exact_amount']],
    ],
  );
});

test('a return belongs to its own day: the month of the payment stays as it was', async () => {
  const { into, returns, act, monthEnd, reference1, as, building, apartments } = await setUp();
  const october = async () => {
    const { received, unassigned } = await monthEnd('dateFrom=2026-10-01&dateTo=2026-10-31');
    return [received, unassigned];
  };
  const entries = async () => {
    const path = `//console/api/buildings/${building.id}/apartments/${apartments[0].id}/account?from=2026-10-01`;
    const { data } = await g.ask<{ entries: { kind: string; on: string; amount: number }[]; closing: number }>(
      'GET',
      path,
      { as },
    );
    const money = data.entries.filter(({ kind }) => kind !== 'invoice');
    return [money.map(({ kind, on, amount }) => [kind, on, amount]), data.closing];
  };
  const { payments } = await into([{ ...paid, day: '2026-10-28', reference: reference1, id: 'october' }]);
  const id = payments[0]?.paymentId ?? '';
  await into([{ ...back, id: 'back' }]);
  assert.deepEqual(await october(), [552.71, []]);
  const before = await entries();
  const [waiting] = await returns();
  assert.equal((await act(waiting?.id ?? '', 'match', { paymentId: id })).status, 200);
  assert.deepEqual(await october(), [552.71, []]);
  const november = await monthEnd();
  assert.deepEqual([november.received, november.unassigned.map(({ kind, amount }) => [kind, amount])], [-552.71, []]);
  assert.deepEqual((await entries())[0], [
    ['payment', '2026-10-28', -552.71],
    ['returned', '2026-11-12', 552.71],
  ]);
  const file = `//console/api/buildings/${building.id}/payments?dateFrom=2026-10-01&dateTo=2026-11-30`;
  const rows = (await g.ask('GET', file, { as })).text.trim().split('\n').slice(1);
  assert.deepEqual(
    rows.map((row) => row.split(';').slice(0, 2).join(' ')),
    ['2026-10-28 payment', '2026-11-12 returned'],
  );
  assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
  assert.equal((await act(waiting?.id ?? '', 'restore')).status, 200);
  assert.deepEqual(await entries(), before);
});

test('a resident sees the return of what paid their invoice, without the payer of one that also paid for others', async () => {
  const { into, returns, act, tenantId, as, building, apartments, invoices } = await setUp();
  const { token, userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartments[0].id, '2020-01-01');
  const { payments } = await into([{ ...paid, day: '2026-10-28', id: 'joint' }]);
  const id = payments[0]?.paymentId ?? '';
  for (const [nth, amount] of [
    [0, 300],
    [1, 200],
  ] as const) {
    const body = { invoiceId: invoices[nth], amount };
    assert.equal((await g.ask('POST', `//console/api/payments/${id}/match`, { as, body })).status, 200);
  }
  await into([{ ...back, id: 'back' }]);
  const [waiting] = await returns();
  assert.equal((await act(waiting?.id ?? '', 'match', { paymentId: id })).status, 200);
  const path = `//console/api/buildings/${building.id}/apartments/${apartments[0].id}/account?from=2026-10-01`;
  const { data } = await g.ask<{ entries: Thing[] }>('GET', path, { as: token });
  assert.deepEqual(
    data.entries.filter(({ kind }) => kind !== 'invoice').map(({ kind, on, amount, text }) => [kind, on, amount, text]),
    [
      ['payment', '2026-10-28', -300, null],
      ['returned', '2026-11-12', 300, null],
    ],
  );
});

test('the chosen payment is reversed, and undoing that pays what it paid; the books agree before, between and after', async () => {
  const fixture = await setUp();
  const { into, returns, act, payment, balance, monthEnd, reference1 } = fixture;
  const { payments } = await into([{ ...paid, reference: reference1 }], { opening: '0.00', closing: '552.71' });
  const id = payments[0]?.paymentId ?? '';
  await into([{ ...back, id: 'back' }], { opening: '552.71', closing: '0.00' });
  const [waiting] = await returns();
  const check = async (expected: { received: number; kinds: [string, number][]; open: number }) => {
    const { received, unassigned, bankAccount } = await monthEnd();
    assert.deepEqual([bankAccount.credits, bankAccount.debits, bankAccount.difference], [552.71, 552.71, 0]);
    assert.deepEqual(
      [received, unassigned.map(({ kind, amount }) => [kind, amount]), await balance(0)],
      [expected.received, expected.kinds, expected.open],
    );
    assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
  };
  await check({ received: 552.71, kinds: [['return_waiting', 552.71]], open: 0 });
  const chosen = await act(waiting?.id ?? '', 'match', { paymentId: id });
  assert.deepEqual([chosen.status, chosen.data.status, chosen.data.returnedPaymentId], [200, 'returned', id]);
  assert.equal((await act(waiting?.id ?? '', 'match', { paymentId: id })).status, 200, 'a repeat changes nothing');
  assert.deepEqual([(await payment(id))?.status, (await payment(id))?.reason], ['reversed', 'returned']);
  for (const [status, found] of [
    ['returned', [id]],
    ['reversed', []],
  ] as const) {
    const shown = await g.ask('GET', `//console/api/payments?status=${status}`, { as: fixture.as });
    assert.deepEqual(
      shown.items.map((item) => item.id),
      found,
      status,
    );
  }
  const hits = await g.ask<{ payments: { found: Thing[] } }>('GET', '//console/api/search?q=552.71', {
    as: fixture.as,
  });
  assert.equal(JSON.stringify(hits.data).includes('"status":"returned"'), true, hits.text);
  await check({ received: 0, kinds: [], open: 552.71 });
  assert.deepEqual(refusalOf(await act(waiting?.id ?? '', 'dismiss')), [409, 'match_refused', []]);
  const [decided] = await returns('?decided=true');
  assert.deepEqual([decided?.id, decided?.candidates, await returns()], [waiting?.id, [], []]);
  assert.equal((await act(waiting?.id ?? '', 'restore')).data.status, 'waiting');
  assert.equal((await act(waiting?.id ?? '', 'restore')).status, 200);
  assert.deepEqual([(await payment(id))?.status, (await payment(id))?.reason], ['matched', 'reference']);
  await check({ received: 552.71, kinds: [['return_waiting', 552.71]], open: 0 });
  assert.equal((await act(waiting?.id ?? '', 'dismiss')).data.status, 'none');
  assert.deepEqual(await returns(), []);
  await check({ received: 552.71, kinds: [], open: 0 });
});

test('a prepayment that was returned is credit again when that is undone', async () => {
  const { into, returns, act, payment, reference1 } = await setUp();
  await into([{ ...paid, reference: reference1, id: 'paid' }]);
  const { payments } = await into([{ amount: '40.00', reference: reference1, id: 'more', day: '2026-11-04' }]);
  const id = payments[0]?.paymentId ?? '';
  assert.equal(payments[0]?.prepaidBy, '1');
  await into([{ ...back, amount: '40.00', id: 'back' }]);
  const [waiting] = await returns();
  await act(waiting?.id ?? '', 'match', { paymentId: id });
  assert.equal((await payment(id))?.status, 'reversed');
  await act(waiting?.id ?? '', 'restore');
  const { status, unallocated, apartmentId } = (await payment(id)) as unknown as Record<string, unknown>;
  assert.deepEqual([status, unallocated, apartmentId !== null], ['unmatched', 40, true]);
  assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
});

test('only a payment of that amount, not later, without a refund, and of no other return is accepted', async () => {
  const { as, into, returns, act, reference1 } = await setUp();
  const { payments } = await into([
    { ...paid, reference: reference1, id: 'paid' },
    { amount: '10.00', id: 'small' },
    { ...paid, id: 'late', day: '2026-11-13', payer: 'Jaan Kask' },
    { ...paid, id: 'refunded', payer: 'Kai Kask', iban: null },
  ]);
  const [good = '', small = '', late = '', refunded = ''] = payments.map(({ paymentId }) => paymentId);
  await g.ask('POST', `//console/api/payments/${refunded}/refunds`, {
    as,
    body: { refundedOn: '2026-11-05', amount: 1 },
  });
  await into([
    { ...back, id: 'back' },
    { ...back, id: 'again', day: '2026-11-13' },
  ]);
  const [second, first] = (await returns()).map(({ id }) => id);
  for (const paymentId of [small, late, refunded])
    assert.deepEqual(refusalOf(await act(first ?? '', 'match', { paymentId })), [409, 'match_refused', []]);
  assert.equal((await act(first ?? '', 'match', { paymentId: newId() })).status, 404);
  assert.equal((await act(newId(), 'dismiss')).status, 404);
  assert.equal((await act(first ?? '', 'match', { paymentId: good })).status, 200);
  assert.deepEqual(refusalOf(await act(second ?? '', 'match', { paymentId: good })), [409, 'match_refused', []]);
  assert.ok((await returns())[0]?.candidates.every(({ paymentId }) => paymentId !== good));
  assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
});

test('a payment that a person reversed before its return came is proposed, and two who choose at once reverse it once', async () => {
  const { as, into, returns, act, reference1 } = await setUp();
  const { payments } = await into([{ ...paid, reference: reference1 }]);
  const id = payments[0]?.paymentId ?? '';
  await g.ask('POST', `//console/api/payments/${id}/reverse`, { as });
  await into([{ ...back, id: 'back' }]);
  const [waiting] = await returns();
  assert.deepEqual(
    waiting?.candidates.map(({ paymentId, status }) => [paymentId, status]),
    [[id, 'reversed']],
  );
  const both = await Promise.all([1, 2].map(() => act(waiting?.id ?? '', 'match', { paymentId: id })));
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
});

test('a return of another organization is not found, and a return that the bank identifies waits for nobody', async () => {
  const { into, returns, reference1 } = await setUp();
  await into([{ ...paid, reference: reference1, endToEnd: 'E1', id: 'paid' }]);
  const done = await into([{ ...back, endToEnd: 'E1', id: 'back' }]);
  assert.deepEqual([done.waiting, await returns()], [0, []]);
  const [decided] = await returns('?decided=true');
  assert.equal(decided?.status, 'returned');
  const { owner: stranger } = await anOrganization(g);
  const restore = await g.ask('POST', `//console/api/payment-returns/${decided?.id}/restore`, { as: stranger });
  assert.equal(restore.status, 404);
});

test('a debit that nothing marks as a return waits where it is exactly what its receiver paid and got nothing back of', async () => {
  const { as, into, returns, act, balance, reference1 } = await setUp();
  const unmarked = { ...back, reversal: false };
  const { payments } = await into([{ ...paid, reference: reference1, id: 'mari' }]);
  const other = await into([
    { ...unmarked, amount: '552.70', id: 'less' },
    { ...unmarked, day: '2027-01-03', id: 'late' },
    { ...unmarked, iban: 'EE287700771001234567', id: 'another' },
  ]);
  assert.deepEqual([other.imported, other.waiting], [3, 0]);
  const done = await into([{ ...unmarked, id: 'back' }]);
  assert.deepEqual([done.waiting, done.warnings], [1, []]);
  const [waiting] = await returns();
  const paymentId = payments[0]?.paymentId ?? '';
  assert.deepEqual(
    waiting?.candidates.map((candidate) => candidate.paymentId),
    [paymentId],
  );
  assert.equal((await act(waiting?.id ?? '', 'match', { paymentId })).status, 200);
  assert.equal(await balance(0), 552.71);

  const rest = await into([{ ...paid, amount: '70.00', iban: 'EE287700771001234567', id: 'rest' }]);
  const refund = { amount: 70, refundedOn: '2026-11-12' };
  const made = await g.ask('POST', `//console/api/payments/${rest.payments[0]?.paymentId}/refunds`, {
    as,
    body: refund,
  });
  assert.equal(made.status, 201, made.text);
  const paidOut = await into([{ ...unmarked, amount: '70.00', iban: 'EE287700771001234567', id: 'refund' }]);
  assert.deepEqual([paidOut.imported, paidOut.waiting], [1, 0], 'the recorded refund');
});

test('without an account in the file the name decides: in any order of its words, and never against another account', async () => {
  const { into, returns, tenantId } = await setUp();
  const csv = (...rows: readonly string[]) =>
    importStatementFile(g, tenantId, ['Kuupäev;Saaja/maksja;Selgitus;Summa;Valuuta', ...rows].join('\n'));
  await into([
    { ...paid, amount: '61.00', payer: 'Mari Tamm', id: 'with account' },
    { ...paid, amount: '62.00', payer: 'Kask, Jaan', iban: null, id: 'without account' },
  ]);
  const done = await csv(
    '12.11.2026;TAMM MARI;tagasi;-61,00;EUR',
    '12.11.2026;Jaan Kask;tagasi;-62,00;EUR',
    '12.11.2026;Peeter Kask;tagasi;-61,00;EUR',
    '12.11.2026;;tagasi;-62,00;EUR',
    '12.01.2027;Jaan Kask;tagasi;-62,00;EUR',
  );
  assert.deepEqual([done.imported, done.waiting], [5, 2]);
  assert.deepEqual((await returns()).map(({ payerName, amount }) => [payerName, amount]).sort(), [
    ['Jaan Kask', 62],
    ['TAMM MARI', 61],
  ]);
  const mari = (await returns()).find(({ amount }) => amount === 61);
  assert.deepEqual(mari?.candidates[0]?.reasons, ['same_name', 'exact_amount'], 'in any order too');
  const named = { amount: '62.00', debit: true, payer: 'Jaan Kask', day: '2026-11-13' };
  assert.equal((await into([{ ...named, id: 'known' }])).waiting, 1, 'the payment has no account, the debit has one');
});

test('a payment that the bank took back names the day and what it had paid, and its invoice lists it and says so', async () => {
  const { into, returns, act, as, invoices, apartments, building } = await setUp();
  const { payments } = await into([{ ...paid, id: 'in' }]);
  const id = payments[0]?.paymentId ?? '';
  for (const [nth, amount] of [
    [0, 300],
    [1, 252.71],
  ] as const)
    await g.ask('POST', `//console/api/payments/${id}/match`, { as, body: { invoiceId: invoices[nth], amount } });
  await into([{ ...back, id: 'back' }]);
  const found = async (query = '') => {
    const { items } = await g.ask<Found>('GET', `//console/api/payments${query}`, { as });
    return items.map((item) => [
      item.returnedOn,
      item.undone.map(({ apartment, amount }) => [apartment, amount]),
      item.buildings,
      item.allocations.length,
    ]);
  };
  const before = [[null, [], [building.name], 2]];
  const [waiting] = await returns();
  const history = async () =>
    (
      await g.ask<Thing & { detail: { returned?: boolean } }>('GET', `//console/api/invoices/${invoices[0]}/history`, {
        as,
      })
    ).items
      .filter(({ action }) => action === 'payment_undone')
      .map(({ detail }) => detail.returned);
  assert.deepEqual(await found(), before);
  assert.equal((await act(waiting?.id ?? '', 'match', { paymentId: id })).status, 200);
  const undone = [
    [String(apartments[0].number), 300],
    [String(apartments[1].number), 252.71],
  ];
  const after = [['2026-11-12', undone, [building.name], 0]];
  assert.deepEqual(await found(), after);
  assert.deepEqual(await found(`?invoiceId=${invoices[0]}`), after);
  assert.deepEqual(await found(`?invoiceId=${invoices[2]}`), []);
  assert.deepEqual(await history(), [true]);
  assert.equal((await act(waiting?.id ?? '', 'restore')).status, 200);
  assert.deepEqual(await found(`?invoiceId=${invoices[0]}`), before);
  assert.equal((await g.ask('POST', `//console/api/payments/${id}/unmatch`, { as, body: {} })).status, 200);
  assert.deepEqual(await found(`?invoiceId=${invoices[0]}`), [], 'what a person undid is not listed');
  assert.deepEqual(await history(), [undefined, undefined]);
});
