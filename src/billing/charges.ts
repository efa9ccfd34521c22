// The charge engine: charges, supplier bills and apartments become positions, exact to the cent and explained as data; it reads and writes nothing.
import type { Period } from '../platform/dates.ts';
import {
  type Decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  percentOf,
  quotient,
  type Range,
  ranges,
  roundToCents,
  unitsAt,
} from '../platform/decimal.ts';
import { amountFromCents, type Cents, MAX_CENTS, sumCents } from '../platform/money.ts';
import type { Basis, Charge } from '../portfolio/charge.ts';
import { allocate, exactShare } from './allocate.ts';

export type Unit = 'apartment' | 'm2' | 'share' | 'person';

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
};

/** How an amount came about; money as JSON numbers, exact decimals as text. */
export type Calculation =
  | {
      readonly method: 'unit_price';
      readonly basis: Basis;
      readonly quantity: string;
      readonly unit: Unit;
      readonly unitPrice: string;
      /** quantity × unitPrice, exact. */
      readonly raw: string;
      /** raw to whole cents, half a cent away from zero: the amount. */
      readonly rounded: number;
    }
  | {
      readonly method: 'split';
      readonly basis: Basis;
      readonly bill: number;
      readonly billQuantity?: string;
      readonly unit: Unit;
      /** The apartment's figure and the sum of all apartments'. */
      readonly numerator: string;
      readonly denominator: string;
      /** bill × numerator / denominator, cut after six decimals. */
      readonly raw: string;
      /** raw cut to whole cents. */
      readonly wholeCents: number;
      /** The cent of the largest-remainder rule: wholeCents + remainderCent / 100 is the amount. */
      readonly remainderCent: -1 | 0 | 1;
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
  readonly allocatedCents: Cents;
  readonly vatCents: Cents;
};

export type ApartmentField = 'area' | 'heatedArea' | 'shares' | 'residentCount';
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
 * - From a supplier's bill: the bill is split over the apartments by the basis; the parts add up to it (allocate.ts).
 * - VAT is reckoned and rounded per position; an invoice is the sum of its amounts and of its VAT.
 * - An apartment whose figure is zero takes no part in that charge and gets no position; a position of 0.00 stays.
 *
 * What is wrong with the input comes back in `problems`, all at once. Stored figures were checked when they were written,
 * so a malformed decimal is a defect and throws RangeError.
 */
export function computePositions({ charges, bills, apartments, period }: BillingInput): Computation {
  const problems: ChargeProblem[] = [];
  const report = (problem: ChargeProblem) => void problems.push(problem);
  const distinct = distinctCharges(charges, report);
  const billOf = billsByCharge(distinct, bills, period, report);
  const figuresOf = figuresByBasis(distinct, apartments, report);
  const lines = distinct.flatMap((charge) => {
    const figures = figuresOf.get(charge.basis);
    return (figures && lineOf(charge, figures, billOf.get(charge.code), report)) ?? [];
  });

  const linesAt = (index: number) => {
    if (apartments[index] === undefined) throw new RangeError(`There is no apartment at place ${index}.`);
    return lines.filter((line) => line.figures.weights[index] !== 0n);
  };
  return {
    problems,
    perCharge: lines.map(chargeTotal),
    takesPart: (index) => linesAt(index).length > 0,
    totalsOf: (index) => totalsAt(linesAt(index), index),
    positionsOf: (index) => linesAt(index).map((line) => positionAt(line, index)),
  };
}

type Report = (problem: ChargeProblem) => void;

/** A basis over all apartments: the figure of each as a count of 10^-scale, and their sum. */
type Figures = {
  readonly unit: Unit;
  readonly called: string;
  readonly scale: number;
  readonly weights: readonly bigint[];
  readonly whole: bigint;
};

/** One charge over all apartments, net: the cents of each, and how to explain them. Each method of charging makes its own. */
type NetLine = {
  readonly charge: Charge;
  readonly figures: Figures;
  readonly billCents?: Cents;
  readonly unitPrice: string;
  readonly amounts: readonly Cents[];
  readonly explain: (index: number) => Calculation;
};
type Line = NetLine & { readonly vatRate: Decimal; readonly vats: readonly Cents[] };

/** The figure a basis takes from an apartment; without a field every apartment counts once. */
type Measure = { readonly unit: Unit; readonly called: string; readonly field?: ApartmentField; readonly range: Range };

const once: Measure = { unit: 'apartment', called: 'part', range: { decimals: 0, min: 1, max: 1 } };

const measures: Readonly<Record<Basis, Measure>> = {
  fixed: once,
  equal: once,
  area: { unit: 'm2', called: 'area', field: 'area', range: ranges.area },
  heated_area: { unit: 'm2', called: 'heated area', field: 'heatedArea', range: ranges.area },
  share: { unit: 'share', called: 'ownership share', field: 'shares', range: ranges.shares },
  residents: { unit: 'person', called: 'number of residents', field: 'residentCount', range: ranges.residentCount },
};

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

/** The figures of every basis in use. One that an apartment lacks is reported once per apartment, and its basis left out. */
function figuresByBasis(charges: readonly Charge[], apartments: readonly ApartmentFacts[], report: Report) {
  const found = new Map<Basis, Figures>();
  for (const [basis, users] of Map.groupBy(charges, (charge) => charge.basis)) {
    const { unit, called, field, range } = measures[basis];
    const weights: bigint[] = [];
    for (const apartment of apartments) {
      const figure = field === undefined ? 1 : apartment[field];
      if (figure !== undefined && figure !== null) {
        weights.push(unitsAt(exact(figure, range, `${called} of apartment ${apartment.number}`), range.decimals));
      } else {
        const message = `Apartment ${apartment.number} has no ${called}, needed for ${users.map(named).join(', ')}.`;
        report({ code: 'apartment_data_missing', message, apartmentId: apartment.id, ...(field && { field }) });
      }
    }
    const whole = weights.reduce((sum, weight) => sum + weight, 0n);
    if (weights.length === apartments.length) found.set(basis, { unit, called, scale: range.decimals, weights, whole });
  }
  return found;
}

/** The line of a charge; undefined where its bill is missing (already reported) or for a reason reported here. */
function lineOf(charge: Charge, figures: Figures, bill: SupplierBill | undefined, report: Report): Line | undefined {
  const refuse = (code: ChargeProblem['code'], message: string) => {
    report({ code, charge: charge.code, message });
    return undefined;
  };
  let net: NetLine;
  if (charge.costFrom === undefined) net = priced(charge, charge.unitPrice, figures);
  else if (bill === undefined) return undefined;
  else if (figures.whole !== 0n) net = split(charge, bill, figures);
  else
    return refuse('nothing_to_split_by', `${named(charge)} cannot be split: no apartment has any ${figures.called}.`);

  const vatRate = exact(charge.vatRate, ranges.vatRate, `VAT rate of ${named(charge)}`);
  const line = { ...net, vatRate, vats: net.amounts.map((amount) => percentOf(amount, vatRate)) };
  // All amounts of a line have one sign, so the sum is at least as large as each of them.
  if (Math.abs(total(line.amounts)) <= MAX_CENTS) return line;
  return refuse(
    'amount_too_large',
    `${named(charge)} comes to more than ${amountFromCents(MAX_CENTS)} for the building.`,
  );
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
    }),
  };
}

function split(charge: Charge, bill: SupplierBill, figures: Figures): NetLine {
  const shares = allocate(bill.amount, figures.weights);
  const denominator = { units: figures.whole, scale: figures.scale };
  const shownDenominator = formatDecimal(denominator);
  return {
    charge,
    figures,
    billCents: bill.amount,
    amounts: shares.map((share) => share.cents),
    unitPrice: formatDecimal(quotient({ units: BigInt(bill.amount), scale: 2 }, denominator, 6)),
    explain: (index) => {
      const { cents, remainder } = at(shares, index);
      return {
        method: 'split',
        basis: charge.basis,
        bill: amountFromCents(bill.amount),
        ...(bill.quantity !== undefined && { billQuantity: bill.quantity }),
        unit: figures.unit,
        numerator: formatDecimal(figureAt(figures, index)),
        denominator: shownDenominator,
        raw: exactShare(bill.amount, at(figures.weights, index), figures.whole),
        wholeCents: amountFromCents(cents - remainder),
        remainderCent: remainder,
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

function chargeTotal({ charge, billCents, amounts, vats }: Line): ChargeTotal {
  const bill = billCents === undefined ? {} : { billCents };
  return { code: charge.code, ...bill, allocatedCents: sumCents(amounts), vatCents: sumCents(vats) };
}

function figureAt({ weights, scale }: Figures, index: number): Decimal {
  return { units: at(weights, index), scale };
}

function exact(value: Exact, range: Range, what: string): Decimal {
  const decimal = parseDecimal(value, range);
  if (decimal === undefined) throw new RangeError(`The ${what} is "${value}", which is no decimal of its range.`);
  return decimal;
}

function named(charge: Charge): string {
  return `"${charge.name}" (${charge.code})`;
}

function total(amounts: readonly Cents[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0);
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is nothing at place ${index}.`);
  return item;
}
