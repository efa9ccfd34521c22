// What belongs to an apartment: its meters with their last readings, its invoices, and its maintenance requests.
import type { ApartmentBody } from '../../api/bodies.ts';
import { api, consoleApi, unwrap } from '../../api/client.ts';

import { pageQuery, usePages } from '../../api/pages.ts';
import { useVatWords } from '../../api/person.ts';
import { useApartmentMeters } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { InvoiceStatus, isSendingOut } from '../invoices/invoice-status.tsx';
import { invoiceNumberColumn } from '../invoices/name-columns.tsx';
import { meterColumns } from '../meters/meter-words.ts';

export function ApartmentMeters({ apartment: { id: apartmentId, buildingId } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const meters = useApartmentMeters(apartmentId);
  const [type, ...others] = meterColumns(t, format);
  return (
    <Card title={t.apartments.meters} flush>
      <QueryContent query={meters}>
        {(all) => {
          const rows = all.filter(({ removedOn }) => removedOn === null);
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

export function ApartmentInvoices({ apartment: { id } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  const invoices = usePages(
    ['invoices', { apartmentId: id }],
    (cursor) =>
      unwrap(
        api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 6), apartmentId: id, sort: '-issueDate' } } }),
      ),
    isSendingOut,
  );
  return (
    <Card title={t.invoices.title} flush>
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
          { title: t.invoices.status, badge: true, cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
          { title: vat.total, cell: ({ amount, currency }) => format.money(amount, currency), figure: true },
          { title: t.invoices.balance, cell: ({ balance, currency }) => format.money(balance, currency), figure: true },
        ]}
      />
    </Card>
  );
}

/** The requests changed last, finished or not. */
export function ApartmentRequests({ apartment: { id } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const requests = usePages(['maintenance', { apartmentId: id }], (cursor) =>
    unwrap(
      consoleApi.GET('/maintenance-requests', {
        params: { query: { ...pageQuery(cursor, 6), apartmentId: id, sort: '-updatedAt' } },
      }),
    ),
  );
  return (
    <Card title={t.requests.title} flush>
      <QueryTable
        query={requests}
        none={<EmptyState icon="wrench" title={t.requests.none} />}
        label={t.requests.title}
        keyOf={(request) => request.id}
        columns={[
          {
            title: t.requests.subject,
            cell: (request) => (
              <LinkTo to="/requests" search={{ request: request.id }} fw={600}>
                {request.title}
              </LinkTo>
            ),
          },
          { title: t.invoices.status, cell: ({ status }) => t.requests.statuses[status] },
          { title: t.apartmentPage.changed, cell: ({ updatedAt }) => format.instant(updatedAt) },
        ]}
      />
    </Card>
  );
}
