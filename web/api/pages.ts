// Lists that come in pages: shown page by page, or read whole where a screen needs all of a house.
import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';

type PageOf<T> = { readonly data: readonly T[]; readonly pagination: { readonly nextCursor: string | null } };
type Ask<T> = (cursor: string | undefined) => Promise<PageOf<T>>;

/** A bound on what is read at once: beyond it the list is cut. */
const mostPages = 40;

/** How soon to look again at what is on its way, in milliseconds. */
export const soonMs = 3000;

/** A list that grows by `fetchNextPage`, and is looked at again for as long as a row is on its way. */
export function usePages<T>(key: QueryKey, ask: Ask<T>, isOnItsWay: (row: T) => boolean = () => false) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isOnItsWay)) === true ? soonMs : false,
  });
}

/** A whole list. */
export function useAll<T>(key: QueryKey, ask: Ask<T>, enabled = true) {
  return useQuery({ queryKey: [...key, 'all'], queryFn: () => readAll(ask), enabled });
}

/** Reads page after page. */
export async function readAll<T>(ask: Ask<T>): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { data, pagination } = await ask(cursor);
    all.push(...data);
    if (pagination.nextCursor === null) break;
    cursor = pagination.nextCursor;
  }
  return all;
}

/** The part of a query that asks for a page. */
export function after(cursor: string | undefined, limit = 100): { limit: number; cursor?: string } {
  return cursor === undefined ? { limit } : { limit, cursor };
}
