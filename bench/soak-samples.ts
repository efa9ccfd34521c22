// The samples of the soak: what each process holds, from /proc, what the service says of itself, and what the database keeps.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { DatabasePool } from '../src/platform/db/pool.ts';
import { childrenOf, postmasterOf, processorTime, processorTimeWithChildren } from './processor.ts';
import type { LoadCounts } from './soak-load.ts';
import type { SoakedService } from './soak-service.ts';

/** Bytes of a table with its indexes, and its rows. */
export type TableSize = {
  readonly table: string;
  readonly bytes: number;
  readonly indexBytes: number;
  readonly rows: number;
  readonly dead: number;
};

/** Memory is in MB, delays in milliseconds, processor time in seconds. */
export type Sample = {
  readonly seconds: number;
  readonly load: number;
  readonly counts: LoadCounts;
  readonly rss: number;
  readonly heap: number;
  readonly delayP50: number;
  readonly delayP99: number;
  readonly processor: number;
  readonly files: number;
  /** Of the processes that make PDF files and read photos. */
  readonly helpersMemory: number;
  readonly postgresMemory: number;
  readonly postgresFiles: number;
  readonly postgresProcessor: number;
  readonly connections: number;
  readonly deliveriesDue: number;
  readonly mailsWaiting: number;
  readonly databaseMegabytes: number;
  readonly tables: readonly TableSize[];
};

const megabyte = 2 ** 20;

/** Takes samples, and writes each to a file, one to a line, if there is one. */
export async function openSamples(
  service: SoakedService,
  file: string | undefined,
): Promise<{ readonly samples: readonly Sample[]; take(counts: LoadCounts): Promise<void> }> {
  const began = performance.now();
  const postmaster = await postmasterOf(service.database.pool);
  const samples: Sample[] = [];
  const take = async (counts: LoadCounts) => {
    const [metrics, database] = [
      await readMetrics(service.url),
      await service.database.asOwner((owner) => readDatabase(owner)),
    ];
    await service.emptyReceiver();
    const processes = [postmaster, ...childrenOf(postmaster)];
    const sample: Sample = {
      seconds: Math.round((performance.now() - began) / 1000),
      load: loadavg()[0] ?? 0,
      counts,
      rss: memoryOf(service.pid, 'Rss'),
      ...metrics,
      processor: processorTime(service.pid) / 1e6,
      files: countFiles(service.pid),
      helpersMemory: sum(
        childrenOf(service.pid)
          .filter((pid) => pid !== postmaster)
          .map((pid) => memoryOf(pid, 'Rss')),
      ),
      postgresMemory: sum(processes.map((pid) => memoryOf(pid, 'Pss_Anon'))),
      postgresFiles: sum(processes.map(countFiles)),
      postgresProcessor: processorTimeWithChildren(postmaster) / 1e6,
      ...database,
    };
    samples.push(sample);
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(sample)}\n`);
  };
  return { samples, take };
}

/** The samples in a file. */
export function readSamples(file: string): readonly Sample[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

async function readMetrics(url: string): Promise<Pick<Sample, 'heap' | 'delayP50' | 'delayP99'>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figureOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    heap: figureOf('nodejs_heap_size_used_bytes') / megabyte,
    delayP50: figureOf('nodejs_eventloop_lag_p50_seconds') * 1000,
    delayP99: figureOf('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}

async function readDatabase(owner: DatabasePool) {
  const [state] = await owner<
    { connections: number; deliveriesDue: number; mailsWaiting: number; databaseMegabytes: number }[]
  >`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
           (select count(*)::int from deliveries where status = 'pending' and due_at <= now()) as deliveries_due,
           (select count(*)::int from mails where status = 'pending') as mails_waiting,
           pg_database_size(current_database()) / ${megabyte}::float8 as database_megabytes`;
  const tables = await owner<TableSize[]>`
    select relname as table, pg_table_size(relid)::float8 as bytes, pg_indexes_size(relid)::float8 as index_bytes,
           n_live_tup::float8 as rows, n_dead_tup::float8 as dead
      from pg_stat_user_tables where pg_total_relation_size(relid) > ${megabyte / 2} order by relname`;
  if (state === undefined) throw new Error('The database does not answer.');
  return { ...state, tables };
}

/** A figure of a process's memory, in MB; 0 where it has ended. */
function memoryOf(pid: number, what: 'Rss' | 'Pss_Anon'): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function countFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
