// A one-off charge or credit for one apartment, or the same for several: all or none.
import { Group, MultiSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import { useApartments } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';

export function NewOneOffCharge({
  building,
  done,
}: {
  readonly building: Schemas['Building'];
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const vat = useVatWords();
  const { currency, timeZone } = building.billing;
  const apartments = useApartments(building.id).data ?? [];
  const form = useForm({
    initialValues: {
      apartments: [] as string[],
      kind: 'charge',
      description: '',
      amount: '' as number | string,
      vatRate: 0 as number | string,
      dueFrom: todayIn(timeZone),
    },
  });
  const add = useAction(
    async ({ apartments: apartmentIds, kind, description, amount, vatRate, dueFrom }: typeof form.values) => {
      const net = Number(amount) * (kind === 'credit' ? -1 : 1);
      const body = { apartmentIds, description, amount: net, vatRate: Number(vatRate), dueFrom };
      await unwrap(consoleApi.POST('/buildings/{id}/one-offs/bulk', { params: { path: { id: building.id } }, body }));
      return { count: apartmentIds.length };
    },
    { done: t.oneOffs.saved, next: done, onFields: form.setErrors },
  );
  const count = form.values.apartments.length;
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <MultiSelect
          label={t.oneOffs.apartments}
          description={t.oneOffs.apartmentsHint}
          required
          searchable
          data={apartments.map(({ id, number }) => ({ value: id, label: number }))}
          {...form.getInputProps('apartments')}
        />
        <Radio.Group label={t.oneOffs.kind} {...form.getInputProps('kind')}>
          <Group mt={4}>
            <Radio value="charge" label={t.oneOffs.charge} />
            <Radio value="credit" label={t.oneOffs.credit} />
          </Group>
        </Radio.Group>
        <TextInput
          label={t.oneOffs.description}
          description={t.oneOffs.descriptionHint}
          required
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField
            label={vat.amount}
            required
            min={0}
            decimals={2}
            currency={currency}
            {...form.getInputProps('amount')}
          />
          <NumberField label={t.oneOffs.vatRate} min={0} max={100} decimals={2} {...form.getInputProps('vatRate')} />
        </SimpleGrid>
        <TextInput
          type="date"
          label={t.oneOffs.dueFrom}
          description={t.oneOffs.dueFromHint}
          required
          {...form.getInputProps('dueFrom')}
        />
        <ActionButton type="submit" action={add} disabled={count === 0}>
          {t.oneOffs.save({ count })}
        </ActionButton>
      </Stack>
    </Form>
  );
}
