// A bar chart over months, drawn as plain SVG; a table has the same numbers for those who cannot see it.
import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import classes from './bars.module.css';

/** A value is null where nothing is known. What is below zero has no bar, and is in the table. */
export type BarSeries = { readonly name: string; readonly values: readonly (number | null)[] };

const height = 180;
/** The width of a letter and the height of a line, in pixels at the usual size of type. */
const letter = 7;
const line = 21;
/** Until the width is measured. */
const defaultWidth = 720;

type BarChartProps = {
  readonly label: string;
  /** The label below each group of bars. */
  readonly steps: readonly string[];
  readonly series: readonly BarSeries[];
  /** Formats a value. */
  readonly show: (value: number) => string;
  /** Formats a round number beside a line; by default like a value. */
  readonly scaleText?: (value: number) => string;
};

export function BarChart({ show, scaleText = show, ...all }: BarChartProps) {
  const { label, steps, series } = fromFirstValue(all);
  const container = useElementSize();
  const width = container.width || defaultWidth;
  const rem = useElementSize();
  const scale = (rem.width || 16) / 16;
  const top = roundUp(Math.max(0, ...series.flatMap(({ values }) => values.map(Number))));
  // The lower number of the scale stands beside the bars, the other one above them.
  const margin = scaleText(top / 2).length * letter * scale;
  const step = (width - margin) / Math.max(1, steps.length);
  // Without room for labels, each of their words has a line; without that, every second or third has a label.
  const widthOf = (words: readonly string[]) => (Math.max(...words.map((word) => word.length)) + 0.7) * letter * scale;
  const isBroken = widthOf(steps) > step;
  const labels = steps.map((name) => (isBroken ? name.split(' ') : [name]));
  const lines = Math.max(1, ...labels.map((words) => words.length));
  const labelInterval = Math.ceil(widthOf(labels.flat()) / step);
  const bar = Math.min(26, (step * 0.72) / series.length);
  const heightOf = (value: number) => Math.max(value > 0 ? 1.5 : 0, (value / top) * height);
  return (
    <Box ref={container.ref} maw="46rem">
      <Box ref={rem.ref} w="1rem" aria-hidden />
      <Group gap="md" mb="xs">
        {series.length > 1 &&
          series.map(({ name }, index) => (
            <Group key={name} gap={6}>
              <span className={classes.key} data-series={index} />
              <Text fz="sm">{name}</Text>
            </Group>
          ))}
      </Group>
      <svg
        viewBox={`0 ${-0.8 * line * scale} ${width} ${height + (1.2 + lines) * line * scale}`}
        className={classes.chart}
        aria-hidden="true"
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={0} x2={width} y1={height * (1 - part)} y2={height * (1 - part)} className={classes.line} />
            {part > 0 && (
              <text x={0} y={height * (1 - part) - 4} className={classes.scale}>
                {scaleText(top * part)}
              </text>
            )}
          </g>
        ))}
        {steps.map((name, index) => (
          <g key={name} transform={`translate(${margin + step * index + (step - bar * series.length) / 2} 0)`}>
            {series.map(({ name: of, values }, seriesIndex) => (
              <rect
                key={of}
                data-series={seriesIndex}
                className={classes.bar}
                x={bar * seriesIndex + 1}
                width={Math.max(bar - 2, bar / 2)}
                y={height - heightOf(values[index] ?? 0)}
                height={heightOf(values[index] ?? 0)}
                rx={2}
              >
                <title>{`${name}, ${of}: ${show(values[index] ?? 0)}`}</title>
              </rect>
            ))}
            {index % labelInterval === (steps.length - 1) % labelInterval &&
              labels[index]?.map((word, lineIndex) => (
                <text
                  key={word}
                  x={(bar * series.length) / 2}
                  y={height + (lineIndex + 1) * line * scale}
                  className={classes.step}
                >
                  {word}
                </text>
              ))}
          </g>
        ))}
      </svg>
      <HiddenTable label={label} steps={steps} series={series} show={show} />
    </Box>
  );
}

/** The steps from the first one of which something is known. */
function fromFirstValue<T extends Pick<BarChartProps, 'steps' | 'series'>>(chart: T): T {
  const first = chart.steps.findIndex((_, index) => chart.series.some(({ values }) => values[index]));
  if (first <= 0) return chart;
  const series = chart.series.map(({ name, values }) => ({ name, values: values.slice(first) }));
  return { ...chart, steps: chart.steps.slice(first), series };
}

/** The same numbers for screen readers. */
function HiddenTable({ label, steps, series, show }: BarChartProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <tbody>
          {series.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {steps.map((step, index) => {
                const value = values[index] ?? null;
                return value !== null && <td key={step}>{`${step}: ${show(value)}`}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

/** The next round number for the scale: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((n) => n * power >= value) ?? 10);
}
