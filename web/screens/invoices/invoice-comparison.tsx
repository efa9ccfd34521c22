// The charges of an invoice beside the period before and the average of the building's apartments, without VAT as the
// invoice lists them; VAT and what is paid end it. On a phone each charge is a compact row.

import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { about, factorDecimals, sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody, InvoiceWithPositions } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import type { DataColumn } from '../../parts/data-table.tsx';
import { FoldableCard } from '../../parts/foldable-card.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { WideTable } from '../../parts/table-views.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './invoice.module.css';
import { usePeriodPrice } from './period-price.ts';

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

/** A charge in words, or a sum of them: undefined where there is nothing to compare it with. */
type ComparedCharge = {
  readonly code: string;
  readonly name: string;
  readonly current: string;
  readonly previous: string | undefined;
  readonly change: string | undefined;
  readonly average?: string | undefined;
  /** The price per m² of a charge by area, or of another unit where it has changed. */
  readonly price?: string | undefined;
  /** The same in the period before, where it has changed. */
  readonly priceBefore?: string | undefined;
  readonly isByArea?: boolean;
  /** Whether everybody pays the same, per m² or per apartment. */
  readonly isSame?: boolean;
  readonly isSum?: boolean;
};

/** What a charge, or all of them, came to now and in the period before. */
function useAmounts({ currency }: InvoiceWithPositions) {
  const { format } = useLanguage();
  const money = (amount: number) => format.money(amount, currency);
  return (current: number, previous: number | undefined) => ({
    current: money(current),
    previous: previous === undefined ? undefined : money(previous),
    change: previous === undefined ? undefined : format.signedMoney(sumAmounts([current, -previous]), currency),
  });
}

function useComparedCharge(invoice: InvoiceWithPositions): (charge: ChargeBody) => ComparedCharge {
  const { t, format } = useLanguage();
  const { currency, positions } = invoice;
  const amountsOf = useAmounts(invoice);
  const changedPrices = useChangedPrices(currency);
  return (charge) => {
    const { code, description, amount, previous, average, areaPrice, averageAreaPrice } = charge;
    const { unit, quantity = 0 } = positions.find((position) => position.code === code) ?? {};
    const decimals = areaPrice === null ? undefined : factorDecimals({ quantity, unitPrice: areaPrice, amount });
    const perArea = (price: number | null) =>
      price === null
        ? undefined
        : t.comparison.perArea({ amount: format.money(price, currency, decimals?.price ?? 4) });
    const [ownPrice, averagePrice] = [perArea(areaPrice), perArea(averageAreaPrice)];
    const prices = changedPrices(charge);
    return {
      code,
      name: format.position(description),
      ...amountsOf(amount, previous ?? undefined),
      priceBefore: prices?.before,
      price: ownPrice === undefined ? prices?.now : about(ownPrice, decimals?.isExact === true),
      isByArea: ownPrice !== undefined,
      average: averagePrice ?? (average === null ? undefined : format.money(average, currency)),
      isSame:
        averagePrice === undefined ? unit === 'apartment' && isCentAway(average, amount) : averagePrice === ownPrice,
    };
  };
}

/** Whether an amount differs from the average by no more than the cent by which shares of a bill differ. */
function isCentAway(average: number | null, amount: number): boolean {
  return average !== null && Math.abs(sumAmounts([average, -amount])) <= 0.01;
}

/** The prices of a charge now and before where they differ: per m² of one by area, otherwise of what was used. */
function useChangedPrices(currency: string) {
  const { t, format } = useLanguage();
  const priceIn = usePeriodPrice(currency);
  return ({ areaPrice, previousAreaPrice, previous, periods }: ChargeBody) => {
    const [before, now] = (['previous', 'current'] as const).map((period) =>
      periods.find((of) => of.period === period),
    );
    if (before === undefined || now === undefined || previous === null) return undefined;
    if (areaPrice === null) {
      const [priceBefore, priceNow] = [priceIn(before), priceIn(now)];
      const areKnown = priceBefore !== undefined && priceNow !== undefined;
      return areKnown && priceBefore !== priceNow ? { before: priceBefore, now: priceNow } : undefined;
    }
    if (previousAreaPrice === null || Math.abs(previousAreaPrice - areaPrice) < 1e-6) return undefined;
    const priced = { quantity: previous / previousAreaPrice, unitPrice: previousAreaPrice, amount: previous };
    const decimals = factorDecimals(priced);
    const shown = t.comparison.perArea({ amount: format.money(previousAreaPrice, currency, decimals?.price ?? 4) });
    return { before: about(shown, decimals?.isExact === true), now: undefined };
  };
}

/** What the charges add up to, to the cent: VAT where there is any, and what is paid. */
function useSums(charges: readonly ChargeBody[], invoice: InvoiceWithPositions): ComparedCharge[] {
  const { t } = useLanguage();
  const words = useVatWords(invoice.buildingId);
  const amountsOf = useAmounts(invoice);
  const hasPrevious = charges.some(({ previous }) => previous !== null);
  const sum = (amountOf: (figures: ChargeBody['periods'][number]) => number) =>
    (['current', 'previous'] as const).map((period) =>
      sumAmounts(charges.flatMap(({ periods }) => periods.filter((of) => of.period === period).map(amountOf))),
    );
  const row = (code: string, name: string, [current = 0, previous = 0]: readonly number[]): ComparedCharge => ({
    code,
    name,
    ...amountsOf(current, hasPrevious ? previous : undefined),
    isSum: true,
  });
  const vat = sum(({ vatAmount }) => vatAmount);
  const hasVat = vat.some((amount) => amount !== 0);
  return [
    ...(hasVat ? [row('VAT', t.invoices.vat, vat)] : []),
    row(
      'TOTAL',
      hasVat ? t.vat.charged.total : words.total,
      sum(({ amount, vatAmount }) => sumAmounts([amount, vatAmount])),
    ),
  ];
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
  const all = [...rows, ...useSums(charges, invoice)];
  const hasPrevious = rows.some(({ previous }) => previous !== undefined);
  const hasAverage = rows.some(({ average, isSame }) => average !== undefined && !isSame);
  const averageOf = ({ average, isSame }: ComparedCharge) => (isSame ? comparison.sameRate : average);
  const column = (title: string, cell: (row: ComparedCharge) => string | undefined): DataColumn<ComparedCharge> => ({
    title,
    figure: true,
    cell: (row) => <Figure isSum={row.isSum}>{cell(row) ?? (row.isSum ? '' : common.none)}</Figure>,
  });
  const lead = [
    charges.some(({ periods }) => periods.some(({ vatAmount }) => vatAmount !== 0)) && comparison.vatBelow,
    !hasPrevious && comparison.noPrevious,
    rows.some(({ isByArea, isSame }) => isByArea && isSame) && comparison.allSame,
    rows.some(({ isByArea, average, isSame }) => isByArea && average && !isSame) && comparison.byAverage,
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
            rows: all,
            keyOf: ({ code }) => code,
            columns: [
              { title: t.periods.charge, cell: ({ name, isSum }) => <Figure isSum={isSum}>{name}</Figure> },
              column(comparison.current, ({ current, price }) => (price ? `${current} (${price})` : current)),
              ...(hasPrevious
                ? [
                    column(comparison.previous, ({ previous, priceBefore }) =>
                      priceBefore ? `${previous} (${priceBefore})` : previous,
                    ),
                    column(comparison.change, ({ change }) => change),
                  ]
                : []),
              ...(hasAverage ? [column(comparison.average, averageOf)] : []),
            ],
          }}
        />
      </Box>
      <Box component="ul" hiddenFrom="sm" className={classes.compact} aria-label={comparison.title}>
        {all.map((row) => (
          <CompactCharge key={row.code} charge={row} />
        ))}
      </Box>
    </div>
  );
}

function Figure({ isSum = false, children }: { readonly isSum?: boolean | undefined; readonly children: string }) {
  return isSum ? <b>{children}</b> : children;
}

function CompactCharge({
  charge: { name, current, previous, change, average, price, priceBefore, isSame },
}: {
  readonly charge: ComparedCharge;
}) {
  const { comparison } = useLanguage().t;
  const more = [
    previous !== undefined &&
      change !== undefined &&
      (previous === current ? comparison.asBefore : comparison.before({ previous, change })),
    [priceBefore, price].filter(Boolean).join(' → '),
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
