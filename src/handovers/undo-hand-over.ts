// The undo of a hand-over: days, readings and the invitation become as before, unless something was built on them
// since.

import { rejectReading } from '../metering/readings.ts';
import type { Scope } from '../platform/db/scope.ts';
import { Conflict, orNotFound } from '../platform/errors.ts';
import { addDays } from '../platform/values/dates.ts';
import { lockApartment, shareLockBuilding } from '../properties/property-queries.ts';
import { cancelInvitation } from '../residents/invitations.ts';
import { type Invitation, lockInvitation } from '../residents/resident-queries.ts';
import { changeResidency, deleteResident, getResident, removeResidency } from '../residents/residents.ts';
import * as queries from './hand-over-queries.ts';
import type { HandOver } from './model.ts';

/** A hand-over that was not undone. Throws NotFound. */
export async function getHandOver(scope: Scope, id: string): Promise<HandOver> {
  return orNotFound(await queries.findHandOver(scope, id));
}

/**
 * Undoes a hand-over: the newcomer's residency is deleted, also the person if the hand-over created them, the others
 * have their days as before, the readings are rejected and the invitation is cancelled. Throws NotFound, Conflict (an
 * invoice since, an accepted invitation, days that were changed).
 */
export async function undoHandOver(scope: Scope, id: string): Promise<void> {
  const { buildingId, apartmentId } = await getHandOver(scope, id);
  await shareLockBuilding(scope, buildingId); // No invoices are generated meanwhile.
  await lockApartment(scope, buildingId, apartmentId);
  const handOver = await getHandOver(scope, id); // Another undo may have been faster.
  const { residentId, residencyId, ended, readingIds, invitationId } = handOver;
  await rejectIfBilled(scope, handOver);
  const invitation = invitationId === null ? undefined : await lockInvitation(scope, invitationId);
  if (invitation?.status === 'accepted')
    throw new Conflict(
      'hand_over_accepted',
      'The newcomer has accepted the invitation and has access. If they never had the apartment, delete their days, and clear the last day of those who left.',
    );
  await rejectIfChanged(scope, handOver);
  await removeResidency(scope, residentId, residencyId);
  for (const left of ended) await changeResidency(scope, left.residentId, left.residencyId, { until: left.until });
  for (const readingId of readingIds) await rejectReading(scope, readingId, 'The hand-over was undone.');
  if (invitation !== undefined && isPending(scope, invitation)) await cancelInvitation(scope, invitation.id);
  await queries.deleteHandOver(scope, id);
  if (handOver.residentIsNew) await deleteUnusedResident(scope, residentId);
}

/**
 * Invoices that came after the hand-over divide their days by it, or bill its readings: those with days from its eve
 * on.
 */
async function rejectIfBilled(scope: Scope, { apartmentId, day, invoiceIds }: HandOver): Promise<void> {
  const invoices = await queries.listInvoicesFrom(scope, apartmentId, addDays(day, -1));
  const numbers = invoices.filter(({ id }) => !invoiceIds.includes(id)).map(({ number }) => number);
  if (numbers.length > 0)
    throw new Conflict(
      'hand_over_billed',
      `Invoices were created since by the days of the hand-over: ${numbers.slice(0, 10).join(', ')}. Cancel them first. If they are paid, correct each person’s days instead, and credit the invoices.`,
    );
}

async function rejectIfChanged(scope: Scope, { apartmentId, day, residencyId, ended }: HandOver): Promise<void> {
  const now = new Map((await queries.listResidenciesOf(scope, apartmentId)).map((item) => [item.residencyId, item]));
  const newcomer = now.get(residencyId);
  const isUnchanged =
    newcomer?.since === day &&
    newcomer.until === null &&
    ended.every((residency) => now.get(residency.residencyId)?.until === addDays(day, -1));
  if (!isUnchanged)
    throw new Conflict(
      'hand_over_changed',
      'The days of these people were changed since the hand-over. Correct each person’s days instead.',
    );
}

function isPending(scope: Scope, { status, expiresAt }: Invitation): boolean {
  return status === 'pending' && expiresAt.getTime() > scope.now.getTime();
}

/** Deletes the person, unless they have other apartments or access by now. */
async function deleteUnusedResident(scope: Scope, id: string): Promise<void> {
  const { apartments, userId } = await getResident(scope, id);
  if (apartments.length === 0 && userId === null) await deleteResident(scope, id);
}
