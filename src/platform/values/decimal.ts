// Exact decimals for quantities, tariffs and rates: a BigInt count of 10^-scale, so that nothing is rounded before it
// becomes cents.
import type { ApartmentMeasure } from './bases.ts';
import type { Cents } from './money.ts';
import { trimEndOf } from './text.ts';

/** The number units / 10^scale. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** The range of a field: its maximum number of decimals, and min to max (whole numbers, inclusive). */
export type DecimalRange = { readonly decimals: number; readonly min: number; readonly max: number };

/** The ranges of fields, for the API, tables, the console and the charge engine. */
export const decimalRanges = {
  floor: { decimals: 0, min: -20, max: 300 },
  area: { decimals: 2, min: 0, max: 1_000_000 },
  heatedArea: { decimals: 2, min: 0, max: 1_000_000 },
  shares: { decimals: 6, min: 0, max: 1_000_000_000 },
  residentCount: { decimals: 0, min: 0, max: 1000 },
  tariff: { decimals: 6, min: -1_000_000, max: 1_000_000 },
  vatRate: { decimals: 2, min: 0, max: 100 },
  /** Percent per day. */
  lateInterest: { decimals: 6, min: 0, max: 1 },
  coefficient: { decimals: 6, min: 0, max: 1000 },
} as const satisfies Record<ApartmentMeasure, DecimalRange> & Record<string, DecimalRange>;

/**
 * Parses plain decimal text (`54.30`, `-0.5`; no exponent, no sign but minus) or a number whose shortest form is such
 * text. Returns undefined if it is not a decimal of that range. Trailing zeros do not count as decimals.
 */
export function parseDecimal(value: string | number, range: DecimalRange): Decimal | undefined {
  const match = /^(-?\d{1,15})(?:\.(\d{1,15}))?$/.exec(typeof value === 'number' ? plainText(value, range) : value);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  const significantFraction = trimEndOf(fraction, '0');
  const decimal = { units: BigInt(whole + significantFraction), scale: significantFraction.length };
  const unit = powerOfTen(decimal.scale);
  const fits = decimal.units >= BigInt(range.min) * unit && decimal.units <= BigInt(range.max) * unit;
  return fits && decimal.scale <= range.decimals ? decimal : undefined;
}

/**
 * A stored decimal. Throws RangeError, naming it as `what`: it was validated when it was written, so anything else is a
 * defect.
 */
export function parseStoredDecimal(value: string | number, range: DecimalRange, what: string): Decimal {
  const decimal = parseDecimal(value, range);
  if (decimal === undefined) throw new RangeError(`The ${what} is "${value}", which is not a decimal in its range.`);
  return decimal;
}

/**
 * Returns the shortest text of a number; below a millionth, where JavaScript writes an exponent, the plain one if it is
 * exact.
 */
function plainText(value: number, range: DecimalRange): string {
  if (Math.abs(value) >= 1e-6) return String(value);
  const text = value.toFixed(range.decimals);
  return Number(text) === value ? text : String(value);
}

/** Returns the exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** Returns the exact product. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/**
 * Returns an amount as cents, half a cent rounded away from zero. Beyond the safe integers the result is only
 * approximate.
 */
export function roundToCents(amount: Decimal): Cents {
  return amount.scale <= 2
    ? Number(amount.units * powerOfTen(2 - amount.scale))
    : Number(divideRounded(amount.units, powerOfTen(amount.scale - 2)));
}

/** Returns a percentage of an amount, in cents, half a cent rounded away from zero. */
export function percentOf(cents: Cents, percent: Decimal): Cents {
  return Number(divideRounded(BigInt(cents) * percent.units, powerOfTen(percent.scale + 2)));
}

/** Returns numerator / denominator with this many decimals, half of the last place rounded away from zero. */
export function quotient(numerator: Decimal, denominator: Decimal, decimals: number): Decimal {
  const over = numerator.units * powerOfTen(decimals + denominator.scale);
  return { units: divideRounded(over, denominator.units * powerOfTen(numerator.scale)), scale: decimals };
}

/** Returns an amount times part / whole, in cents, half a cent rounded away from zero. */
export function fractionToCents({ units, scale }: Decimal, part: bigint, whole: bigint): Cents {
  const [over, under] = scale > 2 ? [1n, powerOfTen(scale - 2)] : [powerOfTen(2 - scale), 1n];
  return Number(divideRounded(units * part * over, whole * under));
}

/** Returns a decimal times part / whole, cut after this many decimals. */
export function truncateFraction({ units, scale }: Decimal, part: bigint, whole: bigint, decimals: number): Decimal {
  return { units: (units * part * powerOfTen(decimals)) / (whole * powerOfTen(scale)), scale: decimals };
}

/** Returns the count of 10^-scale in a decimal. Throws RangeError if it has more decimals than that. */
export function unitsAt(decimal: Decimal, scale: number): bigint {
  return decimal.units * powerOfTen(scale - decimal.scale);
}

/** Returns plain text without trailing zeros: `0.35715`, `-12`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = trimEndOf(digits.slice(digits.length - scale), '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns the nearest JSON number; for display, never for further calculation. */
export function decimalToNumber(decimal: Decimal): number {
  return Number(formatDecimal(decimal));
}

function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twiceLeft = 2n * (numerator - quotient * denominator);
  const halfOrMore = (twiceLeft < 0n ? -twiceLeft : twiceLeft) >= (denominator < 0n ? -denominator : denominator);
  if (!halfOrMore) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  const power = powersOfTen[exponent];
  if (power === undefined) throw new RangeError(`No exact decimal here has ${exponent} places.`);
  return power;
}
