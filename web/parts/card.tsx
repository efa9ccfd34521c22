// A card on the page, with an optional heading.
import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Help } from './help.tsx';
import type { HelpTopic } from './help-popover.tsx';

export function Card({
  title,
  help,
  actions,
  children,
  flush = false,
}: {
  readonly title?: string;
  /** A term in the heading that is explained there. */
  readonly help?: HelpTopic;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Its content extends to the edges: a table. */
  readonly flush?: boolean;
}) {
  return (
    <Paper withBorder p={flush ? 0 : 'md'} component="section" style={{ overflow: 'clip' }}>
      {title && (
        <Group justify="space-between" mb={flush ? 0 : 'sm'} p={flush ? 'md' : 0} gap="xs">
          <Group gap={4} wrap="nowrap">
            <Title order={2}>{title}</Title>
            {help && <Help topic={help} />}
          </Group>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  );
}
