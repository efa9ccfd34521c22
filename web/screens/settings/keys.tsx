// API keys for programs: created here and shown once.
import { Button, Checkbox, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { showSecretOnce } from './show-secret-once.tsx';

const roles = ['accountant', 'manager', 'owner'] as const;

export function ApiKeys() {
  const { t, format } = useLanguage();
  const keys = usePages(['keys'], (cursor) =>
    unwrap(consoleApi.GET('/api-keys', { params: { query: pageQuery(cursor, 50) } })),
  );
  const revoke = useAction((id: string) => unwrap(consoleApi.DELETE('/api-keys/{id}', { params: { path: { id } } })), {
    done: t.settings.keyRevoked,
  });
  const change = useAction(
    ({ id, strict }: { readonly id: string; readonly strict: boolean }) =>
      unwrap(consoleApi.PATCH('/api-keys/{id}', { params: { path: { id } }, body: { strict } })),
    { done: t.requestLog.changed },
  );
  const ask = (id: string, name: string) =>
    confirmFirst(t, {
      title: t.settings.revoke,

      text: t.settings.revokeLead({ name }),
      yes: t.settings.revoke,
      act: () => revoke.mutate(id),
    });
  const add = <AddInDialog label={t.settings.newKey} form={(done) => <NewApiKey done={done} />} />;
  return (
    <Card title={t.settings.parts.keys} flush actions={add}>
      <QueryTable
        query={keys}
        none={<EmptyState icon="settings" title={t.settings.noKeys} next={t.emptyLists.keys} />}
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
            title: t.requestLog.strict,
            cell: ({ id, name, strict }) => (
              <Switch
                size="sm"
                aria-label={`${t.requestLog.strict}: ${name}`}
                label={strict ? t.requestLog.strictOn : t.requestLog.strictOff}
                checked={strict}
                disabled={change.isPending}
                onChange={(event) => change.mutate({ id, strict: event.currentTarget.checked })}
              />
            ),
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

function NewApiKey({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({
    initialValues: { name: '', role: 'accountant' as (typeof roles)[number], expires: '', strict: false },
  });
  const make = useAction(
    ({ name, role, expires, strict }: typeof form.values) =>
      unwrap(
        consoleApi.POST('/api-keys', {
          body: {
            name,
            role,
            strict,
            expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString(),
          },
        }),
      ),
    {
      next: ({ data }) => {
        done();
        showSecretOnce(t, data.name, data.apiKey);
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
        <Checkbox
          label={t.requestLog.strict}
          description={t.requestLog.strictLead}
          {...form.getInputProps('strict', { type: 'checkbox' })}
        />
        <Button type="submit" loading={make.isPending}>
          {t.settings.newKey}
        </Button>
      </Stack>
    </form>
  );
}
