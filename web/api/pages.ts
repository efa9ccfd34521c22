// Paged lists: shown page by page, or read completely where a screen needs everything of a building.
import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';

type ApiPage<T> = { readonly data: readonly T[]; readonly pagination: { readonly nextCursor: string | null } };
type FetchPage<T> = (cursor: string | undefined) => Promise<ApiPage<T>>;

/** The maximum number of rows read at once: a longer list is cut. */
const maxPages = 40;

/** How soon to read again while something is in progress, in milliseconds. */
export const pollIntervalMs = 3000;

/** A list that grows by `fetchNextPage`, and is read again while a row is in progress. */
export function usePages<T>(key: QueryKey, fetchPage: FetchPage<T>, isPending: (row: T) => boolean = () => false) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isPending)) === true ? pollIntervalMs : false,
  });
}

/** A complete list. */
export function useAll<T>(key: QueryKey, fetchPage: FetchPage<T>, enabled = true) {
  return useQuery({ queryKey: [...key, 'all'], queryFn: () => readAll(fetchPage), enabled });
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
