// Benchmarks: each compares a measurement with a floor measured in the same run and prints the ratio, as a number alone
// says more about the machine than the code.
import { parseArgs } from 'node:util';
import { OperatorError } from '../src/platform/errors.ts';
import { aboutFairness, fairness } from './fairness.ts';
import { type About, type Figure, isMet, keepFigures, ratioOf, readFigures } from './figures.ts';
import { aboutGenerate, generate } from './generate.ts';
import { type Growth, growth } from './growth.ts';
import { aboutImport, importBenchmark } from './import.ts';
import { aboutLists, lists } from './lists.ts';
import { aboutMatching, matching } from './matching.ts';
import { aboutOcr, ocr, type Photos } from './ocr.ts';
import { aboutOrganizations, organizations } from './organizations.ts';
import { writePage } from './page.ts';
import { aboutPdf, pdf } from './pdf.ts';
import { aboutRead, read } from './read.ts';
import { aboutStart, start } from './start.ts';
import { aboutWebhooks, webhooks } from './webhooks.ts';

/** The options of a benchmark. */
type Options = Photos &
  Growth & {
    readonly save?: boolean | undefined;
    readonly page?: boolean | undefined;
    readonly seeds?: string | undefined;
  };

type Benchmark = { readonly about: About; readonly run: (options: Options) => Promise<readonly Figure[]> };

const aboutGrowth: About = {
  does: 'See [Growth](#growth).',
  floor: 'The same with 100,000.',
};

const benchmarks: Readonly<Record<string, Benchmark>> = {
  generate: { about: aboutGenerate, run: generate },
  read: { about: aboutRead, run: read },
  start: { about: aboutStart, run: start },
  import: { about: aboutImport, run: importBenchmark },
  fairness: { about: aboutFairness, run: fairness },
  matching: { about: aboutMatching, run: matching },
  lists: { about: aboutLists, run: lists },
  organizations: { about: aboutOrganizations, run: organizations },
  pdf: { about: aboutPdf, run: pdf },
  webhooks: { about: aboutWebhooks, run: webhooks },
  ocr: { about: aboutOcr, run: ocr },
  growth: { about: aboutGrowth, run: printGrowth },
};

/** Its hundreds of figures are printed, or written to a file of their own; none is kept here. */
async function printGrowth(options: Growth): Promise<readonly Figure[]> {
  await growth(options);
  return [];
}

/** What each benchmark says of itself, in the order of the page. */
export const abouts: Readonly<Record<string, About>> = Object.fromEntries(
  Object.entries(benchmarks).map(([name, { about }]) => [name, about]),
);

/**
 * Runs the named benchmarks, or all of them. `--save` keeps their figures in docs/benchmarks.json and
 * docs/benchmarks.md; `--page` only rewrites the page. Throws OperatorError for unknown words.
 */
export async function bench(words: readonly string[]): Promise<void> {
  const { names, options } = parseArguments(words);
  if (options.page) return writePage(readFigures(), abouts);
  const unknown = names.find((name) => benchmarks[name] === undefined);
  if (unknown !== undefined)
    throw new OperatorError(`There is no benchmark ${unknown}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  for (const [name, { run }] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    const figures = await run(options);
    for (const figure of figures) printFigure(figure);
    if (options.save && figures.length > 0) writePage(keepFigures(name, figures, Object.keys(benchmarks)), abouts);
  }
}

function printFigure(measured: Figure): void {
  const { what, figure, unit, floor, aim } = measured;
  const ratio = ratioOf(measured);
  const isMissed = isMet(measured) === false;
  const bound = aim && `aim: ${aim.max === undefined ? `at least ${aim.min}` : `at most ${aim.max}`}`;
  const parts = [
    `${figure.toFixed(2)} ${unit}`,
    floor !== undefined && `floor ${floor.toFixed(2)}`,
    ratio !== undefined && `ratio ${ratio.toFixed(2)}`,
    bound && `${bound}${aim.of === 'ratio' ? ' × the floor' : ''}${isMissed ? ', MISSED' : ''}`,
  ];
  console.log(`  ${what.padEnd(60)} ${parts.filter(Boolean).join('; ')}`);
}

function parseArguments(words: readonly string[]): { names: readonly string[]; options: Options } {
  const text = { type: 'string' } as const;
  try {
    const options = {
      save: { type: 'boolean' },
      page: { type: 'boolean' },
      photos: text,
      labels: text,
      evidence: text,
      invoices: text,
      json: text,
      seeds: text,
    } as const;
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { names: positionals, options: values };
  } catch (error) {
    const [problem] = error instanceof Error ? error.message.split('. ') : [];
    throw new OperatorError(
      `${problem}. Of options there are --save and --page; --photos DIR, --labels FILE and --evidence FILE, for ocr; --invoices N and --json FILE, for growth; --seeds N, for matching.`,
    );
  }
}
