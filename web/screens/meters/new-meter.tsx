// A new meter of an apartment or of the whole building.
import { Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, unwrap } from '../../api/client.ts';
import { useApartments } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { MeterBody } from './meter-words.ts';

const types = ['cold_water', 'hot_water', 'heating', 'electricity', 'gas'] as const;

export function NewMeter({ buildingId, done }: { readonly buildingId: string; readonly done: () => void }) {
  const { t } = useLanguage();
  const apartments = useApartments(buildingId).data ?? [];
  const form = useForm({
    initialValues: {
      apartmentId: '',
      type: 'cold_water' as MeterBody['type'],
      serialNumber: '',
      initialValue: 0 as number | string,
      installedOn: '',
      verifiedUntil: '',
    },
  });
  const add = useAction(
    (values: typeof form.values) =>
      unwrap(
        api.POST('/meters', {
          body: {
            buildingId,
            type: values.type,
            apartmentId: values.apartmentId || null,
            serialNumber: values.serialNumber || null,
            initialValue: Number(values.initialValue),
            installedOn: values.installedOn || null,
            verifiedUntil: values.verifiedUntil || null,
          },
        }),
      ),
    { done: t.meters.added, next: done, onFields: form.setErrors },
  );
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <Select
          label={t.invoices.apartment}
          data={[
            { value: '', label: t.meters.main },
            ...apartments.map(({ id, number }) => ({ value: id, label: number })),
          ]}
          searchable
          allowDeselect={false}
          {...form.getInputProps('apartmentId')}
        />
        <Select
          label={t.meters.type}
          allowDeselect={false}
          data={types.map((value) => ({ value, label: t.meters.types[value] }))}
          {...form.getInputProps('type')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t.meters.serial} {...form.getInputProps('serialNumber')} />
          <NumberField label={t.meters.initial} decimals={6} min={0} {...form.getInputProps('initialValue')} />
          <TextInput type="date" label={t.meters.installedOn} {...form.getInputProps('installedOn')} />
          <TextInput type="date" label={t.meters.verifiedUntil} {...form.getInputProps('verifiedUntil')} />
        </SimpleGrid>
        <Button type="submit" loading={add.isPending}>
          {t.common.add}
        </Button>
      </Stack>
    </form>
  );
}
