// What is done with an API key in the list: change its networks and strict handling, replace its text, revoke it.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ChangeableKeyFields, keyFieldErrors, listOrNull } from './key-fields.tsx';
import { showSecretOnce } from './show-secret-once.tsx';

export type ApiKey = ConsoleBody<'/api-keys'>['data'][number];

export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useLanguage();
  const { id, name } = apiKey;
  const [edited, edit] = useDisclosure();
  const [replaced, replace] = useDisclosure();
  const revoke = useAction(() => unwrap(consoleApi.DELETE('/api-keys/{id}', { params: { path: { id } } })), {
    done: t.settings.keyRevoked,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.settings.revoke,
      text: t.settings.revokeLead({ name }),
      yes: t.settings.revoke,
      act: () => revoke.mutate(undefined),
    });
  const plain = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <Group gap={4} justify="flex-end">
      <Button {...plain} onClick={edit.open}>
        {t.common.edit}
      </Button>
      <Button {...plain} onClick={replace.open}>
        {t.apiKeys.replace}
      </Button>
      <ActionButton {...plain} color="red" action={revoke} onClick={ask}>
        {t.settings.revoke}
      </ActionButton>
      <Dialog opened={edited} onClose={edit.close} title={t.apiKeys.editTitle}>
        <EditKey apiKey={apiKey} done={edit.close} />
      </Dialog>
      <Dialog opened={replaced} onClose={replace.close} title={t.apiKeys.replaceTitle}>
        <ReplaceKey apiKey={apiKey} done={replace.close} />
      </Dialog>
    </Group>
  );
}

type KeyDialog = { readonly apiKey: ApiKey; readonly done: () => void };

function EditKey({ apiKey: { id, name, networks, strict }, done }: KeyDialog) {
  const { t } = useLanguage();
  const form = useForm({ initialValues: { networks: [...(networks ?? [])], strict } });
  const save = useAction(
    (values: typeof form.values) =>
      unwrap(
        consoleApi.PATCH('/api-keys/{id}', {
          params: { path: { id } },
          body: { strict: values.strict, networks: listOrNull(values.networks) },
        }),
      ),
    { done: t.requestLog.changed, next: done, onFields: (fields) => form.setErrors(keyFieldErrors(fields)) },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text fw={600}>{name}</Text>
        <ChangeableKeyFields getInputProps={form.getInputProps} />
        <ActionButton type="submit" action={save}>
          {t.common.save}
        </ActionButton>
      </Stack>
    </Form>
  );
}

const overlaps = [0, 1, 24, 72, 168] as const;

function ReplaceKey({ apiKey: { id, name }, done }: KeyDialog) {
  const { t } = useLanguage();
  const [hours, setHours] = useState('24');
  const replace = useAction(
    (overlapHours: number) =>
      unwrap(consoleApi.POST('/api-keys/{id}/replace', { params: { path: { id } }, body: { overlapHours } })),
    {
      next: ({ data }) => {
        done();
        showSecretOnce(t, data.name, data.apiKey);
      },
    },
  );
  return (
    <Stack>
      <Text fz="sm">{t.apiKeys.replaceLead({ name })}</Text>
      <Select
        label={t.apiKeys.overlap}
        allowDeselect={false}
        data={overlaps.map((value) => ({ value: String(value), label: t.apiKeys.overlaps[`hours${value}`] }))}
        value={hours}
        onChange={(value) => setHours(value ?? '24')}
      />
      <ActionButton action={replace} onClick={() => replace.mutate(Number(hours))}>
        {t.apiKeys.replace}
      </ActionButton>
    </Stack>
  );
}
