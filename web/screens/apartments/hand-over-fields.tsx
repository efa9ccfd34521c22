// The fields of a hand-over: day and people, readings, and the invitation.
import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/bodies.ts';
import { Card } from '../../parts/card.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { type MeterBody, registerText } from '../meters/meter-words.ts';
import { ChooseResident } from '../residents/choose-resident.tsx';
import { residencyDays } from '../residents/residency.ts';
import { RoleSelect } from '../residents/residency-form.tsx';
import { LanguageSelect } from '../residents/resident-form.tsx';
import { type HandOverForm, whyNotInvited } from './hand-over-form.ts';
import type { PersonHere } from './people-of.ts';

export function HandOverPeople({
  form,
  people,
  resident,
}: {
  readonly form: HandOverForm;
  /** Everybody who has the apartment. */
  readonly people: readonly PersonHere[];
  /** The chosen resident; undefined for a new person. */
  readonly resident: Schemas['Resident'] | undefined;
}) {
  const { t, format } = useLanguage();
  return (
    <Card title={t.handOver.who}>
      <Stack>
        <TextInput
          type="date"
          label={t.handOver.day}
          description={t.handOver.dayHint}
          required
          maw="24rem"
          {...form.getInputProps('day')}
        />
        <Checkbox.Group label={t.handOver.leaving} required {...form.getInputProps('leaving')}>
          <Stack gap="xs" mt="xs">
            {people.map(({ resident: { name }, residency }) => (
              <Checkbox
                key={residency.id}
                value={residency.id}
                label={`${name}, ${t.residents.roles[residency.role]}, ${residencyDays(t, format, residency)}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <ChooseResident
          label={t.handOver.coming}
          chosen={form.values.residentId}
          choose={(id) => form.setFieldValue('residentId', id)}
          error={form.errors.residentId}
        />
        {resident === undefined && <NewPerson form={form} />}
        <Group align="flex-end">
          <RoleSelect {...form.getInputProps('role')} />
        </Group>
        <Checkbox label={t.moves.receives} {...form.getInputProps('receivesInvoice', { type: 'checkbox' })} />
      </Stack>
    </Card>
  );
}

function NewPerson({ form }: { readonly form: HandOverForm }) {
  const { t } = useLanguage();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label={t.residents.name} required maxLength={200} {...form.getInputProps('name')} />
      <TextInput label={t.residents.email} type="email" {...form.getInputProps('email')} />
      <TextInput label={t.residents.phone} type="tel" maxLength={50} {...form.getInputProps('phone')} />
      <LanguageSelect {...form.getInputProps('language')} />
    </SimpleGrid>
  );
}

export function HandOverReadings({
  form,
  meters,
}: {
  readonly form: HandOverForm;
  readonly meters: readonly MeterBody[];
}) {
  const { t, format } = useLanguage();
  const last = (meter: MeterBody) =>
    meter.lastReading
      ? t.handOver.lastReading({
          value: registerText(format, meter.lastReading.value, meter),
          day: format.day(meter.lastReading.readAt),
        })
      : t.handOver.neverRead;
  const hint = form.values.day > todayIn() ? t.handOver.future : t.handOver.readingsHint;
  return (
    <Card title={t.handOver.readings}>
      <Text c="dimmed" mb="sm">
        {meters.length === 0 ? t.handOver.noMeters : hint}
      </Text>
      {form.values.day <= todayIn() && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {meters.map((meter) => (
            <NumberField
              key={meter.id}
              label={[t.meters.types[meter.type], meter.serialNumber].filter(Boolean).join(' · ')}
              description={last(meter)}
              min={0}
              decimals={meter.decimals}
              unit={format.unit(meter.unit)}
              value={form.values.readings[meter.id] ?? ''}
              error={form.errors[`readings.${meter.id}`]}
              onChange={(value) => form.setFieldValue('readings', { ...form.values.readings, [meter.id]: value })}
            />
          ))}
        </SimpleGrid>
      )}
    </Card>
  );
}

export function HandOverInvitation({
  form,
  resident,
  apartmentId,
}: {
  readonly form: HandOverForm;
  readonly resident: Schemas['Resident'] | undefined;
  readonly apartmentId: string;
}) {
  const { t } = useLanguage();
  const why =
    resident === undefined
      ? form.values.email.trim() === ''
        ? 'noAddress'
        : undefined
      : whyNotInvited(resident, apartmentId);
  return (
    <Card title={t.residents.tabs.invitations}>
      {why ? (
        <Text>{t.handOver[why]}</Text>
      ) : (
        <Checkbox
          label={t.handOver.invite}
          description={t.handOver.inviteHint}
          {...form.getInputProps('invite', { type: 'checkbox' })}
        />
      )}
    </Card>
  );
}
