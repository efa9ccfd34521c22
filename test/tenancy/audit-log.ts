// The queries of the audit log that a second organization tries on the first one's data.
import * as auditLog from '../../src/platform/audit/audit-store.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { page, type TenancyQueries } from './two-organizations.ts';

const start = { at: '2020-01-01T00:00:00Z', id: newId() };
const end = { at: '2099-01-01T00:00:00Z', id: newId() };
const link = {
  number: 1,
  last: start,
  entryHashes: Buffer.alloc(48),
  previousHash: Buffer.alloc(32),
  hash: Buffer.alloc(32),
};

export const auditLogQueries: TenancyQueries = (theirs) => ({
  insertAuditEntries: (s) =>
    auditLog.insertAuditEntries(s, [
      {
        id: newId(),
        action: 'seen',
        operation: 'listResidents',
        actor: { kind: 'service', id: null },
        objectKind: 'residents',
        objectId: null,
        aboutIds: [],
        buildingId: null,
        detail: {},
        requestId: 'mine',
      },
    ]),
  listAuditEntries: (s) => auditLog.listAuditEntries(s, { actorId: theirs.keyId }, { ...page, by: 'at' }),
  findAuditEntries: (s) => auditLog.findAuditEntries(s, { after: start, until: end, before: end.at }, 10),
  findNewestLink: (s) => auditLog.findNewestLink(s),
  findLinks: (s) => auditLog.findLinks(s, 1, 10),
  insertLink: (s) => auditLog.insertLink(s, link),
  countUnchained: (s) => auditLog.countUnchained(s, undefined, 10),
  findLastOldLink: (s) => auditLog.findLastOldLink(s, 10),
  deleteUpTo: (s) => auditLog.deleteUpTo(s, { ...link, last: end }),
  findAuditYears: (s) => auditLog.findAuditYears(s),
  updateAuditYears: (s) => auditLog.updateAuditYears(s, 3),
});
