// Bodies of payments, their allocations and statement imports in the API. Cents become decimal numbers here.
import { Amount, Day, Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { matchReasons, type Payment, paymentSources, paymentStatuses, waitReasons } from '../../payments/model.ts';
import type { StatementImport } from '../../payments/statements/import/report-import.ts';
import { amountFromCents, type Cents, sumCents, withAmounts } from '../../platform/values/money.ts';
import { ownFields } from './own-fields-bodies.ts';

const nullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description });
const nullableText = (description: string, example: string) =>
  Nullable(Type.String({ description, examples: [example] }));
const matchReason = OneOf([...matchReasons, ...waitReasons], {
  description:
    'Why it is matched, or why it is not. nothing_open: the reference belongs to an apartment without open invoices, so the money is its credit. booked_after_today: its date is in the future; a person can match it from that day on. payer_differs: the account paid before under another name.',
  examples: ['reference'],
});

const AllocationBody = Type.Object({
  invoiceId: Id,
  number: Type.String({ description: 'The invoice number.', examples: ['K12-2026-000017'] }),
  apartment: Type.String({ description: 'The number of the invoice’s apartment.', examples: ['12'] }),
  amount: Amount('The part of this payment for this invoice.', 208.8),
  matchedBy: OneOf(matchReasons, {
    description:
      'reference: in the reference field. reference_in_text: in the description. invoice_number: with exactly its balance. known_payer: an IBAN and name that paid for the apartment before, or words that a person once matched to it alone, with exactly one invoice’s balance, or (known_payer_total) the total open amount. credit: from earlier credit. person: matched manually. manual: recorded by a person, or the invoice was marked as paid.',
    examples: ['reference'],
  }),
  evidence: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The data behind the decision.',
    examples: ['reference 1000012'],
  }),
});

/** What the example of a payment has instead of the examples of its fields. */
export const paymentExample = {
  amount: 358.94,
  unallocated: 0,
  source: 'statement',
  apartmentId: null,
  allocations: [{ amount: 358.94, matchedBy: 'reference', evidence: 'reference 1000012' }],
};

export const PaymentBody = Type.Object(
  {
    id: Id,
    amount: {
      ...Amount(
        'The received amount. For residents, if the payment also pays for others: only the part for their invoices.',
        250,
      ),
      'x-open-point': 'P-70',
    },
    unallocated: Amount(
      'The part that pays no invoice yet: credit of the apartment if it is known, otherwise waiting for review.',
      41.2,
    ),
    refunded: Amount('The refunded amount.', 0),
    currency: Type.String({ examples: ['EUR'] }),
    paidOn: Day,
    source: OneOf(paymentSources, {
      description:
        'manual: recorded by a person, or an invoice was marked as paid. credit: no money was received; it is the amount of a credit note.',
    }),
    status: OneOf(paymentStatuses, { description: 'matched: fully allocated or refunded.' }),
    reason: matchReason,
    payerName: nullableText(
      'As reported by the bank. A payer behind an institution comes first: Mari Tamm (Revolut Bank UAB).',
      'Mari Tamm',
    ),
    payerIban: nullableText('Hidden from residents.', 'EE471000001020145685'),
    reference: nullableText('As quoted by the payer.', '1000012'),
    description: nullableText('The payer’s text.', 'Korter 12, oktoober'),
    bankEntryId: nullableId('The booked entry of a bank statement.'),
    apartmentId: nullableId('The apartment that owns the unallocated part as credit.'),
    allocations: Type.Array(AllocationBody, { description: 'The invoices this payment pays.' }),
    ...ownFields,
    createdAt: Instant,
    updatedAt: Instant,
  },
  {
    title: 'Payment',
    'x-open-point': 'P-43',
    examples: [paymentExample],
  },
);

/** A payment as the API shows it. */
export function paymentBody<P extends Payment>(payment: P) {
  const {
    amount,
    allocated,
    refunded,
    allocations,
    account: _,
    evidence: __,
    orderNumber: ___,
    dismissedAt: ____,
    dismissedAs: _____,
    dismissedNote: ______,
    ...rest
  } = payment;
  return {
    ...rest,
    amount: amountFromCents(amount),
    unallocated: amountFromCents(payment.status === 'reversed' ? 0 : amount - allocated),
    refunded: amountFromCents(refunded),
    allocations: allocations.map((allocation) => withAmounts(allocation, 'amount')),
  };
}

/**
 * A payment for a resident. If it also pays for others, only the part for the resident's invoices is shown, without the
 * payer (P-70).
 */
export function residentPaymentBody<P extends Payment>(payment: P, joint: boolean) {
  const body = { ...paymentBody(payment), unallocated: 0, refunded: 0, payerIban: null };
  if (!joint) return body;
  const part = sumCents(payment.allocations.map((allocation) => allocation.amount));
  const allocations = body.allocations.map((allocation) => ({ ...allocation, evidence: null }));
  const hidden = { payerName: null, reference: null, description: null, bankEntryId: null, apartmentId: null };
  return { ...body, ...hidden, amount: amountFromCents(part), allocations };
}

const sumsByCurrency = (description: string) =>
  Type.Record(Type.String(), Type.Number(), { description, examples: [{ EUR: 1234.5 }] });
const nullableMoney = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const nullableDay = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' });

const StatementBody = Type.Object({
  iban: Type.String({
    description: 'The IBAN, or the bank’s own number if there is none; empty if the file has none.',
    examples: ['EE382200221020145685'],
  }),
  from: nullableDay,
  to: nullableDay,
  openingBalance: nullableMoney('Null if the file has none.'),
  closingBalance: nullableMoney('Null if the file has none.'),
  entriesTotal: Type.Number({ description: 'The sum of the booked entries; a debit is negative.' }),
  currency: Type.String({ examples: ['EUR'] }),
  expectedOpening: Type.Union(
    [
      Type.Object({ since: Day, balance: Amount('That closing balance with the known entries since.', 4355.89) }),
      Type.Null(),
    ],
    {
      description:
        'If the opening balance differs: what the last known statement of the account before it, which ends on `since`, leads to. Otherwise null.',
    },
  ),
});

const OutcomeBody = Type.Object({
  paymentId: { ...Id, description: 'In a dry run, the id of a payment that is not stored.' },
  status: OneOf(paymentStatuses),
  reason: matchReason,
  amount: Amount('The received amount.', 250),
  currency: Type.String({ examples: ['EUR'] }),
  paidOn: Day,
  payerName: nullableText('As reported by the bank.', 'Mari Tamm'),
  description: nullableText('The payer’s text, or the bank’s.', 'Korter 12, oktoober'),
  invoiceIds: Type.Array(Id),
  invoices: Type.Array(
    Type.Object({
      number: Type.String({ description: 'The invoice number.', examples: ['K12-2026-000017'] }),
      apartment: Type.String({ description: 'The number of its apartment.', examples: ['12'] }),
      amount: Amount('The part of the payment for this invoice.', 208.8),
    }),
    { description: 'The same invoices as people know them.' },
  ),
  prepaidBy: nullableText('The number of the apartment whose prepayment the rest is.', '12'),
});

const OutgoingBody = Type.Object({
  bookedOn: Day,
  payeeName: nullableText('As reported by the bank.', 'Utilitas Tallinn AS'),
  description: Type.String({ examples: ['Arve 4711'] }),
  amount: Amount('The paid amount.', 1250.4),
  currency: Type.String({ examples: ['EUR'] }),
  waiting: Type.Boolean({ description: 'Whether it may return a payment and waits for a person.' }),
});

const importExample = {
  statements: [
    { from: '2026-11-12', to: '2026-11-12', openingBalance: 4120.15, closingBalance: 4479.09, entriesTotal: 358.94 },
  ],
  entries: 1,
  credits: { EUR: 358.94 },
  debits: {},
  debitEntries: 0,
  imported: 1,
  duplicates: 0,
  newBalances: 1,
  matched: 1,
  partiallyMatched: 0,
  unmatched: 0,
  prepaid: 0,
  waiting: 0,
  payments: [{ status: 'matched', amount: 358.94 }],
  outgoing: [],
  warnings: [],
};
/** The fields of the example that differ if the file is imported again. */
export const repeatedImport = {
  ...importExample,
  imported: 0,
  duplicates: 1,
  newBalances: 0,
  matched: 0,
  payments: [],
};

export const ImportBody = Type.Object(
  {
    id: Id,
    format: Type.String({
      description: 'camt.052, .053 or .054 with its version, mt940, csv or xlsx.',
      examples: ['camt.053.001.02'],
    }),
    statements: Type.Array(StatementBody, { description: 'One for each account, currency and page.' }),
    entries: Type.Integer({ description: 'Booked entries of the file, a batch counted as one.' }),
    credits: sumsByCurrency('The sum of the booked credits by currency.'),
    debits: sumsByCurrency('The sum of the booked debits by currency.'),
    debitEntries: Type.Integer({
      description: 'Booked debits, of a batch each of its details; 0 if this exact file was imported before.',
    }),
    imported: Type.Integer({ description: 'Entries that were new; of a batch each of its details.' }),
    duplicates: Type.Integer({ description: 'Entries that were already imported.' }),
    newBalances: Type.Integer({ description: 'Statements with balances that no file stated before.' }),
    matched: Type.Integer({ description: 'Payments that are fully allocated.' }),
    partiallyMatched: Type.Integer({ description: 'Payments that are partly allocated.' }),
    unmatched: Type.Integer({ description: 'Payments that pay no invoice: they wait or are prepayments.' }),
    prepaid: Type.Integer({ description: 'Payments of which a part is a prepayment.' }),
    waiting: Type.Integer({
      description: 'Payments, and returns of payments, that wait for a person.',
    }),
    waitingReturns: Type.Integer({ description: 'The returns of payments among them.' }),
    payments: Type.Array(OutcomeBody, {
      description: 'The results of the new credits, at most 10,000; reversed if the file returns the money.',
    }),
    outgoing: Type.Array(OutgoingBody, {
      description: 'The booked debits, at most 10,000; none if this exact file was imported before.',
    }),
    warnings: Type.Array(
      Type.Object({ code: Type.String({ examples: ['balance_does_not_close'] }), message: Type.String() }),
      {
        description: 'Warnings for a person to check.',
      },
    ),
  },
  { title: 'StatementImport', 'x-open-point': 'P-45', examples: [importExample] },
);

/** The result of an import as the API shows it. */
export function importBody({
  statements,
  credits,
  debits,
  payments,
  outgoing,
  isRepeat: _,
  lines: __,
  ...rest
}: StatementImport) {
  return {
    ...rest,
    payments: payments.map(({ invoices, ...payment }) => ({
      ...withAmounts(payment, 'amount'),
      invoices: invoices.map((invoice) => withAmounts(invoice, 'amount')),
    })),
    outgoing: outgoing.map((entry) => withAmounts(entry, 'amount')),
    statements: statements.map(({ account, from, to, opening, closing, net, currency, expected }) => ({
      iban: account,
      from,
      to,
      openingBalance: opening === null ? null : amountFromCents(opening),
      closingBalance: closing === null ? null : amountFromCents(closing),
      entriesTotal: amountFromCents(net),
      currency,
      expectedOpening: expected ? { since: expected.day, balance: amountFromCents(expected.balance) } : null,
    })),
    credits: toAmounts(credits),
    debits: toAmounts(debits),
  };
}

function toAmounts(sums: Readonly<Record<string, Cents>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).map(([currency, cents]) => [currency, amountFromCents(cents)]));
}
