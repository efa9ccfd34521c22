// SQL of the request log.

import { keyset, type PageRequest, type SortColumn } from '../../platform/db/keyset.ts';
import { insertRows } from '../../platform/db/rows.ts';
import type { Caller, Scope } from '../../platform/db/scope.ts';

/** One request of a confirmed caller. `path` has ids and no query; `code` is null for a success. */
export type LoggedRequest = {
  readonly id: string;
  readonly at: Date;
  readonly callerKind: 'user' | 'key';
  readonly callerId: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly ignored: readonly string[];
};

/** Writes requests of one organization, all in one statement. */
export async function insertRequests(scope: Scope, requests: readonly LoggedRequest[]): Promise<void> {
  const columns = {
    id: 'uuid',
    at: 'timestamptz',
    callerKind: 'text',
    callerId: 'uuid',
    operation: 'text',
    method: 'text',
    path: 'text',
    status: 'integer',
    code: 'text',
    durationMs: 'integer',
    requestId: 'text',
    idempotencyKey: 'text',
    ignored: 'json',
  } as const;
  const ignored = scope.db`array(select json_array_elements_text(r.ignored))`;
  await insertRows(scope, 'request_log', columns, requests, { more: { ignored } });
}

export const requestOrders = { at: { sql: 'at', type: 'timestamptz' } } as const satisfies Record<string, SortColumn>;

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;

type RequestFilters = {
  readonly callerId?: string | undefined;
  readonly statusClass?: (typeof statusClasses)[number] | undefined;
  readonly code?: string | undefined;
  readonly operation?: string | undefined;
  /** A part of the path, such as `/invoices` or an id. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Only requests with ignored fields. */
  readonly ignored?: boolean | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

/** A logged request with its caller; `name` is null for those who are no longer here. */
type ListedRequest = Omit<LoggedRequest, 'callerKind' | 'callerId'> & {
  readonly caller: { readonly kind: Caller['kind']; readonly id: string; readonly name: string | null };
  readonly sortValue: string;
};

export async function listLoggedRequests(
  { db, caller }: Scope,
  filters: RequestFilters,
  page: PageRequest,
): Promise<ListedRequest[]> {
  const { callerId, statusClass, code, operation, path, requestId, idempotencyKey, ignored, from, to } = filters;
  const { sortValue, after, orderAndLimit } = keyset(db, 'r', page, requestOrders);
  const lowest = statusClass === undefined ? 0 : Number(statusClass[0]) * 100;
  return db<ListedRequest[]>`
    select r.id, r.at, jsonb_build_object('kind', r.caller_kind, 'id', r.caller_id, 'name', coalesce(k.name, u.name)) as caller, r.operation, r.method, r.path,
           r.status, r.code, r.duration_ms, r.request_id, r.idempotency_key, r.ignored, ${sortValue} as sort_value
      from request_log r
      left join api_keys k on k.tenant_id = ${caller.tenantId} and k.id = r.caller_id
      left join memberships m on m.tenant_id = ${caller.tenantId} and m.user_id = r.caller_id
      left join users u on u.id = m.user_id
     where r.tenant_id = ${caller.tenantId}
       ${callerId === undefined ? db`` : db`and r.caller_id = ${callerId}`}
       ${lowest >= 400 ? db`and r.status >= 400` : db``}
       ${statusClass === undefined ? db`` : db`and r.status >= ${lowest} and r.status < ${lowest + 100}`}
       ${code === undefined ? db`` : db`and r.code = ${code} and r.status >= 400`}
       ${operation === undefined ? db`` : db`and r.operation = ${operation}`}
       ${path === undefined ? db`` : db`and strpos(r.path, ${path}) > 0`}
       ${requestId === undefined ? db`` : db`and r.request_id = ${requestId}`}
       ${idempotencyKey === undefined ? db`` : db`and r.idempotency_key = ${idempotencyKey}`}
       ${ignored === undefined ? db`` : db`and (r.ignored <> '{}') = ${ignored}`}
       ${from === undefined ? db`` : db`and r.at >= ${from}`} ${to === undefined ? db`` : db`and r.at < ${to}`}
       ${after} ${orderAndLimit}`;
}

/**
 * Deletes requests logged before a time, the oldest first and at most `maxRows`. The database allows it for requests
 * older than 13 days, and no row locks. Returns whether more may be left.
 */
export async function deleteOldRequests({ db, caller }: Scope, before: Date, maxRows = 20_000): Promise<boolean> {
  const { count } = await db`
    delete from request_log where tenant_id = ${caller.tenantId} and (at, id) in (
      select at, id from request_log where tenant_id = ${caller.tenantId} and at < ${before} order by at, id limit ${maxRows})`;
  return count === maxRows;
}
