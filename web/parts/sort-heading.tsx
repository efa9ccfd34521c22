// The order of a list: a heading is a button where the service can sort by its column.
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import classes from './grid.module.css';

/** The order of a list as the API writes it, such as `-dueDate`; undefined is the default. */
export type ListOrder = {
  readonly sort: string | undefined;
  readonly choose: (sort: string | undefined) => void;
};

const arrows = { ascending: '↑', descending: '↓' } as const;

export function SortHeading({
  title,
  figure,
  action,
  sort,
  order,
}: {
  readonly title: string;
  readonly figure?: boolean;
  readonly action?: boolean;
  readonly sort?: string;
  readonly order: ListOrder | undefined;
}) {
  if (sort === undefined || order === undefined)
    return (
      <th data-figure={figure || undefined} scope="col">
        {action ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      </th>
    );
  const direction = order.sort === sort ? 'ascending' : order.sort === `-${sort}` ? 'descending' : undefined;
  return (
    <th data-figure={figure || undefined} scope="col" aria-sort={direction ?? 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => order.choose(nextSort(sort, direction))}>
        {title}
        <span aria-hidden>{direction ? ` ${arrows[direction]}` : ' ↕'}</span>
      </UnstyledButton>
    </th>
  );
}

/** Ascending, then descending, then the default order again. */
function nextSort(sort: string, direction: keyof typeof arrows | undefined): string | undefined {
  if (direction === undefined) return sort;
  return direction === 'ascending' ? `-${sort}` : undefined;
}
