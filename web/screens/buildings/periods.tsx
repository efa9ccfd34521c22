// The periods of a building: which are closed, what was invoiced and what is open; closed ones can be corrected.
import { Badge, Text } from '@mantine/core';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { Card } from '../../parts/card.tsx';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { periodName } from '../invoices/months.ts';

type PeriodBody = ConsoleBody<'/buildings/{id}/periods'>['data'][number];

export function Periods({ building }: { readonly building: Schemas['Building'] }) {
  const { t, format } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const { id } = building;
  const periods = usePages(['periods', id], (cursor) =>
    unwrap(
      consoleApi.GET('/buildings/{id}/periods', {
        params: { path: { id }, query: { ...pageQuery(cursor, 24), sort: '-periodStart' } },
      }),
    ),
  );
  return (
    <Card title={t.periods.title} help="closing" flush>
      <QueryContent query={periods}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="invoice" title={t.periods.none} />
          ) : (
            <>
              <Text c="dimmed" fz="sm" px="md" pb="sm">
                {t.periods.lead}
              </Text>
              <DataTable
                label={t.periods.title}
                rows={rows}
                keyOf={(item) => item.id}
                columns={[
                  ...periodColumns(t, format, building.billing.currency),
                  ...(mayInvoice
                    ? [
                        {
                          title: t.periods.correct,
                          cell: ({ closed, periodStart, periodEnd }: PeriodBody) =>
                            closed && (
                              <LinkTo
                                to="/buildings/$buildingId/correction"
                                params={{ buildingId: id }}
                                search={{ from: periodStart, to: periodEnd }}
                                aria-label={`${t.periods.correct}: ${periodName(format, { periodStart, periodEnd })}`}
                              >
                                {t.periods.correct}
                              </LinkTo>
                            ),
                          action: true,
                        },
                      ]
                    : []),
                ]}
              />
            </>
          )
        }
      </QueryContent>
      <LoadMore query={periods} />
    </Card>
  );
}

function periodColumns(t: Words, format: Format, currency: string): DataColumn<PeriodBody>[] {
  const money = (amount: number) => format.money(amount, currency);
  return [
    { title: t.periods.period, cell: (item) => periodName(format, item) },
    {
      title: t.periods.status,
      badge: true,
      cell: ({ closed }) => (
        <Badge variant="light" color={closed ? 'gray' : 'pine'}>
          {closed ? t.periods.closed : t.periods.open}
        </Badge>
      ),
    },
    {
      title: t.periods.invoices,
      cell: ({ invoices, unsent }) =>
        [format.number(invoices), unsent > 0 && t.home.toSend({ count: unsent })].filter(Boolean).join(' · '),
      figure: true,
    },
    {
      title: t.periods.corrections,
      cell: ({ corrections }) => (corrections === 0 ? t.common.none : format.number(corrections)),
      figure: true,
      wide: true,
    },
    { title: t.periods.bills, cell: ({ bills }) => money(bills), figure: true, wide: true },
    { title: t.periods.invoiced, cell: ({ amount }) => money(amount), figure: true },
    { title: t.periods.balanceDue, cell: ({ open }) => money(open), figure: true },
  ];
}
