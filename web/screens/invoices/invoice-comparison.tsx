// The charges of an invoice beside the period before and the average of the building's apartments, without VAT.

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody, InvoiceWithPositions } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { FoldableCard } from '../../parts/foldable-card.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

export type ChargeBody = ConsoleBody<'/invoices/{id}/comparison'>['data'][number];

/** The charges of an invoice beside other periods and apartments. */
export function useComparison({ id, updatedAt }: Pick<InvoiceWithPositions, 'id' | 'updatedAt'>) {
  return useQuery({
    queryKey: ['comparison', id, updatedAt],
    queryFn: async () => (await unwrap(consoleApi.GET('/invoices/{id}/comparison', { params: { path: { id } } }))).data,
  });
}

export function InvoiceComparison({ invoice }: { readonly invoice: InvoiceWithPositions }) {
  const { t, format } = useLanguage();
  const { currency } = invoice;
  const comparison = useComparison(invoice);
  const money = (amount: number | null) => (amount === null ? t.common.none : format.money(amount, currency));
  const perArea = (price: number) => t.comparison.perArea({ amount: format.money(price, currency, 4) });
  const averageOf = ({ average, averageAreaPrice }: ChargeBody) =>
    averageAreaPrice === null ? money(average) : perArea(averageAreaPrice);
  const changeOf = ({ amount, previous }: ChargeBody) =>
    previous === null ? t.common.none : format.signedMoney(sumAmounts([amount, -previous]), currency);
  const withPrevious: DataColumn<ChargeBody>[] = [
    { title: t.comparison.previous, figure: true, cell: ({ previous }) => money(previous) },
    { title: t.comparison.change, figure: true, cell: changeOf },
  ];
  return (
    <FoldableCard title={t.comparison.title}>
      <Text c="dimmed" fz="sm" px="md">
        {t.comparison.lead}
      </Text>
      <QueryContent query={comparison}>
        {(charges) => (
          <DataTable
            label={t.comparison.title}
            rows={charges}
            keyOf={({ code }) => code}
            columns={[
              { title: t.periods.charge, cell: ({ description }) => format.position(description) },
              {
                title: t.comparison.current,
                figure: true,
                cell: ({ amount, areaPrice }) =>
                  areaPrice === null ? money(amount) : `${money(amount)} (${perArea(areaPrice)})`,
              },
              ...(charges.some(({ previous }) => previous !== null) ? withPrevious : []),
              { title: t.comparison.average, figure: true, cell: averageOf },
            ]}
          />
        )}
      </QueryContent>
    </FoldableCard>
  );
}
