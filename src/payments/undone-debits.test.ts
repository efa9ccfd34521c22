// Proves which credits of a bank undo a debit that is known, and so are no money of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Movement, undoingDebits } from './undone-debits.ts';

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

test('a credit undoes the debit with which it shares an id, the account and the amount', () => {
  assert.deepEqual([...undoingDebits([back], [debit])], ['c']);
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
    assert.deepEqual([...undoingDebits([{ ...back, ...other }], [debit])], [], JSON.stringify(other));
  assert.deepEqual([...undoingDebits([{ ...back, endToEndId: null, bankId: 'B1' }], [debit])], ['c']);
  assert.deepEqual([...undoingDebits([{ ...back, bookedOn: '2026-11-25' }], [debit])], ['c'], 'the fifteenth day');
  const without = { bankId: null, endToEndId: null, transactionId: null };
  assert.deepEqual([...undoingDebits([{ ...back, ...without }], [{ ...debit, ...without }])], [], 'no id is none');
});

test('a debit is undone once', () => {
  const again = { ...back, id: 'c2' };
  assert.deepEqual([...undoingDebits([back, again], [debit])], ['c']);
  assert.deepEqual([...undoingDebits([back, again], [debit, { ...debit, id: 'd2' }])], ['c', 'c2']);
});
