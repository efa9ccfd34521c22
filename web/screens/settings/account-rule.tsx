// The setting whether API keys may change bank accounts of buildings.
import { Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

export function AccountChangeRule() {
  const { t } = useLanguage();
  const organization = useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await unwrap(consoleApi.GET('/organization'))).data,
  });
  const change = useAction(
    (accountsByPeopleOnly: boolean) => unwrap(consoleApi.PATCH('/organization', { body: { accountsByPeopleOnly } })),
    { done: t.buildings.saved },
  );
  return (
    <Card title={t.bankAccounts.rule}>
      <Text c="dimmed" mb="md">
        {t.bankAccounts.ruleLead}
      </Text>
      <QueryContent query={organization}>
        {({ accountsByPeopleOnly }) => (
          <Switch
            label={t.bankAccounts.ruleSwitch}
            checked={change.isPending ? change.variables : accountsByPeopleOnly}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        )}
      </QueryContent>
    </Card>
  );
}
