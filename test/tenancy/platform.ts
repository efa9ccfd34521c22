// The platform queries that a second organization tries on the first one's data.

import * as counters from '../../src/platform/db/counters.ts';
import * as answers from '../../src/platform/db/idempotency-store.ts';
import * as files from '../../src/platform/files/stored-files.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { hash, type TenancyQueries } from './two-organizations.ts';

export const platformQueries: TenancyQueries = (theirs) => ({
  reserveKey: (s) => answers.reserveKey(s, hash),
  findStoredResponseBytes: (s) => answers.findStoredResponseBytes(s, theirs.keyHash),
  storeResponse: (s) => answers.storeResponse(s, theirs.keyHash, hash, hash),
  deleteExpiredResponses: (s) => answers.deleteExpiredResponses({ ...s, now: new Date('2099-01-01') }),
  recordFile: (s) => files.recordFile(s, { ...theirs.file, id: newId(), mediaType: 'mine' }),
  getFile: (s) => files.getFile(s, theirs.file.id).catch((error) => error.name === 'NotFound' || Promise.reject(error)),
  addFile: (s) => files.addFile(s, { bytes: Buffer.from('mine'), mediaType: 'mine' }),
  readBytes: (s) => files.readBytes(s, theirs.file),
  deleteFiles: (s) => files.deleteFiles(s, [theirs.file.id]),
  deleteUnusedFiles: (s) => files.deleteUnusedFiles({ ...s, now: new Date('2099-01-01') }),
  reserveNumbers: (s) => counters.reserveNumbers(s, 'reference', 1000),
});
