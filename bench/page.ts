// The page docs/benchmarks.md: its figures are written from docs/benchmarks.json, between two marks; what is around
// them is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type About, type Aim, type KeptFigure, ratioOf } from './figures.ts';

const file = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
const begin = '<!-- The benchmarks write what follows: npm run bench -- NAME --save -->';
const end = '<!-- Until here. -->';

/** The page as it stands. */
export function readPage(): string {
  return readFileSync(file, 'utf8');
}

/** Writes the figures into the page. */
export function writePage(figures: readonly KeptFigure[], abouts: Readonly<Record<string, About>>): void {
  writeFileSync(file, putFigures(readPage(), figures, abouts));
}

/** A page with other figures. Throws if it has no place for them. */
export function putFigures(
  page: string,
  figures: readonly KeptFigure[],
  abouts: Readonly<Record<string, About>>,
): string {
  const [before, rest, ...more] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`docs/benchmarks.md needs the lines "${begin}" and "${end}", once each.`);
  const parts = Object.entries(abouts).map(([name, about]) =>
    writeBenchmark(
      name,
      about,
      figures.filter(({ benchmark }) => benchmark === name),
    ),
  );
  const text = ['## Figures', ...parts].join('\n\n');
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

/** What a benchmark does, when it was measured, and its figures that have an aim. */
function writeBenchmark(name: string, { does, floor, note }: About, figures: readonly KeptFigure[]): string {
  const measured = new Set(figures.map(({ date, load }) => (load === null ? date : `${date}, load ${load}`)));
  const about = [does, floor && `Floor: ${floor}`, note, figures.length > 0 && `Measured ${[...measured].join('; ')}.`];
  return [`**\`${name}\`**: ${about.filter(Boolean).join(' ')}`, ...figures.flatMap(writeFigure)].join('\n');
}

function writeFigure(kept: KeptFigure): string[] {
  const { what, figure, floor, unit, aim, met } = kept;
  if (aim === undefined) return [];
  const ratio = ratioOf(kept);
  const compared =
    floor === undefined || ratio === undefined ? '' : `, floor ${withUnit(floor, unit)}, ratio ${ratio.toFixed(2)}`;
  const wanted = describeAim(aim, unit);
  return [`- ${what}: ${withUnit(figure, unit)}${compared} (${met ? wanted : `**${wanted}**`})`];
}

/** Numbers of at least 100 without decimals, smaller ones with three digits. */
function withUnit(figure: number, unit: string): string {
  const decimals = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  const text = Number.isInteger(figure) ? figure.toLocaleString('en') : figure.toLocaleString('en', fixed(decimals));
  return unit.startsWith('/') || unit === '' ? `${text}${unit}` : `${text} ${unit}`;
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function describeAim({ of, max, min }: Aim, unit: string): string {
  const bound = max === undefined ? `≥ ${boundText(min ?? 0)}` : `≤ ${boundText(max)}`;
  return of === 'ratio' ? `ratio ${bound}` : unit === '' ? bound : `${bound} ${unit}`;
}

function boundText(bound: number): string {
  return Number(bound.toPrecision(3)).toLocaleString('en');
}
