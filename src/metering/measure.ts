// Measuring: what every meter of a building counted in a period, and what is odd about it, as billing needs it.
import { addDays, type Day, daysBetween, type Period } from '../platform/dates.ts';
import type { Decimal } from '../platform/decimal.ts';
import type { Scope } from '../platform/scope.ts';
import type { MeterType } from '../portfolio/charge.ts';
import {
  type Billed,
  type Consumption,
  consumptionOf,
  type History,
  isHigh,
  monthsBefore,
  neededSince,
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
  /** Of its register, before the decimal point. */
  readonly digits?: number;
  readonly use: Consumption | 'missing';
  /** More than three times what was usual; known only where it was asked to compare. */
  readonly high?: boolean;
  /** Where days before the period are on no invoice: the first of them. They are billed with the period. */
  readonly unbilledSince?: Day;
  /** Where earlier invoices are settled: the first day of the first of them. */
  readonly settledSince?: Day;
  /** Of what was billed before, what bills were not divided by yet; negative: too much. */
  readonly held?: Decimal;
};

/** What was billed before of a meter: up to where (consumption.ts), of which days, and what of it no bill was divided by yet. */
export type BilledBefore = Billed & { readonly since: Day; readonly until: Day; readonly held: Decimal };

/** A way in which meters are billed, with a memory of its own: on invoices of their apartments, or in the remainder of a main meter. */
export type Chain = {
  readonly billed: ReadonlyMap<string, BilledBefore>;
  /** The meters that were put in on days that were billed without them: they count from the beginning. */
  readonly late: ReadonlySet<string>;
  /** The meters of which every invoice was cancelled, with the first day of the first of them: they count from there. */
  readonly annulled: ReadonlyMap<string, Day>;
  /** Of a closed period, what its meters were billed for: that stays, whatever was read or put right since, and also where a meter is gone. */
  readonly stays?: ReadonlyMap<string, Consumption>;
};

export type Measuring = {
  readonly buildingId: string;
  readonly period: Period;
  /** The types of meters that count, each with the months that a missing reading may be estimated from. */
  readonly months: ReadonlyMap<MeterType, number | undefined>;
  readonly own: Chain;
  /** Undefined where no remainder is priced. */
  readonly shared: Chain | undefined;
  /** Whether consumption is compared with the year before. */
  readonly compare: boolean;
};

/** What the meters of a building counted: as it is billed to their apartments (main meters: in remainders), and as remainders take it. */
export type Measured = { readonly meters: readonly MeterUse[]; readonly shared: readonly MeterUse[] };

/** Measures the meters of a building. The building must be locked, so that no reading comes in between the statements. */
export async function measureMeters(scope: Scope, measuring: Measuring): Promise<Measured> {
  const { buildingId, period, months, own, shared = nothingBilled } = measuring;
  const types = [...months.keys()];
  if (types.length === 0) return { meters: [], shared: [] };
  const window = await findWindow(scope, buildingId);
  const span = spanOf(period, window);
  const openingOf = (day: Day) => spanOf({ periodStart: day, periodEnd: day }, window).opening;
  const named = new Set(
    [own, shared].flatMap(({ billed, late, annulled, stays = new Map() }) =>
      [billed, late, annulled, stays].flatMap((one) => [...one.keys()]),
    ),
  );
  const [meters, read] = await Promise.all([
    queries.metersOf(scope, buildingId, types, span.opening, [...named]),
    queries.pointsBetween(scope, buildingId, types, span),
  ]);
  const points = Map.groupBy(read, (point) => point.meterId);
  const all = meters.map((meter) => ({ meter, history: historyOf(meter, points.get(meter.id)) }));
  const long = await longHistories(scope, all, { measuring, span, openingOf });
  const known = new Map(all.map((one) => [one.meter.id, one]));
  const meant = { measuring, span, openingOf, points, long, all: known };
  const uses = all.map((known) => useOf(known, known.meter.apartmentId === null ? shared : own, meant));
  const again = all.map((known, place) =>
    differs(known.meter, measuring) ? useOf(known, shared, meant) : uses[place],
  );
  return { meters: uses.flatMap((use) => use ?? []), shared: again.flatMap((use) => use ?? []) };
}

const nothingBilled: Chain = { billed: new Map(), late: new Set(), annulled: new Map() };

type Known = { readonly meter: queries.MeasuredMeter; readonly history: History };
type Placed = {
  readonly measuring: Measuring;
  readonly span: Span;
  /** Until when readings count for the beginning of a period that starts on a day. */
  readonly openingOf: (start: Day) => Day;
};
type Meant = Placed & {
  readonly points: ReadonlyMap<string, readonly Point[]>;
  readonly long: ReadonlyMap<string, readonly Point[]>;
  readonly all: ReadonlyMap<string, Known>;
};

/** Whether remainders took something else of an apartment's meter than its invoices did. */
function differs({ id, apartmentId }: queries.MeasuredMeter, { own, shared }: Measuring): boolean {
  if (apartmentId === null || shared === undefined) return false;
  const [one, other] = [own.billed.get(id), shared.billed.get(id)];
  const same = (['value', 'on', 'first', 'used'] as const).every((field) => one?.[field] === other?.[field]);
  const alike = own.annulled.get(id) === shared.annulled.get(id) && own.stays?.get(id) === shared.stays?.get(id);
  return !same || !alike || own.late.has(id) !== shared.late.has(id);
}

/** What a meter counted, going on from what a chain billed of it; undefined when it is not there. */
function useOf({ meter, history: plain }: Known, chain: Chain, meant: Meant): MeterUse | undefined {
  const { measuring, span, points, long } = meant;
  const { id: meterId, serialNumber, apartmentId, type, unit, verifiedUntil, digits } = meter;
  const before = chain.billed.get(meterId);
  const longer = chained(meter, historyOf(meter, long.get(meterId) ?? points.get(meterId)), chain, meant);
  const history = chained(meter, plain, chain, meant);
  const months = measuring.months.get(type);
  const full = long.has(meterId) ? merged(history, longer, span) : history;
  const pace = months === undefined ? undefined : paceOfReplaced(meter, months, meant);
  const use = chain.stays?.get(meterId) ?? consumptionOf(full, span, months, pace);
  if (use === 'absent') return undefined;
  const high = measuring.compare && use !== 'missing' && isUnusual(use, longer, meter);
  const gap = gapBefore(meter, chain, measuring);
  return {
    ...{ meterId, serialNumber, apartmentId, type, unit, verifiedUntil, digits, use },
    ...(high && { high }),
    ...(gap !== undefined && { unbilledSince: gap }),
    ...(before && use !== 'missing' && use.settled && { settledSince: before.since }),
    ...(before && before.held.units !== 0n && { held: before.held }),
  };
}

/** What is known of a meter, going on from what a chain billed of it. */
function chained(
  { id, installedOn }: queries.MeasuredMeter,
  history: History,
  { billed, late, annulled }: Chain,
  { measuring: { period }, openingOf }: Placed,
): History {
  const [before, since] = [billed.get(id), annulled.get(id)];
  const isLate = before === undefined && late.has(id);
  const fromInitial = isLate || (installedOn !== null && installedOn >= period.periodStart);
  const countsFrom = since && openingOf(since);
  return { ...history, billed: before && { ...before, begun: openingOf(before.since) }, fromInitial, countsFrom };
}

/** The first of the days before a period that no invoice has of a meter. */
function gapBefore(
  { id, installedOn }: queries.MeasuredMeter,
  { billed, late, annulled }: Chain,
  { period }: Measuring,
): Day | undefined {
  const before = billed.get(id);
  if (before !== undefined) return before.until < dayBefore(period) ? addDays(before.until, 1) : undefined;
  return late.has(id) ? (installedOn ?? undefined) : annulled.get(id);
}

/** The pace of the meter whose place a meter took, for days on which it was not read itself. */
function paceOfReplaced({ replacesMeterId }: queries.MeasuredMeter, months: number, { long, all }: Meant) {
  const old = all.get(replacesMeterId ?? '');
  if (old === undefined) return undefined;
  const past = historyOf(old.meter, long.get(old.meter.id) ?? old.history.readings);
  return paceBefore(pointsOf(past), old.meter, months);
}

/** What is known of a meter, without what was billed of it. */
export function historyOf(meter: queries.MeasuredMeter, readings: readonly Point[] | undefined): History {
  const { digits, decimals, initialValue, installedOn, finalValue, removedOn } = meter;
  return {
    digits,
    decimals,
    initial: installedOn === null && initialValue === '0' ? undefined : { value: initialValue, on: installedOn },
    readings: readings ?? [],
    final: finalValue === null || removedOn === null ? undefined : { value: finalValue, on: removedOn },
  };
}

/**
 * The readings before the period: of meters whose reading is missing as far back as estimates go, of those that have something to settle since they were first
 * billed, for a comparison of all a year.
 */
async function longHistories(
  scope: Scope,
  all: readonly Known[],
  placed: Placed,
): Promise<ReadonlyMap<string, readonly Point[]>> {
  const { measuring, span } = placed;
  const { months, compare, own, shared = own } = measuring;
  const missing = new Set<string>();
  for (const { meter, history } of all)
    if (months.get(meter.type) !== undefined && consumptionOf(history, span) === 'missing')
      for (const id of [meter.id, meter.replacesMeterId]) if (id !== null) missing.add(id);
  const wanted = all.flatMap(({ meter, history }) => {
    const last = pointsOf(history).findLast((point) => point.on !== null && point.on <= span.opening)?.on;
    if (!last) return [];
    const most = missing.has(meter.id) ? months.get(meter.type) : 12;
    const since = [own, shared].flatMap((chain) => neededSince(chained(meter, history, chain, placed), span) ?? []);
    if (compare || missing.has(meter.id)) since.push(monthsBefore(last, most ?? 12));
    const [earliest] = since.sort();
    return earliest === undefined ? [] : [{ meterId: meter.id, since: earliest }];
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
  return inUnit(use.consumption, unit, billedUnits[type]);
}

/** A quantity in another unit, exact. */
export function inUnit({ units, scale }: Decimal, from: MeterUnit, to: MeterUnit): Decimal {
  if (from === to) return { units, scale };
  return from === 'kWh' ? { units, scale: scale + 3 } : { units: units * 1000n, scale };
}

/** The day before a period: the last one of the period before. */
function dayBefore({ periodStart }: Period): Day {
  return addDays(periodStart, -1);
}
