// Lines: one charge over all apartments of a building on the days of one tariff, exact to the cent, and how to explain each amount.
import type { MeterUse } from '../metering/measure.ts';
import {
  cutFraction,
  type Decimal,
  formatDecimal,
  fractionToCents,
  multiply,
  percentOf,
  quotient,
  roundToCents,
} from '../platform/decimal.ts';
import { amountFromCents, type Cents, MAX_CENTS, sumCents } from '../platform/money.ts';
import type { Charge } from '../portfolio/charge.ts';
import { allocate, exactShare } from './allocate.ts';
import type { Reckoned, Remainder, TariffDays } from './calculation.ts';
import type { ApartmentFacts, ChargeProblem, SupplierBill } from './charges.ts';
import { type CourseAt, type Fraction, fractionOf } from './courses.ts';
import { type Figures, figuresInstead, named, type Report } from './figures.ts';
import { deductedUnsaid, type MainRemainder, mayEstimate, nameOf, remainderOf, wordsOf } from './metered.ts';
import { coefficientScale, one } from './participation.ts';
import type { Part } from './tariffs.ts';

/** One charge over all apartments on the days of a part, net and VAT; `amounts` and `vats` in the apartments' order. */
export type Line = {
  readonly charge: Charge;
  readonly part: Part;
  /** Whether the part is not the whole period. */
  readonly partial: boolean;
  readonly figures: Figures;
  readonly billCents?: Cents;
  /** What is split, of a bill or a remainder. */
  readonly dividedCents?: Cents;
  readonly unitPrice: string;
  readonly amounts: readonly Cents[];
  readonly vats: readonly Cents[];
  readonly explain: (index: number) => Reckoned;
};
type NetLine = Omit<Line, 'vats'>;

/** What the lines of a charge are made of. */
export type Making = {
  readonly charge: Charge;
  readonly figures: Figures;
  readonly parts: readonly Part[];
  readonly bill: SupplierBill | undefined;
  readonly distinct: readonly Charge[];
  /** The lines made so far: all that can be deducted. */
  readonly made: ReadonlyMap<Charge, readonly Line[]>;
  readonly meters: readonly MeterUse[];
  readonly courseAt: CourseAt;
  readonly shared: readonly MeterUse[];
  readonly apartments: readonly ApartmentFacts[];
};

/** Whether a charge divides an amount, a bill or the price of a remainder, rather than pricing each apartment's own figure. */
export function isDivided({ basis, costFrom }: Charge): boolean {
  return costFrom !== undefined || basis === 'meter_remainder';
}

/** The lines of a charge, one for each part; undefined where its bill or a deduction is missing (already reported) or for a reason reported here. */
export function linesOf(making: Making, report: Report): Line[] | undefined {
  const { charge, figures, parts } = making;
  const refuse: Refuse = (code, message) => {
    report({ code, charge: charge.code, message });
    return undefined;
  };
  let nets: NetLine[];
  if (!isDivided(charge)) nets = parts.map((part) => priced(making, part));
  else {
    const divided = dividedOf(making, refuse);
    if (divided === undefined) return undefined;
    const isEmpty = figures.whole === 0n && divided.some(({ cents }) => cents !== 0);
    const by = isEmpty ? figuresInstead(charge, figures, making.apartments) : figures;
    if (by === undefined) {
      const message = `${named(charge)} cannot be split: no apartment has any ${figures.called}. Enter it, or let the charge go by another basis.`;
      return refuse('nothing_to_split_by', message);
    }
    nets = parts.map((part, place) => split({ ...making, figures: by }, part, at(divided, place)));
  }
  const lines = nets.map(
    (net): Line => ({ ...net, vats: net.amounts.map((cents) => percentOf(cents, net.part.vatRate)) }),
  );
  const most = lines.flatMap((line) => line.amounts).reduce((sum, cents) => sum + Math.abs(cents), 0);
  if (most <= MAX_CENTS) return lines;
  return refuse(
    'amount_too_large',
    `${named(charge)} comes to more than ${amountFromCents(MAX_CENTS)} for the building.`,
  );
}

type Refuse = (code: ChargeProblem['code'], message: string) => undefined;

/** An amount to be split on the days of a part, and where it comes from. */
type Divided = {
  readonly cents: Cents;
  readonly bill?: SupplierBill;
  readonly deductions: readonly { readonly charge: string; readonly amount: number }[];
  /** The bill less its deductions, for the whole period. */
  readonly allCents?: Cents;
  readonly remainder?: Remainder;
  readonly readings?: MainRemainder['readings'];
};

/** What is split on the days of each part: of a bill less its deductions the part by days, of a remainder its price then. */
function dividedOf(making: Making, refuse: Refuse): Divided[] | undefined {
  const { charge, bill, made, parts } = making;
  if (charge.costFrom === undefined) return pricedRemainder(making, refuse);
  const deducting = deductedFrom(making);
  const known = deducting.flatMap((one) => made.get(one) ?? []);
  if (bill === undefined || deducting.some((one) => !made.has(one)) || !known.every(isComplete)) return undefined;
  const deductions = deducting.map(({ code }) => {
    const cents = sumCents(known.filter((line) => line.charge.code === code).flatMap((line) => line.amounts));
    return { charge: code, cents };
  });
  const allCents = bill.amount - sumCents(deductions.map((one) => one.cents));
  const ofParts = allocate(
    allCents,
    parts.map((part) => part.days),
  );
  return ofParts.map(({ cents }) => ({
    cents,
    allCents,
    bill,
    deductions: deductions.map((one) => ({ charge: one.charge, amount: amountFromCents(one.cents) })),
  }));
}

/** The charges that take something off a bill: those that say so; of a remainder without any, all that bill what the apartments' own meters counted. */
function deductedFrom({ charge, distinct, meters }: Making): readonly Charge[] {
  const saying = distinct.filter((one) => one.deductedFrom === charge.code);
  return saying.length > 0 ? saying : deductedUnsaid(charge, distinct, meters);
}

/** Whether every figure of a line is known, so that it can be added up. */
export function isComplete({ figures }: Line): boolean {
  return figures.unknown === undefined;
}

function pricedRemainder({ charge, shared, parts, apartments }: Making, refuse: Refuse): Divided[] | undefined {
  const type = charge.meterType ?? 'cold_water';
  const rest = remainderOf(type, mayEstimate(charge), shared);
  if (rest === 'no_main')
    return refuse(
      'main_meter_missing',
      `${named(charge)} needs a main ${wordsOf(type)} meter, and the building has none.`,
    );
  if ('unread' in rest) {
    const all = rest.unread.map((meter) => placed(meter, apartments));
    const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : '';
    const which = `${all.slice(0, mostNamed).join(', ')}${more}`;
    return refuse('reading_missing', `${named(charge)} needs a confirmed reading of: ${which}.`);
  }
  const [main, explained, quantity] = [rest.main, rest.explained, rest.quantity].map(formatDecimal) as [
    string,
    string,
    string,
  ];
  return parts.map((part) => {
    const price = priceOf(charge, part);
    return {
      cents: fractionToCents(multiply(rest.quantity, price), BigInt(part.days), BigInt(part.of)),
      deductions: [],
      remainder: { main, explained, quantity, unit: rest.unit, unitPrice: formatDecimal(price) },
      readings: rest.readings,
    };
  });
}

const mostNamed = 10;

/** Which meter a remainder lacks. A main one also needs a reading from before the period, where nobody knows what it began with. */
function placed(meter: MeterUse, apartments: readonly ApartmentFacts[]): string {
  const { apartmentId, use } = meter;
  if (apartmentId !== null)
    return `${nameOf(meter)} of apartment ${apartments.find((one) => one.id === apartmentId)?.number ?? apartmentId}`;
  return `main ${nameOf(meter)}${use !== 'missing' && use.beginsUnknown ? ' from before the period' : ''}`;
}

function priced({ charge, figures, parts, courseAt }: Making, part: Part): NetLine {
  const price = priceOf(charge, part);
  const shownPrice = formatDecimal(price);
  const partial = parts.length > 1;
  const product = (index: number) => multiply(figureAt(figures, index), price);
  const fraction = (index: number) => fractionOf(courseAt(charge, index), part, part.of);
  const amounts = figures.weights.map((_, index) => {
    if (!partial) return roundToCents(product(index));
    const { part: days, whole } = fraction(index);
    return fractionToCents(product(index), days, whole);
  });
  return {
    charge,
    part,
    partial,
    figures,
    amounts,
    unitPrice: shownPrice,
    explain: (index) => ({
      method: 'unit_price',
      basis: charge.basis,
      ...plainly(figures, index),
      quantity: formatDecimal(figureAt(figures, index)),
      unit: figures.unit,
      unitPrice: shownPrice,
      ...(partial && { tariff: tariffDays(part, courseAt(charge, index) && usedIn(figures, index, fraction(index))) }),
      raw: shownRaw(product(index), partial ? fraction(index) : undefined),
      rounded: amountFromCents(at(amounts, index)),
      ...(figures.readings && { readings: at(figures.readings, index) }),
    }),
  };
}

function split({ charge, figures, parts }: Making, part: Part, divided: Divided): NetLine {
  const { cents: all, bill, deductions, remainder } = divided;
  const partial = parts.length > 1;
  // Of nothing everybody gets nothing, also where there is nothing to go by.
  const nothing = figures.whole === 0n;
  const shares = nothing
    ? figures.weights.map(() => ({ cents: 0, remainder: 0 }) as const)
    : allocate(all, figures.weights);
  const denominator = { units: figures.whole, scale: figures.scale };
  const shownDenominator = formatDecimal(denominator);
  return {
    charge,
    part,
    partial,
    figures,
    ...(bill && { billCents: bill.amount }),
    dividedCents: all,
    amounts: shares.map((share) => share.cents),
    unitPrice: nothing ? '0' : formatDecimal(quotient({ units: BigInt(all), scale: 2 }, denominator, 6)),
    explain: (index) => {
      const { cents, remainder: cent } = at(shares, index);
      const readings = divided.readings ?? (figures.readings && at(figures.readings, index));
      return {
        method: 'split',
        basis: charge.basis,
        bill: amountFromCents(bill?.amount ?? all),
        ...(bill?.quantity !== undefined && { billQuantity: bill.quantity }),
        ...(deductions.length > 0 && { deductions, divided: amountFromCents(divided.allCents ?? all) }),
        ...(remainder && { remainder }),
        ...(partial && { tariff: tariffDays(part, undefined, bill && all) }),
        unit: figures.unit,
        ...plainly(figures, index),
        numerator: formatDecimal(figureAt(figures, index)),
        denominator: shownDenominator,
        raw: nothing ? '0' : exactShare(all, at(figures.weights, index), figures.whole),
        wholeCents: amountFromCents(cents - cent),
        remainderCent: cent,
        ...(figures.instead && { instead: figures.instead }),
        ...(figures.carried?.[index] && { carried: figures.carried[index] }),
        ...(readings && { readings }),
      };
    },
  };
}

function priceOf(charge: Charge, { unitPrice }: Part): Decimal {
  if (unitPrice === undefined) throw new RangeError(`${named(charge)} has no unit price.`);
  return unitPrice;
}

/** The days of a part as they are shown: what was used on them, where readings tell, and what of a bill falls on them. */
function tariffDays(part: Part, used: string | undefined, cents?: Cents): TariffDays {
  const { periodStart: from, periodEnd: to, days, of } = part;
  return {
    from,
    to,
    days,
    of,
    ...(used !== undefined && { used }),
    ...(cents !== undefined && { divided: amountFromCents(cents) }),
  };
}

/** What of an apartment's figure falls on some days, cut after six decimals. */
export function usedIn(figures: Figures, index: number, { part, whole }: Fraction): string {
  return formatDecimal(cutFraction(figureAt(figures, index), part, whole, 6));
}

/** Figure and coefficient, where the coefficient counts. */
function plainly({ weighted }: Figures, index: number): Pick<Reckoned, 'figure' | 'coefficient'> {
  if (weighted === undefined) return {};
  const coefficient = at(weighted.coefficients, index);
  if (coefficient === one) return {};
  return {
    figure: formatDecimal({ units: at(weighted.weights, index), scale: weighted.scale }),
    coefficient: formatDecimal({ units: coefficient, scale: coefficientScale }),
  };
}

/** Exact; of a part of the period cut after six decimals, so that rounding it gives the same cents. */
function shownRaw(product: Decimal, fraction: Fraction | undefined): string {
  return formatDecimal(fraction === undefined ? product : cutFraction(product, fraction.part, fraction.whole, 6));
}

/** An apartment's figure, its coefficient included. */
export function figureAt({ weights, scale }: Figures, index: number): Decimal {
  return { units: at(weights, index), scale };
}

/** What stands at a place. Throws RangeError where nothing does. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is nothing at place ${index}.`);
  return item;
}
