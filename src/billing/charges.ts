// The charge engine: charges, supplier bills and apartments become positions, exact to the cent and explained as data; it reads and writes nothing.
import type { MeterUse } from '../metering/measure.ts';
import type { Period } from '../platform/dates.ts';
import { type Decimal, formatDecimal, quotient } from '../platform/decimal.ts';
import { type Cents, sumCents } from '../platform/money.ts';
import type { Charge } from '../portfolio/charge.ts';
import type { Calculation, Reckoned, Unit } from './calculation.ts';
import { type CourseAt, type Courses, coursesFor, type Fraction, fractionOf } from './courses.ts';
import { type ApartmentField, figuresByCharge, named, type Report } from './figures.ts';
import { at, figureAt, isComplete, isDivided, type Line, linesOf } from './lines.ts';
import { deductedTwice } from './metered.ts';
import { shareOut } from './shares.ts';
import { partsOf } from './tariffs.ts';

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
  /** The same as remainders take it; `meters` when absent. */
  readonly shared?: readonly MeterUse[];
  /** How consumption ran where readings inside the period tell; elsewhere it is taken to run evenly. */
  readonly courses?: Courses;
};

/** A line of an invoice. Of a split, unitPrice is bill / denominator to six decimals, for display; `calculation` has the exact numbers. */
export type Position<C extends Calculation = Calculation> = {
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: Unit;
  readonly unitPrice: string;
  readonly amount: Cents;
  readonly vatRate: string;
  readonly vatAmount: Cents;
  readonly calculation: C;
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
    | 'deducted_twice'
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
  /** Whether something is not known of the apartment's charges because a meter was not read. */
  isUnread(index: number): boolean;
  /** Whether the apartment takes part in any charge, and so has a position. */
  takesPart(index: number): boolean;
  totalsOf(index: number): Totals;
  positionsOf(index: number): Position<Reckoned>[];
  /** The positions of an apartment that changed hands, for each of these tenures, which cover the period: together they are positionsOf, to the cent. */
  sharesOf(index: number, tenures: readonly Period[]): Position<Reckoned>[][];
};

/**
 * Computes every position of a building for a period.
 *
 * - With a unit price: quantity × price, rounded to cents per position.
 * - From a supplier's bill: the bill is split over the apartments by the basis; the parts add up to it (allocate.ts). What other charges deduct from it
 *   is taken off before.
 * - A main meter's remainder: what it counted and the apartments' own meters do not explain, times the price, is split like a bill.
 * - VAT is reckoned and rounded per position; an invoice is the sum of its amounts and of its VAT.
 * - Which apartments take part and with what coefficient, the charge says (participation.ts). Where price or VAT rate change inside the period, each
 *   apartment gets a position for the days of each tariff (tariffs.ts).
 * - An apartment whose figure is zero takes no part in that charge and gets no position; one with a meter does. A position of 0.00 stays.
 *
 * What is wrong with the input comes back in `problems`, all at once. Stored figures were checked when they were written,
 * so a malformed decimal is a defect and throws RangeError.
 */
export function computePositions(input: BillingInput): Computation {
  const { charges, bills, apartments, period, meters = [], shared = meters, courses = new Map() } = input;
  const problems: ChargeProblem[] = [];
  const courseAt = coursesFor(courses, apartments);
  const report: Report = (problem) => void problems.push(problem);
  const distinct = distinctCharges(charges, report);
  const billOf = billsByCharge(distinct, bills, period, report);
  const figuresOf = figuresByCharge(distinct, apartments, meters, report);
  for (const [charge, from] of deductedTwice(distinct, meters)) {
    const message = `${named(charge)} would be deducted from ${from.map(named).join(' and from ')}. Say on it with deductedFrom from which.`;
    report({ code: 'deducted_twice', charge: charge.code, message });
  }
  const made = new Map<Charge, readonly Line[]>();
  // What is deducted from a bill has a price, so it is known before any bill is split.
  for (const charge of distinct.toSorted((a, b) => Number(isDivided(a)) - Number(isDivided(b)))) {
    const figures = figuresOf.get(charge);
    if (figures === undefined) continue;
    const [parts, bill] = [partsOf(charge, period), billOf.get(charge.code)];
    const terms = { charge, figures, parts, bill };
    const ofCharge = linesOf({ ...terms, distinct, made, meters, shared, courseAt, apartments }, report);
    if (ofCharge !== undefined) made.set(charge, ofCharge);
  }
  const lines = distinct.flatMap((charge) => made.get(charge) ?? []);

  const linesAt = (index: number) => {
    if (apartments[index] === undefined) throw new RangeError(`There is no apartment at place ${index}.`);
    return lines.filter(({ figures }) => figures.present?.[index] ?? figures.weights[index] !== 0n);
  };
  return {
    problems,
    perCharge: distinct.flatMap((charge) => chargeTotal((made.get(charge) ?? []).filter(isComplete))),
    isUnread: (index) =>
      (made.size < distinct.length && problems.some((problem) => problem.code === 'reading_missing')) ||
      lines.some(({ figures }) => figures.unknown?.has(index)),
    takesPart: (index) => linesAt(index).length > 0,
    totalsOf: (index) => totalsAt(linesAt(index), index),
    positionsOf: (index) => linesAt(index).map((line) => positionAt(line, index, courseAt)),
    sharesOf: (index, tenures) => {
      const shared = linesAt(index).map((line) =>
        shareOut(line, index, {
          whole: positionAt(line, index, courseAt),
          tenures,
          course: courseAt(line.charge, index),
        }),
      );
      return tenures.map((_, place) => shared.flatMap((positions) => positions[place] ?? []));
    },
  };
}

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

/** Quantity times price is the amount, but for rounding: on the days of a tariff the quantity is the part that falls on them. */
function positionAt(line: Line, index: number, courseAt: CourseAt): Position<Reckoned> {
  const { charge, part, figures } = line;
  const figure = figureAt(figures, index);
  const priced = !isDivided(charge);
  const fraction = fractionOf(courseAt(charge, index), part, part.of);
  return {
    code: charge.code,
    description: charge.name,
    quantity: formatDecimal(line.partial && priced ? inPart(figure, fraction) : figure),
    unit: figures.unit,
    unitPrice: line.unitPrice,
    amount: at(line.amounts, index),
    vatRate: formatDecimal(part.vatRate),
    vatAmount: at(line.vats, index),
    calculation: line.explain(index),
  };
}

function inPart({ units, scale }: Decimal, { part, whole }: Fraction): Decimal {
  return quotient({ units: units * part, scale }, { units: whole, scale: 0 }, 6);
}

function totalsAt(lines: readonly Line[], index: number): Totals {
  const netCents = sumCents(lines.map((line) => at(line.amounts, index)));
  const vatCents = sumCents(lines.map((line) => at(line.vats, index)));
  return { netCents, vatCents, totalCents: netCents + vatCents };
}

function chargeTotal(lines: readonly Line[]): ChargeTotal[] {
  const [first] = lines;
  if (first === undefined) return [];
  const { billCents } = first;
  const divided = sumCents(lines.map((line) => line.dividedCents ?? 0));
  return [
    {
      code: first.charge.code,
      ...(billCents !== undefined && { billCents }),
      ...(isDivided(first.charge) && divided !== billCents && { dividedCents: divided }),
      allocatedCents: sumCents(lines.flatMap((line) => line.amounts)),
      vatCents: sumCents(lines.flatMap((line) => line.vats)),
    },
  ];
}
