// A card whose heading folds it: open on a wide screen, and at first folded on a phone, where its content is long.
import { Accordion, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

export function FoldableCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Paper withBorder component="section" style={{ overflow: 'clip' }}>
      <Accordion
        order={2}
        defaultValue={isWide ? title : null}
        styles={{ item: { border: 0 }, label: { fontWeight: 600, fontSize: '1.125rem' }, content: { padding: 0 } }}
      >
        <Accordion.Item value={title}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>{children}</Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Paper>
  );
}
