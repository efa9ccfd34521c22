// start: the time until the service is ready on existing data. The floor is PostgreSQL alone, started on the same data.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { median } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { startProcess } from './service-process.ts';

const rounds = 5;

export const aboutStart: About = {
  does: 'From the command line to the line that says ready, on existing data. The median of five.',
  floor: 'The embedded PostgreSQL alone, on the same data.',
};

/** Measures starts of both. */
export async function start(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  try {
    await startOnce(dataDir); // Makes the cluster; what is measured is a start on existing data.
    const serviceSeconds: number[] = [];
    const postgresSeconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      serviceSeconds.push(await startOnce(dataDir));
      const began = performance.now();
      const server = await startEmbedded({ dataDir, print: () => {} });
      postgresSeconds.push((performance.now() - began) / 1000);
      await server.stop();
    }
    const figure = median(serviceSeconds);
    const floor = median(postgresSeconds);
    return [{ what: 'until it is ready', figure, unit: 's', floor, aim: { of: 'figure', max: 2 } }];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Seconds from spawning the command to its line of readiness. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now();
  const service = await startProcess({ DATA_DIR: dataDir });
  const took = (performance.now() - began) / 1000;
  await service.stop();
  return took;
}
