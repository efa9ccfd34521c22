// Paging: keyset paging with an opaque cursor, bound to tenant, list and filters, so that cursors cannot be forged or used elsewhere (open point P-2).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Config, deriveKey } from '../platform/config/config.ts';
import { type PageRequest, visibleUntil } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import { Invalid, queryProblem } from '../platform/errors.ts';
import type { OperationResponse } from './model.ts';
import { Type } from './schemas.ts';

const defaultLimit = 100;
const maxLimit = 500;

export type Paging = { limit?: number; cursor?: string; sort?: string; updatedSince?: string };

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
          'Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed.',
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

/** A list: its name (part of its cursors), its URL, and its sortable fields, the default first. */
export type ListSpec = { readonly name: string; readonly path: string; readonly sortable: readonly string[] };
type PagedRow = { readonly id: string; readonly sortValue: string };
type ListQuery = Paging & Readonly<Record<string, unknown>>;

/** Returns one page of a list: reads the rows for the parameters and links to the next page. Throws Invalid. */
export async function pageResponse<R extends PagedRow>(
  scope: Scope,
  list: ListSpec,
  query: ListQuery,
  read: (page: PageRequest) => Promise<readonly R[]>,
): Promise<OperationResponse> {
  const page = await pageRequest(scope, list, query);
  const rows = await read(page);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const cursorScope = cursorScopeOf(list.name, page, query);
  const nextCursor =
    rows.length > page.limit && last ? makeCursor(scope, cursorScope, [last.sortValue, last.id]) : null;
  const headers: Record<string, string> =
    nextCursor === null ? {} : linkToNext(list.path, { ...query, cursor: nextCursor });
  return { status: 200, body: { data: shown, pagination: { limit: page.limit, nextCursor } }, headers };
}

async function pageRequest(scope: Scope, list: ListSpec, query: ListQuery): Promise<PageRequest> {
  const sort = query.sort ?? list.sortable[0] ?? '';
  const page = {
    by: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    limit: pageLimit(query),
    after: undefined,
    updated: await updatedRange(scope, query),
  };
  if (query.cursor === undefined) return page;
  const [value, id] = readCursor(scope, cursorScopeOf(list.name, page, query), query.cursor) ?? [];
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

async function updatedRange(scope: Scope, { updatedSince }: ListQuery): Promise<PageRequest['updated']> {
  if (updatedSince === undefined) return undefined;
  return { since: new Date(updatedSince), until: await visibleUntil(scope) };
}

/** The header with the URL of the next page. */
export function linkToNext(path: string, query: Readonly<Record<string, unknown>>): { link: string } {
  return { link: `<${path}?${toSearchParams(query)}>; rel="next"` };
}

function toSearchParams(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given);
}

/** What a cursor belongs to: the list, the order, and every filter except the cursor itself. */
function cursorScopeOf(
  list: string,
  { by, descending }: Pick<PageRequest, 'by' | 'descending'>,
  query: ListQuery,
): string {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query;
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return JSON.stringify([list, by, descending, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Returns a cursor with the parts of a position. `bound` is what it belongs to. */
export function makeCursor(scope: Scope, bound: string, parts: readonly string[]): string {
  const position = Buffer.from(JSON.stringify(parts));
  return Buffer.concat([cursorMac(scope.config, scope.caller.tenantId, bound, position), position]).toString(
    'base64url',
  );
}

/** Returns the parts of a cursor; undefined if it is not one of this organization and of what it should belong to. */
export function readCursor(scope: Scope, bound: string, cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(16);
  if (
    bytes.length < 17 ||
    bytes.toString('base64url') !== cursor || // Decoding skips invalid characters.
    !timingSafeEqual(bytes.subarray(0, 16), cursorMac(scope.config, scope.caller.tenantId, bound, position))
  )
    return undefined;
  return JSON.parse(position.toString()) as string[];
}

function cursorMac(config: Config, tenantId: string, bound: string, position: Buffer): Buffer {
  return createHmac('sha256', deriveKey(config, 'cursors'))
    .update(`${tenantId}\0${bound}\0`)
    .update(position)
    .digest()
    .subarray(0, 16);
}
