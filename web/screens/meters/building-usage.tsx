// A building's usage by month: its main meters beside the sum of its apartment meters, and the difference.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { BarChart, type BarSeries } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/card.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { currentMonth } from '../../parts/month.ts';
import { PeriodPicker, usePeriod } from '../../parts/period-picker.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { BuildingPicker } from './building-picker.tsx';
import { explainingTypes, quantityText, scaleText } from './meter-words.ts';

/** No month is listed twice. */
const maxMonths = 12;

type BuildingUsageBody = ConsoleBody<'/buildings/{id}/usage'>['data'][number];

export function BuildingUsage() {
  const [month, setMonth] = usePeriod();
  return (
    <BuildingPicker period={<PeriodPicker month={month} choose={setMonth} last={currentMonth()} />}>
      {({ id }) => <BuildingUsageCharts key={`${id} ${month}`} buildingId={id} month={month} />}
    </BuildingPicker>
  );
}

function BuildingUsageCharts({ buildingId, month }: { readonly buildingId: string; readonly month: string }) {
  const { t } = useLanguage();
  const params = { path: { id: buildingId }, query: { period: month } };
  const usage = useQuery({
    queryKey: ['building-usage', buildingId, month],
    queryFn: async () => (await unwrap(consoleApi.GET('/buildings/{id}/usage', { params }))).data,
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

/** The figures of the last month, and bars of the months up to it; leading months without data are left out. */
function TypeUsage({ usage: { type, unit, explainedBy, months } }: { readonly usage: BuildingUsageBody }) {
  const { t, format } = useLanguage();
  const isKnown = ({ main, own }: BuildingUsageBody['months'][number]) => main !== null || own !== null;
  const knownMonths = months.slice(months.findIndex(isKnown)).slice(-maxMonths);
  const last = knownMonths.at(-1);
  const show = (value: number) => quantityText(format, value, unit);
  const shown = (value: number | null) => (value === null ? t.common.none : show(value));
  const apartments = t.meters.apartmentsTotal + explainingTypes(t, explainedBy);
  const series: BarSeries[] = [
    { name: t.meters.main, values: knownMonths.map(({ main }) => main ?? 0) },
    { name: apartments, values: knownMonths.map(({ own }) => own ?? 0) },
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
              [apartments, shown(last.own)],
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
        scaleText={(value) => scaleText(format, value, unit)}
      />
    </Card>
  );

  function between({ main, own }: BuildingUsageBody['months'][number]): string {
    if (main === null || own === null) return t.common.none;
    const part = main === 0 ? '' : ` (${format.percent((main - own) / main)})`;
    return show(Math.round((main - own) * 1e6) / 1e6) + part;
  }
}
