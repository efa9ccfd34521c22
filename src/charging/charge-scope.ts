// Charge scope: which apartments pay a charge, and with what coefficient.
import { decimalRanges, parseDecimal, unitsAt } from '../platform/values/decimal.ts';
import type { Charge } from '../properties/model.ts';

/** Coefficients are integers in units of 10^-coefficientScale. */
export const coefficientScale: number = decimalRanges.coefficient.decimals;
/** The coefficient 1. */
export const fullCoefficient: bigint = 10n ** BigInt(coefficientScale);

/** The coefficient of each apartment, 0 outside the scope; undefined when all apartments have the coefficient 1. */
export function coefficientsOf(charge: Charge, apartments: readonly { readonly id: string }[]): bigint[] | undefined {
  const { apartments: listed, appliesTo, basis, name } = charge;
  if (listed === undefined && appliesTo === undefined) return undefined;
  const terms = new Map(listed?.map((apartmentTerms) => [apartmentTerms.apartmentId, apartmentTerms]));
  const others = appliesTo === 'listed' || basis === 'custom' ? 0n : fullCoefficient;
  return apartments.map(({ id }) => {
    const ownTerms = terms.get(id);
    if (ownTerms === undefined) return others;
    const coefficient = parseDecimal(ownTerms.coefficient ?? 1, decimalRanges.coefficient);
    if (coefficient === undefined)
      throw new RangeError(`A coefficient of "${name}" is not valid: "${ownTerms.coefficient}".`);
    return unitsAt(coefficient, coefficientScale);
  });
}
