// The apartments of a building as one grid: bases, people, meters, and the balance due.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartments, useMeters, useResidentsOf } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ApartmentForm } from './apartment-form.tsx';
import { PasteApartments } from './paste-apartments.tsx';

type ApartmentRowBody = Schemas['Apartment'];
type OpenDialog = 'add' | 'paste';

export function Apartments({ building }: { readonly building: Schemas['Building'] }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const apartments = useApartments(building.id);
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const actions = mayManage && (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setOpen('paste')}>
        {t.apartments.paste}
      </Button>
      <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen('add')}>
        {t.apartments.add}
      </Button>
    </Group>
  );
  return (
    <Card title={t.apartments.title} flush actions={actions}>
      <Dialog opened={open !== undefined} onClose={close} title={open && t.apartments[open]} size="lg">
        {open === 'add' && <ApartmentForm buildingId={building.id} apartment={undefined} done={close} />}
        {open === 'paste' && <PasteApartments buildingId={building.id} existing={apartments.data ?? []} done={close} />}
      </Dialog>
      <QueryContent query={apartments}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="apartment" title={t.apartments.none} />
          ) : (
            <ApartmentGrid building={building} rows={rows} />
          )
        }
      </QueryContent>
    </Card>
  );
}

function ApartmentGrid({
  building,
  rows,
}: {
  readonly building: Schemas['Building'];
  readonly rows: readonly ApartmentRowBody[];
}) {
  const { t, format } = useLanguage();
  const buildingId = building.id;
  const meters = useMeters(buildingId).data ?? [];
  const residents = useResidentsOf(buildingId).data ?? [];
  const open = useAll(['invoices', { buildingId, status: 'sent' }], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), buildingId, status: 'sent' } } })),
  );
  const people = (id: string) =>
    residents
      .filter((resident) => resident.apartments.some(({ apartmentId }) => apartmentId === id))
      .map(({ name }) => name);
  const balance = (id: string) =>
    (open.data ?? []).reduce((sum, item) => (item.apartmentId === id ? sum + Math.round(item.balance * 100) : sum), 0) /
    100;
  const figure = (value: number | null) => (value === null ? t.common.none : format.number(value));
  const sum = (of: (item: ApartmentRowBody) => number | null) =>
    format.number(rows.reduce((all, item) => all + (of(item) ?? 0), 0));
  return (
    <>
      <DataTable
        label={t.apartments.title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.apartments.number,
            cell: ({ id, number }) => <ApartmentLink buildingId={buildingId} apartmentId={id} number={number} strong />,
          },
          { title: t.apartments.floor, cell: ({ floor }) => figure(floor), figure: true, wide: true },
          { title: t.apartments.area, cell: ({ area }) => figure(area), figure: true },
          { title: t.apartments.heatedArea, cell: ({ heatedArea }) => figure(heatedArea), figure: true, wide: true },
          { title: t.apartments.shares, cell: ({ shares }) => figure(shares), figure: true, wide: true },
          {
            title: t.apartments.residentCount,
            cell: ({ residentCount }) => figure(residentCount),
            figure: true,
            wide: true,
          },
          { title: t.apartments.residents, cell: ({ id }) => people(id).join(', ') || t.common.none },
          {
            title: t.apartments.meters,
            cell: ({ id }) => format.number(meters.filter(({ apartmentId }) => apartmentId === id).length),
            figure: true,
          },
          {
            title: t.apartments.balance,
            cell: ({ id }) =>
              balance(id) === 0 ? t.common.none : format.money(balance(id), building.billing.currency),
            figure: true,
          },
        ]}
      />
      <Text fz="sm" c="dimmed" p="md">
        {`${t.apartments.total}: ${format.number(rows.length)} · ${sum(({ area }) => area)} m² · ${t.apartments.residentCount}: ${sum(({ residentCount }) => residentCount)}`}
      </Text>
    </>
  );
}
