// Lines: one charge over all apartments of a building on the days of one tariff, exact to the cent, and how to explain each amount.

import type { MeterUse } from '../metering/measure-meters.ts';
import {
  cutFraction,
  type Decimal,
  formatDecimal,
  fractionToCents,
  multiply,
  percentOf,
  quotient,
  roundToCents,
} from '../platform/values/decimal.ts';
import { amountFromCents, type Cents, MAX_CENTS, sumCents } from '../platform/values/money.ts';
import type { Charge } from '../properties/charge.ts';
import { allocate, exactShare } from './split-amount.ts';
import type { ReadingsTaken, Reckoned, Remainder, TariffDays } from './calculation.ts';
import type { ApartmentFacts, ChargeProblem, RemainderLedger, SupplierBill } from './charge-engine.ts';
import { type Figures, figuresInstead, named, type Report } from './charge-bases.ts';
import { deductedUnsaid } from './metered/deductions.ts';
import { settle } from './metered/consumption-difference.ts';
import { metersBehind, missingShares, type RemainderPart, remainderParts } from './metered/remainder.ts';
import { type Consumption, mayEstimate } from './metered/consumption-segments.ts';
import { nameOf, wordsOf } from './metered/meter-words.ts';
import { coefficientScale, one } from './charge-scope.ts';
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
  /** Of a remainder at a price, the days and the quantity that are divided. */
  readonly remainder?: RemainderPart;
};
type NetLine = Omit<Line, 'vats'>;

/** What the lines of a charge are made of. */
export type Making = {
  readonly charge: Charge;
  readonly figures: Figures;
  readonly parts: readonly Part[];
  readonly bill: SupplierBill | undefined;
  readonly distinct: readonly Charge[];
  /** What the priced charges come to over the building, as far as all of it is known: what can be deducted. */
  readonly netOf: (charge: Charge) => Cents | undefined;
  readonly consumption: Consumption;
  readonly remainders: RemainderLedger;
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
    const divided = charge.costFrom === undefined ? pricedRemainder(making, refuse) : dividedOf(making, refuse);
    if (divided === undefined) return undefined;
    const isEmpty = figures.whole === 0n && divided.some(({ cents }) => cents !== 0);
    const by = isEmpty ? figuresInstead(charge, figures, making.apartments) : figures;
    if (by === undefined) {
      const message = `${named(charge)} cannot be split: no apartment has any ${figures.called}. Enter it, or let the charge go by another basis.`;
      return refuse('nothing_to_split_by', message);
    }
    nets = divided.map((one) => split({ ...making, figures: by }, one));
  }
  const lines = nets.map((net): Line => ({ ...net, vats: vatsOf(net, making) }));
  const most = lines.flatMap((line) => line.amounts).reduce((sum, cents) => sum + Math.abs(cents), 0);
  if (most <= MAX_CENTS) return lines;
  return refuse(
    'amount_too_large',
    `${named(charge)} comes to more than ${amountFromCents(MAX_CENTS)} for the building.`,
  );
}

type Refuse = (code: ChargeProblem['code'], message: string) => undefined;

/** The VAT of each amount. Of days that were billed before, the VAT of all that the apartment pays for them, less what it paid. */
function vatsOf({ amounts, part, remainder }: NetLine, { charge, remainders, apartments }: Making): Cents[] {
  if (remainder === undefined || remainder.isOwn) return amounts.map((cents) => percentOf(cents, part.vatRate));
  const held = remainders.heldOf(charge, part);
  return amounts.map((cents, index) => {
    const { amount = 0, vatAmount = 0, creditedVat = 0 } = held.get(at(apartments, index).id) ?? {};
    return settle({ due: percentOf(amount + cents, part.vatRate), billed: vatAmount, credited: creditedVat });
  });
}

/** An amount to be split on the days of a part, and where it comes from. */
type Divided = {
  readonly part: Part;
  readonly partial: boolean;
  readonly cents: Cents;
  readonly bill?: SupplierBill;
  readonly deductions: readonly { readonly charge: string; readonly amount: number }[];
  /** The bill less its deductions, for the whole period. */
  readonly allCents?: Cents;
  readonly remainder?: RemainderPart;
};

/** What is split of a bill less its deductions on the days of each part. */
function dividedOf(making: Making, _refuse: Refuse): Divided[] | undefined {
  const { bill, netOf, parts } = making;
  const deducting = deductedFrom(making).map((one) => ({ charge: one.code, cents: netOf(one) }));
  if (bill === undefined) return undefined;
  const deductions = deducting.flatMap(({ charge, cents }) => (cents === undefined ? [] : [{ charge, cents }]));
  if (deductions.length < deducting.length) return undefined;
  const allCents = bill.amount - sumCents(deductions.map((one) => one.cents));
  const ofParts = allocate(
    allCents,
    parts.map((part) => part.days),
  );
  return ofParts.map(({ cents }, place) => ({
    part: at(parts, place),
    partial: parts.length > 1,
    cents,
    allCents,
    bill,
    deductions: deductions.map((one) => ({ charge: one.charge, amount: amountFromCents(one.cents) })),
  }));
}

/** The charges that take something off a bill: those that say so; of a remainder without any, all that bill what the apartments' own meters counted. */
function deductedFrom({ charge, distinct, consumption }: Making): readonly Charge[] {
  const saying = distinct.filter((one) => one.deductedFrom === charge.code);
  return saying.length > 0 ? saying : deductedUnsaid(charge, distinct, consumption.meters);
}

function pricedRemainder(making: Making, refuse: Refuse): Divided[] | undefined {
  const { charge, consumption, remainders, apartments } = making;
  const type = charge.meterType ?? 'cold_water';
  const behind = metersBehind(type, mayEstimate(charge), consumption);
  if (behind === 'no_main')
    return refuse(
      'main_meter_missing',
      `${named(charge)} needs a main ${wordsOf(type)} meter, and the building has none.`,
    );
  if ('unread' in behind) {
    const all = behind.unread.map((meter) => placed(meter, apartments));
    const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : '';
    const which = `${all.slice(0, mostNamed).join(', ')}${more}`;
    return refuse('reading_missing', `${named(charge)} needs a confirmed reading of: ${which}.`);
  }
  const found = remainderParts(charge, behind, consumption.period, remainders.sumsOf(charge));
  const partial = found.filter(({ isOwn }) => isOwn).length > 1;
  const ownFirst = found.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  return ownFirst.map((one) => ({
    part: one.part,
    partial: partial || !one.isOwn,
    cents: one.cents,
    deductions: [],
    remainder: one,
  }));
}

const mostNamed = 10;

/** Which meter a remainder lacks. A main one also needs a reading from before the period, where nobody knows what it began with. */
function placed(meter: MeterUse, apartments: readonly ApartmentFacts[]): string {
  const { apartmentId, total, beginsUnknown } = meter;
  if (apartmentId !== null)
    return `${nameOf(meter)} of apartment ${apartments.find((one) => one.id === apartmentId)?.number ?? apartmentId}`;
  return `main ${nameOf(meter)}${total !== 'missing' && beginsUnknown ? ' from before the period' : ''}`;
}

function priced({ charge, figures, parts }: Making, part: Part): NetLine {
  const price = priceOf(charge, part);
  const shownPrice = formatDecimal(price);
  const partial = parts.length > 1;
  const product = (index: number) => multiply(figureAt(figures, index), price);
  const [days, of] = [BigInt(part.days), BigInt(part.of)];
  const amounts = figures.weights.map((_, index) =>
    partial ? fractionToCents(product(index), days, of) : roundToCents(product(index)),
  );
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
      ...(partial && { tariff: tariffDays(part) }),
      raw: shownRaw(product(index), partial ? part : undefined),
      rounded: amountFromCents(at(amounts, index)),
    }),
  };
}

/** What each apartment gets of an amount. Of days of a remainder that were billed before, nobody gets back more than is left of what they paid for them. */
function sharesOf({ charge, figures, remainders, apartments }: Making, { part, cents: all, remainder }: Divided) {
  // Of nothing everybody gets nothing, also where there is nothing to go by.
  if (figures.whole === 0n) return figures.weights.map(() => ({ cents: 0, remainder: 0 }) as const);
  const shares = allocate(all, figures.weights);
  if (remainder === undefined) return shares;
  const held = remainder.isOwn ? undefined : remainders.heldOf(charge, part);
  const limited = shares.map(({ cents }, index) => {
    const { amount = 0, credited = 0 } = held?.get(at(apartments, index).id) ?? {};
    return settle({ due: amount + cents, billed: amount, credited });
  });
  const { isMissing } = remainders;
  const given =
    isMissing === undefined
      ? limited
      : missingShares(limited, remainder.open, (index) => isMissing(at(apartments, index).id));
  return shares.map((share, index) =>
    share.cents === given[index] ? share : { cents: given[index] ?? 0, remainder: 0 as const },
  );
}

function split(making: Making, divided: Divided): NetLine {
  const { charge, figures } = making;
  const { part, partial, cents: all, bill, deductions, remainder } = divided;
  const nothing = figures.whole === 0n;
  const shares = sharesOf(making, divided);
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
    ...(remainder && { remainder }),
    explain: (index) => {
      const { cents, remainder: cent } = at(shares, index);
      const readings: readonly ReadingsTaken[] | undefined = remainder?.readings ?? figures.readings?.[index];
      return {
        method: 'split',
        basis: charge.basis,
        bill: amountFromCents(bill?.amount ?? all),
        ...(bill?.quantity !== undefined && { billQuantity: bill.quantity }),
        ...(deductions.length > 0 && { deductions, divided: amountFromCents(divided.allCents ?? all) }),
        ...(remainder && { remainder: remainder.remainder satisfies Remainder }),
        ...(partial && { tariff: tariffDays(part, bill && all) }),
        unit: figures.unit,
        ...plainly(figures, index),
        numerator: formatDecimal(figureAt(figures, index)),
        denominator: shownDenominator,
        raw: nothing ? '0' : exactShare(all, at(figures.weights, index), figures.whole),
        wholeCents: amountFromCents(cents - cent),
        remainderCent: cent,
        ...(figures.instead && { instead: figures.instead }),
        ...(figures.toDate?.[index] && { toDate: figures.toDate[index] }),
        ...(readings && { readings }),
      };
    },
  };
}

function priceOf(charge: Charge, { unitPrice }: Part): Decimal {
  if (unitPrice === undefined) throw new RangeError(`${named(charge)} has no unit price.`);
  return unitPrice;
}

/** The days of a part as they are shown, and what of a bill falls on them. */
function tariffDays(part: Part, cents?: Cents): TariffDays {
  const { periodStart: from, periodEnd: to, days, of } = part;
  return { from, to, days, of, ...(cents !== undefined && { divided: amountFromCents(cents) }) };
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
function shownRaw(product: Decimal, part: Part | undefined): string {
  return formatDecimal(part === undefined ? product : cutFraction(product, BigInt(part.days), BigInt(part.of), 6));
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
