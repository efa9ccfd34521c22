// What belongs to an apartment: its meters with their last readings, its invoices, and its open maintenance requests.
import { Text } from '@mantine/core';
import { api, consoleApi, type Schemas, unwrap } from '../../api/client.ts';
import { pageQuery, useAll, usePages } from '../../api/pages.ts';
import { useMeters } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { InvoiceStatus, isSendingOut } from '../invoices/invoice-status.tsx';
import { invoiceNumberColumn } from '../invoices/name-columns.tsx';
import { meterColumns } from '../meters/meter-words.ts';

type ApartmentBody = Schemas['Apartment'];

export function ApartmentMeters({ apartment: { id: apartmentId, buildingId } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const meters = useMeters(buildingId);
  const [type, ...others] = meterColumns(t, format);
  return (
    <Card title={t.apartments.meters} flush>
      <QueryContent query={meters}>
        {(all) => {
          const rows = all.filter((meter) => meter.apartmentId === apartmentId && meter.removedOn === null);
          if (rows.length === 0) return <EmptyState icon="meter" title={t.apartmentPage.noMeters} />;
          return (
            <DataTable
              label={t.apartments.meters}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.meters.type,
                  cell: (meter) => (
                    <LinkTo to="/meters/$meterId" params={{ meterId: meter.id }} search={{ buildingId }} fw={600}>
                      {type?.cell(meter)}
                    </LinkTo>
                  ),
                },
                ...others,
              ]}
            />
          );
        }}
      </QueryContent>
    </Card>
  );
}

export function ApartmentInvoices({ apartment: { id, buildingId } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const invoices = usePages(
    ['invoices', { apartmentId: id }],
    (cursor) =>
      unwrap(
        api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 6), apartmentId: id, sort: '-issueDate' } } }),
      ),
    isSendingOut,
  );
  const statement = (
    <ButtonTo
      size="xs"
      variant="default"
      to="/receivables/$buildingId/$apartmentId"
      params={{ buildingId, apartmentId: id }}
    >
      {t.apartmentPage.statement}
    </ButtonTo>
  );
  return (
    <Card title={t.invoices.title} flush actions={statement}>
      <QueryTable
        query={invoices}
        none={<EmptyState icon="invoice" title={t.apartmentPage.noInvoices} />}
        label={t.invoices.title}
        keyOf={(invoice) => invoice.id}
        columns={[
          invoiceNumberColumn(t),
          { title: t.invoices.period, cell: ({ periodStart }) => format.month(periodStart) },
          {
            title: t.invoices.recipients,
            cell: ({ recipients }) => recipients.map(({ name }) => name).join(', ') || t.common.none,
            wide: true,
          },
          { title: t.invoices.due, cell: ({ dueDate }) => format.day(dueDate) },
          { title: t.invoices.status, cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
          { title: t.invoices.amount, cell: ({ amount, currency }) => format.money(amount, currency), figure: true },
          { title: t.invoices.balance, cell: ({ balance, currency }) => format.money(balance, currency), figure: true },
        ]}
      />
    </Card>
  );
}

/** The requests that are not finished; nothing where there are none. */
export function ApartmentRequests({ apartment: { id } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const requests = useAll(['maintenance', { apartmentId: id }], (cursor) =>
    unwrap(
      consoleApi.GET('/maintenance-requests', {
        params: { query: { ...pageQuery(cursor, 200), apartmentId: id, sort: '-updatedAt' } },
      }),
    ),
  );
  const open = (requests.data ?? []).filter(({ status }) => status === 'new' || status === 'in_progress');
  if (open.length === 0) return null;
  return (
    <Card title={t.apartmentPage.requests}>
      {open.map((request) => (
        <Text key={request.id}>
          <LinkTo to="/requests" search={{ request: request.id }} fw={600} underline="always">
            {request.title}
          </LinkTo>
          {` · ${t.requests.statuses[request.status]} · ${format.instant(request.updatedAt)}`}
        </Text>
      ))}
    </Card>
  );
}
