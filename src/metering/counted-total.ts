// Totals: what a meter has counted from its first day to the end of any day, including roll-overs. Pure and exact.
import { addDays, compareDays, type Day, daysBetween } from '../platform/values/dates.ts';
import {
  type ConsumptionPace,
  calculatePace,
  countForward,
  estimateCount,
  formatUnits,
  type MeterRegister,
  type RegisterPoint,
  registerSize,
  toUnits,
} from './register.ts';

/**
 * What is known of a meter: its confirmed readings, oldest first, between the initial value and, once it was removed,
 * the final one.
 */
export type RegisterHistory = MeterRegister & {
  /** Undefined when the start of the meter is unknown: then it starts with its first reading. */
  readonly initial: RegisterPoint | undefined;
  readonly readings: readonly RegisterPoint[];
  readonly final?: { readonly value: string; readonly on: Day } | undefined;
};

/**
 * The end of a day at which periods meet. The last value read up to `closing` counts for it, if it was read after the
 * closing of the boundary before.
 */
export type Boundary = {
  readonly day: Day;
  readonly closing: Day;
  /** Whether the meter is billed from here on: then the last reading counts, however old it is. */
  readonly begins?: boolean;
  /** The last day on which a first reading is the value from which the meter is billed. */
  readonly firstReadingUntil?: Day;
};

/**
 * A knot of the line that consumption follows: what a meter had counted by the end of a day, as a count of 10^-6 of its
 * unit, and what its register showed.
 */
export type TotalPoint = {
  readonly day: Day;
  readonly counted: bigint;
  readonly value: string;
  /** The day of the value; null for an initial value without a day. */
  readonly valueOn: Day | null;
  /** Whether the value was read, not estimated. */
  readonly isRead: boolean;
};

/**
 * The knots of a meter, ordered by day. Between two knots consumption is spread evenly over the days; before the first
 * and after the last there is none.
 */
export type MeterTotal = {
  readonly knots: readonly TotalPoint[];
  readonly register: MeterRegister;
  /** What the register showed when the count was zero: a count of 10^-6. */
  readonly origin: bigint;
};

/** How the days after the last reading are estimated; without `months` they are not. */
type EstimationRule = { readonly months: number | undefined; readonly pace?: ConsumptionPace | undefined };

/** The parameters of calculateTotal. */
type TotalRequest = {
  /** The last day that must be known. */
  readonly until: Day;
  /** Ordered by day, including those after `until`, as far as there are readings. */
  readonly boundaries: readonly Boundary[];
  /** Further days that count if the meter was read on them or on the day after. */
  readonly days: readonly Day[];
  readonly estimating: EstimationRule;
};

/**
 * What a meter has counted by the end of a day. 'missing': no reading for that day or after it, and an estimate is not
 * allowed or has no basis. Later readings count: the days between two readings are not estimated, consumption is spread
 * evenly over them.
 */
export function calculateTotal(
  history: RegisterHistory,
  { until, boundaries, days, estimating }: TotalRequest,
): MeterTotal | 'missing' {
  const points = countedPoints(history);
  const [first] = points;
  if (first === undefined) return 'missing';
  const origin = first.shows;
  const read = [...endKnots(history, points), ...boundaryKnots(history, points, boundaries)];
  const knots = inOrder([...inOrder(read), ...dayKnots(points, days)].sort(byDay));
  const total = { knots, register: { digits: history.digits, decimals: history.decimals }, origin };
  const lastKnown = knots.at(-1);
  if (history.final !== undefined && history.final.on <= until) return total;
  if (lastKnown !== undefined && lastKnown.day >= until) return total;
  const pace =
    estimating.months === undefined
      ? undefined
      : (calculatePace(points, history, estimating.months) ?? estimating.pace);
  if (pace === undefined) return 'missing';
  const estimated = estimatedKnots(
    history,
    points,
    boundaries.filter(({ day }) => day <= until),
    { after: lastKnown?.day ?? '', pace },
  );
  return { ...total, knots: [...knots, ...estimated] };
}

/** What a meter had counted by the end of a day, truncated to six decimals: a count of 10^-6 of its unit. */
export function countUntil({ knots }: MeterTotal, day: Day): bigint {
  const next = knots.findIndex((knot) => knot.day >= day);
  const to = knots[next === -1 ? knots.length - 1 : next];
  if (to === undefined) throw new RangeError('A total without knots counts nothing.');
  const from = knots[next - 1];
  if (next === -1 || to.day === day || from === undefined) return to.counted;
  const span = BigInt(daysBetween(from.day, to.day));
  return from.counted + ((to.counted - from.counted) * BigInt(daysBetween(from.day, day))) / span;
}

/**
 * What a register showed at the end of a day. `between`: the value was not read, but calculated by days between the
 * readings of these two days.
 */
export type ShownValue = Pick<TotalPoint, 'value' | 'valueOn' | 'isRead'> & {
  readonly between?: { readonly from: Day; readonly to: Day };
};

/** What a register showed at the end of a day: as read, or calculated with even consumption. */
export function registerValueOn(total: MeterTotal, day: Day): ShownValue {
  const { knots, register, origin } = total;
  const index = knots.findLastIndex((knot) => knot.day <= day);
  const [from, to] = [knots[index] ?? knots[0], knots[index + 1]];
  if (from !== undefined && (from.day >= day || to === undefined)) return from;
  const value = formatUnits((origin + countUntil(total, day)) % registerSize(register));
  const readOn = (knot: TotalPoint | undefined) => (knot?.isRead ? (knot.valueOn ?? knot.day) : undefined);
  const [start, end] = [readOn(from), readOn(to)];
  return { value, valueOn: day, isRead: false, ...(start && end && { between: { from: start, to: end } }) };
}

/**
 * Whether the total at the end of a day is from a reading for that day, not estimated. True before the meter started:
 * no reading is needed then.
 */
export function isReadOn({ knots }: MeterTotal, day: Day): boolean {
  const knot = knots.findLast((knot) => knot.day <= day);
  return knot === undefined || (knot.isRead && (knot.day === day || knot === knots.at(-1)));
}

type CountedPoint = RegisterPoint & { readonly shows: bigint; readonly counted: bigint; readonly isInitial: boolean };

/** All points of a meter, each with the total so far: the sum of the register's advances from point to point. */
function countedPoints(history: RegisterHistory): CountedPoint[] {
  const points: CountedPoint[] = [];
  for (const point of pointsOf(history)) {
    const shows = toUnits(point);
    const before = points.at(-1);
    const counted = before === undefined ? 0n : before.counted + countForward(before.shows, shows, history);
    points.push({ ...point, shows, counted, isInitial: point === history.initial });
  }
  return points;
}

/** All points of a meter in order: initial value, readings, final value. */
export function pointsOf({ initial, readings, final }: RegisterHistory): RegisterPoint[] {
  return [...(initial ? [initial] : []), ...readings, ...(final ? [final] : [])];
}

/** The knots at the day before a meter was installed, and at the day of its removal. */
function endKnots({ initial, final }: RegisterHistory, points: readonly CountedPoint[]): TotalPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  return [
    ...(initial?.on && first ? [knotOf(first, addDays(initial.on, -1))] : []),
    ...(final && last ? [knotOf(last, final.on)] : []),
  ];
}

/** For each boundary the value that was read for it; no knot where none was read. */
function boundaryKnots(
  history: RegisterHistory,
  points: readonly CountedPoint[],
  boundaries: readonly Boundary[],
): TotalPoint[] {
  const { initial, final } = history;
  const [putIn, takenOut] = [initial?.on ?? '', final?.on ?? '9999'];
  let previous = '';
  return boundaries.flatMap(({ day, closing, begins = false, firstReadingUntil = day }, index): TotalPoint[] => {
    if (day < putIn || day >= takenOut) return [];
    const last = points.findLast((point) => dayOf(point) <= closing);
    const isFirst = index === 0 || begins;
    const after = previous;
    previous = closing;
    if (last === undefined) return isFirst && points[0] ? [knotOf(points[0], day)] : [];
    if (begins && last.isInitial && dayOf(last) < day) {
      const first = points.find((point) => !point.isInitial);
      if (first !== undefined && dayOf(first) <= firstReadingUntil) return [knotOf(first, day)];
      if (last.on !== null) return first === undefined ? [] : [knotBetween(history, last.on, first, day)];
    }
    // The initial value is not a reading, unless the meter was installed on or after the boundary's day.
    const wasRead = !last.isInitial || isFirst || dayOf(last) >= day;
    return wasRead && (isFirst || dayOf(last) > after) ? [knotOf(last, day)] : [];
  });
}

/**
 * What a meter had counted by the end of a day before its first reading: since it was put in, consumption is spread
 * evenly over the days.
 */
function knotBetween({ digits }: RegisterHistory, installedOn: Day, first: CountedPoint, day: Day): TotalPoint {
  const from = addDays(installedOn, -1);
  const counted = (first.counted * BigInt(daysBetween(from, day))) / BigInt(daysBetween(from, dayOf(first)));
  const shows = first.shows - first.counted + counted;
  const size = registerSize({ digits });
  return { day, counted, value: formatUnits(((shows % size) + size) % size), valueOn: day, isRead: false };
}

/** For further days: the last value of the day, or of the day after it. */
function dayKnots(points: readonly CountedPoint[], days: readonly Day[]): TotalPoint[] {
  return days.flatMap((day) => {
    const on = (wanted: Day) => points.findLast((point) => point.on === wanted && !point.isInitial);
    const point = on(day) ?? on(addDays(day, 1));
    return point === undefined ? [] : [knotOf(point, day)];
  });
}

/** The estimated knots after the last reading, at a pace. */
function estimatedKnots(
  { digits, decimals }: RegisterHistory,
  points: readonly CountedPoint[],
  boundaries: readonly Boundary[],
  { after, pace }: { readonly after: Day; readonly pace: ConsumptionPace },
): TotalPoint[] {
  const last = points.at(-1) as CountedPoint;
  return boundaries.flatMap(({ day }): TotalPoint[] => {
    if (day <= after || last.on === null) return [];
    const more = estimateCount(pace, Math.max(0, daysBetween(last.on, day)), decimals);
    const value = formatUnits((last.shows + more) % registerSize({ digits }));
    return [{ day, counted: last.counted + more, value, valueOn: day, isRead: false }];
  });
}

function knotOf({ shows, on, counted }: CountedPoint, day: Day): TotalPoint {
  return { day, counted, value: formatUnits(shows), valueOn: on, isRead: true };
}

/** Knots ordered by day, one for each; a knot that would count backwards is left out. */
function inOrder(knots: readonly TotalPoint[]): TotalPoint[] {
  const kept: TotalPoint[] = [];
  for (const knot of [...knots].sort(byDay)) {
    const before = kept.at(-1);
    if (before === undefined || (knot.day > before.day && knot.counted >= before.counted)) kept.push(knot);
  }
  return kept;
}

function byDay(a: TotalPoint, b: TotalPoint): number {
  return compareDays(a.day, b.day);
}

/** The day of a point; that of an initial value without a day is before all others. */
export function dayOf({ on }: RegisterPoint): Day {
  return on ?? '0000-00-00';
}
