// The replacement of a meter: what the old one shows last and the new one first, in one step.
import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { type MeterBody, registerText } from './meter-words.ts';
import { couldRollOver } from './rollover.ts';

function initialValues({ digits }: MeterBody) {
  return {
    finalValue: '' as number | string,
    installedOn: todayIn(),
    rollover: false,
    serialNumber: '',
    initialValue: 0 as number | string,
    digits: digits as number | string,
    verifiedUntil: '',
  };
}
type ReplacementValues = ReturnType<typeof initialValues>;

/** What the new meter has from the old one. */
function takenOver({ buildingId, apartmentId, type, unit, decimals }: MeterBody) {
  return { buildingId, apartmentId, type, unit, decimals };
}

function toBody({ finalValue, installedOn, rollover, ...next }: ReplacementValues) {
  return {
    finalValue: Number(finalValue),
    ...(installedOn !== '' && { installedOn }),
    ...(rollover && { rollover }),
    serialNumber: next.serialNumber.trim() || null,
    initialValue: Number(next.initialValue),
    digits: Number(next.digits),
    verifiedUntil: next.verifiedUntil || null,
  };
}

export function ReplaceMeter({
  meter,
  done,
}: {
  readonly meter: MeterBody;
  readonly done: (newMeterId: string) => void;
}) {
  const { t, format } = useLanguage();
  const { decimals, lastReading } = meter;
  const form = useForm({ initialValues: initialValues(meter) });
  const replace = useAction(
    (values: ReplacementValues) =>
      unwrap(api.POST('/meters', { body: { ...takenOver(meter), ...toBody(values), replacesMeterId: meter.id } })),
    { done: t.meters.replaced, next: ({ data }) => done(data.id), onFields: form.setErrors },
  );
  const previous = lastReading?.value ?? meter.initialValue;
  const last = `${t.meters.last}: ${registerText(format, previous, meter)}${lastReading === null ? '' : `, ${format.day(lastReading.readAt)}`}`;
  const { finalValue } = form.values;
  const mayRollOver = finalValue !== '' && couldRollOver(previous, Number(finalValue), meter);
  return (
    <Form onSubmit={form.onSubmit((values) => replace.mutate(values))}>
      <Stack>
        <Text fz="sm">{t.meters.replaceLead}</Text>
        <FieldGroup title={t.meters.oldMeter}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField
              label={t.meters.finalValue}
              description={last}
              required
              min={0}
              decimals={decimals}
              data-autofocus
              {...form.getInputProps('finalValue')}
            />
            <TextInput
              type="date"
              label={t.meters.replacedOn}
              description={t.meters.replacedOnHint}
              max={todayIn()}
              {...form.getInputProps('installedOn')}
            />
          </SimpleGrid>
          {(mayRollOver || form.values.rollover) && (
            <Checkbox label={t.meters.rollover} {...form.getInputProps('rollover', { type: 'checkbox' })} />
          )}
        </FieldGroup>
        <FieldGroup title={t.meters.newMeter}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t.meters.serial} maxLength={50} {...form.getInputProps('serialNumber')} />
            <NumberField label={t.meters.initial} min={0} decimals={decimals} {...form.getInputProps('initialValue')} />
            <NumberField
              label={t.meters.digits}
              required
              min={1}
              max={9}
              decimals={0}
              {...form.getInputProps('digits')}
            />
            <TextInput type="date" label={t.meters.verifiedUntil} {...form.getInputProps('verifiedUntil')} />
          </SimpleGrid>
        </FieldGroup>
        <ActionButton type="submit" action={replace}>
          {t.meters.replace}
        </ActionButton>
      </Stack>
    </Form>
  );
}

function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="fieldset" gap="xs" m={0} p={0} bd="none" miw={0}>
      <Text component="legend" fw={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}
