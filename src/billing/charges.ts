// The charge engine: charges, supplier bills and apartments become positions, exact to the cent and explained as data; it reads and writes nothing.
import type { MeterUse } from '../metering/measure.ts';
import type { Period } from '../platform/dates.ts';
import {
  type Decimal,
  formatDecimal,
  multiply,
  percentOf,
  quotient,
  ranges,
  roundToCents,
} from '../platform/decimal.ts';
import { amountFromCents, type Cents, MAX_CENTS, sumCents } from '../platform/money.ts';
import type { Charge, MeterType } from '../portfolio/charge.ts';
import { allocate, exactShare } from './allocate.ts';
import type { Calculation, Remainder, Unit } from './calculation.ts';
import { type ApartmentField, exact, type Figures, figuresByCharge, named, type Report } from './figures.ts';
import { explainedBy, type MainRemainder, remainderOf, wordsOf } from './metered.ts';

/** An exact decimal as text, or as a number that is one (decimal.ts). */
export type Exact = string | number;

export type ApartmentFacts = {
  readonly id: string;
  readonly number: string;
  readonly area?: Exact | null | undefined;
  readonly heatedArea?: Exact | null | undefined;
  readonly shares?: Exact | null | undefined;
  readonly residentCount?: Exact | null | undefined;
};

/** A supplier's bill for the period: net amount and, for display, the quantity on it. */
export type SupplierBill = { readonly charge: string; readonly amount: Cents; readonly quantity?: string | undefined };

export type BillingInput = {
  readonly charges: readonly Charge[];
  readonly bills: readonly SupplierBill[];
  /** In the order in which equal claims to a left-over cent are served. */
  readonly apartments: readonly ApartmentFacts[];
  readonly period: Period;
  /** What the building's meters counted in the period, where charges go by them. */
  readonly meters?: readonly MeterUse[];
};

/** A line of an invoice. Of a split, unitPrice is bill / denominator to six decimals, for display; `calculation` has the exact numbers. */
export type Position = {
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly amount: Cents;
  readonly vatRate: string;
  readonly vatAmount: Cents;
  readonly calculation: Calculation;
};

export type Totals = { readonly netCents: Cents; readonly vatCents: Cents; readonly totalCents: Cents };
export type ChargeTotal = {
  readonly code: string;
  readonly billCents?: Cents;
  /** What is split, when it is not the whole bill: less the deductions, or the price of a remainder. */
  readonly dividedCents?: Cents;
  readonly allocatedCents: Cents;
  readonly vatCents: Cents;
};

export type ChargeProblem = {
  readonly code:
    | 'no_charges'
    | 'duplicate_charge'
    | 'supplier_bill_missing'
    | 'duplicate_supplier_bill'
    | 'unknown_charge'
    | 'charge_not_from_bill'
    | 'apartment_data_missing'
    | 'nothing_to_split_by'
    | 'reading_missing'
    | 'main_meter_missing'
    | 'negative_consumption'
    | 'amount_too_large';
  readonly message: string;
  readonly charge?: string;
  readonly apartmentId?: string;
  readonly field?: ApartmentField;
};

/**
 * The reckoning of a building's period. Only cents are kept for the whole building; positions are built when asked for, so
 * that ten thousand apartments can be written in batches. While there are problems, the charges they touch are left out:
 * such figures may be shown, never stored. `index` is the apartment's place in the input; RangeError beyond it.
 */
export type Computation = {
  readonly problems: readonly ChargeProblem[];
  readonly perCharge: readonly ChargeTotal[];
  /** Whether the apartment takes part in any charge, and so has a position. */
  takesPart(index: number): boolean;
  totalsOf(index: number): Totals;
  positionsOf(index: number): Position[];
};

/**
 * Computes every position of a building for a period.
 *
 * - With a unit price: quantity × price, rounded to cents per position.
 * - From a supplier's bill: the bill is split over the apartments by the basis; the parts add up to it (allocate.ts). What other charges deduct from it
 *   is taken off before.
 * - A main meter's remainder: what it counted and the apartments' own meters do not explain, times the price, is split like a bill.
 * - VAT is reckoned and rounded per position; an invoice is the sum of its amounts and of its VAT.
 * - An apartment whose figure is zero takes no part in that charge and gets no position; one with a meter does. A position of 0.00 stays.
 *
 * What is wrong with the input comes back in `problems`, all at once. Stored figures were checked when they were written,
 * so a malformed decimal is a defect and throws RangeError.
 */
export function computePositions({ charges, bills, apartments, period, meters = [] }: BillingInput): Computation {
  const problems: ChargeProblem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  const distinct = distinctCharges(charges, report);
  const billOf = billsByCharge(distinct, bills, period, report);
  const figuresOf = figuresByCharge(distinct, apartments, meters, report);
  const made = new Map<Charge, Line>();
  // What is deducted from a bill has a price, so it is known before any bill is split.
  for (const charge of distinct.toSorted((a, b) => Number(isDivided(a)) - Number(isDivided(b)))) {
    const figures = figuresOf.get(charge);
    const line = figures && lineOf({ charge, figures, bill: billOf.get(charge.code), distinct, made, meters }, report);
    if (line !== undefined) made.set(charge, line);
  }
  const lines = distinct.flatMap((charge) => made.get(charge) ?? []);

  const linesAt = (index: number) => {
    if (apartments[index] === undefined) throw new RangeError(`There is no apartment at place ${index}.`);
    return lines.filter(({ figures }) => figures.present?.[index] ?? figures.weights[index] !== 0n);
  };
  return {
    problems,
    perCharge: lines.map(chargeTotal),
    takesPart: (index) => linesAt(index).length > 0,
    totalsOf: (index) => totalsAt(linesAt(index), index),
    positionsOf: (index) => linesAt(index).map((line) => positionAt(line, index)),
  };
}

/** One charge over all apartments, net: the cents of each, and how to explain them. Each method of charging makes its own. */
type NetLine = {
  readonly charge: Charge;
  readonly figures: Figures;
  readonly billCents?: Cents;
  readonly dividedCents?: Cents;
  readonly unitPrice: string;
  readonly amounts: readonly Cents[];
  readonly explain: (index: number) => Calculation;
};
type Line = NetLine & { readonly vatRate: Decimal; readonly vats: readonly Cents[] };

function distinctCharges(charges: readonly Charge[], report: Report): Charge[] {
  const nothing = 'The building has no charges, so there is nothing to bill.';
  if (charges.length === 0) report({ code: 'no_charges', message: nothing });
  const distinct = new Map<string, Charge>();
  for (const charge of charges) {
    const message = `Two charges share the code "${charge.code}".`;
    if (distinct.has(charge.code)) report({ code: 'duplicate_charge', charge: charge.code, message });
    else distinct.set(charge.code, charge);
  }
  return [...distinct.values()];
}

/** The one bill of each charge that is split. Reports every bill without such a charge and every such charge without a bill. */
function billsByCharge(charges: readonly Charge[], bills: readonly SupplierBill[], period: Period, report: Report) {
  const known = new Map(charges.map((charge) => [charge.code, charge]));
  const found = new Map<string, SupplierBill>();
  for (const bill of bills) {
    const charge = known.get(bill.charge);
    const refuse = (code: ChargeProblem['code'], message: string) => report({ code, charge: bill.charge, message });
    if (!charge)
      refuse('unknown_charge', `There is a supplier bill for "${bill.charge}", which is no charge of the building.`);
    else if (!charge.costFrom)
      refuse('charge_not_from_bill', `${named(charge)} has a unit price and takes no supplier bill.`);
    else if (found.has(bill.charge))
      refuse('duplicate_supplier_bill', `${named(charge)} has more than one supplier bill.`);
    else found.set(bill.charge, bill);
  }
  for (const charge of charges.filter((charge) => charge.costFrom && !found.has(charge.code))) {
    const message = `${named(charge)} has no supplier bill for ${period.periodStart} to ${period.periodEnd}.`;
    report({ code: 'supplier_bill_missing', charge: charge.code, message });
  }
  return found;
}

/** Whether a charge divides an amount, a bill or the price of a remainder, rather than pricing each apartment's own figure. */
function isDivided({ basis, costFrom }: Charge): boolean {
  return costFrom !== undefined || basis === 'meter_remainder';
}

type Making = {
  readonly charge: Charge;
  readonly figures: Figures;
  readonly bill: SupplierBill | undefined;
  readonly distinct: readonly Charge[];
  /** The lines made so far: all that can be deducted. */
  readonly made: ReadonlyMap<Charge, Line>;
  readonly meters: readonly MeterUse[];
};

/** The line of a charge; undefined where its bill or a deduction is missing (already reported) or for a reason reported here. */
function lineOf(making: Making, report: Report): Line | undefined {
  const { charge, figures } = making;
  const refuse = (code: ChargeProblem['code'], message: string) => {
    report({ code, charge: charge.code, message });
    return undefined;
  };
  let net: NetLine;
  if (!isDivided(charge)) net = priced(charge, charge.unitPrice ?? 0, figures);
  else {
    const divided = dividedOf(making, refuse);
    if (divided === undefined) return undefined;
    if (figures.whole === 0n)
      return refuse('nothing_to_split_by', `${named(charge)} cannot be split: no apartment has any ${figures.called}.`);
    if (figures.weights.some((weight) => weight < 0n))
      return refuse(
        'negative_consumption',
        `${named(charge)} cannot be split: an apartment was billed for more than its meter shows.`,
      );
    net = split(charge, divided, figures);
  }
  const vatRate = exact(charge.vatRate, ranges.vatRate, `VAT rate of ${named(charge)}`);
  const line = { ...net, vatRate, vats: net.amounts.map((amount) => percentOf(amount, vatRate)) };
  if (total(line.amounts.map(Math.abs)) <= MAX_CENTS) return line;
  return refuse(
    'amount_too_large',
    `${named(charge)} comes to more than ${amountFromCents(MAX_CENTS)} for the building.`,
  );
}

type Refuse = (code: ChargeProblem['code'], message: string) => undefined;

/** An amount to be split, and where it comes from. */
type Divided = {
  readonly cents: Cents;
  readonly bill?: SupplierBill;
  readonly deductions: readonly { readonly charge: string; readonly amount: number }[];
  readonly remainder?: Remainder;
  readonly readings?: MainRemainder['readings'];
};

function dividedOf(making: Making, refuse: Refuse): Divided | undefined {
  const { charge, bill, made } = making;
  if (charge.costFrom === undefined) return pricedRemainder(making, refuse);
  const deducting = deductedFrom(making);
  const lines = deducting.flatMap((one) => made.get(one) ?? []);
  if (bill === undefined || lines.length < deducting.length) return undefined;
  const amounts = lines.map((line) => ({ charge: line.charge.code, cents: sumCents(line.amounts) }));
  return {
    cents: bill.amount - sumCents(amounts.map((one) => one.cents)),
    bill,
    deductions: amounts.map(({ charge, cents }) => ({ charge, amount: amountFromCents(cents) })),
  };
}

/** The charges that take something off a bill: those that say so; of a remainder without any, all that bill what the apartments' own meters counted. */
function deductedFrom({ charge, distinct, meters }: Making): Charge[] {
  const saying = distinct.filter((one) => one.deductedFrom === charge.code);
  if (saying.length > 0 || charge.basis !== 'meter_remainder' || charge.meterType === undefined) return saying;
  const types: readonly (MeterType | undefined)[] = explainedBy(charge.meterType, meters);
  return distinct.filter((one) => {
    const own = one.basis === 'meter' && one.unitPrice !== undefined && one.deductedFrom === undefined;
    return own && types.includes(one.meterType);
  });
}

function pricedRemainder({ charge, meters }: Making, refuse: Refuse): Divided | undefined {
  const type = charge.meterType ?? 'cold_water';
  const rest = remainderOf(type, meters);
  if (rest === 'no_main')
    return refuse(
      'main_meter_missing',
      `${named(charge)} needs a main ${wordsOf(type)} meter, and the building has none.`,
    );
  if (rest === 'missing')
    return refuse('reading_missing', `${named(charge)} needs a confirmed reading of every ${wordsOf(type)} meter.`);
  const price = exact(charge.unitPrice ?? 0, ranges.tariff, `unit price of ${named(charge)}`);
  const [main, explained, quantity] = [rest.main, rest.explained, rest.quantity].map(formatDecimal) as [
    string,
    string,
    string,
  ];
  return {
    cents: roundToCents(multiply(rest.quantity, price)),
    deductions: [],
    remainder: { main, explained, quantity, unit: rest.unit, unitPrice: formatDecimal(price) },
    readings: rest.readings,
  };
}

function priced(charge: Charge, unitPrice: number, figures: Figures): NetLine {
  const price = exact(unitPrice, ranges.tariff, `unit price of ${named(charge)}`);
  const shownPrice = formatDecimal(price);
  const product = (index: number) => multiply(figureAt(figures, index), price);
  const amounts = figures.weights.map((_, index) => roundToCents(product(index)));
  return {
    charge,
    figures,
    amounts,
    unitPrice: shownPrice,
    explain: (index) => ({
      method: 'unit_price',
      basis: charge.basis,
      quantity: formatDecimal(figureAt(figures, index)),
      unit: figures.unit,
      unitPrice: shownPrice,
      raw: formatDecimal(product(index)),
      rounded: amountFromCents(at(amounts, index)),
      ...(figures.readings && { readings: at(figures.readings, index) }),
    }),
  };
}

function split(charge: Charge, divided: Divided, figures: Figures): NetLine {
  const { cents: all, bill, deductions, remainder } = divided;
  const shares = allocate(all, figures.weights);
  const denominator = { units: figures.whole, scale: figures.scale };
  const shownDenominator = formatDecimal(denominator);
  return {
    charge,
    figures,
    ...(bill && { billCents: bill.amount }),
    ...(bill?.amount !== all && { dividedCents: all }),
    amounts: shares.map((share) => share.cents),
    unitPrice: formatDecimal(quotient({ units: BigInt(all), scale: 2 }, denominator, 6)),
    explain: (index) => {
      const { cents, remainder: cent } = at(shares, index);
      const readings = divided.readings ?? (figures.readings && at(figures.readings, index));
      return {
        method: 'split',
        basis: charge.basis,
        bill: amountFromCents(bill?.amount ?? all),
        ...(bill?.quantity !== undefined && { billQuantity: bill.quantity }),
        ...(deductions.length > 0 && { deductions, divided: amountFromCents(all) }),
        ...(remainder && { remainder }),
        unit: figures.unit,
        numerator: formatDecimal(figureAt(figures, index)),
        denominator: shownDenominator,
        raw: exactShare(all, at(figures.weights, index), figures.whole),
        wholeCents: amountFromCents(cents - cent),
        remainderCent: cent,
        ...(readings && { readings }),
      };
    },
  };
}

function positionAt(line: Line, index: number): Position {
  return {
    code: line.charge.code,
    description: line.charge.name,
    quantity: formatDecimal(figureAt(line.figures, index)),
    unit: line.figures.unit,
    unitPrice: line.unitPrice,
    amount: at(line.amounts, index),
    vatRate: formatDecimal(line.vatRate),
    vatAmount: at(line.vats, index),
    calculation: line.explain(index),
  };
}

function totalsAt(lines: readonly Line[], index: number): Totals {
  const netCents = sumCents(lines.map((line) => at(line.amounts, index)));
  const vatCents = sumCents(lines.map((line) => at(line.vats, index)));
  return { netCents, vatCents, totalCents: netCents + vatCents };
}

function chargeTotal({ charge, billCents, dividedCents, amounts, vats }: Line): ChargeTotal {
  return {
    code: charge.code,
    ...(billCents !== undefined && { billCents }),
    ...(dividedCents !== undefined && { dividedCents }),
    allocatedCents: sumCents(amounts),
    vatCents: sumCents(vats),
  };
}

function figureAt({ weights, scale }: Figures, index: number): Decimal {
  return { units: at(weights, index), scale };
}

function total(amounts: readonly Cents[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0);
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is nothing at place ${index}.`);
  return item;
}
