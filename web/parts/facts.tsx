// Facts side by side: what each is called, small, and below it what it is.
import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';

export function FactList({
  facts,
  large = false,
  ...grid
}: {
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The values stand out: sums. */
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
