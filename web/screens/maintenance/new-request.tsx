// A new maintenance request for an apartment or for shared parts of a building.
import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useApartments, useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { Form } from '../../parts/form.tsx';
import { lastBuildingOf, rememberBuilding } from '../../parts/last-building.ts';
import { useLanguage } from '../../words/language.tsx';

export function NewRequest({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const form = useForm({ initialValues: { buildingId: '', apartmentId: '', title: '', description: '' } });
  const draft = useDraft({
    name: 'request new',
    values: form.values,
    changed: form.isDirty(),
    restore: form.setValues,
    discard: form.reset,
  });
  const buildingId = form.values.buildingId || lastBuildingOf(buildings)?.id;
  const apartments = useApartments(buildingId).data ?? [];
  const add = useAction(
    ({ apartmentId, title, description }: typeof form.values) =>
      unwrap(
        consoleApi.POST('/maintenance-requests', {
          body: { title, description, buildingId, ...(apartmentId && { apartmentId }) },
        }),
      ),
    {
      done: t.requests.added,
      next: () => {
        draft.remove();
        done();
      },
      onFields: form.setErrors,
    },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        {draft.note}
        <Select
          label={t.invoices.building}
          allowDeselect={false}
          searchable
          required
          data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
          value={buildingId ?? null}
          onChange={(id) => {
            form.setValues({ buildingId: id ?? '', apartmentId: '' });
            if (id !== null) rememberBuilding(id);
          }}
          error={form.errors.buildingId}
        />
        <Select
          label={t.invoices.apartment}
          allowDeselect={false}
          searchable
          data={[
            { value: '', label: t.requests.commonAreas },
            ...apartments.map(({ id, number }) => ({ value: id, label: number })),
          ]}
          {...form.getInputProps('apartmentId')}
        />
        <TextInput label={t.requests.subject} required {...form.getInputProps('title')} />
        <Textarea label={t.requests.description} required autosize minRows={3} {...form.getInputProps('description')} />
        <ActionButton type="submit" action={add}>
          {t.common.add}
        </ActionButton>
      </Stack>
    </Form>
  );
}
