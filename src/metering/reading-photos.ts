// Photos of registers: uploaded first, then referenced by a reading and kept with it as proof; an unreferenced photo is
// deleted after a day.

import { callerId, type Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import {
  deleteFiles,
  getFile,
  type ReadableFile,
  recordFile,
  type StoredFile,
} from '../platform/files/stored-files.ts';
import * as queries from './metering-queries.ts';
import { getReading } from './readings.ts';

const unusedMs = 24 * 3_600_000;

/** Registers a stored photo, so that a reading can reference it. */
export async function registerPhoto(scope: Scope, file: StoredFile): Promise<void> {
  await recordFile(scope, file);
  await queries.insertPhoto(scope, file.id, callerId(scope.caller));
}

/** The photo of a reading that the caller may see. Throws NotFound, also when the reading has none. */
export async function getPhoto(scope: Scope, readingId: string): Promise<ReadableFile> {
  const { photoId } = await getReading(scope, readingId);
  if (photoId === null) throw new NotFound();
  return getFile(scope, photoId);
}

/** Deletes the photos that no reading has referenced within a day. Returns how many. */
export async function deleteUnusedPhotos(scope: Scope): Promise<number> {
  const ids = await queries.deleteUnusedPhotos(scope, new Date(scope.now.getTime() - unusedMs));
  await deleteFiles(scope, ids);
  return ids.length;
}
