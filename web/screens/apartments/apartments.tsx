// The apartments of a building as one grid: bases, people, meters, and the balance due.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { growingPageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import type { DataColumn } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { BegunImport } from '../../parts/import-table.tsx';
import { useOpenedByLink } from '../../parts/opened-by-link.ts';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { apartmentSorts, pickOrder } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { payersText } from '../payments/payer-text.ts';
import { ApartmentForm } from './apartment-form.tsx';
import { ImportApartments } from './import-apartments.tsx';

type OpenDialog = 'add' | 'paste';
type ListedApartment = ConsoleBody<'/buildings/{id}/apartments'>['data'][number];

export function Apartments({ building }: { readonly building: Schemas['Building'] }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [isAdding, setIsAdding] = useState(false);
  const [isPasting, paste] = useOpenedByLink('paste-apartments');
  const open: OpenDialog | undefined = isPasting ? 'paste' : isAdding ? 'add' : undefined;
  const close = () => {
    setIsAdding(false);
    paste.close();
  };
  const actions = mayManage && (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={paste.open}>
        {t.apartments.paste}
      </Button>
      <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>
        {t.apartments.add}
      </Button>
    </Group>
  );
  return (
    <Card title={t.apartments.title} flush actions={actions}>
      <Dialog
        opened={open !== undefined}
        onClose={close}
        title={open && t.apartments[open]}
        size={open === 'paste' ? 'xl' : 'lg'}
      >
        {open === 'add' && <ApartmentForm buildingId={building.id} apartment={undefined} done={close} />}
        {open === 'paste' && <ImportApartments buildingId={building.id} done={close} />}
      </Dialog>
      <BegunImport
        content="apartments"
        of={building.id}
        title={t.apartments.paste}
        isOpen={open === 'paste'}
        open={paste.open}
      />
      <ApartmentList building={building} />
    </Card>
  );
}

function ApartmentList({ building }: { readonly building: Schemas['Building'] }) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const params = { path: { id: building.id } };
  const navigate = useNavigate();
  const { sort } = useSearch({ from: '/buildings/$buildingId' });
  const apartments = usePages(['apartments', building.id, 'listed', sort], (cursor) =>
    unwrap(
      consoleApi.GET('/buildings/{id}/apartments', {
        params: { ...params, query: { ...growingPageQuery(cursor), ...(sort && { sort }) } },
      }),
    ),
  );
  const sums = useQuery({
    queryKey: ['apartments', building.id, 'sums'],
    queryFn: async () => (await unwrap(consoleApi.GET('/buildings/{id}/apartment-sums', { params }))).data,
  }).data;
  return (
    <>
      {sums !== undefined && sums.count > 0 && (
        <Group gap="lg" px="md" pb="xs">
          <Text fw={600}>{t.lists.apartments({ count: sums.count })}</Text>
          <Text>{`${format.number(sums.area)} m²`}</Text>
          <Text>
            {t.apartments.residentCount} <b>{format.number(sums.residentCount)}</b>
          </Text>
          <Text>
            {t.receivables.balance} <b>{format.money(sums.balance, building.billing.currency)}</b>
          </Text>
        </Group>
      )}
      <QueryTable
        query={apartments}
        none={<EmptyState icon="apartment" title={t.apartments.none} next={mayManage && t.emptyLists.apartments} />}
        label={t.apartments.title}
        keyOf={({ id }) => id}
        total={sums?.count}
        order={{
          sort,
          choose: (next) =>
            navigate({
              to: '/buildings/$buildingId',
              params: { buildingId: building.id },
              search: { sort: pickOrder(apartmentSorts, next) },
            }),
        }}
        columns={useApartmentColumns(building.billing.currency)}
      />
    </>
  );
}

function useApartmentColumns(currency: string): DataColumn<ListedApartment>[] {
  const { t, format } = useLanguage();
  const figure = (value: number | null) => (value === null ? t.common.none : format.number(value));
  return [
    {
      title: t.apartments.number,
      cell: ({ id, buildingId, number }) => (
        <ApartmentLink buildingId={buildingId} apartmentId={id} number={number} strong />
      ),
      sort: 'number',
    },
    { title: t.apartments.floor, cell: ({ floor }) => figure(floor), figure: true, wide: true, width: 0.7 },
    { title: t.apartments.area, cell: ({ area }) => figure(area), figure: true },
    { title: t.apartments.heatedArea, cell: ({ heatedArea }) => figure(heatedArea), figure: true, wide: true },
    { title: t.apartments.shares, cell: ({ shares }) => figure(shares), figure: true, wide: true },
    { title: t.apartments.residentCount, cell: (item) => figure(item.residentCount), figure: true, wide: true },
    { title: t.apartments.residents, cell: ({ residents }) => residents.join(', ') || t.common.none, width: 2.2 },
    { title: t.apartments.meters, cell: ({ meters }) => format.number(meters), figure: true, width: 0.8 },
    {
      title: t.receivables.balance,
      cell: (item) => <Balances of={item} currency={currency} />,
      figure: true,
      width: 1.2,
    },
  ];
}

/** The balance; after a change of owner or tenant that of each, with the names. */
function Balances({ of, currency }: { readonly of: ListedApartment; readonly currency: string }) {
  const { t, format } = useLanguage();
  const [only] = of.balances;
  if (only === undefined || (of.balances.length === 1 && !only.former))
    return of.balance === 0 ? t.common.none : format.money(of.balance, currency);
  return of.balances.map(({ payers, former, balance }) => {
    const names = payersText(
      t,
      payers.map((name) => ({ name, former })),
    );
    return (
      <div key={names}>
        {format.money(balance, currency)}
        <Text fz="sm" c="dimmed">
          {names}
        </Text>
      </div>
    );
  });
}
