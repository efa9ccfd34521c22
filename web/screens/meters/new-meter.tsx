// A new meter: of an apartment, or a main meter of the building. Neither is chosen by default, and a type cannot be
// corrected later, so it is chosen too.
import { Group, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { meterTypes } from '../../../src/platform/values/bases.ts';
import { api, unwrap } from '../../api/client.ts';
import { useApartments } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';

const emptyValues = {
  kind: '' as '' | 'apartment' | 'main',
  apartmentId: '',
  type: '',
  serialNumber: '',
  initialValue: 0 as number | string,
  digits: '' as number | string,
  installedOn: '',
  verifiedUntil: '',
};
type NewMeterValues = typeof emptyValues;

function toFields({ kind, apartmentId, digits, ...values }: NewMeterValues) {
  return {
    type: meterTypes.find((meterType) => meterType === values.type) ?? 'cold_water',
    apartmentId: kind === 'main' ? null : apartmentId,
    serialNumber: values.serialNumber.trim() || null,
    initialValue: Number(values.initialValue),
    ...(digits !== '' && { digits: Number(digits) }),
    installedOn: values.installedOn || null,
    verifiedUntil: values.verifiedUntil || null,
  };
}

export function NewMeter({ buildingId, done }: { readonly buildingId: string; readonly done: () => void }) {
  const { t } = useLanguage();
  const apartments = useApartments(buildingId).data ?? [];
  const needed = (value: string | null) => (value === '' || value === null ? t.errors.problems.required : null);
  const form = useForm({
    initialValues: emptyValues,
    validate: {
      kind: needed,
      apartmentId: (value, { kind }) => (kind === 'apartment' ? needed(value) : null),
      type: needed,
    },
  });
  const { kind } = form.values;
  const add = useAction(
    (values: NewMeterValues) => unwrap(api.POST('/meters', { body: { buildingId, ...toFields(values) } })),
    { done: t.meters.added, next: done, onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <Radio.Group label={t.meters.kind} withAsterisk {...form.getInputProps('kind')}>
          <Group mt={4}>
            <Radio value="apartment" label={t.charges.bases.meter} data-autofocus />
            <Radio value="main" label={t.meters.main} />
          </Group>
        </Radio.Group>
        {kind === 'apartment' && (
          <Select
            label={t.invoices.apartment}
            data={apartments.map(({ id, number }) => ({ value: id, label: number }))}
            searchable
            withAsterisk
            {...form.getInputProps('apartmentId')}
          />
        )}
        <Select
          label={t.meters.type}
          data={meterTypes.map((value) => ({ value, label: t.meters.types[value] }))}
          withAsterisk
          {...form.getInputProps('type')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t.meters.serial} maxLength={50} {...form.getInputProps('serialNumber')} />
          <NumberField
            label={t.meters.digits}
            description={t.meters.digitsHint}
            min={1}
            max={9}
            decimals={0}
            {...form.getInputProps('digits')}
          />
          <NumberField label={t.meters.initial} decimals={6} min={0} {...form.getInputProps('initialValue')} />
          <TextInput type="date" label={t.meters.installedOn} {...form.getInputProps('installedOn')} />
          <TextInput type="date" label={t.meters.verifiedUntil} {...form.getInputProps('verifiedUntil')} />
        </SimpleGrid>
        <ActionButton type="submit" action={add}>
          {t.common.add}
        </ActionButton>
      </Stack>
    </Form>
  );
}
