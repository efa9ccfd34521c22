// Bodies of invoices in the API. Cents become decimal numbers here.

import type { InvoiceBalance } from '../../accounting/model.ts';
import { Amount, Day, Id, Instant, Nullable, OneOf, Text, type TSchema, Type, WordList } from '../../http/schemas.ts';
import { type Invoice, invoiceWarningCodes } from '../../invoicing/invoices.ts';
import { type InvoicePosition, invoiceStatuses, sendingStates, sentBy } from '../../invoicing/model.ts';
import { withAmounts } from '../../platform/values/money.ts';
import { ApartmentBody, BuildingBody } from './building-bodies.ts';
import { CalculationBody, calculationExample } from './calculation-bodies.ts';
import { ownFields, ownFieldsInput } from './own-fields-bodies.ts';
import { ResidentBody } from './resident-bodies.ts';

const positionExamples = [
  {
    code: 'heating',
    description: 'Küte',
    quantity: 54.3,
    unit: 'm2',
    unitPrice: 3.845524,
    amount: 208.82,
    vatRate: 24,
    vatAmount: 50.12,
    calculation: calculationExample,
  },
  {
    code: 'repair_fund',
    description: 'Remondifond',
    quantity: 54.3,
    unit: 'm2',
    unitPrice: 0.85,
    amount: 46.16,
    vatRate: 0,
    vatAmount: 0,
    calculation: {
      method: 'unit_price',
      basis: 'area',
      unit: 'm2',
      quantity: '54.3',
      unitPrice: '0.85',
      raw: '46.155',
      rounded: 46.16,
    },
  },
  {
    code: 'administration',
    description: 'Haldus',
    quantity: 1,
    unit: 'apartment',
    unitPrice: 43.42,
    amount: 43.42,
    vatRate: 24,
    vatAmount: 10.42,
    calculation: {
      method: 'unit_price',
      basis: 'fixed',
      unit: 'apartment',
      quantity: '1',
      unitPrice: '43.42',
      raw: '43.42',
      rounded: 43.42,
    },
  },
];

const PositionBody = Type.Object(
  {
    code: Type.String({ description: 'The charge.', examples: ['heating'] }),
    description: Type.String({ examples: ['Küte'] }),
    quantity: Type.Number({
      description: 'For the days of one tariff: the part for these days, to six decimals.',
      examples: [54.3],
    }),
    unit: Type.String({ examples: ['m2'] }),
    unitPrice: Type.Number({
      description: 'Net. For a split bill to six decimals, for display.',
      examples: [3.845524],
    }),
    amount: Amount('Net.', 208.82),
    vatRate: Type.Number({ description: 'Percent.', examples: [24] }),
    vatAmount: Amount('Rounded for this position.', 50.12),
    calculation: CalculationBody,
  },
  { title: 'InvoicePosition' },
);

const RecipientBody = Type.Object({
  name: Type.String({ examples: ['Mari Tamm'] }),
  email: Type.String({ examples: ['mari@example.org'] }),
});

const status = OneOf(invoiceStatuses, {
  description: 'draft after generation. Overdue is not a status: see overdue.',
  'x-open-point': 'P-34',
});

const from = (what: string) =>
  Type.Optional({ ...Day, description: `${what} on or after this day.`, 'x-open-point': 'P-35' });
const to = (what: string) =>
  Type.Optional({ ...Day, description: `${what} on or before this day.`, 'x-open-point': 'P-35' });

/** The filters of lists of invoices, as query parameters. */
export const invoiceFilters = {
  status: Type.Optional(
    OneOf([...invoiceStatuses, 'overdue'], {
      description: 'overdue: sent, and past the due date in the building’s time zone.',
      'x-open-point': 'P-34',
    }),
  ),
  unsent: Type.Optional(
    Type.Boolean({
      description: 'true: those still to be sent, drafts and invoices that were paid before they were sent.',
      'x-open-point': 'P-37',
    }),
  ),
  buildingId: Type.Optional(Id),
  apartmentId: Type.Optional({ ...Id, 'x-open-point': 'P-35' }),
  dateFrom: from('Issued'),
  dateTo: to('Issued'),
  dueDateFrom: from('Due'),
  dueDateTo: to('Due'),
  reference: Type.Optional(
    Text(35, { description: 'The payment reference, exactly.', examples: ['1000175'], 'x-open-point': 'P-108' }),
  ),
  number: Type.Optional(
    Text(100, {
      description: 'The number, in any case of letters.',
      examples: ['K12-2026-000017'],
      'x-open-point': 'P-108',
    }),
  ),
};

/** What a list or a detail embeds on request. */
export const expandQuery = {
  expand: Type.Optional(
    WordList(['building', 'apartment', 'residents'], {
      description:
        'Embeds these objects in fields of their names. Residents of the organization cannot embed residents.',
      'x-open-point': 'P-106',
    }),
  ),
};

const nullableObject = (schema: TSchema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description, 'x-open-point': 'P-106' }));
const expandedFields = {
  building: nullableObject(BuildingBody, 'Only with expand=building: the building.'),
  apartment: nullableObject(
    ApartmentBody,
    'Only with expand=apartment: the apartment; null if it was deleted, and for a resident who no longer has it.',
  ),
  residents: Type.Optional(
    Type.Array(ResidentBody, {
      description: 'Only with expand=residents: the people the invoice is for.',
      'x-open-point': 'P-106',
    }),
  ),
};

const invoiceFields = {
  id: Id,
  number: Type.String({
    description: 'Gapless within the organization and the year of issue.',
    examples: ['K12-2026-000017'],
  }),
  reference: Type.String({ description: 'The reference for the payer to quote.', examples: ['1000012'] }),
  status,
  overdue: Type.Boolean({
    description: 'Sent, and past its due date in the building’s time zone.',
    'x-open-point': 'P-34',
  }),
  overdueSince: Nullable(Day),
  buildingId: Id,
  apartmentId: Id,
  recipients: Type.Array(RecipientBody, { description: 'The people it was sent to; empty before sending.' }),
  periodStart: Day,
  periodEnd: Day,
  issueDate: Day,
  dueDate: Day,
  paidDate: Nullable(Day),
  currency: Type.String({ examples: ['EUR'] }),
  amount: Amount('The sum of all positions with VAT.', 358.94),
  amountPaid: Amount('Paid so far.', 0),
  balance: Amount('The open amount; 0 if cancelled.', 358.94),
  sentAt: { ...Nullable(Instant), description: 'When it first reached a recipient.', 'x-open-point': 'P-37' },
  sentBy: Type.Union([OneOf(sentBy), Type.Null()], {
    description: 'How it first reached a recipient.',
    'x-open-point': 'P-37',
  }),
  sending: Type.Union([OneOf(sendingStates), Type.Null()], {
    description:
      'The state of its latest mailing: queued while an e-mail waits; then whether the mail server accepted all, some or none of its e-mails. Null if it was never mailed.',
    'x-open-point': 'P-37',
  }),
  kind: OneOf(['invoice', 'credit', 'correction'], {
    description:
      'credit: credits all or part of another invoice. correction: the difference, up or down, of a corrected period. A negative amount becomes credit of the apartment at once.',
  }),
  correctsInvoiceId: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The invoice it credits or corrects.',
  }),
  reason: Nullable(
    Type.String({ description: 'The reason, for the resident.', examples: ['The lift stood still for two weeks.'] }),
  ),
  ...ownFields,
  createdAt: Instant,
  updatedAt: Instant,
};

const AccountBody = Type.Object(
  {
    openingBalance: Amount(
      'The debt from earlier invoices when the latest of them was issued, including that one.',
      120.5,
    ),
    payments: Amount('Payments since, for those or for this invoice.', 120.5),
    credits: Amount('Amounts paid by credit notes since, and unallocated credit of the apartment.', 0),
    amountToPay: Amount('openingBalance + amount − payments − credits, as of now. Negative: paid in advance.', 358.94),
  },
  { description: 'Only on request; null for a cancelled invoice and for a credit.', 'x-open-point': 'P-33' },
);

/** What the example of an invoice has instead of the examples of its fields. */
const sentInvoice = { status: 'sent', overdue: false, kind: 'invoice', sending: 'sent', reason: null };
/** The fields of the example that differ once the invoice is paid. */
export const paidInvoice = { ...sentInvoice, status: 'paid', paidDate: '2026-11-12', amountPaid: 358.94, balance: 0 };

export const InvoiceBody = Type.Object(invoiceFields, {
  title: 'Invoice',
  'x-open-point': 'P-33',
  examples: [sentInvoice],
});
export const InvoiceWithPositionsBody = Type.Object(
  {
    ...invoiceFields,
    ...expandedFields,
    account: Type.Optional(Type.Union([AccountBody, Type.Null()])),
    positions: Type.Array(PositionBody),
  },
  {
    title: 'InvoiceWithPositions',
    'x-open-point': 'P-33',
    examples: [{ ...sentInvoice, positions: positionExamples }],
  },
);
const includedName = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example], 'x-open-point': 'P-106' }));
export const ListedInvoiceBody = Type.Object(
  {
    ...invoiceFields,
    ...expandedFields,
    positions: Type.Optional(
      Type.Array(PositionBody, { description: 'Only with include=positions.', 'x-open-point': 'P-106' }),
    ),
    buildingName: includedName('Only with include=names: the name of the building.', 'Kase 12'),
    apartmentNumber: includedName('Only with include=names: the number of the apartment.', '12'),
  },
  { title: 'ListedInvoice', 'x-open-point': 'P-33', examples: [sentInvoice] },
);

export const UpdatedInvoiceBody = Type.Object(
  {
    ...invoiceFields,
    warnings: Type.Optional(
      Type.Array(Type.Object({ code: OneOf(invoiceWarningCodes), message: Type.String() }), {
        description: 'What was accepted and should be checked. paid_before_issue: paidDate is before issueDate.',
        'x-open-point': 'P-123',
      }),
    ),
  },
  { title: 'UpdatedInvoice', 'x-open-point': 'P-33' },
);

export const ChangedInvoice = Type.Partial(
  Type.Object({
    status,
    paidDate: Type.String({
      format: 'date',
      description:
        'With the status paid, or for a paid invoice. Default: today in the building’s time zone; never in the future.',
      examples: ['2026-11-12'],
      'x-open-point': 'P-34',
    }),
    reference: Text(35, {
      description:
        'The reference for the payer to quote: 1 to 35 printable characters. The PDF of a sent invoice keeps its own.',
      examples: ['RF181000012'],
    }),
    ...ownFieldsInput,
  }),
  { title: 'ChangedInvoice', 'x-open-point': 'P-34', examples: [{ status: 'paid', paidDate: '2026-11-12' }] },
);

/** An invoice as the API shows it. */
export function invoiceBody<I extends Invoice>(invoice: I) {
  const { cause, amount, amountPaid, balance, ...rest } = invoice;
  const amounts = withAmounts({ amount, amountPaid, balance }, 'amount', 'amountPaid', 'balance');
  return { ...rest, ...amounts, kind: cause ?? ('invoice' as const) };
}

/** The account of an invoice as the API shows it. */
export function accountBody({ openingBalance, payments, credits, amountToPay }: InvoiceBalance) {
  const account = { openingBalance, payments, credits, amountToPay };
  return withAmounts(account, 'openingBalance', 'payments', 'credits', 'amountToPay');
}

/** A line item of an invoice as the API shows it. */
export function positionBody(position: InvoicePosition) {
  return withAmounts(position, 'amount', 'vatAmount');
}
