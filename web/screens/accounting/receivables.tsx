// Receivables by age: open invoices of each apartment by days overdue, and prepayments.
import { Box, Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ConsoleBody, consoleApi, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { amountCell, saveCsv } from '../../parts/save-csv.ts';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

type AgedBody = ConsoleBody<'/aging'>['data'][number];
const ageBuckets = ['notDue', 'to30', 'to60', 'to90', 'over90', 'total', 'credit'] as const;

export function Aging() {
  const { t } = useLanguage();
  const { building } = useSearch({ from: '/receivables' });
  const aging = useQuery({
    queryKey: ['aging', building],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/aging', { params: { query: building ? { buildingId: building } : {} } }))).data,
  });
  return (
    <Page
      title={t.receivables.title}
      lead={<Text c="dimmed">{t.receivables.lead}</Text>}
      actions={<ExportAging rows={aging.data ?? []} />}
    >
      <BuildingChoice building={building} />
      <Card flush>
        <QueryContent query={aging}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="check" title={t.receivables.nothingOpen} />
            ) : (
              <>
                <AgingTotals rows={rows} />
                <AgingTable rows={rows} />
              </>
            )
          }
        </QueryContent>
      </Card>
    </Page>
  );
}

function BuildingChoice({ building }: { readonly building: string | undefined }) {
  const { t } = useLanguage();
  const buildings = useBuildings();
  const navigate = useNavigate();
  const data = (buildings.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      maw="20rem"
      label={t.receivables.building}
      placeholder={t.receivables.allBuildings}
      clearable
      clearButtonProps={{ 'aria-label': t.receivables.allBuildings }}
      data={data}
      value={building ?? null}
      onChange={(value) => navigate({ to: '/receivables', search: { building: value ?? undefined } })}
    />
  );
}

function AgingTable({ rows }: { readonly rows: readonly AgedBody[] }) {
  const { t, format } = useLanguage();
  const money = (of: (typeof ageBuckets)[number]): DataColumn<AgedBody> => ({
    title: t.receivables.columns[of],
    figure: true,
    wide: (row) => of !== 'total' && row[of] === 0,
    cell: (row) => (row[of] === 0 ? t.common.none : format.money(row[of], row.currency)),
  });
  return (
    <DataTable
      label={t.receivables.title}
      rows={rows}
      keyOf={({ apartmentId, currency }) => apartmentId + currency}
      columns={[
        {
          title: t.receivables.apartment,
          cell: ({ buildingId, apartmentId, building, number }) => (
            <ApartmentLink buildingId={buildingId} apartmentId={apartmentId} number={`${building}, ${number}`} strong />
          ),
        },
        ...ageBuckets.map(money),
        {
          title: t.apartmentPage.statement,
          action: true,
          cell: ({ buildingId, apartmentId }) => (
            <LinkTo to="/receivables/$buildingId/$apartmentId" params={{ buildingId, apartmentId }}>
              {t.apartmentPage.statement}
            </LinkTo>
          ),
        },
      ]}
    />
  );
}

/** The sums of all apartments, one line for each currency. */
function AgingTotals({ rows }: { readonly rows: readonly AgedBody[] }) {
  const { t, format } = useLanguage();
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const sum = (currency: string, of: (typeof ageBuckets)[number]) =>
    rows.reduce((cents, row) => cents + (row.currency === currency ? Math.round(row[of] * 100) : 0), 0) / 100;
  return currencies.map((currency) => (
    <Box key={currency} p="md" component="section" aria-label={t.receivables.allApartments}>
      <FactList
        cols={{ base: 2, xs: 4, md: ageBuckets.length }}
        facts={ageBuckets.map((of) => [t.receivables.columns[of], format.money(sum(currency, of), currency)] as const)}
      />
    </Box>
  ));
}

function ExportAging({ rows }: { readonly rows: readonly AgedBody[] }) {
  const { t } = useLanguage();
  const save = () =>
    saveCsv('aging.csv', [
      [
        t.receivables.building,
        t.receivables.apartment,
        ...ageBuckets.map((of) => t.receivables.columns[of]),
        'currency',
      ],
      ...rows.map((row) => [row.building, row.number, ...ageBuckets.map((of) => amountCell(row[of])), row.currency]),
    ]);
  return (
    <Group gap="xs">
      <ButtonTo to="/receivables/exports" variant="default">
        {t.exports.title}
      </ButtonTo>
      <Button variant="default" leftSection={<Icon name="download" />} disabled={rows.length === 0} onClick={save}>
        {t.receivables.exportCsv}
      </Button>
    </Group>
  );
}
