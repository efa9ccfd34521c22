// Console API: month-end of a building, which is the sums of a range of days and its files of payments and balances.
import { createHash } from 'node:crypto';
import { receivedSteps } from '../../accounting/bank-account-queries.ts';
import {
  getMonthEnd,
  type MonthEnd,
  writeBalances,
  writeBankEntries,
  writePayments,
} from '../../accounting/month-end.ts';
import { downloadResponse } from '../../http/downloads.ts';
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Amount, Day, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { dismissReasons } from '../../payments/model.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { amountFromCents, withAmounts } from '../../platform/values/money.ts';
import { buildingFileName } from '../../properties/building-file-name.ts';
import { ExportLanguage } from './export-language.ts';

const range = Type.Object({
  dateFrom: Type.Optional({ ...Day, description: 'The first day. Default: that of the previous calendar month.' }),
  dateTo: Type.Optional({ ...Day, description: 'The last day, at most a year later.' }),
});
const count = (description: string) => Type.Integer({ description });

const balance = (description: string) => Type.Union([Type.Number(), Type.Null()], { description, examples: [4120.15] });

const BankAccountBody = Type.Object(
  {
    iban: Type.String({ examples: ['EE382200221020145685'] }),
    currency: Type.String({ examples: ['EUR'] }),
    opening: balance(
      'At the start of the first day of `covered`, from the nearest balance that an imported statement states.',
    ),
    credits: Amount('Entries received.', 2300),
    creditEntries: count('Their number.'),
    debits: Amount('Entries paid out.', 950.4),
    debitEntries: count('Their number.'),
    closing: balance('At the end of its last day, from another stated balance.'),
    difference: balance('closing − (opening + credits − debits): 0 if they agree.'),
    covered: Type.Union([Type.Object({ from: Day, to: Day }), Type.Null()], {
      description: 'The days of the range that statements cover; null: none covers any.',
    }),
    uncounted: count('Entries that another file may have shown, or whose details are counted; in no sum.'),
    dismissed: Type.Array(
      Type.Object({
        reason: OneOf(dismissReasons),
        entries: count('Entries received.'),
        amount: Amount('Their amounts.', 42.5),
      }),
      { description: 'What was received that nobody pays for an invoice, as people said.' },
    ),
    steps: Type.Array(
      Type.Object({
        kind: OneOf(receivedSteps, {
          description:
            'Payments of the building’s apartments that this account does not show (`banklink`, `manual`, `cash`, `booked_elsewhere`: negative), returns that are in debits, and what it shows beside: unmatched, set aside or refunded, of other buildings, dated outside the range, reversed, or no payment.',
        }),
        payments: count('Payments or entries.'),
        amount: Amount('Their amounts.', 136.5),
      }),
      { description: 'They lead from `received` in `totals` to `credits`: received + all amounts = credits.' },
    ),
    unshownRefunds: Type.Object(
      { refunds: count('Transfers.'), amount: Amount('Their amounts.', 41.2) },
      { description: 'Refunds of the range that a person recorded and no statement shows; in no debit.' },
    ),
    debitList: Type.Array(
      Type.Object({
        on: Day,
        counterparty: Nullable(Type.String({ examples: ['Utilitas Tallinn AS'] })),
        counterpartyAccount: Nullable(Type.String({ examples: ['EE471000001020145685'] })),
        reference: Nullable(Type.String({ examples: ['1000012'] })),
        description: Type.String({ examples: ['Arve U-202610-4711'] }),
        amount: Amount('Paid out.', 950.4),
        category: Type.Union([OneOf(['returned_payment', 'refunded']), Type.Null()], {
          description: 'The bank returned a payment, or it is a recorded refund.',
        }),
      }),
      { description: 'The first 200 paid out. All are in the file of entries.' },
    ),
  },
  {
    description:
      'The account of the building as the bank shows it; of buildings that share it, for all of them. Null for a key of some buildings: statements concern the whole organization.',
  },
);

const MonthEndBody = Type.Object({
  from: Day,
  to: Day,
  ended: Type.Boolean({ description: 'Whether the last day is over where the building is.' }),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      opening: Amount('Owed at the start of the first day, less what was prepaid.', 1200.5),
      invoiced: Amount('Invoices and credit notes issued in the range.', 2500),
      received: Amount('Payments dated in the range.', 2300),
      refunded: Amount('Refunds dated in the range.', 0),
      closing: Amount('Owed at the end of the last day: opening + invoiced − received + refunded.', 1400.5),
      payments: count('Lines of the file of payments.'),
      apartments: count('Apartments with a balance or an entry.'),
      debtors: count('Lines of the file of balances.'),
      ledger: Type.Object({
        invoices: count('Invoices and credit notes in the ledger.'),
        net: Amount('The sum of its column net.', 2016.13),
        vat: Amount('The sum of its column vat.', 483.87),
        eInvoices: count('Those that are in the file of e-invoices: the sent and paid ones.'),
        eInvoiceAmount: Amount('Their sum with VAT.', 2500),
      }),
    }),
  ),
  unassigned: Type.Array(
    Type.Object({
      kind: OneOf(['unmatched', 'set_aside', 'refunded', 'refund', 'returned', 'return_waiting'], {
        description:
          'Not matched yet, dismissed by a person, received and paid back, the paying back (refund), returned by the bank, or (return_waiting) a return or refund that nobody has named yet. The first four are the lines of the file of payments with `unassigned`; a refund is subtracted.',
      }),
      currency: Type.String(),
      payments: count('Payments or refunds dated in the range.'),
      amount: Amount('Their amounts.', 120),
    }),
    {
      description:
        'Money of no apartment, on the account of the building or on one of no building; in no other figure.',
    },
  ),
  drafts: Type.Array(
    Type.Object({
      currency: Type.String(),
      invoices: count('Drafts issued in the range.'),
      amount: Amount('The sum of their amounts.', 57.12),
    }),
    { description: 'Drafts of the building, which are in no figure until they are sent.' },
  ),
  bankAccount: Type.Union([BankAccountBody, Type.Null()]),
});

const monthEnd = operation({
  name: 'getMonthEnd',
  route: 'GET /buildings/:id/month-end',
  summary: 'Fetch the sums of month-end',
  description:
    'The sums of the ledger, the e-invoices, the payments and the balances of a building in a range of days, by currency. An invoice belongs to its issue date, a payment to the day it was paid. The sums are those of the files for the same days.',
  permission: 'books:read',
  query: range,
  responses: showsData('The sums.', MonthEndBody),
  openPoints: ['P-98'],
  handle: async (scope, { params: { id = '' }, query }) =>
    okResponse(monthEndBody(await getMonthEnd(scope, id, query))),
});

const csvFile = { 200: { description: 'The file.', mediaType: 'text/csv' } };
const format = 'UTF-8 with a byte order mark, semicolons, decimal commas.';

const payments = operation({
  name: 'downloadPayments',
  route: 'GET /buildings/:id/payments',
  summary: 'Download the payments and refunds of a range of days',
  description: `A CSV file for bookkeeping. A line for each payment and apartment, and for each refund (negative); \`booked_on\` is the day of the statement’s entry that shows it. With \`unassigned\`: the payments of no apartment on the building’s account, or on one of no building, which are unmatched, set aside or refunded. ${format}`,
  query: Type.Object({
    ...range.properties,
    language: ExportLanguage,
    unassigned: Type.Optional(Type.Boolean()),
  }),
  permission: 'books:read',
  responses: csvFile,
  errors: [],
  openPoints: ['P-98'],
  handle: async (scope, input) => {
    const name = input.query.unassigned ? 'unassigned-payments' : 'payments';
    return fileResponse(scope, input, name, await writePayments(scope, input.params.id ?? '', input.query));
  },
});

const balances = operation({
  name: 'downloadBalances',
  route: 'GET /buildings/:id/balances',
  summary: 'Download the balances of a range of days',
  description: `A CSV file for bookkeeping. A line for each apartment with a balance or an entry; after a change of owner or tenant, who left and who came have a line each: opening + invoiced − received + refunded = closing. ${format}`,
  query: Type.Object({ ...range.properties, language: ExportLanguage }),
  permission: 'books:read',
  responses: csvFile,
  errors: [],
  openPoints: ['P-98'],
  handle: async (scope, input) =>
    fileResponse(scope, input, 'receivables', await writeBalances(scope, input.params.id ?? '', input.query)),
});

const bankEntries = operation({
  name: 'downloadBankEntries',
  route: 'GET /buildings/:id/bank-entries',
  summary: 'Download the bank entries of a range of days',
  description: `A CSV file for bookkeeping. The opening balance, a line for each entry of the building’s bank account (negative: paid out) with the balance after it and what apartments of the building paid with it (\`received\`), and the closing balance that statements state, on the days that they cover. ${format}`,
  query: Type.Object({ ...range.properties, language: ExportLanguage }),
  permission: 'books:read',
  responses: csvFile,
  errors: [],
  openPoints: ['P-98'],
  handle: async (scope, input) =>
    fileResponse(scope, input, 'bank-entries', await writeBankEntries(scope, input.params.id ?? '', input.query)),
});

function fileResponse(
  scope: Scope,
  input: Parameters<typeof downloadResponse>[0],
  name: string,
  { building, range, text }: Awaited<ReturnType<typeof writeBalances>>,
) {
  const body = Buffer.from(text);
  return downloadResponse(input, {
    mediaType: 'text/csv; charset=utf-8',
    size: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    body,
    fileName: buildingFileName(scope, { file: name, building, range, ending: 'csv' }),
  });
}

export const monthEndOperations = tagged('Books', [monthEnd, payments, balances, bankEntries]);

function monthEndBody({ totals, unassigned, drafts, bankAccount, ...rest }: MonthEnd) {
  return {
    ...rest,
    bankAccount: bankAccount === undefined ? null : bankAccountBody(bankAccount),
    totals: totals.map(({ ledger, ...total }) => ({
      ...withAmounts(total, 'opening', 'invoiced', 'received', 'refunded', 'closing'),
      ledger: withAmounts(ledger, 'net', 'vat', 'eInvoiceAmount'),
    })),
    unassigned: unassigned.map((sum) => withAmounts(sum, 'amount')),
    drafts: drafts.map((sum) => withAmounts(sum, 'amount')),
  };
}

function bankAccountBody({
  debitList,
  dismissed,
  steps,
  unshownRefunds,
  opening,
  closing,
  difference,
  ...sums
}: NonNullable<MonthEnd['bankAccount']>) {
  const nullable = (cents: number | null) => (cents === null ? null : amountFromCents(cents));
  return {
    ...withAmounts(sums, 'credits', 'debits'),
    opening: nullable(opening),
    closing: nullable(closing),
    difference: nullable(difference),
    dismissed: dismissed.map((sum) => withAmounts(sum, 'amount')),
    steps: steps.map((step) => withAmounts(step, 'amount')),
    unshownRefunds: withAmounts(unshownRefunds, 'amount'),
    debitList: debitList.map(({ kind: _, balance: __, note: ___, received: ____, amount, ...entry }) => ({
      ...entry,
      amount: amountFromCents(-amount),
    })),
  };
}
