// The charge engine: calculates positions from charges, supplier bills and apartments, exact to the cent and explained
// as data. It reads and writes nothing.
import { billedScale, type MeterUse } from '../metering/measure-meters.ts';
import { runAtOnce, type Steps } from '../platform/processes/steps.ts';
import type { Period } from '../platform/values/dates.ts';
import { formatDecimal, quotient } from '../platform/values/decimal.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import type { Charge } from '../properties/model.ts';
import type { ChargeCalculation } from './calculation.ts';
import { calculateBasisValues, isDivided, type ReportChargeProblem } from './charge-bases.ts';
import { basisValueAt, buildLines, type ChargeLine, itemAt } from './charge-lines.ts';
import { describeCharge } from './message-words.ts';
import { type ConsumptionLedger, emptyLedger } from './metered/billed-consumption.ts';
import type { Consumption } from './metered/consumption-segments.ts';
import { findDoubleDeductions } from './metered/deductions.ts';
import { emptyRemainderLedger } from './metered/remainder.ts';
import { apartmentMetersOf, billWeightedConsumption, payerWeights } from './metered/weighted-consumption.ts';
import type { ApartmentFacts, ChargeProblem, Position, RemainderLedger, SupplierBill } from './model.ts';
import { splitPosition } from './payer-shares.ts';
import { type PricedCharge, pricedCharges } from './priced-charges.ts';
import { splitByTariff } from './tariffs.ts';
export type BillingInput = {
  readonly charges: readonly Charge[];
  readonly bills: readonly SupplierBill[];
  /** Left-over cents with equal claims are assigned in this order. */
  readonly apartments: readonly ApartmentFacts[];
  readonly period: Period;
  /** What the building's meters counted until the end of the period, if charges use them. */
  readonly meters?: readonly MeterUse[];
  /** What earlier invoices billed of the meters; none when absent. */
  readonly ledger?: ConsumptionLedger;
  readonly remainders?: RemainderLedger;
  /** The days of each payer of an apartment that changed hands; together they cover the period. */
  readonly payerDays?: ReadonlyMap<string, readonly Period[]>;
};
type InvoiceTotals = { readonly netCents: Cents; readonly vatCents: Cents; readonly totalCents: Cents };
export type ChargeTotal = {
  readonly code: string;
  readonly billCents?: Cents;
  /** The amount to split, if not the whole bill: the bill less deductions, or the price of a remainder. */
  readonly dividedCents?: Cents;
  readonly allocatedCents: Cents;
  readonly vatCents: Cents;
};
/**
 * The calculation of a building's period. Only cents are kept for the whole building; positions are built on demand, so
 * that ten thousand apartments can be written in batches. Charges with problems are left out: such amounts may be
 * shown, never stored. `index` is the apartment's index in the input; RangeError beyond it.
 */
export type Computation = {
  readonly problems: readonly ChargeProblem[];
  readonly perCharge: readonly ChargeTotal[];
  /** The positions that an apartment can have: what looking at one costs. */
  readonly lines: number;
  /** Whether some charge of the apartment is unknown because a meter has no reading. */
  isUnread(index: number): boolean;
  /** Whether the apartment is in the scope of any charge, and so has a position. */
  takesPart(index: number): boolean;
  totalsOf(index: number): InvoiceTotals;
  positionsOf(index: number): Position<ChargeCalculation>[];
  /** The positions of each payer of an apartment that changed hands: together they equal positionsOf, to the cent. */
  payerPositionsOf(index: number): Position<ChargeCalculation>[][];
};

/**
 * Computes every position of a building for a period.
 *
 * - Unit price: quantity × price, rounded to cents per position.
 * - Supplier bill: the bill, less what other charges deduct from it, is split over the apartments by the basis; the
 *   parts add up to it (split-amount.ts).
 * - Remainder of a main meter: what it counted and the apartments' meters do not explain, times the price, is split
 *   like a bill.
 * - VAT is calculated and rounded per position; an invoice is the sum of its amounts and of its VAT.
 * - The charge defines which apartments pay and with what coefficient (charge-scope.ts). Where price or VAT rate change
 *   inside the period, each apartment gets a position per tariff (tariffs.ts).
 * - An apartment whose figure is zero gets no position for that charge, unless it has a meter. Nobody gets one of a
 *   bill of zero that is not divided by meters. Any other position of 0.00 stays.
 *
 * All problems of the input are returned together in `problems`. Stored figures were validated when they were written,
 * so a malformed decimal is a defect and throws RangeError.
 */
export function computePositions(input: BillingInput): Computation {
  return runAtOnce(computeInSteps(input));
}

/** The same in steps: one for the figures of each basis, and one for each price of each charge. */
export function* computeInSteps(input: BillingInput): Steps<Computation> {
  const { charges, bills, apartments, period, meters = [], remainders = emptyRemainderLedger } = input;
  const { ledger = emptyLedger(period), payerDays = new Map() } = input;
  const consumption: Consumption = { period, meters, ledger, payerDays };
  const problems: ChargeProblem[] = [];
  const report: ReportChargeProblem = (problem) => void problems.push(problem);
  const distinct = distinctCharges(charges, report);
  const billOf = billsByCharge(distinct, bills, period, report);
  const figuresOf = yield* calculateBasisValues(distinct, apartments, consumption, report);
  const priced = yield* pricedCharges(distinct, apartments, consumption, report);
  reportDoubleDeductions(distinct, meters, report);
  const linesByCharge = new Map<Charge, readonly ChargeLine[]>();
  const netOf = (charge: Charge) => {
    const metered = priced.get(charge);
    if (metered !== undefined) return metered.unknown.size > 0 ? undefined : sumCents(metered.nets);
    const lines = linesByCharge.get(charge);
    return lines && sumCents(lines.map((line) => sumCents(line.amounts)));
  };
  // A deducted charge has a price, so it is calculated before any bill is split.
  for (const charge of distinct.toSorted((a, b) => Number(isDivided(a)) - Number(isDivided(b)))) {
    const figures = figuresOf.get(charge);
    if (figures === undefined) continue;
    const [parts, bill] = [splitByTariff(charge, period), billOf.get(charge.code)];
    const terms = { charge, figures, parts, bill };
    const ofCharge = yield* buildLines({ ...terms, distinct, netOf, consumption, remainders, apartments }, report);
    if (ofCharge !== undefined) linesByCharge.set(charge, ofCharge);
  }
  const weighing = metersDividingBills(distinct, meters);
  const context = { apartments, consumption, distinct, linesByCharge, priced, weighing };
  const isCalculated = (charge: Charge) => linesByCharge.has(charge) || priced.has(charge);
  const lacksReading = !distinct.every(isCalculated) && problems.some((problem) => problem.code === 'reading_missing');
  return {
    problems,
    perCharge: distinct.flatMap((charge) =>
      calculateChargeTotals(charge, linesByCharge.get(charge) ?? [], priced.get(charge)),
    ),
    lines: [...linesByCharge.values()].reduce((sum, lines) => sum + lines.length, priced.size),
    isUnread: (index) => lacksReading || [...priced.values()].some((pricedCharge) => pricedCharge.unknown.has(index)),
    takesPart: (index) =>
      linesOfApartment(context, index).length > 0 ||
      [...priced.values()].some((pricedCharge) => pricedCharge.present[index]),
    totalsOf: (index) => calculateTotals(context, index),
    positionsOf: (index) => buildPositions(context, index).flat(),
    payerPositionsOf: (index) => buildPositions(context, index),
  };
}

type ComputationContext = {
  readonly apartments: readonly ApartmentFacts[];
  readonly consumption: Consumption;
  readonly distinct: readonly Charge[];
  readonly linesByCharge: ReadonlyMap<Charge, readonly ChargeLine[]>;
  readonly priced: ReadonlyMap<Charge, PricedCharge>;
  readonly weighing: DividingMeters;
};

/** For charges that divide a bill by consumption: the meters of each apartment. */
type DividingMeters = ReadonlyMap<Charge, ReadonlyMap<string | null, readonly MeterUse[]>>;

function metersDividingBills(charges: readonly Charge[], meters: readonly MeterUse[]): DividingMeters {
  const dividing = charges.filter((charge) => charge.basis === 'meter' && isDivided(charge));
  return new Map(
    dividing.map((charge) => [charge, Map.groupBy(apartmentMetersOf(charge, meters), (meter) => meter.apartmentId)]),
  );
}

function linesOfApartment({ apartments, distinct, linesByCharge }: ComputationContext, index: number): ChargeLine[] {
  if (apartments[index] === undefined) throw new RangeError(`Apartment index ${index} is out of range.`);
  const lines = distinct.flatMap((charge) => linesByCharge.get(charge) ?? []);
  return lines.filter(
    (line) => !isWithoutBill(line) && (line.figures.present?.[index] ?? line.figures.weights[index] !== 0n),
  );
}

/** Whether the supplier sent no bill. Of one divided by meters the position stays: it records what they counted. */
function isWithoutBill({ charge, billCents, dividedCents }: ChargeLine): boolean {
  return billCents === 0 && dividedCents === 0 && charge.basis !== 'meter';
}

/** The positions of each payer of an apartment, in the order of the charges. */
function buildPositions(context: ComputationContext, index: number): Position<ChargeCalculation>[][] {
  const { apartments, consumption, distinct, linesByCharge, priced, weighing } = context;
  const { id } = itemAt(apartments, index);
  const payerDays = consumption.payerDays.get(id);
  const payerPeriods = payerDays ?? [consumption.period];
  const positions: Position<ChargeCalculation>[][] = payerPeriods.map(() => []);
  const present = new Set(linesOfApartment(context, index));
  for (const charge of distinct) {
    for (const { payer, ...line } of priced.get(charge)?.linesOf(index) ?? [])
      positions[payer]?.push({ code: charge.code, ...line });
    const uses = weighing.get(charge)?.get(id) ?? [];
    const weights = uses.length > 0 && payerDays !== undefined ? payerWeights(charge, uses, consumption) : undefined;
    const counts = positions.map((ofPayer) => ofPayer.length);
    for (const line of (linesByCharge.get(charge) ?? []).filter((chargeLine) => present.has(chargeLine))) {
      const whole = buildPosition(line, index);
      if (payerDays === undefined) positions[0]?.push(whole);
      else
        for (const [payer, share] of splitPosition(line, index, { whole, payerDays, weights }).entries())
          if (share) positions[payer]?.push(share);
    }
    if (uses.length === 0) continue;
    // The ledger rows go with the charge's first position.
    for (const [payer, ofPayer] of positions.entries()) {
      const firstOfCharge = counts[payer] ?? 0;
      const first = ofPayer[firstOfCharge];
      const billed = billWeightedConsumption(charge, uses, consumption, payerDays === undefined ? undefined : payer);
      if (first !== undefined) ofPayer[firstOfCharge] = { ...first, billed };
    }
  }
  return positions;
}

function distinctCharges(charges: readonly Charge[], report: ReportChargeProblem): Charge[] {
  const noChargesMessage = 'The building has no charges, so there is nothing to bill.';
  if (charges.length === 0) report({ code: 'no_charges', message: noChargesMessage });
  const distinct = new Map<string, Charge>();
  for (const charge of charges) {
    const message = `Two charges share the code "${charge.code}".`;
    if (distinct.has(charge.code)) report({ code: 'duplicate_charge', charge: charge.code, message });
    else distinct.set(charge.code, charge);
  }
  return [...distinct.values()];
}

/** The bill of each charge that splits one. Reports bills without such a charge, and such charges without a bill. */
function billsByCharge(
  charges: readonly Charge[],
  bills: readonly SupplierBill[],
  period: Period,
  report: ReportChargeProblem,
) {
  const byCode = new Map(charges.map((charge) => [charge.code, charge]));
  const billOfCharge = new Map<string, SupplierBill>();
  for (const bill of bills) {
    const charge = byCode.get(bill.charge);
    const reject = (code: ChargeProblem['code'], message: string) => report({ code, charge: bill.charge, message });
    if (!charge)
      reject('unknown_charge', `There is a supplier bill for "${bill.charge}", but the building has no such charge.`);
    else if (!charge.costFrom)
      reject('charge_not_from_bill', `${describeCharge(charge)} has a unit price and accepts no supplier bill.`);
    else if (billOfCharge.has(bill.charge))
      reject('duplicate_supplier_bill', `${describeCharge(charge)} has more than one supplier bill.`);
    else billOfCharge.set(bill.charge, bill);
  }
  for (const charge of charges.filter((charge) => charge.costFrom && !billOfCharge.has(charge.code))) {
    const message = `${describeCharge(charge)} has no supplier bill for ${period.periodStart} to ${period.periodEnd}.`;
    report({ code: 'supplier_bill_missing', charge: charge.code, message });
  }
  return billOfCharge;
}

function reportDoubleDeductions(
  charges: readonly Charge[],
  meters: readonly MeterUse[],
  report: ReportChargeProblem,
): void {
  for (const [charge, from] of findDoubleDeductions(charges, meters)) {
    const message = `${describeCharge(charge)} would be deducted from ${from.map(describeCharge).join(' and from ')}. Set deductedFrom on it to name one of them.`;
    report({ code: 'deducted_twice', charge: charge.code, message });
  }
}

/** Quantity times price is the amount, except for rounding; for part of a period the quantity is that part. */
function buildPosition(line: ChargeLine, index: number): Position<ChargeCalculation> {
  const { charge, part, figures, remainder } = line;
  const figure = basisValueAt(figures, index);
  const inPart = () =>
    quotient({ units: figure.units * BigInt(part.days), scale: figure.scale }, { units: BigInt(part.of), scale: 0 }, 6);
  const isBeforePeriod = remainder !== undefined && !remainder.isInPeriod;
  const position: Position<ChargeCalculation> = {
    code: charge.code,
    description: isBeforePeriod ? `${charge.name} (${part.periodStart} – ${part.periodEnd})` : charge.name,
    quantity: formatDecimal(line.partial && !isDivided(charge) ? inPart() : figure),
    unit: figures.unit,
    unitPrice: line.unitPrice,
    amount: itemAt(line.amounts, index),
    vatRate: formatDecimal(part.vatRate),
    vatAmount: itemAt(line.vats, index),
    calculation: line.explain(index),
  };
  if (remainder === undefined) return position;
  const terms = { unitPrice: remainder.remainder.unitPrice, vatRate: position.vatRate, coefficient: '1' };
  const quantity = formatDecimal({ units: itemAt(line.quantities ?? [], index), scale: billedScale });
  const { periodStart, periodEnd } = part;
  const { amount, vatAmount } = position;
  const share = { charge: charge.code, meterId: null, periodStart, periodEnd, quantity, terms, amount, vatAmount };
  return { ...position, billed: [{ ...share, isEstimated: false, isSettled: true }] };
}

function calculateTotals(context: ComputationContext, index: number): InvoiceTotals {
  const lines = linesOfApartment(context, index);
  const priced = [...context.priced.values()];
  const netCents = sumCents([
    ...lines.map((line) => itemAt(line.amounts, index)),
    ...priced.map((pricedCharge) => itemAt(pricedCharge.nets, index)),
  ]);
  const vatCents = sumCents([
    ...lines.map((line) => itemAt(line.vats, index)),
    ...priced.map((pricedCharge) => itemAt(pricedCharge.vats, index)),
  ]);
  return { netCents, vatCents, totalCents: netCents + vatCents };
}

function calculateChargeTotals(
  charge: Charge,
  lines: readonly ChargeLine[],
  priced: PricedCharge | undefined,
): ChargeTotal[] {
  const { code } = charge;
  if (priced !== undefined && priced.unknown.size > 0) return [];
  if (priced !== undefined) return [{ code, allocatedCents: sumCents(priced.nets), vatCents: sumCents(priced.vats) }];
  const [first] = lines;
  if (first === undefined) return [];
  const { billCents } = first;
  const divided = sumCents(lines.map((line) => line.dividedCents ?? 0));
  return [
    {
      code,
      ...(billCents !== undefined && { billCents }),
      ...(isDivided(charge) && divided !== billCents && { dividedCents: divided }),
      allocatedCents: sumCents(lines.flatMap((line) => line.amounts)),
      vatCents: sumCents(lines.flatMap((line) => line.vats)),
    },
  ];
}
