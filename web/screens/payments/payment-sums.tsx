// What all payments of a filter come to, by currency, above their list: the amount, and the parts that are not zero, as
// in the file of the list.
import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { partsOfPayments } from './payment-parts.ts';
import type { FoundPaymentBody } from './payment-status.tsx';

/** The filters of the list of payments. */
export type PaymentQuery = {
  readonly text: string | undefined;
  readonly buildingId: string | undefined;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly prepaid?: boolean;
  readonly refunded?: boolean;
  readonly waiting?: 'undecided' | 'dismissed';
  readonly status?: 'returned' | FoundPaymentBody['status'] | undefined;
};

/** The headings of what payments come to. */
export function sumTitles({ payments, invoiceHistory }: Words) {
  return {
    amount: payments.amount,
    creditNotes: invoiceHistory.creditInvoice,
    waiting: payments.unallocated,
    prepaid: payments.statuses.prepaid,
    setAside: payments.dismissedPayments,
    refunded: payments.statuses.refunded,
    returned: payments.statuses.returned,
  } as const;
}

export function PaymentSums({ query }: { readonly query: PaymentQuery }) {
  const { t, format } = useLanguage();
  const sums = useQuery({
    queryKey: ['payments', 'sums', query],
    queryFn: () => unwrap(consoleApi.GET('/payment-sums', { params: { query } })),
    placeholderData: keepPreviousData,
  }).data;
  const titles = sumTitles(t);
  if (sums?.tooMany === true)
    return (
      <Text px="md" py="xs">
        {t.payments.tooManyToSum}
      </Text>
    );
  return sums?.data.map(({ currency, ...amounts }) => (
    <Group key={currency} gap="lg" px="md" py="xs" component="section" aria-label={t.payments.total}>
      <Text fw={600}>{t.payments.total}</Text>
      {(['amount', 'creditNotes', ...partsOfPayments] as const)
        .filter((part) => part === 'amount' || amounts[part] !== 0)
        .map((part) => (
          <Text key={part}>
            {titles[part]} <b>{format.money(amounts[part], currency)}</b>
          </Text>
        ))}
    </Group>
  ));
}
