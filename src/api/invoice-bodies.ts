// Invoice bodies: what invoices and their generation look like on the wire. Cents become decimal numbers here.

import { type Invoice, type InvoicePosition, invoiceStatuses, sendingStates, sentBy } from '../billing/invoices.ts';
import { Amount, Day, Id, Instant, Nullable, OneOf, Text, Type } from '../http/shapes.ts';
import type { InvoiceAccount } from '../payments/account/account.ts';
import { amountFromCents } from '../platform/money.ts';
import { bases } from '../portfolio/charge.ts';

const exact = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));
const shownAmount = (description: string) => Type.Optional(Type.Number({ description }));

const figure = (description: string, example: string) => Type.String({ description, examples: [example] });
const ReadingDaysBody = Type.Optional(
  Type.Object(
    { from: Day, to: Day },
    {
      description: 'Of a value that nobody read: calculated by days between the readings of these two days.',
      'x-open-point': 'P-90',
    },
  ),
);
const ReadingsTakenBody = Type.Object(
  {
    meterId: Id,
    serialNumber: Type.Optional(Type.String()),
    unit: OneOf(['m3', 'kWh', 'MWh']),
    start: figure('What the register showed at the beginning.', '409.123'),
    startOn: Type.Optional({ ...Day, description: 'Absent when nobody knows the day of installation.' }),
    startBetween: ReadingDaysBody,
    end: figure('What it showed at the end.', '412.337'),
    endOn: Day,
    endBetween: ReadingDaysBody,
    consumption: figure('What it counted from one to the other, in the meter’s own unit.', '3.214'),
    estimated: Type.Boolean({
      description: 'Whether the end was estimated, because no reading was confirmed for it or after it.',
    }),
  },
  { 'x-open-point': 'P-33' },
);
const RemainderBody = Type.Object(
  {
    main: figure('What the main meters counted.', '512.4'),
    explained: figure('What the apartments’ own meters counted.', '498.117'),
    quantity: figure('main − explained; may be negative.', '14.283'),
    unit: OneOf(['m3', 'kWh', 'MWh']),
    unitPrice: figure('Net.', '2.28'),
    billedBefore: exact('Where the days were billed before: how much of the quantity.', '9.667'),
    before: shownAmount('The same in money, over all apartments.'),
  },
  { description: 'How the price of a main meter’s remainder came about.', 'x-open-point': 'P-33' },
);

const TariffDaysBody = Type.Object(
  {
    from: Day,
    to: Day,
    days: Type.Integer({ examples: [10] }),
    of: Type.Integer({ description: 'Days of the whole period.', examples: [31] }),
    used: exact('Of a metered charge: what was used on these days.', '1.2'),
    divided: shownAmount('Of split: what of the bill, less its deductions, falls on these days.'),
  },
  {
    description:
      'Where price or VAT rate change inside the period: the days that this position is for. quantity × unitPrice × days / of is raw, or used × unitPrice; of split it is divided × numerator / denominator.',
    'x-open-point': 'P-33',
  },
);

const ShareBody = Type.Object(
  {
    whole: Type.Number({ description: 'The amount of the whole apartment.', examples: [46.16] }),
    from: Day,
    to: Day,
    by: OneOf(['days', 'readings'], {
      description: 'readings: by what was counted on each one’s days, of a bill that is divided by consumption.',
    }),
    part: figure('So many days, or so much was used on them.', '10'),
    of: figure('Of so many days, or of so much.', '31'),
    raw: figure('whole × part / of, cut after six decimals.', '14.890322'),
    wholeCents: Type.Number({ description: 'raw cut to whole cents.' }),
    remainderCent: Type.Integer({ description: 'The cent that the largest-remainder rule gave on top: -1, 0 or 1.' }),
  },
  {
    description:
      'Where the apartment changed hands inside the period: the part of the amount that falls on the payer’s own days. The other figures are those of the whole apartment. What meters counted at a price has ownDays instead: each pays for what was counted on theirs.',
    'x-open-point': 'P-33',
  },
);

const CorrectedDaysBody = Type.Object(
  {
    from: Day,
    to: Day,
    why: OneOf(['not_billed', 'estimated', 'corrected'], {
      description:
        'Nothing was billed of them before, what was billed was an estimate, or a reading or the meter’s beginning or end was corrected since.',
    }),
    counted: figure('What the meters counted on these days, as it is known now.', '12.4'),
    billedBefore: figure('What the invoice and its corrections billed of that.', '15'),
    quantity: figure('counted − billedBefore.', '-2.6'),
    unit: OneOf(['apartment', 'm2', 'share', 'person', 'm3', 'kWh', 'MWh']),
    unitPrice: exact('Net; absent where a bill is divided by these days.', '1.84'),
    coefficient: exact('What the quantities are multiplied by, where that is not 1.', '1.5'),
    raw: exact(
      'counted × coefficient × unitPrice; absent where days of other invoices are settled, so that it is no product.',
      '22.816',
    ),
    rounded: shownAmount('What the days come to now, net.'),
    before: shownAmount('What was billed of them before, net.'),
  },
  {
    description:
      'Of difference, where a charge goes by the apartment’s meters: the days that differ, with what was counted and billed of them.',
    'x-open-point': 'P-88',
  },
);

/** Money is given as numbers; figures that must stay exact as text. */
const CalculationBody = Type.Object(
  {
    method: OneOf(['unit_price', 'settlement', 'split', 'one_off', 'late_interest', 'credit', 'difference'], {
      description:
        'unit_price: quantity × unitPrice, rounded. settlement: what other days of meters come to now, less what was billed of them. split: a part of the supplier’s bill. one_off: charged once, as somebody wrote it down. late_interest: on invoices that were overdue. credit: taken back from the position in the same place of the invoice that is credited. difference: what a corrected period makes of a charge, less what was billed of it.',
    }),
    basis: Type.Optional(OneOf(bases)),
    invoiceNumber: Type.Optional(
      Type.String({ description: 'The invoice that is credited or corrected.', examples: ['K12-2026-000017'] }),
    ),
    of: shownAmount('What the credited position amounts to, net.'),
    before: shownAmount('Billed before, net, of difference and settlement.'),
    after: shownAmount('What it is with this position, net, of difference and settlement.'),
    from: Type.Optional({ ...Day, description: 'The first of the days, of settlement.' }),
    to: Type.Optional({ ...Day, description: 'The last of the days, of settlement.' }),
    why: Type.Optional(
      OneOf(['not_billed', 'estimated', 'corrected', 'cancelled'], {
        'x-open-point': 'P-87',
        description:
          'Of settlement: no invoice has the days, what was billed was an estimate, a reading or the meter’s beginning or end was corrected since, or an invoice of the days was cancelled.',
      }),
    ),
    counted: exact('What the meters counted on these days, as it is known now, of settlement.', '12.4'),
    billedBefore: exact('What was billed of that before, of settlement.', '15'),
    isLimited: Type.Optional(
      Type.Boolean({
        description: 'Of settlement and difference: less is given back, because credits gave it back before.',
      }),
    ),
    correctedDays: Type.Optional(Type.Array(CorrectedDaysBody)),
    ownDays: Type.Optional(
      Type.Object(
        { from: Day, to: Day },
        {
          description:
            'Where the apartment changed hands inside the period: the payer’s days, on which all of it was counted.',
        },
      ),
    ),
    creditedBefore: shownAmount('What credits before this one took from it, net.'),
    unit: OneOf(['apartment', 'm2', 'share', 'person', 'm3', 'kWh', 'MWh']),
    figure: exact('Where a coefficient counts: the figure without it.', '36.2'),
    coefficient: exact('What the figure is multiplied by.', '1.5'),
    tariff: Type.Optional(TariffDaysBody),
    share: Type.Optional(ShareBody),
    oneOff: Type.Optional(
      Type.Object({ id: Id, dueFrom: Day }, { description: 'Of one_off: which it is, and the day it is due from.' }),
    ),
    overdue: Type.Optional(
      Type.Array(
        Type.Object({
          invoiceId: Id,
          invoiceNumber: Type.String({ examples: ['K12-2026-000017'] }),
          days: Type.Array(
            Type.Object({
              from: Day,
              to: Day,
              days: Type.Integer({ minimum: 1, examples: [16] }),
              principal: Type.Number({ description: 'What was open, without interest.', examples: [120.5] }),
              percentPerDay: Type.Number({ examples: [0.022] }),
            }),
          ),
          raw: Type.String({
            description: 'The sum of principal × percentPerDay × days, exact.',
            examples: ['0.42416'],
          }),
          rounded: Type.Number({ description: 'raw to whole cents.', examples: [0.42] }),
        }),
        { description: 'Of late_interest: each overdue invoice. No interest is charged on interest.' },
      ),
    ),
    quantity: exact('The apartment’s figure, of unit_price; counted − billedBefore, of settlement.', '54.3'),
    unitPrice: exact('Net, of unit_price; of settlement what the days were billed at.', '0.85'),
    bill: shownAmount(
      'The supplier’s net bill for the whole building, or the price of a main meter’s remainder, of split.',
    ),
    billQuantity: exact('The quantity on that bill, of split.', '87.31'),
    deductions: Type.Optional(
      Type.Array(Type.Object({ charge: Type.String(), amount: Type.Number() }), {
        description: 'What other charges have taken from the bill, of split.',
      }),
    ),
    divided: shownAmount('The bill less its deductions: what is split.'),
    remainder: Type.Optional(RemainderBody),
    toDate: Type.Optional(
      Type.Object(
        {
          since: { ...Day, description: 'The first day that counts.' },
          counted: figure('What the meters counted from then until now.', '42.1'),
          before: figure('By what of that bills were divided before.', '43.3'),
          now: figure('The difference, or nothing: nobody weighs less.', '0'),
        },
        {
          description:
            'Where a bill is divided by what meters counted, and days before the period are settled with it: what of them counts now.',
          'x-open-point': 'P-87',
        },
      ),
    ),
    instead: Type.Optional(
      OneOf(['heated_area', 'area', 'equal'], {
        description:
          'Where a bill is divided by what meters counted and they counted nothing in all: what it is divided by instead.',
        'x-open-point': 'P-33',
      }),
    ),
    numerator: exact('The apartment’s figure, of split.', '54.3'),
    denominator: exact('The sum of all apartments’ figures, of split.', '3210.4'),
    raw: Type.String({
      description:
        'The figure before it becomes cents: quantity × unitPrice, of settlement counted × unitPrice, or bill × numerator / denominator cut after six decimals.',
      examples: ['208.806578'],
    }),
    rounded: shownAmount('raw to the nearest cent, half a cent away from zero, of unit_price and settlement.'),
    wholeCents: shownAmount('raw cut to whole cents, of split.'),
    remainderCent: Type.Optional(
      Type.Integer({ description: 'The cent that the largest-remainder rule gave on top, of split: -1, 0 or 1.' }),
    ),
    readings: Type.Optional(
      Type.Array(ReadingsTakenBody, {
        description: 'Both readings of each of the apartment’s meters; of a remainder, of the main meters.',
      }),
    ),
  },
  {
    description:
      'How the amount came about, so that it can be checked with a pencil. Further kinds of charges bring further fields.',
    'x-open-point': 'P-33',
    examples: [
      {
        method: 'split',
        basis: 'heated_area',
        unit: 'm2',
        bill: 12_345.67,
        billQuantity: '87.31',
        numerator: '54.3',
        denominator: '3210.4',
        raw: '208.812852',
        wholeCents: 208.81,
        remainderCent: 1,
      },
    ],
  },
);

const PositionBody = Type.Object({
  code: Type.String({ description: 'The charge.', examples: ['heating'] }),
  description: Type.String({ examples: ['Küte'] }),
  quantity: Type.Number({
    description: 'On the days of a tariff the part that falls on them, to six decimals.',
    examples: [54.3],
  }),
  unit: Type.String({ examples: ['m2'] }),
  unitPrice: Type.Number({ description: 'Net. Of a split bill to six decimals, for display.', examples: [3.845524] }),
  amount: Amount('Net.', 208.82),
  vatRate: Type.Number({ description: 'Percent.', examples: [24] }),
  vatAmount: Amount('Rounded for this position.', 50.12),
  calculation: CalculationBody,
});

const Recipient = Type.Object({
  name: Type.String({ examples: ['Mari Tamm'] }),
  email: Type.String({ examples: ['mari@example.org'] }),
});

const status = OneOf(invoiceStatuses, {
  description: 'draft after generation. Being overdue is no status: see overdue.',
  'x-open-point': 'P-34',
});

const invoiceFields = {
  id: Id,
  number: Type.String({
    description: 'Without gaps within the organization and the year of issue.',
    examples: ['K12-2026-000017'],
  }),
  reference: Type.String({ description: 'What the payer quotes.', examples: ['1000175'] }),
  status,
  overdue: Type.Boolean({
    description: 'Sent, and past its due date in the building’s time zone.',
    'x-open-point': 'P-34',
  }),
  overdueSince: Nullable(Day),
  buildingId: Id,
  apartmentId: Id,
  recipients: Type.Array(Recipient, { description: 'Who it was sent to; empty before that.' }),
  periodStart: Day,
  periodEnd: Day,
  issueDate: Day,
  dueDate: Day,
  paidDate: Nullable(Day),
  currency: Type.String({ examples: ['EUR'] }),
  amount: Amount('All positions with their VAT.', 358.94),
  amountPaid: Amount('Paid so far.', 0),
  balance: Amount('Still to be paid; 0 when cancelled.', 358.94),
  sentAt: { ...Nullable(Instant), description: 'When it first reached somebody.', 'x-open-point': 'P-37' },
  sentBy: Type.Union([OneOf(sentBy), Type.Null()], {
    description: 'How it first reached somebody.',
    'x-open-point': 'P-37',
  }),
  sending: Type.Union([OneOf(sendingStates), Type.Null()], {
    description:
      'How its latest mailing stands: queued while a letter waits; then whether all, some or none of its letters were taken by the mail server. Null when it was never mailed.',
    'x-open-point': 'P-37',
  }),
  kind: OneOf(['invoice', 'credit', 'correction'], {
    description:
      'credit: gives back all or part of another invoice. correction: the difference, up or down, that a corrected period makes. What is negative is credit of the apartment at once.',
  }),
  correctsInvoiceId: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The invoice that it credits or corrects.',
  }),
  reason: Nullable(
    Type.String({ description: 'Why, for the resident.', examples: ['The lift stood still for two weeks.'] }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
};

const AccountBody = Type.Object(
  {
    openingBalance: Amount('Owed of earlier invoices when the latest of them was issued; that one is in it.', 120.5),
    payments: Amount('What came in since, for those or for this one.', 120.5),
    credits: Amount('What credit invoices paid since, and money of the apartment that pays nothing yet.', 0),
    amountToPay: Amount('openingBalance + amount − payments − credits, as of now. Negative: paid ahead.', 358.94),
  },
  { description: 'Only when asked for; null of a cancelled invoice and of a credit.', 'x-open-point': 'P-33' },
);

export const InvoiceBody = Type.Object(invoiceFields, { title: 'Invoice', 'x-open-point': 'P-33' });
export const InvoiceWithPositionsBody = Type.Object(
  {
    ...invoiceFields,
    account: Type.Optional(Type.Union([AccountBody, Type.Null()])),
    positions: Type.Array(PositionBody),
  },
  { title: 'InvoiceWithPositions', 'x-open-point': 'P-33' },
);

export const ChangedInvoice = Type.Partial(
  Type.Object({
    status,
    paidDate: Type.String({
      format: 'date',
      description:
        'With the status paid, or of an invoice that is paid. Today in the building’s time zone when absent; never in the future.',
      examples: ['2026-11-12'],
      'x-open-point': 'P-34',
    }),
    reference: Text(35, {
      description: 'What the payer quotes: 1 to 35 printable characters.',
      examples: ['RF181000175'],
    }),
  }),
  { title: 'ChangedInvoice', 'x-open-point': 'P-34', examples: [{ status: 'paid', paidDate: '2026-11-12' }] },
);

/** An invoice as it is shown. */
export function invoiceBody<I extends Invoice>(invoice: I) {
  const { amount, amountPaid, balance, cause, ...rest } = invoice;
  return {
    ...rest,
    kind: cause ?? ('invoice' as const),
    amount: amountFromCents(amount),
    amountPaid: amountFromCents(amountPaid),
    balance: amountFromCents(balance),
  };
}

/** An invoice's account as it is shown. */
export function accountBody({ openingBalance, payments, credits, amountToPay }: InvoiceAccount) {
  return {
    openingBalance: amountFromCents(openingBalance),
    payments: amountFromCents(payments),
    credits: amountFromCents(credits),
    amountToPay: amountFromCents(amountToPay),
  };
}

/** A line of an invoice as it is shown. */
export function positionBody(position: InvoicePosition) {
  return { ...position, amount: amountFromCents(position.amount), vatAmount: amountFromCents(position.vatAmount) };
}
