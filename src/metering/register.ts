// Registers: what a meter shows, how far it advanced between two values, how fast it counted, and whether a new value
// fits. Pure and exact.
import { addDays, type Day, daysBetween, endOfMonth } from '../platform/values/dates.ts';
import { type Decimal, type DecimalRange, formatDecimal, parseDecimal, unitsAt } from '../platform/values/decimal.ts';

/** What a register can show: digits before the decimal point, and decimals after it. */
export type MeterRegister = { readonly digits: number; readonly decimals: number };

/**
 * What a register showed on a day. Without a day: the initial value of a meter whose day of installation is not known.
 */
export type RegisterPoint = { readonly value: string; readonly on: Day | null };

/** How fast a meter counted, for estimates and comparisons: `used` in `days` (at least one). */
export type ConsumptionPace = { readonly used: Decimal; readonly days: number };

/** Register values are counts of 10^-6 of the meter's unit. */
export const registerScale = 6;

/**
 * How fast a meter counted up to its last point, from the point nearest to `months` before it. Undefined when no points
 * lie on an earlier day.
 */
export function calculatePace(
  points: readonly RegisterPoint[],
  register: MeterRegister,
  months: number,
): ConsumptionPace | undefined {
  const dated = points.flatMap((point) => (point.on === null ? [] : [{ ...point, on: point.on }]));
  const last = dated.at(-1);
  if (last === undefined) return undefined;
  const wanted = monthsBefore(last.on, months);
  const distances = dated.map((point) => Math.abs(daysBetween(wanted, point.on)));
  const earlier = distances.slice(
    0,
    dated.findIndex((point) => point.on === last.on),
  );
  if (earlier.length === 0) return undefined;
  const from = earlier.indexOf(Math.min(...earlier));
  const days = daysBetween(dated[from]?.on ?? last.on, last.on);
  return { used: sumCounted(dated.slice(from), register), days };
}

/**
 * Three months, less a few days: readings are not taken on the same day of each month. Fewer days make nothing usual.
 */
export const minUsualDays = 80;

/**
 * Whether a consumption is more than three times what the earlier pace makes likely. Up to one whole unit is never
 * high, nor is anything without a usual pace.
 */
export function isHigh(consumption: Decimal, days: number, pace: ConsumptionPace): boolean {
  if (pace.days < minUsualDays) return false;
  const [used, before] = [units(consumption), units(pace.used)];
  return used > 10n ** BigInt(registerScale) && used * BigInt(pace.days) > 3n * before * BigInt(Math.max(1, days));
}

/**
 * Whether the decimal separator of a value was probably forgotten: from ten units on, it is at least eight times the
 * value before. This needs no usual pace.
 */
export function lacksSeparator(before: string | number, value: string | number): boolean {
  const [last, next] = [toUnits({ value: before }), toUnits({ value })];
  return last >= 10n ** BigInt(registerScale + 1) && next >= 8n * last;
}

/** What a pace makes likely for a number of days: a count of 10^-6. */
export function likelyCount({ used, days: over }: ConsumptionPace, days: number): bigint {
  return (units(used) * BigInt(days)) / BigInt(over);
}

export type MisplacedCode = 'reading_below_previous' | 'reading_above_next' | 'rollover_not_possible';

/**
 * Why a value does not fit between the one before and the one after it; undefined when it does. A register counts
 * upwards; it may pass zero only with `rollover`, and then advance by at most half of its range: more is a mistake.
 */
export function findMisplacement(
  reading: {
    readonly before: string | number;
    readonly value: string | number;
    readonly after?: string | number | undefined;
  },
  register: MeterRegister,
  rollover: boolean,
): MisplacedCode | undefined {
  const [before, value] = [toUnits({ value: reading.before }), toUnits({ value: reading.value })];
  if (value < before && (!rollover || 2n * countForward(before, value, register) > registerSize(register)))
    return 'reading_below_previous';
  if (value >= before && rollover) return 'rollover_not_possible';
  if (reading.after === undefined) return undefined;
  const after = toUnits({ value: reading.after });
  const direct = countForward(before, after, register);
  return countForward(before, value, register) + countForward(value, after, register) === direct
    ? undefined
    : 'reading_above_next';
}

/** The same day `months` earlier; the last day of the month when it has no such day. */
export function monthsBefore(day: Day, months: number): Day {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const last = endOfMonth(first);
  const same = addDays(first, Number(day.slice(8)) - 1);
  return same < last ? same : last;
}

/** The sum of the register's advances from point to point. */
function sumCounted(points: readonly RegisterPoint[], register: MeterRegister): Decimal {
  let sum = 0n;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before !== undefined) sum += countForward(toUnits(before), toUnits(point), register);
  }
  return decimal(sum);
}

/**
 * How far a register advances from one value to another, both counts of 10^-6. A smaller value is always counted as a
 * roll-over: the `rollover` flag that is stored with a reading only allowed it to be entered, and is not read here.
 */
export function countForward(from: bigint, to: bigint, register: Pick<MeterRegister, 'digits'>): bigint {
  return to >= from ? to - from : to + registerSize(register) - from;
}

/** The consumption of a number of days at a pace, rounded half up to the decimals of the register; a count of 10^-6. */
export function estimateCount({ used, days: over }: ConsumptionPace, days: number, decimals: number): bigint {
  const step = 10n ** BigInt(registerScale - decimals);
  const divisor = BigInt(over) * step;
  return ((2n * units(used) * BigInt(days) + divisor) / (2n * divisor)) * step;
}

/** How much a register counts until it rolls over, as a count of 10^-6. */
export function registerSize({ digits }: Pick<MeterRegister, 'digits'>): bigint {
  return 10n ** BigInt(digits + registerScale);
}

const unitRange: DecimalRange = { decimals: registerScale, min: 0, max: 1_000_000_000 };

/** A register value as a count of 10^-6. Throws RangeError for text that is not a register value. */
export function toUnits({ value }: { readonly value: string | number }): bigint {
  const exact = parseDecimal(value, unitRange);
  if (exact === undefined) throw new RangeError(`"${value}" is not a register value.`);
  return unitsAt(exact, registerScale);
}

function units(exact: Decimal): bigint {
  return unitsAt(exact, registerScale);
}

function decimal(count: bigint): Decimal {
  return { units: count, scale: registerScale };
}

/** A count of 10^-6 as plain text. */
export function formatUnits(count: bigint): string {
  return formatDecimal(decimal(count));
}
