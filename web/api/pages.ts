// Paged lists: shown page by page, or read completely where a screen needs everything of a building.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type ApiPage<T> = { readonly data: readonly T[]; readonly pagination: { readonly nextCursor: string | null } };
type FetchPage<T> = (cursor: string | undefined) => Promise<ApiPage<T>>;

/** The maximum number of rows read at once: a longer list is cut. */
const maxPages = 40;

/** How soon to read again while something is in progress, in milliseconds for each loaded page. */
export const pollIntervalMs = 3000;

/**
 * The first page of a list that grows is small, so that it appears soon; the further ones are as large as the service
 * allows.
 */
const [firstPage, furtherPage] = [100, 500];

/** A list that grows by `fetchNextPage`, and is read again while a row is in progress. */
export function usePages<T>(key: QueryKey, fetchPage: FetchPage<T>, isPending: (row: T) => boolean = () => false) {
  const list = useInfiniteQuery({
    queryKey: key,
    meta: { isList: true },
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: rowsOf<T>,
    // The list of another filter or order replaces this one without a flash, and the focus stays.
    placeholderData: keepPreviousData,
    structuralSharing: false, // Comparing all rows with each page would take longer than showing those near the window.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isPending)) === true ? pollIntervalMs * data.pages.length : false,
  });
  useRefreshBeside(key, list.dataUpdatedAt, list.data?.some(isPending) ?? false);
  return list;
}

/**
 * What is shown beside a list of the same subject, such as its sums, is read again after each reading of the list in
 * which a row was in progress, and after the one in which none is any more.
 */
function useRefreshBeside([subject]: QueryKey, readAt: number, isInProgress: boolean) {
  const client = useQueryClient();
  const wasInProgress = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reading of the list.
  useEffect(() => {
    if (wasInProgress.current)
      client.invalidateQueries({ predicate: ({ queryKey, meta }) => queryKey[0] === subject && !meta?.isList });
    wasInProgress.current = isInProgress;
  }, [client, subject, readAt]);
}

/** The same function each time, so that the rows stay the same until a page changes. */
function rowsOf<T>({ pages }: InfiniteData<ApiPage<T>, string | undefined>): readonly T[] {
  return pages.flatMap(({ data }) => data);
}

/** A complete list, in the order of the service or in one of its own. */
export function useAll<T>(
  key: QueryKey,
  fetchPage: FetchPage<T>,
  enabled = true,
  order: (rows: readonly T[]) => readonly T[] = (rows) => rows,
) {
  return useQuery({ queryKey: [...key, 'all'], queryFn: () => readAll(fetchPage), enabled, select: order });
}

/** Reads page after page. */
export async function readAll<T>(fetchPage: FetchPage<T>): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { data, pagination } = await fetchPage(cursor);
    all.push(...data);
    if (pagination.nextCursor === null) break;
    cursor = pagination.nextCursor;
  }
  return all;
}

/** The query parameters that request a page. */
export function pageQuery(cursor: string | undefined, limit = 100): { limit: number; cursor?: string } {
  return cursor === undefined ? { limit } : { limit, cursor };
}

/** The query parameters that request a page of a list that grows as a person scrolls. */
export function growingPageQuery(cursor: string | undefined): { limit: number; cursor?: string } {
  return pageQuery(cursor, cursor === undefined ? firstPage : furtherPage);
}
