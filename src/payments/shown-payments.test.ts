// Tests of which recorded payment a statement line shows, and that each is shown once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReference, toRfReference } from '../properties/payment-reference.ts';
import { makePaymentFinder, type UnshownPayment } from './statements/import/same-payment.ts';
import type { StatementEntry } from './statements/parse/statement-entry.ts';

const R1 = makeReference(1);
const R2 = makeReference(2);
const P1 = 'EE471000001020145685';
const account = 'EE382200221020145685';

const line = (more: Partial<StatementEntry> = {}): StatementEntry => ({
  line: 1,
  statement: 0,
  account,
  currency: 'EUR',
  credit: true,
  amount: 500,
  bookedOn: '2026-11-10',
  bankId: null,
  batchId: null,
  batchAmount: null,
  endToEndId: null,
  transactionId: null,
  orderNumber: null,
  references: [],
  text: '',
  payerName: null,
  payerIban: null,
  reversal: false,
  hold: null,
  ...more,
});
const unseen = {
  id: 'a',
  source: 'banklink',
  amount: 500,
  currency: 'EUR',
  paidOn: '2026-11-09',
  account,
  payerIban: P1,
  reference: R1,
  orderNumber: '7',
} as const satisfies UnshownPayment;

test('a line is paired with a recorded payment by order number, reference or payer, within days; two lines with two payments', () => {
  const pair = (lines: readonly StatementEntry[], payments: readonly UnshownPayment[]) =>
    lines.map(makePaymentFinder(payments));
  const found = (entry: Partial<StatementEntry>, more: object = {}) => pair([line(entry)], [{ ...unseen, ...more }])[0];
  assert.deepEqual(found({ orderNumber: '7' }), { paymentId: 'a' });
  assert.deepEqual(found({ references: [R1] }), { paymentId: 'a' });
  assert.deepEqual(found({ text: `viide ${toRfReference(R1)}` }), { paymentId: 'a' });
  assert.deepEqual(found({ payerIban: P1 }), { paymentId: 'a' });
  for (const entry of [
    {},
    { references: [R1], amount: 501 },
    { references: [R1], account: 'EE1' },
    { references: [R1], bookedOn: '2026-11-15' },
    { references: [R1], bookedOn: '2026-11-07' },
    { payerIban: P1, references: [R2] },
    { references: [R1], currency: 'USD' },
  ])
    assert.equal(found(entry), undefined, JSON.stringify(entry));
  assert.equal(found({ payerIban: P1 }, { source: 'manual' }), undefined);
  const both = [unseen, { ...unseen, id: 'b', orderNumber: '8' }];
  assert.deepEqual(pair([line({ orderNumber: '8' }), line({ references: [R1] }), line({ references: [R1] })], both), [
    { paymentId: 'b' },
    { paymentId: 'a' },
    undefined,
  ]);
  assert.deepEqual(pair([line({ payerIban: P1 })], [unseen, { ...unseen, id: 'b', reference: R2 }]), ['several']);
});
