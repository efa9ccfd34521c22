// The button below a list that has more pages: they are loaded as a person scrolls, so it is there while the next one
// loads, and when that failed.
import { Button, Center } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import type { FurtherPages } from './virtual-rows.ts';

export function LoadMore({ query }: { readonly query: FurtherPages }) {
  const { t } = useLanguage();
  if (!query.hasNextPage) return null;
  return (
    <Center p="md">
      <Button variant="default" loading={query.isFetchingNextPage ?? false} onClick={() => query.fetchNextPage?.()}>
        {t.common.more}
      </Button>
    </Center>
  );
}
