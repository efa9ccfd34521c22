// What can be done with the selected rows of a list, at the lower edge of the window while some are selected.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../words/language.tsx';
import classes from './grid.module.css';
import type { Selection } from './selection.ts';

export function SelectionBar({
  selection,
  total,
  children,
}: {
  readonly selection: Selection;
  /** The number of rows that match the filter, once it is counted. */
  readonly total: number | undefined;
  /** The actions. */
  readonly children: ReactNode;
}) {
  const { t } = useLanguage();
  if (!selection.all && selection.count === 0) return null;
  const count = selection.all ? (total ?? selection.count) : selection.count;
  return (
    <section className={classes.actions} aria-label={t.lists.selection}>
      <Group gap="xs">
        <Text fw={600} role="status">
          {t.lists.selected({ count })}
        </Text>
        {!selection.all && total !== undefined && total > selection.count && (
          <Button size="xs" variant="subtle" onClick={selection.chooseAll}>
            {t.lists.selectMatching({ count: total })}
          </Button>
        )}
        {children}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          {t.lists.clear}
        </Button>
      </Group>
    </section>
  );
}
