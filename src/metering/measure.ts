// Measuring: what every meter of a building counted in a period, and what is odd about it, as billing needs it.
import { addDays, type Day, daysBetween, type Period } from '../platform/dates.ts';
import type { Decimal } from '../platform/decimal.ts';
import type { Scope } from '../platform/scope.ts';
import type { MeterType } from '../portfolio/charge.ts';
import {
  type Consumption,
  consumptionOf,
  type History,
  isHigh,
  monthsBefore,
  type Point,
  paceBefore,
  pointsOf,
  type Span,
} from './consumption.ts';
import * as queries from './measuring/queries.ts';
import type { MeterUnit } from './meters.ts';
import { findWindow } from './queries.ts';
import { spanOf } from './windows.ts';

/** What a meter counted in a period, or that nobody knows. */
export type MeterUse = {
  readonly meterId: string;
  readonly serialNumber: string | null;
  /** Null: a main meter. */
  readonly apartmentId: string | null;
  readonly type: MeterType;
  readonly unit: MeterUnit;
  readonly verifiedUntil: Day | null;
  readonly use: Consumption | 'missing';
  /** More than three times what was usual; known only where it was asked to compare. */
  readonly high?: boolean;
};

export type Measuring = {
  readonly buildingId: string;
  readonly period: Period;
  /** The types of meters that count, each with the months that a missing reading may be estimated from. */
  readonly months: ReadonlyMap<MeterType, number | undefined>;
  /** What the invoices of the period before ended with, by meter. */
  readonly billed: ReadonlyMap<string, Point>;
  /** Whether consumption is compared with the year before. */
  readonly compare: boolean;
};

/** Measures the meters of a building. The building must be locked, so that no reading comes in between the statements. */
export async function measureMeters(scope: Scope, measuring: Measuring): Promise<MeterUse[]> {
  const { buildingId, period, months, billed } = measuring;
  const types = [...months.keys()];
  if (types.length === 0) return [];
  const span = spanOf(period, await findWindow(scope, buildingId));
  const [meters, read] = await Promise.all([
    queries.metersOf(scope, buildingId, types, span.opening, [...billed.keys()]),
    queries.pointsBetween(scope, buildingId, types, span),
  ]);
  const points = Map.groupBy(read, (point) => point.meterId);
  const histories = meters.map((meter) => ({ meter, history: historyOf(meter, points.get(meter.id), billed) }));
  const long = await longHistories(scope, histories, span, measuring);
  return histories.flatMap(({ meter, history }): MeterUse[] => {
    const { id: meterId, serialNumber, apartmentId, type, unit, verifiedUntil } = meter;
    const longer = historyOf(meter, long.get(meterId) ?? points.get(meterId), billed);
    const use = consumptionOf(long.has(meterId) ? merged(history, longer, span) : history, span, months.get(type));
    if (use === 'absent') return [];
    const high = measuring.compare && use !== 'missing' && isUnusual(use, longer, meter);
    return [{ meterId, serialNumber, apartmentId, type, unit, verifiedUntil, use, ...(high && { high }) }];
  });
}

type Known = { readonly meter: queries.MeasuredMeter; readonly history: History };

/** What is known of a meter: its readings oldest first, and what was billed up to. */
export function historyOf(
  meter: queries.MeasuredMeter,
  readings: readonly Point[] | undefined,
  billed: ReadonlyMap<string, Point>,
): History {
  const { digits, decimals, initialValue, installedOn, finalValue, removedOn } = meter;
  return {
    digits,
    decimals,
    initial: { value: initialValue, on: installedOn },
    readings: readings ?? [],
    final: finalValue === null || removedOn === null ? undefined : { value: finalValue, on: removedOn },
    billed: billed.get(meter.id),
  };
}

/** The readings before the period: of meters whose reading is missing as far back as estimates go, for a comparison of all a year. */
async function longHistories(
  scope: Scope,
  all: readonly Known[],
  span: Span,
  { months, compare }: Measuring,
): Promise<ReadonlyMap<string, readonly Point[]>> {
  const wanted = all.flatMap(({ meter, history }) => {
    const most = months.get(meter.type);
    const missing = most !== undefined && consumptionOf(history, span) === 'missing';
    if (!compare && !missing) return [];
    const last = pointsOf(history).findLast((point) => point.on !== null && point.on <= span.opening)?.on;
    return last ? [{ meterId: meter.id, since: monthsBefore(last, missing ? most : 12) }] : [];
  });
  if (wanted.length === 0) return new Map();
  return Map.groupBy(await queries.pointsSince(scope, wanted, span.opening), (point) => point.meterId);
}

/** A meter with its longer past in front of what was read in the period. */
function merged(history: History, longer: History, { opening }: Span): History {
  return {
    ...history,
    readings: [...longer.readings, ...history.readings.filter((point) => point.on === null || point.on > opening)],
  };
}

function isUnusual(use: Consumption, longer: History, register: queries.MeasuredMeter): boolean {
  const until = use.startOn;
  if (use.estimated || until === null) return false;
  const before = pointsOf(longer).filter((point) => point.on !== null && point.on <= until);
  const pace = paceBefore(before, register, 12);
  return pace !== undefined && isHigh(use.consumption, daysBetween(until, use.endOn), pace);
}

/** What the types of meters are billed in. */
export const billedUnits: Readonly<Record<MeterType, MeterUnit>> = {
  cold_water: 'm3',
  hot_water: 'm3',
  gas: 'm3',
  heating: 'MWh',
  electricity: 'kWh',
};

/** A consumption in the unit that its type of meter is billed in, exact. */
export function billedQuantity({ type, unit, use }: MeterUse): Decimal {
  if (use === 'missing') throw new RangeError('What is missing has no quantity.');
  const { units, scale } = use.consumption;
  if (unit === billedUnits[type]) return use.consumption;
  return unit === 'kWh' ? { units, scale: scale + 3 } : { units: units * 1000n, scale };
}

/** The day before a period: the last one of the period before. */
export function dayBefore({ periodStart }: Period): Day {
  return addDays(periodStart, -1);
}
