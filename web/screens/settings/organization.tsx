// The organization's name, and its sender details on invoices.
import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { personQuery, usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Form } from '../../parts/form.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { SenderDetails } from './sender-details.tsx';

export function Organization() {
  return (
    <Stack gap="lg">
      <OrganizationName />
      <AccountChangeRule />
      <SecondFactorRule />
      <SenderDetails />
    </Stack>
  );
}

function OrganizationName() {
  const { t } = useLanguage();
  const client = useQueryClient();
  const { organization } = usePerson();
  const [name, setName] = useState(organization.name);
  const save = useAction(() => unwrap(consoleApi.PATCH('/organization', { body: { name } })), {
    done: t.buildings.saved,
    next: () => void client.invalidateQueries({ queryKey: personQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={t.settings.parts.organization}>
      <Form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t.buildings.name}
            required
            w="20rem"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ActionButton type="submit" action={save} disabled={name === organization.name}>
            {t.common.save}
          </ActionButton>
        </Group>
      </Form>
    </Card>
  );
}

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => (await unwrap(consoleApi.GET('/organization'))).data,
});

function AccountChangeRule() {
  const { t } = useLanguage();
  const organization = useQuery(organizationQuery);
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
      <ActionFailure action={change} />
    </Card>
  );
}

function SecondFactorRule() {
  const { t } = useLanguage();
  const organization = useQuery(organizationQuery);
  const change = useAction(
    (secondFactorRequired: boolean) => unwrap(consoleApi.PATCH('/organization', { body: { secondFactorRequired } })),
    { done: t.buildings.saved },
  );
  return (
    <Card title={t.secondFactors.rule}>
      <Text c="dimmed" mb="md">
        {t.secondFactors.ruleLead}
      </Text>
      <QueryContent query={organization}>
        {({ secondFactorRequired }) => (
          <Switch
            label={t.secondFactors.ruleSwitch}
            checked={change.isPending ? change.variables : secondFactorRequired}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        )}
      </QueryContent>
      <ActionFailure action={change} />
    </Card>
  );
}
