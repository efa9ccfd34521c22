// A list on a screen: loading, failed, empty, or a table that loads further pages as a person scrolls.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import classes from './grid.module.css';
import { type FurtherPages, LoadMore } from './load-more.tsx';
import { QueryContent } from './query-content.tsx';

type TableQuery<Row> = UseQueryResult<readonly Row[]> & FurtherPages;

export function QueryTable<Row>({
  query,
  none,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'pages'> & {
  /** The sum of all rows, or of those loaded so far. */
  readonly query: TableQuery<Row>;
  /** Shown when there are no rows. */
  readonly none: ReactNode;
}) {
  return (
    <>
      <QueryContent<readonly Row[]> query={query}>
        {(rows) => (
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? classes.waiting : undefined}>
            {rows.length === 0 ? none : <DataTable rows={rows} pages={query} {...table} />}
          </div>
        )}
      </QueryContent>
      <LoadMore query={query} />
    </>
  );
}
