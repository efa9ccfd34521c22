// What a second organization asks the queries of the platform for.
import * as answers from '../../src/platform/db/idempotency-store.ts';
import * as counters from '../../src/platform/db/counters.ts';
import * as files from '../../src/platform/files/stored-files.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { hash, type Questions } from './two-organizations.ts';

export const platformQuestions: Questions = (theirs) => ({
  reserveKey: (s) => answers.reserveKey(s, hash),
  findAnswer: (s) => answers.findAnswer(s, theirs.keyHash),
  keepAnswer: (s) => answers.keepAnswer(s, theirs.keyHash, hash, hash),
  forgetAnswers: (s) => answers.forgetAnswers({ ...s, now: new Date('2099-01-01') }),
  keepFile: (s) => files.keepFile(s, { ...theirs.file, id: newId(), mediaType: 'mine' }),
  getFile: (s) => files.getFile(s, theirs.file.id).catch((error) => error.name === 'NotFound' || Promise.reject(error)),
  forgetFile: (s) => files.forgetFile(s, theirs.file.id),
  sweepFiles: (s) => files.sweepFiles({ ...s, now: new Date('2099-01-01') }),
  take: (s) => counters.take(s, 'reference', 1000),
});
