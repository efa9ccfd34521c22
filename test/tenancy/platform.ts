// What a second organization asks the queries of the platform for.
import * as answers from '../../src/platform/answers.ts';
import * as counters from '../../src/platform/counters.ts';
import { hash, type Questions } from './ground.ts';

export const platformQuestions: Questions = (theirs) => ({
  reserveKey: (s) => answers.reserveKey(s, hash),
  findAnswer: (s) => answers.findAnswer(s, theirs.keyHash),
  keepAnswer: (s) => answers.keepAnswer(s, theirs.keyHash, hash, hash),
  forgetAnswers: (s) => answers.forgetAnswers({ ...s, now: new Date('2099-01-01') }),
  take: (s) => counters.take(s, 'reference', 1000),
});
