// The banks through which residents pay: their terms and keys, which can be set and are never shown.
import { PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Form } from '../../parts/form.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

const providers = ['ipizza', 'montonio'] as const;

export function Banks() {
  const { t } = useLanguage();
  const banks = usePages(['banks'], (cursor) =>
    unwrap(consoleApi.GET('/banks', { params: { query: pageQuery(cursor, 50) } })),
  );
  const remove = useAction((id: string) => unwrap(consoleApi.DELETE('/banks/{id}', { params: { path: { id } } })), {
    done: t.banks.removed,
  });
  const askRemove = (id: string, name: string) =>
    confirmFirst(t, {
      title: t.banks.remove,
      text: t.banks.removeLead({ name }),
      yes: t.common.remove,
      act: () => remove.mutate(id),
    });
  const add = <AddInDialog label={t.banks.add} form={(done) => <NewBank done={done} />} />;
  return (
    <Card title={t.settings.parts.banks} flush actions={add}>
      <QueryTable
        query={banks}
        none={<EmptyState icon="payment" title={t.banks.none} next={t.emptyLists.banks} />}
        label={t.settings.parts.banks}
        keyOf={({ id }) => id}
        columns={[
          { title: t.buildings.name, cell: ({ title }) => title },
          { title: t.banks.provider, cell: ({ provider }) => provider },
          { title: t.banks.merchant, cell: ({ merchant }) => merchant ?? t.common.none },
          {
            title: t.common.remove,
            action: true,
            cell: ({ id, title }) => (
              <ActionButton
                size="compact-sm"
                variant="subtle"
                color="red"
                action={remove}
                of={id}
                onClick={() => askRemove(id, title)}
              >
                {t.common.remove}
              </ActionButton>
            ),
          },
        ]}
      />
    </Card>
  );
}

function NewBank({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({
    initialValues: {
      name: '',
      title: '',
      provider: 'ipizza' as (typeof providers)[number],
      url: '',
      merchant: '',
      bankId: '',
      privateKey: '',
      bankKey: '',
      secretKey: '',
    },
  });
  const ipizza = form.values.provider === 'ipizza';
  const add = useAction(
    ({ name, title, provider, merchant, url, ...own }: typeof form.values) => {
      const { bankId, privateKey, bankKey, secretKey } = own;
      const terms = ipizza ? { url, bankId, privateKey, bankKey } : { secretKey };
      return unwrap(
        consoleApi.POST('/banks', {
          body: { name, provider, merchant, title: title || undefined, ...terms },
        }),
      );
    },
    { done: t.banks.added, next: done, onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <Select
          label={t.banks.provider}
          allowDeselect={false}
          data={providers.map((value) => ({ value, label: t.banks.providers[value] }))}
          {...form.getInputProps('provider')}
        />
        <TextInput label={t.banks.name} description={t.banks.nameHint} required {...form.getInputProps('name')} />
        <TextInput label={t.banks.title} {...form.getInputProps('title')} />
        <TextInput label={t.banks.merchant} required {...form.getInputProps('merchant')} />
        {ipizza ? (
          <>
            <TextInput label={t.banks.url} type="url" required {...form.getInputProps('url')} />
            <TextInput label={t.banks.bankId} required {...form.getInputProps('bankId')} />
            <Textarea label={t.banks.privateKey} required autosize minRows={3} {...form.getInputProps('privateKey')} />
            <Textarea label={t.banks.bankKey} required autosize minRows={3} {...form.getInputProps('bankKey')} />
          </>
        ) : (
          <PasswordInput label={t.banks.secretKey} required autoComplete="off" {...form.getInputProps('secretKey')} />
        )}
        <ActionButton type="submit" action={add}>
          {t.common.add}
        </ActionButton>
      </Stack>
    </Form>
  );
}
