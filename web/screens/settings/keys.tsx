// API keys: by which programs ask, made here and shown once.
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAct } from '../../api/use-action.ts';
import { door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { askFirst } from '../../parts/confirm.ts';
import { Card } from '../../parts/card.tsx';
import { Listed } from '../../parts/query-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { showOnce } from './shown-once.tsx';

const roles = ['accountant', 'manager', 'owner'] as const;

export function Keys() {
  const { t, format } = useLanguage();
  const keys = usePages(['keys'], (cursor) => take(door.GET('/api-keys', { params: { query: after(cursor, 50) } })));
  const revoke = useAct((id: string) => take(door.DELETE('/api-keys/{id}', { params: { path: { id } } })), {
    done: t.settings.keyRevoked,
  });
  const ask = (id: string, name: string) =>
    askFirst(t, {
      title: t.settings.revoke,

      text: t.settings.revokeLead({ name }),
      yes: t.settings.revoke,
      act: () => revoke.mutate(id),
    });
  const add = <AddInDialog label={t.settings.newKey} form={(done) => <NewKey done={done} />} />;
  return (
    <Card title={t.settings.parts.keys} flush actions={add}>
      <Listed
        query={keys}
        none={<Empty icon="settings" title={t.settings.noKeys} />}
        label={t.settings.parts.keys}
        keyOf={({ id }) => id}
        columns={[
          { title: t.settings.keyName, cell: ({ name }) => name },
          { title: t.residents.role, cell: ({ role }) => t.common.roles[role] },
          { title: t.settings.key, cell: ({ keyHint }) => keyHint },
          {
            title: t.settings.lastUsed,
            cell: ({ lastUsedAt }) => (lastUsedAt ? format.instant(lastUsedAt) : t.settings.never),
          },
          {
            title: t.residents.expires,
            cell: ({ expiresAt }) => (expiresAt ? format.instant(expiresAt) : t.common.none),
            wide: true,
          },
          {
            title: t.settings.revoke,
            action: true,

            cell: ({ id, name }) => (
              <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask(id, name)}>
                {t.settings.revoke}
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}

function NewKey({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({ initialValues: { name: '', role: 'accountant' as (typeof roles)[number], expires: '' } });
  const make = useAct(
    ({ name, role, expires }: typeof form.values) =>
      take(
        door.POST('/api-keys', {
          body: { name, role, expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString() },
        }),
      ),
    {
      next: ({ data }) => {
        done();
        showOnce(t, data.name, data.apiKey);
      },
      onFields: form.setErrors,
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack>
        <TextInput label={t.settings.keyName} required data-autofocus {...form.getInputProps('name')} />
        <Select
          label={t.residents.role}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: t.common.roles[value] }))}
          {...form.getInputProps('role')}
        />
        <TextInput type="date" label={t.residents.expires} {...form.getInputProps('expires')} />
        <Button type="submit" loading={make.isPending}>
          {t.settings.newKey}
        </Button>
      </Stack>
    </form>
  );
}
