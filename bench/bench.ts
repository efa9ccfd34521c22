// Benchmarks: each compares a figure with a floor measured in the same run and prints the ratio; a figure alone says more about the machine than about us.
import { StartRefused } from '../src/platform/errors.ts';
import { generate } from './generate.ts';
import { importing } from './import.ts';
import { match } from './match.ts';
import { ocr } from './ocr.ts';
import { read } from './read.ts';
import { start } from './start.ts';
import { webhooks } from './webhooks.ts';

const figures: Record<string, () => Promise<void>> = {
  generate,
  read,
  start,
  ocr,
  import: importing,
  match,
  webhooks,
};

/** Runs the figures named, or all of them. */
export async function bench(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => figures[name] === undefined);
  if (unknown !== undefined)
    throw new StartRefused(`There is no benchmark ${unknown}. There are: ${Object.keys(figures).join(', ')}.`);
  for (const [name, run] of Object.entries(figures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    await run();
  }
}
