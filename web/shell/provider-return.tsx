// Where a sign-in provider sends people back to: finishes what they began, and goes on to the page that they had left.
import { Alert, Anchor, Box, Center, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pageLeft } from '../api/provider-way.ts';
import { finishAt } from '../api/session.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { LoadingState } from '../parts/states.tsx';
import { useLanguage } from '../words/language.tsx';

export function ProviderReturn() {
  const { t } = useLanguage();
  const [page] = useState(pageLeft);
  const [{ provider, query }] = useState(() => ({
    provider: location.pathname.split('/')[3] ?? '',
    query: location.search.slice(1),
  }));
  const finish = useQuery({
    queryKey: ['provider-return', query],
    queryFn: async () => {
      await finishAt(provider, query);
      location.replace(page);
      return true;
    },
    retry: false, // The answer works once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    document.title = `${t.signIn.title} · Haldur`;
    history.replaceState(null, '', location.pathname); // The answer is not kept in the history.
  }, [t]);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Box w="100%" maw="24rem">
        <Text fw={700} c="pine" fz="xl" mb="lg">
          Haldur
        </Text>
        {finish.error ? (
          <Stack>
            <Alert color="red" role="alert">
              <ErrorMessage t={t} error={finish.error} />
            </Alert>
            <Anchor href={page}>{t.signIn.back}</Anchor>
          </Stack>
        ) : (
          <>
            <Text role="status">{t.signIn.finishing}</Text>
            <LoadingState />
          </>
        )}
      </Box>
    </Center>
  );
}
