// The statement formats that an organization mapped itself: rename or delete them.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';

type StatementFormat = ConsoleBody<'/statement-profiles'>['data'][number];

export function StatementFormats() {
  const { t } = useLanguage();
  const formats = useQuery({
    queryKey: ['statement-profiles'],
    queryFn: async () => (await unwrap(consoleApi.GET('/statement-profiles'))).data,
  });
  if (formats.data === undefined || formats.data.length === 0) return null;
  return (
    <Card title={t.statements.formats}>
      <Stack>
        <Text fz="sm" c="dimmed">
          {t.statements.formatsLead}
        </Text>
        {formats.data.map((format) => (
          <StatementFormatRow key={format.id} format={format} />
        ))}
      </Stack>
    </Card>
  );
}

function StatementFormatRow({ format }: { readonly format: StatementFormat }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const params = { path: { id: format.id } };
  const remove = useAction(() => unwrap(consoleApi.DELETE('/statement-profiles/{id}', { params })), {
    done: t.statements.removed,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.statements.remove,
      text: t.statements.removeLead,
      yes: t.statements.remove,
      act: () => remove.mutate(undefined),
    });
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{format.name}</Text>
        <Text fz="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {[...format.headings.filter(Boolean), format.currency].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="subtle" onClick={open}>
          {t.statements.rename}
        </Button>
        <ActionButton size="compact-sm" variant="subtle" color="red" action={remove} onClick={ask}>
          {t.statements.remove}
        </ActionButton>
      </Group>
      <Dialog opened={opened} onClose={close} title={t.statements.rename}>
        <RenameForm format={format} done={close} />
      </Dialog>
    </Group>
  );
}

function RenameForm({ format, done }: { readonly format: StatementFormat; readonly done: () => void }) {
  const { t } = useLanguage();
  const [name, setName] = useState(format.name);
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const rename = useAction(
    () => unwrap(consoleApi.PATCH('/statement-profiles/{id}', { params: { path: { id: format.id } }, body: { name } })),
    { done: t.statements.renamed, onFields: setWrong, next: done },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(undefined);
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.statements.name}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wrong.name}
        />
        <ActionButton type="submit" action={rename}>
          {t.statements.rename}
        </ActionButton>
      </Stack>
    </Form>
  );
}
