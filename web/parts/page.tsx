// A screen: its heading, its actions, and its content.
import { Box, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Help } from './help.tsx';
import type { HelpTopic } from './help-popover.tsx';

export function Page({
  title,
  help,
  lead,
  actions,
  children,
}: {
  readonly title: string;
  /** A term that is explained beside the heading. */
  readonly help?: HelpTopic;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Haldur`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box flex="1 1 18rem" miw={0} maw="100%">
          <Group gap={4} wrap="nowrap">
            <Title order={1}>{title}</Title>
            {help && <Help topic={help} />}
          </Group>
          {lead}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
