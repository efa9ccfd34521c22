// A building's settings: address, invoices and bank account; and its deletion, which requires the owner's password.
import { Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { languages } from '../../../src/platform/values/languages.ts';
import type { Schemas } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { ChangedElsewhere, changeBuilding, changedEntries } from '../../api/save-changes.ts';
import type { TaggedBuilding } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { ChangedElsewhereNote } from '../../parts/changed-elsewhere.tsx';
import { fieldName } from '../../parts/explain.ts';
import { Form } from '../../parts/form.tsx';
import { useUnsavedWarning } from '../../parts/leave-warning.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { languageNames, useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { BuildingAccount } from './building-account.tsx';
import { BuildingSender } from './building-sender.tsx';
import { ReminderSetting } from './payment-reminder.tsx';

type SettingsBuilding = Schemas['Building'];

export function BuildingSettings({ building }: { readonly building: TaggedBuilding }) {
  const mayManage = useIsAllowed('manage');
  const mayDelete = useIsAllowed('own');
  return (
    <Stack>
      <SettingsForm building={building} fixed={!mayManage} />
      <BuildingAccount buildingId={building.id} />
      <BuildingSender building={building} />
      <ReminderSetting buildingId={building.id} />
      {mayDelete && <DeleteBuilding building={building} />}
    </Stack>
  );
}

/** What the form changes of a building. */
function settingsOf({ name, address, billing }: SettingsBuilding) {
  const { charges: _charges, iban: _iban, beneficiary: _beneficiary, ...settings } = billing;
  return { name, address, billing: settings };
}

type BuildingValues = ReturnType<typeof settingsOf>;
/** What the person has changed. */
type OwnChanges = Partial<Omit<BuildingValues, 'billing'>> & { readonly billing: Partial<BuildingValues['billing']> };

/**
 * The form of the settings. It sends what was changed; what somebody else changed meanwhile is taken over, and named.
 */
function useSettingsForm(building: TaggedBuilding) {
  const { t } = useLanguage();
  const [base, setBase] = useState(building);
  const [elsewhere, setElsewhere] = useState<readonly string[]>([]);
  const form = useForm({ initialValues: settingsOf(building) });
  const take = (latest: TaggedBuilding, own: OwnChanges) => {
    const settings = settingsOf(latest);
    setBase(latest);
    form.setInitialValues(settings);
    form.setValues({ ...settings, ...own, billing: { ...settings.billing, ...own.billing } });
    form.resetDirty(settings);
  };
  const ownChanges = (): OwnChanges => {
    const { billing, ...settings } = settingsOf(base);
    const { billing: written, ...values } = form.values;
    return { ...changedEntries(settings, values), billing: changedEntries(billing, written) };
  };
  const isDirty = form.isDirty();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others saved is shown while nothing was typed.
  useEffect(() => {
    if (building.etag !== base.etag && !isDirty) take(building, { billing: {} });
  }, [building.etag, isDirty]);
  const save = useAction(
    () => {
      setElsewhere([]);
      return changeBuilding(base, ownChanges(), settingsOf);
    },
    {
      done: t.buildings.saved,
      onFields: form.setErrors,
      next: (saved) => take(saved, { billing: {} }),
      onFailure: (error) => {
        if (!(error instanceof ChangedElsewhere)) return false;
        setElsewhere(differences(t, settingsOf(base), settingsOf(error.latest)));
        take(error.latest, ownChanges());
        return true;
      },
    },
  );
  useUnsavedWarning(isDirty && !save.isPending);
  return { form, save, elsewhere };
}

/** What differs, each with its label, before and after. */
function differences(t: Words, before: BuildingValues, after: BuildingValues): string[] {
  const flat = ({ billing, ...settings }: BuildingValues): Record<string, unknown> => ({ ...settings, ...billing });
  const was = flat(before);
  return Object.entries(changedEntries(was, flat(after))).map(
    ([name, value]) => `${fieldName(t, name) ?? name}: ${was[name] ?? t.common.none} → ${value ?? t.common.none}`,
  );
}

function SettingsForm({ building, fixed }: { readonly building: TaggedBuilding; readonly fixed: boolean }) {
  const { t } = useLanguage();
  const { form, save, elsewhere } = useSettingsForm(building);
  return (
    <Card title={t.buildings.tabs.settings}>
      <Form onSubmit={form.onSubmit(() => save.mutate(undefined))}>
        <ChangedElsewhereNote differences={elsewhere} />
        <ReservedNote task="change" mb="sm" />
        <fieldset disabled={fixed} style={{ border: 0, margin: 0, padding: 0 }}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={t.buildings.name} required {...form.getInputProps('name')} />
            <TextInput label={t.buildings.address} required {...form.getInputProps('address')} />
            <TextInput
              label={t.buildings.prefix}
              description={t.buildings.prefixHint}
              {...form.getInputProps('billing.invoiceNumberPrefix')}
            />
            <NumberField
              label={t.buildings.paymentTerm}
              min={0}
              decimals={0}
              {...form.getInputProps('billing.paymentTermDays')}
            />
            <NumberField
              label={t.buildings.lateInterest}
              min={0}
              max={1}
              decimals={6}
              value={form.values.billing.lateInterest ?? ''}
              onChange={(value) => form.setFieldValue('billing.lateInterest', value === '' ? null : Number(value))}
              error={form.errors['billing.lateInterest']}
            />
            <TextInput
              type="date"
              label={t.buildings.billedFrom}
              value={form.values.billing.billedFrom ?? ''}
              onChange={({ currentTarget: { value } }) => form.setFieldValue('billing.billedFrom', value || null)}
              error={form.errors['billing.billedFrom']}
            />
            <Select
              label={t.buildings.invoiceLanguage}
              allowDeselect={false}
              data={languages.map((value) => ({ value, label: languageNames[value] }))}
              {...form.getInputProps('billing.language')}
            />
            <TextInput label={t.buildings.timeZone} {...form.getInputProps('billing.timeZone')} />
          </SimpleGrid>
          {!fixed && (
            <Group mt="md">
              <ActionButton type="submit" action={save} disabled={!form.isDirty()}>
                {t.common.save}
              </ActionButton>
            </Group>
          )}
        </fieldset>
      </Form>
    </Card>
  );
}

function DeleteBuilding({ building }: { readonly building: SettingsBuilding }) {
  const { t } = useLanguage();
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const remove = useAction(
    () => unwrap(api.DELETE('/buildings/{id}', { params: { path: { id: building.id } }, body: { password } })),
    { done: t.buildings.deleted, next: () => navigate({ to: '/buildings' }) },
  );
  return (
    <Card title={t.buildings.delete}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate();
        }}
      >
        <Text mb="sm">{t.buildings.deleteLead}</Text>
        <Group align="flex-end">
          <PasswordField
            label={t.signIn.password}
            autoComplete="current-password"
            required
            w="16rem"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <ActionButton type="submit" color="red" variant="outline" action={remove}>
            {t.buildings.delete}
          </ActionButton>
        </Group>
      </Form>
    </Card>
  );
}
