// Priced consumption: bills an apartment's meters for days without an invoice, at the price of the days, and settles what earlier invoices billed wrongly.
import type { MeterUse } from '../../metering/measure-meters.ts';
import { billedScale, billedUnits, toBilledUnits } from '../../metering/measure-meters.ts';
import { addDays, daysInclusive, type Period } from '../../platform/values/dates.ts';
import {
  type Decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  percentOf,
  roundToCents,
} from '../../platform/values/decimal.ts';
import { amountFromCents, type Cents } from '../../platform/values/money.ts';
import type { Charge } from '../../properties/model.ts';
import type { MeteredCalculation, SettlementCalculation, Unit } from '../calculation.ts';
import { coefficientScale } from '../charge-scope.ts';
import { splitByTariff } from '../tariffs.ts';
import { quantityText, splitInProportion } from './billed-consumption.ts';
import { calculateSettlement, type PriceTerms, sharedDays } from './consumption-difference.ts';
import {
  type BilledConsumption,
  type Consumption,
  type ConsumptionSegment,
  payersOf,
  readingsOn,
  segmentConsumption,
  whyOf,
} from './consumption-segments.ts';

/** A line of an invoice: a run of days of an apartment's meters at one price. */
export type PricedLine = {
  readonly payer: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly vatRate: string;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly calculation: MeteredCalculation | SettlementCalculation;
  readonly billed: readonly BilledConsumption[];
};

/** A charge, the apartment's coefficient in it, and the apartment's meters of its type. */
export type PricedConsumption = {
  readonly charge: Charge;
  readonly coefficient: bigint;
  readonly uses: readonly MeterUse[];
};

/**
 * The lines of an apartment. First the period's own days without an invoice: a line for each tariff and payer, also for zero. Then what is left of other days:
 * a line for each run of days with one price. Billed days keep the price, VAT rate and coefficient at which they were billed.
 */
export function pricedLines(priced: PricedConsumption, known: Consumption): PricedLine[] {
  const { lines, isLimited } = linesOf(priced, known);
  return lines.toSorted((a, b) => a.payer - b.payer).map((line) => shown(priced, line, known, !isLimited));
}

/** The sum of an apartment's lines; undefined where it has none. */
export function pricedAmounts(
  priced: PricedConsumption,
  known: Consumption,
): { readonly net: Cents; readonly vat: Cents } | undefined {
  const { lines } = linesOf(priced, known);
  if (lines.length === 0) return undefined;
  const sum = (of: (line: Line) => Cents) => lines.reduce((all, line) => all + of(line), 0);
  return { net: sum((line) => line.amount), vat: sum((line) => line.vatAmount) };
}

/** The lines of an apartment, and whether manual credits limited what was credited. */
function linesOf(
  priced: PricedConsumption,
  known: Consumption,
): { readonly lines: readonly Line[]; readonly isLimited: boolean } {
  const runs = segmentConsumption(priced.charge, priced.uses, known);
  if (runs.length === 0) return { lines: [], isLimited: false };
  const isOwn = (run: ConsumptionSegment) => run.isOpen && run.periodStart >= known.period.periodStart;
  const own = ownLines(priced, runs.filter(isOwn), known);
  const others = settlements(
    priced,
    runs.filter((run) => !isOwn(run)),
  );
  const kept = others.filter((line) => !line.isLimited || line.amount !== 0 || line.vatAmount !== 0);
  const noted = runs.filter((run) => !isOwn(run) && run.isOpen && run.due === 0n);
  const [first, ...rest] = own;
  const noting = first === undefined ? [] : [{ ...first, noted }, ...rest];
  return { lines: [...noting, ...kept], isLimited: others.some((line) => line.isLimited) };
}

/** A run of days at one price, with its amounts. */
type Line = Period & {
  readonly payer: number;
  readonly runs: readonly ConsumptionSegment[];
  readonly terms: PriceTerms;
  readonly isOwn: boolean;
  /** The full amount of the days, and what was billed of it. */
  readonly due: Cents;
  readonly dueVat: Cents;
  readonly billed: Cents;
  readonly billedVat: Cents;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  /** Whether manual credits limited what was credited. */
  readonly isLimited: boolean;
  /** Earlier days without an invoice and without consumption: recorded as rows without a line, otherwise the first of them would be lost. */
  readonly noted?: readonly ConsumptionSegment[];
};

function ownLines(
  { charge, coefficient, uses }: PricedConsumption,
  runs: readonly ConsumptionSegment[],
  known: Consumption,
): Line[] {
  const parts = splitByTariff(charge, known.period);
  return payersOf(known, uses[0]?.apartmentId ?? '').flatMap((own, payer) =>
    parts.flatMap((part): Line[] => {
      const days = sharedDays(own, part);
      if (days === undefined) return [];
      const { unitPrice, vatRate } = part;
      if (unitPrice === undefined) throw new RangeError(`"${charge.name}" has no unit price.`);
      const terms = termsIn(unitPrice, vatRate, coefficient);
      const inside = runs.filter((run) => days.periodStart <= run.periodStart && run.periodEnd <= days.periodEnd);
      return [lineOf({ ...days, payer, runs: inside, terms, isOwn: true })];
    }),
  );
}

/** What is left of billed days, and of days that should have an invoice but have none: a line for each run of days. */
function settlements({ charge, coefficient }: PricedConsumption, runs: readonly ConsumptionSegment[]): Line[] {
  const withTerms = runs.map((run) => ({ run, terms: run.terms ?? termsOn(charge, run, coefficient) }));
  const groups = Map.groupBy(withTerms, ({ run, terms }) =>
    [run.payer, run.isOpen, run.periodStart, run.periodEnd, keyOf(terms)].join(' '),
  );
  const lines = [...groups.values()].flatMap((group): Line[] => {
    const [first] = group;
    if (first === undefined || group.every(({ run }) => run.due === run.billed)) return [];
    const { payer, periodStart, periodEnd } = first.run;
    return [
      lineOf({ payer, periodStart, periodEnd, runs: group.map(({ run }) => run), terms: first.terms, isOwn: false }),
    ];
  });
  return merged(lines.sort((a, b) => (a.periodStart < b.periodStart ? -1 : a.periodStart > b.periodStart ? 1 : 0)));
}

/** The price and VAT rate on the first day of a run; tariffs never change inside one. */
function termsOn(charge: Charge, { periodStart }: Period, coefficient: bigint): PriceTerms {
  const [part] = splitByTariff(charge, { periodStart, periodEnd: periodStart });
  if (part?.unitPrice === undefined) throw new RangeError(`"${charge.name}" has no unit price.`);
  return termsIn(part.unitPrice, part.vatRate, coefficient);
}

function termsIn(unitPrice: Decimal, vatRate: Decimal, coefficient: bigint): PriceTerms {
  return {
    unitPrice: formatDecimal(unitPrice),
    vatRate: formatDecimal(vatRate),
    coefficient: formatDecimal({ units: coefficient, scale: coefficientScale }),
  };
}

function keyOf({ unitPrice, vatRate, coefficient }: PriceTerms): string {
  return `${unitPrice} ${vatRate} ${coefficient}`;
}

/** Calculates the amounts of days: quantity × price, rounded, and what is missing of that. */
function lineOf(line: Pick<Line, 'payer' | 'runs' | 'terms' | 'isOwn' | keyof Period>): Line {
  const { runs, terms } = line;
  const due = priceOf(countedOn(runs), terms);
  const sum = (of: (run: ConsumptionSegment) => Cents) => runs.reduce((all, run) => all + of(run), 0);
  const [billed, billedVat] = [sum((run) => run.amount), sum((run) => run.vatAmount)];
  const amount = calculateSettlement({ due, billed, credited: sum((run) => run.credited) });
  const isLimited = amount !== due - billed;
  const dueVat = vatOf(isLimited ? billed + amount : due, terms);
  const vatAmount = calculateSettlement({ due: dueVat, billed: billedVat, credited: sum((run) => run.creditedVat) });
  return { ...line, due, dueVat, billed, billedVat, amount, vatAmount, isLimited };
}

/** Merges consecutive runs with the same terms into one line, if its amount and its VAT stay the same to the cent. */
function merged(lines: readonly Line[]): Line[] {
  const found: Line[] = [];
  for (const line of lines) {
    const before = found.at(-1);
    const follows = before !== undefined && addDays(before.periodEnd, 1) === line.periodStart;
    const both = follows && isAlike(before, line) ? joined(before, line) : undefined;
    if (both === undefined) found.push(line);
    else found.splice(-1, 1, both);
  }
  return found;
}

function isAlike(a: Line, b: Line): boolean {
  const isSame = a.payer === b.payer && keyOf(a.terms) === keyOf(b.terms) && reasonOf(a.runs) === reasonOf(b.runs);
  return isSame && !a.isLimited && !b.isLimited;
}

function joined(a: Line, b: Line): Line | undefined {
  const { payer, terms, isOwn, periodStart } = a;
  const both = lineOf({ payer, terms, isOwn, periodStart, periodEnd: b.periodEnd, runs: [...a.runs, ...b.runs] });
  const isExact = both.due === a.due + b.due && both.dueVat === a.dueVat + b.dueVat && !both.isLimited;
  return isExact && both.amount === a.amount + b.amount && both.vatAmount === a.vatAmount + b.vatAmount
    ? both
    : undefined;
}

/** The consumption of runs in the billed unit: a count of 10^-9. */
function countedOn(runs: readonly ConsumptionSegment[]): bigint {
  return runs.reduce((sum, run) => sum + toBilledUnits(run.due, run.meter), 0n);
}

function exact(text: string): Decimal {
  return parseDecimal(text, { decimals: 6, min: -1e9, max: 1e9 }) ?? { units: 0n, scale: 0 };
}

/** A quantity multiplied by the coefficient, exact. */
function withCoefficient(count: bigint, { coefficient }: PriceTerms): Decimal {
  const plain = { units: count, scale: billedScale };
  return coefficient === '1' ? plain : multiply(plain, exact(coefficient));
}

function priceOf(count: bigint, terms: PriceTerms): Cents {
  return roundToCents(multiply(withCoefficient(count, terms), exact(terms.unitPrice)));
}

function vatOf(amount: Cents, { vatRate }: PriceTerms): Cents {
  return percentOf(amount, exact(vatRate));
}

function shown({ charge }: PricedConsumption, line: Line, { period }: Consumption, isSettled: boolean): PricedLine {
  const { payer, runs, terms, amount, vatAmount, isOwn, isLimited } = line;
  const all = runs.reduce((sum, run) => sum + toBilledUnits(run.due - run.billed, run.meter), 0n);
  const left = isLimited ? (all * BigInt(amount)) / BigInt(line.due - line.billed) : all;
  const quantity = withCoefficient(left, terms);
  const type = charge.meterType ?? 'cold_water';
  const calculation = isOwn ? ownCalculation(charge, line, quantity, period) : settlementOf(charge, line, quantity);
  return {
    payer,
    description: isOwn ? charge.name : `${charge.name} (${line.periodStart} – ${line.periodEnd})`,
    quantity: formatDecimal(quantity),
    unit: billedUnits[type],
    unitPrice: terms.unitPrice,
    vatRate: terms.vatRate,
    amount,
    vatAmount,
    calculation,
    billed: [...billedRuns(charge, line), ...notedRuns(charge, line)].map((run) => ({ ...run, isSettled })),
  };
}

function plainly(count: bigint, terms: PriceTerms): Pick<MeteredCalculation, 'figure' | 'coefficient'> {
  if (terms.coefficient === '1') return {};
  return { figure: formatDecimal({ units: count, scale: billedScale }), coefficient: terms.coefficient };
}

function ownCalculation(charge: Charge, line: Line, quantity: Decimal, period: Period): MeteredCalculation {
  const { periodStart: from, periodEnd: to, runs, terms, amount } = line;
  const isWhole = from === period.periodStart && to === period.periodEnd;
  const shownQuantity = formatDecimal(quantity);
  const price = exact(terms.unitPrice);
  const hasTariffs = splitByTariff(charge, period).length > 1;
  const days = { from, to, days: daysInclusive(line), of: daysInclusive(period), used: shownQuantity };
  return {
    method: 'unit_price',
    basis: charge.basis,
    ...plainly(countedOn(runs), terms),
    quantity: shownQuantity,
    unit: billedUnits[charge.meterType ?? 'cold_water'],
    unitPrice: terms.unitPrice,
    ...(!isWhole && (hasTariffs ? { tariff: days } : { ownDays: { from, to } })),
    raw: formatDecimal(multiply(quantity, price)),
    rounded: amountFromCents(amount),
    readings: runs.map((run) => readingsOn(run.meter, run, run.due)),
  };
}

function settlementOf(charge: Charge, line: Line, quantity: Decimal): SettlementCalculation {
  const { periodStart: from, periodEnd: to, runs, terms, due, billed, amount, isLimited } = line;
  const count = (of: (run: ConsumptionSegment) => bigint) =>
    runs.reduce((sum, run) => sum + toBilledUnits(of(run), run.meter), 0n);
  const all = withCoefficient(
    count((run) => run.due),
    terms,
  );
  return {
    method: 'settlement',
    basis: charge.basis,
    ...plainly(
      count((run) => run.due),
      terms,
    ),
    from,
    to,
    why: reasonOf(runs),
    counted: formatDecimal(all),
    billedBefore: formatDecimal(
      withCoefficient(
        count((run) => run.billed),
        terms,
      ),
    ),
    quantity: formatDecimal(quantity),
    unit: billedUnits[charge.meterType ?? 'cold_water'],
    unitPrice: terms.unitPrice,
    raw: formatDecimal(multiply(all, exact(terms.unitPrice))),
    rounded: amountFromCents(due),
    before: amountFromCents(billed),
    after: amountFromCents(billed + amount),
    ...(isLimited && { isLimited }),
    readings: runs.map((run) => readingsOn(run.meter, run, run.due)),
  };
}

/** The most important reason among several meters on the same days. */
function reasonOf(runs: readonly ConsumptionSegment[]): SettlementCalculation['why'] {
  const found = runs.filter(({ due, billed }) => due !== billed).map(whyOf);
  const byWeight = ['cancelled', 'estimated', 'corrected', 'not_billed'] as const;
  return byWeight.find((why) => found.includes(why)) ?? 'corrected';
}

/** The ledger rows of a line: the amounts divided over its runs so that they add up. Where credits limit the amount, quantities are reduced in proportion. */
function billedRuns({ code }: Charge, line: Line): Omit<BilledConsumption, 'isSettled'>[] {
  const { runs, terms, amount, due, billed, vatAmount, isLimited } = line;
  const amounts = isLimited
    ? splitInProportion(
        amount,
        runs.map((run) => Number(run.due - run.billed)),
      )
    : amountsOf(line);
  const vats = inProportionOfVat(line, vatAmount);
  return runs.map(({ meter, due: counted, billed: before, ...run }, place) => {
    const left = isLimited ? ((counted - before) * BigInt(amount)) / BigInt(due - billed) : counted - before;
    return {
      periodStart: run.periodStart,
      periodEnd: run.periodEnd,
      meterId: meter.meterId,
      charge: code,
      quantity: quantityText(left),
      terms,
      amount: amounts[place] ?? 0,
      vatAmount: vats[place] ?? 0,
      isEstimated: readingsOn(meter, run, 0n).estimated,
    };
  });
}

function notedRuns(charge: Charge, { noted = [], terms }: Line): Omit<BilledConsumption, 'isSettled'>[] {
  return noted.map((run) => {
    const { periodStart, periodEnd, meter } = run;
    const nothing = { quantity: '0', amount: 0, vatAmount: 0, isEstimated: readingsOn(meter, run, 0n).estimated };
    const { coefficient } = terms;
    const [part] = splitByTariff(charge, { periodStart, periodEnd: periodStart });
    const price = part?.unitPrice === undefined ? terms : { ...termsIn(part.unitPrice, part.vatRate, 0n), coefficient };
    return {
      periodStart,
      periodEnd,
      meterId: meter.meterId,
      charge: charge.code,
      terms: price,
      ...nothing,
    };
  });
}

/** The amount that each run adds to those before it, less what was billed of it. */
function amountsOf({ runs, terms }: Line): Cents[] {
  let [count, until] = [0n, 0];
  return runs.map((run) => {
    count += toBilledUnits(run.due, run.meter);
    const all = priceOf(count, terms);
    const own = all - until - run.amount;
    until = all;
    return own;
  });
}

function inProportionOfVat({ runs, terms, isLimited }: Line, vatAmount: Cents): Cents[] {
  if (isLimited)
    return splitInProportion(
      vatAmount,
      runs.map((run) => Number(run.due - run.billed)),
    );
  let [count, until] = [0n, 0];
  const plain = runs.map((run) => {
    count += toBilledUnits(run.due, run.meter);
    const all = vatOf(priceOf(count, terms), terms);
    const own = all - until - run.vatAmount;
    until = all;
    return own;
  });
  // Where a credit limits only the VAT, the last run takes the difference.
  const rest = vatAmount - plain.reduce((sum, vat) => sum + vat, 0);
  return plain.map((vat, place) => (place === runs.length - 1 ? vat + rest : vat));
}
