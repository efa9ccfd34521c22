// The button below a list that has more pages: they are loaded as a person scrolls, so it is there while the next one
// loads, and when that failed.
import { Button, Center } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';

/** The further pages of a list, as useInfiniteQuery has them. */
export type FurtherPages = {
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly isFetchNextPageError?: boolean;
  fetchNextPage?(): unknown;
};

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
