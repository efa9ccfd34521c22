// Creates an API key, in a dialog; its text is shown once.
import { Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ChangeableKeyFields, keyFieldErrors, listOrNull } from './key-fields.tsx';
import { showSecretOnce } from './show-secret-once.tsx';

const roles = ['accountant', 'manager', 'owner'] as const;

const emptyKey = {
  name: '',
  role: 'accountant' as (typeof roles)[number],
  readOnly: false,
  buildingIds: [] as string[],
  networks: [] as string[],
  expires: '',
  strict: false,
};

export function NewApiKey({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const form = useForm({ initialValues: emptyKey });
  const make = useAction(
    ({ expires, buildingIds, networks, ...values }: typeof emptyKey) =>
      unwrap(
        consoleApi.POST('/api-keys', {
          body: {
            ...values,
            buildingIds: listOrNull(buildingIds),
            networks: listOrNull(networks),
            expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString(),
          },
        }),
      ),
    {
      next: ({ data }) => {
        done();
        showSecretOnce(t, data.name, data.apiKey);
      },
      onFields: (fields) => form.setErrors(keyFieldErrors(fields)),
    },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack>
        <TextInput label={t.settings.keyName} required data-autofocus {...form.getInputProps('name')} />
        <Select
          label={t.residents.role}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: t.common.roles[value] }))}
          {...form.getInputProps('role')}
        />
        <Checkbox
          label={t.apiKeys.readOnly}
          description={t.apiKeys.readOnlyLead}
          {...form.getInputProps('readOnly', { type: 'checkbox' })}
        />
        <MultiSelect
          label={t.apiKeys.buildings}
          description={t.apiKeys.buildingsLead}
          searchable
          clearable
          data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('buildingIds')}
        />
        <ChangeableKeyFields getInputProps={form.getInputProps} />
        <TextInput type="date" label={t.residents.expires} {...form.getInputProps('expires')} />
        <ActionButton type="submit" action={make}>
          {t.settings.newKey}
        </ActionButton>
      </Stack>
    </Form>
  );
}
