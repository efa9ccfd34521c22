// The organization's name, and its sender details on invoices.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { personQuery, usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { useLanguage } from '../../words/language.tsx';
import { AccountChangeRule } from './account-rule.tsx';
import { SenderDetails } from './sender-details.tsx';

export function Organization() {
  return (
    <Stack gap="lg">
      <OrganizationName />
      <AccountChangeRule />
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
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t.buildings.name}
            required
            w="20rem"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending} disabled={name === organization.name}>
            {t.common.save}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
