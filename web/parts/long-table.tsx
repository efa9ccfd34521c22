// A long list, of which only the rows near the window exist.
import { useMediaQuery } from '@mantine/hooks';
import { CardList, type DataTableProps, WideTable } from './table-views.tsx';
import { useVirtualRows } from './virtual-rows.ts';

/** Where cards become a table: Mantine's breakpoint sm. */
const wideEnough = '(min-width: 48em)';

export function LongTable<Row>(props: DataTableProps<Row>) {
  const isWide = useMediaQuery(wideEnough, true, { getInitialValueInEffect: false });
  const View = isWide ? WideTable : CardList;
  return <View table={props} useRows={useVirtualRows} />;
}
