// Payment bodies: what payments, their allocations and statement imports look like on the wire. Cents become decimal numbers here.
import { Amount, Day, Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { matchReasons, type Payment, paymentSources, paymentStatuses, waitReasons } from '../../payments/model.ts';
import type { StatementImport } from '../../payments/statements/import/report-import.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';

const nullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description });
const nullableText = (description: string, example: string) =>
  Nullable(Type.String({ description, examples: [example] }));
const matchReason = OneOf([...matchReasons, ...waitReasons], {
  description:
    'Why it is matched, or why it waits. nothing_open: the reference is an apartment’s and it owes nothing, so the money is its credit. booked_after_today: its day is still to come; a person can match it from that day on.',
  examples: ['reference'],
});

const AllocationBody = Type.Object({
  invoiceId: Id,
  number: Type.String({ description: 'Of the invoice.', examples: ['K12-2026-000017'] }),
  apartment: Type.String({ description: 'The number of the apartment that the invoice is for.', examples: ['12'] }),
  amount: Amount('Of this payment, for this invoice.', 208.8),
  matchedBy: OneOf(matchReasons, {
    description:
      'reference: in a field of its own. reference_in_text. invoice_number: with exactly its balance. known_payer: an IBAN that paid for the apartment before, with exactly one invoice’s balance, or (known_payer_total) all that is open. credit: left from earlier. person: by hand. manual: the invoice was marked as paid.',
    examples: ['reference'],
  }),
  evidence: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'What the decision looked at.',
    examples: ['reference 1000012'],
  }),
});

export const PaymentBody = Type.Object(
  {
    id: Id,
    amount: {
      ...Amount(
        'What came in. To a resident, of money that also pays for others, only what pays invoices of theirs.',
        250,
      ),
      'x-open-point': 'P-70',
    },
    unallocated: Amount(
      'What pays no invoice yet: credit of the apartment when that is known, otherwise waiting for a person.',
      41.2,
    ),
    refunded: Amount('What was paid back of it.', 0),
    currency: Type.String({ examples: ['EUR'] }),
    paidOn: Day,
    source: OneOf(paymentSources, {
      description:
        'manual: an invoice was marked as paid. credit: no money came in; it is what a credit invoice is worth.',
    }),
    status: OneOf(paymentStatuses, { description: 'matched: all of it is allocated or was paid back.' }),
    reason: matchReason,
    payerName: nullableText('As the bank has it.', 'Mari Tamm'),
    payerIban: nullableText('Not shown to residents.', 'EE471000001020145685'),
    reference: nullableText('As the payer quoted it.', '1000012'),
    description: nullableText('What the payer wrote.', 'Korter 12, oktoober'),
    bankEntryId: nullableId('The booked line of a bank statement that shows it.'),
    apartmentId: nullableId('Whose credit the unallocated part is.'),
    allocations: Type.Array(AllocationBody, { description: 'The invoices it pays.' }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Payment', 'x-open-point': 'P-43' },
);

/** A payment as it is shown. */
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
    ...rest
  } = payment;
  return {
    ...rest,
    amount: amountFromCents(amount),
    unallocated: amountFromCents(payment.status === 'reversed' ? 0 : amount - allocated),
    refunded: amountFromCents(refunded),
    allocations: allocations.map((allocation) => ({ ...allocation, amount: amountFromCents(allocation.amount) })),
  };
}

/** A payment as a resident sees it. One that also pays for others is only what it pays of invoices of theirs, and says nothing of its payer (P-70). */
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
    description: 'The account; the bank’s own number where it has no IBAN; empty when the file names none.',
    examples: ['EE382200221020145685'],
  }),
  from: nullableDay,
  to: nullableDay,
  openingBalance: nullableMoney('Null when the file has none.'),
  closingBalance: nullableMoney('Null when the file has none.'),
  currency: Type.String({ examples: ['EUR'] }),
});

const OutcomeBody = Type.Object({
  paymentId: { ...Id, description: 'In a dry run of a payment that is not kept.' },
  status: OneOf(paymentStatuses),
  reason: matchReason,
  amount: Amount('What came in.', 250),
  currency: Type.String({ examples: ['EUR'] }),
  paidOn: Day,
  payerName: nullableText('As the bank has it.', 'Mari Tamm'),
  invoiceIds: Type.Array(Id),
});

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
    imported: Type.Integer({ description: 'Entries that were new; of a batch each of its details.' }),
    duplicates: Type.Integer({ description: 'Entries that were there already.' }),
    matched: Type.Integer({ description: 'Payments that are allocated whole.' }),
    partiallyMatched: Type.Integer({ description: 'Payments of which something is left.' }),
    unmatched: Type.Integer({ description: 'Payments that wait.' }),
    payments: Type.Array(OutcomeBody, {
      description:
        'What became of the credits that were new, at most 10,000 of them; reversed where the file takes the money back.',
    }),
    warnings: Type.Array(
      Type.Object({ code: Type.String({ examples: ['balance_does_not_close'] }), message: Type.String() }),
      {
        description: 'What a person should look at.',
      },
    ),
  },
  { title: 'StatementImport', 'x-open-point': 'P-45' },
);

/** What an import did, as it is shown. */
export function importBody({ statements, credits, debits, payments, known: _, lines: __, ...rest }: StatementImport) {
  return {
    ...rest,
    payments: payments.map((payment) => ({ ...payment, amount: amountFromCents(payment.amount) })),
    statements: statements.map(({ account, from, to, opening, closing, currency }) => ({
      iban: account,
      from,
      to,
      openingBalance: opening === null ? null : amountFromCents(opening),
      closingBalance: closing === null ? null : amountFromCents(closing),
      currency,
    })),
    credits: toAmounts(credits),
    debits: toAmounts(debits),
  };
}

function toAmounts(sums: Readonly<Record<string, Cents>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).map(([currency, cents]) => [currency, amountFromCents(cents)]));
}
