// Residents and invitations: who lives where, who is invited, and the import of a whole building from a file.
import { Anchor, Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { growingPageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type PeopleSearch, type PeopleTab, peopleTabs } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { ImportResidents } from './import-residents.tsx';
import { Invitations } from './invitations.tsx';
import { isCurrent, type ResidencyBody } from './residency.ts';
import { ResidentForm } from './resident-form.tsx';

const parts = {
  residents: ResidentList,
  invitations: Invitations,
  import: ImportResidents,
} as const satisfies Record<PeopleTab, unknown>;

export function Residents() {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const search = useSearch({ from: '/residents' });
  const navigate = useNavigate();
  const tabs: readonly PeopleTab[] = mayManage ? peopleTabs : ['residents', 'invitations'];
  const tab = tabs.find((offered) => offered === search.tab) ?? 'residents';
  const Part = parts[tab];
  return (
    <Page title={t.residents.title}>
      <PageTabs
        tabs={tabs}
        shown={tab}
        titles={t.residents.tabs}
        choose={(next) => navigate({ to: '/residents', search: { tab: next } })}
      >
        <Part />
      </PageTabs>
    </Page>
  );
}

/** The filter is in the address. What is being typed goes there after a moment; a search from elsewhere replaces it. */
function ResidentList() {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const buildings = useBuildings().data ?? [];
  const { find, buildingId } = useSearch({ from: '/residents' });
  const navigate = useNavigate({ from: '/residents' });
  const change = (next: PeopleSearch) => navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const [open, setOpen] = useState<{ readonly resident?: Schemas['Resident'] }>();
  const close = () => setOpen(undefined);
  const residents = usePages(['residents', { buildingId, find }], (cursor) =>
    unwrap(
      api.GET('/residents', {
        params: { query: { ...growingPageQuery(cursor), buildingId, search: find || undefined, sort: 'name' } },
      }),
    ),
  );
  return (
    <>
      <Dialog opened={open !== undefined} onClose={close} title={open?.resident ? t.residents.edit : t.residents.add}>
        {open && <ResidentForm resident={open.resident} done={close} />}
      </Dialog>
      <Group mb="md" gap="sm">
        <SearchInput
          aria-label={t.residents.search}
          placeholder={t.residents.search}
          w="19rem"
          text={find}
          search={(text) => change({ find: text })}
        />
        <BuildingFilter buildings={buildings} chosen={buildingId} choose={(id) => change({ buildingId: id })} />
        {mayManage && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setOpen({})}>
            {t.residents.add}
          </Button>
        )}
      </Group>
      <Card flush>
        <QueryTable
          query={residents}
          none={<EmptyState icon="people" title={t.residents.none} next={mayManage && t.emptyLists.residents} />}
          label={t.residents.title}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t.residents.name,
              cell: (item) =>
                mayManage ? (
                  <Anchor component="button" type="button" fw={600} onClick={() => setOpen({ resident: item })}>
                    {item.name}
                  </Anchor>
                ) : (
                  item.name
                ),
            },
            {
              title: t.invoices.building,
              cell: ({ apartments }) => buildingNames(buildings, apartments) || t.common.none,
            },
            {
              title: t.residents.apartments,
              cell: ({ apartments }) => (apartments.length === 0 ? t.common.none : <ApartmentLinks all={apartments} />),
            },
            { title: t.residents.email, cell: ({ email }) => email ?? t.common.none },
            { title: t.residents.phone, cell: ({ phone }) => phone ?? t.common.none, wide: true },
            { title: t.residents.account, cell: ({ userId }) => (userId ? t.residents.hasAccount : t.common.none) },
          ]}
        />
      </Card>
    </>
  );
}

/** Each building once, however many apartments somebody has there. */
function buildingNames(
  buildings: readonly Pick<Schemas['Building'], 'id' | 'name'>[],
  residencies: readonly ResidencyBody[],
): string {
  const ids = new Set(residencies.map(({ buildingId }) => buildingId));
  return buildings.flatMap(({ id, name }) => (ids.has(id) ? [name] : [])).join(', ');
}

/** Their apartments with the role, and the last day of those they have left. */
function ApartmentLinks({ all }: { readonly all: readonly ResidencyBody[] }) {
  const { t, format } = useLanguage();
  return all.map((residency, index) => (
    <Fragment key={residency.id}>
      {index > 0 && ', '}
      <ApartmentLink {...residency} inText />
      {` (${t.residents.roles[residency.role]}`}
      {residency.until !== null &&
        !isCurrent(residency) &&
        `, ${t.apartmentPage.untilDay({ day: format.day(residency.until) })}`}
      )
    </Fragment>
  ));
}
