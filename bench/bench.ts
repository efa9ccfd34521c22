// Benchmarks: each compares a measurement with a floor measured in the same run and prints the ratio, as a number alone
// says more about the machine than the code.
import { parseArgs } from 'node:util';
import { OperatorError } from '../src/platform/errors.ts';
import { aboutFairness, fairness } from './fairness.ts';
import { type About, type Figure, keepFigures, writeFigure } from './figures.ts';
import { aboutGenerate, generate } from './generate.ts';
import { aboutGrowth, type Growth, growth } from './growth.ts';
import { aboutImport, importBenchmark } from './import.ts';
import { aboutLists, lists } from './lists.ts';
import { aboutMatching, matching } from './matching.ts';
import { aboutOcr, ocr, type Photos } from './ocr.ts';
import { aboutPdf, pdf } from './pdf.ts';
import { aboutRead, read } from './read.ts';
import { aboutWebhooks, webhooks } from './webhooks.ts';

type Options = Photos & Growth & { readonly save?: boolean; readonly seeds?: string };

type Benchmark = { readonly about: About; readonly run: (options: Options) => Promise<readonly Figure[]> };

/** In the order of docs/benchmarks.md. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  generate: { about: aboutGenerate, run: generate },
  read: { about: aboutRead, run: read },
  import: { about: aboutImport, run: importBenchmark },
  fairness: { about: aboutFairness, run: fairness },
  matching: { about: aboutMatching, run: matching },
  lists: { about: aboutLists, run: lists },
  pdf: { about: aboutPdf, run: pdf },
  webhooks: { about: aboutWebhooks, run: webhooks },
  ocr: { about: aboutOcr, run: ocr },
  growth: { about: aboutGrowth, run: growth },
};

/**
 * Runs the named benchmarks, or all of them. `--save` keeps their figures in docs/benchmarks.md. Throws OperatorError
 * for unknown words.
 */
export async function bench(words: readonly string[]): Promise<void> {
  const { names, options } = parseArguments(words);
  const unknown = names.find((name) => benchmarks[name] === undefined);
  if (unknown !== undefined)
    throw new OperatorError(`There is no benchmark ${unknown}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  for (const [name, { about, run }] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    const figures = await run(options);
    for (const figure of figures) console.log(writeFigure(figure));
    if (options.save && figures.length > 0) keepFigures(name, about, figures);
  }
}

function parseArguments(words: readonly string[]): { names: readonly string[]; options: Options } {
  const text = { type: 'string' } as const;
  try {
    const options = { save: { type: 'boolean' }, photos: text, labels: text, invoices: text, seeds: text } as const;
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { names: positionals, options: values };
  } catch (error) {
    const [problem] = error instanceof Error ? error.message.split('. ') : [];
    throw new OperatorError(
      `${problem}. Of options there are --save; --photos DIR and --labels FILE, for ocr; --invoices N, for growth; --seeds N, for matching.`,
    );
  }
}
