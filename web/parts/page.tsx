// A screen: its heading, its actions, and its content.
import { Box, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

export function Page({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string;
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
        <Box flex="1 1 18rem">
          <Title order={1}>{title}</Title>
          {lead}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
