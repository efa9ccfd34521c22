// The number and the sums of all invoices that a filter matches, by currency, above their list.
import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import type { InvoiceSearch } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { invoiceQuery } from './invoice-query.ts';

type SumsBody = ConsoleBody<'/invoice-sums'>;

export function useInvoiceSums(search: InvoiceSearch): SumsBody | undefined {
  const query = invoiceQuery(search);
  return useQuery({
    queryKey: ['invoices', 'sums', query],
    queryFn: () => unwrap(consoleApi.GET('/invoice-sums', { params: { query } })),
    placeholderData: keepPreviousData,
  }).data;
}

/** On what was not sent nothing is owed yet: the balance is left out where only that is listed. */
export function InvoiceSums({
  sums,
  status,
}: {
  readonly sums: SumsBody | undefined;
  readonly status: InvoiceSearch['status'];
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  if (sums?.tooMany === true)
    return (
      <Text px="md" py="xs">
        {t.invoices.tooManyToSum}
      </Text>
    );
  return sums?.data.map(({ currency, count, amount, balance }) => (
    <Group key={currency} gap="lg" px="md" py="xs">
      <Text fw={600}>{t.lists.invoices({ count })}</Text>
      <Text>
        {vat.total} <b>{format.money(amount, currency)}</b>
      </Text>
      {status !== 'unsent' && (
        <Text>
          {t.invoices.balance} <b>{format.money(balance, currency)}</b>
        </Text>
      )}
    </Group>
  ));
}
