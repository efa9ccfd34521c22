// An apartment's monthly consumption beside the building's average, one chart for each type of meter.
import { useUsage } from '../../api/resident-queries.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/card.tsx';
import { useLanguage } from '../../words/language.tsx';
import { quantityText, scaleText } from './meter-words.ts';

export function UsageCharts({
  apartment,
  name,
}: {
  readonly apartment: { readonly id: string; readonly buildingId: string };
  /** The name of the apartment's bars. */
  readonly name: string;
}) {
  const { t, format } = useLanguage();
  const { data = [] } = useUsage(apartment);
  return data.map(({ type, unit, months }) => {
    const hasAverage = months.some(({ average }) => average !== null);
    const title = t.residentHome.usage({ type: t.meters.types[type] });
    const apartmentBars = { name, values: months.map(({ quantity }) => quantity) };
    const average = { name: t.residentHome.average, values: months.map((month) => month.average) };
    return (
      <Card key={type} title={title}>
        <BarChart
          label={title}
          steps={months.map(({ month }) => format.monthName(`${month}-01`))}
          series={hasAverage ? [apartmentBars, average] : [apartmentBars]}
          show={(value) => quantityText(format, value, unit)}
          scaleText={(value) => scaleText(format, value, unit)}
        />
      </Card>
    );
  });
}
