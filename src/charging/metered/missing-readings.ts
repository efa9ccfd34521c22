// The meters of a building that were not read for a month, by the rule that charges are calculated with.

import { findLastReadAtHandOver, isInstalledIn, isReadFor, measureMeters } from '../../metering/measure-meters.ts';
import {
  findMetersOfBuilding,
  findPointsBetween,
  type MeasuredMeter,
  type ReadPoint,
} from '../../metering/measure-meters-queries.ts';
import { findSubmittedMeters, findWindow } from '../../metering/metering-queries.ts';
import { closingDayOf } from '../../metering/reading-windows.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { Invalid, orNotFound, queryProblem } from '../../platform/errors.ts';
import { addDays, type Day, dayIn, endOfMonth, type Period, previousMonth } from '../../platform/values/dates.ts';
import { type MeterType, meterTypes } from '../../properties/model.ts';
import { findBuilding, listAllApartments } from '../../properties/property-queries.ts';
import { findPayerPeriods } from '../../residents/payers.ts';
import { neededMeterTypes } from './meter-types.ts';

/** A meter without a confirmed reading for a month. */
type MissingReading = Pick<
  MeasuredMeter,
  'id' | 'type' | 'unit' | 'digits' | 'decimals' | 'serialNumber' | 'apartmentId'
> & {
  /** The number of its apartment; null for a main meter. */
  readonly apartmentNumber: string | null;
  /** The last confirmed value up to the end of the month; without one the initial value. */
  readonly previous: { readonly value: number; readonly readOn: Day | null };
  /** Whether a resident's reading for the month waits for confirmation. */
  readonly isSubmitted: boolean;
  /** Whether a charge of the building needs it. */
  readonly isBilled: boolean;
};

/**
 * The missing readings of a month. A reading of the days from `from` to `until` counts for it; `until` is never in the
 * future.
 */
type MissingReadings = Period & {
  readonly from: Day;
  readonly until: Day;
  /** The number of meters that should be read. */
  readonly meters: number;
  readonly missing: readonly MissingReading[];
};

/**
 * The meters of a building that were not read for a month ('YYYY-MM', by default the last one), by apartment, main
 * meters last. Throws NotFound (the building), Invalid (a month in the future).
 */
export async function listMissingReadings(
  scope: Scope,
  buildingId: string,
  month: string | undefined,
): Promise<MissingReadings> {
  const building = orNotFound(await findBuilding(scope, buildingId));
  const { timeZone, charges } = building.billing;
  const today = dayIn(timeZone, scope.now);
  const period = month === undefined ? previousMonth(today) : monthOf(month);
  if (period.periodStart > today)
    throw new Invalid([
      queryProblem('period', 'out_of_range', `period must not lie in the future; today is ${today}.`),
    ]);
  const window = await findWindow(scope, buildingId);
  const opening = closingDayOf(addDays(period.periodStart, -1), window);
  const closing = closingDayOf(period.periodEnd, window);
  const meters = await findMetersOfBuilding(scope, buildingId, meterTypes, addDays(period.periodStart, -1));
  const installed = meters.filter((meter) => isInstalledIn(meter, period));
  const unread = await findUnread(scope, { buildingId, period, meters: installed });
  const apartments = await listAllApartments(scope, buildingId);
  const indexes = new Map(apartments.map(({ id }, index) => [id, index]));
  const indexOf = ({ apartmentId }: MeasuredMeter) => indexes.get(apartmentId ?? '') ?? apartments.length;
  const unreadIds = unread.map(({ id }) => id);
  const lastPoints = await findPointsBetween(scope, unreadIds, { opening, closing });
  const context = {
    numbers: new Map(apartments.map(({ id, number }) => [id, number])),
    lastPoints: new Map(lastPoints.map((point) => [point.meterId, point])),
    submitted: new Set(await findSubmittedMeters(scope, buildingId, { opening, closing })),
    billed: new Set(charges.flatMap(neededMeterTypes)),
  };
  const missing = unread.toSorted((a, b) => indexOf(a) - indexOf(b)).map((meter) => describeMissing(meter, context));
  return {
    ...period,
    from: addDays(opening, 1),
    until: closing < today ? closing : today,
    meters: installed.length,
    missing,
  };
}

function monthOf(month: string): Period {
  const periodStart = `${month}-01`;
  return { periodStart, periodEnd: endOfMonth(periodStart) };
}

/** The meters whose total at the end of the period is not read, but at most estimated, or that of a change of hands. */
async function findUnread(
  scope: Scope,
  measured: { readonly buildingId: string; readonly period: Period; readonly meters: readonly MeasuredMeter[] },
): Promise<MeasuredMeter[]> {
  const { period, meters } = measured;
  const firstDays = { billed: period.periodStart, known: period.periodStart };
  const uses = await measureMeters(scope, {
    ...measured,
    months: new Map(meterTypes.map((type) => [type, undefined])),
    billed: [],
    firstDaysOf: () => firstDays,
    days: () => [],
    needsEarlierDays: () => false,
    compare: false,
  });
  const payerPeriods = await findPayerPeriods(scope, measured.buildingId, period);
  return meters.filter(({ apartmentId }, index) => {
    const use = uses[index] ?? { total: 'missing' as const };
    const payerDays = payerPeriods.get(apartmentId ?? '') ?? [];
    return !isReadFor(use, period) || findLastReadAtHandOver(use, period, payerDays) !== undefined;
  });
}

type MissingContext = {
  readonly numbers: ReadonlyMap<string, string>;
  readonly lastPoints: ReadonlyMap<string, ReadPoint>;
  readonly submitted: ReadonlySet<string>;
  readonly billed: ReadonlySet<MeterType>;
};

function describeMissing(meter: MeasuredMeter, context: MissingContext): MissingReading {
  const { id, apartmentId, type, unit, serialNumber, digits, decimals, initialValue, installedOn } = meter;
  const last = context.lastPoints.get(id) ?? { value: initialValue, on: installedOn };
  return {
    id,
    apartmentId,
    apartmentNumber: context.numbers.get(apartmentId ?? '') ?? null,
    type,
    unit,
    serialNumber,
    digits,
    decimals,
    previous: { value: Number(last.value), readOn: last.on },
    isSubmitted: context.submitted.has(id),
    isBilled: context.billed.has(type),
  };
}
