// Tests of which credits of a bank reverse a known debit, and so are no payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../../test/service-fixture.ts';
import { camt, importStatementFile, type StatementLine } from '../../../../test/statement-samples.ts';
import { runAtOnce } from '../../../platform/processes/steps.ts';
import { matchReversedDebits } from './exclude-reversal-credits.ts';
import type { Movement } from './returned-movements.ts';

const g = await startTestService();

const matchAtOnce = (credits: readonly Movement[], debits: readonly Movement[]) => [
  ...runAtOnce(matchReversedDebits(credits, debits)),
];

const debit: Movement = {
  id: 'd',
  account: 'EE382200221020145685',
  currency: 'EUR',
  amount: 5500,
  bookedOn: '2026-11-10',
  bankId: 'B1',
  endToEndId: 'E1',
  transactionId: null,
};
const back: Movement = { ...debit, id: 'c', bookedOn: '2026-11-12', bankId: 'B2' };

test('a credit reverses the debit with the same id, account and amount', () => {
  assert.deepEqual(matchAtOnce([back], [debit]), ['c']);
  const others: Partial<Movement>[] = [
    { endToEndId: 'E2' },
    { endToEndId: null },
    { amount: 5501 },
    { currency: 'USD' },
    { account: 'EE471000001020145685' },
    { bookedOn: '2026-11-09' },
    { bookedOn: '2026-11-26' },
  ];
  for (const other of others)
    assert.deepEqual(matchAtOnce([{ ...back, ...other }], [debit]), [], JSON.stringify(other));
  assert.deepEqual(matchAtOnce([{ ...back, endToEndId: null, bankId: 'B1' }], [debit]), ['c']);
  assert.deepEqual(matchAtOnce([{ ...back, bookedOn: '2026-11-25' }], [debit]), ['c'], 'the fifteenth day');
  const without = { bankId: null, endToEndId: null, transactionId: null };
  assert.deepEqual(matchAtOnce([{ ...back, ...without }], [{ ...debit, ...without }]), [], 'no id is none');
});

test('a debit is reversed once', () => {
  const again = { ...back, id: 'c2' };
  assert.deepEqual(matchAtOnce([back, again], [debit]), ['c']);
  assert.deepEqual(matchAtOnce([back, again], [debit, { ...debit, id: 'd2' }]), ['c', 'c2']);
});

test('money that returns after it was paid out is no payment but reverses its debit', async () => {
  const { tenantId } = await anOrganization(g);
  const into = (lines: readonly StatementLine[]) => importStatementFile(g, tenantId, camt(lines));
  const out: StatementLine = { amount: '55.00', debit: true, endToEnd: 'OUT1', id: '1' };
  const back: StatementLine = { amount: '55.00', reversal: true, endToEnd: 'OUT1', id: '2', day: '2026-11-12' };
  const returned = `<TxDtls><Refs><AcctSvcrRef>3</AcctSvcrRef><EndToEndId>OUT2</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`;
  const both = await into([out, back, { ...out, endToEnd: 'OUT2', id: '4' }]);
  assert.deepEqual([both.imported, both.payments], [3, []]);
  const later = await into([{ amount: '55.00', details: returned, id: '3', day: '2026-11-13' }]);
  assert.deepEqual([later.imported, later.payments], [1, []], 'of a debit that an earlier file had');
  const again = await into([{ ...back, id: '5', day: '2026-11-14' }]);
  assert.deepEqual(
    again.payments.map((payment) => payment.reason),
    ['reversal'],
    'a debit comes back once',
  );
  const unknown = await into([{ ...back, endToEnd: 'OUT3', id: '6' }]);
  assert.deepEqual(
    unknown.payments.map((payment) => payment.reason),
    ['reversal'],
  );
});
