// Tests of the matching rules: what matches, what never matches automatically, and, over generated months full of
// noise, that no match is wrong in any order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '../../../platform/values/ids.ts';
import { makeReference, toRfReference } from '../../../properties/payment-reference.ts';
import {
  type Candidate,
  type Candidates,
  type Decision,
  decideCredits,
  type IncomingCredit,
  indexCandidates,
} from './decide-credits.ts';

const account = 'EE382200221020145685';
const iban = (nth: number) => `PAYER${nth}`;

function invoice(apartment: number, balance: number, more: Partial<Candidate> = {}): Candidate {
  const permanentReference = makeReference(apartment);
  return {
    id: newId(),
    number: `2026-${String(apartment).padStart(6, '0')}`,
    reference: permanentReference,
    permanentReference,
    apartmentId: `apartment ${apartment}`,
    buildingId: 'house',
    currency: 'EUR',
    dueDate: '2026-11-15',
    balance,
    iban: account,
    ...more,
  };
}

function money(amount: number, more: Partial<IncomingCredit> = {}): IncomingCredit {
  const bookedOn = '2026-11-10';
  return {
    account,
    currency: 'EUR',
    amount,
    bookedOn,
    references: [],
    text: '',
    payerName: 'Mari Tamm',
    payerIban: null,
    hold: null,
    sharedPayer: false,
    ...more,
  };
}

function book(invoices: readonly Candidate[], payers: Record<string, string[]> = {}): Candidates {
  const apartments = [
    ...new Map(
      invoices.map(({ apartmentId, buildingId, permanentReference, iban }) => [
        apartmentId,
        { apartmentId, buildingId, permanentReference, iban },
      ]),
    ).values(),
  ];
  const known = Object.entries(payers).map(
    ([iban, apartmentIds]) => [iban, { apartmentIds, names: ['Mari Tamm'] }] as const,
  );
  return { invoices, apartments, named: [], knownPayers: new Map(known), manualPayments: [] };
}

const decide = (entry: IncomingCredit, known: Candidates): Decision =>
  decideCredits([entry], indexCandidates(known))[0] as Decision;
const first = invoice(1, 20_000);
const second = invoice(2, 30_000);
const previous = invoice(1, 5000, { dueDate: '2026-10-15', number: '2026-000099' });
const R1 = makeReference(1);
const R2 = makeReference(2);
const P1 = iban(1);

const pays: [string, IncomingCredit, Candidates, string, [Candidate, number][]][] = [
  ['its reference', money(20_000, { references: [R1] }), book([first, second]), 'reference', [[first, 20_000]]],
  [
    'its reference as RF',
    money(20_000, { references: [toRfReference(R1)] }),
    book([first, second]),
    'reference',
    [[first, 20_000]],
  ],
  ['less', money(100, { references: [R1] }), book([first]), 'reference', [[first, 100]]],
  ['more', money(90_000, { references: [R1] }), book([first]), 'reference', [[first, 20_000]]],
  [
    'the oldest first',
    money(6000, { references: [R1] }),
    book([first, previous]),
    'reference',
    [
      [previous, 5000],
      [first, 1000],
    ],
  ],
  [
    'the one of several with exactly this balance',
    money(20_000, { references: [R1] }),
    book([first, previous]),
    'reference',
    [[first, 20_000]],
  ],
  [
    'the oldest first where several have exactly this balance',
    money(5000, { references: [R1] }),
    book([{ ...first, balance: 5000 }, previous]),
    'reference',
    [[previous, 5000]],
  ],
  [
    'the oldest first where together they are the amount',
    money(25_000, { references: [R1] }),
    book([first, previous]),
    'reference',
    [
      [previous, 5000],
      [first, 20_000],
    ],
  ],
  [
    'a reference in the text',
    money(1, { text: `viide ${R1}` }),
    book([first, second]),
    'reference_in_text',
    [[first, 1]],
  ],
  [
    'a field before the text',
    money(1, { references: [R1], text: R2 }),
    book([first, second]),
    'reference',
    [[first, 1]],
  ],
  [
    'several that add up',
    money(50_000, { text: `${R1} ja ${R2}` }),
    book([first, second]),
    'reference_in_text',
    [
      [first, 20_000],
      [second, 30_000],
    ],
  ],
  [
    'a number with its balance',
    money(20_000, { text: 'arve 2026-000001' }),
    book([first, second]),
    'invoice_number',
    [[first, 20_000]],
  ],
  [
    'a number in small letters',
    money(20_000, { text: 'arve k12-2026-000001' }),
    book([{ ...first, number: 'k12-2026-000001' }]),
    'invoice_number',
    [[first, 20_000]],
  ],
  [
    'an own reference of the invoice in the text',
    money(1, { text: `viide ${R2}` }),
    { ...book([{ ...first, reference: R2 }]), apartments: [] },
    'reference_in_text',
    [[first, 1]],
  ],
  [
    'a reference in the text as short as may be',
    money(1, { text: 'viide 12344' }),
    book([{ ...first, reference: '12344' }]),
    'reference_in_text',
    [[first, 1]],
  ],
  [
    'a known payer, though the text has a reference of nobody here',
    money(20_000, { text: `viide ${makeReference(900)}`, payerIban: P1 }),
    book([first], { [P1]: ['apartment 1'] }),
    'known_payer',
    [[first, 20_000]],
  ],
  [
    'in a file without an account',
    money(1, { references: [R1], account: '' }),
    book([first]),
    'reference',
    [[first, 1]],
  ],
  [
    'a known payer with a balance',
    money(20_000, { payerIban: P1 }),
    book([first, previous, second], { [P1]: ['apartment 1'] }),
    'known_payer',
    [[first, 20_000]],
  ],
  [
    'a known payer with all',
    money(25_000, { payerIban: P1 }),
    book([first, previous], { [P1]: ['apartment 1'] }),
    'known_payer_total',
    [
      [previous, 5000],
      [first, 20_000],
    ],
  ],
  [
    'a building without an account',
    money(1, { references: [R1] }),
    book([{ ...first, iban: null }]),
    'reference',
    [[first, 1]],
  ],
];
for (const [name, entry, known, reason, parts] of pays) {
  test(`pays: ${name}`, () => {
    const decision = decide(entry, known);
    assert.equal(decision.reason, reason);
    const expected = parts.map(([invoice, amount]) => ({
      invoiceId: invoice.id,
      buildingId: invoice.buildingId,
      amount,
    }));
    assert.deepEqual(decision.kind === 'pay' ? decision.parts : [], expected);
  });
}

const short = invoice(3, 700, { reference: '13', permanentReference: '13' });
const waits: [string, IncomingCredit, Candidates, string][] = [
  ['the amount alone', money(20_000), book([first, second]), 'nothing_found'],
  ['a name and the amount', money(20_000, { text: 'Mari Tamm korter 1' }), book([first]), 'nothing_found'],
  ['a wrong check digit', money(20_000, { references: ['1000013'] }), book([first]), 'reference_invalid'],
  [
    'a wrong check digit, though the payer is known',
    money(20_000, { references: ['1000013'], payerIban: P1 }),
    book([first], { [P1]: ['apartment 1'] }),
    'reference_invalid',
  ],
  [
    'a reference of nobody here, though the payer is known',
    money(20_000, { references: ['7654323'], payerIban: P1 }),
    book([first], { [P1]: ['apartment 1'] }),
    'nothing_found',
  ],
  ['another currency', money(20_000, { references: [R1], currency: 'USD' }), book([first]), 'other_currency'],
  ['another building’s account', money(20_000, { references: [R1], account: 'EE1' }), book([first]), 'other_account'],
  ['a reference too short for free text', money(700, { text: 'viide 13' }), book([short]), 'reference_too_short'],
  [
    'several references that do not add up',
    money(49_999, { text: `${R1} ${R2}` }),
    book([first, second]),
    'references_do_not_add_up',
  ],
  [
    'several references, one without anything open',
    money(20_000, { references: [R1, R2] }),
    { ...book([first]), apartments: book([first, second]).apartments },
    'references_do_not_add_up',
  ],
  [
    'a number in another currency',
    money(20_000, { text: '2026-000001', currency: 'USD' }),
    book([first]),
    'other_currency',
  ],
  [
    'a number on another account',
    money(20_000, { text: '2026-000001', account: 'EE1' }),
    book([first]),
    'other_account',
  ],
  [
    'an invoice on another account beside one in another currency',
    money(20_000, { references: [R1] }),
    book([
      { ...first, iban: 'EE1' },
      { ...previous, currency: 'USD' },
    ]),
    'other_account',
  ],
  [
    'a known payer on another account',
    money(20_000, { payerIban: P1, account: 'EE1' }),
    book([first], { [P1]: ['apartment 1'] }),
    'nothing_found',
  ],
  ['a number with another amount', money(19_999, { text: '2026-000001' }), book([first]), 'amount_differs'],
  ['a number as part of a word', money(20_000, { text: 'x2026-000001x' }), book([first]), 'nothing_found'],
  ['two numbers', money(50_000, { text: '2026-000001 2026-000002' }), book([first, second]), 'several_candidates'],
  [
    'a known payer with two equal balances',
    money(20_000, { payerIban: P1 }),
    book([first, { ...previous, balance: 20_000 }], { [P1]: ['apartment 1'] }),
    'several_candidates',
  ],
  [
    'a known payer with another amount',
    money(1, { payerIban: P1 }),
    book([first], { [P1]: ['apartment 1'] }),
    'amount_differs',
  ],
  [
    'a payer of another apartment',
    money(20_000, { payerIban: P1 }),
    book([first], { [P1]: ['apartment 2'] }),
    'nothing_found',
  ],
  [
    'one reference on invoices of two apartments',
    money(1, { references: [R1] }),
    book([first, { ...second, reference: R1 }]),
    'several_candidates',
  ],
  [
    'what is held',
    money(20_000, { references: [R1], hold: 'possible_duplicate' }),
    book([first]),
    'possible_duplicate',
  ],
];
for (const [name, entry, known, reason] of waits) {
  test(`never automatically: ${name}`, () => {
    const decision = decide(entry, known);
    assert.deepEqual([decision.kind, decision.reason], ['wait', reason]);
  });
}

test('a payment for an apartment without open invoices is its credit, on its own bank account', () => {
  const known: Candidates = {
    ...book([]),
    apartments: book([first]).apartments,
  };
  const decision = decide(money(5, { references: [R1] }), known);
  assert.deepEqual([decision.reason, decision.apartmentId], ['nothing_open', 'apartment 1']);
  const elsewhere = decide(money(5, { references: [R1], account: 'EE1' }), known);
  assert.deepEqual([elsewhere.reason, elsewhere.apartmentId], ['other_account', null]);
  const inText = decide(money(5, { text: `viide ${R1}` }), known);
  assert.deepEqual([inText.reason, inText.apartmentId], ['nothing_open', 'apartment 1']);
});

test('money for several apartments is credit of none', () => {
  assert.equal(decide(money(50_000, { references: [R1, R2] }), book([first, second])).apartmentId, null);
  const known = { ...book([first, second]), invoices: [] };
  const decision = decide(money(50_000, { references: [R1, R2] }), known);
  assert.deepEqual([decision.kind, decision.reason, decision.apartmentId], ['wait', 'nothing_open', null]);
});

test('the evidence says what was found', () => {
  const numbered = book([first, second]);
  const of = (more: Partial<IncomingCredit>, known = numbered, amount = 20_000) =>
    decide(money(amount, more), known).evidence;
  const payer = book([first], { [P1]: ['apartment 1'] });
  for (const [found, evidence] of [
    [of({ references: [R1, R2] }), `reference ${R1}, ${R2}`],
    [of({ references: ['1000013'] }), 'reference 1000013'],
    [of({ text: 'viide 13' }, book([short])), 'reference 13'],
    [of({ text: '2026-000001 2026-000002' }), 'invoice number 2026-000001, 2026-000002'],
    [of({ text: '2026-000001' }, numbered, 1), 'invoice number 2026-000001, balance €200.00'],
    [of({ payerIban: P1 }, payer), `payer ${P1}`],
    [of({ payerIban: P1, text: '2026-000099' }, payer), `payer ${P1}, invoice number 2026-000099`],
    [of({}), null],
    [of({ text: 'viide 7654323' }, book([])), 'reference 7654323'],
    [of({ references: [R1], text: R2, hold: 'possible_duplicate' }), `reference ${R1}, ${R2}`],
  ] as const)
    assert.equal(found, evidence);
  const many = [1, 2, 3, 4, 5, 6].map(makeReference);
  assert.equal(of({ references: many, hold: 'possible_duplicate' }), `reference ${many.slice(0, 5).join(', ')}`);
});

test('what one entry pays is not paid again by the next', () => {
  const entries = [
    money(15_000, { references: [R1] }),
    money(15_000, { references: [R1] }),
    money(1, { references: [R1] }),
  ];
  const decisions = decideCredits(entries, indexCandidates(book([first])));
  const paid = decisions.map((each) => (each.kind === 'pay' ? each.parts.map((part) => part.amount) : each.reason));
  assert.deepEqual(paid, [[15_000], [5000], 'nothing_open']);
});

/** A month whose truth is known: who meant to pay which apartment, and how badly it was written. */
const months = fc.record({
  balances: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 12 }),
  payments: fc.array(
    fc.record({
      apartment: fc.nat(11),
      noise: fc.constantFrom('field', 'text', 'rf', 'number', 'nothing', 'typo', 'joined', 'stranger', 'prose'),
      amount: fc.constantFrom('exact', 'less', 'more', 'odd'),
      known: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
});
type Month = typeof months extends fc.Arbitrary<infer T> ? T : never;

function written(
  { noise, apartment, amount, known }: Month['payments'][number],
  invoices: readonly Candidate[],
): IncomingCredit & { meant: string } {
  const nth = apartment % invoices.length;
  const meant = invoices[nth] as Candidate;
  const cents = { exact: meant.balance, less: Math.max(1, meant.balance - 1), more: meant.balance + 100, odd: 12_345 }[
    amount
  ];
  const typo = `${meant.permanentReference.slice(0, 2)}${(Number(meant.permanentReference[2]) + 1) % 10}${meant.permanentReference.slice(3)}`;
  const words: Record<typeof noise, Partial<IncomingCredit>> = {
    field: { references: [meant.permanentReference] },
    text: { text: `korter viide ${meant.permanentReference} aitäh` },
    rf: { text: toRfReference(meant.permanentReference) },
    number: { text: `arve ${meant.number}` },
    nothing: {},
    typo: { text: `viide ${typo}` },
    joined: { text: `${meant.permanentReference}${meant.permanentReference}` },
    stranger: { references: [makeReference(5000 + nth)] },
    prose: { text: 'tel 5551234 isikukood 38001085718 10.11.2026' },
  };
  return { ...money(cents, { payerIban: known ? iban(nth) : null, ...words[noise] }), meant: meant.apartmentId };
}

test('over any month full of noise no payment goes to a wrong apartment, and every sum holds, in any order', () => {
  fc.assert(
    fc.property(months, fc.infiniteStream(fc.nat()), ({ balances, payments }, shuffle) => {
      const invoices = balances.map((balance, nth) => invoice(nth + 1, balance * 100));
      const payers = Object.fromEntries(invoices.map((each, nth) => [iban(nth), [each.apartmentId]]));
      const entries = payments
        .map((each) => written(each, invoices))
        .sort(() => ((shuffle.next().value ?? 0) % 2 === 0 ? 1 : -1));
      const decisions = decideCredits(entries, indexCandidates(book(invoices, payers)));
      const taken = new Map<string, number>();
      for (const [place, decision] of decisions.entries()) {
        const entry = entries[place];
        if (decision.kind === 'wait' || entry === undefined) continue;
        const sum = decision.parts.reduce((sum, part) => sum + part.amount, 0);
        assert.ok(sum <= entry.amount, `place ${place}`);
        for (const { invoiceId, amount } of decision.parts) {
          const target = invoices.find((each) => each.id === invoiceId);
          assert.equal(target?.apartmentId, entry.meant, decision.reason);
          taken.set(invoiceId, (taken.get(invoiceId) ?? 0) + amount);
        }
      }
      for (const [nth, each] of invoices.entries()) assert.ok((taken.get(each.id) ?? 0) <= each.balance, `each ${nth}`);
    }),
    { numRuns: 500 },
  );
});

test('what a reference decides does not depend on the order of the entries', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }), (order) => {
      const invoices = order.toSorted().map((nth) => invoice(nth, nth * 1000, { id: `invoice ${nth}` }));
      const entries = order.map((nth) => money(nth * 1000 - 1, { references: [makeReference(nth)] }));
      const paid = decideCredits(entries, indexCandidates(book(invoices))).flatMap((each) =>
        each.kind === 'pay' ? each.parts : [],
      );
      const sorted = paid.toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1));
      assert.deepEqual(
        sorted,
        [1, 2, 3, 4, 5, 6].map((nth) => ({
          invoiceId: `invoice ${nth}`,
          buildingId: 'house',
          amount: nth * 1000 - 1,
        })),
      );
    }),
  );
});

test('an entry that may be a manually recorded payment needs review; one that is surely not does not', () => {
  const manual = (paidOn: string, amount = 20_000) => [{ apartmentId: first.apartmentId, amount, paidOn }];
  const decision = (amount: number, known: Candidates) => decide(money(amount, { references: [R1] }), known).reason;
  const [open, nothing] = [book([first]), { ...book([first]), invoices: [] }];
  for (const [amount, paidOn, known, reason] of [
    [20_000, '2026-11-28', nothing, 'possible_duplicate'],
    [9000, '2026-01-01', nothing, 'possible_duplicate'],
    [20_000, '2026-10-31', open, 'possible_duplicate'],
    [20_000, '2026-10-30', open, 'reference'],
    [100, '2026-11-28', open, 'possible_duplicate'],
    [30_000, '2026-11-28', open, 'possible_duplicate'],
  ] as const)
    assert.equal(decision(amount, { ...known, manualPayments: manual(paidOn) }), reason, `${amount} ${paidOn}`);
  assert.equal(decision(20_000, { ...open, manualPayments: manual('2026-11-28', 10_000) }), 'reference');
  assert.equal(
    decision(20_000, {
      ...book([first, second]),
      manualPayments: [{ apartmentId: 'x', amount: 20_000, paidOn: '2026-11-28' }],
    }),
    'reference',
  );
  const named = decide(money(20_000, { text: '2026-000001' }), { ...open, manualPayments: manual('2026-11-10') });
  assert.equal(named.reason, 'invoice_number', 'who names the invoice means it');
  const both = { ...book([first, previous]), manualPayments: manual('2026-11-10', 9000) };
  assert.equal(decide(money(25_000, { references: [R1] }), both).reason, 'reference', 'two whole balances');
  const partly = decide(money(6000, { references: [R1] }), both);
  assert.deepEqual(
    [partly.reason, partly.evidence],
    ['possible_duplicate', `reference ${R1}; €90.00 recorded manually on 2026-11-10`],
    'one whole balance and a part',
  );
});
