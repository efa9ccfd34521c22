// An example of a charge for one apartment, shown beside its settings, rounded as invoices are.
import {
  type ApartmentField,
  type Basis,
  type DividedBasis,
  fieldOfBasis,
} from '../../../src/platform/values/bases.ts';
import {
  add,
  type Decimal,
  decimalToNumber,
  fractionToCents,
  multiply,
  parseDecimal,
  percentOf,
  roundToCents,
  unitsAt,
} from '../../../src/platform/values/decimal.ts';
import type { ApartmentTermsDraft } from './charge-changes.ts';
import { type PricedChargeDraft, tariffOn } from './charge-prices.ts';

type ApartmentValues = { readonly id: string } & { readonly [field in ApartmentField]: number | null };

/** The parts of a charge that an example needs. */
export type ExampleCharge = PricedChargeDraft & {
  readonly basis: Basis;
  readonly divideBy?: DividedBasis | null | undefined;
  readonly appliesTo?: 'all' | 'listed' | null | undefined;
  readonly apartments?: readonly ApartmentTermsDraft[] | undefined;
};

/** `remainder` is a part of so many units that the apartment meters leave. `addsVat`: the amount is with VAT. */
type ChargeExample =
  | ({ readonly kind: 'priced'; readonly quantity: number } & ExampleAmount)
  | ({ readonly kind: 'metered' } & ExampleAmount)
  | ({ readonly kind: 'split' | 'remainder'; readonly part: number } & ExampleAmount)
  | { readonly kind: 'missing' }
  | { readonly kind: 'outside' };
type ExampleAmount = { readonly amount: number; readonly addsVat: boolean };

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
  const price = typeof unitPrice === 'number' ? decimalOf(unitPrice) : undefined;
  const basis = basisOf(charge, price !== undefined);
  const quantity = quantityOf(charge, basis, apartment);
  if (quantity === null) return { kind: 'missing' };
  if (quantity.units === 0n && factorOf(charge, apartment.id) === 0) return { kind: 'outside' };
  const withVat = (cents: number): ExampleAmount => ({
    amount: (cents + percentOf(cents, decimalOf(vatRate))) / 100,
    addsVat: vatRate > 0,
  });
  const consumed = price && multiply(price, decimalOf(exampleConsumption));
  if (charge.basis === 'meter' && consumed)
    return { kind: 'metered', ...withVat(roundToCents(multiply(consumed, quantity))) };
  if (charge.basis !== 'meter_remainder' && price)
    return { kind: 'priced', quantity: decimalToNumber(quantity), ...withVat(roundToCents(multiply(quantity, price))) };
  const whole = all.map((values) => quantityOf(charge, basis, values) ?? none).reduce(add, none);
  const scale = Math.max(whole.scale, quantity.scale);
  const [own, total] = [unitsAt(quantity, scale), unitsAt(whole, scale)];
  const part = total === 0n ? 0 : Number(own) / Number(total);
  const cents = total === 0n ? 0 : fractionToCents(consumed ?? decimalOf(exampleBill), own, total);
  return { kind: consumed ? 'remainder' : 'split', part, ...withVat(cents) };
}

const none: Decimal = { units: 0n, scale: 0 };

/** A figure of the form; one that cannot be saved counts as zero. */
function decimalOf(value: number): Decimal {
  return parseDecimal(value, { decimals: 9, min: -1_000_000_000, max: 1_000_000_000 }) ?? none;
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
): Decimal | null {
  const factor = factorOf(charge, apartment.id);
  if (factor === 0) return none;
  const field = fieldOfBasis[basis];
  const figure = field === null ? 1 : apartment[field];
  return figure === null ? null : multiply(decimalOf(figure), decimalOf(factor));
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
