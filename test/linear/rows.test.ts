// Proves that what takes a list from outside costs no more for each row of a long list than of a short one, whatever
// the rows are: all equal, all different, all on one object; and that a turn of the event loop in which it is worked on
// is short. Statements: statements.test.ts; whole files, with the database: whole-files.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInSteps, computePositions } from '../../src/charging/charge-engine.ts';
import { type BilledSegment, splitIntoSegments } from '../../src/charging/metered/segments.ts';
import { allocateCredit } from '../../src/payments/allocate-payment.ts';
import { extractReferences } from '../../src/payments/statements/extract-references.ts';
import {
  compareInBatch,
  prepareBatchGroup,
  type Staged,
  type Stored,
} from '../../src/payments/statements/import/compare-entries.ts';
import { findGaps } from '../../src/payments/statements/import/compare-openings.ts';
import { decideCredits, indexCandidates } from '../../src/payments/statements/import/decide-credits.ts';
import { matchReversedDebits } from '../../src/payments/statements/import/exclude-reversal-credits.ts';
import type { Movement } from '../../src/payments/statements/import/returned-movements.ts';
import { makeReturnFinder } from '../../src/payments/statements/import/reverse-returns.ts';
import { comparable } from '../../src/payments/statements/import/same-booking.ts';
import { makePaymentFinder } from '../../src/payments/statements/import/same-payment.ts';
import type { UnshownPayment } from '../../src/payments/statements/import/unshown-payments.ts';
import { makeTransferFinder } from '../../src/payments/statements/pair-refunds.ts';
import { parseRows } from '../../src/platform/files/import-table.ts';
import { makeQueue } from '../../src/platform/processes/queue.ts';
import { runAtOnce, type Steps } from '../../src/platform/processes/steps.ts';
import { addDays } from '../../src/platform/values/dates.ts';
import type { Charge } from '../../src/properties/model.ts';
import { makeReference } from '../../src/properties/payment-reference.ts';
import { residentTable } from '../../src/residents/import-columns.ts';
import { matchInSteps as matchResidents, type ResolvedRow } from '../../src/residents/match-rows.ts';
import type { ApartmentResidency } from '../../src/residents/payer-queries.ts';
import { haveCommonPayer, payerPeriodsOf } from '../../src/residents/payers.ts';
import { longestTurnOfSteps, measureSlope, requireShortTurns } from './measure-slope.ts';

/** A linear list has 1; caches and sorting add a little. */
const maxSlope = 1.3;
/** The rows of the longest list. */
const rows = 20_000;
/** No square of so many rows costs less. */
const negligible = 300;

type Shape = {
  readonly make: (length: number) => unknown;
  readonly run: (input: never) => unknown;
  /** The longest list, where `rows` takes too long even so. */
  readonly length?: number;
};
const shape = <T>(make: (length: number) => T, run: (input: T) => unknown): Shape => ({ make, run });

const listOf = <T>(length: number, item: (at: number) => T): T[] => Array.from({ length }, (_, at) => item(at));
const account = 'EE382200221020145685';
const day = '2026-11-10';
const id = (at: number) => `id ${String(at).padStart(8, '0')}`;

const movement = (more: Partial<Movement>): Movement => ({
  id: '',
  account,
  currency: 'EUR',
  amount: 100,
  bookedOn: day,
  bankId: null,
  endToEndId: 'E1',
  transactionId: null,
  ...more,
});
const reversal = (make: (at: number) => Partial<Movement>, back: (at: number) => Partial<Movement> = make) =>
  shape(
    (length) => ({
      debits: listOf(length, (at) => movement({ id: `d${at}`, ...make(at) })),
      credits: listOf(length, (at) => movement({ id: `c${at}`, ...back(at) })),
    }),
    ({ credits, debits }) => runAtOnce(matchReversedDebits(credits, debits)),
  );

const payment = (at: number, more: Partial<UnshownPayment>): UnshownPayment => ({
  id: id(at),
  source: 'banklink',
  amount: 500,
  currency: 'EUR',
  paidOn: day,
  account,
  payerName: null,
  payerIban: null,
  reference: makeReference(1),
  orderNumber: null,
  ...more,
});
const credit = (more: object) => ({
  account,
  currency: 'EUR',
  amount: 500,
  bookedOn: day,
  orderNumber: null,
  references: [] as string[],
  text: '',
  payerName: null,
  payerIban: null as string | null,
  sharedPayer: false,
  hold: null,
  ...more,
});
const shown = (paid: (at: number) => Partial<UnshownPayment>, line: (at: number) => object): Shape => ({
  ...shape(
    (length) => ({
      payments: listOf(length, (at) => payment(at, paid(at))),
      lines: listOf(length, (at) => credit(line(at))),
    }),
    ({ payments, lines }) => lines.map(makePaymentFinder(payments)),
  ),
  length: 8000,
});

const refunded = (name: (at: number) => string, receiver: (at: number) => string): Shape =>
  shape(
    (length) => ({
      transfers: listOf(length, (at) => ({
        ...{ id: id(at), amount: 500, currency: 'EUR', refundedOn: day },
        receivers: [{ payerIban: null, payerName: name(at) }],
      })),
      debits: listOf(length, (at) => ({
        ...{ id: id(at), amount: 500, currency: 'EUR', bookedOn: day },
        ...{ payerIban: null, payerName: receiver(at), payerKey: receiver(at) },
      })),
    }),
    ({ transfers, debits }) => {
      const find = makeTransferFinder(transfers);
      return debits.map((debit) => find(debit));
    },
  );

const residency = (more: Partial<ApartmentResidency>): ApartmentResidency => ({
  residentId: 'r',
  role: 'owner',
  since: day,
  until: null,
  receivesInvoice: true,
  ...more,
});
const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30' };
const payers = (make: (at: number) => Partial<ApartmentResidency>, period = november) =>
  shape(
    (length) => listOf(length, (at) => residency({ residentId: id(at), ...make(at) })),
    (residencies) => payerPeriodsOf(residencies, period),
  );

const row = (at: number, more: object): ResolvedRow => ({
  line: at,
  apartment: '1',
  name: 'Mari Tamm',
  spot: { apartmentId: 'a', number: '1', language: 'et', today: day, firstDay: day },
  ...more,
});
const matched = (make: (at: number) => object) =>
  shape(
    (length) => listOf(length, (at) => row(at, make(at))),
    (all) => runAtOnce(matchResidents(all, [])),
  );

const line = (at: number, more: object) =>
  comparable({
    id: id(at),
    entryNumber: at,
    groupNumber: 1,
    account,
    kind: 'camt.053',
    currency: 'EUR',
    credit: true,
    amount: 100,
    bankId: `B#${at}`,
    batchId: 'B',
    batchAmount: 10_000_000,
    paymentId: null,
    allocated: null,
    isTaken: false,
    references: [],
    text: `${at}`,
    payerName: null,
    payerIban: null,
    endToEndId: null,
    bookedOn: day,
    ...more,
  });
const batch = (stored: (at: number) => object, staged: (at: number) => object) =>
  shape(
    (length) => ({
      stored: listOf(length, (at) => line(at, stored(at)) as Stored),
      staged: listOf(length, (at) => line(at, staged(at)) as Staged),
    }),
    (both) => {
      const group = prepareBatchGroup(both.stored.toSorted((a, b) => (a.bookedOn > b.bookedOn ? -1 : 1)));
      for (const each of both.staged) compareInBatch(each, group);
    },
  );

const owed = (at: number, more: object = {}) => ({
  id: id(at),
  number: `A-${at}`,
  reference: makeReference(1),
  permanentReference: makeReference(1),
  apartmentId: 'a',
  buildingId: 'b',
  currency: 'EUR',
  iban: account,
  dueDate: day,
  balance: 500,
  ...more,
});
const ledger = (invoice: (at: number) => object, line: (at: number) => object) =>
  shape(
    (length) => ({
      lines: listOf(length, (at) => credit(line(at))),
      open: listOf(length, (at) => owed(at, invoice(at))),
    }),
    ({ lines, open }) =>
      decideCredits(
        lines,
        indexCandidates({ invoices: open, apartments: [], named: [], knownPayers: new Map(), manualPayments: [] }),
      ),
  );
const applied = (invoice: (at: number) => object, isPayer = true) =>
  shape(
    (length) => ({ length, open: listOf(length, (at) => owed(at, invoice(at))) }),
    ({ length, open }) => {
      const money = listOf(length, (at) => ({ ...credit({}), id: id(at), paidOn: day, source: 'statement' as const }));
      const credits = money.map(({ amount, ...one }) => ({
        ...one,
        left: amount / 5,
        apartmentId: 'a',
        iban: account,
        creditInvoiceId: null,
      }));
      runAtOnce(
        allocateCredit(
          credits,
          open.map((item) => ({ ...item })),
          () => isPayer,
        ),
      );
    },
  );

const charge = (at: number, more: object = {}): Charge => ({
  code: `c${at}`,
  name: `Charge with a long name ${at}`,
  basis: 'area',
  unitPrice: 1,
  vatRate: 24,
  ...more,
});
const apartments = (length: number, more: object = {}) =>
  listOf(length, (at) => ({
    id: id(at),
    number: String(at),
    area: '50',
    heatedArea: '50',
    shares: '1',
    residentCount: 1,
    ...more,
  })) as never;
const computed = (charges: readonly Charge[], more: object = {}) =>
  shape(
    (length) => ({ length, input: { charges, bills: [], apartments: apartments(length, more), period: november } }),
    ({ length, input }) => {
      const result = computePositions(input);
      for (let at = 0; at < length; at += 1) result.isUnread(at);
    },
  );

const billedDay = (at: number, more: object = {}): BilledSegment => ({
  periodStart: addDays('1980-01-01', at),
  periodEnd: addDays('1980-01-01', at),
  terms: undefined,
  quantity: 1n,
  amount: 1,
  vatAmount: 0,
  credited: 0,
  creditedVat: 0,
  isEstimated: false,
  cancelled: 0n,
  ...more,
});

const openings = (from: (at: number) => string) =>
  shape(
    (length) =>
      listOf(length, (at) => ({ key: account, from: from(at), opening: at, day: from(at), balance: -at })).map(
        (opening) => ({ ...opening, statement: { ...opening, to: null, closing: null } as never }),
      ),
    (all) => findGaps(all, all),
  );

/** Every function that takes a list from outside, with unfriendly lists. A new one belongs here. */
const shapes: Readonly<Record<string, Shape>> = {
  'reversals of one id': reversal(() => ({})),
  'reversals of one id, each on another day': reversal(
    (at) => ({ bookedOn: addDays(day, -(at % 15)) }),
    () => ({}),
  ),
  'reversals with three ids each': reversal((at) => ({ bankId: 'B', transactionId: 'T', endToEndId: id(at) })),
  'reversals out of time': reversal(
    () => ({ bookedOn: '2026-10-01' }),
    () => ({}),
  ),
  'returns of one id': shape(
    (length) =>
      listOf(length, (at) => ({ ...movement({ id: id(at) }), paymentId: id(at), status: 'matched', refunded: 0 })),
    (payments) => payments.map(makeReturnFinder(payments) as never),
  ),
  'statements of one day': openings(() => day),
  'statements of a day each, the last first': openings((at) => addDays(day, -at)),
  'payments that are all equal': shown(
    () => ({}),
    () => ({ references: [makeReference(1)] }),
  ),
  'payments with an order each': shown(
    (at) => ({ orderNumber: id(at) }),
    (at) => ({ orderNumber: id(at) }),
  ),
  'payments with an order each, by reference': shown(
    (at) => ({ orderNumber: id(at) }),
    () => ({ references: [makeReference(1)] }),
  ),
  'payments of one payer': shown(
    (at) => ({ payerIban: 'EE47', reference: makeReference(at + 1) }),
    () => ({ payerIban: 'EE47' }),
  ),
  'payments of one payer on other accounts': shown(
    (at) => ({ payerIban: 'EE47', account: id(at) }),
    () => ({ payerIban: 'EE47' }),
  ),
  'payments of one payer in other currencies': shown(
    () => ({ payerIban: 'EE47', currency: 'USD' }),
    () => ({ payerIban: 'EE47' }),
  ),
  'residencies one after the other': payers((at) => ({
    since: addDays('1990-01-01', at),
    until: addDays('1990-01-01', at),
  })),
  'residencies on one day': payers(() => ({ since: day, until: day })),
  'residencies that overlap': payers((at) => ({ since: addDays('2026-11-01', at % 30), until: null })),
  'owners with gaps': payers(
    (at) => ({ since: addDays('2026-01-01', 2 * (at % 180)), until: addDays('2026-01-01', 2 * (at % 180)) }),
    { periodStart: '2026-01-01', periodEnd: '2026-12-31' },
  ),
  'two invoices with many payers': shape(
    (length) => [listOf(length, id), listOf(length, (at) => id(at + length))] as const,
    ([some, others]) => haveCommonPayer(some, others),
  ),
  'rows of one person': matched(() => ({})),
  'rows of one address': matched((at) => ({ email: 'a@example.org', name: id(at) })),
  'rows of one telephone': matched((at) => ({ phone: '5551234', name: `Mari ${at % 3}` })),
  'rows of one apartment': matched((at) => ({ name: id(at) })),
  'rows of an apartment each': matched((at) => ({
    spot: { apartmentId: id(at), number: '1', language: 'et', today: day, firstDay: day },
  })),
  'residencies of one person, one after the other': matched((at) => ({
    email: 'a@example.org',
    since: addDays('1990-01-01', at),
    until: addDays('1990-01-01', at),
  })),
  'details of a batch on many days': batch(
    (at) => ({ bookedOn: addDays('1990-01-01', at) }),
    (at) => ({ bookedOn: addDays('1990-01-01', at), text: 'x' }),
  ),
  'equal details of a batch': batch(
    () => ({ text: 'x' }),
    () => ({ text: 'x' }),
  ),
  'credits under one reference': ledger(
    () => ({}),
    () => ({ references: [makeReference(1)] }),
  ),
  'credits under one reference that pay a cent': {
    ...ledger(
      () => ({}),
      () => ({ references: [makeReference(1)], amount: 1 }),
    ),
    length: 8000,
  },
  'credits with a reference each': ledger(
    (at) => ({ reference: makeReference(at + 1), permanentReference: makeReference(at + 1) }),
    (at) => ({ references: [makeReference(at + 1)] }),
  ),
  'credit of an apartment with many invoices': applied(() => ({})),
  'credit of an apartment whose invoices are of others': applied(() => ({}), false),
  'apartments without the figures of a hundred charges': computed(
    listOf(100, (at) => charge(at)),
    { area: null },
  ),
  'apartments and charges': computed(listOf(3, (at) => charge(at))),
  'what was billed each day': shape(
    (length) => listOf(length, (at) => billedDay(at)),
    (billed) => splitIntoSegments(() => 0n, { periodStart: '1980-01-01', periodEnd: '2060-01-01' }, billed, []),
  ),
  'refunds that are all equal': refunded(
    () => 'kask',
    () => 'kask',
  ),
  'refunds to others': refunded(
    (at) => `kask ${at}`,
    () => 'tamm',
  ),
  'the references of a line': shape(
    (length) => ({ references: listOf(length, (at) => makeReference(at + 1)), text: '' }),
    ({ references, text }) => {
      for (let nth = 0; nth < 50; nth += 1) extractReferences({ references, text: `${text}${nth}` });
    },
  ),
  'a queue that is emptied': shape(
    (length) => length * 10,
    (length) => {
      const queue = makeQueue<number>();
      for (let at = 1; at <= length; at += 1) queue.add(at);
      while (queue.next() !== undefined);
    },
  ),
  'a queue that everybody leaves': shape(
    (length) => length * 10,
    (length) => {
      const queue = makeQueue<number>();
      const leave = listOf(length, (at) => queue.add(at + 1));
      for (const each of leave) each();
      assert.equal(queue.next(), undefined);
    },
  ),
};

for (const [name, { make, run, length }] of Object.entries(shapes)) {
  test(`${name}: as much for each of many rows as of few`, async () => {
    const { slope, costs } = await measureSlope({
      make,
      run: run as never,
      from: (length ?? rows) / 8,
      ticks: 10,
      negligible,
    });
    assert.ok(slope <= maxSlope, `slope ${slope.toFixed(2)}: ${costs.map((cost) => cost.toFixed(1)).join(', ')} ms`);
  });
}

/** Rows that are friendly to nobody, in steps. */
const inSteps: Readonly<Record<string, () => Steps<unknown>>> = {
  'a hundred prices of a charge': () =>
    computeInSteps({
      charges: [charge(1, { tariffs: listOf(29, (at) => ({ from: addDays('2026-11-02', at), unitPrice: at + 2 })) })],
      bills: [],
      apartments: apartments(10_000),
      period: november,
    }),
  'a hundred charges without figures': () =>
    computeInSteps({
      charges: listOf(100, (at) => charge(at)),
      bills: [],
      apartments: apartments(10_000, { area: null }),
      period: november,
    }),
  'reversals of one id': () => {
    const all = listOf(rows, (at) => movement({ id: id(at) }));
    return matchReversedDebits(
      all,
      all.map((debit) => ({ ...debit })),
    );
  },
  'rows of residents': () =>
    matchResidents(
      listOf(rows, (at) => row(at, { name: id(at) })),
      [],
    ),
  'cells of residents': () =>
    parseRows(
      {
        columns: new Map((['apartment', 'name', 'email', 'phone', 'since'] as const).map((name, at) => [name, at])),
        rows: listOf(rows, (at) => ({
          line: at + 2,
          cells: ['1', id(at), `${'a'.repeat(60)}@example.org`, '5551234', '1.2.2026'],
        })),
      },
      residentTable,
    ),
};

for (const [name, begin] of Object.entries(inSteps))
  test(`${name}: no turn is long`, () => requireShortTurns(() => longestTurnOfSteps(begin())));
