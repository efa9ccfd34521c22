// Tests of refunds and the debits of statements that show them: whichever comes first, they are tied once, and
// month-end names what no statement shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBroken, paymentInvariants } from '../../../test/invariants.ts';
import { refusalOf, startTestService, type Thing } from '../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  importStatementFile,
  type StatementLine,
} from '../../../test/statement-samples.ts';

const g = await startTestService();

type Refund = { id: string; shown: boolean; amount: number; others: Refund[] };
type PaymentReturn = {
  id: string;
  status: string;
  amount: number;
  candidates: { paymentId: string; refund: { id: string; on: string } | null; reasons: string[] }[];
  rests: { paymentId: string; amount: number; apartment: string | null }[];
};
type BankAccount = {
  credits: number;
  debits: number;
  closing: number;
  difference: number;
  unshownRefunds: { refunds: number; amount: number };
  debitList: { amount: number; category: string | null }[];
};
type MonthEnd = Thing & { unassigned: { kind: string; amount: number }[]; bankAccount: BankAccount };

const jaan = { payer: 'Jaan Kask', iban: 'EE287700771001234567' };
const wrong = { ...jaan, amount: '23.99', day: '2026-11-03', id: 'wrong' };
const back = { ...jaan, amount: '23.99', debit: true, day: '2026-11-12', text: 'Tagasimakse', id: 'back' };

/** An organization that received money by mistake. */
async function setUp(lines: readonly StatementLine[] = [wrong]) {
  const organization = await anOrganizationWithDebts(g);
  const { as, tenantId, building } = organization;
  const into = (more: readonly StatementLine[], balances?: Parameters<typeof camt>[1]) =>
    importStatementFile(g, tenantId, camt(more, balances));
  const payments = (await into(lines, { opening: '0.00', closing: '23.99' })).payments.map(
    ({ paymentId }) => paymentId,
  );
  const refund = async (nth = 0, more: object = {}) => {
    const path = `//console/api/payments/${payments[nth]}/refunds`;
    const made = await g.ask<Refund>('POST', path, { as, body: { refundedOn: '2026-11-11', ...more } });
    assert.equal(made.status, 201, made.text);
    return made.data;
  };
  const undo = (id: string) => g.ask('DELETE', `//console/api/refunds/${id}`, { as });
  const returns = async (query = '') =>
    (await g.ask<PaymentReturn[]>('GET', `//console/api/payment-returns${query}`, { as })).data;
  const decide = (id: string, verb: string, body?: object) =>
    g.ask<PaymentReturn>('POST', `//console/api/payment-returns/${id}/${verb}`, { as, ...(body && { body }) });
  const shown = async (nth = 0) =>
    (await g.ask<Refund[]>('GET', `//console/api/payments/${payments[nth]}/refunds`, { as })).data.map(
      (item) => item.shown,
    );
  const monthEnd = async () => {
    const path = `//console/api/buildings/${building.id}/month-end?dateFrom=2026-11-01&dateTo=2026-11-30`;
    const { unassigned, bankAccount } = (await g.ask<MonthEnd>('GET', path, { as })).data;
    const { unshownRefunds, debitList } = bankAccount;
    return {
      unshown: [unshownRefunds.refunds, unshownRefunds.amount],
      debits: debitList.map(({ amount, category }) => [amount, category]),
      waiting: unassigned.filter(({ kind }) => kind === 'return_waiting').map(({ amount }) => amount),
      bankAccount,
    };
  };
  return { ...organization, payments, into, refund, undo, returns, decide, shown, monthEnd };
}

test('a refund recorded before its debit is named as not shown, and then tied to it by itself', async () => {
  const { into, refund, returns, shown, monthEnd, as, building } = await setUp();
  assert.equal((await refund()).shown, false);
  assert.deepEqual((await monthEnd()).unshown, [1, 23.99]);
  const done = await into([back], { opening: '23.99', closing: '0.00' });
  assert.deepEqual([done.imported, done.waiting], [1, 0]);
  assert.deepEqual([await shown(), await returns()], [[true], []]);
  const { unshown, debits, waiting, bankAccount } = await monthEnd();
  assert.deepEqual([unshown, debits, waiting], [[0, 0], [[23.99, 'refunded']], []]);
  assert.deepEqual([bankAccount.closing, bankAccount.difference], [0, 0], 'as the bank says');
  const [decided] = await returns('?decided=true');
  assert.deepEqual([decided?.status, decided?.amount], ['refunded', 23.99]);
  const days = 'dateFrom=2026-11-01&dateTo=2026-11-30&unassigned=true';
  const file = await g.ask('GET', `//console/api/buildings/${building.id}/payments?${days}`, { as });
  assert.match(file.text, /2026-11-11;refund;.*;2026-11-12\r?\n/, 'with the day of its entry');
  assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
});

test('a debit before its refund is tied when that is recorded, whether it waited, was decided or was nothing', async () => {
  for (const decided of [false, true]) {
    const { into, refund, returns, decide, shown, monthEnd } = await setUp();
    await into([back]);
    const [waiting] = await returns();
    assert.equal(waiting?.status, 'waiting', 'it is exactly what Jaan paid');
    if (decided) await decide(waiting?.id ?? '', 'dismiss');
    assert.equal((await refund()).shown, true);
    assert.deepEqual([await shown(), await returns()], [[true], []]);
    assert.deepEqual((await monthEnd()).debits, [[23.99, 'refunded']]);
  }
  const { into, refund, returns } = await setUp();
  await into([{ ...back, amount: '10.00' }]);
  assert.deepEqual(await returns(), []);
  assert.equal((await refund(0, { amount: 10 })).shown, true, 'a part of the payment');
});

test('parts that one transfer paid are shown by a debit of their sum; deleting one asks about the debit again', async () => {
  const fixture = await setUp();
  const { into, payments, refund, undo, returns, shown, monthEnd, reference1: own } = fixture;
  const prepaid = await into([
    { amount: '552.71', reference: own, id: 'invoice' },
    ...['30.00', '12.50'].map((amount) => ({ amount, reference: own, day: '2026-11-11', id: amount })),
  ]);
  payments.push(...prepaid.payments.slice(1).map(({ paymentId }) => paymentId));
  const both = await refund(1, { amount: 42.5 });
  assert.deepEqual([both.amount, both.others.length], [30, 1]);
  assert.deepEqual((await monthEnd()).unshown, [1, 42.5]);
  const { waiting } = await into([{ amount: '42.50', debit: true, day: '2026-11-12', id: 'both' }]);
  assert.deepEqual([waiting, await shown(1), await shown(2)], [0, [true], [true]]);
  assert.equal((await undo(both.id)).status, 204);
  assert.deepEqual([await shown(1), await shown(2)], [[], [false]]);
  const [asked] = await returns();
  assert.deepEqual([asked?.amount, asked?.status], [42.5, 'waiting']);
  assert.deepEqual((await monthEnd()).waiting, [42.5]);
  assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
});

test('a debit to another account or by another name is suggested, and a person decides', async () => {
  for (const debit of [
    { ...back, iban: 'EE471000001020145685' },
    { ...back, payer: 'Peeter Põld' },
    { ...back, iban: null, payer: 'Peeter Põld' },
  ]) {
    const { into, refund, returns, decide, shown, payments, monthEnd } = await setUp();
    const { id } = await refund();
    assert.equal((await into([debit])).waiting, 1);
    const [waiting] = await returns();
    assert.deepEqual((await monthEnd()).waiting, [23.99]);
    assert.deepEqual(waiting?.candidates[0]?.refund, { id, on: '2026-11-11' });
    assert.deepEqual(await shown(), [false]);
    const entry = waiting?.id ?? '';
    const body = { paymentId: payments[0], refundId: id };
    assert.equal((await decide(entry, 'match', { ...body, paymentId: entry })).status, 404);
    for (const time of ['first', 'again'])
      assert.deepEqual((await decide(entry, 'match', body)).data.status, 'refunded', time);
    assert.deepEqual([await shown(), await returns(), (await monthEnd()).waiting], [[true], [], []]);
    assert.deepEqual(refusalOf(await decide(entry, 'dismiss')), [409, 'match_refused', []]);
    assert.equal((await decide(entry, 'restore')).data.status, 'waiting');
    assert.deepEqual([await shown(), (await monthEnd()).unshown], [[false], [1, 23.99]]);
  }
});

test('a debit of another sum, too far away, or of a refund that another debit shows, shows none', async () => {
  const { into, refund, shown, returns } = await setUp();
  await refund();
  await into([
    { ...back, amount: '24.00', id: 'more' },
    { ...back, day: '2026-11-22', id: 'late', iban: null, payer: 'Peeter Põld' },
    { ...back, day: '2026-10-31', id: 'early' },
  ]);
  assert.deepEqual([await shown(), await returns()], [[false], []]);
  await into([back, { ...back, id: 'twice', day: '2026-11-13' }]);
  assert.deepEqual([await shown(), await returns()], [[true], []]);
});

test('two refunds of one sum to one receiver take a debit each, the older the earlier', async () => {
  const { into, refund, shown } = await setUp([wrong, { ...wrong, id: 'second', day: '2026-11-04' }]);
  await refund(0);
  await refund(1, { refundedOn: '2026-11-12' });
  await into([back]);
  assert.deepEqual([await shown(0), await shown(1)], [[true], [false]]);
  await into([{ ...back, id: 'second back' }]);
  assert.deepEqual([await shown(0), await shown(1)], [[true], [true]]);
});

test('of a debit that may return a payment or pay it back, the payment with exactly that much left is named too', async () => {
  const { into, refund, shown, returns, payments } = await setUp();
  await into([back, { ...back, id: 'stranger', payer: 'Anu Aas', iban: 'EE382200221020145685', day: '2026-11-13' }]);
  const named = (await returns()).map(({ candidates, rests }) => [
    candidates.map(({ paymentId }) => paymentId),
    rests.map(({ paymentId }) => paymentId),
  ]);
  assert.deepEqual(named, [[[payments[0]], [payments[0]]]]);
  await refund(0, { refundedOn: '2026-11-12' });
  assert.deepEqual([await shown(), await returns()], [[true], []]);
});

test('of a debit that no payment fits, the payee’s payment with exactly that much left is named, and its refund ties it', async () => {
  const fixture = await setUp([{ ...wrong, amount: '600.00' }]);
  const { as, into, refund, returns, decide, shown, payments, invoices, apartments } = fixture;
  const body = { invoiceId: invoices[0] };
  assert.equal((await g.ask('POST', `//console/api/payments/${payments[0]}/match`, { as, body })).status, 200);
  const debit = { ...back, amount: '47.29', reversal: true };
  await into([debit, { ...debit, id: 'stranger', payer: 'Anu Aas', iban: 'EE382200221020145685', day: '2026-11-13' }]);
  const named = async () =>
    (await returns()).map(({ candidates, rests }) => [
      candidates.length,
      rests.map(({ paymentId, amount, apartment }) => [paymentId, amount, apartment]),
    ]);
  const rest = [payments[0], 600, String(apartments[0].number)];
  assert.deepEqual(await named(), [
    [0, []],
    [0, [rest]],
  ]);
  const [, waiting] = await returns();
  const { id: refundId } = await refund(0, { amount: 47.29, refundedOn: '2026-11-12' });
  const tied = await decide(waiting?.id ?? '', 'match', { paymentId: payments[0], refundId });
  assert.deepEqual([tied.status, tied.data.status, await shown()], [200, 'refunded', [true]]);
  assert.deepEqual(await named(), [[0, []]]);
  assert.deepEqual(await findBroken(g.owner, paymentInvariants), []);
});
