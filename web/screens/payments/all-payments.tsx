// All payments, the latest first, found by payer, amount, reference or text; the search is kept in the address.
import { Group, Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CsvCell } from '../../../src/platform/values/csv.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, readAll, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { currentMonth } from '../../parts/month.ts';
import { MonthFilter } from '../../parts/month-filter.tsx';
import { amountCell, namedForBuildings, saveCsv } from '../../parts/save-csv.ts';
import { SearchInput } from '../../parts/search-input.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type PaymentSearch, paymentStatuses } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { daysOf } from '../invoices/months.ts';
import { apartmentsText, payerText } from './payer-text.ts';
import { partsOfPayments, paymentParts } from './payment-parts.ts';
import { type FoundPaymentBody, paymentState, stateText } from './payment-status.tsx';
import { PaymentSums, sumTitles } from './payment-sums.tsx';
import { kindText, PaymentTable, reasonText, useBuildingsOf } from './payment-table.tsx';

/** As in src/payments/search-payments.ts. */
const maxSearchedPayments = 100_000;

export function AllPayments() {
  const { t } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const search = useSearch({ from: '/payments' });
  const { text, status, buildingId, paid } = search;
  const query = { text, buildingId, ...(paid && daysOf(paid)), ...(status && filterOf(status)) };
  const fetchPage = (limit: number) => (cursor: string | undefined) =>
    unwrap(
      consoleApi.GET('/payments', { params: { query: { ...pageQuery(cursor, limit), ...query, sort: '-paidOn' } } }),
    );
  const payments = usePages(['payments', 'search', query], fetchPage(50));
  return (
    <>
      <PaymentFilters>
        <ExportPayments read={() => readAll(fetchPage(500))} />
      </PaymentFilters>
      <Card flush>
        <PaymentSums query={query} />
        <PaymentTable
          query={payments}
          none={
            <EmptyState icon="payment" title={t.payments.none} next={mayHandle && t.emptyLists.payments}>
              {text && <Text c="dimmed">{t.payments.searchLimit({ count: maxSearchedPayments })}</Text>}
            </EmptyState>
          }
          emptied={
            status && {
              filter: JSON.stringify(query),
              show: (count) => (
                <EmptyState icon="check" title={t.emptied.rows({ count })}>
                  <LinkTo to="/payments" search={{ ...search, status: undefined }}>
                    {t.emptied.showAll}
                  </LinkTo>
                </EmptyState>
              ),
            }
          }
        />
      </Card>
    </>
  );
}

/** The payments with a part that has the status: so the sum of that part is the same with the filter. */
function filterOf(status: NonNullable<PaymentSearch['status']>) {
  if (status === 'prepaid') return { prepaid: true };
  if (status === 'refunded') return { refunded: true };
  if (status === 'unmatched') return { waiting: 'undecided' } as const;
  return status === 'dismissed' ? ({ waiting: 'dismissed' } as const) : { status };
}

/** Saves all payments that the filters leave as a table. */
function ExportPayments({ read }: { readonly read: () => Promise<readonly FoundPaymentBody[]> }) {
  const { t } = useLanguage();
  const { several, buildingsOf } = useBuildingsOf();
  const titles = sumTitles(t);
  const columns: readonly (readonly [title: string, cell: (payment: FoundPaymentBody) => CsvCell])[] = [
    [t.invoices.paidOn, ({ paidOn }) => paidOn],
    [t.payments.kind, (payment) => kindText(t, payment)],
    ...(several ? [[t.invoices.building, buildingsOf] as const] : []),
    [t.payments.payer, (payment) => payerText(t, payment)],
    [t.residentHome.account, ({ payerIban }) => payerIban ?? ''],
    [t.invoices.reference, ({ reference }) => reference ?? ''],
    [t.payments.description, ({ description }) => description ?? ''],
    [titles.amount, ({ source, amount }) => (source === 'credit' ? '' : amountCell(amount))],
    [titles.creditNotes, ({ source, amount }) => (source === 'credit' ? amountCell(amount) : '')],
    ...partsOfPayments.map(
      (part) => [titles[part], (payment: FoundPaymentBody) => amountCell(paymentParts(payment)[part])] as const,
    ),
    [t.statements.currency, ({ currency }) => currency],
    [t.invoices.status, (payment) => stateText(t, paymentState(payment))],
    [t.payments.reason, (payment) => reasonText(t, payment)],
    [t.invoices.apartment, ({ allocations, apartment }) => apartmentsText(allocations, apartment)],
    [t.payments.invoicesPaid, ({ allocations }) => allocations.map(({ number }) => number).join(', ')],
  ];
  const save = useMutation({
    mutationFn: read,
    onSuccess: (payments) =>
      saveCsv(namedForBuildings('payments', []), [
        columns.map(([title]) => title),
        ...payments.map((payment) => columns.map(([, cell]) => cell(payment))),
      ]),
  });
  return (
    <ActionButton variant="default" leftSection={<Icon name="download" />} action={save} onClick={() => save.mutate()}>
      {t.receivables.exportCsv}
    </ActionButton>
  );
}

function PaymentFilters({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  const search = useSearch({ from: '/payments' });
  const navigate = useNavigate({ from: '/payments' });
  const buildings = useBuildings().data ?? [];
  const change = (next: Partial<PaymentSearch>) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <Group mb="md" gap="sm">
      <SearchInput
        aria-label={t.payments.search}
        placeholder={t.payments.searchHint}
        w="32rem"
        text={search.text}
        search={(text) => change({ text })}
      />
      <Select
        aria-label={t.invoices.status}
        placeholder={t.invoices.anyStatus}
        clearable
        w="14rem"
        data={paymentStatuses.map((value) => ({ value, label: stateText(t, value) }))}
        value={search.status ?? null}
        onChange={(value) => change({ status: paymentStatuses.find((status) => status === value) })}
      />
      <BuildingFilter
        buildings={buildings}
        chosen={search.buildingId}
        choose={(buildingId) => change({ buildingId })}
      />
      <MonthFilter
        label={t.invoices.paidOn}
        last={currentMonth()}
        chosen={search.paid}
        choose={(paid) => change({ paid })}
      />
      {children}
    </Group>
  );
}
