// The page around a form of somebody who is not signed in.
import { Box, Center, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function SignedOutPage({ lead, children }: { readonly lead?: string; readonly children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Box w="100%" maw="24rem">
        <Text fw={700} c="pine" fz="xl" mb={lead ? 0 : 'lg'} style={{ letterSpacing: '-0.015em' }}>
          Haldur
        </Text>
        {lead && (
          <Text c="dimmed" mb="xl">
            {lead}
          </Text>
        )}
        {children}
      </Box>
    </Center>
  );
}
