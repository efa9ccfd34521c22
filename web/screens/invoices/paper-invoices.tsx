// Invoices on paper: printed at once, and marked as delivered afterwards. Marks are saved one by one, so the work can
// continue after any interruption.
import { Button, Group, Progress, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useIsAllowed, useVatWords } from '../../api/person.ts';
import { useApartmentNumbers, useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { invoiceNameColumns } from './name-columns.tsx';
import { PrintButton, PrintButtons } from './page-button.tsx';

type PaperInvoiceBody = ConsoleBody<'/paper-invoices'>['data'][number];

export function Paper() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { buildingId } = useSearch({ from: '/invoices/paper' });
  const buildings = useBuildings().data ?? [];
  const waiting = useAll(['paper', buildingId], (cursor) =>
    unwrap(
      consoleApi.GET('/paper-invoices', {
        params: { query: { ...pageQuery(cursor, 500), ...(buildingId && { buildingId }) } },
      }),
    ),
  );
  const handOver = useMarkDelivered();
  const all = waiting.data ?? [];
  const ask = (some: readonly PaperInvoiceBody[]) =>
    confirmFirst(t, {
      title: t.paperInvoices.markAllDelivered({ count: some.length }),
      text: t.paperInvoices.markDeliveredLead,
      yes: t.paperInvoices.markAllDelivered({ count: some.length }),
      routine: true,
      act: () => handOver.start(some),
    });
  const actions = all.length > 0 && (
    <>
      <PrintButtons ids={all.map(({ id }) => id)} />
      {handOver.part !== undefined && (
        <Progress w="8rem" value={handOver.part * 100} aria-label={t.paperInvoices.progress} />
      )}
      <ActionButton action={handOver} onClick={() => ask(all)}>
        {t.paperInvoices.markAllDelivered({ count: all.length })}
      </ActionButton>
    </>
  );
  return (
    <Page
      title={t.paperInvoices.pageTitle}
      lead={
        <Text c="dimmed" maw="44rem">
          {t.paperInvoices.lead}
        </Text>
      }
      actions={actions}
    >
      {buildings.length > 1 && (
        <Group>
          <BuildingFilter
            buildings={buildings}
            chosen={buildingId}
            choose={(id) => navigate({ to: '/invoices/paper', search: { buildingId: id } })}
            width="14rem"
          />
        </Group>
      )}
      <Card flush>
        <QueryContent query={waiting}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="check" title={t.paperInvoices.none} />
            ) : (
              <PaperInvoiceList rows={rows} handOver={(item) => ask([item])} busy={handOver.isPending} />
            )
          }
        </QueryContent>
      </Card>
    </Page>
  );
}

function PaperInvoiceList({
  rows,
  handOver,
  busy,
}: {
  readonly rows: readonly PaperInvoiceBody[];
  readonly handOver: (item: PaperInvoiceBody) => void;
  readonly busy: boolean;
}) {
  const { t, format } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const vat = useVatWords();
  const numbers = useApartmentNumbers(rows.map(({ buildingId }) => buildingId));
  return (
    <DataTable
      label={t.paperInvoices.pageTitle}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        ...invoiceNameColumns(t, numbers),
        { title: t.paperInvoices.recipient, cell: ({ recipients }) => recipients.join(', ') || t.common.none },
        { title: t.paperInvoices.reason, cell: ({ reason }) => t.paperInvoices.reasons[reason] },
        { title: t.invoices.period, cell: ({ periodStart }) => format.month(periodStart), wide: true },
        { title: vat.total, cell: ({ amount, currency }) => format.money(amount, currency), figure: true },
        {
          title: t.paperInvoices.print,
          cell: ({ id, number }) => (
            <PrintButton
              ids={[id]}
              label={t.paperInvoices.print}
              name={t.paperInvoices.printOf({ number })}
              size="xs"
            />
          ),
          action: true,
        },
        ...(mayInvoice
          ? [
              {
                title: t.paperInvoices.markDelivered,
                cell: (item: PaperInvoiceBody) => (
                  <Button
                    size="xs"
                    variant="default"
                    disabled={busy}
                    aria-label={t.paperInvoices.markInvoiceDelivered({ number: item.number })}
                    onClick={() => handOver(item)}
                  >
                    {t.paperInvoices.markDelivered}
                  </Button>
                ),
                action: true,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Marks one invoice after the other as delivered; `part` of them is done. */
function useMarkDelivered() {
  const { t } = useLanguage();
  const [part, setPart] = useState<number>();
  const act = useAction(
    async (invoices: readonly PaperInvoiceBody[]) => {
      for (const [index, { id }] of invoices.entries()) {
        setPart(index / invoices.length);
        await unwrap(consoleApi.POST('/invoices/{id}/delivered', { params: { path: { id } }, body: { by: 'paper' } }));
      }
      return { count: invoices.length };
    },
    { done: t.paperInvoices.delivered },
  );
  return {
    ...act,
    part,
    start: (invoices: readonly PaperInvoiceBody[]) => act.mutate(invoices, { onSettled: () => setPart(undefined) }),
  };
}
