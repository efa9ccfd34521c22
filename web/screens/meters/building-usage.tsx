// A building's usage by month: its main meters beside the sum of its apartment meters, and the difference.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ConsoleBody, consoleApi, unwrap } from '../../api/client.ts';
import { BarChart, type BarSeries } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/card.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { BuildingPicker } from './choose-building.tsx';
import { withUnit } from './meter-words.ts';

/** No month is listed twice. */
const maxMonths = 12;

type BuildingUsageBody = ConsoleBody<'/buildings/{id}/usage'>['data'][number];

export function BuildingUsage() {
  return <BuildingPicker>{({ id }) => <BuildingUsageCharts key={id} buildingId={id} />}</BuildingPicker>;
}

function BuildingUsageCharts({ buildingId }: { readonly buildingId: string }) {
  const { t } = useLanguage();
  const usage = useQuery({
    queryKey: ['building-usage', buildingId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/usage', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <QueryContent query={usage}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState icon="meter" title={t.meters.noUsage} />
        ) : (
          <Stack>
            {all.map((item) => (
              <TypeUsage key={item.type} usage={item} />
            ))}
          </Stack>
        )
      }
    </QueryContent>
  );
}

/** Leading months without data are left out, and so is the last month while it has none. */
function TypeUsage({ usage: { type, unit, months } }: { readonly usage: BuildingUsageBody }) {
  const { t, format } = useLanguage();
  const isKnown = ({ main, own }: BuildingUsageBody['months'][number]) => main !== null || own !== null;
  const knownMonths = months.slice(months.findIndex(isKnown), months.findLastIndex(isKnown) + 1).slice(-maxMonths);
  // For the current month only early readings exist.
  const last = knownMonths.findLast(({ month }) => month < todayIn().slice(0, 7)) ?? knownMonths.at(-1);
  const show = (value: number) => withUnit(format, value, { unit, decimals: 3 });
  const shown = (value: number | null) => (value === null ? t.common.none : show(value));
  const series: BarSeries[] = [
    { name: t.meters.main, values: knownMonths.map(({ main }) => main ?? 0) },
    { name: t.meters.apartmentsTotal, values: knownMonths.map(({ own }) => own ?? 0) },
  ].filter(({ values }) => values.some((value) => value !== 0));
  return (
    <Card title={t.meters.types[type]}>
      {last && (
        <>
          <Text fz="sm" c="dimmed" mb={4}>
            {t.meters.inMonth({ month: format.month(`${last.month}-01`) })}
          </Text>
          <FactList
            cols={{ base: 2, sm: 4 }}
            mb="md"
            facts={[
              [t.meters.main, shown(last.main)],
              [t.meters.apartmentsTotal, shown(last.own)],
              [t.meters.difference, between(last)],
            ]}
          />
          {last.unread > 0 && (
            <Text fz="sm" mb="md">
              {t.meters.excludedFromTotal({ count: last.unread })}
            </Text>
          )}
        </>
      )}
      <BarChart
        label={t.meters.types[type]}
        steps={knownMonths.map(({ month }) => format.monthName(`${month}-01`))}
        series={series}
        show={show}
      />
    </Card>
  );

  function between({ main, own }: BuildingUsageBody['months'][number]): string {
    if (main === null || own === null) return t.common.none;
    const part = main === 0 ? '' : ` (${format.percent((main - own) / main)})`;
    return show(Math.round((main - own) * 1e6) / 1e6) + part;
  }
}
