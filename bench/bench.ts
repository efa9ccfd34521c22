// Benchmarks: each compares a measurement with a floor measured in the same run and prints the ratio, as a number alone says more about the machine than the code.
import { parseArgs } from 'node:util';
import { OperatorError } from '../src/platform/errors.ts';
import { fairness } from './fairness.ts';
import { firstScreen } from './first-screen.ts';
import { generate, type Size } from './generate.ts';
import { type Growth, growth } from './growth.ts';
import { importBenchmark } from './import.ts';
import { lists } from './lists.ts';
import { match } from './match.ts';
import { mirror } from './mirror.ts';
import { ocr, type Photos } from './ocr.ts';
import { pdf } from './pdf.ts';
import { read } from './read.ts';
import { recovery } from './recovery.ts';
import { send } from './send.ts';
import { type Soak, soak } from './soak.ts';
import { start } from './start.ts';
import { webhooks } from './webhooks.ts';

/** The options of a benchmark. */
type Options = Photos & Size & Growth & Soak;

const benchmarks: Record<string, (options: Options) => Promise<void>> = {
  generate,
  read,
  start,
  ocr,
  pdf,
  import: importBenchmark,
  fairness,
  match,
  lists,
  mirror,
  webhooks,
  send,
  recovery,
  growth,
  soak,
  'first-screen': firstScreen,
};

/** Runs the named benchmarks, or all of them. `--photos`, `--labels` and `--evidence` are for ocr, `--apartments` and `--months` for generate, `--invoices` and `--json` for growth. Throws OperatorError for unknown words. */
export async function bench(words: readonly string[]): Promise<void> {
  const { names, options } = parseArguments(words);
  const unknown = names.find((name) => benchmarks[name] === undefined);
  if (unknown !== undefined)
    throw new OperatorError(`There is no benchmark ${unknown}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  for (const [name, run] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    await run(options);
  }
}

function parseArguments(words: readonly string[]): { names: readonly string[]; options: Options } {
  const text = { type: 'string' } as const;
  try {
    const options = {
      photos: text,
      labels: text,
      evidence: text,
      apartments: text,
      months: text,
      invoices: text,
      json: text,
      minutes: text,
      reads: text,
      samples: text,
    };
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { names: positionals, options: values };
  } catch (error) {
    const [what] = error instanceof Error ? error.message.split('. ') : [];
    throw new OperatorError(
      `${what}. Of options there are --photos DIR, --labels FILE and --evidence FILE, for ocr, --apartments N and --months N, for generate, and --invoices N and --json FILE, for growth.`,
    );
  }
}
