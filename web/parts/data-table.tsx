// A table: rows and columns on a wide screen, one card for each row with labelled values on a phone. Of a long list
// only the rows near the window exist.
import { Box } from '@mantine/core';
import { type FunctionComponent, Suspense, useState } from 'react';
import { lazyPart } from '../shell/lazy.ts';
import { LoadingState } from './states.tsx';
import { CardList, type DataTableProps, WideTable } from './table-views.tsx';

export type { DataColumn, DataTableProps } from './table-views.tsx';

/** The first screens have no long lists. */
const LongTable = lazyPart(async () => (await import('./long-table.tsx')).LongTable as FunctionComponent<object>);
/** Lists up to this length are shown completely. */
const maxPlainRows = 100;

/** A short list has both looks, so that what was typed into its rows survives another width. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isLong = useIsLong(props.rows.length > maxPlainRows || props.pages?.hasNextPage === true);
  if (isLong)
    return (
      <Suspense fallback={<LoadingState />}>
        <LongTable {...props} />
      </Suspense>
    );
  return (
    <>
      <Box visibleFrom="sm">
        <WideTable table={props} />
      </Box>
      <Box hiddenFrom="sm">
        <CardList table={props} />
      </Box>
    </>
  );
}

/** Once long, a list stays so, or its rows would lose the focus when a filter makes it short. */
function useIsLong(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
