// Main meters: which types of apartment meters are part of what a main meter counts. One rule for charges, warnings and
// charts. Pure.
import type { MeterType } from '../properties/model.ts';

/**
 * The types of apartment meters that explain what a main meter counts: without a main meter of its own, hot water
 * counts as part of cold water.
 */
export function explainedBy(
  type: MeterType,
  meters: readonly { readonly type: MeterType; readonly apartmentId: string | null }[],
): MeterType[] {
  const hotHasMain = meters.some((meter) => meter.type === 'hot_water' && meter.apartmentId === null);
  return type === 'cold_water' && !hotHasMain ? ['cold_water', 'hot_water'] : [type];
}
