// soak: the real service (API, worker and its embedded PostgreSQL) under a steady load for hours: reads, months of small buildings, letters, statements,
// deliveries. What must not grow is sampled every ten seconds, and must be flat: see soak-verdict.ts.
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../src/platform/errors.ts';
import type { About, Figure } from './figures.ts';
import { drawSoak } from './soak-graph.ts';
import { startLoad } from './soak-load.ts';
import { openSamples, readSamples, type Sample } from './soak-samples.ts';
import { startSoakedService } from './soak-service.ts';
import { judge } from './soak-verdict.ts';

const sampleEveryMs = 10_000;
const graph = fileURLToPath(new URL('../docs/pictures/soak.svg', import.meta.url));

/** For how long, with how many reads each second (the rest follows them), and a file for the samples. */
export type Soak = {
  readonly minutes?: string | undefined;
  readonly reads?: string | undefined;
  readonly samples?: string | undefined;
  /** Whether the graph is kept in docs/pictures. */
  readonly save?: boolean | undefined;
};

export const aboutSoak: About = {
  does: 'The real service under a steady load for two hours: reads, and for each hundred of them a month of a building of ten apartments (invoices, letters with PDF, the statement that pays them, webhooks), for each thousand a photo of a meter. Sampled every ten seconds.',
  floor: 'The median of the second quarter of the time. The figure is that of the last quarter.',
  note: 'Flat is at most 1.1 times as much, or a small amount more. Tables must grow with their rows, so theirs is the size of a row, of the table that grew most.',
};

/**
 * Measures what must stay flat. A file of samples that exists already is judged, and nothing is run. Throws OperatorError for an impossible duration or
 * load.
 */
export async function soak({
  minutes = '120',
  reads = '100',
  samples,
  save = false,
}: Soak = {}): Promise<readonly Figure[]> {
  const [duration, perSecond] = [Number(minutes), Number(reads)];
  if (!(duration > 0 && perSecond > 0)) throw new OperatorError('--minutes and --reads must be positive numbers.');
  const isMeasured = samples !== undefined && existsSync(samples);
  const taken = isMeasured ? readSamples(samples) : await measureSoak(duration, perSecond, samples);
  const { counts, seconds } = taken.at(-1) ?? {};
  console.log(
    `    ${((seconds ?? 0) / 60).toFixed(0)} minutes: ${counts?.reads} reads, ${counts?.months} months of a building, ${counts?.busy} answers that the service is busy, ${counts?.failed} unexpected ones`,
  );
  if (save) writeFileSync(graph, drawSoak(taken));
  return judge(taken);
}

async function measureSoak(minutes: number, perSecond: number, file: string | undefined): Promise<readonly Sample[]> {
  const service = await startSoakedService(minutes * 60 * perSecond);
  try {
    const load = await startLoad(service, perSecond);
    const sampler = await openSamples(service, file);
    const until = performance.now() + minutes * 60_000;
    for (let next = performance.now(); next < until; next += sampleEveryMs) {
      await delay(Math.max(0, next - performance.now()));
      await sampler.take(load.counts());
    }
    await load.stop();
    return sampler.samples;
  } finally {
    await service.stop();
  }
}
