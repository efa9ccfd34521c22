// How long entries of the audit log are kept.
import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

const choices = Array.from({ length: 10 }, (_, index) => String(index + 1));

export function AuditRetention() {
  const { t } = useLanguage();
  const settings = useQuery({
    queryKey: ['audit-settings'],
    queryFn: async () => (await unwrap(consoleApi.GET('/audit-log/settings'))).data,
  });
  return (
    <>
      <Text c="dimmed" mb="md">
        {t.auditLog.keepLead}
      </Text>
      <QueryContent query={settings}>{({ years }) => <RetentionForm key={years} years={years} />}</QueryContent>
    </>
  );
}

function RetentionForm({ years }: { readonly years: number }) {
  const { t } = useLanguage();
  const [chosen, choose] = useState(String(years));
  const save = useAction(() => unwrap(consoleApi.PATCH('/audit-log/settings', { body: { years: Number(chosen) } })), {
    done: t.auditLog.saved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <Form onSubmit={submit}>
      <Group align="flex-end">
        <Select
          label={t.auditLog.years}
          w="8rem"
          allowDeselect={false}
          data={choices}
          value={chosen}
          onChange={(value) => choose(value ?? chosen)}
        />
        <ActionButton type="submit" action={save} disabled={chosen === String(years)}>
          {t.common.save}
        </ActionButton>
      </Group>
    </Form>
  );
}
