// Money in and out: what came in this month and the last month with invoices or bills as numbers, the last twelve as
// bars from the first with data; unusual ones are named. Invoices and bills are in the month that they are for.
import { Group, Text } from '@mantine/core';
import type { ConsoleBody } from '../../api/bodies.ts';
import { usePerson } from '../../api/person.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/card.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { findOutliers, fromFirstData } from './outliers.ts';

type Overview = Pick<ConsoleBody<'/overview'>['data'], 'months' | 'unassigned'>;

export function MoneyByMonth({ months, unassigned }: Overview) {
  const { t, format } = useLanguage();
  const { chargesVat, vatExceptions } = usePerson().organization;
  const ofAll = chargesVat ? t.home.supplierBillsNet : t.home.supplierBills;
  const bills = vatExceptions.length > 0 ? t.home.supplierBillsMixed : ofAll;
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  const title = t.home.money;
  if (months.length === 0)
    return (
      <Card title={title}>
        <EmptyState icon="payment" title={t.home.noMoney} />
      </Card>
    );
  return currencies.map((currency) => {
    const inCurrency = fromFirstData(
      months.filter((month) => month.currency === currency),
      ({ received, invoiced, spent }) => [received, invoiced, spent],
    );
    const now = inCurrency.at(-1);
    const waiting = unassigned.find((sum) => sum.currency === currency && sum.month === now?.month);
    const billed = inCurrency.findLast(({ invoiced, spent }) => invoiced !== 0 || spent !== 0) ?? now;
    const shown = { received: now, invoiced: billed, spent: billed };
    const figures = [
      [t.home.received, 'received'],
      [t.home.invoiced, 'invoiced'],
      [bills, 'spent'],
    ] as const;
    return (
      <Card key={currency} title={title}>
        <Group gap="xl" mb="md" align="flex-start">
          {figures.map(([name, of]) => (
            <div key={of}>
              <Heading payments={of === 'received'} month={shown[of]?.month}>
                {`${name}: ${format.month(`${shown[of]?.month}-01`)}`}
              </Heading>
              <Text fw={600} fz="lg">
                {format.money(shown[of]?.[of] ?? 0, currency)}
              </Text>
              {of === 'received' && waiting && (
                <Text fz="sm">{t.home.unassigned({ amount: format.money(waiting.amount, currency) })}</Text>
              )}
            </div>
          ))}
        </Group>
        <BarChart
          label={title}
          steps={inCurrency.map(({ month }) => format.monthName(`${month}-01`))}
          series={figures.map(([name, of]) => ({ name, values: inCurrency.map((item) => item[of]) }))}
          show={(value) => format.money(value, currency)}
        />
        {figures.flatMap(([name, of]) =>
          findOutliers(inCurrency.map((item) => item[of])).map(({ index, usual }) => {
            const found = inCurrency[index];
            return (
              <Text key={of + found?.month} fz="sm" mt="xs">
                {t.home.outlier({
                  name,
                  month: format.month(`${found?.month}-01`),
                  amount: format.money(found?.[of] ?? 0, currency),
                  usual: format.money(usual, currency),
                })}
              </Text>
            );
          }),
        )}
      </Card>
    );
  });
}

/** What a figure is; that of payments leads to them. */
function Heading({
  payments,
  month,
  children,
}: {
  readonly payments: boolean;
  readonly month: string | undefined;
  readonly children: string;
}) {
  return payments ? (
    <LinkTo to="/payments" search={{ tab: 'all', paid: month }} fz="sm">
      {children}
    </LinkTo>
  ) : (
    <Text c="dimmed" fz="sm">
      {children}
    </Text>
  );
}
