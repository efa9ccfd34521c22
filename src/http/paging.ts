// Paging: keyset paging with an opaque cursor, bound to tenant, list and filters, so that cursors cannot be forged or
// used elsewhere (open point P-2).

import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import { deletionRetentionDays, listDeleted } from '../platform/db/deleted-objects.ts';
import { type PageRequest, visibleUntil } from '../platform/db/keyset.ts';
import type { ObjectKind } from '../platform/db/own-fields.ts';
import { residentUserId, type Scope } from '../platform/db/scope.ts';
import { Invalid, queryProblem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import type { OperationResponse } from './model.ts';
import { hasWord, Type } from './schemas.ts';

const defaultLimit = 100;
const maxLimit = 500;
/** How far clocks may differ: that of a caller, and those of several processes. */
const clockToleranceMs = 5 * 60_000;

type Paging = { limit?: number; cursor?: string; sort?: string; updatedSince?: string };

/** The query parameters of every list. `sortable` names the sortable fields; the first is the default. */
export function pagingQuery(sortable: readonly string[]) {
  const words = sortable.flatMap((field) => [field, `-${field}`]);
  return {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `The maximum number of items. Default ${defaultLimit}; values above ${maxLimit} count as ${maxLimit}.`,
        examples: [50],
        'x-open-point': 'P-2',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'The start of the page: pagination.nextCursor of the previous page.',
        'x-open-point': 'P-2',
      }),
    ),
    sort: Type.Optional(
      Type.String({
        enum: words,
        description: `The sort order; a leading minus for descending. Default ${sortable[0]}.`,
        'x-open-point': 'P-2',
      }),
    ),
    updatedSince: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.',
        'x-open-point': 'P-2',
      }),
    ),
  };
}

/** The parameters of a list whose rows never change, so without updatedSince. */
export function plainPagingQuery(sortable: readonly string[]) {
  const { updatedSince: _, ...rest } = pagingQuery(sortable);
  return rest;
}

/** A list that reports deletions on request: the kind of its objects, and the building that it is about. */
type MirroredList = {
  readonly kind: ObjectKind;
  readonly buildingId?: string | undefined;
  readonly sortable: readonly string[];
};
/** A request for a page. A cursor belongs to its path. */
type ListInput = { readonly path: string; readonly query: ListQuery };
type PagedRow = { readonly id: string; readonly sortValue: string };
type ListQuery = Paging & Readonly<Record<string, unknown>>;

/**
 * Returns one page of a list: reads the rows for the parameters and links to the next page. `sortable` are its sortable
 * fields, the default first. Throws Invalid.
 */
export async function pageResponse<R extends PagedRow>(
  scope: Scope,
  { path, query }: ListInput,
  sortable: readonly string[],
  read: (page: PageRequest) => Promise<readonly R[]>,
): Promise<OperationResponse> {
  const page = await pageRequest(scope, { path, query }, sortable);
  const { shown, next } = cutPage(await read(page), page.limit);
  const nextCursor = next && makeListCursor(scope, cursorScopeOf(path, page, query), next);
  return toPageResponse({ path, query }, page, { shown, nextCursor });
}

/**
 * Returns one page of a list whose objects can be deleted. With `include=deleted` the deletions since updatedSince
 * follow the last rows, over as many pages as they need. Throws Invalid.
 */
export async function mirroredPageResponse<R extends PagedRow>(
  scope: Scope,
  { path, query }: ListInput & { readonly query: { readonly include?: string } },
  { kind, buildingId, sortable }: MirroredList,
  read: (page: PageRequest) => Promise<readonly R[]>,
): Promise<OperationResponse> {
  if (!hasWord(query.include, 'deleted')) return pageResponse(scope, { path, query }, sortable, read);
  const since = requireReportedTime(scope, query.updatedSince);
  const deletions = `deletions of ${path}`;
  const { cursor, ...others } = query;
  const ofDeletions = cursorScopeOf(deletions, { by: 'deletedAt', descending: false }, query);
  const [value, id] = (cursor !== undefined && readListCursor(scope, ofDeletions, cursor)) || [];
  const after = value === undefined || id === undefined ? undefined : { value, id };
  const page = await pageRequest(scope, { path, query: after === undefined ? query : others }, sortable);
  const { shown, next } = after === undefined ? cutPage(await read(page), page.limit) : { shown: [], next: undefined };
  if (next !== undefined) {
    const nextCursor = makeListCursor(scope, cursorScopeOf(path, page, query), next);
    return toPageResponse({ path, query }, page, { shown, deleted: [], nextCursor });
  }
  const left = page.limit - shown.length;
  const window = page.updated ?? { since, until: 'infinity' };
  const rows = await listDeleted(scope, { kind, buildingId, window, after, limit: left });
  const deleted = rows.slice(0, left);
  const last = deleted.at(-1);
  // No row was shown: the page was full.
  const reached = last === undefined ? beforeAllDeletions : [last.sortValue, last.id];
  const nextCursor = rows.length > left ? makeListCursor(scope, ofDeletions, reached) : undefined;
  return toPageResponse({ path, query }, page, { shown, deleted, nextCursor });
}

/** A position before every deletion. */
const beforeAllDeletions = ['-infinity', '00000000-0000-0000-0000-000000000000'];

/** The time of updatedSince, which deletions need. Residents get none. Throws Invalid. */
function requireReportedTime({ caller, now }: Scope, updatedSince: string | undefined): Date {
  const reject = (field: string, code: ProblemCode, message: string) =>
    new Invalid([queryProblem(field, code, message)]);
  if (residentUserId(caller) !== null)
    throw reject('include', 'not_allowed', 'include=deleted is not available to residents.');
  if (updatedSince === undefined)
    throw reject('updatedSince', 'required', 'updatedSince is required with include=deleted.');
  const since = new Date(updatedSince);
  if (since.getTime() >= now.getTime() - deletionRetentionDays * 24 * 3_600_000) return since;
  const message = `Deletions are reported for ${deletionRetentionDays} days. Read the whole list once, and drop what is no longer in it.`;
  throw reject('updatedSince', 'out_of_range', message);
}

/** The rows of a page, and the position of its last row if more follow. */
function cutPage<R extends PagedRow>(rows: readonly R[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? [last.sortValue, last.id] : undefined };
}

function toPageResponse(
  { path, query }: ListInput,
  { limit }: PageRequest,
  content: {
    readonly shown: readonly object[];
    readonly deleted?: readonly object[];
    readonly nextCursor: string | undefined;
  },
): OperationResponse {
  const { shown, deleted, nextCursor = null } = content;
  const headers: Record<string, string> = nextCursor === null ? {} : linkToNext(path, { ...query, cursor: nextCursor });
  const body = { data: shown, ...(deleted === undefined ? {} : { deleted }), pagination: { limit, nextCursor } };
  return { status: 200, body, headers };
}

async function pageRequest(
  scope: Scope,
  { path, query }: ListInput,
  sortable: readonly string[],
): Promise<PageRequest> {
  const sort = query.sort ?? sortable[0] ?? '';
  const page = {
    by: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    limit: pageLimit(query),
    after: undefined,
    updated: await updatedRange(scope, query),
  };
  if (query.cursor === undefined) return page;
  const [value, id] = readListCursor(scope, cursorScopeOf(path, page, query), query.cursor) ?? [];
  if (value === undefined || id === undefined) {
    throw new Invalid([
      queryProblem(
        'cursor',
        'invalid_cursor',
        'cursor does not belong to this list with these filters. Start again without it.',
      ),
    ]);
  }
  return { ...page, after: { value, id } };
}

/** The number of items on a page. */
export function pageLimit({ limit = defaultLimit }: Pick<Paging, 'limit'>): number {
  return Math.min(limit, maxLimit);
}

/**
 * Throws Invalid for a time to come: it is from before a reset of a test organization, or from a wrong clock, and
 * changes would be missed.
 */
async function updatedRange(scope: Scope, { updatedSince }: ListQuery): Promise<PageRequest['updated']> {
  if (updatedSince === undefined) return undefined;
  const since = new Date(updatedSince);
  if (since.getTime() <= scope.now.getTime() + clockToleranceMs) return { since, until: await visibleUntil(scope) };
  const message = `updatedSince is ahead of the organization’s clock, which says ${scope.now.toISOString()}. Read the whole list again, without updatedSince.`;
  throw new Invalid([queryProblem('updatedSince', 'out_of_range', message)]);
}

/** The header with the URL of the next page. */
export function linkToNext(path: string, query: Readonly<Record<string, unknown>>): { link: string } {
  return { link: `<${path}?${toSearchParams(query)}>; rel="next"` };
}

function toSearchParams(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([key, item]) => [`${name}[${key}]`, String(item)]);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new URLSearchParams(given);
}

/** What a cursor belongs to: the path, the order, and every filter except the cursor itself. */
function cursorScopeOf(
  list: string,
  { by, descending }: Pick<PageRequest, 'by' | 'descending'>,
  query: ListQuery,
): string {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query;
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return JSON.stringify([list, by, descending, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * As makeCursor, for a list: its position can be a name, and cursors are in addresses, which proxies log. So it is
 * encrypted, with its MAC as the nonce (synthetic, as in RFC 5297).
 */
function makeListCursor(scope: Scope, bound: string, parts: readonly string[]): string {
  const cursor = Buffer.from(makeCursor(scope, bound, parts), 'base64url');
  return encryptPosition(deriveKey(scope.config, cursorPurpose), cursor).toString('base64url');
}

function readListCursor(scope: Scope, bound: string, cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length < 17 || bytes.toString('base64url') !== cursor) return undefined;
  return deriveAcceptedKeys(scope.config, cursorPurpose)
    .map((key) => readCursor(scope, bound, encryptPosition(key, bytes).toString('base64url')))
    .find((parts) => parts !== undefined);
}

/** Encrypts the position in a cursor, or decrypts it. */
function encryptPosition(key: Buffer, cursor: Buffer): Buffer {
  const mac = cursor.subarray(0, 16);
  const positionKey = createHmac('sha256', key).update('positions').digest();
  return Buffer.concat([mac, createCipheriv('aes-256-ctr', positionKey, mac).update(cursor.subarray(16))]);
}

/** Returns a cursor with the parts of a position. `bound` is what it belongs to. */
export function makeCursor(scope: Scope, bound: string, parts: readonly string[]): string {
  const position = Buffer.from(JSON.stringify(parts));
  const key = deriveKey(scope.config, cursorPurpose);
  return Buffer.concat([cursorMac(key, scope.caller.tenantId, bound, position), position]).toString('base64url');
}

/** Returns the parts of a cursor; undefined if it is not one of this organization and of what it should belong to. */
export function readCursor(scope: Scope, bound: string, cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(16);
  if (
    bytes.length < 17 ||
    bytes.toString('base64url') !== cursor // Decoding skips invalid characters.
  )
    return undefined;
  const isAuthentic = deriveAcceptedKeys(scope.config, cursorPurpose).some((key) =>
    timingSafeEqual(bytes.subarray(0, 16), cursorMac(key, scope.caller.tenantId, bound, position)),
  );
  if (!isAuthentic) return undefined;
  return JSON.parse(position.toString()) as string[];
}

const cursorPurpose = 'cursors';

function cursorMac(key: Buffer, tenantId: string, bound: string, position: Buffer): Buffer {
  return createHmac('sha256', key).update(`${tenantId}\0${bound}\0`).update(position).digest().subarray(0, 16);
}
