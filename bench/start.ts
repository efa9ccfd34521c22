// start: the time until the service is ready on existing data. The floor is PostgreSQL alone, started on the same data.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';
import { startEmbedded } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { median } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { addOrganizations, many } from './organizations.ts';
import { startProcess } from './service-process.ts';

const rounds = 5;

export const aboutStart: About = {
  does: 'From the command line to the line that says ready, on existing data. The median of five.',
  floor: 'The embedded PostgreSQL alone, on the same data.',
};

/** Measures starts of both, and of the service beside many organizations. */
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
    const floor = median(postgresSeconds);
    const aim = { of: 'figure', max: 2 } as const;
    await fill(dataDir);
    const besideMany: number[] = [];
    for (let round = 0; round < rounds; round += 1) besideMany.push(await startOnce(dataDir));
    return [
      { what: 'until it is ready', figure: median(serviceSeconds), unit: 's', floor, aim },
      { what: 'beside 100,000 organizations', figure: median(besideMany), unit: 's', aim },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), { print: () => {} });
  await database.asOwner((owner) => addOrganizations(owner, many));
  await database.close();
}

/** Seconds from spawning the command to its line of readiness. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now();
  const service = await startProcess({ DATA_DIR: dataDir });
  const took = (performance.now() - began) / 1000;
  await service.stop();
  return took;
}
