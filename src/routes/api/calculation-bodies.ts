// Calculation bodies: how an amount came about, as data. Money is a number; figures that must stay exact are text.
import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { bases, fallbackBases, meterUnits, units } from '../../platform/values/bases.ts';

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
    unit: OneOf(meterUnits),
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
    unit: OneOf(meterUnits),
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
    unit: OneOf(units),
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
      'Of difference, where a charge goes by the apartment’s meters or by what a main meter counted beyond them: the days that differ, with what was counted (of a remainder: the apartment’s share) and billed of them.',
    'x-open-point': 'P-88',
  },
);

export const calculationExample = {
  method: 'split',
  basis: 'heated_area',
  unit: 'm2',
  bill: 12_345.67,
  billQuantity: '87.31',
  billUnit: 'MWh',
  numerator: '54.3',
  denominator: '3210.4',
  raw: '208.811949',
  wholeCents: 208.81,
  remainderCent: 1,
};

/** Money is given as numbers; figures that must stay exact as text. */
export const CalculationBody = Type.Object(
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
    unit: OneOf(units),
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
    billUnit: Type.Optional(
      Type.String({ description: 'The unit of that quantity, if the charge has one.', examples: ['MWh'] }),
    ),
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
      OneOf(fallbackBases, {
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
      examples: ['208.811949'],
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
    examples: [calculationExample],
  },
);
