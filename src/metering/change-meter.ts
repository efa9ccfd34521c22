// Changing a meter: corrects its first and last values where the readings allow it, and closes or reopens it. What was
// billed by a wrong value is settled with the next period (src/charging/metered/segments.ts).

import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, orNotFound, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import { lockBuilding } from '../properties/property-queries.ts';
import * as queries from './change-meter-queries.ts';
import { changesOf, recordMeterChange } from './meter-history.ts';
import { findMeter, isSerialInUse, lockMeter, type MeterRow, updateMeter } from './metering-queries.ts';
import { getMeter, registerProblems, rejectFinalValue, serialTakenError } from './meters.ts';
import type { Meter, MeterFieldChanges } from './model.ts';
import { findMisplacement } from './register.ts';

/**
 * The fields to change; absent ones stay. `finalValue` and `removedOn` close an open meter (today when no day is
 * given), and null reopens it. `rollover` belongs to finalValue: the register has rolled over since the last reading.
 */
type MeterChangeInput = {
  readonly serialNumber?: string | null;
  readonly verifiedUntil?: Day | null;
  readonly initialValue?: number;
  readonly installedOn?: Day | null;
  readonly finalValue?: number | null;
  readonly removedOn?: Day | null;
  readonly rollover?: boolean;
  readonly reason?: string;
};

type EndReadings = Awaited<ReturnType<typeof queries.findEndReadings>>;
/** The predecessor or the successor of a meter: it ends or begins on the same day. */
type AdjacentMeter = { readonly meter: Meter; readonly ends: EndReadings } | undefined;

/**
 * Changes a meter. The day of a replacement is one day: it moves for both meters. A change of the first or last value
 * or day needs a reason. Throws NotFound, Invalid (it contradicts the readings), Conflict (the serial number is taken,
 * or a replaced meter cannot be reopened).
 */
export async function changeMeter(scope: Scope, id: string, input: MeterChangeInput): Promise<Meter> {
  const before = await lockMeterAndBuilding(scope, id);
  const today = dayIn(before.timeZone, scope.now);
  const after = applyInput(before, input, today);
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return getMeter(scope, id);
  if (changesStartOrEnd(changes)) await rejectContradictions(scope, before, after, { ...input, today });
  if (after.removedOn === null && after.serialNumber !== null && (await isSerialInUse(scope, after)))
    throw serialTakenError(after);
  await updateMeter(scope, after);
  const action =
    before.removedOn === null && after.removedOn !== null
      ? 'closed'
      : before.removedOn !== null && after.removedOn === null
        ? 'reopened'
        : 'changed';
  const reason = input.reason?.trim() || null;
  await recordMeterChange(scope, before, after, action, reason);
  await moveAdjacentMeters(scope, before, after, reason);
  return getMeter(scope, id);
}

/**
 * Locks a meter and its building, which keeps out invoice generations, readings and replacements in that building.
 * Throws NotFound.
 */
export async function lockMeterAndBuilding(scope: Scope, id: string): Promise<MeterRow> {
  const meter = await findMeter(scope, id);
  const building = meter && (await lockBuilding(scope, meter.buildingId));
  return orNotFound(building && (await lockMeter(scope, id)));
}

function applyInput(before: Meter, input: MeterChangeInput, today: Day): Meter {
  const { serialNumber = before.serialNumber, verifiedUntil = before.verifiedUntil } = input;
  const { initialValue = before.initialValue, installedOn = before.installedOn } = input;
  const reopens = input.removedOn === null || input.finalValue === null;
  const { finalValue = reopens ? null : before.finalValue } = input;
  const { removedOn = reopens || finalValue === null ? null : (before.removedOn ?? today) } = input;
  const plain = serialNumber?.trim() ?? null;
  return { ...before, serialNumber: plain, verifiedUntil, initialValue, installedOn, finalValue, removedOn };
}

function changesStartOrEnd({ initialValue, installedOn, finalValue, removedOn }: MeterFieldChanges): boolean {
  return [initialValue, installedOn, finalValue, removedOn].some((change) => change !== undefined);
}

/** Whether a change makes a known start of a meter unknown: what was billed from there could then not be settled. */
function losesKnownStart(before: Meter, after: Meter): boolean {
  const isUnknown = ({ initialValue, installedOn }: Meter) => initialValue === 0 && installedOn === null;
  return isUnknown(after) && !isUnknown(before);
}

type DatedMeterChange = MeterChangeInput & { readonly today: Day };

/**
 * Rejects a change that contradicts the readings of the meter, its predecessor or its successor. Throws Invalid,
 * Conflict.
 */
async function rejectContradictions(
  scope: Scope,
  before: Meter,
  after: Meter,
  change: DatedMeterChange,
): Promise<void> {
  const { finalValue, removedOn, replacedByMeterId, replacesMeterId } = after;
  const problems: Problem[] = [...registerProblems('initialValue', after.initialValue, after)];
  const report = (field: string, code: ProblemCode, message: string) =>
    void problems.push(bodyProblem([field], code, message));
  if (finalValue !== null) problems.push(...registerProblems('finalValue', finalValue, after));
  if (removedOn !== null && finalValue === null)
    report('finalValue', 'required', 'finalValue is required: what did the meter show last?');
  if (removedOn === null && finalValue !== null)
    report('removedOn', 'required', 'removedOn and finalValue go together: give both, or null for both to reopen it.');
  if (change.rollover && finalValue === null)
    report('rollover', 'not_allowed', 'rollover is allowed only with finalValue.');
  if (!change.reason?.trim())
    report('reason', 'required', 'reason is required: why are the meter’s first or last values changed?');
  if (removedOn === null && replacedByMeterId !== null)
    throw new Conflict('meter_replaced', 'Another meter has taken its place, so it cannot be reopened.');
  const ends = await queries.findEndReadings(scope, after.id);
  if (losesKnownStart(before, after) && ends.first !== undefined && replacesMeterId === null)
    report(
      'installedOn',
      'required',
      `installedOn is required when initialValue is 0: otherwise the consumption before the first reading is unknown. If it is unknown, send the value of that reading as initialValue: ${ends.first.value}.`,
    );
  const [replaced, next] = [await findAdjacent(scope, replacesMeterId), await findAdjacent(scope, replacedByMeterId)];
  problems.push(...dayProblems(after, ends, { replaced, next }, change.today));
  if (problems.length > 0) throw new Invalid(problems);
  const isKept = finalValue !== null && finalValue === before.finalValue;
  const { rollover = isKept && finalValue < before.initialValue } = change;
  if (finalValue !== null && !isKept) rejectFinalValue(after, ends.last, rollover);
  rejectInitialValue(after, ends, rollover);
}

async function findAdjacent(scope: Scope, id: string | null): Promise<AdjacentMeter> {
  const meter = id === null ? undefined : await findMeter(scope, id);
  return meter && { meter, ends: await queries.findEndReadings(scope, meter.id) };
}

/**
 * Problems with the order of days: installation, readings, removal; on the day of a replacement all readings of the old
 * meter come before those of the new one.
 */
function dayProblems(
  { installedOn, removedOn }: Meter,
  { first, last }: EndReadings,
  { replaced, next }: { replaced: AdjacentMeter; next: AdjacentMeter },
  today: Day,
): Problem[] {
  const problems: Problem[] = [];
  const reject = (field: string, message: string) =>
    void problems.push(bodyProblem([field], 'out_of_range', `${field} ${message}`));
  const advice = 'If that reading is wrong, correct or reject it first.';
  if (installedOn !== null && installedOn > today)
    reject('installedOn', `must not lie in the future; today is ${today}.`);
  if (removedOn !== null && removedOn > today) reject('removedOn', `must not lie in the future; today is ${today}.`);
  if (installedOn !== null && first !== undefined && first.readOn < installedOn)
    reject('installedOn', `must not be after the first confirmed reading, of ${first.readOn}. ${advice}`);
  if (removedOn !== null && last !== undefined && last.readOn > removedOn)
    reject('removedOn', `must not be before the last confirmed reading, of ${last.readOn}. ${advice}`);
  if (installedOn !== null && removedOn !== null && removedOn < installedOn)
    reject('removedOn', `must not be before installedOn, ${installedOn}.`);
  if (replaced !== undefined) {
    const earliest = [replaced.meter.installedOn, replaced.ends.last?.readOn]
      .flatMap((day) => day ?? [])
      .sort()
      .at(-1);
    if (installedOn === null) reject('installedOn', 'is required: the meter replaced another one on that day.');
    else if (earliest !== undefined && installedOn < earliest)
      reject('installedOn', `must not be before ${earliest}, when the replaced meter was still in use. ${advice}`);
  }
  const latest = next && [next.meter.removedOn, next.ends.first?.readOn].flatMap((day) => day ?? []).sort()[0];
  if (latest !== undefined && removedOn !== null && removedOn > latest)
    reject('removedOn', `must not be after ${latest}, when the next meter was already in use. ${advice}`);
  return problems;
}

/** Whether the first reading, or without one the final value, can follow the initial value. */
function rejectInitialValue(meter: Meter, { first }: EndReadings, endsOver: boolean): void {
  const { initialValue, finalValue, removedOn } = meter;
  const next = first ?? { value: finalValue, readOn: removedOn, rollover: endsOver };
  if (next.value === null) return;
  const rollover = next.rollover && next.value < initialValue;
  const wrongly = findMisplacement({ before: initialValue, value: next.value }, meter, rollover);
  if (wrongly === undefined) return;
  const field = first === undefined ? 'final value' : 'first confirmed reading';
  const advice =
    first === undefined
      ? 'If the final value is wrong, send finalValue too, and rollover if the register has rolled over.'
      : 'If that reading is wrong, correct it first.';
  const message = `initialValue must not be above the ${field}, ${next.value} on ${next.readOn}. ${advice}`;
  throw new Invalid([bodyProblem(['initialValue'], 'reading_above_next', message)], 'reading_above_next');
}

/** Moves the day of a replacement for the predecessor and the successor too. */
async function moveAdjacentMeters(scope: Scope, before: Meter, after: Meter, reason: string | null): Promise<void> {
  const { installedOn, removedOn } = after;
  const move = async (id: string | null, changed: Pick<Meter, 'installedOn'> | Pick<Meter, 'removedOn'>) => {
    const neighbour = id === null ? undefined : await lockMeter(scope, id);
    if (neighbour === undefined) return;
    await updateMeter(scope, { ...neighbour, ...changed });
    await recordMeterChange(scope, neighbour, { ...neighbour, ...changed }, 'changed', reason);
  };
  if (installedOn !== before.installedOn) await move(after.replacesMeterId, { removedOn: installedOn });
  if (removedOn !== before.removedOn) await move(after.replacedByMeterId, { installedOn: removedOn });
}
