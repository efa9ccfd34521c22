// All payments, the latest first, found by payer, amount, reference or text; the search is kept in the address.
import { Group, Select, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type PaymentSearch, paymentStatuses } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { PaymentTable } from './payment-table.tsx';

/** As in src/payments/search-payments.ts. */
const maxSearchedPayments = 100_000;

export function AllPayments() {
  const { t } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const { text, status, buildingId } = useSearch({ from: '/payments' });
  const query = { text, buildingId, ...(status === 'prepaid' ? { prepaid: true } : { status }) };
  const payments = usePages(['payments', 'search', query], (cursor) =>
    unwrap(
      consoleApi.GET('/payments', {
        params: { query: { ...pageQuery(cursor, 50), ...query, sort: '-paidOn' } },
      }),
    ),
  );
  return (
    <>
      <PaymentFilters />
      <Card flush>
        <PaymentTable
          query={payments}
          none={
            <EmptyState icon="payment" title={t.payments.none} next={mayHandle && t.emptyLists.payments}>
              {text && <Text c="dimmed">{t.payments.searchLimit({ count: maxSearchedPayments })}</Text>}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}

function PaymentFilters() {
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
        data={paymentStatuses.map((value) => ({ value, label: t.payments.statuses[value] }))}
        value={search.status ?? null}
        onChange={(value) => change({ status: paymentStatuses.find((status) => status === value) })}
      />
      <BuildingFilter
        buildings={buildings}
        chosen={search.buildingId}
        choose={(buildingId) => change({ buildingId })}
      />
    </Group>
  );
}
