// The explanation of a hard term, in a popover that takes the focus, and returns it to its button.
import { ActionIcon, Popover, Text } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';
import { Icon } from './icons.tsx';

/** The terms that have an explanation. */
export type HelpTopic = keyof Words['help']['topics'];

export function HelpPopover({ topic }: { readonly topic: HelpTopic }) {
  const { t } = useLanguage();
  const { term, text } = t.help.topics[topic];
  return (
    <Popover
      width="min(22rem, calc(100vw - 2rem))"
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} radius="xl" aria-label={t.help.about({ term })}>
          <Icon name="help" size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div data-autofocus tabIndex={-1} style={{ outline: 'none' }}>
          <Text fw={600} mb={4}>
            {term}
          </Text>
          <Text fz="sm">{text}</Text>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
