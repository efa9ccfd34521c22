// Consumption for tests of pure functions: meters with their total consumption on some days.

import type { TotalPoint } from '../src/metering/counted-total.ts';
import type { MeterUse } from '../src/metering/measure-meters.ts';
import type { MeterType } from '../src/properties/model.ts';

/**
 * A meter of an apartment, or a main meter (null), with its total in thousandths of its unit at the end of each of
 * these days.
 */
export function meterUse(
  apartmentId: string | null,
  type: MeterType,
  thousandths: Readonly<Record<string, number>>,
  more: Partial<MeterUse> = {},
): MeterUse {
  const knots = Object.entries(thousandths).map(([day, counted]): TotalPoint => {
    const value = String(counted / 1000);
    return { day, counted: BigInt(counted) * 1000n, value, valueOn: day, isRead: true };
  });
  const total = { knots, register: { digits: 9, decimals: 3 }, origin: 0n };
  return {
    ...{ meterId: `${apartmentId} ${type}`, serialNumber: null, apartmentId, type, unit: 'm3', verifiedUntil: null },
    ...{ installedOn: null, removedOn: null, isArchived: false, total, beginsUnknown: false },
    ...more,
  };
}
