// A list on a screen: waiting, failed, empty, or a table with the way to its further pages.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Grid } from './data-table.tsx';
import { Loaded } from './query-content.tsx';
import { More } from './more.tsx';

type Query<Row> = UseQueryResult<readonly Row[]> & ComponentProps<typeof More>['query'];

export function Listed<Row>({
  query,
  none,
  ...table
}: Omit<ComponentProps<typeof Grid<Row>>, 'rows'> & {
  /** Of all rows, or of those of the pages so far. */
  readonly query: Query<Row>;
  /** What stands there when there are no rows. */
  readonly none: ReactNode;
}) {
  return (
    <>
      <Loaded<readonly Row[]> query={query}>
        {(rows) => (rows.length === 0 ? none : <Grid rows={rows} {...table} />)}
      </Loaded>
      <More query={query} />
    </>
  );
}
