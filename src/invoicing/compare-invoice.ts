// Compares the charges of an invoice with the period before, and with the average of the building's apartments.
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import type { Cents } from '../platform/values/money.ts';
import { type ChargeFigures, findChargeFigures } from './compare-invoice-queries.ts';
import { getInvoice } from './invoices.ts';

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
  readonly averageAreaPrice: number | null;
};

/** Below this number of apartments a resident could calculate what a neighbour pays: the same as for usage (P-71). */
const minApartments = 5;

/** The charges of an invoice that the caller may see. Throws NotFound. */
export async function compareInvoice(scope: Scope, invoiceId: string): Promise<ChargeComparison[]> {
  await getInvoice(scope, invoiceId);
  const isResident = residentUserId(scope.caller) !== null;
  return (await findChargeFigures(scope, invoiceId)).map((figures) => compareCharge(figures, isResident));
}

/**
 * An apartment alone is no average. By area, apartments of all sizes are compared by what a square metre costs. Pure.
 */
function compareCharge(figures: ChargeFigures, isResident: boolean): ChargeComparison {
  const { code, description, amount, exact, previous, apartments, total, area, totalArea } = figures;
  const isShown = apartments !== null && total !== null && apartments >= (isResident ? minApartments : 2);
  const byArea = Number(area) > 0 && Number(totalArea) > 0;
  return {
    code,
    description,
    amount,
    previous,
    average: isShown && !byArea ? Math.round(Number(total) / apartments) : null,
    areaPrice: byArea ? pricePerArea(exact, area) : null,
    averageAreaPrice: isShown && byArea ? pricePerArea(total, totalArea) : null,
  };
}

/** An exact amount in cents per m², not from the rounded one: a small apartment pays no other price. */
function pricePerArea(cents: string, area: string | null): number {
  return Number(cents) / 100 / Number(area);
}
