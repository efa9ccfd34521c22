// The form of a residency: moving in, moving out, and correcting the days, the role and who receives the invoices.
import { Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Form } from '../../parts/form.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import type { ResidencyBody } from './residency.ts';

export function ResidencyForm({
  resident,
  apartment,
  residency,
  done,
}: {
  readonly resident: { readonly id: string; readonly name: string };
  readonly apartment: { readonly id: string; readonly number: string };
  /** Undefined: the person moves in. */
  readonly residency: ResidencyBody | undefined;
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const form = useForm({
    initialValues: {
      since: residency?.since ?? todayIn(),
      until: residency?.until ?? '',
      role: residency?.role ?? ('owner' as const),
      receivesInvoice: residency?.receivesInvoice ?? true,
    },
  });
  const save = useAction(
    ({ until, ...rest }: typeof form.values) => {
      const body = { ...rest, until: until || null };
      const path = { id: resident.id };
      if (residency === undefined)
        return unwrap(
          consoleApi.POST('/residents/{id}/residencies', {
            params: { path },
            body: { ...body, apartmentId: apartment.id },
          }),
        );
      const ids = { ...path, residencyId: residency.id };
      return unwrap(consoleApi.PATCH('/residents/{id}/residencies/{residencyId}', { params: { path: ids }, body }));
    },
    { done: t.moves.saved, next: done, onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text fw={600}>{t.moves.title({ name: resident.name, number: apartment.number })}</Text>
        <Group grow align="flex-start">
          <TextInput type="date" label={t.moves.firstDay} required {...form.getInputProps('since')} />
          <TextInput
            type="date"
            label={t.moves.lastDay}
            min={form.values.since}
            {...(residency && { 'data-autofocus': true })}
            {...form.getInputProps('until')}
          />
        </Group>
        <Text fz="sm" c="dimmed">
          {t.moves.lastDayHint}
        </Text>
        <RoleSelect {...form.getInputProps('role')} />
        <Checkbox label={t.moves.receives} {...form.getInputProps('receivesInvoice', { type: 'checkbox' })} />
        <Text fz="sm" c="dimmed">
          {t.moves.payersHint}
        </Text>
        <Group justify="space-between">
          <ActionButton type="submit" action={save}>
            {t.common.save}
          </ActionButton>
          {residency && <DeleteResidency resident={resident} residency={residency} done={done} />}
        </Group>
      </Stack>
    </Form>
  );
}

/** Owner or tenant. */
export function RoleSelect(input: {
  readonly value?: 'owner' | 'tenant';
  readonly onChange?: (role: 'owner' | 'tenant') => void;
}) {
  const { t } = useLanguage();
  return (
    <Select
      label={t.residents.role}
      allowDeselect={false}
      data={(['owner', 'tenant'] as const).map((value) => ({ value, label: t.residents.roles[value] }))}
      {...input}
      onChange={(value) => input.onChange?.(value as 'owner' | 'tenant')}
    />
  );
}

function DeleteResidency({
  resident: { id, name },
  residency: { id: residencyId, number },
  done,
}: {
  readonly resident: { readonly id: string; readonly name: string };
  readonly residency: ResidencyBody;
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const remove = useAction(
    () =>
      unwrap(consoleApi.DELETE('/residents/{id}/residencies/{residencyId}', { params: { path: { id, residencyId } } })),
    { done: t.moves.deleted, next: done },
  );
  const ask = () =>
    confirmFirst(t, {
      title: t.moves.delete,
      text: t.moves.deleteLead({ name, number }),
      yes: t.common.remove,
      act: () => remove.mutate(),
    });
  return (
    <ActionButton variant="subtle" color="red" action={remove} onClick={ask}>
      {t.moves.delete}
    </ActionButton>
  );
}
