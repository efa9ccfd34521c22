// The question mark beside a hard term: a button that opens a short explanation.
import { Box } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../shell/lazy.ts';
import type { HelpTopic } from './help-popover.tsx';

/** Its placement needs much code: the screen does not wait for it. */
const HelpPopover = lazyPart(async () => (await import('./help-popover.tsx')).HelpPopover);

export function Help({ topic }: { readonly topic: HelpTopic }) {
  return (
    <Suspense fallback={<Box component="span" w={24} h={24} />}>
      <HelpPopover topic={topic} />
    </Suspense>
  );
}
