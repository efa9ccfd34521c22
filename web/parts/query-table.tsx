// A list on a screen: loading, failed, empty, or a table that loads further pages as a person scrolls.
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import classes from './grid.module.css';
import { type FurtherPages, LoadMore } from './load-more.tsx';
import { QueryContent } from './query-content.tsx';

type TableQuery<Row> = UseQueryResult<readonly Row[]> & FurtherPages;

export function QueryTable<Row>({
  query,
  none,
  emptied,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'pages'> & {
  /** The sum of all rows, or of those loaded so far. */
  readonly query: TableQuery<Row>;
  /** Shown when there are no rows. */
  readonly none: ReactNode;
  /** Shown instead when so many rows have left a list with this filter since it was opened. */
  readonly emptied?: { readonly filter: string; readonly show: (count: number) => ReactNode } | undefined;
}) {
  const isCurrent = query.data !== undefined && !query.isPlaceholderData;
  const loaded = query.data?.length ?? 0;
  const left = useLeft(emptied?.filter, isCurrent ? (query.hasNextPage && table.total) || loaded : undefined);
  return (
    <>
      <QueryContent<readonly Row[]> query={query}>
        {(rows) => (
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? classes.waiting : undefined}>
            {rows.length > 0 && <DataTable rows={rows} pages={query} {...table} />}
            {rows.length === 0 && (left > 0 && emptied ? emptied.show(left) : none)}
          </div>
        )}
      </QueryContent>
      <LoadMore query={query} />
    </>
  );
}

/** How many rows a list with a filter had at most while it was open, once it has none. */
function useLeft(filter: string | undefined, count: number | undefined): number {
  const most = useRef({ filter, count: 0 });
  if (most.current.filter !== filter) most.current = { filter, count: 0 };
  most.current.count = Math.max(most.current.count, count ?? 0);
  return count === 0 ? most.current.count : 0;
}
