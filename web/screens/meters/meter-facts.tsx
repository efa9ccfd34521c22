// The facts of a meter, and what can be done with it: replace it, change it, close it without a successor, reopen one
// closed by mistake.
import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useMeters } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Form } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { type MeterBody, registerText } from './meter-words.ts';
import { ReplaceMeter } from './replace-meter.tsx';

type MeterEdit = 'change' | 'close' | 'reopen';
type MeterStep = MeterEdit | 'replace';

export function MeterFacts({ meter }: { readonly meter: MeterBody }) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [act, setAct] = useState<MeterStep>();
  const navigate = useNavigate();
  const end = () => setAct(undefined);
  const { removedOn, finalValue, installedOn, verifiedUntil, initialValue, serialNumber } = meter;
  const day = (on: string | null) => (on === null ? t.common.none : format.day(on));
  const facts: [string, ReactNode][] = [
    [t.meters.serial, serialNumber ?? t.common.none],
    [t.meters.digits, meter.digits],
    [t.meters.initial, registerText(format, initialValue, meter)],
    [t.meters.installedOn, day(installedOn)],
    [t.meters.verifiedUntil, day(verifiedUntil)],
  ];
  if (removedOn !== null && finalValue !== null)
    facts.push([t.meters.finalValue, registerText(format, finalValue, meter)], [t.meters.removedOn, day(removedOn)]);
  for (const [name, id] of [
    [t.meters.oldMeter, meter.replacesMeterId],
    [t.meters.newMeter, meter.replacedByMeterId],
  ] as const)
    if (id !== null) facts.push([name, <AdjacentMeter key={name} id={id} buildingId={meter.buildingId} />]);
  const ways: MeterStep[] = removedOn === null ? ['replace', 'change', 'close'] : ['change'];
  if (removedOn !== null && meter.replacedByMeterId === null) ways.push('reopen');
  const nameOf = (way: MeterStep) => (way === 'replace' ? t.meters.replace : t.meters.actionNames[way]);
  const showNew = (meterId: string) => {
    end();
    navigate({ to: '/meters/$meterId', params: { meterId }, search: { buildingId: meter.buildingId } });
  };
  const actions = mayManage && (
    <Group gap="xs">
      {ways.map((way) => (
        <Button key={way} size="xs" variant="default" onClick={() => setAct(way)}>
          {nameOf(way)}
        </Button>
      ))}
    </Group>
  );
  return (
    <Card title={t.meters.details} actions={actions}>
      <FactList facts={facts} cols={{ base: 2, sm: 3, lg: 6 }} />
      <Dialog opened={act !== undefined} onClose={end} title={act && nameOf(act)}>
        {act === 'replace' && <ReplaceMeter meter={meter} done={showNew} />}
        {act !== undefined && act !== 'replace' && <MeterChangeForm act={act} meter={meter} done={end} />}
      </Dialog>
    </Card>
  );
}

/** A link to the meter before or after, by its serial number. */
function AdjacentMeter({ id, buildingId }: { readonly id: string; readonly buildingId: string }) {
  const { t } = useLanguage();
  const serial = useMeters(buildingId).data?.find((meter) => meter.id === id)?.serialNumber;
  return (
    <LinkTo to="/meters/$meterId" params={{ meterId: id }} search={{ buildingId }} fw={600}>
      {serial ?? t.meters.open}
    </LinkTo>
  );
}

function initialValues(meter: MeterBody, act: MeterEdit) {
  return {
    serialNumber: meter.serialNumber ?? '',
    verifiedUntil: meter.verifiedUntil ?? '',
    initialValue: meter.initialValue as number | string,
    installedOn: meter.installedOn ?? '',
    finalValue: (meter.finalValue ?? '') as number | string,
    removedOn: meter.removedOn ?? (act === 'close' ? todayIn() : ''),
    rollover: false,
    reason: '',
  };
}
type MeterFormValues = ReturnType<typeof initialValues>;

function toBody({ rollover, reason, ...values }: MeterFormValues, act: MeterEdit, isOpen: boolean) {
  const why = reason.trim() === '' ? {} : { reason };
  if (act === 'reopen') return { removedOn: null, ...why };
  const end = {
    finalValue: Number(values.finalValue),
    removedOn: values.removedOn || null,
    ...(rollover && { rollover }),
  };
  if (act === 'close') return { ...end, ...why };
  return {
    serialNumber: values.serialNumber || null,
    verifiedUntil: values.verifiedUntil || null,
    initialValue: Number(values.initialValue),
    installedOn: values.installedOn || null,
    ...(!isOpen && end),
    ...why,
  };
}

function MeterChangeForm({
  act,
  meter,
  done,
}: {
  readonly act: MeterEdit;
  readonly meter: MeterBody;
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const before = initialValues(meter, act);
  const form = useForm({ initialValues: before });
  const isOpen = meter.removedOn === null;
  const save = useAction(
    (values: MeterFormValues) =>
      unwrap(
        consoleApi.PATCH('/meters/{id}', { params: { path: { id: meter.id } }, body: toBody(values, act, isOpen) }),
      ),
    { done: t.meters.updated, next: done, onFields: form.setErrors },
  );
  const isPlain = (['initialValue', 'installedOn', 'finalValue', 'removedOn'] as const).every(
    (field) => String(form.values[field]) === String(before[field]),
  );
  const number = { min: 0, decimals: meter.decimals } as const;
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text fz="sm">{t.meters.actionLeads[act]}</Text>
        {act === 'change' && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t.meters.serial} {...form.getInputProps('serialNumber')} />
            <TextInput type="date" label={t.meters.verifiedUntil} {...form.getInputProps('verifiedUntil')} />
            <NumberField label={t.meters.initial} required {...number} {...form.getInputProps('initialValue')} />
            <TextInput type="date" label={t.meters.installedOn} {...form.getInputProps('installedOn')} />
          </SimpleGrid>
        )}
        {(act === 'close' || (act === 'change' && !isOpen)) && (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberField label={t.meters.finalValue} required {...number} {...form.getInputProps('finalValue')} />
              <TextInput type="date" label={t.meters.removedOn} required {...form.getInputProps('removedOn')} />
            </SimpleGrid>
            <Checkbox label={t.meters.rollover} {...form.getInputProps('rollover', { type: 'checkbox' })} />
          </>
        )}
        <TextInput
          label={t.meters.reason}
          description={t.meters.changeReasonHint}
          required={act !== 'change' || !isPlain}
          {...form.getInputProps('reason')}
        />
        <ActionButton type="submit" action={save}>
          {t.meters.actionNames[act]}
        </ActionButton>
      </Stack>
    </Form>
  );
}
