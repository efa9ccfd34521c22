// Tests of the parts of a payment's amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentParts } from './payment-parts.ts';

const payment = { status: 'unmatched', reason: 'reference', amount: 300, unallocated: 0, refunded: 0 } as const;
const nobody = { apartmentId: null, dismissedAt: null } as const;
const none = { waiting: 0, prepaid: 0, setAside: 0, refunded: 0, returned: 0 };

test('what is left of a payment waits, is kept for its apartment, or was set aside', () => {
  const rest = { ...payment, ...nobody, unallocated: 89.05 };
  assert.deepEqual(paymentParts(rest), { ...none, waiting: 89.05 });
  assert.deepEqual(paymentParts({ ...rest, apartmentId: 'home' }), { ...none, prepaid: 89.05 });
  assert.deepEqual(paymentParts({ ...rest, dismissedAt: '2026-11-20T10:00:00.000Z' }), { ...none, setAside: 89.05 });
});

test('what was paid back, and what the bank took back, have parts of their own', () => {
  const matched = { ...payment, ...nobody, status: 'matched', reason: 'reference' } as const;
  assert.deepEqual(paymentParts({ ...matched, refunded: 7.99 }), { ...none, refunded: 7.99 });
  assert.deepEqual(paymentParts({ ...matched, status: 'reversed', reason: 'returned' }), { ...none, returned: 300 });
  assert.deepEqual(paymentParts({ ...matched, status: 'reversed', reason: 'undone' }), none);
});
