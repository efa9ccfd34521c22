// Deductions: which metered charges reduce the bills of other charges. Pure.
import { explainedBy } from '../../metering/main-meters.ts';
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { Charge, MeterType } from '../../properties/model.ts';

/**
 * The metered charges that reduce the bill of a main meter's remainder when no charge names it in `deductedFrom`: all
 * that bill the apartment meters.
 */
export function findImplicitDeductions(
  charge: Charge,
  charges: readonly Charge[],
  meters: readonly MeterUse[],
): readonly Charge[] {
  if (charge.basis !== 'meter_remainder' || charge.meterType === undefined || charge.costFrom === undefined) return [];
  if (charges.some((item) => item.deductedFrom === charge.code)) return [];
  const types: readonly (MeterType | undefined)[] = explainedBy(charge.meterType, meters);
  return charges.filter((charge) => {
    const isPriced = charge.basis === 'meter' && charge.unitPrice !== undefined && charge.deductedFrom === undefined;
    return isPriced && types.includes(charge.meterType);
  });
}

/** The metered charges that would reduce more than one bill, each with the charges of those bills. */
export function findDoubleDeductions(
  charges: readonly Charge[],
  meters: readonly MeterUse[],
): ReadonlyMap<Charge, Charge[]> {
  const from = new Map<Charge, Charge[]>();
  for (const bill of charges)
    for (const implicitDeduction of findImplicitDeductions(bill, charges, meters))
      from.set(implicitDeduction, [...(from.get(implicitDeduction) ?? []), bill]);
  return new Map([...from].filter(([, bills]) => bills.length > 1));
}
