// A hand-over: the owner or tenant of an apartment changes on a day. Residencies, readings and the invitation are
// recorded together, or not at all.

import { findMeter } from '../metering/metering-queries.ts';
import { submitReading } from '../metering/readings.ts';
import { withDryRun } from '../platform/db/savepoint.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, type Problem } from '../platform/errors.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { getBuilding } from '../properties/buildings.ts';
import type { Building } from '../properties/model.ts';
import { lockApartment, shareLockBuilding } from '../properties/property-queries.ts';
import { invite } from '../residents/invitations.ts';
import { findResident, type Resident } from '../residents/resident-queries.ts';
import { changeResidency, createResident, moveIn } from '../residents/residents.ts';
import { findEffects, findMoney } from './hand-over-effects.ts';
import * as queries from './hand-over-queries.ts';
import type { EndedResidency, HandOver, HandOverEffects, HandOverRequest } from './model.ts';

/** A hand-over, and what it means for money. */
export type RecordedHandOver = { readonly handOver: HandOver; readonly effects: HandOverEffects };

type ApartmentRef = { readonly buildingId: string; readonly apartmentId: string };

/**
 * Records a hand-over: the others leave at the end of the day before, the newcomer comes on the day, the readings are
 * confirmed, and the newcomer is invited. A dry run reports the same and records nothing. Throws NotFound (the
 * apartment), Invalid, Conflict (days that overlap, a hand-over on that day, an invitation that is pending).
 */
export async function handOver(
  scope: Scope,
  { buildingId, apartmentId }: ApartmentRef,
  request: HandOverRequest,
  dryRun = false,
): Promise<RecordedHandOver> {
  const building = await getBuilding(scope, buildingId);
  await shareLockBuilding(scope, buildingId); // No invoices are generated meanwhile.
  if ((await lockApartment(scope, buildingId, apartmentId)) === undefined) throw new NotFound();
  const { day } = request;
  const residencies = await queries.listResidenciesOf(scope, apartmentId);
  const ended = findLeaving(residencies, request);
  await requireNoOverlap(scope, apartmentId, residencies, request);
  await validateNewcomer(scope, apartmentId, request);
  const money = await findMoney(scope, building, apartmentId, ended);
  return withDryRun(scope, dryRun, async () => {
    const recorded = await recordHandOver(scope, building, { apartmentId, ended }, request);
    const effects = { ...(await findEffects(scope, apartmentId, day)), ...money };
    return { handOver: { ...recorded, buildingId, createdAt: scope.now }, effects };
  });
}

async function recordHandOver(
  scope: Scope,
  building: Building,
  { apartmentId, ended }: { readonly apartmentId: string; readonly ended: readonly EndedResidency[] },
  request: HandOverRequest,
) {
  const { day } = request;
  for (const { residentId, residencyId } of ended)
    await changeResidency(scope, residentId, residencyId, { until: addDays(day, -1) });
  const newcomer = await recordNewcomer(scope, apartmentId, request);
  const readingIds = await recordReadings(scope, apartmentId, request);
  const invitationId = request.invite
    ? await inviteNewcomer(scope, building, apartmentId, request, newcomer.resident)
    : null;
  const invoiceIds = (await queries.listInvoicesFrom(scope, apartmentId, addDays(day, -1))).map(({ id }) => id);
  const recorded = { id: newId(), apartmentId, day, ...newcomer.recorded, ended, readingIds, invitationId, invoiceIds };
  await queries.insertHandOver(scope, recorded, actorText(scope.caller));
  return recorded;
}

/** The residencies that end, of all, with their last days as recorded until now. Throws Invalid. */
function findLeaving(all: readonly queries.NamedResidency[], { day, leaving }: HandOverRequest): EndedResidency[] {
  const lastDay = addDays(day, -1);
  const problems: Problem[] = [];
  for (const [index, id] of leaving.entries()) {
    const residency = all.find(({ residencyId }) => residencyId === id);
    if (residency === undefined)
      problems.push(bodyProblem(['leaving', index], 'not_found', 'Nobody has the apartment by this residency.'));
    else if (residency.since > lastDay || (residency.until !== null && residency.until < lastDay))
      problems.push(
        bodyProblem(
          ['day'],
          'out_of_range',
          `${residency.name} does not have the apartment on ${lastDay}, the day before.`,
        ),
      );
  }
  if (problems.length > 0) throw new Invalid(problems);
  return all
    .filter(({ residencyId }) => leaving.includes(residencyId))
    .map(({ residencyId, residentId, until }) => ({ residencyId, residentId, until }));
}

/** Throws Conflict if the apartment is handed over on the day already, or somebody else has it from a later day. */
async function requireNoOverlap(
  scope: Scope,
  apartmentId: string,
  all: readonly queries.NamedResidency[],
  { day, leaving, role }: HandOverRequest,
): Promise<void> {
  if (await queries.isHandedOverOn(scope, apartmentId, day))
    throw new Conflict('hand_over_exists', `A hand-over on ${day} is recorded for this apartment. Undo it first.`);
  const later = all.find(
    (residency) => !leaving.includes(residency.residencyId) && residency.role === role && residency.since >= day,
  );
  if (later !== undefined)
    throw new Conflict(
      'hand_over_overlaps',
      `${later.name} has the apartment from ${later.since}. Choose a later day, or change these days first.`,
    );
}

/** Throws Invalid. */
async function validateNewcomer(scope: Scope, apartmentId: string, request: HandOverRequest): Promise<void> {
  const { newcomer, invite: invited = false } = request;
  const { residentId, name, email } = newcomer;
  const reject = (field: string, code: Problem['code'], message: string) => {
    throw new Invalid([bodyProblem(['newcomer', field], code, message)]);
  };
  if (residentId === undefined) {
    if (name === undefined)
      reject('name', 'required', 'A new person needs a name; a known one is given by residentId.');
    if (invited && !email?.trim()) reject('email', 'required', 'An invitation needs an e-mail address.');
    return;
  }
  const resident = await findResident(scope, residentId);
  if (resident === undefined) return reject('residentId', 'not_found', 'There is no such resident.');
  if (!invited) return;
  if (resident.email === null)
    reject('residentId', 'invalid', 'This person has no e-mail address, so they cannot be invited.');
  if (resident.userId !== null)
    reject('residentId', 'invalid', 'This person has access already, without an invitation.');
  if (resident.apartments.some((apartment) => apartment.apartmentId !== apartmentId))
    reject(
      'residentId',
      'invalid',
      'This person has other apartments, and an invitation opens only one. Leave it out.',
    );
}

async function recordNewcomer(scope: Scope, apartmentId: string, request: HandOverRequest) {
  const { day: since, role, receivesInvoice = true, newcomer } = request;
  const { residentId, name = '', ...person } = newcomer;
  const residency = { apartmentId, role, since, receivesInvoice };
  const resident =
    residentId === undefined
      ? await atField(['newcomer'], createResident(scope, { name, ...person, apartments: [residency] }))
      : await moveIn(scope, residentId, residency);
  const recorded = resident.apartments.find(
    (apartment) => apartment.apartmentId === apartmentId && apartment.since === since,
  );
  if (recorded === undefined) throw new Error('The residency of the newcomer was not recorded.');
  return {
    resident,
    recorded: { residentId: resident.id, residencyId: recorded.id, residentIsNew: residentId === undefined },
  };
}

/** Confirms a reading of each given meter on the day. Throws Invalid, with the path of each problem in the request. */
async function recordReadings(
  scope: Scope,
  apartmentId: string,
  { day, readings = [] }: HandOverRequest,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { meterId, value, rollover = false }] of readings.entries()) {
    const meter = await findMeter(scope, meterId);
    const path = ['readings', index];
    if (meter?.apartmentId !== apartmentId)
      throw new Invalid([bodyProblem([...path, 'meterId'], 'not_found', 'The apartment has no such meter.')]);
    const { id } = await atField(path, submitReading(scope, meterId, { value, rollover, readAt: day }));
    ids.push(id);
  }
  return ids;
}

async function inviteNewcomer(
  scope: Scope,
  { billing }: Building,
  apartmentId: string,
  { day, role }: HandOverRequest,
  { name, email, language }: Resident,
): Promise<string> {
  const since: { since?: Day } = day <= dayIn(billing.timeZone, scope.now) ? { since: day } : {};
  const invitation = { email: email ?? '', name, language, apartmentId, residencyRole: role, ...since };
  return (await atField(['newcomer'], invite(scope, invitation))).id;
}

/** Runs a command for a part of the request: its problems get the path of that part. */
async function atField<T>(path: readonly (string | number)[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const problems = error.problems.map(({ field, code, message, least, most }) =>
      bodyProblem([...path, ...field.split('.')], code, message, {
        ...(least !== undefined && { least }),
        ...(most !== undefined && { most }),
      }),
    );
    throw new Invalid(problems, error.code);
  }
}
