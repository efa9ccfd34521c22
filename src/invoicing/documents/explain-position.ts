// Explains how an amount was calculated, in rows that a person can check by hand. One table of steps: a calculation
// shows the steps it has data for, and a step skips what it does not know.

import type { ReadingsUsed, AnyCalculation as Stored } from '../../charging/calculation.ts';
import { amountText, quantityText, quotientText } from '../../platform/values/amounts.ts';
import { type Basis, meterUnits, type Unit } from '../../platform/values/bases.ts';
import { add, type Decimal, formatDecimal, parseDecimal } from '../../platform/values/decimal.ts';
import type { Language } from '../../platform/values/languages.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { Rise } from '../compare-invoice.ts';
import type { InvoicePosition } from '../model.ts';
import { explainRise } from './explain-rise.ts';
import { describedIn, formatShortDay, type PdfWords, unitOf } from './pdf-words.ts';

/** One row: a label and its figures. */
type ExplanationRow = { readonly label: string; readonly figure: string; readonly note?: string };
/** `why`: why the charge is more than in another period, with its first position. */
export type Explanation = {
  readonly title: string;
  readonly amount: string;
  readonly why?: string;
  readonly rows: readonly ExplanationRow[];
};

/** Any calculation: fields that its method does not have are absent. */
type CalculationFields = Partial<MergedFields<Stored>>;
type MergedFields<T> = {
  [K in T extends unknown ? keyof T : never]: T extends { readonly [P in K]?: infer V } ? V : never;
};

type ExplanationWriter = {
  readonly words: PdfWords;
  /** A figure, in a unit that is not shown. */
  readonly number: (value: number | string, unit?: Unit) => string;
  /** A price after its division. */
  readonly quotient: (price: number) => string;
  readonly money: (value: number | string, most?: number) => string;
  /** A figure with its unit. */
  readonly amount: (value: number | string, unit: Unit | undefined, most?: number) => string;
  readonly day: (day: string) => string;
  /** The name of a charge on this invoice. */
  readonly nameOf: (charge: string) => string;
};
type ExplanationStep = (
  calculation: CalculationFields,
  writer: ExplanationWriter,
  position: InvoicePosition,
) => readonly ExplanationRow[];

const readings: ExplanationStep = ({ readings = [] }, { words, number, amount, day }) =>
  readings.map((reading: ReadingsUsed) => {
    const [start, end] = [
      `${number(reading.start, reading.unit)} (${reading.startOn ? day(reading.startOn) : words.how.initialValue})`,
      `${number(reading.end, reading.unit)} (${day(reading.endOn)})`,
    ];
    const round = countRollovers(reading);
    const notes = [
      reading.estimated && words.how.estimated,
      ...calculatedByDays(reading, { words, day }),
      round && words.how.rolledOver,
    ].filter(Boolean);
    return {
      label: words.how.readings({ meter: reading.serialNumber ?? '' }).trimEnd(),
      figure: `${end}${round && ` + ${number(round, reading.unit)}`} − ${start} = ${amount(reading.consumption, reading.unit)}`,
      ...(notes.length > 0 && { note: notes.join('; ') }),
    };
  });

/** The values that nobody read, by the readings between which they lie. */
function calculatedByDays(
  { startOn = '', startBetween, endOn, endBetween }: ReadingsUsed,
  { words, day }: Pick<ExplanationWriter, 'words' | 'day'>,
): string[] {
  const values = [
    ...(startBetween ? [{ on: startOn, ...startBetween }] : []),
    ...(endBetween ? [{ on: endOn, ...endBetween }] : []),
  ];
  return [...Map.groupBy(values, ({ from, to }) => `${from} ${to}`).values()].map((samePeriod) => {
    const { from = '', to = '' } = samePeriod[0] ?? {};
    return words.how.byDays({ days: samePeriod.map(({ on }) => day(on)).join(', '), from: day(from), to: day(to) });
  });
}

const anyDecimal = { decimals: 15, min: -(10 ** 15), max: 10 ** 15 };

/**
 * What a register counted beyond its last number at a roll-over, which its two values do not show: its range, such as
 * 1000. Empty without a roll-over.
 */
function countRollovers({ start, end, consumption }: ReadingsUsed): string {
  const exact = (value: string): Decimal => parseDecimal(value, anyDecimal) ?? { units: 0n, scale: 0 };
  const less = (a: Decimal, { units, scale }: Decimal) => add(a, { units: -units, scale });
  const rolledOver = formatDecimal(less(add(exact(consumption), exact(start)), exact(end)));
  return /^[1-9]0+$/.test(rolledOver) ? rolledOver : '';
}

/** For a bill divided by consumption: the total counted, and how much of it divided earlier bills. */
const toDate: ExplanationStep = ({ toDate: all, instead, unit: per }, { words, amount, day }) => {
  if (all === undefined || instead !== undefined) return [];
  const figure = (value: string) => amount(value, per);
  return [
    { label: words.how.countedSince({ day: day(all.since) }), figure: figure(all.counted) },
    { label: words.how.weighedBefore, figure: figure(all.before) },
    { label: words.how.weighedNow, figure: figure(all.now) },
  ];
};

/** For other days: the amount now, the amount billed before, and why they differ. */
const settlementRows: ExplanationStep = (calculation, { words, amount, money, day }) => {
  const {
    method,
    from,
    to,
    why,
    counted,
    billedBefore,
    quantity,
    unit: per,
    unitPrice,
    rounded: due,
    before,
    after,
  } = calculation;
  if (method !== 'settlement' || from === undefined || to === undefined || why === undefined) return [];
  const figureOf = (value: string | undefined) => amount(value ?? 0, per);
  const isNew = why === 'not_billed';
  return [
    { label: words.how.days, figure: `${day(from)} – ${day(to)}`, note: words.how.why[why] },
    ...(isNew ? [] : lessBilled({ counted, billedBefore, quantity }, figureOf, words)),
    { label: words.how.price, figure: `${figureOf(counted)} × ${money(unitPrice ?? 0, 6)} = ${money(due ?? 0)}` },
    ...(isNew
      ? []
      : [
          {
            label: words.how.difference,
            figure: `${less(money(due ?? 0), money(before ?? 0))} = ${money((due ?? 0) - (before ?? 0))}`,
          },
        ]),
    ...(calculation.isLimited ? [{ label: words.how.limited, figure: money((after ?? 0) - (before ?? 0)) }] : []),
  ];
};

/** One figure minus another. A negative second figure is put in parentheses. */
function less(figure: string, other: string): string {
  return other.startsWith('−') ? `${figure} − (${other})` : `${figure} − ${other}`;
}

/** What was counted until now, what was billed of it before, and the difference. */
function lessBilled(
  { counted, billedBefore, quantity }: { readonly [K in 'counted' | 'billedBefore' | 'quantity']: string | undefined },
  amount: (value: string | undefined) => string,
  { how }: PdfWords,
): ExplanationRow[] {
  return [
    { label: how.countedNow, figure: amount(counted) },
    { label: how.billedBefore, figure: amount(billedBefore) },
    { label: how.unbilled, figure: `${less(amount(counted), amount(billedBefore))} = ${amount(quantity)}` },
  ];
}

/** Of a correction: the same for each segment that differs. */
const corrected: ExplanationStep = ({ correctedDays = [] }, { words, number, amount, money, day }) =>
  correctedDays.flatMap((days) => {
    const { from, to, why, counted, billedBefore, quantity, unit: per, unitPrice, coefficient: times } = days;
    const { raw, rounded: due = 0, before = 0 } = days;
    const figureOf = (value: string | undefined) => amount(value ?? 0, per);
    const factor = times === undefined ? '' : ` × ${number(times)}`;
    return [
      { label: words.how.days, figure: `${day(from)} – ${day(to)}`, note: words.how.why[why] },
      ...lessBilled({ counted, billedBefore, quantity }, figureOf, words),
      ...(raw === undefined || unitPrice === undefined
        ? []
        : [
            {
              label: words.how.price,
              figure: `${figureOf(counted)}${factor} × ${money(unitPrice, 6)} = ${money(due)}`,
            },
          ]),
      ...(unitPrice === undefined
        ? []
        : [{ label: words.how.difference, figure: `${less(money(due), money(before))} = ${money(due - before)}` }]),
    ];
  });

const ownDaysOnly: ExplanationStep = ({ ownDays: own }, { words, day }) =>
  own === undefined ? [] : [{ label: words.how.ownDaysOnly, figure: `${day(own.from)} – ${day(own.to)}` }];

const coefficient: ExplanationStep = (
  { figure, coefficient: times, quantity, numerator, unit: per },
  { words, number, amount },
) =>
  figure === undefined || times === undefined
    ? []
    : [
        {
          label: words.how.coefficient,
          figure: `${number(figure, per)} × ${number(times)} = ${amount(quantity ?? numerator ?? 0, per)}`,
        },
      ];

/**
 * The days of a price, and how many of the period they are; of a settlement, only the days: they are not in the period.
 */
const tariffDays: ExplanationStep = ({ tariff, remainder }, { words, day }) => {
  if (tariff === undefined) return [];
  const figure = `${day(tariff.from)} – ${day(tariff.to)}`;
  return remainder?.billedBefore === undefined
    ? [{ label: words.how.tariff, figure, note: words.how.daysOf({ days: tariff.days, of: tariff.of }) }]
    : [{ label: words.how.days, figure }];
};

const unitPrice: ExplanationStep = (calculation, { words, amount, money }) => {
  const { method, quantity, unit: per, unitPrice, raw = 0, tariff } = calculation;
  if (method !== 'unit_price' || quantity === undefined || unitPrice === undefined) return [];
  const part = tariff?.used === undefined ? daysFractionText(tariff) : '';
  const figure = `${amount(tariff?.used ?? quantity, per)} × ${money(unitPrice, 6)}${part} = ${money(raw, 12)}`;
  return [{ label: `${words.how.price}${basisText(calculation.basis, words)}`, figure }];
};

/** Which figure of the apartment it is: both areas have the same unit. */
function basisText(basis: Basis | undefined, words: PdfWords): string {
  const names: Readonly<Partial<Record<Basis, string>>> = words.how.bases;
  const name = basis && names[basis];
  return name === undefined ? '' : ` (${name})`;
}

function daysFractionText(tariff: CalculationFields['tariff']): string {
  return tariff === undefined ? '' : ` × ${tariff.days} / ${tariff.of}`;
}

const mainMeterRows: ExplanationStep = ({ remainder }, { words, amount, money }) =>
  remainder === undefined
    ? []
    : [
        { label: words.how.mainMeters, figure: amount(remainder.main, remainder.unit) },
        { label: words.how.apartmentMeters, figure: amount(remainder.explained, remainder.unit) },
        {
          label: words.how.remainder,
          figure: `${amount(remainder.quantity, remainder.unit)} × ${money(remainder.unitPrice, 6)}`,
          ...(Number(remainder.quantity) < 0 && { note: words.how.negativeRemainder }),
        },
        ...(remainder.billedBefore === undefined
          ? []
          : [
              {
                label: words.how.billedOfIt,
                // Added up from the apartments' shares, each rounded far behind what a meter shows.
                figure: `${amount(remainder.billedBefore, remainder.unit, 6)}, ${money(remainder.before ?? 0)}`,
              },
            ]),
      ];

/** A supplier's bill counts in its own unit; where its charge does not say, consumption is in that of the meters. */
const bill: ExplanationStep = (
  { bill: billAmount, billQuantity, billUnit, unit: per, remainder, deductions = [], divided, tariff },
  { words, amount, money, quotient, nameOf },
) => {
  if (billAmount === undefined) return [];
  const metered = meterUnits.find((unit) => unit === (billUnit ?? per));
  const counted = billQuantity && amount(billQuantity, metered);
  const quantity = counted && [counted, metered === undefined && billUnit].filter(Boolean).join('\u00a0');
  const unitName = metered === undefined ? billUnit : words.units[metered];
  const price = [quotient(billAmount / Number(billQuantity)), unitName].filter(Boolean).join('/');
  const less = deductions.map((deduction) => ({
    label: `${words.how.deducted}: ${nameOf(deduction.charge)}`,
    figure: `−${money(deduction.amount)}`,
  }));
  return [
    {
      label: remainder === undefined ? words.how.bill : words.how.divided,
      figure: money(billAmount),
    },
    ...(Number(billQuantity) > 0
      ? [{ label: words.how.billPrice, figure: `${money(billAmount)} / ${quantity} ${price}` }]
      : []),
    ...less,
    ...(divided === undefined ? [] : [{ label: words.how.divided, figure: money(divided) }]),
    ...(tariff?.divided === undefined ? [] : [{ label: words.how.onTheseDays, figure: money(tariff.divided) }]),
  ];
};

const shareOfBill: ExplanationStep = (
  { method, basis, bill: billAmount, divided, numerator, denominator, unit: per, raw, tariff, instead },
  { words, amount, money },
) =>
  method !== 'split' || billAmount === undefined || numerator === undefined || denominator === undefined
    ? []
    : [
        {
          label: `${words.how.share}${basisText(instead ?? basis, words)}`,
          figure: `${amount(numerator, per)} / ${amount(denominator, per)}`,
          ...(instead && { note: words.how.instead }),
        },
        {
          label: words.how.part,
          figure: `${money(tariff?.divided ?? divided ?? billAmount)} × ${amount(numerator, per)} / ${amount(denominator, per)} = ${money(raw ?? 0, 6)}`,
        },
      ];

const oneOffCharge: ExplanationStep = ({ oneOff, raw = 0 }, { words, money }) =>
  oneOff === undefined ? [] : [{ label: words.how.once, figure: money(raw) }];

const lateInterest: ExplanationStep = ({ overdue = [] }, { words, number, money, day }) =>
  overdue.flatMap(({ invoiceNumber, days, raw }) =>
    days.map((interestDays, index) => {
      const sum = index === days.length - 1 ? ` → ${money(raw, 10)}` : '';
      return {
        label: words.how.overdue({ invoice: invoiceNumber }),
        figure: `${money(interestDays.principal)} × ${number(interestDays.percentPerDay)} % × ${interestDays.days}${sum}`,
        note: `${day(interestDays.from)} – ${day(interestDays.to)}`,
      };
    }),
  );

const credited: ExplanationStep = ({ of, raw, creditedBefore = 0 }, { words, money }) => {
  if (of === undefined || raw === undefined) return [];
  const before = creditedBefore === 0 ? '' : ` − ${money(creditedBefore)}`;
  return [{ label: words.how.credited, figure: `${money(of)}${before}: ${money(raw)}` }];
};

const difference: ExplanationStep = (
  { method, before, after, raw = 0, isLimited, correctedDays = [] },
  { words, money },
) => {
  if (method !== 'difference' || before === undefined || after === undefined) return [];
  const label = correctedDays.length > 0 ? words.how.allDays : words.how.difference;
  const row = { label, figure: `${less(money(after), money(before))} = ${money(raw)}` };
  return isLimited ? [row, { label: words.how.limited, figure: money(raw) }] : [row];
};

const roundingRowsOf: ExplanationStep = (
  { method, wholeCents, remainderCent = 0, share, oneOff, raw },
  { words, money },
  position,
) =>
  oneOff === undefined && method !== 'settlement'
    ? roundingRows(
        { wholeCents, remainderCent, amount: share?.whole ?? amountFromCents(position.amount), raw },
        { words, money },
      )
    : [];

/** For an apartment that changed hands: the payer's part of the whole. */
const ownDays: ExplanationStep = ({ share }, writer, position) => {
  if (share === undefined) return [];
  const { words, number, money, day } = writer;
  const { wholeCents, remainderCent } = share;
  const figure = `${money(share.whole)} × ${number(share.part)} / ${number(share.of)} = ${money(share.raw, 6)}`;
  return [
    { label: words.how.ownDays, figure, note: `${day(share.from)} – ${day(share.to)}` },
    ...roundingRows(
      { wholeCents, remainderCent, amount: amountFromCents(position.amount) },
      writer,
      words.how.centOfDays,
    ),
  ];
};

type Rounding = {
  readonly wholeCents?: number | undefined;
  readonly remainderCent: number;
  readonly amount: number;
  /** The exact amount. */
  readonly raw?: number | string | undefined;
};

/** How an exact amount became whole cents. */
function roundingRows(
  { wholeCents, remainderCent, amount, raw = amount }: Rounding,
  { words, money }: Pick<ExplanationWriter, 'words' | 'money'>,
  why = words.how.cent,
): ExplanationRow[] {
  if (wholeCents === undefined || remainderCent === 0) {
    // In billionths, as the difference of two floating-point numbers may miss half a cent.
    const isDown = wholeCents !== undefined && Math.round((Number(raw) - amount) * 1e9) >= 5_000_000;
    return [{ label: words.how.rounded, figure: money(amount), ...(isDown && { note: words.how.down }) }];
  }
  const sign = remainderCent > 0 ? '+' : '−';
  const cent = `${sign}${money(0.01)}`;
  return [
    {
      label: words.how.rounded,
      figure: `${money(wholeCents)} ${sign} ${money(0.01)} = ${money(amount)}`,
      note: why({ amount: cent }),
    },
  ];
}

const explanationSteps: readonly ExplanationStep[] = [
  tariffDays,
  ownDaysOnly,
  readings,
  settlementRows,
  corrected,
  toDate,
  coefficient,
  unitPrice,
  mainMeterRows,
  bill,
  shareOfBill,
  oneOffCharge,
  lateInterest,
  credited,
  difference,
  roundingRowsOf,
  ownDays,
];

/** Explains how a position's amount was calculated, in a language. `all` are the invoice's positions. Pure. */
export function explainPosition(
  position: InvoicePosition,
  language: Language,
  currency: string,
  positions: readonly InvoicePosition[] = [],
): Explanation {
  const words = serviceWords[language].invoicePdf;
  const money = (value: number | string, most = 2) => amountText(language, value, currency, most);
  const writer: ExplanationWriter = {
    words,
    money,
    quotient: (price) => quotientText(language, price, currency, '= '),
    number: (value, unit) => quantityText(language, value, unit, 15),
    amount: (value, unit, most = 15) =>
      [quantityText(language, value, unit, most), unit && unitOf(words, unit, value)].filter(Boolean).join(' '),
    day: (day) => formatShortDay(language, day),
    nameOf: (charge) => positions.find(({ code }) => code === charge)?.description ?? charge,
  };
  const calculation = position.calculation as CalculationFields;
  const rows = explanationSteps.flatMap((step) => step(calculation, writer, position));
  return { title: describedIn(language, position.description), amount: money(amountFromCents(position.amount)), rows };
}

/** Explains all positions of an invoice, and why charges are more than in another period. Pure. */
export function explainPositions(
  positions: readonly InvoicePosition[],
  rises: Readonly<Record<string, Rise>>,
  language: Language,
  currency: string,
): Explanation[] {
  const firsts = new Set([...Map.groupBy(positions, ({ code }) => code).values()].map(([first]) => first));
  return positions.map((position) => {
    const rise = firsts.has(position) ? rises[position.code] : undefined;
    const explained = explainPosition(position, language, currency, positions);
    return rise === undefined ? explained : { ...explained, why: explainRise(rise, language, currency) };
  });
}
