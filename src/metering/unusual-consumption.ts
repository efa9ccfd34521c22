// Whether a reading shows an unusual consumption: more than three times that of before, or without a usual pace of its
// own, of the building's apartments; or a value as of a forgotten decimal separator.
import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, daysBetween } from '../platform/values/dates.ts';
import { type Decimal, decimalToNumber, parseDecimal, unitsAt } from '../platform/values/decimal.ts';
import { billedScale, toBilledUnits } from './measure-meters.ts';
import { findPointsSince, findResidencyDays } from './measure-meters-queries.ts';
import { findMeter, type MeterRow } from './metering-queries.ts';
import type { Reading } from './model.ts';
import { findMedianUsage } from './monthly-usage.ts';
import {
  type ConsumptionPace,
  calculatePace,
  isHigh,
  lacksSeparator,
  minUsualDays,
  monthsBefore,
  registerScale,
} from './register.ts';

/** What is unusual about the consumption up to a reading, as a sentence; undefined: nothing. */
export async function findHighConsumption(
  scope: Scope,
  meter: MeterRow,
  { value, readOn, consumption }: Pick<Reading, 'value' | 'readOn' | 'consumption'>,
): Promise<string | undefined> {
  const used = parseDecimal(Math.max(0, consumption ?? 0), { decimals: 6, min: 0, max: 1e9 });
  const { last, before, pace } = await findPace(scope, meter, readOn);
  if (before !== undefined && lacksSeparator(before, value))
    return `${value} is many times the value before it, ${before}: the decimal separator may be missing.`;
  if (!used || !last) return undefined;
  const days = daysBetween(last, readOn);
  const counted = `${consumption} ${meter.unit} in ${days} days is more than three times`;
  if (pace === undefined || pace.days < minUsualDays)
    return (await exceedsOthers(scope, meter, { used, days, until: addDays(readOn, -1) }))
      ? `${counted} what is usual in the building.`
      : undefined;
  return isHigh(used, days, pace) ? `${counted} the usual consumption: ${perMonth(pace)} in 30 days.` : undefined;
}

/** What a meter usually counts in 30 days, before a day; undefined: its own readings do not say. */
export async function findUsualConsumption(scope: Scope, meterId: string, readOn: Day): Promise<number | undefined> {
  const meter = await findMeter(scope, meterId);
  const pace = meter && (await findPace(scope, meter, readOn)).pace;
  return pace === undefined || pace.days < minUsualDays ? undefined : perMonth(pace);
}

function perMonth({ used, days }: ConsumptionPace): number {
  return decimalToNumber({ units: (used.units * 30n) / BigInt(days), scale: used.scale });
}

/** A meter before a day: the day and value of its last reading, and its pace. */
async function findPace(scope: Scope, meter: MeterRow, readOn: Day) {
  const until = addDays(readOn, -1);
  const recent = await findPointsSince(scope, [{ meterId: meter.id, since: monthsBefore(until, 12) }], until);
  const first = { value: String(meter.initialValue), on: meter.installedOn };
  const residencyDays = meter.apartmentId === null ? null : await findResidencyDays(scope, meter.apartmentId);
  // A resident does not learn the usual consumption before they moved in.
  const points = [first, ...recent].filter(
    ({ on }) => residencyDays === null || (on !== null && on >= addDays(residencyDays.since, -1)),
  );
  const last = recent.at(-1)?.on ?? meter.installedOn;
  return { last, before: points.at(-1)?.value, pace: calculatePace(points, meter, 12) };
}

/** Whether a consumption is more than three times the median of the building's other apartments, and one unit above. */
async function exceedsOthers(
  scope: Scope,
  { buildingId, apartmentId, type, unit }: MeterRow,
  { used, days, until }: { readonly used: Decimal; readonly days: number; readonly until: Day },
): Promise<boolean> {
  const inBilledUnit = (units: bigint) => Number(toBilledUnits(units, { type, unit })) / 10 ** billedScale;
  const [counted, wholeUnit] = [inBilledUnit(unitsAt(used, registerScale)), inBilledUnit(10n ** BigInt(registerScale))];
  if (apartmentId === null || counted <= wholeUnit) return false;
  const perDay = await findMedianUsage(scope, { buildingId, apartmentId, type, until });
  if (perDay === undefined) return false;
  const likely = perDay * Math.max(1, days);
  return counted > 3 * likely && counted > likely + wholeUnit;
}
