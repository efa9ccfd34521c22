// The verdict of the soak. Flat is what has in the last quarter of the time at most 1.1 times its median of the second quarter, or a small amount more.
// Tables and indexes must grow with their rows, so theirs is the size of a row, of whichever table grew most.
import type { Figure } from './figures.ts';
import type { Sample, TableSize } from './soak-samples.ts';

const maxGrowth = 1.1;

type Measure = {
  readonly what: string;
  readonly unit: string;
  /** More than this much growth is needed to call it growth at all. */
  readonly slack: number;
  readonly of: (sample: Sample) => number;
};

const measures: readonly Measure[] = [
  { what: 'memory of the service', unit: 'MB', slack: 5, of: ({ rss }) => rss },
  { what: 'its heap', unit: 'MB', slack: 5, of: ({ heap }) => heap },
  { what: 'its event loop, p99 of the delay', unit: 'ms', slack: 5, of: ({ delayP99 }) => delayP99 },
  { what: 'its open files', unit: '', slack: 5, of: ({ files }) => files },
  { what: 'memory of its helpers (PDF, photos)', unit: 'MB', slack: 20, of: ({ helpersMemory }) => helpersMemory },
  { what: 'own memory of PostgreSQL', unit: 'MB', slack: 5, of: ({ postgresMemory }) => postgresMemory },
  { what: 'its open files, all processes', unit: '', slack: 50, of: ({ postgresFiles }) => postgresFiles },
  { what: 'connections', unit: '', slack: 1, of: ({ connections }) => connections },
  { what: 'deliveries that are due', unit: '', slack: 20, of: ({ deliveriesDue }) => deliveriesDue },
  { what: 'e-mails that wait', unit: '', slack: 20, of: ({ mailsWaiting }) => mailsWaiting },
  { what: 'dead rows of all', unit: '%', slack: 5, of: ({ tables }) => deadShare(tables) },
];

/** Judges all measures: each figure is the median of the last quarter, its floor that of the second. Throws with fewer than eight samples. */
export function judge(samples: readonly Sample[]): readonly Figure[] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter < 2) throw new Error(`${samples.length} samples are too few for a verdict.`);
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const sizes = (['bytes', 'indexBytes'] as const).map((kind) => {
    const { table, before, after } = findLargestGrowth(second, last, kind);
    return compare(kind === 'bytes' ? `a row of ${table}` : `its indexes in ${table}`, 'bytes', 0, before, after);
  });
  return [
    ...measures.map(({ what: name, unit, slack, of }) =>
      compare(name, unit, slack, medianOf(second.map(of)), medianOf(last.map(of))),
    ),
    ...sizes,
  ];
}

function compare(name: string, unit: string, slack: number, before: number, after: number): Figure {
  const max = Number(Math.max(before * maxGrowth, before + slack).toPrecision(4));
  return { what: name, figure: after, unit, ...(before > 0 && { floor: before }), aim: { of: 'figure', max } };
}

/** The table whose size for a row grew most, among those that were sampled in every sample of both quarters. */
function findLargestGrowth(second: readonly Sample[], last: readonly Sample[], kind: 'bytes' | 'indexBytes') {
  const sizesOf = (samples: readonly Sample[], table: string) =>
    samples.flatMap(({ tables }) =>
      tables.filter((size) => size.table === table).map((size) => size[kind] / Math.max(1, size.rows)),
    );
  const names = (second[0]?.tables ?? []).map(({ table }) => table);
  const grown = names.map((table) => {
    const [before, after] = [medianOf(sizesOf(second, table)), medianOf(sizesOf(last, table))];
    return { table, before, after };
  });
  const none = { table: 'none', before: 0, after: 0 };
  return grown.toSorted((a, b) => b.after / b.before - a.after / a.before)[0] ?? none;
}

function deadShare(tables: readonly TableSize[]): number {
  const [dead, rows] = [sumOf(tables.map((size) => size.dead)), sumOf(tables.map((size) => size.rows))];
  return (100 * dead) / Math.max(1, dead + rows);
}

const sumOf = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
