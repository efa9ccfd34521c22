// Meter types: which types of meters a charge is based on. Pure.
import type { Charge, MeterType } from '../../properties/model.ts';

/**
 * The type of a metered charge's meters. Throws RangeError for another charge: metered ones were validated to have a
 * type.
 */
export function meterTypeOf({ name, meterType }: Charge): MeterType {
  if (meterType === undefined) throw new RangeError(`"${name}" has no type of meters.`);
  return meterType;
}

/**
 * The types of meters that a charge needs; none if it is not metered. A remainder of cold water needs hot water too, as
 * that may be made from it.
 */
export function neededMeterTypes({ basis, meterType }: Charge): MeterType[] {
  if (meterType === undefined) return [];
  return basis === 'meter_remainder' && meterType === 'cold_water' ? ['cold_water', 'hot_water'] : [meterType];
}

/**
 * The types of meters that charges need, each with the months that a missing reading may be estimated from: the maximum
 * that a charge allows.
 */
export function estimationMonthsByType(charges: readonly Charge[]): Map<MeterType, number | undefined> {
  const monthsByType = new Map<MeterType, number | undefined>();
  for (const charge of charges)
    for (const type of neededMeterTypes(charge))
      monthsByType.set(type, Math.max(monthsByType.get(type) ?? 0, charge.estimateMissingFromMonths ?? 0) || undefined);
  return monthsByType;
}
