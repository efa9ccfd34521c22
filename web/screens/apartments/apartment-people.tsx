// The people of an apartment, now and before, each with their days; moving in and moving out.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApartmentBody } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartmentResidents } from '../../api/shared-queries.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { editLabel, residencyDays } from '../residents/residency.ts';
import { ResidencyForm } from '../residents/residency-form.tsx';
import { HandOverHistory } from './hand-over-history.tsx';
import { MoveIn } from './move-in.tsx';
import { type PersonHere, peopleOf } from './people-of.ts';

export function ApartmentPeople({ apartment }: { readonly apartment: ApartmentBody }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const residents = useApartmentResidents(apartment.id);
  const invited = useInvited(apartment.id);
  return (
    <QueryContent query={residents}>
      {(all) => {
        const { current, former } = peopleOf(all, apartment.id);
        const addresses = new Set(current.map(({ resident }) => resident.email?.toLowerCase()));
        const others = invited.filter(({ email }) => !addresses.has(email.toLowerCase()));
        return (
          <>
            <Card
              title={t.apartmentPage.people}
              flush
              actions={mayManage && <PeopleActions apartment={apartment} isEmpty={current.length === 0} />}
            >
              {current.length === 0 ? (
                <EmptyState icon="people" title={t.apartmentPage.nobody} />
              ) : (
                <PeopleTable
                  label={t.apartmentPage.people}
                  people={current}
                  invited={invited.map(({ email }) => email.toLowerCase())}
                />
              )}
              {others.length > 0 && (
                <Text fz="sm" p="md">
                  {t.apartmentPage.invitedPeople({ people: others.map(({ name, email }) => name ?? email).join(', ') })}
                </Text>
              )}
            </Card>
            {former.length > 0 && (
              <Card title={t.apartmentPage.former} flush>
                <PeopleTable label={t.apartmentPage.former} people={former} invited={[]} />
              </Card>
            )}
            <HandOverHistory apartment={apartment} />
          </>
        );
      }}
    </QueryContent>
  );
}

/** Nobody hands over an empty apartment. */
function PeopleActions({ apartment, isEmpty }: { readonly apartment: ApartmentBody; readonly isEmpty: boolean }) {
  const { t } = useLanguage();
  const { id: apartmentId, buildingId } = apartment;
  return (
    <Group gap="xs">
      {!isEmpty && (
        <ButtonTo
          size="xs"
          variant="default"
          to="/buildings/$buildingId/apartments/$apartmentId/hand-over"
          params={{ buildingId, apartmentId }}
        >
          {t.handOver.title}
        </ButtonTo>
      )}
      <AddInDialog label={t.moves.moveIn} form={(done) => <MoveIn apartment={apartment} done={done} />} />
    </Group>
  );
}

/** The pending invitations to the apartment. */
function useInvited(apartmentId: string) {
  const invitations = useAll(['invitations'], (cursor) =>
    unwrap(api.GET('/invitations', { params: { query: pageQuery(cursor, 500) } })),
  );
  return (invitations.data ?? []).filter((item) => item.apartmentId === apartmentId && item.status === 'pending');
}

function PeopleTable({
  label,
  people,
  invited,
}: {
  readonly label: string;
  readonly people: readonly PersonHere[];
  /** Addresses with a pending invitation, in lower case. */
  readonly invited: readonly string[];
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [open, setOpen] = useState<PersonHere>();
  const close = () => setOpen(undefined);
  const access = ({ userId, email }: PersonHere['resident']) => {
    if (userId !== null) return t.residents.hasAccount;
    return email !== null && invited.includes(email.toLowerCase()) ? t.apartmentPage.invited : t.common.none;
  };
  const edit: DataColumn<PersonHere> = {
    title: t.common.edit,
    action: true,
    cell: (person) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`${editLabel(t, person.residency)}: ${person.resident.name}`}
        onClick={() => setOpen(person)}
      >
        {editLabel(t, person.residency)}
      </Button>
    ),
  };
  return (
    <>
      <Dialog opened={open !== undefined} onClose={close} title={open ? editLabel(t, open.residency) : ''}>
        {open && (
          <ResidencyForm
            resident={open.resident}
            apartment={{ id: open.residency.apartmentId, number: open.residency.number }}
            residency={open.residency}
            done={close}
          />
        )}
      </Dialog>
      <DataTable
        label={label}
        rows={people}
        keyOf={({ residency }) => residency.id}
        columns={[
          { title: t.residents.name, cell: ({ resident }) => resident.name },
          { title: t.residents.role, cell: ({ residency }) => t.residents.roles[residency.role] },
          {
            title: t.apartmentPage.days,
            cell: ({ residency }) => residencyDays(t, format, residency),
          },
          {
            title: t.apartmentPage.receives,
            cell: ({ residency }) => (residency.receivesInvoice ? t.apartmentPage.yes : t.apartmentPage.no),
          },
          { title: t.residents.email, cell: ({ resident }) => resident.email ?? t.common.none, wide: true },
          { title: t.residents.account, cell: ({ resident }) => access(resident) },
          ...(mayManage ? [edit] : []),
        ]}
      />
    </>
  );
}
