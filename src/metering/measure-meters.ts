// Measuring: what every meter of a building has counted until the end of a period, as billing needs it.

import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, daysBetween, endOfMonth, type Period } from '../platform/values/dates.ts';
import { type Decimal, unitsAt } from '../platform/values/decimal.ts';
import type { MeterType } from '../properties/model.ts';
import {
  type Boundary,
  calculateTotal,
  countUntil,
  isReadOn,
  type MeterTotal,
  pointsOf,
  type RegisterHistory,
  registerValueOn,
} from './counted-total.ts';
import * as queries from './measure-meters-queries.ts';
import { findWindow, type ReadingWindow } from './metering-queries.ts';
import type { MeterUnit } from './model.ts';
import { boundariesOf, closingDayOf } from './reading-windows.ts';
import { calculatePace, isHigh, type RegisterPoint, registerScale } from './register.ts';

/** What a meter has counted until the end of a period, or that nobody knows. */
export type MeterUse = {
  readonly meterId: string;
  readonly serialNumber: string | null;
  /** Null: a main meter. */
  readonly apartmentId: string | null;
  readonly type: MeterType;
  readonly unit: MeterUnit;
  readonly verifiedUntil: Day | null;
  readonly installedOn: Day | null;
  readonly removedOn: Day | null;
  /** Whether its apartment was removed: then it only explains what main meters counted. */
  readonly isArchived: boolean;
  readonly total: MeterTotal | 'missing';
  /** Whether nobody knows what it counted before its first reading, which lies in the period. */
  readonly beginsUnknown: boolean;
  /** More than three times what was usual; known only where it was asked to compare. */
  readonly isHigh?: boolean;
};

/** What a meter is measured for. */
export type MeterMeasurement = {
  readonly buildingId: string;
  readonly period: Period;
  /** The types of meters that count, each with the months that a missing reading may be estimated from. */
  readonly months: ReadonlyMap<MeterType, number | undefined>;
  readonly meters: readonly queries.MeasuredMeter[];
  /** The other periods that the building was billed for. */
  readonly billed: readonly Period[];
  /** From which day on a meter is billed, and from which it has to be known; the same day where remainders need nothing earlier. */
  readonly begins: (meter: queries.MeasuredMeter) => { readonly billed: Day; readonly known: Day };
  /** Further days on which what was counted is told apart, if the meter was read then: the last ones of somebody's or of a price's. */
  readonly days: (meter: queries.MeasuredMeter) => readonly Day[];
  /** Whether days of a meter before the period are looked at; otherwise only the period's readings count. */
  readonly looksBack: (meterId: string) => boolean;
  /** Whether consumption is compared with the year before. */
  readonly compare: boolean;
};

/** Measures the meters of a building. The building must be locked, so that no reading comes in between the statements. */
export async function measureMeters(scope: Scope, measuring: MeterMeasurement): Promise<MeterUse[]> {
  const { buildingId, period, months, meters, looksBack, compare } = measuring;
  if (meters.length === 0) return [];
  const window = await findWindow(scope, buildingId);
  const span = {
    opening: closingDayOf(addDays(period.periodStart, -1), window),
    closing: closingDayOf(period.periodEnd, window),
  };
  const recent = Map.groupBy(
    await queries.findPointsBetween(scope, buildingId, [...months.keys()], span),
    (point) => point.meterId,
  );
  const isShort = ({ id }: queries.MeasuredMeter) =>
    !compare && !looksBack(id) && (recent.get(id)?.at(-1)?.on ?? '') > span.opening;
  const long = meters.filter((meter) => !isShort(meter));
  const wanted = new Set(
    long.flatMap(({ id, replacesMeterId }) => [id, ...(replacesMeterId ? [replacesMeterId] : [])]),
  );
  const all =
    wanted.size === 0
      ? new Map<string, queries.ReadPoint[]>()
      : Map.groupBy(await queries.findPointsOfMeters(scope, [...wanted]), (point) => point.meterId);
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  return meters.map((meter) => {
    const isLong = !isShort(meter);
    const history = historyOf(meter, (isLong ? all : recent).get(meter.id));
    const previous = byId.get(meter.replacesMeterId ?? '');
    const before = previous && isLong ? historyOf(previous, all.get(previous.id)) : undefined;
    return measureMeter(meter, { history, before, isLong, window, measuring });
  });
}

type MeasurementContext = {
  readonly history: RegisterHistory;
  /** Of the meter whose place it took. */
  readonly before: RegisterHistory | undefined;
  /** Whether all readings are known, not the period's alone. */
  readonly isLong: boolean;
  readonly window: ReadingWindow | undefined;
  readonly measuring: MeterMeasurement;
};

function measureMeter(meter: queries.MeasuredMeter, known: MeasurementContext): MeterUse {
  const { history, isLong, window, measuring } = known;
  const { period, months, compare } = measuring;
  const {
    id: meterId,
    serialNumber,
    apartmentId,
    type,
    unit,
    verifiedUntil,
    installedOn,
    removedOn,
    isArchived,
  } = meter;
  const begins = isLong ? measuring.begins(meter) : { billed: period.periodStart, known: period.periodStart };
  const boundaries = boundariesFor(begins, history, { ...measuring, window });
  const until = period.periodEnd;
  const estimating = { months: months.get(type), pace: paceOf(known.before, months.get(type)) };
  const total = calculateTotal(history, { until, boundaries, days: measuring.days(meter), estimating });
  const isRead = total !== 'missing' && isReadOn(total, until);
  const opening = closingDayOf(addDays(period.periodStart, -1), window);
  const [first] = history.readings;
  const beginsUnknown = history.initial === undefined && first !== undefined && dayOf(first) > opening;
  return {
    ...{ meterId, serialNumber, apartmentId, type, unit, verifiedUntil, installedOn, removedOn, isArchived },
    ...{ total, beginsUnknown },
    ...(compare && isRead && isUnusuallyHigh(total, history, period) && { isHigh: true }),
  };
}

/** The boundaries of a meter, from the day before it is needed to the last month that it was read in. */
function boundariesFor(
  { billed: since, known }: { readonly billed: Day; readonly known: Day },
  history: RegisterHistory,
  {
    period,
    billed,
    window,
  }: Pick<MeterMeasurement, 'period' | 'billed'> & { readonly window: ReadingWindow | undefined },
): Boundary[] {
  const [from, begin] = [addDays(known < since ? known : since, -1), addDays(since, -1)];
  const last = history.readings.at(-1)?.on ?? period.periodEnd;
  const until = last > period.periodEnd ? endOfMonth(last) : period.periodEnd;
  const found = boundariesOf(period, billed, { from, until, window });
  const all = [...new Set([from, begin, ...found.map(({ day }) => day)])].sort();
  return all.map((day) => ({ day, closing: closingDayOf(day, window), begins: day === begin }));
}

/** The pace of the meter whose place a meter took, for days on which it was not read itself. */
function paceOf(before: RegisterHistory | undefined, months: number | undefined) {
  return before === undefined || months === undefined ? undefined : calculatePace(pointsOf(before), before, months);
}

/** What is known of a meter. One of a removed apartment ends with its last reading. */
export function historyOf(meter: queries.MeasuredMeter, read: readonly RegisterPoint[] | undefined): RegisterHistory {
  const { digits, decimals, initialValue, installedOn, finalValue, removedOn, isArchived } = meter;
  const readings = read ?? [];
  const last = readings.at(-1);
  const ended = isArchived && last?.on ? { value: last.value, on: last.on } : undefined;
  return {
    digits,
    decimals,
    initial: installedOn === null && initialValue === '0' ? undefined : { value: initialValue, on: installedOn },
    readings,
    final: finalValue === null || removedOn === null ? ended : { value: finalValue, on: removedOn },
  };
}

function isUnusuallyHigh(total: MeterTotal, history: RegisterHistory, period: Period): boolean {
  const before = addDays(period.periodStart, -1);
  const [start, end] = [registerValueOn(total, before).valueOn, registerValueOn(total, period.periodEnd).valueOn];
  if (start === null || end === null) return false;
  const pace = calculatePace(
    pointsOf(history).filter(({ on }) => on !== null && on <= start),
    history,
    12,
  );
  const units = countUntil(total, period.periodEnd) - countUntil(total, before);
  return pace !== undefined && isHigh({ units, scale: registerScale }, daysBetween(start, end), pace);
}

/** What the types of meters are billed in. */
export const billedUnits: Readonly<Record<MeterType, MeterUnit>> = {
  cold_water: 'm3',
  hot_water: 'm3',
  gas: 'm3',
  heating: 'MWh',
  electricity: 'kWh',
};

/** Quantities in billed units are counts of 10^-9: a kilowatt-hour of six decimals is exact in megawatt-hours. */
export const billedScale = 9;

/** What a meter counted, in the unit that its type is billed in: a count of 10^-9. */
export function toBilledUnits(counted: bigint, { type, unit }: Pick<MeterUse, 'type' | 'unit'>): bigint {
  return unitsAt(inUnit({ units: counted, scale: registerScale }, unit, billedUnits[type]), billedScale);
}

function inUnit({ units, scale }: Decimal, from: MeterUnit, to: MeterUnit): Decimal {
  if (from === to) return { units, scale };
  return from === 'kWh' ? { units, scale: scale + 3 } : { units: units * 1000n, scale };
}

function dayOf({ on }: RegisterPoint): Day {
  return on ?? '0000-00-00';
}
