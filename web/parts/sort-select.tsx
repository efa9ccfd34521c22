// The order of cards, which have no headings to sort by.
import { NativeSelect } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import type { ListOrder } from './sort-heading.tsx';

export function SortSelect({
  columns,
  order,
}: {
  readonly columns: readonly { readonly title: string; readonly sort?: string }[];
  readonly order: ListOrder;
}) {
  const { t } = useLanguage();
  const sorted = columns.flatMap(({ title, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: t.lists.ascending({ title }) },
          { value: `-${sort}`, label: t.lists.descending({ title }) },
        ],
  );
  return (
    <NativeSelect
      aria-label={t.lists.sort}
      data={[{ value: '', label: t.lists.defaultOrder }, ...sorted]}
      value={order.sort ?? ''}
      onChange={(event) => order.choose(event.currentTarget.value || undefined)}
    />
  );
}
