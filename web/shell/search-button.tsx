// The button of the search in the header, which Ctrl-K or Cmd-K presses from everywhere. The focus returns to where it
// was, or goes to the page of a result.
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect, useRef } from 'react';
import { Icon } from '../parts/icons.tsx';
import { useLanguage } from '../words/language.tsx';
import { lazyPart } from './lazy.ts';

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog);

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export function SearchButton() {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const focusAfterwards = useRef<HTMLElement>(null);
  const begin = () => {
    if (!opened) focusAfterwards.current = document.activeElement as HTMLElement | null;
    open();
  };
  const leave = () => {
    focusAfterwards.current = document.getElementById('content');
    close();
  };
  useEffect(() => {
    if (!opened) focusAfterwards.current?.focus({ preventScroll: true });
  }, [opened]);
  useHotkeys([['mod+K', begin]], []);
  const shared = { onClick: begin, 'aria-keyshortcuts': 'Control+K Meta+K' };
  return (
    <>
      <Button
        {...shared}
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<Icon name="search" size={16} />}
        rightSection={<Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>}
      >
        {t.search.title}
      </Button>
      <ActionIcon {...shared} variant="subtle" color="gray" size={40} hiddenFrom="sm" aria-label={t.search.title}>
        <Icon name="search" />
      </ActionIcon>
      <Suspense fallback={null}>{opened && <SearchDialog close={close} leave={leave} />}</Suspense>
    </>
  );
}
