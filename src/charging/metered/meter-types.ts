// Meter types: which types of meters a charge is based on, and which types explain what a main meter counts. Pure.
import type { MeterUse } from '../../metering/measure-meters.ts';
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

/**
 * The types of apartment meters that explain what a main meter counts: without a main meter of its own, hot water
 * counts as part of cold water.
 */
export function explainedBy(type: MeterType, meters: readonly MeterUse[]): MeterType[] {
  const hotHasMain = meters.some((meter) => meter.type === 'hot_water' && meter.apartmentId === null);
  return type === 'cold_water' && !hotHasMain ? ['cold_water', 'hot_water'] : [type];
}
