// A list on a screen: loading, failed, empty, or a table with a button for more pages.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { LoadMore } from './load-more.tsx';
import { QueryContent } from './query-content.tsx';

type TableQuery<Row> = UseQueryResult<readonly Row[]> & ComponentProps<typeof LoadMore>['query'];

export function QueryTable<Row>({
  query,
  none,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
  /** The sum of all rows, or of those loaded so far. */
  readonly query: TableQuery<Row>;
  /** Shown when there are no rows. */
  readonly none: ReactNode;
}) {
  return (
    <>
      <QueryContent<readonly Row[]> query={query}>
        {(rows) => (rows.length === 0 ? none : <DataTable rows={rows} {...table} />)}
      </QueryContent>
      <LoadMore query={query} />
    </>
  );
}
