// The number and the sums of all invoices that a filter matches, by currency, above their list.
import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import type { InvoiceSearch } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { invoiceQuery } from './invoice-query.ts';

type SumsBody = ConsoleBody<'/invoice-sums'>['data'];

export function useInvoiceSums(search: InvoiceSearch): SumsBody | undefined {
  const query = invoiceQuery(search);
  return useQuery({
    queryKey: ['invoices', 'sums', query],
    queryFn: async () => (await unwrap(consoleApi.GET('/invoice-sums', { params: { query } }))).data,
    placeholderData: keepPreviousData,
  }).data;
}

export function InvoiceSums({ sums }: { readonly sums: SumsBody }) {
  const { t, format } = useLanguage();
  return sums.map(({ currency, count, amount, balance }) => (
    <Group key={currency} gap="lg" px="md" py="xs">
      <Text fw={600}>{t.lists.invoices({ count })}</Text>
      <Text>
        {t.invoices.amount} <b>{format.money(amount, currency)}</b>
      </Text>
      <Text>
        {t.invoices.balance} <b>{format.money(balance, currency)}</b>
      </Text>
    </Group>
  ));
}
