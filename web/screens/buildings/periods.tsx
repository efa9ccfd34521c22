// The periods of a building: which are closed, what was invoiced and what is open; closed ones can be corrected.
import { Badge, Text } from '@mantine/core';
import { consoleApi, type Schemas, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { periodName } from '../invoices/months.ts';

export function Periods({ building }: { readonly building: Schemas['Building'] }) {
  const { t, format } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const { id } = building;
  const money = (amount: number) => format.money(amount, building.billing.currency);
  const periods = usePages(['periods', id], (cursor) =>
    unwrap(
      consoleApi.GET('/buildings/{id}/periods', {
        params: { path: { id }, query: { ...pageQuery(cursor, 24), sort: '-periodStart' } },
      }),
    ),
  );
  return (
    <Card title={t.periods.title} flush>
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
                  { title: t.periods.period, cell: (item) => periodName(format, item) },
                  {
                    title: t.periods.status,
                    cell: ({ closed }) => (
                      <Badge variant="light" tt="none" color={closed ? 'gray' : 'pine'}>
                        {closed ? t.periods.closed : t.periods.open}
                      </Badge>
                    ),
                  },
                  {
                    title: t.periods.invoices,
                    cell: ({ invoices, drafts }) =>
                      [format.number(invoices), drafts > 0 && t.periods.drafts({ count: drafts })]
                        .filter(Boolean)
                        .join(' · '),
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
                  ...(mayInvoice
                    ? [
                        {
                          title: t.periods.correct,
                          cell: ({ closed, ...one }: (typeof rows)[number]) =>
                            closed && (
                              <LinkTo
                                to="/buildings/$buildingId/correction"
                                params={{ buildingId: id }}
                                search={{ from: one.periodStart, to: one.periodEnd }}
                                aria-label={`${t.periods.correct}: ${periodName(format, one)}`}
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
