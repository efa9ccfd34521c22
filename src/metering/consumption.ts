// Consumption: what a meter counted in a period, from its confirmed readings; estimated where one is missing. Pure and exact: it reads and writes nothing.
import { addDays, type Day, daysBetween, endOfMonth } from '../platform/dates.ts';
import { type Decimal, formatDecimal, parseDecimal, type Range, unitsAt } from '../platform/decimal.ts';

/** What a register can show: digits before the decimal point, and decimals behind it. */
export type Register = { readonly digits: number; readonly decimals: number };

/** What a register showed on a day. Without a day: the initial value of a meter whose day of installation is not known. */
export type Point = { readonly value: string; readonly on: Day | null };

/** What is known of a meter: its confirmed readings, oldest first, between the initial value and, once another meter took its place, the final one. */
export type History = Register & {
  readonly initial: Point;
  readonly readings: readonly Point[];
  readonly final?: { readonly value: string; readonly on: Day } | undefined;
  /** What the last invoice ended with. Whatever was estimated or has been corrected since is settled by starting there. */
  readonly billed?: Point | undefined;
};

/** A period as readings are counted for it: what was read until `opening` belongs to its beginning, until `closing` to its end. */
export type Span = { readonly opening: Day; readonly closing: Day; readonly periodEnd: Day };

/** What a meter counted: from one value to another, in the meter's own unit. Negative when more had been billed than was used. */
export type Consumption = {
  readonly start: string;
  readonly startOn: Day | null;
  readonly end: string;
  readonly endOn: Day;
  readonly consumption: Decimal;
  readonly estimated: boolean;
};

/** The consumption of the time before, for estimates and comparisons: so much in so many days (at least one). */
export type Pace = { readonly used: Decimal; readonly days: number };

const scale = 6;
const longAgo = '0000-00-00';

/**
 * What a meter counted in a period. The last value read until the period's closing counts for its end, the one until its opening for its beginning, so
 * that consecutive periods meet without a gap. When nothing was read in between, the end is estimated from `months` before the last reading.
 * 'missing': nothing was read, and nothing to estimate from or no leave to. 'absent': the meter was not there yet.
 */
export function consumptionOf(meter: History, span: Span, months?: number): Consumption | 'missing' | 'absent' {
  const points = pointsOf(meter).filter((point) => dayOf(point) <= span.closing);
  const last = points.at(-1);
  if (last === undefined) return 'absent';
  const atOpening = points.findLastIndex((point) => dayOf(point) <= span.opening);
  const opening = points[Math.max(0, atOpening)] as Point;
  const since = meter.billed ?? opening;
  const from = { start: plain(since.value), startOn: since.on };
  // That a meter was put in is no reading of it, unless there was no time left to count in.
  const isRead = last !== meter.initial || dayOf(last) >= span.periodEnd;
  if (isRead && last.on !== null && (last.on > span.opening || last === meter.final)) {
    const chain = units(counted(points.slice(Math.max(0, atOpening)), meter));
    const consumption = meter.billed ? nearest(unitsOf(meter.billed), unitsOf(last), meter) : chain;
    return { ...from, end: plain(last.value), endOn: last.on, consumption: decimal(consumption), estimated: false };
  }
  const pace = months === undefined ? undefined : paceBefore(points, meter, months);
  if (pace === undefined) return 'missing';
  const days = Math.max(0, daysBetween(dayOf(last), span.periodEnd));
  const more = estimate(pace, days, meter.decimals);
  const end = (unitsOf(last) + more) % size(meter);
  const consumption = meter.billed ? nearest(unitsOf(meter.billed), end, meter) : more;
  return { ...from, end: text(end), endOn: span.periodEnd, consumption: decimal(consumption), estimated: true };
}

/** How fast a meter counted before its last point, since the one that is nearest to so many months before. Undefined when there is no time to go by. */
export function paceBefore(points: readonly Point[], register: Register, months: number): Pace | undefined {
  const dated = points.filter((point) => point.on !== null);
  const last = dated.at(-1);
  if (last === undefined) return undefined;
  const wanted = monthsBefore(dayOf(last), months);
  const distances = dated.map((point) => Math.abs(daysBetween(wanted, dayOf(point))));
  const earlier = distances.slice(
    0,
    dated.findIndex((point) => point.on === last.on),
  );
  if (earlier.length === 0) return undefined;
  const from = earlier.indexOf(Math.min(...earlier));
  const days = daysBetween(dayOf(dated[from] as Point), dayOf(last));
  return { used: counted(dated.slice(from), register), days };
}

/** Whether a consumption is more than three times what the time before it makes likely; a register's last whole digit is no news. */
export function isHigh(consumption: Decimal, days: number, pace: Pace): boolean {
  const [used, before] = [units(consumption), units(pace.used)];
  return used > 10n ** BigInt(scale) && used * BigInt(pace.days) > 3n * before * BigInt(Math.max(1, days));
}

/** All points of a meter, in their order. */
export function pointsOf({ initial, readings, final }: History): Point[] {
  return [initial, ...readings, ...(final ? [final] : [])];
}

export type Misplaced = 'reading_below_previous' | 'reading_above_next' | 'rollover_not_possible';

/**
 * Why a value does not fit between the one before and the one after it; undefined when it does. A register counts upwards, and only when told so
 * (`rollover`) from its last number to zero; that takes less than half of its numbers, or it is a mistake.
 */
export function misplaced(
  place: {
    readonly before: string | number;
    readonly value: string | number;
    readonly after?: string | number | undefined;
  },
  register: Register,
  rollover: boolean,
): Misplaced | undefined {
  const [before, value] = [unitsOf({ value: place.before }), unitsOf({ value: place.value })];
  if (value < before && (!rollover || 2n * advance(before, value, register) > size(register)))
    return 'reading_below_previous';
  if (value >= before && rollover) return 'rollover_not_possible';
  if (place.after === undefined) return undefined;
  const after = unitsOf({ value: place.after });
  const direct = advance(before, after, register);
  return advance(before, value, register) + advance(value, after, register) === direct
    ? undefined
    : 'reading_above_next';
}

/** The day so many months before; the last of the month when it has no such day. */
export function monthsBefore(day: Day, months: number): Day {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const last = endOfMonth(first);
  const same = addDays(first, Number(day.slice(8)) - 1);
  return same < last ? same : last;
}

/** From point to point, each as far as the register went forward. */
function counted(points: readonly Point[], register: Register): Decimal {
  let sum = 0n;
  for (const [place, point] of points.entries()) {
    const before = points[place - 1];
    if (before !== undefined) sum += advance(unitsOf(before), unitsOf(point), register);
  }
  return decimal(sum);
}

/** How far a register goes forward from one value to another; past its last number when the other is smaller. */
function advance(from: bigint, to: bigint, register: Register): bigint {
  return to >= from ? to - from : to + size(register) - from;
}

/** From one value to another by the shorter way round, which may be backwards: what was billed may have been too much. */
function nearest(from: bigint, to: bigint, register: Register): bigint {
  const all = size(register);
  const step = to - from;
  if (2n * step > all) return step - all;
  return 2n * step < -all ? step + all : step;
}

/** So many days at a pace, to the decimals that the register shows, half of the last one upwards. */
function estimate({ used, days: over }: Pace, days: number, decimals: number): bigint {
  const step = 10n ** BigInt(scale - decimals);
  const divisor = BigInt(over) * step;
  return ((2n * units(used) * BigInt(days) + divisor) / (2n * divisor)) * step;
}

function size({ digits }: Register): bigint {
  return 10n ** BigInt(digits + scale);
}

function dayOf({ on }: Point): Day {
  return on ?? longAgo;
}

const range: Range = { decimals: scale, min: 0, max: 1_000_000_000 };

function unitsOf({ value }: { readonly value: string | number }): bigint {
  const exact = parseDecimal(value, range);
  if (exact === undefined) throw new RangeError(`"${value}" is nothing that a register shows.`);
  return unitsAt(exact, scale);
}

function units(exact: Decimal): bigint {
  return unitsAt(exact, scale);
}

function decimal(count: bigint): Decimal {
  return { units: count, scale };
}

function text(count: bigint): string {
  return formatDecimal(decimal(count));
}

function plain(value: string): string {
  return text(unitsOf({ value }));
}
