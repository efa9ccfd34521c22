// Measures what every meter of a building has counted by the end of a period, for billing.

import type { Scope } from '../platform/db/scope.ts';
import { mapInSteps, runInTurns } from '../platform/processes/steps.ts';
import { billedUnits, type MeterUnit } from '../platform/values/bases.ts';
import { addDays, type Day, daysBetween, endOfMonth, type Period } from '../platform/values/dates.ts';
import { type Decimal, unitsAt } from '../platform/values/decimal.ts';
import type { MeterType } from '../properties/model.ts';
import {
  type Boundary,
  calculateTotal,
  countUntil,
  dayOf,
  isReadOn,
  type MeterTotal,
  pointsOf,
  type RegisterHistory,
  registerValueOn,
} from './counted-total.ts';
import * as queries from './measure-meters-queries.ts';
import { findWindow, type ReadingWindow } from './metering-queries.ts';
import { boundariesOf, closingDayOf, lastOpeningDay } from './reading-windows.ts';
import { calculatePace, isHigh, likelyCount, minUsualDays, type RegisterPoint, registerScale } from './register.ts';

/** A meter in a period: what it had counted by the end of any day up to the last (`total`), or that this is unknown. */
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
  /** Whether its apartment is archived: then it only explains part of what the main meters counted. */
  readonly isArchived: boolean;
  readonly total: MeterTotal | 'missing';
  /**
   * In a correction, of a meter that was not read: its total according to what each charge billed of it, by the code of
   * the charge.
   */
  readonly billedTotals?: ReadonlyMap<string, MeterTotal>;
  /** Whether its consumption before its first reading is unknown, and that reading lies in the period. */
  readonly beginsUnknown: boolean;
  /**
   * In the first period that bills it, without a reading before: what it counted until then since its initial value, a
   * count of 10^-6. Nobody is billed for it.
   */
  readonly leftOut?: bigint;
  /** In the first period that bills it, without a reading before: it begins with an initial value that has no day. */
  readonly beginsUndated?: true;
  /**
   * The consumption that its earlier one makes likely for the period; set only when `compare` was requested, and at
   * least three months are known.
   */
  readonly usual?: UsualConsumption;
};

/** A count of 10^-6, and whether the period's consumption is more than three times as much. */
type UsualConsumption = { readonly counted: bigint; readonly isExceeded: boolean };

/** Whether a meter was read for the end of a period. If not, its consumption is missing, or estimated. */
export function isReadFor({ total }: Pick<MeterUse, 'total'>, { periodEnd }: Period): boolean {
  return total !== 'missing' && isReadOn(total, periodEnd);
}

/** A reading at a change of hands: the first day of the newcomer, and its own day, which is that or the day before. */
type HandOverReading = { readonly day: Day; readonly readOn: Day };

/** Where the last reading of a period is that of a change of hands: see `readingAtHandOver`. */
export function findLastReadAtHandOver(
  { total }: Pick<MeterUse, 'total'>,
  period: Period,
  payerDays: readonly Period[],
): HandOverReading | undefined {
  if (total === 'missing' || payerDays.length < 2) return undefined;
  return readingAtHandOver(registerValueOn(total, period.periodEnd).valueOn, period, payerDays);
}

/**
 * The last reading of a period, if it is from before the last day and at a change of hands: on the first day of one of
 * the payers but the first, or the day before. It is not that of the end of the period (open point P-91).
 */
export function readingAtHandOver(
  readOn: Day | null,
  { periodEnd }: Period,
  payerDays: readonly Period[],
): HandOverReading | undefined {
  if (readOn === null || readOn >= periodEnd) return undefined;
  const isAt = ({ periodStart }: Period) => readOn === periodStart || readOn === addDays(periodStart, -1);
  const newcomer = payerDays.slice(1).find(isAt);
  return newcomer === undefined ? undefined : { day: newcomer.periodStart, readOn };
}

/** Whether a meter was installed on a day of a period. */
export function isInstalledIn(
  { installedOn, removedOn }: Pick<MeterUse, 'installedOn' | 'removedOn'>,
  { periodStart, periodEnd }: Period,
): boolean {
  return (removedOn === null || removedOn >= periodStart) && (installedOn === null || installedOn <= periodEnd);
}

/**
 * The first day on which a meter is billed, and the first for which its total must be known: the same day unless
 * remainders need an earlier one.
 */
export type FirstDays = { readonly billed: Day; readonly known: Day };

/** What is measured, and how. */
type MeterMeasurement = {
  readonly buildingId: string;
  readonly period: Period;
  /** The types of meters to measure, each with the months that a missing reading may be estimated from. */
  readonly months: ReadonlyMap<MeterType, number | undefined>;
  readonly meters: readonly queries.MeasuredMeter[];
  /** The other periods that the building was billed for. */
  readonly billed: readonly Period[];
  readonly firstDaysOf: (meter: queries.MeasuredMeter) => FirstDays;
  /** Further days on which consumption is split, if the meter was read then: the last day of a payer or of a price. */
  readonly days: (meter: queries.MeasuredMeter) => readonly Day[];
  /** Whether a meter must be known for days before the period; otherwise only the period's readings are loaded. */
  readonly needsEarlierDays: (meterId: string) => boolean;
  /** Whether consumption is compared with the year before. */
  readonly compare: boolean;
};

/**
 * Measures the meters of a building. The building must be locked, so that no reading arrives between the statements.
 */
export async function measureMeters(scope: Scope, measuring: MeterMeasurement): Promise<MeterUse[]> {
  const { buildingId, period, meters, needsEarlierDays, compare } = measuring;
  if (meters.length === 0) return [];
  const window = await findWindow(scope, buildingId);
  const span = {
    opening: closingDayOf(addDays(period.periodStart, -1), window),
    closing: closingDayOf(period.periodEnd, window),
  };
  const recent = Map.groupBy(
    await queries.findPointsBetween(
      scope,
      meters.map(({ id }) => id),
      span,
    ),
    (point) => point.meterId,
  );
  const isShort = ({ id }: queries.MeasuredMeter) =>
    !compare && !needsEarlierDays(id) && (recent.get(id)?.at(-1)?.on ?? '') > span.opening;
  const long = meters.filter((meter) => !isShort(meter));
  const wanted = new Set(
    long.flatMap(({ id, replacesMeterId }) => [id, ...(replacesMeterId ? [replacesMeterId] : [])]),
  );
  const all =
    wanted.size === 0
      ? new Map<string, queries.ReadPoint[]>()
      : Map.groupBy(await queries.findPointsOfMeters(scope, [...wanted]), (point) => point.meterId);
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const measure = (meter: queries.MeasuredMeter) => {
    const isLong = !isShort(meter);
    const history = historyOf(meter, (isLong ? all : recent).get(meter.id));
    const previous = byId.get(meter.replacesMeterId ?? '');
    const before = previous && isLong ? historyOf(previous, all.get(previous.id)) : undefined;
    return measureMeter(meter, { history, before, isLong, window, measuring });
  };
  const costOf = ({ id }: queries.MeasuredMeter) =>
    costOfMeter + costOfReading * ((all.get(id) ?? recent.get(id))?.length ?? 0);
  return runInTurns(mapInSteps(meters, costOf, measure));
}

/** What measuring a meter, and one of its readings, costs of the budget of a turn. */
const [costOfMeter, costOfReading] = [50, 5];

type MeasurementContext = {
  readonly history: RegisterHistory;
  /** Of the meter that it replaced. */
  readonly before: RegisterHistory | undefined;
  /** Whether all readings are loaded, not only those of the period. */
  readonly isLong: boolean;
  readonly window: ReadingWindow | undefined;
  readonly measuring: MeterMeasurement;
};

function measureMeter(meter: queries.MeasuredMeter, known: MeasurementContext): MeterUse {
  const { history, isLong, window, measuring } = known;
  const { period, months, compare } = measuring;
  const onlyPeriod: FirstDays = { billed: period.periodStart, known: period.periodStart };
  const firstDays = isLong ? measuring.firstDaysOf(meter) : onlyPeriod;
  const boundaries = boundariesFor(firstDays, history, { ...measuring, window });
  const until = period.periodEnd;
  const estimating = { months: months.get(meter.type), pace: paceOf(known.before, months.get(meter.type)) };
  const total = calculateTotal(history, { until, boundaries, days: measuring.days(meter), estimating });
  const isRead = total !== 'missing' && isReadOn(total, until);
  const opening = closingDayOf(addDays(period.periodStart, -1), window);
  const [first] = history.readings;
  const usual = compare && isRead ? compareWithEarlier(total, history, period) : undefined;
  const isReadBefore = first !== undefined && dayOf(first) <= opening;
  const beginsUnknown = history.initial === undefined && first !== undefined && !isReadBefore;
  const isFirstPeriod = firstDays.billed === period.periodStart && !isReadBefore;
  const before = addDays(period.periodStart, -1);
  const leftOut = isFirstPeriod && total !== 'missing' ? countUntil(total, before) : 0n;
  const beginsUndated = isFirstPeriod && total !== 'missing' && registerValueOn(total, before).valueOn === null;
  return {
    meterId: meter.id,
    serialNumber: meter.serialNumber,
    apartmentId: meter.apartmentId,
    type: meter.type,
    unit: meter.unit,
    verifiedUntil: meter.verifiedUntil,
    installedOn: meter.installedOn,
    removedOn: meter.removedOn,
    isArchived: meter.isArchived,
    total,
    beginsUnknown,
    ...(leftOut > 0n && { leftOut }),
    ...(beginsUndated && { beginsUndated }),
    ...(usual !== undefined && { usual }),
  };
}

/** The boundaries of a meter, from the day before its first needed day to the last month in which it was read. */
function boundariesFor(
  { billed: since, known }: FirstDays,
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
  return all.map((day) => ({
    day,
    closing: closingDayOf(day, window),
    begins: day === begin,
    firstReadingUntil: lastOpeningDay(day, window),
  }));
}

/** The pace of the replaced meter, for estimates while the new meter has no readings. */
function paceOf(before: RegisterHistory | undefined, months: number | undefined) {
  return before === undefined || months === undefined ? undefined : calculatePace(pointsOf(before), before, months);
}

/** The register history of a meter. A meter of an archived apartment ends with its last reading. */
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

function compareWithEarlier(total: MeterTotal, history: RegisterHistory, period: Period): UsualConsumption | undefined {
  const before = addDays(period.periodStart, -1);
  const [start, end] = [registerValueOn(total, before).valueOn, registerValueOn(total, period.periodEnd).valueOn];
  if (start === null || end === null) return undefined;
  const earlier = pointsOf(history).filter(({ on }) => on !== null && on <= start);
  const pace = calculatePace(earlier, history, 12);
  if (pace === undefined || pace.days < minUsualDays) return undefined;
  const units = countUntil(total, period.periodEnd) - countUntil(total, before);
  const days = daysBetween(start, end);
  return { counted: likelyCount(pace, days), isExceeded: isHigh({ units, scale: registerScale }, days, pace) };
}

/** Quantities in billed units are counts of 10^-9: a kilowatt-hour of six decimals is exact in megawatt-hours. */
export const billedScale = 9;

/** Converts a consumption (a count of 10^-6 of the meter's unit) to the billed unit of its type: a count of 10^-9. */
export function toBilledUnits(counted: bigint, { type, unit }: Pick<MeterUse, 'type' | 'unit'>): bigint {
  return unitsAt(inUnit({ units: counted, scale: registerScale }, unit, billedUnits[type]), billedScale);
}

function inUnit({ units, scale }: Decimal, from: MeterUnit, to: MeterUnit): Decimal {
  if (from === to) return { units, scale };
  return from === 'kWh' ? { units, scale: scale + 3 } : { units: units * 1000n, scale };
}
