// What a second organization asks the queries of the platform for.

import * as counters from '../../src/platform/db/counters.ts';
import * as answers from '../../src/platform/db/idempotency-store.ts';
import * as files from '../../src/platform/files/stored-files.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { hash, type TenancyQueries } from './two-organizations.ts';

export const platformQueries: TenancyQueries = (theirs) => ({
  reserveKey: (s) => answers.reserveKey(s, hash),
  findAnswer: (s) => answers.findStoredAnswer(s, theirs.keyHash),
  keepAnswer: (s) => answers.storeAnswer(s, theirs.keyHash, hash, hash),
  forgetAnswers: (s) => answers.deleteExpiredAnswers({ ...s, now: new Date('2099-01-01') }),
  keepFile: (s) => files.recordFile(s, { ...theirs.file, id: newId(), mediaType: 'mine' }),
  getFile: (s) => files.getFile(s, theirs.file.id).catch((error) => error.name === 'NotFound' || Promise.reject(error)),
  forgetFile: (s) => files.deleteFile(s, theirs.file.id),
  sweepFiles: (s) => files.deleteUnusedFiles({ ...s, now: new Date('2099-01-01') }),
  take: (s) => counters.reserveNumbers(s, 'reference', 1000),
});
