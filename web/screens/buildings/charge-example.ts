// An example of a charge for one apartment, shown beside its settings: an approximation of what billing calculates
// exactly.
import {
  type ApartmentField,
  type Basis,
  type DividedBasis,
  fieldOfBasis,
} from '../../../src/platform/values/bases.ts';
import type { ApartmentTermsDraft } from './charge-changes.ts';
import { type PricedChargeDraft, tariffOn } from './charge-prices.ts';

export type ApartmentValues = { readonly id: string } & { readonly [field in ApartmentField]: number | null };

/** The parts of a charge that an example needs. */
export type ExampleCharge = PricedChargeDraft & {
  readonly basis: Basis;
  readonly divideBy?: DividedBasis | null | undefined;
  readonly appliesTo?: 'all' | 'listed' | null | undefined;
  readonly apartments?: readonly ApartmentTermsDraft[] | undefined;
};

/** `remainder` is a part of so many units that the apartment meters leave. */
export type ChargeExample =
  | { readonly kind: 'priced'; readonly quantity: number; readonly amount: number }
  | { readonly kind: 'split'; readonly part: number; readonly amount: number }
  | { readonly kind: 'metered'; readonly amount: number }
  | { readonly kind: 'remainder'; readonly part: number; readonly amount: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'outside' };

/** The bill that is split in an example. */
export const exampleBill = 1000;
/** The consumption that is priced in an example. */
export const exampleConsumption = 10;

/**
 * An example at the prices of a day, with VAT. `missing`: the apartment lacks the basis of the charge. `outside`: it
 * does not participate. A bill that is split by meters is split evenly here.
 */
export function calculateExample(
  charge: ExampleCharge,
  apartment: ApartmentValues,
  all: readonly ApartmentValues[],
  day: string,
): ChargeExample {
  const { unitPrice, vatRate } = tariffOn(charge, day);
  const withVat = (net: number) => Math.round(net * (1 + vatRate / 100) * 100) / 100;
  const priced = typeof unitPrice === 'number';
  const basis = basisOf(charge, priced);
  const quantity = quantityOf(charge, basis, apartment);
  if (quantity === null) return { kind: 'missing' };
  if (quantity === 0 && factorOf(charge, apartment.id) === 0) return { kind: 'outside' };
  if (charge.basis === 'meter' && priced)
    return { kind: 'metered', amount: withVat(unitPrice * exampleConsumption * quantity) };
  if (charge.basis !== 'meter_remainder' && priced)
    return { kind: 'priced', quantity, amount: withVat(quantity * unitPrice) };
  const total = all.reduce((sum, apartmentValues) => sum + (quantityOf(charge, basis, apartmentValues) ?? 0), 0);
  const part = total === 0 ? 0 : quantity / total;
  return priced
    ? { kind: 'remainder', part, amount: withVat(unitPrice * exampleConsumption * part) }
    : { kind: 'split', part, amount: withVat(exampleBill * part) };
}

/**
 * The basis that the example uses: consumption is unknown and an agreed share is a factor, so there each apartment
 * counts once.
 */
function basisOf({ basis, divideBy }: ExampleCharge, priced: boolean): keyof typeof fieldOfBasis {
  if (basis === 'meter_remainder' && priced) return divideBy ?? 'equal';
  return basis === 'meter' || basis === 'meter_remainder' || basis === 'custom' ? 'equal' : basis;
}

/** The apartment's figure times its coefficient; null where it has no figure. */
function quantityOf(
  charge: ExampleCharge,
  basis: keyof typeof fieldOfBasis,
  apartment: ApartmentValues,
): number | null {
  const factor = factorOf(charge, apartment.id);
  if (factor === 0) return 0;
  const field = fieldOfBasis[basis];
  const figure = field === null ? 1 : apartment[field];
  return figure === null ? null : Math.round(figure * factor * 1e6) / 1e6;
}

/**
 * The factor of an apartment's basis: its coefficient, or with agreed shares its share; 0 where it does not
 * participate.
 */
function factorOf({ basis, appliesTo, apartments = [] }: ExampleCharge, id: string): number {
  const terms = apartments.find(({ apartmentId }) => apartmentId === id);
  if (basis === 'custom') return terms?.share ?? 0;
  if (terms === undefined) return appliesTo === 'listed' ? 0 : 1;
  return terms.coefficient ?? 1;
}
