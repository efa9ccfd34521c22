// Whether programs may change the accounts that money goes to.
import { Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '../../api/use-action.ts';
import { door, take } from '../../api/client.ts';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

export function AccountRule() {
  const { t } = useLanguage();
  const organization = useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await take(door.GET('/organization'))).data,
  });
  const change = useAct(
    (accountsByPeopleOnly: boolean) => take(door.PATCH('/organization', { body: { accountsByPeopleOnly } })),
    { done: t.buildings.saved },
  );
  return (
    <Card title={t.bankAccounts.rule}>
      <Text c="dimmed" mb="md">
        {t.bankAccounts.ruleLead}
      </Text>
      <Loaded query={organization}>
        {({ accountsByPeopleOnly }) => (
          <Switch
            label={t.bankAccounts.ruleSwitch}
            checked={change.isPending ? change.variables : accountsByPeopleOnly}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        )}
      </Loaded>
    </Card>
  );
}
