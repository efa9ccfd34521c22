// Consumption: what a meter counted in a period, from its confirmed readings; estimated where one is missing. Pure and exact: it reads and writes nothing.
import { addDays, type Day, daysBetween, endOfMonth } from '../platform/dates.ts';
import { type Decimal, formatDecimal, parseDecimal, type Range, unitsAt } from '../platform/decimal.ts';

/** What a register can show: digits before the decimal point, and decimals behind it. */
export type Register = { readonly digits: number; readonly decimals: number };

/** What a register showed on a day. Without a day: the initial value of a meter whose day of installation is not known. */
export type Point = { readonly value: string; readonly on: Day | null };

/** What was billed of a meter before: the last value and its day; and, to see what of it stands, the first value and the sum of what stands on invoices. */
export type Billed = Point & {
  readonly first?: string;
  /** Whether the first value was the meter's initial one. */
  readonly startsInitial?: boolean;
  readonly used?: string;
  /** Until when readings counted for the beginning of the first billed period. */
  readonly begun?: Day;
  /** Whether no invoice stands that begins with the first value. */
  readonly annulled?: boolean;
};

/** What is known of a meter: its confirmed readings, oldest first, between the initial value and, once another meter took its place, the final one. */
export type History = Register & {
  /** Undefined when nobody knows where it began: then its first reading is its beginning. */
  readonly initial: Point | undefined;
  readonly readings: readonly Point[];
  readonly final?: { readonly value: string; readonly on: Day } | undefined;
  /** What the last invoice ended with. Whatever was estimated or has been corrected since is settled by starting there. */
  readonly billed?: Billed | undefined;
  /** Whether what was never billed counts from the initial value on, because earlier invoices of the place lack it. */
  readonly fromInitial?: boolean | undefined;
  /** Where every invoice of it was cancelled: until when readings counted for the beginning of the first of them. It begins there again. */
  readonly countsFrom?: Day | undefined;
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
  /** Of the consumption, what earlier invoices billed too little or, negative, too much, because some of them were cancelled or made anew, or
   * began with an initial value that was corrected. */
  readonly settled?: Decimal;
  /** Whether it begins with the meter's first reading, as nobody knows what was before. */
  readonly beginsUnknown?: boolean;
  /** Whether it begins with the meter's initial value. */
  readonly startsInitial?: boolean;
};

/** The consumption of the time before, for estimates and comparisons: so much in so many days (at least one). */
export type Pace = { readonly used: Decimal; readonly days: number };

const scale = 6;
const longAgo = '0000-00-00';

/**
 * What a meter counted in a period. The last value read until the period's closing counts for its end, the one until its opening for its beginning, so
 * that consecutive periods meet without a gap. What was billed before is where it begins; over time all that is billed adds up to what the register went
 * forward. When nothing was read in between, the end is estimated from `months` before the last reading, or goes on at the pace given.
 * 'missing': nothing was read, and nothing to estimate from or no leave to. 'absent': the meter was not there yet, or is billed to its end.
 */
export function consumptionOf(
  meter: History,
  span: Span,
  months?: number,
  pace?: Pace,
): Consumption | 'missing' | 'absent' {
  const points = pointsOf(meter).filter((point) => dayOf(point) <= span.closing);
  const last = points.at(-1);
  if (last === undefined) return meter.initial === undefined ? 'missing' : 'absent';
  const from = beginning(meter, points, span);
  if (isAbsent(meter, last, span, from)) return 'absent';
  const base = { ...from.shown, estimated: false };
  // That a meter was put in is no reading of it, unless there was no time left to count in.
  const isRead = last !== meter.initial || dayOf(last) >= span.periodEnd;
  if (isRead && last.on !== null && (last.on > span.opening || last === meter.final))
    return { ...base, end: plain(last.value), endOn: last.on, consumption: decimal(from.used) };
  const usual = months === undefined ? undefined : (paceBefore(points, meter, months) ?? pace);
  if (usual === undefined) return 'missing';
  const more = estimate(usual, Math.max(0, daysBetween(dayOf(last), span.periodEnd)), meter.decimals);
  const end = text((unitsOf(last) + more) % size(meter));
  return { ...base, end, endOn: span.periodEnd, consumption: decimal(from.used + more), estimated: true };
}

type Beginning = {
  readonly shown: Pick<Consumption, 'start' | 'startOn' | 'settled' | 'beginsUnknown' | 'startsInitial'>;
  /** From there to the last point. */
  readonly used: bigint;
};

/** Where a period's consumption begins: with what was billed, or the value at the opening, or where the meter began. */
function beginning(meter: History, points: readonly Point[], span: Span): Beginning {
  const { billed, countsFrom: opening = span.opening } = meter;
  if (billed === undefined) {
    const place = meter.fromInitial
      ? 0
      : Math.max(
          0,
          points.findLastIndex((point) => dayOf(point) <= opening),
        );
    const start = points[place] as Point;
    const beginsUnknown = meter.initial === undefined && place === 0 && dayOf(start) > opening;
    const shown = {
      start: plain(start.value),
      startOn: start.on,
      ...(beginsUnknown && { beginsUnknown }),
      ...(start === meter.initial && { startsInitial: true }),
    };
    return { shown, used: units(counted(points.slice(place), meter)) };
  }
  const { anchor, step, owed: apparent } = joint(billed, points, meter);
  const later = step + units(counted(points.slice(anchor), meter));
  const wrongly = beganWrongly(billed, meter);
  const isSettled = isPlain(billed, step, apparent) && !wrongly;
  const forward = isSettled ? undefined : forwardSince(billed, points, meter, wrongly);
  const used = forward === undefined ? later + apparent : forward - units(billedSum(billed.used ?? '0'));
  const owed = apparent === 0n && !billed.annulled && !wrongly ? 0n : used - later;
  const shown = { start: plain(billed.value), startOn: billed.on, ...(owed !== 0n && { settled: decimal(owed) }) };
  return { shown, used };
}

/** Where what was billed meets the readings: it came from the last one until then; from there the register went forward from reading to reading. */
function joint(billed: Billed, points: readonly Point[], meter: History) {
  const until = points.findLastIndex((point) => point !== meter.initial && dayOf(point) <= dayOf(billed));
  const anchor = until >= 0 ? until : Math.min(points.length - 1, points[0] === meter.initial ? 1 : 0);
  const step = nearest(unitsOf(billed), unitsOf(points[anchor] as Point), meter);
  return { anchor, step, owed: owedAfter(billed, meter) };
}

/** Whether what was billed is what was read, with nothing to settle. */
function isPlain({ annulled }: Billed, step: bigint, owed: bigint): boolean {
  return !annulled && step === 0n && owed === 0n;
}

/** Since when a meter's readings are needed to settle exactly what was billed of it; undefined when those of the period do. */
export function neededSince(meter: History, { closing }: Span): Day | undefined {
  const { billed, countsFrom } = meter;
  const points = pointsOf(meter).filter((point) => dayOf(point) <= closing);
  if (billed === undefined || points.length === 0) return countsFrom;
  const { step, owed } = joint(billed, points, meter);
  return isPlain(billed, step, owed) && !beganWrongly(billed, meter) ? undefined : billed.begun;
}

/** Whether the first value that was billed was the initial one, and that was corrected since. */
function beganWrongly({ first, startsInitial = false }: Billed, { initial }: History): boolean {
  if (!startsInitial || first === undefined || initial === undefined) return false;
  return unitsOf(initial) !== unitsOf({ value: first });
}

/**
 * How far the register went forward, from reading to reading, since the first value that was billed, however far a mistake or a cancelled invoice was from it.
 * A first value that no invoice stands on is what is read for that day now, and an initial one that was wrong (`wrongly`) is what was written in its place.
 * Undefined where a reading stands and was corrected: then the shorter way round counts.
 */
function forwardSince(
  { first, begun, annulled }: Billed,
  points: readonly Point[],
  meter: History,
  wrongly: boolean,
): bigint | undefined {
  if (first === undefined || begun === undefined) return undefined;
  if (wrongly) return units(counted(points, meter));
  const value = unitsOf({ value: first });
  const opening = Math.max(
    0,
    points.findLastIndex((point) => dayOf(point) <= begun),
  );
  const same = points.findLastIndex((point, place) => place <= opening && unitsOf(point) === value);
  if (same < 0 && !annulled) return undefined;
  return units(counted(points.slice(same < 0 ? opening : same), meter));
}

/** What stands on invoices is less (or, negative, more) than what the register went forward until the last of them. */
function owedAfter({ value, first, used }: Billed, register: Register): bigint {
  if (first === undefined || used === undefined) return 0n;
  const upTo = mod(unitsOf({ value: first }) + units(billedSum(used)), size(register));
  return nearest(upTo, unitsOf({ value }), register);
}

/** Whether a meter was put in only after the period, or had been taken out before it with nothing left to bill. */
function isAbsent(meter: History, last: Point, { opening, periodEnd }: Span, { used }: Beginning): boolean {
  if (meter.initial !== undefined && dayOf(meter.initial) > periodEnd) return true;
  return last === meter.final && dayOf(last) <= opening && used === 0n;
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
  return [...(initial ? [initial] : []), ...readings, ...(final ? [final] : [])];
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

/** How far a register goes forward from one value to another, both counts of 10^-6; past its last number when the other is smaller. */
export function advance(from: bigint, to: bigint, register: Pick<Register, 'digits'>): bigint {
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

function size({ digits }: Pick<Register, 'digits'>): bigint {
  return 10n ** BigInt(digits + scale);
}

function dayOf({ on }: Point): Day {
  return on ?? longAgo;
}

const range: Range = { decimals: scale, min: 0, max: 1_000_000_000 };

/** What a register shows, as a count of 10^-6. Throws RangeError for anything that none shows. */
export function unitsOf({ value }: { readonly value: string | number }): bigint {
  const exact = parseDecimal(value, range);
  if (exact === undefined) throw new RangeError(`"${value}" is nothing that a register shows.`);
  return unitsAt(exact, scale);
}

/** A sum of what was billed, which may be negative, and of shares finer than a register shows. Throws RangeError for text that is none. */
export function billedSum(sum: string): Decimal {
  const exact = parseDecimal(sum, { decimals: 15, min: -1e12, max: 1e12 });
  if (exact === undefined) throw new RangeError(`"${sum}" is no sum of what was billed.`);
  return exact;
}

function mod(count: bigint, all: bigint): bigint {
  return ((count % all) + all) % all;
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
