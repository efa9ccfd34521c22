// Facts side by side: small labels with their values below.
import { Group, SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './fact-list.module.css';
import { Help } from './help.tsx';
import type { HelpTopic } from './help-popover.tsx';

export function FactList({
  facts,
  large = false,
  ...grid
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode, help?: HelpTopic])[];
  /** The values are emphasised: sums. */
  readonly large?: boolean;
} & Omit<SimpleGridProps, 'children'>) {
  const hasHelp = facts.some(([, , help]) => help !== undefined);
  return (
    <div className={classes.box}>
      <SimpleGrid className={classes.facts} {...grid}>
        {facts.map(([name, value, help]) => (
          <div key={name} className={classes.fact}>
            <Group gap={2} wrap="nowrap" mih={hasHelp ? 24 : 0}>
              <Text fz="sm" c="dimmed">
                {name}
              </Text>
              {help && <Help topic={help} />}
            </Group>
            <Text component="div" fw={600} style={{ overflowWrap: 'anywhere' }} {...(large && { fz: 'lg' })}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </div>
  );
}
