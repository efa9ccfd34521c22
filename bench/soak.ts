// soak: the real service (API, worker and its embedded PostgreSQL) under a steady load for hours: reads, months of small buildings, letters, statements,
// deliveries. What must not grow is sampled every ten seconds, and must be flat: see soak-verdict.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../src/platform/errors.ts';
import { startLoad } from './soak-load.ts';
import { openSamples } from './soak-samples.ts';
import { startSoakedService } from './soak-service.ts';
import { printVerdict } from './soak-verdict.ts';

const sampleEveryMs = 10_000;

/** For how long, with how many reads each second (the rest follows them), and a file for the samples. */
export type Soak = {
  readonly minutes?: string | undefined;
  readonly reads?: string | undefined;
  readonly samples?: string | undefined;
};

/** Prints the result. Throws OperatorError for an impossible duration or load. */
export async function soak({ minutes = '120', reads = '100', samples }: Soak = {}): Promise<void> {
  const [duration, perSecond] = [Number(minutes), Number(reads)];
  if (!(duration > 0 && perSecond > 0)) throw new OperatorError('--minutes and --reads must be positive numbers.');
  const service = await startSoakedService(duration * 60 * perSecond);
  try {
    const load = await startLoad(service, perSecond);
    const sampler = await openSamples(service, samples);
    const until = performance.now() + duration * 60_000;
    for (let next = performance.now(); next < until; next += sampleEveryMs) {
      await delay(Math.max(0, next - performance.now()));
      await sampler.take(load.counts());
    }
    await load.stop();
    printVerdict(sampler.samples);
  } finally {
    await service.stop();
  }
}
