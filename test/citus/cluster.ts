// A database of its own on the Citus cluster that HALDUR_TEST_CITUS names, set up as docs/citus.md says, and direct
// connections to every machine.
import { randomBytes } from 'node:crypto';
import { connect, type DatabasePool, type Db } from '../../src/platform/db/pool.ts';

type ClusterNode = { readonly host: string; readonly port: number };

type ClusterDatabase = {
  readonly database: string;
  /** The database's address at the coordinator, as a superuser. */
  readonly url: string;
  readonly workers: readonly ClusterNode[];
  /** A connection to one machine; the coordinator's without `node`. `as`: the role that it acts as. */
  reach(options: { node?: ClusterNode; as?: string; max?: number }): DatabasePool;
  drop(): Promise<void>;
};

/**
 * Creates an empty database on every machine of the cluster of `clusterUrl`, a superuser's address of a database in
 * which the workers are known.
 */
export async function createClusterDatabase(clusterUrl: string): Promise<ClusterDatabase> {
  const database = `haldur_test_${randomBytes(6).toString('hex')}`;
  const urlOf = (name: string | undefined, node?: ClusterNode): string => {
    const url = new URL(clusterUrl);
    if (name !== undefined) url.pathname = `/${name}`;
    if (node !== undefined) Object.assign(url, { hostname: node.host, port: String(node.port) });
    return url.href;
  };
  const run = async (url: string, ...statements: string[]) => {
    const pool = connect({ url }, { max: 1, statementTimeoutMs: 600_000 });
    try {
      for (const statement of statements) await pool.unsafe(statement);
    } finally {
      await pool.end({ timeout: 5 });
    }
  };
  const known = connect({ url: clusterUrl }, { max: 1 });
  const nodes = await known<{ host: string; port: number; groupid: number }[]>`
    select nodename as host, nodeport as port, groupid from pg_dist_node where isactive and noderole = 'primary' order by groupid, nodeport`;
  await known.end({ timeout: 5 });
  const workers = nodes.filter(({ groupid }) => groupid !== 0);
  const coordinator = nodes.find(({ groupid }) => groupid === 0) ?? {
    host: new URL(clusterUrl).hostname,
    port: Number(new URL(clusterUrl).port || 5432),
  };
  for (const node of [undefined, ...workers]) {
    await run(urlOf(undefined, node), `create database ${database}`);
    await run(urlOf(database, node), 'create extension citus');
  }
  await run(
    urlOf(database),
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
  return {
    database,
    url: urlOf(database),
    workers,
    reach: ({ node, as, max = 4 }) =>
      connect(
        { url: urlOf(database, node) },
        { max, statementTimeoutMs: 3_600_000, ...(as === undefined ? {} : { as }) },
      ),
    async drop() {
      for (const node of [undefined, ...workers])
        await run(urlOf(undefined, node), `drop database if exists ${database} with (force)`);
    },
  };
}

/** A statement with the values of its first use. */
export type RecordedCall = { readonly text: string; readonly values: readonly unknown[] };

/**
 * How many machines' parts PostgreSQL would ask for a statement: the highest Task Count of its plan, 0 if it names no
 * distributed table.
 */
export async function highestTaskCount(db: Db, call: RecordedCall): Promise<number> {
  const rows = await db.unsafe<{ 'QUERY PLAN': string }[]>(`explain (costs off) ${call.text}`, call.values as never);
  const counts = rows.flatMap((row) =>
    Object.values(row).flatMap((line) => /Task Count: (\d+)/.exec(String(line))?.[1] ?? []),
  );
  return Math.max(0, ...counts.map(Number));
}
