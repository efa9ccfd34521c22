// The form of a resident: their data and apartments, or those of a new one. E-mails are in the resident's language.
import { Alert, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Language, languages } from '../../../src/platform/values/languages.ts';
import type { Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Form } from '../../parts/form.tsx';
import { todayIn } from '../../parts/today.ts';
import { languageNames, useLanguage } from '../../words/language.tsx';
import { ChooseApartment } from './choose-apartment.tsx';
import { isCurrent, type ResidencyBody } from './residency.ts';
import { ResidencyForm, RoleSelect } from './residency-form.tsx';
import { ResidencyList } from './residency-list.tsx';
import { ResidentData } from './resident-data.tsx';

type ResidentBody = Schemas['Resident'];

/**
 * A resident with their apartments. A residency is edited in place of the form; `apartmentId` is fixed where a new
 * person moves in.
 */
export function ResidentForm({
  resident,
  apartmentId,
  done,
}: {
  readonly resident: ResidentBody | undefined;
  readonly apartmentId?: string;
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const [open, setOpen] = useState<{ readonly residency: ResidencyBody; readonly toRemove: boolean }>();
  const isOwner = useIsAllowed('own');
  if (resident === undefined || open === undefined)
    return (
      <>
        <PersonForm
          resident={resident}
          apartmentId={apartmentId}
          edit={(residency) => setOpen({ residency, toRemove: false })}
          moveOutFirst={(residency) => setOpen({ residency, toRemove: true })}
          done={done}
        />
        {resident && isOwner && <ResidentData id={resident.id} />}
      </>
    );
  const { name } = resident;
  const { residency, toRemove } = open;
  const apartment = { id: residency.apartmentId, number: residency.number };
  return (
    <Stack>
      {toRemove && <Alert color="yellow">{t.moves.stillThere({ name, number: residency.number })}</Alert>}
      <ResidencyForm resident={resident} apartment={apartment} residency={residency} done={done} />
      <Button variant="default" onClick={() => setOpen(undefined)}>
        {t.common.back}
      </Button>
    </Stack>
  );
}

function PersonForm({
  resident,
  apartmentId,
  edit,
  moveOutFirst,
  done,
}: {
  readonly resident: ResidentBody | undefined;
  readonly apartmentId: string | undefined;
  readonly edit: (residency: ResidencyBody) => void;
  readonly moveOutFirst: (residency: ResidencyBody) => void;
  readonly done: () => void;
}) {
  const { t, language } = useLanguage();
  const [chosen, setApartment] = useState(apartmentId);
  const form = useForm({
    initialValues: {
      name: resident?.name ?? '',
      email: resident?.email ?? '',
      phone: resident?.phone ?? '',
      language: (resident?.language ?? language) as Language,
      since: todayIn(),
      role: 'owner' as 'owner' | 'tenant',
      receivesInvoice: true,
    },
  });
  const save = useAction(
    async ({ name, email, phone, language: own, ...residency }: typeof form.values) => {
      const body = { name, email: email || null, phone: phone || null, language: own };
      if (resident) return unwrap(consoleApi.PATCH('/residents/{id}', { params: { path: { id: resident.id } }, body }));
      const apartments = chosen === undefined ? [] : [{ apartmentId: chosen, ...residency }];
      return unwrap(consoleApi.POST('/residents', { body: { ...body, apartments } }));
    },
    { done: t.residents.saved, next: done, onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput label={t.residents.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t.residents.email} type="email" {...form.getInputProps('email')} />
        <TextInput label={t.residents.phone} type="tel" {...form.getInputProps('phone')} />
        <LanguageSelect {...form.getInputProps('language')} />
        {resident && <ResidencyList residencies={resident.apartments} edit={edit} />}
        {resident === undefined && apartmentId === undefined && (
          <ChooseApartment chosen={chosen} choose={setApartment} />
        )}
        {resident === undefined && chosen && (
          <>
            <Group grow align="flex-start">
              <TextInput
                type="date"
                label={t.moves.firstDay}
                required
                {...form.getInputProps('since')}
                error={form.errors['apartments.0.since']}
              />
              <RoleSelect {...form.getInputProps('role')} />
            </Group>
            <Checkbox label={t.moves.receives} {...form.getInputProps('receivesInvoice', { type: 'checkbox' })} />
          </>
        )}
        <Group justify="space-between">
          <ActionButton type="submit" action={save}>
            {t.common.save}
          </ActionButton>
          {resident && <RemoveResident resident={resident} moveOutFirst={moveOutFirst} done={done} />}
        </Group>
      </Stack>
    </Form>
  );
}

/** The language of a person's e-mails. */
export function LanguageSelect(input: { readonly value?: Language; readonly onChange?: (language: Language) => void }) {
  const { t } = useLanguage();
  return (
    <Select
      label={t.common.language}
      allowDeselect={false}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
      {...input}
      onChange={(value) => input.onChange?.(value as Language)}
    />
  );
}

/** Deletes a resident. Somebody who still has an apartment moves out first. */
function RemoveResident({
  resident: { id, name, apartments },
  moveOutFirst,
  done,
}: {
  readonly resident: ResidentBody;
  readonly moveOutFirst: (residency: ResidencyBody) => void;
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const remove = useAction(() => unwrap(consoleApi.DELETE('/residents/{id}', { params: { path: { id } } })), {
    done: t.residents.removed,
    next: done,
  });
  const current = apartments.find(isCurrent);
  const ask = () =>
    confirmFirst(t, {
      title: t.residents.remove,
      text: t.residents.removeLead({ name }),
      yes: t.common.remove,
      act: () => remove.mutate(),
    });
  return (
    <ActionButton
      variant="subtle"
      color="red"
      action={remove}
      onClick={() => (current === undefined ? ask() : moveOutFirst(current))}
    >
      {t.residents.remove}
    </ActionButton>
  );
}
