// The list of invoices, filtered by status, month of issue, building and apartment, with links to generate and open them.
import { Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartmentNumbers, useApartments, useBuildings } from '../../api/shared-queries.ts';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type InvoiceSearch, invoiceStatuses } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { invoiceQuery } from './invoice-query.ts';
import { InvoiceStatus, isSendingOut } from './invoice-status.tsx';
import { monthBefore } from './months.ts';
import { invoiceNameColumns } from './name-columns.tsx';
import { SendDrafts } from './send-drafts.tsx';

export function Invoices() {
  const { t } = useLanguage();
  const search = useSearch({ from: '/invoices' });
  const mayInvoice = useIsAllowed('invoice');
  const actions = mayInvoice && (
    <>
      {search.status === 'draft' && <SendDrafts search={search} />}
      <ButtonTo to="/invoices/paper" search={{ buildingId: search.buildingId }} variant="default">
        {t.paperInvoices.title}
      </ButtonTo>
      <ButtonTo to="/invoices/generate" leftSection={<Icon name="plus" />}>
        {t.invoices.generate}
      </ButtonTo>
    </>
  );
  return (
    <Page title={t.invoices.title} actions={actions}>
      <InvoiceFilters search={search} />
      <Card flush>
        <InvoiceList search={search} />
      </Card>
    </Page>
  );
}

function InvoiceFilters({ search }: { readonly search: InvoiceSearch }) {
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const buildings = useBuildings().data ?? [];
  const apartments = useApartments(search.buildingId).data ?? [];
  const find = (next: InvoiceSearch) => navigate({ to: '/invoices', search: { ...search, ...next } });
  return (
    <Group gap="sm">
      <Select
        aria-label={t.invoices.status}
        placeholder={t.invoices.anyStatus}
        clearable
        w="11rem"
        data={invoiceStatuses.map((value) => ({ value, label: t.invoices.statuses[value] }))}
        value={search.status ?? null}
        onChange={(value) => find({ status: invoiceStatuses.find((invoiceStatus) => invoiceStatus === value) })}
      />
      <Select
        aria-label={t.invoices.issued}
        placeholder={t.invoices.issued}
        clearable
        searchable
        w="11rem"
        data={monthsTo(search.issued).map((month) => ({ value: month, label: format.month(`${month}-01`) }))}
        value={search.issued ?? null}
        onChange={(value) => find({ issued: value ?? undefined })}
      />
      <BuildingFilter
        buildings={buildings}
        chosen={search.buildingId}
        choose={(id) => find({ buildingId: id, apartmentId: undefined })}
        width="14rem"
      />
      {search.buildingId && (
        <Select
          aria-label={t.invoices.apartment}
          placeholder={t.invoices.anyApartment}
          clearable
          searchable
          w="11rem"
          data={apartments.map(({ id, number }) => ({ value: id, label: number }))}
          value={search.apartmentId ?? null}
          onChange={(value) => find({ apartmentId: value ?? undefined })}
        />
      )}
    </Group>
  );
}

/** Three years of months, the next one first, and one requested in the address. */
function monthsTo(chosen: string | undefined): string[] {
  const now = new Date();
  const months = Array.from({ length: 36 }, (_, back) =>
    monthBefore(new Date(now.getFullYear(), now.getMonth() + 2 - back, 1)),
  );
  return chosen === undefined || months.includes(chosen) ? months : [...months, chosen];
}

function InvoiceList({ search }: { readonly search: InvoiceSearch }) {
  const { t, format } = useLanguage();
  const invoices = usePages(
    ['invoices', search],
    (cursor) =>
      unwrap(
        api.GET('/invoices', {
          params: { query: { ...pageQuery(cursor, 50), ...invoiceQuery(search), sort: '-createdAt' } },
        }),
      ),
    isSendingOut,
  );
  const numbers = useApartmentNumbers((invoices.data ?? []).map(({ buildingId }) => buildingId));
  return (
    <QueryTable
      query={invoices}
      none={<EmptyState icon="invoice" title={t.invoices.none} />}
      label={t.invoices.title}
      keyOf={({ id }) => id}
      columns={[
        ...invoiceNameColumns(t, numbers),
        {
          title: t.invoices.recipients,
          cell: ({ recipients }) => recipients.map(({ name }) => name).join(', ') || t.common.none,
          wide: true,
        },
        { title: t.invoices.period, cell: ({ periodStart }) => format.month(periodStart) },
        { title: t.invoices.due, cell: ({ dueDate }) => format.day(dueDate) },
        { title: t.invoices.status, cell: (item) => <InvoiceStatus invoice={item} /> },
        {
          title: t.invoices.amount,
          cell: ({ amount, currency }) => format.money(amount, currency),
          figure: true,
        },
        {
          title: t.invoices.balance,
          cell: ({ balance, currency }) => format.money(balance, currency),
          figure: true,
        },
      ]}
    />
  );
}
