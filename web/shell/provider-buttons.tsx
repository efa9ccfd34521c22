// Signing in at a provider: a button for each that the operator has configured.
import { Button, Divider, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { signInAt, signInProviders } from '../api/session.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useLanguage } from '../words/language.tsx';

export function ProviderButtons() {
  const { t, language } = useLanguage();
  const providers = useQuery({ queryKey: ['sign-in-providers'], queryFn: signInProviders });
  const go = useMutation({ mutationFn: (id: string) => signInAt(id, language) });
  if (providers.data === undefined || providers.data.length === 0) return null;
  return (
    <Stack mt="md" gap="sm">
      <Divider label={t.signIn.or} />
      {providers.data.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={go.isPending && go.variables === id}
          onClick={() => go.mutate(id)}
          h="auto"
          mih="2.5rem"
          py="xs"
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          {t.signIn.withProvider({ name })}
        </Button>
      ))}
      {go.error && (
        <Text c="var(--mantine-color-error)" role="alert">
          <ErrorMessage t={t} error={go.error} />
        </Text>
      )}
    </Stack>
  );
}
