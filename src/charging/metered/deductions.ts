// Deductions: which meters charges use, and which metered charges reduce the bills of other charges. Pure.
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { Charge, MeterType } from '../../properties/model.ts';
import { explainedBy } from './remainder.ts';

/** The types of meters that charges use, each with the months that a missing reading may be estimated from: the maximum that a charge allows. */
export function estimationMonthsByType(charges: readonly Charge[]): Map<MeterType, number | undefined> {
  const monthsByType = new Map<MeterType, number | undefined>();
  for (const charge of charges)
    for (const type of meterTypesOf(charge))
      monthsByType.set(type, Math.max(monthsByType.get(type) ?? 0, charge.estimateMissingFromMonths ?? 0) || undefined);
  return monthsByType;
}

/** The types of meters that a charge may use; hot water may be made from cold water. */
export function meterTypesOf({ basis, meterType }: Charge): MeterType[] {
  if (meterType === undefined) return [];
  return basis === 'meter_remainder' && meterType === 'cold_water' ? ['cold_water', 'hot_water'] : [meterType];
}

/** The metered charges that reduce the bill of a main meter's remainder when no charge says so: all that bill the apartment meters. */
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
