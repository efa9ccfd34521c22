// Compares the charges of an invoice with the period before, with the same period a year ago, and with the average of
// the building's apartments.
import type { AnyCalculation } from '../charging/calculation.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import { meterUnits } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { type ChargeFigures, type ChargeOfPeriod, findChargeFigures } from './compare-invoice-queries.ts';
import { getInvoice } from './invoices.ts';
import { findRisenFactors, type RisenFactor } from './risen-factors.ts';

/**
 * A charge beside other figures, net. With `areaPrice` and `averageAreaPrice` the charge is divided by area: amounts
 * per m², not rounded.
 */
type ChargeComparison = {
  readonly code: string;
  readonly description: string;
  readonly amount: Cents;
  readonly previous: Cents | null;
  /** The average of the apartments that pay the charge; null where it is not shown. */
  readonly average: Cents | null;
  readonly areaPrice: number | null;
  /** That of the period before, where one price held for the whole of both; null otherwise. */
  readonly previousAreaPrice: number | null;
  readonly averageAreaPrice: number | null;
  /** This period, the one before, and the same a year ago, as far as they are known, oldest first. */
  readonly periods: readonly PeriodFigures[];
  /** The first day for which the charge is known. */
  readonly since: Day;
};

/** Why a charge is more than a year ago, or if that is not known, than in the period before. */
export type Rise = { readonly than: ComparedPeriod; readonly factors: readonly RisenFactor[] };

export const comparedPeriods = ['previous', 'year_ago'] as const;
type ComparedPeriod = (typeof comparedPeriods)[number];

/**
 * `quantity` is what was used: in the apartment, in the building by its supplier bill, or of a remainder. `unitPrice`:
 * net, not rounded.
 */
type PeriodFigures = {
  readonly period: 'current' | ComparedPeriod;
  readonly periodStart: Day;
  readonly amount: Cents;
  readonly vatAmount: Cents;
  readonly vatRate: number | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly ofBuilding: boolean;
  readonly isRemainder: boolean;
  readonly unitPrice: number | null;
};

/** Below this number of apartments a resident could calculate what a neighbour pays: the same as for usage (P-71). */
const minApartments = 5;

/** The charges of an invoice that the caller may see, and at zero those of the period before. Throws NotFound. */
export async function compareInvoice(scope: Scope, invoiceId: string): Promise<ChargeComparison[]> {
  await getInvoice(scope, invoiceId);
  const isResident = residentUserId(scope.caller) !== null;
  return (await findChargeFigures(scope, invoiceId)).map((figures) => compareCharge(figures, isResident));
}

/**
 * Why charges of an invoice are more than on invoices that have reached their payers, by their codes, beside periods
 * that begin on `since` or later.
 */
export async function findRises(
  scope: Scope,
  invoiceId: string,
  since: Day = '0001-01-01',
): Promise<Readonly<Record<string, Rise>>> {
  const shownOf = (period: ChargeOfPeriod | null) => (period === null || period.periodStart < since ? null : period);
  const charges = await findChargeFigures(scope, invoiceId, true);
  const rises = charges.map((figures) => {
    const { previous, yearAgo } = figures;
    return [figures.code, riseOf({ ...figures, previous: shownOf(previous), yearAgo: shownOf(yearAgo) })] as const;
  });
  return Object.fromEntries(rises.flatMap(([code, rise]) => (rise === null ? [] : [[code, rise]])));
}

/**
 * An apartment alone is no average. By area, apartments of all sizes are compared by what a square metre costs. Pure.
 */
function compareCharge(figures: ChargeFigures, isResident: boolean): ChargeComparison {
  const { code, description, amount, exact, previous, yearAgo, since, apartments, total, area, totalArea } = figures;
  const isShown = apartments !== null && total !== null && apartments >= (isResident ? minApartments : 2);
  const byArea = Number(area) > 0 && Number(totalArea) > 0;
  return {
    code,
    description,
    amount,
    previous: previous?.amount ?? null,
    average: isShown && !byArea ? Math.round(Number(total) / apartments) : null,
    areaPrice: byArea ? pricePerArea(exact, area) : null,
    previousAreaPrice: byArea && wholeAreaPrice(figures) !== null ? wholeAreaPrice(previous) : null,
    averageAreaPrice: isShown && byArea ? pricePerArea(total, totalArea) : null,
    since,
    periods: [
      ...(yearAgo === null ? [] : [figuresOf('year_ago', yearAgo)]),
      ...(previous === null ? [] : [figuresOf('previous', previous)]),
      figuresOf('current', figures),
    ],
  };
}

function figuresOf(period: PeriodFigures['period'], charge: ChargeOfPeriod): PeriodFigures {
  const { periodStart, amount, vatAmount, vatRate, quantity, unit, calculation } = charge;
  const unitPrice = calculation === null ? null : unitPriceOf(calculation);
  const amounts = { period, periodStart, amount, vatAmount, vatRate: vatRate === null ? null : Number(vatRate) };
  const shown = { ...amounts, quantity: null, unit: null, ofBuilding: false, isRemainder: false, unitPrice: null };
  if (meterUnits.some((metered) => metered === unit))
    return { ...shown, quantity: quantity === null ? null : Number(quantity), unit, unitPrice };
  if (calculation?.method !== 'split') return shown;
  const { billQuantity, billUnit: billedIn = null, remainder } = calculation;
  if (remainder !== undefined && remainder.before === undefined)
    return { ...shown, quantity: Number(remainder.quantity), unit: remainder.unit, isRemainder: true, unitPrice };
  if (billQuantity === undefined) return shown;
  return { ...shown, quantity: Number(billQuantity), unit: billedIn, ofBuilding: true, unitPrice };
}

/** What a unit cost: on the supplier bill, or by the price; net. */
function unitPriceOf(calculation: AnyCalculation): number | null {
  if (calculation.method === 'unit_price') return Number(calculation.unitPrice);
  if (calculation.method !== 'split') return null;
  if (calculation.remainder !== undefined) return Number(calculation.remainder.unitPrice);
  if (!(Number(calculation.billQuantity) > 0)) return null;
  return calculation.bill / Number(calculation.billQuantity);
}

/** Net, as the charge is: a higher VAT rate alone is no higher price. */
function riseOf({ previous, yearAgo, ...now }: ChargeFigures): Rise | null {
  const before = yearAgo ?? previous;
  const { calculation: earlier = null } = before ?? {};
  if (before === null || earlier === null || now.calculation === null || now.amount <= before.amount) return null;
  const factors = findRisenFactors(earlier, now.calculation);
  return factors.length === 0 ? null : { than: yearAgo === null ? 'previous' : 'year_ago', factors };
}

/** The exact price per m² of a charge by area that one payer had for a whole period at one price; otherwise null. */
function wholeAreaPrice(charge: ChargeOfPeriod | null): number | null {
  const { unit, quantity = null, calculation } = charge ?? {};
  if (unit !== 'm2' || !(Number(quantity) > 0)) return null;
  if (calculation?.method !== 'unit_price' && calculation?.method !== 'split') return null;
  const isPart = calculation.share !== undefined || calculation.tariff !== undefined;
  return isPart ? null : Number(calculation.raw) / Number(quantity);
}

/** An exact amount in cents per m², not from the rounded one: a small apartment pays no other price. */
function pricePerArea(cents: string, area: string | null): number {
  return Number(cents) / 100 / Number(area);
}
