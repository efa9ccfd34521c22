// Charge lines: one charge over all apartments of a building for the days of one tariff, exact to the cent, with the
// explanation of each amount.

import type { MeterUse } from '../metering/measure-meters.ts';
import { mapInSteps, type Steps } from '../platform/processes/steps.ts';
import { daysInclusive, type Period } from '../platform/values/dates.ts';
import {
  type Decimal,
  formatDecimal,
  fractionToCents,
  multiply,
  percentOf,
  quotient,
  roundToCents,
  truncateFraction,
} from '../platform/values/decimal.ts';
import { amountFromCents, type Cents, MAX_CENTS, sumCents } from '../platform/values/money.ts';
import type { Charge } from '../properties/model.ts';
import type { ChargeCalculation, MeterRemainder, ReadingsUsed, TariffDays } from './calculation.ts';
import { type BasisValues, findFallbackValues, isDivided, type ReportChargeProblem } from './charge-bases.ts';
import { coefficientScale, fullCoefficient } from './charge-scope.ts';
import { describeCharge, describeMeter, meterTypeWords, nameSome } from './message-words.ts';
import { type Consumption, canEstimate } from './metered/consumption-segments.ts';
import { findImplicitDeductions } from './metered/deductions.ts';
import { meterTypeOf } from './metered/meter-types.ts';
import {
  findRemainderMeters,
  limitToUninvoiced,
  type RemainderSegment,
  remainderSegments,
} from './metered/remainder.ts';
import { calculateSettlement } from './metered/segments.ts';
import type { ApartmentFacts, ChargeProblem, RemainderLedger, SupplierBill } from './model.ts';
import { payerDaysOf, splitByPayer } from './payer-days.ts';
import { divideInTurn, formatExactShare, splitAmount } from './split-amount.ts';
import type { TariffPeriod } from './tariffs.ts';

/**
 * One charge over all apartments for the days of one part, net and VAT; `amounts` and `vats` in the order of the
 * apartments.
 */
export type ChargeLine = {
  readonly charge: Charge;
  readonly part: TariffPeriod;
  /** Whether the part is shorter than the period. */
  readonly partial: boolean;
  readonly figures: BasisValues;
  readonly billCents?: Cents;
  /** The amount to split, of a bill or a remainder. */
  readonly dividedCents?: Cents;
  readonly unitPrice: string;
  readonly amounts: readonly Cents[];
  readonly vats: readonly Cents[];
  readonly explain: (index: number) => ChargeCalculation;
  /**
   * For a remainder at a price: the days and the quantity that are divided, and the quantity of each apartment, a count
   * of 10^-9.
   */
  readonly remainder?: RemainderSegment;
  readonly quantities?: readonly bigint[];
};
type NetLine = Omit<ChargeLine, 'vats'>;

/** The input for the lines of a charge. */
type LineContext = {
  readonly charge: Charge;
  readonly figures: BasisValues;
  readonly parts: readonly TariffPeriod[];
  readonly bill: SupplierBill | undefined;
  readonly distinct: readonly Charge[];
  /** The total of a priced charge over the building, if completely known: what can be deducted. */
  readonly netOf: (charge: Charge) => Cents | undefined;
  readonly consumption: Consumption;
  readonly remainders: RemainderLedger;
  readonly apartments: readonly ApartmentFacts[];
};

/**
 * The lines of a charge in steps, one for each part. Undefined if its bill or a deduction is missing (already
 * reported), or for a reason reported here.
 */
export function* buildLines(context: LineContext, report: ReportChargeProblem): Steps<ChargeLine[] | undefined> {
  const { charge, figures, parts, apartments } = context;
  const costOfPart = () => apartments.length;
  const reject: RejectCharge = (code, message, meterIds) => {
    report({ code, charge: charge.code, message, ...(meterIds && { meterIds }) });
    return undefined;
  };
  let nets: NetLine[];
  if (!isDivided(charge)) nets = yield* mapInSteps(parts, costOfPart, (part) => priceLine(context, part));
  else {
    const divided = charge.costFrom === undefined ? priceRemainder(context, reject) : divideBill(context);
    if (divided === undefined) return undefined;
    const isEmpty = figures.whole === 0n && divided.some(({ cents }) => cents !== 0);
    const splitValues = isEmpty ? findFallbackValues(charge, figures, apartments) : figures;
    if (splitValues === undefined) {
      const message = `${describeCharge(charge)} cannot be split: no apartment has any ${figures.called}. Enter it, or choose another basis for the charge.`;
      return reject('nothing_to_split_by', message);
    }
    const splitContext = { ...context, figures: splitValues };
    nets = yield* mapInSteps(divided, costOfPart, (dividedAmount) => splitLine(splitContext, dividedAmount));
  }
  const lines = yield* mapInSteps(
    nets,
    costOfPart,
    (net): ChargeLine => ({ ...net, vats: calculateVats(net, context) }),
  );
  let largestTotal = 0;
  for (const line of lines) for (const cents of line.amounts) largestTotal += Math.abs(cents);
  if (largestTotal <= MAX_CENTS) return lines;
  return reject(
    'amount_too_large',
    `${describeCharge(charge)} comes to more than ${amountFromCents(MAX_CENTS)} for the building.`,
  );
}

type RejectCharge = (code: ChargeProblem['code'], message: string, meterIds?: readonly string[]) => undefined;

/**
 * The VAT of each amount. For days billed before: the VAT of all that the apartment pays for them, less what it paid.
 */
function calculateVats(
  { amounts, part, remainder }: NetLine,
  { charge, remainders, apartments }: LineContext,
): Cents[] {
  if (remainder === undefined || remainder.isInPeriod) return amounts.map((cents) => percentOf(cents, part.vatRate));
  const billedRemainders = remainders.billedRemaindersOf(charge, part);
  return amounts.map((cents, index) => {
    const { amount = 0, vatAmount = 0, creditedVat = 0 } = billedRemainders.get(itemAt(apartments, index).id) ?? {};
    return calculateSettlement({
      due: percentOf(amount + cents, part.vatRate),
      billed: vatAmount,
      credited: creditedVat,
    });
  });
}

/** An amount to split for the days of one part, and its source. */
type DividedAmount = {
  readonly part: TariffPeriod;
  readonly partial: boolean;
  readonly cents: Cents;
  readonly bill?: SupplierBill;
  readonly deductions: readonly { readonly charge: string; readonly amount: number }[];
  /** The bill less its deductions, for the whole period. */
  readonly allCents?: Cents;
  readonly remainder?: RemainderSegment;
};

/**
 * The part of a bill, less its deductions, that falls on the days of each part. Undefined if the bill or a deduction is
 * missing: reported already.
 */
function divideBill(context: LineContext): DividedAmount[] | undefined {
  const { bill, netOf, parts } = context;
  const deducting = findDeductedCharges(context).map((deductedCharge) => ({
    charge: deductedCharge.code,
    cents: netOf(deductedCharge),
  }));
  if (bill === undefined) return undefined;
  const deductions = deducting.flatMap(({ charge, cents }) => (cents === undefined ? [] : [{ charge, cents }]));
  if (deductions.length < deducting.length) return undefined;
  const allCents = bill.amount - sumCents(deductions.map((deduction) => deduction.cents));
  const shares = splitAmount(
    allCents,
    parts.map((part) => part.days),
  );
  return shares.map(({ cents }, index) => ({
    part: itemAt(parts, index),
    partial: parts.length > 1,
    cents,
    allCents,
    bill,
    deductions: deductions.map((deduction) => ({ charge: deduction.charge, amount: amountFromCents(deduction.cents) })),
  }));
}

/**
 * The charges deducted from a bill: those that name it; for a remainder without any, all charges that bill the
 * apartments' own metered consumption.
 */
function findDeductedCharges({ charge, distinct, consumption }: LineContext): readonly Charge[] {
  const explicit = distinct.filter((item) => item.deductedFrom === charge.code);
  return explicit.length > 0 ? explicit : findImplicitDeductions(charge, distinct, consumption.meters);
}

function priceRemainder(context: LineContext, reject: RejectCharge): DividedAmount[] | undefined {
  const { charge, consumption, remainders, apartments } = context;
  const type = meterTypeOf(charge);
  const found = findRemainderMeters(type, canEstimate(charge), consumption);
  if (found === 'no_main')
    return reject(
      'main_meter_missing',
      `${describeCharge(charge)} needs a main ${meterTypeWords(type)} meter, and the building has none.`,
    );
  if ('unread' in found) {
    const names = nameSome(found.unread.map((meter) => describeUnreadMeter(meter, apartments)));
    const message = `${describeCharge(charge)} needs a confirmed reading of: ${names}.`;
    return reject(
      'reading_missing',
      message,
      found.unread.map(({ meterId }) => meterId),
    );
  }
  const segments = remainderSegments(charge, found, consumption.period, remainders.sumsOf(charge));
  const inPeriod = segments.filter((segment) => segment.isInPeriod);
  const earlier = segments.filter((segment) => !segment.isInPeriod);
  return [...inPeriod, ...earlier].map((remainder) => ({
    part: remainder.part,
    partial: inPeriod.length > 1 || !remainder.isInPeriod,
    cents: remainder.cents,
    deductions: [],
    remainder,
  }));
}

/**
 * Names a meter without a reading for a remainder. A main meter with an unknown first value also needs a reading from
 * before the period.
 */
function describeUnreadMeter(meter: MeterUse, apartments: readonly ApartmentFacts[]): string {
  const { apartmentId, total, beginsUnknown } = meter;
  if (apartmentId !== null)
    return `${describeMeter(meter)} of apartment ${apartments.find((apartment) => apartment.id === apartmentId)?.number ?? apartmentId}`;
  return `main ${describeMeter(meter)}${total !== 'missing' && beginsUnknown ? ' from before the period' : ''}`;
}

function priceLine({ charge, figures, parts }: LineContext, part: TariffPeriod): NetLine {
  const price = unitPriceOf(charge, part);
  const shownPrice = formatDecimal(price);
  const partial = parts.length > 1;
  const product = (index: number) => multiply(basisValueAt(figures, index), price);
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
      ...describeWeighting(figures, index),
      quantity: formatDecimal(basisValueAt(figures, index)),
      unit: figures.unit,
      unitPrice: shownPrice,
      ...(partial && { tariff: tariffDays(part) }),
      raw: formatRaw(product(index), partial ? part : undefined),
      rounded: amountFromCents(itemAt(amounts, index)),
    }),
  };
}

/** Each apartment's share of an amount, and of a remainder its quantity: a count of 10^-9. */
type Shares = {
  readonly shares: readonly { readonly cents: Cents; readonly remainderCent: -1 | 0 | 1 }[];
  readonly quantities?: readonly bigint[];
};

/**
 * Each apartment's share of an amount. For days of a remainder billed before, nobody is credited more than they still
 * have paid for them. Where the period has other invoices, what a share is less than it would have been is left to the
 * next period, in quantity as in money.
 */
function calculateShares(context: LineContext, { part, cents: all, remainder }: DividedAmount): Shares {
  const { charge, figures, remainders, apartments } = context;
  const { weights, whole } = figures;
  // An amount of zero gives everybody zero, also where there is no basis.
  if (whole === 0n)
    return { shares: weights.map(() => ({ cents: 0, remainderCent: 0 })), quantities: weights.map(() => 0n) };
  const shares = splitAmount(all, weights);
  if (remainder === undefined) return { shares };
  const billedRemainders = remainder.isInPeriod ? undefined : remainders.billedRemaindersOf(charge, part);
  const limited = shares.map(({ cents }, index) => {
    const { amount = 0, credited = 0 } = billedRemainders?.get(itemAt(apartments, index).id) ?? {};
    return calculateSettlement({ due: amount + cents, billed: amount, credited });
  });
  const given =
    remainders.isMissing === undefined
      ? limited
      : limitToUninvoiced(limited, missingParts(limited, part, context), remainder.uninvoicedCents);
  return {
    shares: shares.map((share, index) => {
      const cents = itemAt(given, index);
      return share.cents === cents ? share : { cents, remainderCent: 0 };
    }),
    quantities: divideInTurn(remainder.quantity, weights).map((quantity, index) => {
      const [wanted, cents] = [itemAt(limited, index), itemAt(given, index)];
      if (wanted === cents) return quantity;
      return wanted === 0 ? 0n : (quantity * BigInt(cents)) / BigInt(wanted);
    }),
  };
}

/**
 * The part of each apartment's share that falls on payers without an invoice, divided by days as their positions are
 * (payer-shares.ts).
 */
function missingParts(
  shares: readonly Cents[],
  part: Period,
  { apartments, consumption, remainders }: LineContext,
): Cents[] {
  return shares.map((share, index) => {
    const { id } = itemAt(apartments, index);
    const payerDays = payerDaysOf(consumption, id);
    const dayCounts = splitByPayer(part, payerDays).map((days) => (days === undefined ? 0 : daysInclusive(days)));
    const parts = splitAmount(share, dayCounts).filter((_, payer) =>
      remainders.isMissing?.(id, itemAt(payerDays, payer)),
    );
    return sumCents(parts.map(({ cents }) => cents));
  });
}

function splitLine(context: LineContext, divided: DividedAmount): NetLine {
  const { charge, figures } = context;
  const { part, partial, cents: all, bill, deductions, remainder } = divided;
  const nothing = figures.whole === 0n;
  const { shares, quantities } = calculateShares(context, divided);
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
    ...(quantities && { quantities }),
    explain: (index) => {
      const { cents, remainderCent } = itemAt(shares, index);
      const readings: readonly ReadingsUsed[] | undefined = remainder?.readings ?? figures.readings?.[index];
      return {
        method: 'split',
        basis: charge.basis,
        bill: amountFromCents(bill?.amount ?? all),
        ...(bill?.quantity !== undefined && {
          billQuantity: bill.quantity,
          ...(charge.billUnit && { billUnit: charge.billUnit }),
        }),
        ...(deductions.length > 0 && { deductions, divided: amountFromCents(divided.allCents ?? all) }),
        ...(remainder && { remainder: remainder.remainder satisfies MeterRemainder }),
        ...(partial && { tariff: tariffDays(part, bill && all) }),
        unit: figures.unit,
        ...describeWeighting(figures, index),
        numerator: formatDecimal(basisValueAt(figures, index)),
        denominator: shownDenominator,
        raw: nothing ? '0' : formatExactShare(all, itemAt(figures.weights, index), figures.whole),
        wholeCents: amountFromCents(cents - remainderCent),
        remainderCent,
        ...(figures.instead && { instead: figures.instead }),
        ...(figures.toDate?.[index] && { toDate: figures.toDate[index] }),
        ...(readings && { readings }),
      };
    },
  };
}

function unitPriceOf(charge: Charge, { unitPrice }: TariffPeriod): Decimal {
  if (unitPrice === undefined) throw new RangeError(`${describeCharge(charge)} has no unit price.`);
  return unitPrice;
}

/** The days of a part for display, and the part of a bill that falls on them. */
function tariffDays(part: TariffPeriod, cents?: Cents): TariffDays {
  const { periodStart: from, periodEnd: to, days, of } = part;
  return { from, to, days, of, ...(cents !== undefined && { divided: amountFromCents(cents) }) };
}

/** Figure and coefficient, where a coefficient applies. */
function describeWeighting(
  { weighted }: BasisValues,
  index: number,
): Pick<ChargeCalculation, 'figure' | 'coefficient'> {
  if (weighted === undefined) return {};
  const coefficient = itemAt(weighted.coefficients, index);
  if (coefficient === fullCoefficient) return {};
  return {
    figure: formatDecimal({ units: itemAt(weighted.weights, index), scale: weighted.scale }),
    coefficient: formatDecimal({ units: coefficient, scale: coefficientScale }),
  };
}

/** Exact; for part of a period cut after six decimals, so that rounding it gives the same cents. */
function formatRaw(product: Decimal, part: TariffPeriod | undefined): string {
  return formatDecimal(part === undefined ? product : truncateFraction(product, BigInt(part.days), BigInt(part.of), 6));
}

/** An apartment's figure including its coefficient. */
export function basisValueAt({ weights, scale }: BasisValues, index: number): Decimal {
  return { units: itemAt(weights, index), scale };
}

/** The item at an index. Throws RangeError if there is none. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`Index ${index} is out of range.`);
  return item;
}
