// Invitations: who was invited, whether they accepted, and a new one.
import { Badge, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { signInProviders } from '../../api/session.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Form } from '../../parts/form.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { ChooseApartment } from './choose-apartment.tsx';

const colors = { pending: 'yellow', accepted: 'pine', cancelled: 'gray', expired: 'red' } as const;
const roles = ['resident', 'manager', 'accountant'] as const;

export function Invitations() {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const invitations = usePages(['invitations'], (cursor) =>
    unwrap(api.GET('/invitations', { params: { query: { ...pageQuery(cursor, 50), sort: '-createdAt' } } })),
  );
  const numbers = useApartmentNumbers((invitations.data ?? []).flatMap(({ buildingId }) => buildingId ?? []));
  const cancel = useAction((id: string) => unwrap(api.DELETE('/invitations/{id}', { params: { path: { id } } })), {
    done: t.residents.invitationRevoked,
  });
  const invite = mayManage && (
    <AddInDialog label={t.residents.invite} link="invite" form={(done) => <InviteForm done={done} />} />
  );
  return (
    <Card title={t.residents.tabs.invitations} flush actions={invite}>
      <QueryTable
        query={invitations}
        none={<EmptyState icon="people" title={t.residents.noInvitations} next={t.emptyLists.invitations} />}
        label={t.residents.tabs.invitations}
        keyOf={({ id }) => id}
        columns={[
          { title: t.residents.email, cell: ({ email }) => email },
          { title: t.residents.role, cell: ({ role }) => t.common.roles[role] },
          {
            title: t.invoices.apartment,
            cell: ({ buildingId, apartmentId }) =>
              buildingId !== null && apartmentId !== null ? (
                <ApartmentLink buildingId={buildingId} apartmentId={apartmentId} number={numbers.get(apartmentId)} />
              ) : (
                t.common.none
              ),
          },
          {
            title: t.invoices.status,
            badge: true,
            cell: ({ status }) => (
              <Badge variant="light" color={colors[status]}>
                {t.residents.invitationStatuses[status]}
              </Badge>
            ),
          },
          { title: t.residents.expires, cell: ({ expiresAt }) => format.instant(expiresAt), wide: true },
          {
            title: t.common.cancel,
            action: true,
            cell: ({ id, status }) =>
              mayManage && status === 'pending' ? (
                <ActionButton
                  size="compact-sm"
                  variant="subtle"
                  action={cancel}
                  of={id}
                  onClick={() => cancel.mutate(id)}
                >
                  {t.residents.revoke}
                </ActionButton>
              ) : null,
          },
        ]}
      />
    </Card>
  );
}

function InviteForm({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const isOwner = useIsAllowed('own');
  const [apartmentId, setApartment] = useState<string>();
  const providers = useQuery({ queryKey: ['sign-in-providers'], queryFn: signInProviders });
  const form = useForm({
    initialValues: {
      email: '',
      name: '',
      role: 'resident' as (typeof roles)[number],
      since: todayIn(),
      personalCode: '',
    },
  });
  const invite = useAction(
    ({ email, name, role, since, personalCode }: typeof form.values) =>
      unwrap(
        api.POST('/invitations', {
          body: {
            email,
            role,
            name: name || undefined,
            personalCode: personalCode || undefined,
            ...(role === 'resident' && { apartmentId, since }),
          },
        }),
      ),
    { done: t.residents.invited, next: done, onFields: form.setErrors },
  );
  const offered = isOwner ? roles : (['resident'] as const);
  return (
    <Form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack>
        <TextInput label={t.residents.email} type="email" required data-autofocus {...form.getInputProps('email')} />
        <TextInput label={t.residents.name} {...form.getInputProps('name')} />
        <Select
          label={t.residents.role}
          allowDeselect={false}
          data={offered.map((value) => ({ value, label: t.common.roles[value] }))}
          {...form.getInputProps('role')}
        />
        {form.values.role === 'resident' && (
          <>
            <ChooseApartment chosen={apartmentId} choose={setApartment} required />
            <TextInput
              type="date"
              label={t.residents.since}
              max={todayIn()}
              required
              {...form.getInputProps('since')}
            />
          </>
        )}
        {providers.data?.some(({ personalCodes }) => personalCodes) && (
          <TextInput
            label={t.residents.personalCode}
            description={t.residents.personalCodeLead}
            {...form.getInputProps('personalCode')}
          />
        )}
        <ActionButton type="submit" action={invite}>
          {t.residents.invite}
        </ActionButton>
      </Stack>
    </Form>
  );
}
