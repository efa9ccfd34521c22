// Facts side by side: small labels with their values below.
import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function FactList({
  facts,
  large = false,
  ...grid
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The values are emphasised: sums. */
  readonly large?: boolean;
} & Omit<SimpleGridProps, 'children'>) {
  return (
    <SimpleGrid {...grid}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text fz="sm" c="dimmed">
            {name}
          </Text>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }} {...(large && { fz: 'lg' })}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
