// organizations: what an idle worker costs beside 100 and 100,000 quiet organizations, what due work costs one worker
// and four, and how soon a change is followed up while a new day begins.
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePool } from '../src/platform/db/pool.ts';
import { type AppContext, inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { listWaiting } from '../src/platform/db/waiting-work.ts';
import { newId } from '../src/platform/values/ids.ts';
import { search } from '../src/search/search.ts';
import { startWorker } from '../src/worker.ts';
import { type BenchContext, median, signInToBench, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds, watchProcessor } from './measure.ts';

const few = 100;
export const many = 100_000;
const busy = 1_000;
const idleSeconds = 30;
/** One change is made due after another, as often as this. */
const betweenChangesMs = 50;

export const aboutOrganizations: About = {
  does: 'Processor time of worker and PostgreSQL beside 100,000 organizations: at rest, after a change in 1,000 of them, and for a new day in 1,000; how soon a change is followed up meanwhile.',
  floor: 'The same worker beside 100 organizations.',
};

/** Measures a worker beside few and many organizations. */
export async function organizations(): Promise<readonly Figure[]> {
  return withBenchData(1, async (ground) => {
    const { app, database } = ground;
    await database.asOwner((owner) => addOrganizations(owner, few));
    const floor = await idleShare(app);
    const quick = await measureRequests(ground);
    await database.asOwner((owner) => addOrganizations(owner, many - few));
    const figure = await idleShare(app);
    const slow = await measureRequests(ground);
    return [
      {
        what: 'an idle worker beside 100,000 organizations',
        figure,
        unit: '% of a core',
        floor,
        aim: { of: 'figure', max: 1 },
      },
      ...slow.map((each, nth) => ({ ...each, floor: quick[nth]?.figure ?? Number.NaN })),
      ...(await doForAll(ground, 'a change', 'changed')),
      ...(await doForAll(ground, 'a change, four workers', 'changed', 4)),
      ...(await doForAll(ground, 'a new day', 'timed')),
      ...(await doBesideNewDays(ground)),
    ];
  });
}

/** Adds organizations whose next day is far away. */
export async function addOrganizations(owner: DatabasePool, count: number): Promise<void> {
  await owner`
    with made as (
      insert into tenants (id, name, created_at) select gen_random_uuid(), 'Quiet ' || nth, now() from generate_series(1, ${count}::integer) nth returning id)
    insert into due_work (tenant_id, id, kind, due_at) select id, gen_random_uuid(), 'timed', now() + interval '1 day' from made`;
  await owner`vacuum analyze`;
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

/** What people wait for beside all organizations: the median of 21, in milliseconds. */
async function measureRequests({ app, tenantId }: BenchContext): Promise<Figure[]> {
  const requests = {
    'sign-in': () => signInToBench(app),
    search: () => inTenant(app, serviceCaller(tenantId), (scope) => search(scope, 'bench')),
    'what waits in all organizations': () => listWaiting(app.pool, app.clock(), 100),
  };
  const figures: Figure[] = [];
  for (const [what, request] of Object.entries(requests)) {
    const taken: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) taken.push(1000 * (await measureSeconds(async () => void (await request()))));
    figures.push({ what, figure: median(taken), unit: 'ms', aim: { of: 'figure', max: 300 } });
  }
  return figures;
}

/**
 * Work of a kind that is due in many organizations at once: milliseconds of processor time of each, and seconds until
 * all is done.
 */
async function doForAll(
  { app, database }: BenchContext,
  name: string,
  kind: string,
  workers = 1,
): Promise<readonly Figure[]> {
  await database.asOwner((owner) => makeDue(owner, kind));
  const taken = await watchProcessor(app.pool);
  const seconds = await measureSeconds(async () => {
    const started = await Promise.all(Array.from({ length: workers }, () => startWorker(app)));
    while (await isDue(database)) await delay(100);
    await Promise.all(started.map((worker) => worker.stop()));
  });
  const { service, postgres } = taken();
  return [
    { what: `${name} in 1,000 organizations`, figure: seconds, unit: 's' },
    { what: `${name}: processor time of each`, figure: ((service + postgres) / busy) * 1000, unit: 'ms' },
  ];
}

/** Makes work of a kind due in the first organizations. */
async function makeDue(owner: DatabasePool, kind: string): Promise<void> {
  await owner`
    insert into due_work (tenant_id, id, kind, due_at)
    select id, gen_random_uuid(), ${kind}, now() from tenants order by id limit ${busy}`;
}

/**
 * Seconds until a change is followed up, at the 99th percentile, of changes in other organizations while a new day
 * begins in 1,000.
 */
async function doBesideNewDays({ app, database }: BenchContext): Promise<readonly Figure[]> {
  const seconds = await database.asOwner(async (owner) => {
    const others = await owner<{ id: string }[]>`select id from tenants order by id desc limit ${busy}`;
    const isNewDay = async () =>
      (await owner`select from due_work where kind = 'timed' and due_at <= now() limit 1`).length > 0;
    await makeDue(owner, 'timed');
    const worker = await startWorker(app);
    const [waiting, done]: [Map<string, number>, number[]] = [new Map(), []];
    for (let next = others.pop(); waiting.size > 0 || next !== undefined; ) {
      if (next !== undefined) {
        const id = newId();
        await owner`insert into due_work (tenant_id, id, kind, due_at) values (${next.id}, ${id}, 'changed', now())`;
        waiting.set(id, performance.now());
        next = (await isNewDay()) ? others.pop() : undefined;
      }
      await delay(betweenChangesMs);
      const left = await owner<
        { id: string }[]
      >`select id from due_work where id = any (${[...waiting.keys()]}::uuid[])`;
      const leftIds = new Set(left.map(({ id }) => id));
      for (const [id, since] of waiting) {
        if (leftIds.has(id)) continue;
        done.push((performance.now() - since) / 1000);
        waiting.delete(id);
      }
    }
    await worker.stop();
    return done.sort((a, b) => a - b);
  });
  const figure = seconds[Math.floor(seconds.length * 0.99)] ?? Number.NaN;
  return [{ what: 'from due to done beside a new day, p99', figure, unit: 's', aim: { of: 'figure', max: 5 } }];
}

async function isDue(database: BenchContext['database']): Promise<boolean> {
  return database.asOwner(async (owner) => {
    const [row] = await owner`select exists (select from due_work where due_at <= now()) as due`;
    return row?.due;
  });
}
