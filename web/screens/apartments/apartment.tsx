// One apartment: what it is and owes, and in three parts its people, its money, and its meters with maintenance
// requests.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { sumByCurrency } from '../../../src/platform/values/amounts.ts';
import type { ApartmentBody } from '../../api/bodies.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartments, useBuilding } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type ApartmentTab, apartmentTabs } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { isOverdue } from '../accounting/aging-view.ts';
import { RemindButton } from '../accounting/remind-button.tsx';
import { useAging } from '../accounting/use-aging.ts';
import { UsageCharts } from '../meters/usage-charts.tsx';
import { ApartmentAccount } from './apartment-account.tsx';
import { ApartmentCredit } from './apartment-credit.tsx';
import { ApartmentForm } from './apartment-form.tsx';
import { ApartmentHistory } from './apartment-history.tsx';
import { ApartmentPeople } from './apartment-people.tsx';
import { ApartmentInvoices, ApartmentMeters, ApartmentRequests } from './apartment-records.tsx';

export function ApartmentPage() {
  const { t } = useLanguage();
  const { buildingId, apartmentId } = useParams({ from: '/buildings/$buildingId/apartments/$apartmentId' });
  const apartments = useApartments(buildingId);
  return (
    <QueryContent query={apartments}>
      {(all) => {
        const apartment = all.find(({ id }) => id === apartmentId);
        if (apartment === undefined) return <EmptyState icon="apartment" title={t.errors.codes.not_found} />;
        return <ApartmentView apartment={apartment} />;
      }}
    </QueryContent>
  );
}

function ApartmentView({ apartment }: { readonly apartment: ApartmentBody }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const { buildingId, number } = apartment;
  const { tab = 'people' } = useSearch({ from: '/buildings/$buildingId/apartments/$apartmentId' });
  const navigate = useNavigate({ from: '/buildings/$buildingId/apartments/$apartmentId' });
  const Part = parts[tab];
  const building = useBuilding(buildingId).data;
  const lead = building && (
    <Text c="dimmed">
      <LinkTo to="/buildings/$buildingId" params={{ buildingId }} underline="always">
        {building.name}
      </LinkTo>
      {` · ${building.address}`}
    </Text>
  );
  return (
    <Page
      title={t.apartmentPage.title({ number })}
      lead={lead}
      actions={mayManage && <EditApartment apartment={apartment} />}
    >
      <ApartmentFacts apartment={apartment} />
      <PageTabs
        tabs={apartmentTabs}
        shown={tab}
        titles={t.apartmentPage.tabs}
        choose={(next) => navigate({ search: { tab: next }, replace: true })}
      >
        <Stack gap="lg">
          <Part apartment={apartment} />
        </Stack>
      </PageTabs>
    </Page>
  );
}

type PartProps = { readonly apartment: ApartmentBody };
const parts: Readonly<Record<ApartmentTab, ComponentType<PartProps>>> = {
  people: People,
  money: Money,
  meters: Meters,
};

function People({ apartment }: PartProps) {
  return (
    <>
      <ApartmentPeople apartment={apartment} />
      <ApartmentHistory apartment={apartment} />
    </>
  );
}

function Money({ apartment }: PartProps) {
  const { t } = useLanguage();
  const mayRemind = useIsAllowed('invoice');
  const mayRefund = useIsAllowed('money');
  const isLate = useAgedBalances(apartment)?.some(isOverdue);
  return (
    <>
      {mayRemind && isLate && (
        <Group>
          <RemindButton
            apartmentIds={[apartment.id]}
            buildingId={apartment.buildingId}
            label={t.receivables.remindOne}
            primary
          />
        </Group>
      )}
      {mayRefund && <ApartmentCredit apartment={apartment} />}
      <ApartmentInvoices apartment={apartment} />
      <ApartmentAccount apartment={apartment} />
    </>
  );
}

function Meters({ apartment }: PartProps) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  return (
    <>
      <ApartmentMeters apartment={apartment} />
      <UsageCharts apartment={apartment} name={t.apartmentPage.thisApartment} />
      {mayManage && <ApartmentRequests apartment={apartment} />}
    </>
  );
}

function EditApartment({ apartment }: { readonly apartment: ApartmentBody }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const leave = () => navigate({ to: '/buildings/$buildingId', params: { buildingId: apartment.buildingId } });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.apartments.edit}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.apartments.edit} size="lg">
        <ApartmentForm buildingId={apartment.buildingId} apartment={apartment} done={close} removed={leave} />
      </Dialog>
    </>
  );
}

/** What the apartment owes, by currency; undefined while it is read. */
function useAgedBalances({ id, buildingId }: ApartmentBody) {
  return useAging(buildingId).data?.filter(({ apartmentId }) => apartmentId === id);
}

function ApartmentFacts({ apartment }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const { id: apartmentId, buildingId, referenceNumber, area, floor, residentCount } = apartment;
  const mayRefund = useIsAllowed('money');
  const rows = useAgedBalances(apartment);
  const money = (of: 'balance' | 'credit') =>
    sumByCurrency(rows ?? [], (row) => row[of])
      .map(({ currency, amount }) => format.money(amount, currency))
      .join(' · ') || (rows ? format.money(0) : t.common.none);
  const isPrepaid = rows?.some(({ credit }) => credit > 0);
  const credit = mayRefund ? (
    <LinkTo
      to="/buildings/$buildingId/apartments/$apartmentId"
      params={{ buildingId, apartmentId }}
      search={{ tab: 'money' }}
    >
      {money('credit')}
    </LinkTo>
  ) : (
    money('credit')
  );
  const figure = (value: number | null) => (value === null ? t.common.none : format.number(value));
  return (
    <Card>
      <FactList
        cols={{ base: 2, sm: 3, md: 6 }}
        facts={[
          [t.receivables.balance, money('balance'), 'prepayment'],
          ...(isPrepaid ? [[t.receivables.columns.credit, credit] as const] : []),
          [t.apartments.reference, referenceNumber, 'reference'],
          [t.apartments.area, figure(area)],
          [t.apartments.floor, figure(floor)],
          [t.apartments.residentCount, figure(residentCount)],
        ]}
      />
    </Card>
  );
}
