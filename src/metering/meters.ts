// Meters of water, heat, electricity and gas in buildings and apartments. A new meter can replace another one;
// consumption continues across the replacement.

import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { type MeterUnit, usualDecimals } from '../platform/values/bases.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import { parseDecimal } from '../platform/values/decimal.ts';
import { newId } from '../platform/values/ids.ts';
import type { MeterType } from '../properties/model.ts';
import { findApartment, findBuilding, placesExist, shareLockBuilding } from '../properties/property-queries.ts';
import { findEndReadings } from './change-meter-queries.ts';
import { recordMeterChange } from './meter-history.ts';
import * as queries from './metering-queries.ts';
import type { Meter, MeterFilters, MeterRecord } from './model.ts';
import { findMisplacement } from './register.ts';

type NewMeterInput = {
  readonly buildingId: string;
  readonly apartmentId?: string | null;
  readonly type: MeterType;
  readonly unit?: MeterUnit;
  readonly serialNumber?: string | null;
  readonly digits?: number;
  readonly decimals?: number;
  readonly initialValue?: number;
  readonly installedOn?: Day | null;
  readonly verifiedUntil?: Day | null;
  readonly replacesMeterId?: string | null;
  /** What the replaced meter showed last. */
  readonly finalValue?: number | null;
  /** Whether its register has rolled over since the last reading. */
  readonly rollover?: boolean;
};
/** The units of each type of meter; the first is the default. */
const unitsByType: Readonly<Record<MeterType, readonly [MeterUnit, ...MeterUnit[]]>> = {
  cold_water: ['m3'],
  hot_water: ['m3'],
  gas: ['m3'],
  heating: ['MWh', 'kWh'],
  electricity: ['kWh', 'MWh'],
};
/** The digits of a usual register in each unit. */
const usualDigits: Readonly<Record<MeterUnit, number>> = { m3: 5, MWh: 5, kWh: 6 };

/**
 * Creates a meter, and closes the one it replaces with its final value on the day of installation (today when none is
 * given). Throws NotFound (building, apartment, meter to replace), Invalid, Conflict (the serial number is taken, or
 * the other meter was already replaced or closed).
 */
export async function createMeter(scope: Scope, written: NewMeterInput): Promise<Meter> {
  const { buildingId } = written;
  const apartmentId = written.apartmentId ?? null;
  const building = orNotFound(
    (await shareLockBuilding(scope, buildingId)) ? await findBuilding(scope, buildingId) : undefined,
    'buildingId',
  );
  if (apartmentId !== null && (await findApartment(scope, buildingId, apartmentId)) === undefined)
    throw new NotFound('apartmentId');
  const meter = toMeterRecord(written, dayIn(building.billing.timeZone, scope.now));
  const problems = findMeterProblems(meter, written, dayIn(building.billing.timeZone, scope.now));
  if (problems.length > 0) throw new Invalid(problems);
  if (meter.replacesMeterId !== null)
    await closeReplacedMeter(scope, meter, written.finalValue ?? 0, written.rollover ?? false);
  if ((await queries.insertMeters(scope, [meter])) === 0) throw serialTakenError(meter);
  return getMeter(scope, meter.id);
}

/** A meter that the caller may see. Throws NotFound. */
export async function getMeter(scope: Scope, id: string): Promise<Meter> {
  const meter = orNotFound(await queries.findMeter(scope, id));
  return withoutTimeZone(meter);
}

/** A page of the meters that the caller may see. Throws NotFound (the building, the apartment). */
export async function listMeters(
  scope: Scope,
  filters: MeterFilters,
  page: Parameters<typeof queries.listMeters>[2],
): Promise<(Meter & { readonly sortValue: string })[]> {
  const meters = await queries.listMeters(scope, filters, page);
  if (meters.length === 0 && !(await placesExist(scope, filters))) throw new NotFound();
  return meters.map(withoutTimeZone);
}

function withoutTimeZone<M extends queries.MeterRow>({ timeZone: _, ...meter }: M): Omit<M, 'timeZone'> {
  return meter;
}

/** A new meter with its defaults. */
export function toMeterRecord(written: NewMeterInput, today: Day): MeterRecord {
  const { buildingId, apartmentId = null, type, unit = unitsByType[type][0], replacesMeterId = null } = written;
  const { digits = usualDigits[unit], decimals = usualDecimals[unit] } = written;
  const { initialValue = 0, verifiedUntil = null } = written;
  return {
    id: newId(),
    buildingId,
    apartmentId,
    type,
    unit,
    serialNumber: written.serialNumber?.trim() ?? null,
    digits,
    decimals,
    initialValue,
    installedOn: written.installedOn ?? (replacesMeterId === null ? null : today),
    verifiedUntil,
    replacesMeterId,
  };
}

/** The problems of a new meter by itself: its unit, register values and day of installation. */
export function findMeterProblems(meter: MeterRecord, { finalValue = null }: NewMeterInput, today: Day): Problem[] {
  const problems: Problem[] = [];
  const report = (field: string, code: ProblemCode, message: string) =>
    void problems.push(bodyProblem([field], code, message));
  if (!unitsByType[meter.type].includes(meter.unit))
    report(
      'unit',
      'not_allowed',
      `A meter of the type ${meter.type} counts in ${unitsByType[meter.type].join(' or ')}.`,
    );
  problems.push(...registerProblems('initialValue', meter.initialValue, meter));
  if (meter.installedOn !== null && meter.installedOn > today)
    report('installedOn', 'out_of_range', `installedOn must not lie in the future; today is ${today}.`);
  if (meter.replacesMeterId !== null && finalValue === null)
    report('finalValue', 'required', 'finalValue is required: what did the replaced meter show last?');
  if (meter.replacesMeterId === null && finalValue !== null)
    report('finalValue', 'not_allowed', 'finalValue is allowed only with replacesMeterId.');
  return problems;
}

/** The problems of a register value: out of range, or too many decimals. */
export function registerProblems(
  field: string,
  value: number,
  { digits, decimals }: Pick<Meter, 'digits' | 'decimals'>,
): Problem[] {
  const reject = (code: ProblemCode, message: string) => [bodyProblem([field], code, message)];
  if (value < 0 || value >= 10 ** digits)
    return reject(
      'out_of_range',
      `${field} must be at least 0 and below ${10 ** digits}: the register has ${digits} digits.`,
    );
  if (parseDecimal(value, { decimals, min: 0, max: 10 ** digits }) !== undefined) return [];
  return reject('too_many_decimals', `${field} may have at most ${decimals} decimals, as many as the register.`);
}

/**
 * Closes the replaced meter. Its row is locked, so a reading that arrives meanwhile is dated before the replacement or
 * rejected.
 */
async function closeReplacedMeter(
  scope: Scope,
  meter: MeterRecord,
  finalValue: number,
  rollover: boolean,
): Promise<void> {
  const previous = await queries.lockMeter(scope, meter.replacesMeterId ?? '');
  if (previous === undefined || previous.buildingId !== meter.buildingId) throw new NotFound('replacesMeterId');
  if (previous.replacedByMeterId !== null) throw new Conflict('meter_replaced', 'The meter was already replaced.');
  if (previous.removedOn !== null)
    throw new Conflict(
      'meter_replaced',
      `The meter was closed on ${previous.removedOn} without a replacement. Reopen it first, or create this one without replacesMeterId.`,
    );
  const on = meter.installedOn ?? '';
  const reject = (field: string, code: ProblemCode, message: string) =>
    new Invalid([bodyProblem([field], code, message)]);
  if (previous.apartmentId !== meter.apartmentId || previous.type !== meter.type)
    throw reject(
      'replacesMeterId',
      'not_allowed',
      'A meter can replace only one of the same type in the same apartment or building.',
    );
  if (previous.installedOn !== null && on < previous.installedOn)
    throw reject('installedOn', 'out_of_range', `The replaced meter was installed on ${previous.installedOn}.`);
  const wrong = registerProblems('finalValue', finalValue, previous);
  if (wrong.length > 0) throw new Invalid(wrong);
  const { last } = await findEndReadings(scope, previous.id);
  if (last !== undefined && last.readOn > on)
    throw reject('installedOn', 'out_of_range', 'The replaced meter has a later confirmed reading.');
  rejectFinalValue({ ...previous, finalValue }, last, rollover);
  await queries.updateMeter(scope, { ...previous, removedOn: on, finalValue });
  await recordMeterChange(scope, previous, { ...previous, removedOn: on, finalValue }, 'replaced');
}

/** The error for a serial number that another meter has. */
export function serialTakenError({ serialNumber }: Pick<Meter, 'serialNumber'>): Conflict {
  return new Conflict(
    'already_exists',
    `The building already has a meter of this type with the number ${serialNumber}.`,
  );
}

/** Rejects a final value that cannot follow the last reading, or without one the initial value. Throws Invalid. */
export function rejectFinalValue(
  meter: Pick<Meter, 'initialValue' | 'finalValue' | 'digits' | 'decimals'>,
  last: { readonly value: number } | undefined,
  rollover: boolean,
): void {
  const { value: before } = last ?? { value: meter.initialValue };
  const misreading = findMisplacement({ before, value: meter.finalValue ?? 0 }, meter, rollover);
  if (misreading === undefined) return;
  const name = last === undefined ? 'initial value' : 'last reading';
  if (misreading === 'rollover_not_possible')
    throw new Invalid([
      bodyProblem(
        ['rollover'],
        misreading,
        `finalValue is not below the ${name}, ${before}, so the register has not rolled over.`,
      ),
    ]);
  const message = `finalValue must not be below the ${name}, ${before}, unless the register has rolled over since then (rollover), by less than half of its range.`;
  throw new Invalid([bodyProblem(['finalValue'], misreading, message)], 'reading_below_previous');
}
