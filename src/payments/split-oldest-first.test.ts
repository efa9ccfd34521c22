// Tests of how a payment is split over invoices: the oldest is paid first, and nothing is paid twice or lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitOldestFirst } from './split-oldest-first.ts';

const invoice = (id: string, dueDate: string, balance: number) => ({
  id,
  buildingId: `building of ${id}`,
  dueDate,
  balance,
});
const paid = (amount: number, invoices: readonly ReturnType<typeof invoice>[]) =>
  splitOldestFirst(amount, invoices).map((part) => `${part.invoiceId} ${part.amount}`);

const november = invoice('a', '2026-11-20', 500);
const october = invoice('b', '2026-10-20', 300);
const alsoOctober = invoice('c', '2026-10-20', 200);

test('the oldest due date is paid first, and of one day the smallest id, in whatever order they come', () => {
  for (const invoices of [
    [november, october, alsoOctober],
    [alsoOctober, october, november],
    [october, november, alsoOctober],
  ]) {
    assert.deepEqual(paid(250, invoices), ['b 250']);
    assert.deepEqual(paid(300, invoices), ['b 300']);
    assert.deepEqual(paid(301, invoices), ['b 300', 'c 1']);
    assert.deepEqual(paid(600, invoices), ['b 300', 'c 200', 'a 100']);
    assert.deepEqual(paid(5000, invoices), ['b 300', 'c 200', 'a 500']);
  }
});

test('a part names its invoice and the building of it', () => {
  assert.deepEqual(splitOldestFirst(1, [november]), [{ invoiceId: 'a', buildingId: 'building of a', amount: 1 }]);
});

test('an invoice without a balance takes nothing, and nothing is split into nothing', () => {
  assert.deepEqual(paid(100, [invoice('a', '2026-01-01', 0), october]), ['b 100']);
  assert.deepEqual(paid(0, [october]), []);
  assert.deepEqual(paid(100, []), []);
});

test('the parts are within the balances, and add up to the amount or to all that is owed', () => {
  const someInvoices = fc.uniqueArray(
    fc.record({ id: fc.string(), dueDate: fc.constantFrom('2026-01-20', '2026-02-20'), balance: fc.nat(1000) }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.nat(4000), someInvoices, (amount, some) => {
      const invoices = some.map(({ id, dueDate, balance }) => invoice(id, dueDate, balance));
      const parts = splitOldestFirst(amount, invoices);
      const owed = invoices.reduce((sum, { balance }) => sum + balance, 0);
      assert.equal(
        parts.reduce((sum, part) => sum + part.amount, 0),
        Math.min(amount, owed),
      );
      for (const { invoiceId, amount } of parts)
        assert.ok(amount > 0 && amount <= (invoices.find(({ id }) => id === invoiceId)?.balance ?? 0));
    }),
  );
});
