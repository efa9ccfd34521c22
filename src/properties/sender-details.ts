// Sender details: whose invoices they are. The organization's, unless a building has a sender of its own.

import { noteChanges } from '../platform/audit/note-changes.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, NotFound, orNotFound } from '../platform/errors.ts';
import {
  deleteFiles,
  getFile,
  type ReadableFile,
  recordFile,
  type StoredFile,
} from '../platform/files/stored-files.ts';
import type { BuildingSender, Sender, SenderDetails } from './model.ts';
import { lockBuilding, placesExist } from './property-queries.ts';
import * as queries from './sender-details-queries.ts';

const emptySenderDetails: SenderDetails = {
  registrationNumber: null,
  vatNumber: null,
  street: null,
  city: null,
  postalCode: null,
  country: 'EE',
  email: null,
  phone: null,
  logoId: null,
};

/** Returns the organization's sender details; empty ones if none were entered. */
export async function getSenderDetails(scope: Scope): Promise<SenderDetails> {
  return (await queries.findSenderDetails(scope)) ?? emptySenderDetails;
}

/** Changes only the given fields; null removes a value. Throws Invalid. */
export async function updateSenderDetails(
  scope: Scope,
  change: Partial<Omit<SenderDetails, 'logoId'>>,
): Promise<SenderDetails> {
  rejectVatNumber(change);
  const before = await queries.lockSenderDetails(scope, emptySenderDetails);
  const changed = { ...before, ...change, logoId: before.logoId };
  await queries.saveSenderDetails(scope, changed);
  noteChanges(scope, before, changed);
  return changed;
}

/** Throws Invalid. */
function rejectVatNumber({ vatNumber }: Partial<SenderDetails>): void {
  if (!vatNumber || /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(vatNumber)) return;
  const message = 'vatNumber must begin with the two letters of its country, such as EE123456789.';
  throw new Invalid([bodyProblem(['vatNumber'], 'invalid', message)]);
}

/** The sender of a building's invoices. Throws NotFound (the organization). */
export async function getSender(scope: Scope, buildingId: string): Promise<Sender> {
  return orNotFound(await queries.findSender(scope, buildingId));
}

/** The sender of its own that a building has; null: the organization sends its invoices. Throws NotFound. */
export async function getBuildingSender(scope: Scope, buildingId: string): Promise<BuildingSender | null> {
  if (!(await placesExist(scope, { buildingId }))) throw new NotFound();
  return (await queries.findBuildingSender(scope, buildingId)) ?? null;
}

/** Changes only the given fields; the first time with a name. Throws NotFound, Invalid. */
export async function updateBuildingSender(
  scope: Scope,
  buildingId: string,
  change: Partial<BuildingSender>,
): Promise<BuildingSender> {
  rejectVatNumber(change);
  if (!(await lockBuilding(scope, buildingId))) throw new NotFound();
  const before = await queries.findBuildingSender(scope, buildingId);
  const { name = before?.name } = change;
  if (name === undefined) throw new Invalid([bodyProblem(['name'], 'required', 'The first time, send name.')]);
  const { logoId: _logoId, ...none } = emptySenderDetails;
  const empty = { ...none, country: (await getSenderDetails(scope)).country };
  const changed = { ...empty, ...before, ...change, name };
  await queries.saveBuildingSender(scope, buildingId, changed);
  noteChanges(scope, before ?? { ...empty, name: null }, changed);
  return changed;
}

/** Lets the organization send the invoices of a building, as a person said. Throws NotFound. */
export async function removeBuildingSender(scope: Scope, buildingId: string): Promise<void> {
  if (!(await lockBuilding(scope, buildingId))) throw new NotFound();
  await queries.deleteBuildingSender(scope, buildingId);
  await queries.noteSentByOrganization(scope, buildingId);
}

/** The stored media type of logos. Photos are stored as JPEG, so none of them can be used as a logo. */
export const logoType = 'image/png';

/** Makes a stored picture the logo and replaces the former one; null removes it. */
export async function setLogo(scope: Scope, file: StoredFile | null): Promise<SenderDetails> {
  if (file !== null && file.mediaType !== logoType) throw new Error(`A logo is kept as ${logoType}.`);
  const before = await queries.lockSenderDetails(scope, emptySenderDetails);
  if (file !== null) await recordFile(scope, file);
  const changed = { ...before, logoId: file?.id ?? null };
  await queries.saveSenderDetails(scope, changed);
  if (before.logoId !== null) await deleteFiles(scope, [before.logoId]);
  return changed;
}

/** Returns the logo, to be opened later. Throws NotFound if there is none. */
export async function getLogo(scope: Scope): Promise<ReadableFile> {
  const { logoId } = await getSenderDetails(scope);
  if (logoId === null) throw new NotFound();
  const file = await getFile(scope, logoId);
  if (file.mediaType !== logoType) throw new NotFound();
  return file;
}
