// Why a charge costs more, and the charge beside the period before and the same period a year ago: what was used and
// what it cost, without VAT as the invoice lists it.
import { Stack, Table, Text } from '@mantine/core';
import type { InvoiceWithPositions } from '../../api/bodies.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './invoice.module.css';
import { type ChargeBody, useComparison } from './invoice-comparison.tsx';
import { type ComparedPeriodBody, usePeriodPrice, useUnitName } from './period-price.ts';

/** Nothing where there is nothing to compare the charge with. */
export function ChargeHistory({
  invoice,
  code,
  why,
}: {
  readonly invoice: InvoiceWithPositions;
  readonly code: string;
  readonly why: string | undefined;
}) {
  const { t } = useLanguage();
  const charge = useComparison(invoice).data?.find((charge) => charge.code === code);
  if (charge === undefined || charge.periods.length < 2) return null;
  const { periods } = charge;
  return (
    <Stack gap="xs" mb="md">
      <Text fw={600}>{t.comparison.history}</Text>
      {why && <Text>{why}</Text>}
      <VatRateChange periods={periods} />
      <Periods periods={periods} currency={invoice.currency} />
      <KnownSince charge={charge} />
      <Text fw={600}>{t.calculation.title}</Text>
    </Stack>
  );
}

/** Amounts are without VAT: what a new rate adds is in the sum alone. */
function VatRateChange({ periods }: Pick<ChargeBody, 'periods'>) {
  const { t, format } = useLanguage();
  const [before, now] = [periods[0]?.vatRate ?? null, periods.at(-1)?.vatRate ?? null];
  if (before === null || now === null || before === now) return null;
  return <Text>{t.comparison.vatRate({ before: format.number(before), now: format.number(now) })}</Text>;
}

function Periods({
  periods,
  currency,
}: {
  readonly periods: readonly ComparedPeriodBody[];
  readonly currency: string;
}) {
  const { t, format } = useLanguage();
  const unitName = useUnitName();
  const money = (amount: number) => format.money(amount, currency);
  const used = ({ quantity, unit, ofBuilding, isRemainder }: ComparedPeriodBody) => {
    if (quantity === null) return undefined;
    const shown = [format.quantity(quantity, unit), unitName(unit)].filter(Boolean).join(' ');
    if (isRemainder) return t.comparison.ofRemainder({ quantity: shown });
    return ofBuilding ? t.comparison.ofBuilding({ quantity: shown }) : shown;
  };
  const price = usePeriodPrice(currency);
  return (
    <>
      <BarChart
        label={t.comparison.history}
        steps={periods.map(({ periodStart }) => `${format.monthName(periodStart)} ${periodStart.slice(0, 4)}`)}
        series={[{ name: t.invoices.amount, values: periods.map(({ amount }) => amount) }]}
        show={money}
        scaleText={(amount) => `${format.number(amount)} ${format.currencySign(currency)}`}
      />
      <Table verticalSpacing={2} withRowBorders={false} aria-label={t.comparison.history} className={classes.rows}>
        <Table.Tbody>
          {periods.map((figures) => (
            <Table.Tr key={figures.period}>
              <Table.Th scope="row" fw={400} c="dimmed">
                {format.month(figures.periodStart)}
              </Table.Th>
              <Table.Td>{[money(figures.amount), used(figures), price(figures)].filter(Boolean).join(' · ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

/** Since when the charge is known, where it was not yet a year ago. */
function KnownSince({ charge: { periods, since } }: { readonly charge: ChargeBody }) {
  const { t, format } = useLanguage();
  const [year = '', month = ''] = (periods.at(-1)?.periodStart ?? '').split('-');
  return since.slice(0, 7) <= `${Number(year) - 1}-${month}` ? null : (
    <Text fz="sm" c="dimmed">
      {t.comparison.since({ month: format.month(since) })}
    </Text>
  );
}
