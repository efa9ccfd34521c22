// The letterhead: what stands at the head and the foot of an organization's invoices, and what its e-invoices say of it.

import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, NotFound } from '../platform/errors.ts';
import { deleteFile, getFile, type ReadableFile, recordFile, type StoredFile } from '../platform/files/stored-files.ts';
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

/** The organization's letterhead; an empty one when nobody has written any. */
export async function getSenderDetails(scope: Scope): Promise<SenderDetails> {
  return (await queries.findSenderDetails(scope)) ?? emptySenderDetails;
}

/** Changes what is given and leaves the rest; null takes away. Throws Invalid. */
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
  return changed;
}

/** What logos are kept as. Photos that people send are kept as JPEG, so none of them is taken for a logo. */
export const logoType = 'image/png';

/** Takes a stored picture as the logo, in place of the one before; null takes that away. */
export async function setLogo(scope: Scope, file: StoredFile | null): Promise<SenderDetails> {
  if (file !== null && file.mediaType !== logoType) throw new Error(`A logo is kept as ${logoType}.`);
  const before = await queries.lockSenderDetails(scope, emptySenderDetails);
  if (file !== null) await recordFile(scope, file);
  const changed = { ...before, logoId: file?.id ?? null };
  await queries.saveSenderDetails(scope, changed);
  if (before.logoId !== null) await deleteFile(scope, before.logoId);
  return changed;
}

/** The logo, to be opened when its bytes are wanted. Throws NotFound when there is none, or when the file is none. */
export async function getLogo(scope: Scope): Promise<ReadableFile> {
  const { logoId } = await getSenderDetails(scope);
  if (logoId === null) throw new NotFound();
  const file = await getFile(scope, logoId);
  if (file.mediaType !== logoType) throw new NotFound();
  return file;
}
