// Signing in at a provider: a button for each that the operator has configured.
import { Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { signInAt, signInProviders } from '../api/session.ts';
import { ActionButton } from '../parts/action-button.tsx';
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
        <ActionButton
          key={id}
          variant="default"
          action={go}
          of={id}
          onClick={() => go.mutate(id)}
          h="auto"
          mih="2.5rem"
          py="xs"
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          {t.signIn.withProvider({ name })}
        </ActionButton>
      ))}
    </Stack>
  );
}
