// The form of a new or existing apartment.
import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ApartmentMeasure, apartmentMeasures } from '../../../src/platform/values/bases.ts';
import { decimalRanges } from '../../../src/platform/values/decimal.ts';
import type { Schemas } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Form } from '../../parts/form.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';

type ApartmentFormBody = Schemas['Apartment'];

export function ApartmentForm({
  buildingId,
  apartment,
  done,
  removed = done,
}: {
  readonly buildingId: string;
  readonly apartment: ApartmentFormBody | undefined;
  readonly done: () => void;
  /** Called after it is deleted; by default `done`. */
  readonly removed?: () => void;
}) {
  const { t } = useLanguage();
  const form = useForm<Record<ApartmentMeasure, number | string> & { number: string }>({
    initialValues: {
      number: apartment?.number ?? '',
      floor: apartment?.floor ?? '',
      area: apartment?.area ?? '',
      heatedArea: apartment?.heatedArea ?? '',
      shares: apartment?.shares ?? '',
      residentCount: apartment?.residentCount ?? '',
    },
  });
  const save = useAction(
    async ({ number, ...rest }: typeof form.values) => {
      const body = {
        number,
        ...Object.fromEntries(apartmentMeasures.map((name) => [name, rest[name] === '' ? null : Number(rest[name])])),
      };
      const path = { id: buildingId };
      if (apartment === undefined) return unwrap(api.POST('/buildings/{id}/apartments', { params: { path }, body }));
      const ids = { ...path, aptId: apartment.id };
      return unwrap(api.PATCH('/buildings/{id}/apartments/{aptId}', { params: { path: ids }, body }));
    },
    { done: t.apartments.saved, next: done, onFields: form.setErrors },
  );
  const remove = useAction(
    (aptId: string) =>
      unwrap(api.DELETE('/buildings/{id}/apartments/{aptId}', { params: { path: { id: buildingId, aptId } } })),
    { done: t.apartments.removed, next: removed },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t.apartments.number} required data-autofocus {...form.getInputProps('number')} />
          {apartmentMeasures.map((name) => (
            <NumberField
              key={name}
              label={t.apartments[name]}
              decimals={decimalRanges[name].decimals}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        {apartment && (
          <Text fz="sm" c="dimmed">
            {t.apartments.reference}: {apartment.referenceNumber}
          </Text>
        )}
        <FormButtons
          save={save}
          removal={
            apartment && {
              title: t.apartments.remove,
              text: t.apartments.removeLead({ number: apartment.number }),
              action: remove,
              act: () => remove.mutate(apartment.id),
            }
          }
        />
      </Stack>
    </Form>
  );
}
