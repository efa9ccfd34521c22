// The bank account that a building's invoices are paid to: changed with a confirmation, and shown as unconfirmed until
// an owner confirms it.
import { Alert, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { actorText } from '../../parts/actor-text.ts';
import { Card } from '../../parts/card.tsx';
import { Form } from '../../parts/form.tsx';
import { ibanProblem, ibanText } from '../../parts/iban-text.ts';
import { Icon } from '../../parts/icons.tsx';
import { useUnsavedWarning } from '../../parts/leave-warning.ts';
import { useLinkedField } from '../../parts/opened-by-link.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { useLanguage } from '../../words/language.tsx';

type BankAccountBody = ConsoleBody<'/buildings/{id}/account'>['data'];
type UnconfirmedAccount = NonNullable<BankAccountBody['unconfirmed']>;

export function BuildingAccount({ buildingId }: { readonly buildingId: string }) {
  const { t } = useLanguage();
  const account = useQuery({
    queryKey: ['building-account', buildingId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/account', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <Card title={t.bankAccounts.title}>
      <QueryContent query={account}>
        {(data) => (
          <Stack>
            {data.unconfirmed && <UnconfirmedChange buildingId={buildingId} change={data.unconfirmed} />}
            <AccountForm key={`${data.iban} ${data.beneficiary}`} buildingId={buildingId} account={data} />
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

function UnconfirmedChange({
  buildingId,
  change,
}: {
  readonly buildingId: string;
  readonly change: UnconfirmedAccount;
}) {
  const { t, format } = useLanguage();
  const isOwner = useIsAllowed('own');
  const confirm = useAction(
    () =>
      unwrap(
        consoleApi.POST('/buildings/{id}/account/confirm', {
          params: { path: { id: buildingId } },
          body: { changeId: change.id },
        }),
      ),
    { done: t.bankAccounts.confirmed },
  );
  const { iban, beneficiary } = change.before;
  const before = [iban && ibanText(iban), beneficiary].filter((part) => part).join(', ') || t.bankAccounts.none;
  const lines = (
    <div>
      <Text>{t.bankAccounts.changedBy({ who: actorText(t, change.actor), at: format.instant(change.changedAt) })}</Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{t.bankAccounts.previous({ account: before })}</Text>
      {!isOwner && <Text>{t.bankAccounts.ownerConfirms}</Text>}
    </div>
  );
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={t.bankAccounts.unconfirmed} role="status">
      <Stack align="flex-start">
        {lines}
        {isOwner && (
          <ActionButton color="pine" action={confirm} onClick={() => confirm.mutate(undefined)}>
            {t.bankAccounts.confirm}
          </ActionButton>
        )}
      </Stack>
    </Alert>
  );
}

function AccountForm({ buildingId, account }: { readonly buildingId: string; readonly account: BankAccountBody }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const linked = useLinkedField('bank-account');
  const form = useForm({
    initialValues: {
      billing: { iban: account.iban ?? '', beneficiary: account.beneficiary ?? '' },
    },
    // Before the password is asked for.
    validate: { billing: { iban: (iban) => ibanProblem(t, iban) } },
  });
  const save = useAction(
    ({ billing: { iban, beneficiary } }: typeof form.values) =>
      unwrap(
        consoleApi.PATCH('/buildings/{id}/account', {
          params: { path: { id: buildingId } },
          body: { billing: { iban: iban.trim() || null, beneficiary: beneficiary.trim() || null } },
        }),
      ),
    { done: t.bankAccounts.changed, onFields: form.setErrors },
  );
  const changed = form.isDirty('billing');
  useUnsavedWarning(changed && !save.isPending);
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text c="dimmed">{t.bankAccounts.lead}</Text>
        <ReservedNote task="change" />
        <fieldset disabled={!mayManage} style={{ border: 0, margin: 0, padding: 0 }}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={t.buildings.beneficiary} ref={linked} {...form.getInputProps('billing.beneficiary')} />
            <TextInput label={t.buildings.iban} {...form.getInputProps('billing.iban')} />
          </SimpleGrid>
        </fieldset>
        {mayManage && (
          <Group>
            <ActionButton type="submit" action={save} disabled={!changed}>
              {t.common.save}
            </ActionButton>
          </Group>
        )}
      </Stack>
    </Form>
  );
}
