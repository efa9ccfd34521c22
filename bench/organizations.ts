// organizations: what an idle worker costs beside 100 and 100,000 quiet organizations, how soon due work is done, and what the midnight of all of them costs.
import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../src/platform/db/scope.ts';
import { startWorker } from '../src/worker.ts';
import { type BenchContext, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds, watchProcessor } from './measure.ts';

const few = 100;
const many = 100_000;
const busy = 1_000;
const idleSeconds = 30;

export const aboutOrganizations: About = {
  does: 'Processor time of worker and PostgreSQL beside 100,000 organizations: at rest, after a change in 1,000 of them, and for a new day in 1,000.',
  floor: 'The same worker beside 100 organizations.',
};

/** Measures a worker beside few and many organizations. */
export async function organizations(): Promise<readonly Figure[]> {
  return withBenchData(1, async (ground) => {
    const { app, database } = ground;
    await addOrganizations(ground, few);
    const floor = await idleShare(app);
    await addOrganizations(ground, many - few);
    await database.asOwner((owner) => owner`vacuum analyze`);
    const figure = await idleShare(app);
    return [
      {
        what: 'an idle worker beside 100,000 organizations',
        figure,
        unit: '% of a core',
        floor,
        aim: { of: 'figure', max: 1 },
      },
      ...(await doForAll(ground, 'a change', 'changed')),
      ...(await doForAll(ground, 'a new day', 'timed')),
    ];
  });
}

/** Organizations whose next day is far away. */
async function addOrganizations({ database }: BenchContext, count: number): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner`
      with made as (
        insert into tenants (id, name, created_at) select gen_random_uuid(), 'Quiet ' || nth, now() from generate_series(1, ${count}::integer) nth returning id)
      insert into due_work (tenant_id, id, kind, due_at) select id, gen_random_uuid(), 'timed', now() + interval '1 day' from made`;
  });
}

/** The share of a core, in percent, that a worker and its database take while nothing is due. */
async function idleShare(app: AppContext): Promise<number> {
  const worker = await startWorker(app);
  await delay(5_000);
  const taken = await watchProcessor(app.pool);
  await delay(idleSeconds * 1000);
  const { service, postgres } = taken();
  await worker.stop();
  return ((service + postgres) / idleSeconds) * 100;
}

/** Work of a kind that is due in many organizations at once: milliseconds of processor time of each, and seconds until all is done. */
async function doForAll({ app, database }: BenchContext, name: string, kind: string): Promise<readonly Figure[]> {
  await database.asOwner(async (owner) => {
    await owner`
      insert into due_work (tenant_id, id, kind, due_at)
      select id, gen_random_uuid(), ${kind}, now() from tenants order by id limit ${busy}`;
  });
  const taken = await watchProcessor(app.pool);
  const seconds = await measureSeconds(async () => {
    const worker = await startWorker(app);
    while (await isDue(database)) await delay(100);
    await worker.stop();
  });
  const { service, postgres } = taken();
  return [
    { what: `${name} in 1,000 organizations`, figure: seconds, unit: 's' },
    { what: `${name}: processor time of each`, figure: ((service + postgres) / busy) * 1000, unit: 'ms' },
  ];
}

async function isDue(database: BenchContext['database']): Promise<boolean> {
  return database.asOwner(async (owner) => {
    const [row] = await owner`select exists (select from due_work where due_at <= now()) as due`;
    return row?.due;
  });
}
