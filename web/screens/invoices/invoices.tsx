// The list of invoices, filtered by status, month of issue, building and apartment, with links to generate and open
// them.
import { Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { InvoiceBody } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { growingPageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed, useVatWords } from '../../api/person.ts';
import { useApartments, useBuildings } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import type { DataColumn } from '../../parts/data-table.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { currentMonth, shiftMonth } from '../../parts/month.ts';
import { MonthFilter } from '../../parts/month-filter.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { useSelection } from '../../parts/selection.ts';
import { EmptyState } from '../../parts/states.tsx';
import { type InvoiceSearch, invoiceSearch, invoiceStatuses } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { GenerationDrafts } from './generation-drafts.tsx';
import { invoiceQuery } from './invoice-query.ts';
import { InvoiceStatus, isSendingOut, isUnsent } from './invoice-status.tsx';
import { InvoiceSums, useInvoiceSums } from './invoice-sums.tsx';
import { invoiceNumberColumn } from './name-columns.tsx';
import { SelectedInvoices } from './selected-invoices.tsx';
import { SendUnsent, UnsentRecipients, useSendingPreview } from './send-unsent.tsx';

export function Invoices() {
  const { t } = useLanguage();
  const search = useSearch({ from: '/invoices' });
  const mayInvoice = useIsAllowed('invoice');
  const filter = JSON.stringify(invoiceQuery(search));
  const [sent, setSent] = useState({ filter, count: 0 });
  const count = sent.filter === filter ? sent.count : 0;
  const onSent = (more: number) => setSent({ filter, count: count + more });
  const actions = mayInvoice && (
    <>
      {search.status === 'unsent' && <SendUnsent search={search} onSent={onSent} />}
      <ButtonTo to="/invoices/paper" search={{ buildingId: search.buildingId }} variant="default">
        {t.paperInvoices.title}
      </ButtonTo>
      <ButtonTo to="/invoices/generate" search={{ buildingId: search.buildingId }} leftSection={<Icon name="plus" />}>
        {t.invoices.generate}
      </ButtonTo>
    </>
  );
  return (
    <Page title={t.invoices.title} actions={actions}>
      {mayInvoice && <GenerationDrafts />}
      <InvoiceFilters search={search} />
      <Card flush>
        <InvoiceList search={search} sent={count} onSent={onSent} />
      </Card>
    </Page>
  );
}

function InvoiceFilters({ search }: { readonly search: InvoiceSearch }) {
  const { t } = useLanguage();
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
        data={invoiceStatuses.map((value) => ({
          value,
          label: value === 'unsent' ? t.invoices.unsent : t.invoices.statuses[value],
        }))}
        value={search.status ?? null}
        onChange={(value) => find({ status: invoiceStatuses.find((invoiceStatus) => invoiceStatus === value) })}
      />
      <MonthFilter
        label={t.invoices.issued}
        last={shiftMonth(currentMonth(), 1)}
        chosen={search.issued}
        choose={(issued) => find({ issued })}
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

function InvoiceList({
  search,
  sent,
  onSent,
}: {
  readonly search: InvoiceSearch;
  /** How many have been sent from this list. */
  readonly sent: number;
  readonly onSent: (count: number) => void;
}) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const query = { ...invoiceQuery(search), include: 'names', sort: search.sort ?? '-createdAt' } as const;
  const invoices = usePages(
    ['invoices', 'named', query],
    (cursor) => unwrap(api.GET('/invoices', { params: { query: { ...growingPageQuery(cursor), ...query } } })),
    isSendingOut,
  );
  const sums = useInvoiceSums(search);
  const total = sums?.tooMany === false ? sums.data.reduce((all, { count }) => all + count, 0) : undefined;
  const loaded = invoices.data ?? [];
  const filter = JSON.stringify(invoiceQuery(search));
  const selection = useSelection(
    loaded.map(({ id }) => id),
    filter,
  );
  return (
    <>
      <InvoiceSums sums={sums} status={search.status} />
      <UnsentRecipients search={search} />
      <QueryTable
        query={invoices}
        none={<EmptyState icon="invoice" title={t.invoices.none} next={t.emptyLists.invoices} />}
        emptied={
          search.status && {
            filter,
            show: (left) => (
              <EmptyState
                icon="check"
                title={sent > 0 ? t.emptied.sent({ count: sent }) : t.emptied.rows({ count: left })}
              >
                <LinkTo to="/invoices" search={{ ...search, status: undefined }}>
                  {t.emptied.showAll}
                </LinkTo>
              </EmptyState>
            ),
          }
        }
        label={t.invoices.title}
        keyOf={({ id }) => id}
        total={total}
        selection={{ ...selection, nameOf: ({ number }) => number }}
        order={{
          sort: search.sort,
          choose: (sort) => navigate({ to: '/invoices', search: invoiceSearch({ ...search, sort }) }),
        }}
        columns={useInvoiceColumns(search)}
      />
      <SelectedInvoices selection={selection} search={search} loaded={loaded} total={total} onSent={onSent} />
    </>
  );
}

function useInvoiceColumns(search: InvoiceSearch): DataColumn<InvoiceBody>[] {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  const intended = new Map(useSendingPreview(search)?.recipients.map(({ invoiceId, names }) => [invoiceId, names]));
  return [
    { ...invoiceNumberColumn(t), sort: 'number', width: 1.7 },
    { title: t.invoices.building, cell: ({ buildingName }) => buildingName, width: 1.1 },
    {
      title: t.invoices.apartment,
      cell: ({ buildingId, apartmentId, apartmentNumber = '' }) => (
        <ApartmentLink buildingId={buildingId} apartmentId={apartmentId} number={apartmentNumber} />
      ),
      width: 0.7,
    },
    {
      title: t.invoices.recipients,
      cell: ({ id, recipients }) =>
        recipients.map(({ name }) => name).join(', ') || intended.get(id)?.join(', ') || t.common.none,
      wide: (invoice) => !isUnsent(invoice),
      width: 1.2,
    },
    { title: t.invoices.issued, cell: ({ issueDate }) => format.day(issueDate), sort: 'issueDate', wide: true },
    { title: t.invoices.due, cell: ({ dueDate }) => format.day(dueDate), sort: 'dueDate' },
    { title: t.invoices.status, cell: (item) => <InvoiceStatus invoice={item} />, badge: true },
    {
      title: vat.total,
      cell: ({ amount, currency }) => format.money(amount, currency),
      figure: true,
      sort: 'amount',
    },
    {
      title: t.invoices.balance,
      cell: ({ status, balance, currency }) => (status === 'draft' ? t.common.none : format.money(balance, currency)),
      figure: true,
    },
  ];
}
