// Tests of which recorded payment a statement line shows, and that each is shown once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../platform/values/dates.ts';
import { makeReference, toRfReference } from '../properties/payment-reference.ts';
import type { WaitReason } from './model.ts';
import { isSamePayment, makePaymentFinder } from './statements/import/same-payment.ts';
import type { UnshownPayment } from './statements/import/unshown-payments.ts';
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
  payerName: null,
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

test('a payer’s account shows a payment only of the same name, where both are known', () => {
  const found = (payerName: string | null, paidBy: string | null) =>
    pair([line({ payerIban: P1, payerName })], [{ ...unseen, payerName: paidBy }])[0];
  for (const payerName of [null, 'TAMM MARI', 'Mari Tamm (Wise Europe)'])
    assert.deepEqual(found(payerName, 'Mari Tamm'), { paymentId: 'a' });
  assert.deepEqual(found('Mari Tamm', null), { paymentId: 'a' });
  assert.equal(found('Jaan Kask', 'Mari Tamm'), 'several');
  assert.equal(found('Jaan Kask (Wise Europe)', 'Mari Tamm (Wise Europe)'), 'several');
});

const pair = (lines: readonly StatementEntry[], payments: readonly UnshownPayment[]) =>
  lines.map(makePaymentFinder(payments));
type Credit = Omit<Partial<StatementEntry>, 'hold'> & { readonly hold?: WaitReason };
const shows = ({ hold, ...entry }: Credit, more: Partial<UnshownPayment> = {}) =>
  makePaymentFinder([{ ...unseen, ...more }])({ ...line(entry), hold: hold ?? null }) !== undefined;

test('a banklink payment is shown from the day before to five days after, a manual one within ten days', () => {
  for (const [source, last, first] of [
    ['banklink', '2026-11-14', '2026-11-08'],
    ['manual', '2026-11-19', '2026-10-30'],
  ] as const) {
    const isShownOn = (bookedOn: string) => shows({ references: [R1], bookedOn }, { source });
    assert.deepEqual([last, first].map(isShownOn), [true, true], source);
    assert.deepEqual([addDays(last, 1), addDays(first, -1)].map(isShownOn), [false, false], source);
  }
});

test('a manual payment is shown only where its reference is quoted, and one without a reference never', () => {
  assert.equal(shows({ references: [R1] }, { source: 'manual' }), true);
  assert.equal(shows({ orderNumber: '7' }, { source: 'manual' }), false);
  assert.equal(shows({ payerIban: P1 }, { source: 'manual', reference: null }), false);
});

test('an account that only one side knows does not separate them', () => {
  assert.equal(shows({ references: [R1], account: '' }), true);
  assert.equal(shows({ references: [R1], account: 'EE1' }, { account: null }), true);
});

test('a credit on hold shows nothing; one that another file may have had shows a payment by its order alone', () => {
  assert.equal(shows({ references: [R1], hold: 'possible_duplicate' }), false);
  assert.equal(shows({ orderNumber: '7', hold: 'possible_duplicate' }), true);
  assert.equal(shows({ orderNumber: '7', hold: 'reference_invalid' }), false);
  assert.equal(shows({ references: [R1], hold: 'possible_duplicate' }, { orderNumber: null }), false);
});

test('what neither side has is nothing in common', () => {
  const nothing = { payerIban: null, reference: null, orderNumber: null };
  assert.equal(shows({}, nothing), false);
  assert.equal(shows({ references: [R1] }, nothing), false);
  assert.equal(shows({ references: [R1] }, { ...nothing, reference: R1 }), true);
  assert.equal(shows({ orderNumber: '7' }, { ...nothing, orderNumber: '7' }), true);
  assert.equal(shows({ payerIban: P1 }, { ...nothing, payerIban: P1 }), true);
  assert.equal(
    shows({ payerIban: P1, references: [R1] }, { payerIban: P1, reference: null, orderNumber: null }),
    false,
  );
});

test('a number in the text is another reference only if it is long enough to be one', () => {
  assert.equal(shows({ payerIban: P1, text: `viide ${R2}` }), false);
  assert.equal(shows({ payerIban: P1, text: 'korter 13' }), true);
  assert.equal(shows({ payerIban: P1, text: 'viide 12344' }), false); // The shortest.
});

test('of payments alike, the order number decides, then age if they have one reference', () => {
  const older = { ...unseen, id: 'older', orderNumber: '8' };
  assert.deepEqual(pair([line({ references: [R1] })], [older, unseen]), [{ paymentId: 'older' }]);
  assert.deepEqual(pair([line({ references: [R1] })], [unseen, older]), [{ paymentId: 'a' }]);
  // Found first by the reference, though the other one is older.
  const byPayer = { ...unseen, id: 'payer', reference: null, orderNumber: null };
  assert.deepEqual(pair([line({ payerIban: P1 })], [byPayer, unseen]), ['several']);
  assert.deepEqual(pair([line({ payerIban: P1 })], [byPayer, { ...byPayer, id: 'second' }]), ['several']);
  assert.deepEqual(pair([line({ payerIban: P1, orderNumber: '7' })], [byPayer, unseen]), [{ paymentId: 'a' }]);
});

test('a payment from a statement is the reported one by order number, reference or payer, and never one from before its start', () => {
  const imported = {
    account,
    orderNumber: null,
    reference: `${R2}, ${R1}`,
    description: null,
    payerName: null,
    payerIban: P1,
    paidOn: '2026-11-10',
    createdAt: new Date('2026-11-11T08:00:00Z'),
  } as const;
  const begun = { at: new Date('2026-11-10T12:00:00Z'), on: '2026-11-10' };
  const report = { account, orderNumber: '7', reference: R1, payerIban: P1, begun };
  const same = (onLine: object, reported: object = {}) =>
    isSamePayment({ ...imported, ...onLine }, { ...report, ...reported });
  for (const [onLine, reported, verdict] of [
    [{}, {}, true],
    [{ account: 'EE1' }, {}, false],
    [{ account: 'EE1', orderNumber: '7' }, {}, false],
    [{ account: 'EE1' }, { account: null }, true],
    [{ account: null }, {}, true],
    [{ createdAt: new Date('2026-11-10T11:59:59Z') }, {}, false],
    [{ createdAt: begun.at }, {}, true],
    [{ paidOn: '2026-11-09' }, {}, false],
    [{ paidOn: '2026-11-09', createdAt: new Date(0) }, { begun: undefined }, true],
    [{ orderNumber: '7', reference: R2, payerIban: null }, {}, true],
    [{ orderNumber: null, reference: R2 }, { orderNumber: null }, false],
    [{ reference: R2 }, {}, false],
    [{ reference: null, description: `viide ${R1}`, payerIban: null }, {}, true],
    [{ reference: null }, {}, true],
    [{ reference: null }, { payerIban: 'EE1' }, false],
    [{ reference: null, payerName: 'Mari Tamm' }, { payerName: 'TAMM MARI' }, true],
    [{ reference: null, payerName: 'Mari Tamm' }, {}, true],
    [{ reference: null, payerName: 'Mari Tamm' }, { payerName: 'Jaan Kask' }, 'perhaps'],
    [{ payerName: 'Mari Tamm' }, { payerName: 'Jaan Kask' }, true],
    [{ reference: null, payerIban: null }, { payerIban: null }, false],
    [{ orderNumber: '8' }, {}, 'perhaps'],
    [{ orderNumber: '18' }, { orderNumber: '27' }, 'perhaps'],
    [{ orderNumber: '8', reference: R2 }, {}, false],
    [{ orderNumber: 'x8' }, {}, true],
    [{ orderNumber: '8x' }, {}, true],
    [{ orderNumber: '8' }, { orderNumber: 'x7' }, true],
    [{ orderNumber: '8' }, { orderNumber: null }, true],
  ] as const)
    assert.equal(same(onLine, reported), verdict, JSON.stringify([onLine, reported]));
});
