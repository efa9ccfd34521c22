// Sender details: the data of an organization on its invoices and e-invoices.

import { noteChanges } from '../platform/audit/note-changes.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, NotFound } from '../platform/errors.ts';
import {
  deleteFiles,
  getFile,
  type ReadableFile,
  recordFile,
  type StoredFile,
} from '../platform/files/stored-files.ts';
import type { SenderDetails } from './model.ts';
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
  const { vatNumber } = change;
  if (vatNumber && !/^[A-Z]{2}[A-Z0-9]{2,13}$/.test(vatNumber)) {
    const message = 'vatNumber must begin with the two letters of its country, such as EE123456789.';
    throw new Invalid([bodyProblem(['vatNumber'], 'invalid', message)]);
  }
  const before = await queries.lockSenderDetails(scope, emptySenderDetails);
  const changed = { ...before, ...change, logoId: before.logoId };
  await queries.saveSenderDetails(scope, changed);
  noteChanges(scope, before, changed);
  return changed;
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
