// The queries of the request log that a second organization tries on the first one's data.
import * as requestLog from '../../src/http/request-log/request-log-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { now, page, type TenancyQueries } from './two-organizations.ts';

export const requestLogQueries: TenancyQueries = (theirs) => ({
  insertRequests: (s) =>
    requestLog.insertRequests(s, [
      {
        id: newId(),
        at: now,
        callerKind: 'key',
        callerId: newId(),
        operation: 'listBuildings',
        method: 'GET',
        path: '/api/buildings',
        status: 200,
        code: null,
        durationMs: 1,
        requestId: 'mine',
        idempotencyKey: null,
        ignored: [],
      },
    ]),
  listLoggedRequests: (s) => requestLog.listLoggedRequests(s, { callerId: theirs.keyId }, { ...page, by: 'at' }),
  deleteOldRequests: (s) => requestLog.deleteOldRequests(s, new Date('2099-01-01')),
});
