// Readings: what a register showed at a moment. A resident's reading waits until a manager confirms or rejects it; a
// manager's own is confirmed at once.

import { enqueueMail } from '../mail/outbox.ts';
import { raiseEvent } from '../platform/db/events.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import { callerId, residentUserId, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, type Problem } from '../platform/errors.ts';
import { dayIn, isDay } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { placesExist, shareLockBuilding } from '../properties/property-queries.ts';
import { getSender } from '../properties/sender-details.ts';
import { findResidencyDays } from './measure-meters-queries.ts';
import * as queries from './metering-queries.ts';
import { registerProblems } from './meters.ts';
import type { Reading, ReadingFilters, ReadingSource } from './model.ts';
import { findReadingSubmitter } from './reading-reminder-queries.ts';
import { countsFrom, isOpen } from './reading-windows.ts';
import { findMisplacement, type MisplacedCode } from './register.ts';
import { findHighConsumption } from './unusual-consumption.ts';

/** `readAt` is a moment or a day; by default now, or that of the corrected reading. */
export type NewReading = {
  readonly value: number;
  readonly readAt?: string;
  readonly source?: ReadingSource;
  readonly rollover?: boolean;
  readonly corrects?: string;
  readonly photoId?: string;
};
export const readingWarningCodes = ['verification_expired', 'high_consumption', 'outside_window'] as const;
/** A warning about a reading that was accepted. */
export type ReadingWarning = { readonly code: (typeof readingWarningCodes)[number]; readonly message: string };
export type ReadingWithWarnings = Reading & { readonly warnings: readonly ReadingWarning[] };

/** How far a client's clock may be ahead of the server's. */
const maxClockSkewMs = 5 * 60_000;

/**
 * Accepts a reading for a meter that the caller may see: now or in the past, also between two others, or as a
 * correction of one. Raises reading.submitted for a resident's, reading.confirmed for any other. Throws NotFound (the
 * meter, the photo, the reading to be corrected), Invalid, Conflict.
 */
export async function submitReading(scope: Scope, meterId: string, input: NewReading): Promise<ReadingWithWarnings> {
  const meter = await lockMeterOf(scope, meterId);
  const corrected = input.corrects === undefined ? undefined : await findCorrectable(scope, meter, input.corrects);
  // Without its own readAt, a correction is dated like the reading that it corrects.
  const moment = (input.readAt === undefined && corrected) || readingTimeOf(input.readAt, meter, scope.now);
  const id = newId();
  const { rollover = false, value } = input;
  await rejectBeforeResidency(scope, meter, moment);
  const problems = [...momentProblems(moment, meter, scope.now), ...registerProblems('value', value, meter)];
  if (problems.length > 0) throw new Invalid(problems);
  if (input.photoId !== undefined) await requirePhoto(scope, input.photoId);
  const readingMoment = { readAt: moment.readAt, readOn: moment.readOn, id };
  // A day without a time is no moment: a later reading of the same day follows the earlier one.
  if (input.readAt !== undefined && !isDay(input.readAt))
    await rejectSecondValue(scope, meter, moment, value, corrected?.id ?? null);
  await rejectMisplaced(scope, meter, readingMoment, { value, rollover }, corrected?.id ?? null);

  const by = callerId(scope.caller);
  const waits = residentUserId(scope.caller) !== null;
  const decided = waits ? { confirmedBy: null, confirmedAt: null } : { confirmedBy: by, confirmedAt: scope.now };
  // A resident replaces what waits; others correct what was decided on, too.
  const reason = waits ? 'Replaced.' : 'Corrected.';
  if (corrected) await queries.decideReading(scope, corrected.id, { status: 'rejected', by, reason });
  const inserted = queries.insertReading(scope, {
    ...readingMoment,
    meterId,
    value,
    status: waits ? 'submitted' : 'confirmed',
    source: sourceOf(scope, input),
    rollover,
    photoId: input.photoId ?? photoKeptBy(scope, corrected),
    correctsId: corrected?.id ?? null,
    submittedBy: by,
    ...decided,
  });
  const data = { readingId: id, meterId, value };
  await Promise.all([
    inserted,
    waits ? undefined : touch(scope, meter, [moment, corrected ?? moment]),
    raiseEvent(scope, waits ? 'reading.submitted' : 'reading.confirmed', { buildingId: meter.buildingId, data }),
  ]);
  return withWarnings(scope, meter, await getReading(scope, id));
}

/**
 * Confirms a submitted reading; a confirmed one stays confirmed. Throws NotFound, Conflict (it was rejected), Invalid
 * (it no longer fits its neighbours).
 */
export async function confirmReading(scope: Scope, id: string): Promise<ReadingWithWarnings> {
  const { meter, reading } = await lockMeterAndReading(scope, id);
  if (reading.status === 'rejected') throw new Conflict('reading_rejected', 'The reading was already rejected.');
  if (reading.status === 'submitted') {
    const problems = momentProblems(reading, meter, scope.now);
    if (problems.length > 0) throw new Invalid(problems);
    await rejectMisplaced(scope, meter, reading, reading, null);
    await queries.decideReading(scope, id, { status: 'confirmed', by: callerId(scope.caller), reason: null });
    await touch(scope, meter, [reading]);
    const data = { readingId: id, meterId: meter.id, value: reading.value };
    await raiseEvent(scope, 'reading.confirmed', { buildingId: meter.buildingId, data });
  }
  return withWarnings(scope, meter, await getReading(scope, id));
}

/**
 * Rejects a submitted or confirmed reading with a reason; existing invoices do not change. A resident who submitted it
 * gets an e-mail. Throws NotFound.
 */
export async function rejectReading(scope: Scope, id: string, reason: string): Promise<Reading> {
  const { meter, reading } = await lockMeterAndReading(scope, id);
  if (reading.status !== 'rejected') {
    await queries.decideReading(scope, id, { status: 'rejected', by: callerId(scope.caller), reason: reason.trim() });
    await touch(scope, meter, [reading]);
    await writeToSubmitter(scope, meter, reading, reason.trim());
  }
  return getReading(scope, id);
}

async function writeToSubmitter(
  scope: Scope,
  { id: meterId, buildingId, type, serialNumber, unit, decimals }: queries.MeterRow,
  { id, value, readOn: day }: Reading,
  reason: string,
): Promise<void> {
  const submitter = await findReadingSubmitter(scope, id);
  if (submitter === undefined) return;
  const { name, email, language, building, number: apartment } = submitter;
  const link = `${scope.config.publicUrl}/console/own/meters/${meterId}`;
  const { name: sender } = await getSender(scope, buildingId);
  await enqueueMail(scope, {
    kind: 'reading-rejected',
    to: { address: email, name },
    language,
    facts: { building, apartment, type, serialNumber, value, decimals, unit, day, reason, link, sender },
    aboutId: id,
  });
}

/** A reading that the caller may see. Throws NotFound. */
export async function getReading(scope: Scope, id: string): Promise<Reading> {
  const reading = orNotFound(await queries.findReading(scope, id));
  return withoutBuilding(reading);
}

/** A page of the readings that the caller may see. Throws NotFound (the building, the meter). */
export async function listReadings(
  scope: Scope,
  filters: ReadingFilters,
  page: PageRequest,
): Promise<(Reading & { readonly sortValue: string })[]> {
  const { buildingId, meterId } = filters;
  if (!(await placesExist(scope, { buildingId }))) throw new NotFound();
  if (meterId !== undefined && !(await queries.wasMeterAccessible(scope, meterId))) throw new NotFound();
  return (await queries.listReadings(scope, filters, page)).map(withoutBuilding);
}

function withoutBuilding<R extends queries.ReadingRow>({ buildingId: _, ...reading }: R): Omit<R, 'buildingId'> {
  return reading;
}

/**
 * Locks the building (shared), so that no invoices are generated from its readings meanwhile; then the meter, so that
 * its readings are handled one at a time.
 */
async function lockMeterOf(scope: Scope, meterId: string): Promise<queries.MeterRow> {
  const found = await queries.findMeter(scope, meterId);
  if (found === undefined || !(await shareLockBuilding(scope, found.buildingId))) throw new NotFound();
  return orNotFound(await queries.lockMeter(scope, meterId));
}

async function lockMeterAndReading(scope: Scope, id: string): Promise<{ meter: queries.MeterRow; reading: Reading }> {
  const found = await getReading(scope, id);
  const meter = await lockMeterOf(scope, found.meterId);
  return { meter, reading: await getReading(scope, id) };
}

/** Marks a meter as updated after readings were added or removed. */
async function touch(
  scope: Scope,
  meter: queries.MeterRow,
  readings: readonly Pick<Reading, 'readOn'>[],
): Promise<void> {
  const window = await queries.findWindow(scope, meter.buildingId);
  const [first = ''] = readings.map(({ readOn }) => countsFrom(readOn, window)).sort();
  await queries.markMeterUpdated(scope, meter.id, first);
}

/**
 * The reading to correct. Residents may correct only their own readings that are not confirmed yet. Throws NotFound,
 * Conflict.
 */
async function findCorrectable(scope: Scope, meter: queries.MeterRow, id: string): Promise<Reading> {
  const reading = await queries.findReading(scope, id);
  if (reading === undefined || reading.meterId !== meter.id) throw new NotFound('corrects');
  if (reading.status === 'rejected')
    throw new Conflict('reading_rejected', 'The reading was already rejected or corrected.');
  const userId = residentUserId(scope.caller);
  if (userId !== null && reading.status === 'confirmed')
    throw new Conflict('reading_confirmed', 'The reading is confirmed. Ask the manager to correct it.');
  if (userId !== null && reading.submittedBy !== userId)
    throw new Conflict('reading_of_other', 'Another person submitted the reading. Ask the manager to correct it.');
  return reading;
}

/** The photo of a correction without its own. A resident's has none: nobody saw that the meter shows the new value. */
function photoKeptBy({ caller }: Scope, corrected: Reading | undefined): string | null {
  return residentUserId(caller) === null ? (corrected?.photoId ?? null) : null;
}

/**
 * Locks a photo for a reading that references it. Throws NotFound when it does not exist, or is not the resident's own.
 */
async function requirePhoto(scope: Scope, id: string): Promise<void> {
  const photo = await queries.lockPhoto(scope, id);
  const userId = residentUserId(scope.caller);
  if (photo === undefined || (userId !== null && photo.uploadedBy !== userId)) throw new NotFound('photoId');
}

/** The source of a reading. A resident's reading never has the source `api`, even if the request says so. */
function sourceOf({ caller }: Scope, { source, photoId }: NewReading): ReadingSource {
  if (source !== undefined && !(source === 'api' && residentUserId(caller) !== null)) return source;
  if (photoId !== undefined) return 'photo';
  return caller.kind === 'user' ? 'manual' : 'api';
}

/**
 * Rejects a reading dated before the resident moved in, before it is compared with earlier readings: those are private.
 * Throws Invalid.
 */
async function rejectBeforeResidency(scope: Scope, meter: queries.MeterRow, { readOn }: ReadingTime): Promise<void> {
  const residencyDays = meter.apartmentId === null ? null : await findResidencyDays(scope, meter.apartmentId);
  if (residencyDays === null || readOn >= residencyDays.since) return;
  const { since } = residencyDays;
  const message = `You have had the apartment since ${since}: submit readings from that day on, and ask the manager about earlier ones.`;
  throw new Invalid([bodyProblem(['readAt'], 'out_of_range', message)]);
}

type ReadingTime = Pick<Reading, 'readAt' | 'readOn'>;

/** The moment of a reading. A day without a time counts as noon (UTC), and today as now. */
function readingTimeOf(written: string | undefined, { timeZone }: queries.MeterRow, now: Date): ReadingTime {
  if (written === undefined) return { readAt: now, readOn: dayIn(timeZone, now) };
  if (!isDay(written)) {
    const readAt = new Date(written);
    return { readAt, readOn: dayIn(timeZone, readAt) };
  }
  return { readAt: written === dayIn(timeZone, now) ? now : new Date(`${written}T12:00:00Z`), readOn: written };
}

function momentProblems({ readAt, readOn }: ReadingTime, meter: queries.MeterRow, now: Date): Problem[] {
  const outOfRange = (message: string) => [bodyProblem(['readAt'], 'out_of_range', message)];
  if (
    readAt.getTime() > now.getTime() + maxClockSkewMs ||
    readOn > dayIn(meter.timeZone, new Date(now.getTime() + maxClockSkewMs))
  )
    return outOfRange('readAt must not lie in the future.');
  if (meter.installedOn !== null && readOn < meter.installedOn)
    return outOfRange(`The meter was installed on ${meter.installedOn}, so it has no earlier readings.`);
  if (meter.removedOn !== null && readOn > meter.removedOn)
    return outOfRange(
      meter.replacedByMeterId === null
        ? `The meter was closed on ${meter.removedOn}. If that was a mistake, reopen it first.`
        : `The meter was replaced on ${meter.removedOn}. Submit the reading for the new meter.`,
    );
  return [];
}

const misplacedMessages: Readonly<Record<MisplacedCode, (before: number, after: number | null) => string>> = {
  reading_below_previous: (before) =>
    `value is below the confirmed value before it, ${before}. If that one is wrong, correct it (corrects). If the register has rolled over to zero, mark that (rollover). A roll-over must be less than half of the register’s range.`,
  reading_above_next: (_, after) =>
    `value is above the confirmed value after it, ${after}. If that one is wrong, correct it (corrects).`,
  rollover_not_possible: (before) => `rollover is allowed only for a value below the one before it, ${before}.`,
};

/** Rejects another value of a meter at the moment of a reading: nobody could say which one is right. Throws Invalid. */
async function rejectSecondValue(
  scope: Scope,
  meter: queries.MeterRow,
  { readAt }: ReadingTime,
  value: number,
  exceptId: string | null,
): Promise<void> {
  const other = await queries.findOtherValue(scope, meter.id, { readAt, value }, exceptId);
  if (other === undefined) return;
  const message = `The meter has the value ${other.value} at this moment already. To correct it, send corrects: ${other.id}; otherwise send the time of this value.`;
  throw new Invalid([bodyProblem(['readAt'], 'duplicate', message)]);
}

async function rejectMisplaced(
  scope: Scope,
  meter: queries.MeterRow,
  moment: queries.ReadingMoment,
  { value, rollover }: { value: number; rollover: boolean },
  exceptId: string | null,
): Promise<void> {
  const found = await queries.findNeighbours(scope, meter.id, moment, exceptId);
  const before = found.before ?? meter.initialValue;
  const after = found.after ?? meter.finalValue;
  const why = findMisplacement({ before, value, after: after ?? undefined }, meter, rollover);
  if (why === undefined) return;
  const field = why === 'rollover_not_possible' ? 'rollover' : 'value';
  const bounds = why === 'reading_below_previous' ? { least: before } : {};
  throw new Invalid(
    [bodyProblem([field], why, misplacedMessages[why](before, after), bounds)],
    why === 'rollover_not_possible' ? 'validation_failed' : why,
  );
}

/** The reading with its warnings. */
async function withWarnings(scope: Scope, meter: queries.MeterRow, reading: Reading): Promise<ReadingWithWarnings> {
  const warnings: ReadingWarning[] = [];
  const { readOn } = reading;
  if (meter.verifiedUntil !== null && readOn > meter.verifiedUntil)
    warnings.push({ code: 'verification_expired', message: `The meter was verified until ${meter.verifiedUntil}.` });
  const high = await findHighConsumption(scope, meter, reading);
  if (high !== undefined) warnings.push({ code: 'high_consumption', message: high });
  const window = residentUserId(scope.caller) === null ? undefined : await queries.findWindow(scope, meter.buildingId);
  if (window !== undefined && !isOpen(window, readOn))
    warnings.push({
      code: 'outside_window',
      message: `Readings are asked for from day ${window.fromDay} to day ${window.toDay} of the month.`,
    });
  return { ...reading, warnings };
}
