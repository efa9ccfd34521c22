// The charges of an invoice beside the period before and the average of the building's apartments, as they are paid:
// with VAT. On a phone each charge is a compact row.

import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sumAmounts, withVat } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody, InvoiceWithPositions } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import type { DataColumn } from '../../parts/data-table.tsx';
import { FoldableCard } from '../../parts/foldable-card.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { WideTable } from '../../parts/table-views.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './invoice.module.css';

export type ChargeBody = ConsoleBody<'/invoices/{id}/comparison'>['data'][number];

/** The charges of an invoice beside other periods and apartments. */
export function useComparison({ id, updatedAt }: Pick<InvoiceWithPositions, 'id' | 'updatedAt'>) {
  return useQuery({
    queryKey: ['comparison', id, updatedAt],
    queryFn: async () => (await unwrap(consoleApi.GET('/invoices/{id}/comparison', { params: { path: { id } } }))).data,
  });
}

export function InvoiceComparison({ invoice }: { readonly invoice: InvoiceWithPositions }) {
  const { t } = useLanguage();
  const comparison = useComparison(invoice);
  return (
    <FoldableCard title={t.comparison.title}>
      <QueryContent query={comparison}>
        {(charges) => <ComparedCharges charges={charges} invoice={invoice} />}
      </QueryContent>
    </FoldableCard>
  );
}

/** A charge in words: undefined where there is nothing to compare it with. */
type ComparedCharge = {
  readonly code: string;
  readonly name: string;
  readonly current: string;
  readonly previous: string | undefined;
  readonly change: string | undefined;
  readonly average: string | undefined;
  /** The price per m² of a charge by area, and whether everybody pays the same, per m² or per apartment. */
  readonly price: string | undefined;
  readonly isSame: boolean;
};

function useComparedCharge({ currency, positions }: InvoiceWithPositions): (charge: ChargeBody) => ComparedCharge {
  const { t, format } = useLanguage();
  const money = (amount: number) => format.money(amount, currency);
  return ({ code, description, amount, average, areaPrice, averageAreaPrice, periods }) => {
    const { vatRate = 0, unit } = positions.find((position) => position.code === code) ?? {};
    const perArea = (price: number) =>
      t.comparison.perArea({ amount: format.money(withVat(price, vatRate), currency, 4) });
    const paid = (period: ChargeBody['periods'][number]['period']) => {
      const figures = periods.find((other) => other.period === period);
      return figures && sumAmounts([figures.amount, figures.vatAmount]);
    };
    const [current = 0, previous] = [paid('current'), paid('previous')];
    const ownPrice = areaPrice === null ? undefined : perArea(areaPrice);
    const averagePrice = averageAreaPrice === null ? undefined : perArea(averageAreaPrice);
    return {
      code,
      name: format.position(description),
      current: money(current),
      price: ownPrice,
      previous: previous === undefined ? undefined : money(previous),
      change: previous === undefined ? undefined : format.signedMoney(sumAmounts([current, -previous]), currency),
      average: averagePrice ?? (average === null ? undefined : money(withVat(average, vatRate))),
      isSame: averagePrice === undefined ? unit === 'apartment' && average === amount : averagePrice === ownPrice,
    };
  };
}

function ComparedCharges({
  charges,
  invoice,
}: {
  readonly charges: readonly ChargeBody[];
  readonly invoice: InvoiceWithPositions;
}) {
  const { t } = useLanguage();
  const { comparison, common } = t;
  const rows = charges.map(useComparedCharge(invoice));
  const hasPrevious = rows.some(({ previous }) => previous !== undefined);
  const hasAverage = rows.some(({ average, isSame }) => average !== undefined && !isSame);
  const averageOf = ({ average, isSame }: ComparedCharge) => (isSame ? comparison.sameRate : average);
  const column = (title: string, cell: (row: ComparedCharge) => string | undefined): DataColumn<ComparedCharge> => ({
    title,
    figure: true,
    cell: (row) => cell(row) ?? common.none,
  });
  const lead = [
    invoice.positions.some(({ vatAmount }) => vatAmount !== 0) && comparison.withVat,
    !hasPrevious && comparison.noPrevious,
    rows.some(({ price, isSame }) => price && isSame) && comparison.allSame,
    rows.some(({ price, average, isSame }) => price && average && !isSame) && comparison.byAverage,
  ].filter(Boolean);
  return (
    <div className={classes.narrow}>
      <Text c="dimmed" fz="sm" px="md" className={classes.content}>
        {lead.join(' ')}
      </Text>
      <Box visibleFrom="sm">
        <WideTable
          table={{
            label: comparison.title,
            rows,
            keyOf: ({ code }) => code,
            columns: [
              { title: t.periods.charge, cell: ({ name }) => name },
              column(comparison.current, ({ current, price }) => (price ? `${current} (${price})` : current)),
              ...(hasPrevious
                ? [
                    column(comparison.previous, ({ previous }) => previous),
                    column(comparison.change, ({ change }) => change),
                  ]
                : []),
              ...(hasAverage ? [column(comparison.average, averageOf)] : []),
            ],
          }}
        />
      </Box>
      <Box component="ul" hiddenFrom="sm" className={classes.compact} aria-label={comparison.title}>
        {rows.map((row) => (
          <CompactCharge key={row.code} charge={row} />
        ))}
      </Box>
    </div>
  );
}

function CompactCharge({
  charge: { name, current, previous, change, average, price, isSame },
}: {
  readonly charge: ComparedCharge;
}) {
  const { comparison } = useLanguage().t;
  const more = [
    previous !== undefined && change !== undefined && comparison.before({ previous, change }),
    price,
    isSame ? comparison.sameRate : average !== undefined && comparison.averageIs({ average }),
  ].filter(Boolean);
  return (
    <li>
      <Text span fw={600}>
        {name}
      </Text>
      <Text span>{current}</Text>
      {more.length > 0 && (
        <Text fz="sm" c="dimmed">
          {more.join(' · ')}
        </Text>
      )}
    </li>
  );
}
