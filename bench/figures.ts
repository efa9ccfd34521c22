// Figures: what a benchmark says of itself and what it measures; how both are printed, and kept in docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What to know of a benchmark: each a sentence or two. */
export type About = {
  readonly does: string;
  /** The least work that gives the same result. */
  readonly floor?: string;
  readonly note?: string;
};

/** What a figure should be: the figure itself, or its ratio to the floor. */
type Aim = { readonly of: 'figure' | 'ratio'; readonly max?: number; readonly min?: number };

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

const file = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

/** The figure divided by its floor; undefined without one. */
function ratioOf({ figure, floor, ratio }: Figure): number | undefined {
  return ratio ?? (floor === undefined ? undefined : figure / floor);
}

/** Whether a figure is what it should be; null if nothing is aimed at. */
export function isMet(measured: Figure): boolean | null {
  const { aim, figure } = measured;
  if (aim === undefined) return null;
  const value = aim.of === 'figure' ? figure : (ratioOf(measured) ?? Number.NaN);
  return value <= (aim.max ?? Number.POSITIVE_INFINITY) && value >= (aim.min ?? Number.NEGATIVE_INFINITY);
}

/** A figure with its floor, ratio and aim, as a line of Markdown. An aim that is missed is bold. */
export function writeFigure(measured: Figure): string {
  const { what, figure, floor, unit, aim } = measured;
  const ratio = ratioOf(measured);
  const compared = [
    floor !== undefined && `, floor ${withUnit(floor, unit)}`,
    ratio !== undefined && `, ratio ${ratio.toFixed(2)}`,
  ];
  const wanted = aim && (isMet(measured) ? describeAim(aim, unit) : `**${describeAim(aim, unit)}**`);
  return `- ${what}: ${withUnit(figure, unit)}${compared.filter(Boolean).join('')}${wanted ? ` (${wanted})` : ''}`;
}

/** Keeps the figures of a benchmark in the page, instead of those that it had. */
export function keepFigures(name: string, about: About, figures: readonly Figure[]): void {
  const when = `Measured ${new Date().toISOString().slice(0, 10)}, load ${Math.round(loadavg()[2] ?? 0)}.`;
  const kept = figures.filter(({ aim }) => aim !== undefined).map(writeFigure);
  writeFileSync(file, putParagraph(readPage(), name, [`${introduce(name, about)} ${when}`, ...kept].join('\n')));
}

/** The page as it stands. */
export function readPage(): string {
  return readFileSync(file, 'utf8');
}

/** How the paragraph of a benchmark begins. */
export function introduce(name: string, { does, floor, note }: About): string {
  return [`**\`${name}\`**: ${does}`, floor && `Floor: ${floor}`, note].filter(Boolean).join(' ');
}

/** A page with another paragraph of a benchmark. Throws if it has none. */
export function putParagraph(page: string, name: string, text: string): string {
  const paragraphs = page.split('\n\n');
  const at = paragraphs.findIndex((paragraph) => paragraph.startsWith(`**\`${name}\`**:`));
  if (at < 0) throw new Error(`docs/benchmarks.md has no paragraph that begins with **\`${name}\`**:.`);
  return paragraphs.with(at, text).join('\n\n');
}

/** Numbers of at least 100 without decimals, smaller ones with three digits. */
function withUnit(figure: number, unit: string): string {
  const decimals = Number.isInteger(figure) || Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  const text = figure.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return unit.startsWith('/') || unit === '' ? `${text}${unit}` : `${text} ${unit}`;
}

function describeAim({ of, max, min }: Aim, unit: string): string {
  const bound = max === undefined ? `≥ ${boundText(min ?? 0)}` : `≤ ${boundText(max)}`;
  return of === 'ratio' ? `ratio ${bound}` : unit === '' ? bound : `${bound} ${unit}`;
}

function boundText(bound: number): string {
  return Number(bound.toPrecision(3)).toLocaleString('en');
}
