// Usage by month beside the building's average, a chart for each type of meters.
import { useUsage } from '../../api/resident-queries.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/card.tsx';
import { useLanguage } from '../../words/language.tsx';
import { unitNames } from '../meters/meter-words.ts';

export function OwnUsage({ home }: { readonly home: { readonly id: string; readonly buildingId: string } }) {
  const { t, format } = useLanguage();
  const { data = [] } = useUsage(home);
  return data.map(({ type, unit, months }) => {
    const known = months.some(({ average }) => average !== null);
    const title = t.residentHome.usage({ type: t.meters.types[type] });
    const mine = { name: t.residentHome.mine, values: months.map(({ quantity }) => quantity ?? 0) };
    const average = { name: t.residentHome.average, values: months.map((month) => month.average ?? 0) };
    return (
      <Card key={type} title={title}>
        <BarChart
          label={title}
          steps={months.map(({ month }) => format.monthName(`${month}-01`))}
          series={known ? [mine, average] : [mine]}
          show={(value) => `${format.number(value, 2)} ${unitNames[unit]}`}
        />
      </Card>
    );
  });
}
