// Monthly usage: what the meters of an apartment or a building counted in each calendar month, by the same rule as
// invoices. For charts and for what is unusual, not for billing.

import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';
import { billedUnits, type MeterUnit } from '../platform/values/bases.ts';
import { addDays, type Day, daysBetween, endOfMonth } from '../platform/values/dates.ts';
import { formatDecimal } from '../platform/values/decimal.ts';
import { type MeterType, meterTypes } from '../properties/model.ts';
import { calculateTotal, countUntil, isReadOn, type RegisterHistory, registerValueOn } from './counted-total.ts';
import { explainedBy } from './main-meters.ts';
import { billedScale, historyOf, toBilledUnits } from './measure-meters.ts';
import {
  findHeatedAreas,
  findMetersOfApartment,
  findMetersOfBuilding,
  findPointsSince,
  type MeasuredMeter,
  type ResidencyDays,
} from './measure-meters-queries.ts';
import { findWindow, type ReadingWindow } from './metering-queries.ts';
import { closingDayOf } from './reading-windows.ts';
import { monthsBefore } from './register.ts';

/** What one type of meters counted, month by month, oldest first; `quantity` in `unit`, null where it is unknown. */
export type MonthlyUsage = {
  readonly type: MeterType;
  readonly unit: MeterUnit;
  readonly months: readonly { readonly month: string; readonly quantity: string | null }[];
};

const maxMonths = 13;
const maxApartments = 300;
const minApartments = 5;

/**
 * What an apartment used in the thirteen months that end with the month of `until`. `own`: only consumption on these
 * days, and only months that begin on or after the first of them; what earlier and later residents used is not shown.
 */
export async function getMonthlyUsage(
  scope: Scope,
  {
    buildingId,
    apartmentId,
    until,
    own,
  }: { buildingId: string; apartmentId: string; until: Day; own: ResidencyDays | null },
): Promise<MonthlyUsage[]> {
  const shown = monthsUntil(until).filter((first) => own === null || first >= own.since);
  const [first] = shown;
  if (first === undefined) return [];
  const meters = await findMetersOfApartment(scope, apartmentId, first);
  if (meters.length === 0) return [];
  const window = await findWindow(scope, buildingId);
  return usageByMonth(await loadHistories(scope, meters, { first, until }, window), shown, window, own);
}

/**
 * The average usage of a building's apartments in the same months: of at most 300 apartments, and only where at least
 * five are known, so that subtraction does not reveal the usage of a single apartment.
 */
export async function getAverageUsage(
  scope: Scope,
  { buildingId, until }: { buildingId: string; until: Day },
): Promise<MonthlyUsage[]> {
  const shown = monthsUntil(until);
  const { ofApartments, window } = await loadOfApartments(scope, { buildingId, types: meterTypes, shown, until });
  const uses = [...ofApartments.values()].map((histories) => usageByMonth(histories, shown, window));
  return averageUsage(uses, shown);
}

/**
 * The median of what the building's other apartments used in a day, in the billed unit, for an apartment: of the month
 * of `until`, else of the one before, where at least five are known. Heat is compared per m². Undefined if fewer are.
 * A transaction reads it once, as an import asks for each of its readings.
 */
export async function findMedianUsage(
  scope: Scope,
  { apartmentId, ...of }: { buildingId: string; apartmentId: string; type: MeterType; until: Day },
): Promise<number | undefined> {
  const inTransaction = usesOfMonths.get(scope.db) ?? new Map<string, Promise<UsesOfMonths>>();
  usesOfMonths.set(scope.db, inTransaction);
  const key = `${of.buildingId} ${of.type} ${of.until.slice(0, 7)}`;
  const loading = inTransaction.get(key) ?? loadUsesOfMonths(scope, of);
  inTransaction.set(key, loading);
  const { months, sizeOf } = await loading;
  for (const perDay of months) {
    const figures = perDay.flatMap(({ id, used }) => (id === apartmentId ? [] : used)).sort((a, b) => a - b);
    const median = figures[Math.floor(figures.length / 2)];
    if (median !== undefined && figures.length >= minApartments && sizeOf(apartmentId) > 0)
      return median * sizeOf(apartmentId);
  }
  return undefined;
}

/** What apartments used in a day of two months, the later first, for each unit of their sizes: 1, or the m² of heat. */
type UsesOfMonths = {
  readonly months: readonly (readonly { readonly id: string; readonly used: number }[])[];
  readonly sizeOf: (apartmentId: string) => number;
};

const usesOfMonths = new WeakMap<Db, Map<string, Promise<UsesOfMonths>>>();

async function loadUsesOfMonths(
  scope: Scope,
  { buildingId, type, until }: { readonly buildingId: string; readonly type: MeterType; readonly until: Day },
): Promise<UsesOfMonths> {
  const shown = monthsUntil(until).slice(-2);
  const { ofApartments, window } = await loadOfApartments(scope, { buildingId, types: [type], shown, until });
  const areas = type === 'heating' ? await findHeatedAreas(scope, buildingId) : undefined;
  const sizeOf = (id: string) => (areas === undefined ? 1 : Number(areas.get(id) ?? 0));
  const months = shown.toReversed().map((first) =>
    [...ofApartments].flatMap(([id, known]) => {
      const perDay = usedPerDay(usagesIn(known, first, window));
      return perDay === undefined || sizeOf(id) === 0 ? [] : [{ id, used: perDay / sizeOf(id) }];
    }),
  );
  return { months, sizeOf };
}

/** What meters used in a day, together; undefined without any, or if one was not read. */
function usedPerDay(uses: readonly (MeterUsage | 'missing')[]): number | undefined {
  const read = uses.flatMap((use) =>
    use === 'missing' || use.startOn === null ? [] : [{ ...use, from: use.startOn }],
  );
  if (read.length === 0 || read.length < uses.length) return undefined;
  return (
    read.reduce((sum, { counted, from, endOn }) => sum + Number(counted) / daysBetween(from, endOn), 0) /
    10 ** billedScale
  );
}

/** The histories of the meters of a building's apartments, for the shown months: of at most 300 apartments. */
async function loadOfApartments(
  scope: Scope,
  {
    buildingId,
    types,
    shown,
    until,
  }: { buildingId: string; types: readonly MeterType[]; shown: readonly Day[]; until: Day },
): Promise<{ ofApartments: ReadonlyMap<string, readonly MeterWithHistory[]>; window: ReadingWindow | undefined }> {
  const first = shown[0] ?? until;
  const all = await findMetersOfBuilding(scope, buildingId, types, first);
  const byApartment = Map.groupBy(all, (meter) => meter.apartmentId);
  byApartment.delete(null); // Main meters belong to no apartment.
  const some = [...byApartment.values()].slice(0, maxApartments);
  const window = await findWindow(scope, buildingId);
  const histories = await loadHistories(scope, some.flat(), { first, until }, window);
  return { ofApartments: Map.groupBy(histories, ({ meter }) => meter.apartmentId ?? ''), window };
}

/**
 * What a building's main meters of one type counted, and its apartment meters together, month by month. `own` is the
 * sum of the meters that were read, `unread` the number of those that were not. Quantities in `unit`, null where
 * unknown.
 */
export type BuildingUsage = {
  readonly type: MeterType;
  readonly unit: MeterUnit;
  /** The types of apartment meters in `own`: of cold water also hot water that has no main meter. */
  readonly explainedBy: readonly MeterType[];
  readonly months: readonly {
    readonly month: string;
    readonly main: string | null;
    readonly own: string | null;
    readonly unread: number;
  }[];
};

/** What a building used in the thirteen months that end with the month of `until`. */
export async function getBuildingUsage(
  scope: Scope,
  { buildingId, until }: { buildingId: string; until: Day },
): Promise<BuildingUsage[]> {
  const shown = monthsUntil(until);
  const first = shown[0] ?? until;
  const meters = await findMetersOfBuilding(scope, buildingId, meterTypes, first);
  const window = await findWindow(scope, buildingId);
  return buildingUsageByMonth(await loadHistories(scope, meters, { first, until }, window), shown, window);
}

/** The usage of a building from the histories of its meters. Types without any known usage are left out. Pure. */
function buildingUsageByMonth(
  known: readonly MeterWithHistory[],
  firsts: readonly Day[],
  window: ReadingWindow | undefined,
): BuildingUsage[] {
  const allMeters = known.map(({ meter }) => meter);
  return meterTypes.flatMap((type): BuildingUsage[] => {
    const meters = known.filter(({ meter }) => meter.type === type);
    const main = meters.filter(({ meter }) => meter.apartmentId === null);
    const types = explainedBy(type, allMeters).filter((explained) => explained === type || main.length > 0);
    const apartmentMeters = known.filter(({ meter }) => meter.apartmentId !== null && types.includes(meter.type));
    const months = firsts.map((first) => {
      const uses = usagesIn(apartmentMeters, first, window);
      const read = uses.filter((use) => use !== 'missing');
      const sum = read.length === 0 ? null : sumOf(read);
      const unread = uses.length - read.length;
      return { month: first.slice(0, 7), main: quantityIn(main, first, window), own: sum, unread };
    });
    const isKnown = months.some((month) => month.main !== null || month.own !== null);
    return isKnown ? [{ type, unit: billedUnits[type], explainedBy: types, months }] : [];
  });
}

/** The average usage of apartments, for each type and month in which at least five are known. Pure. */
function averageUsage(uses: readonly (readonly MonthlyUsage[])[], firsts: readonly Day[]): MonthlyUsage[] {
  return meterTypes.flatMap((type): MonthlyUsage[] => {
    const ofType = uses.flatMap((use) => use.filter((monthlyUsage) => monthlyUsage.type === type));
    const months = firsts.map((first) => {
      const month = first.slice(0, 7);
      const figures = ofType
        .flatMap((monthlyUsage) => monthlyUsage.months.find((at) => at.month === month)?.quantity ?? [])
        .map(Number);
      const sum = figures.reduce((total, figure) => total + figure, 0);
      return { month, quantity: figures.length < minApartments ? null : (sum / figures.length).toFixed(3) };
    });
    return months.some(({ quantity }) => quantity !== null) ? [{ type, unit: billedUnits[type], months }] : [];
  });
}

type MeterWithHistory = { readonly meter: MeasuredMeter; readonly history: RegisterHistory };

/** Loads the histories of meters from a month before `first` to the end of the month of `until`. */
async function loadHistories(
  scope: Scope,
  meters: readonly MeasuredMeter[],
  { first, until }: { readonly first: Day; readonly until: Day },
  window: ReadingWindow | undefined,
): Promise<MeterWithHistory[]> {
  const closing = closingDayOf(endOfMonth(until), window);
  const wanted = meters.map((meter) => ({ meterId: meter.id, since: monthsBefore(first, 1) }));
  const read = Map.groupBy(await findPointsSince(scope, wanted, closing), (point) => point.meterId);
  return meters.map((meter) => ({ meter, history: historyOf(meter, read.get(meter.id)) }));
}

/** The first days of the shown months, oldest first. */
function monthsUntil(until: Day): Day[] {
  return Array.from({ length: maxMonths }, (_, back) =>
    firstDayOfMonth(monthsBefore(firstDayOfMonth(until), maxMonths - 1 - back)),
  );
}

/**
 * The usage of each type of meters in the months that begin on the given days. Types without any known usage are left
 * out. Pure.
 */
function usageByMonth(
  known: readonly MeterWithHistory[],
  firsts: readonly Day[],
  window: ReadingWindow | undefined,
  own: ResidencyDays | null = null,
): MonthlyUsage[] {
  return meterTypes.flatMap((type): MonthlyUsage[] => {
    const meters = known.filter(({ meter }) => meter.type === type);
    const months = firsts.map((first) => ({
      month: first.slice(0, 7),
      quantity: quantityIn(meters, first, window, own),
    }));
    return months.some(({ quantity }) => quantity !== null) ? [{ type, unit: billedUnits[type], months }] : [];
  });
}

/**
 * What the meters counted together; null when a meter was not read, when none was installed yet, or when part of it was
 * counted on other residents' days.
 */
function quantityIn(
  meters: readonly MeterWithHistory[],
  first: Day,
  window: ReadingWindow | undefined,
  own: ResidencyDays | null = null,
): string | null {
  const uses = usagesIn(meters, first, window);
  const usages = uses.flatMap((use) => (use !== 'missing' && isWithinResidency(use, own) ? [use] : []));
  return uses.length === 0 || usages.length < uses.length ? null : sumOf(usages);
}

function sumOf(uses: readonly MeterUsage[]): string {
  return formatDecimal({ units: uses.reduce((sum, use) => sum + use.counted, 0n), scale: billedScale });
}

/**
 * Whether all of a consumption was counted on the resident's own days: its first value is from their first day, the day
 * before, or later.
 */
function isWithinResidency({ startOn, endOn }: MeterUsage, own: ResidencyDays | null): boolean {
  if (own === null) return true;
  return startOn !== null && startOn >= addDays(own.since, -1) && (own.until === null || endOn <= own.until);
}

/** What a meter counted from one value to another, in the billed unit of its type: a count of 10^-9. */
type MeterUsage = { readonly counted: bigint; readonly startOn: Day | null; readonly endOn: Day };

/** What each meter that was installed in a month counted: from the last value before the month to its last value. */
function usagesIn(
  meters: readonly MeterWithHistory[],
  first: Day,
  window: ReadingWindow | undefined,
): (MeterUsage | 'missing')[] {
  const [before, until] = [addDays(first, -1), endOfMonth(first)];
  const boundaries = [before, until].map((day) => ({ day, closing: closingDayOf(day, window) }));
  return meters.flatMap(({ meter, history }): (MeterUsage | 'missing')[] => {
    const { installedOn, removedOn } = meter;
    if (history.initial === undefined && history.readings.length === 0) return ['missing'];
    if (
      (installedOn !== null && installedOn > until) ||
      (removedOn !== null && removedOn <= closingDayOf(before, window))
    )
      return [];
    const total = calculateTotal(history, { until, boundaries, days: [], estimating: { months: undefined } });
    if (total === 'missing' || !isReadOn(total, until)) return ['missing'];
    const [start, end] = [registerValueOn(total, before), registerValueOn(total, until)];
    // The first value alone counts nothing: not even that nothing was used.
    if (start.valueOn === end.valueOn) return ['missing'];
    const counted = toBilledUnits(countUntil(total, until) - countUntil(total, before), meter);
    return [{ counted, startOn: start.valueOn, endOn: end.valueOn ?? until }];
  });
}

function firstDayOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}
