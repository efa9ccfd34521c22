// The form of a resident: for a new one also the apartment and the first day; e-mails are in the resident's language.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Language, languages } from '../../../src/platform/values/languages.ts';
import { consoleApi, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmFirst } from '../../parts/confirm.ts';
import { todayIn } from '../../parts/today.ts';
import { languageNames, useLanguage } from '../../words/language.tsx';
import { ChooseApartment } from './choose-apartment.tsx';

export function ResidentForm({
  resident,
  done,
}: {
  readonly resident: Schemas['Resident'] | undefined;
  readonly done: () => void;
}) {
  const { t, language } = useLanguage();
  const [apartmentId, setApartment] = useState<string>();
  const form = useForm({
    initialValues: {
      name: resident?.name ?? '',
      email: resident?.email ?? '',
      phone: resident?.phone ?? '',
      language: (resident?.language ?? language) as Language,
      since: todayIn(),
      role: 'owner' as 'owner' | 'tenant',
    },
  });
  const save = useAction(
    async ({ name, email, phone, language: own, since, role }: typeof form.values) => {
      const body = { name, email: email || null, phone: phone || null, language: own };
      if (resident) return unwrap(consoleApi.PATCH('/residents/{id}', { params: { path: { id: resident.id } }, body }));
      const apartments = apartmentId === undefined ? [] : [{ apartmentId, since, role }];
      return unwrap(consoleApi.POST('/residents', { body: { ...body, apartments } }));
    },
    { done: t.residents.saved, next: done, onFields: form.setErrors },
  );
  const remove = useAction((id: string) => unwrap(consoleApi.DELETE('/residents/{id}', { params: { path: { id } } })), {
    done: t.residents.removed,
    next: done,
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput label={t.residents.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t.residents.email} type="email" {...form.getInputProps('email')} />
        <TextInput label={t.residents.phone} type="tel" {...form.getInputProps('phone')} />
        <Select
          label={t.common.language}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        {resident === undefined && (
          <>
            <ChooseApartment chosen={apartmentId} choose={setApartment} />
            {apartmentId && (
              <Group grow>
                <Select
                  label={t.residents.role}
                  allowDeselect={false}
                  data={[
                    { value: 'owner', label: t.residents.roles.owner },
                    { value: 'tenant', label: t.residents.roles.tenant },
                  ]}
                  {...form.getInputProps('role')}
                />
                <TextInput type="date" label={t.residents.since} required {...form.getInputProps('since')} />
              </Group>
            )}
          </>
        )}
        <Group justify="space-between">
          <Button type="submit" loading={save.isPending}>
            {t.common.save}
          </Button>
          {resident && (
            <Button
              variant="subtle"
              color="red"
              onClick={() =>
                confirmFirst(t, {
                  title: t.residents.remove,
                  text: t.residents.removeLead({ name: resident.name }),
                  yes: t.common.remove,
                  act: () => remove.mutate(resident.id),
                })
              }
            >
              {t.residents.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
