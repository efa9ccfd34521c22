// Replacing a meter in one step: the last value of the old one, and the new one with its first value, on the same day.

import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import { createMeter, getMeter, type NewMeterInput } from './meters.ts';
import type { Meter } from './model.ts';

/** What is read off the two meters. Digits and decimals are those of the old meter if absent. */
export type ReplacementInput = Pick<
  NewMeterInput,
  'serialNumber' | 'digits' | 'decimals' | 'initialValue' | 'verifiedUntil' | 'rollover'
> & {
  readonly finalValue: number;
  readonly installedOn?: Day;
};

/**
 * Closes a meter and creates its successor: same apartment, type and unit, so that consumption continues. Returns the new meter. Throws NotFound, Invalid,
 * Conflict (the serial number is taken, or the meter was already replaced or closed).
 */
export async function replaceMeter(scope: Scope, id: string, input: ReplacementInput): Promise<Meter> {
  const { buildingId, apartmentId, type, unit, digits, decimals } = await getMeter(scope, id);
  return createMeter(scope, { digits, decimals, ...input, buildingId, apartmentId, type, unit, replacesMeterId: id });
}
