// The platform queries that a second organization tries on the first one's data.

import * as texts from '../../src/platform/crypto/encrypted-texts.ts';
import * as counters from '../../src/platform/db/counters.ts';
import * as deletions from '../../src/platform/db/deleted-objects.ts';
import * as dueWork from '../../src/platform/db/due-work.ts';
import * as answers from '../../src/platform/db/idempotency-store.ts';
import * as own from '../../src/platform/db/own-fields.ts';
import * as waiting from '../../src/platform/db/waiting-work.ts';
import * as files from '../../src/platform/files/stored-files.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { hash, type TenancyQueries } from './two-organizations.ts';

const bankKeys = { table: 'banks', column: 'keys' };

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
  ownFieldsColumn: async (s) => void own.ownFieldsColumn(s, 'building', 'b.id'),
  toOwnFields: async () => void own.toOwnFields(null),
  setOwnFields: (s) =>
    own
      .setOwnFields(s, 'building', theirs.building.id, { externalId: 'mine' })
      .catch((error) => error.name === 'NotFound' || Promise.reject(error)),
  removeOwnFields: (s) => own.removeOwnFields(s, 'building', [theirs.building.id]),
  matchOwnFields: (s) => own.matchOwnFields(s, 'building', { externalId: 'canary' }).then(({ ids }) => ids),
  ownFieldsCondition: async (s) => void own.ownFieldsCondition(s, 'building', 'b.id', { wanted: [['', 'x']], ids: [] }),
  recordDeleted: (s) => deletions.recordDeleted(s, 'building', [newId()]),
  listDeleted: (s) =>
    deletions.listDeleted(s, {
      kind: 'building',
      buildingId: theirs.building.id,
      window: { since: new Date(0), until: 'infinity' },
      after: undefined,
      limit: 100,
    }),
  tryAgain: (s) => waiting.tryAgain(s),
  addDueWork: (s) => dueWork.addDueWork(s, 'timed', s.now),
  followUp: (s) => dueWork.followUp(s),
  takeDueWork: (s) => dueWork.takeDueWork({ ...s, realNow: new Date('2099-01-01') }, 'changed'),
  planNextDay: (s) => dueWork.planNextDay(s),
  forgetOldDeletions: (s) => deletions.forgetOldDeletions({ ...s, now: new Date('2099-01-01') }),
  findTextsOfOtherKeys: (s) =>
    texts
      .findTextsOfOtherKeys(s, bankKeys, hash, { after: '00000000-0000-0000-0000-000000000000', limit: 50 })
      .then((rows) => rows.filter(({ id }) => id === theirs.banklink.bank.id)),
  replaceTexts: (s) => {
    const { id, keys } = theirs.banklink.bank;
    return texts.replaceTexts(s, bankKeys, [{ id, from: keys ?? hash, to: hash }]);
  },
  reserveNumbers: (s) => counters.reserveNumbers(s, 'reference', 1000),
});
