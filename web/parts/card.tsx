// A card on the page, with an optional heading.
import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Card({
  title,
  actions,
  children,
  flush = false,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Its content extends to the edges: a table. */
  readonly flush?: boolean;
}) {
  return (
    <Paper withBorder p={flush ? 0 : 'md'} component="section" style={{ overflow: 'clip' }}>
      {title && (
        <Group justify="space-between" mb={flush ? 0 : 'sm'} p={flush ? 'md' : 0} gap="xs">
          <Title order={2}>{title}</Title>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  );
}
