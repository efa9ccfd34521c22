// The button below a list that has more pages.
import { Button, Center } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';

export function LoadMore({
  query,
}: {
  readonly query: { readonly hasNextPage?: boolean; readonly isFetchingNextPage?: boolean; fetchNextPage?(): unknown };
}) {
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
