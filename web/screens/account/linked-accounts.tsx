// The person's accounts at sign-in providers: linking one, and unlinking.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { leaveFor } from '../../api/provider-redirect.ts';
import { signInProviders } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

type LinkedAccount = ConsoleBody<'/me/linked-accounts'>['data'][number];
type Provider = Awaited<ReturnType<typeof signInProviders>>[number];

/** Nothing where the operator has configured no provider and none is linked. */
export function LinkedAccounts() {
  const { t } = useLanguage();
  const providers = useQuery({ queryKey: ['sign-in-providers'], queryFn: signInProviders });
  const accounts = useQuery({
    queryKey: ['linked-accounts'],
    queryFn: async () => (await unwrap(consoleApi.GET('/me/linked-accounts'))).data,
  });
  const offered = providers.data ?? [];
  if (offered.length === 0 && (accounts.data ?? []).length === 0) return null;
  return (
    <Card title={t.account.providers.title}>
      <QueryContent query={accounts}>
        {(linked) => (
          <Stack>
            {linked.length === 0 && <Text c="dimmed">{t.account.providers.none}</Text>}
            {linked.map((account) => (
              <LinkedAccountRow key={account.id} account={account} />
            ))}
            {offered
              .filter(({ name }) => !linked.some(({ provider }) => provider === name))
              .map((provider) => (
                <LinkButton key={provider.id} provider={provider} />
              ))}
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

function LinkedAccountRow({ account: { id, provider, linkedAt, lastUsedAt } }: { readonly account: LinkedAccount }) {
  const { t, format } = useLanguage();
  const words = t.account.providers;
  const unlink = useAction(() => unwrap(consoleApi.DELETE('/me/linked-accounts/{id}', { params: { path: { id } } })), {
    done: words.unlinked,
  });
  const ask = () =>
    confirmFirst(t, {
      title: words.unlink,
      text: words.unlinkLead({ name: provider }),
      yes: words.unlink,
      act: () => unlink.mutate(undefined),
    });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {provider}
        </Text>
        <Text fz="sm" c="dimmed">
          {`${words.linkedAt}: ${format.instant(linkedAt)}`}
        </Text>
        {lastUsedAt !== null && (
          <Text fz="sm" c="dimmed">
            {`${words.lastUsed}: ${format.instant(lastUsedAt)}`}
          </Text>
        )}
      </div>
      <ActionButton
        size="compact-sm"
        variant="subtle"
        color="red"
        action={unlink}
        onClick={ask}
        aria-label={`${words.unlink}: ${provider}`}
      >
        {words.unlink}
      </ActionButton>
    </Group>
  );
}

function LinkButton({ provider: { id, name } }: { readonly provider: Provider }) {
  const { t, language } = useLanguage();
  const link = useAction(async () => {
    const body = { provider: id, language };
    leaveFor((await unwrap(consoleApi.POST('/me/linked-accounts', { body }))).data.url);
  });
  return (
    <ActionButton
      variant="default"
      action={link}
      onClick={() => link.mutate(undefined)}
      style={{ alignSelf: 'flex-start' }}
      maw="100%"
    >
      {t.account.providers.link({ name })}
    </ActionButton>
  );
}
