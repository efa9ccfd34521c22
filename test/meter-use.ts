// What meters counted, for tests of what is pure: a meter as measuring answers it, with what it had counted by the end of some days.

import type { TotalPoint } from '../src/metering/counted-total.ts';
import type { MeterUse } from '../src/metering/measure-meters.ts';
import type { MeterType } from '../src/properties/model.ts';

/** A meter of an apartment, or a main one (null), that had counted so many thousandths of its unit by the end of each of these days. */
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
