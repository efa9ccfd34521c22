// Distributes the tables over the machines of a Citus cluster (docs/citus.md). Every step can be repeated, and an
// interrupted run is continued by the next.
import { messageOf, OperatorError } from '../errors.ts';
import { type CatalogTable, findPlacementProblems, type Placement, planPlacements, readCatalog } from './placements.ts';
import type { DatabasePool } from './pool.ts';
import { inSequence } from './statements-in-sequence.ts';

type DistributeResult = {
  readonly distributed: number;
  readonly reference: number;
  readonly local: number;
  /** How many tables this run placed. */
  readonly placed: number;
};

/** The functions that policies and statements name beside tables: every machine calls its own. */
export const functionsOnMachines = [
  'current_tenant()',
  'current_person()',
  'removes_sample()',
  'attempts_to_record(jsonb)',
] as const;

const minCitusVersion = 13;

/**
 * Distributes the database of `owner`, a superuser's connection to the coordinator, while no service uses it. A
 * database that is distributed already is only checked, and new workers get what they need; services may run then.
 * Foreign keys are dropped meanwhile and noted in the table keys_set_aside, because they would have to lead to tables
 * that are not placed yet. `print` gets a line for each step. Throws OperatorError with the remedy, before anything is
 * changed or, after an interruption, in a state that the next run continues from.
 */
export async function distribute(owner: DatabasePool, print: (line: string) => void): Promise<DistributeResult> {
  await requireCluster(owner);
  const tables = (await readCatalog(owner)).filter(({ name }) => name !== 'keys_set_aside');
  const droppedKeys = await listDroppedKeys(owner);
  const placements = planPlacements(tables, droppedKeys);
  const problems = findPlacementProblems(tables, placements);
  if (problems.length > 0) throw new OperatorError(`The tables cannot be distributed:\n${problems.join('\n')}`);
  const missing = await findUnplaced(owner, placements);
  const isWhole = missing.length === 0 && !(await isHalfDistributed(owner));
  if (!isWhole) await requireNoService(owner);
  await owner.begin(async (db) => {
    await inSequence(db);
    await db.unsafe('call close_to_buildings()');
    await db.unsafe('grant update on tenants to haldur_app'); // Citus keeps no grants of columns.
  });
  await prepareMachines(owner);
  if (!isWhole) await moveTables(owner, { tables, placements, missing, print });
  await verifyRowSecurity(owner, placements);
  const count = (kind: Placement['kind']) => placements.filter((placement) => placement.kind === kind).length;
  return {
    distributed: count('distributed'),
    reference: count('reference'),
    local: count('local'),
    placed: missing.length,
  };
}

/** Places the missing tables while no foreign key leads from or to them, and adds the keys again. */
async function moveTables(
  owner: DatabasePool,
  {
    tables,
    placements,
    missing,
    print,
  }: {
    readonly tables: readonly CatalogTable[];
    readonly placements: readonly Placement[];
    readonly missing: readonly Placement[];
    readonly print: (line: string) => void;
  },
): Promise<void> {
  await dropForeignKeys(owner, tables, missing);
  for (const placement of missing) {
    await tryStep(`The table ${placement.table} could not be placed`, () => placeTable(owner, placement));
    print(`${placement.table}: ${placement.kind}.`);
  }
  for (const { table } of placements.filter(({ kind }) => kind !== 'local')) await removeLocalRows(owner, table);
  await requireNoService(owner);
  await restoreKeys(owner);
}

async function tryStep(failure: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    throw new OperatorError(
      `${failure}: ${messageOf(error)}. Correct that and run the command again: it continues here.`,
    );
  }
}

/** Reports whether a distribution of the database was interrupted: its foreign keys are still dropped. */
export async function isHalfDistributed(pool: DatabasePool): Promise<boolean> {
  const [row] = await pool<{ half: boolean }[]>`select to_regclass('public.keys_set_aside') is not null as half`;
  return row?.half ?? false;
}

async function requireCluster(owner: DatabasePool): Promise<void> {
  const [server] = await owner<{ installed: boolean; superuser: boolean }[]>`
    select to_regproc('citus_version') is not null as installed, (select rolsuper from pg_roles where rolname = current_user) as superuser`;
  if (!server?.installed)
    throw new OperatorError(
      'The database of DATABASE_URL has no extension citus. Install Citus on every machine, name it in shared_preload_libraries, and run `create extension citus` there (docs/citus.md).',
    );
  if (!server.superuser)
    throw new OperatorError(
      'Distributing copies rows that row-level security hides from every other user. Use a superuser in DATABASE_URL for this command.',
    );
  const [cluster] = await owner<ClusterFacts[]>`
    select citus_version() as version, (select groupid from pg_dist_local_group) = 0 as coordinator,
           current_setting('citus.shard_replication_factor', true) as copies,
           exists (select from pg_dist_node where groupid = 0) as knows_itself,
           (select count(*)::int from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary') as workers`;
  const problem = cluster && clusterProblem(cluster);
  if (problem !== undefined) throw new OperatorError(problem);
}

type ClusterFacts = {
  readonly version: string;
  readonly coordinator: boolean;
  readonly copies: string | null;
  readonly knowsItself: boolean;
  readonly workers: number;
};

/** What a cluster lacks, with the remedy. */
export function clusterProblem({
  version,
  coordinator,
  copies,
  knowsItself,
  workers,
}: ClusterFacts): string | undefined {
  if (Number(/\d+/.exec(version)?.[0] ?? 0) < minCitusVersion)
    return `Haldur needs Citus ${minCitusVersion} or newer, and this is ${version}.`;
  if (!coordinator) return 'DATABASE_URL leads to a worker. Use the coordinator.';
  if (!knowsItself)
    return "The coordinator does not know its own address. Run: select citus_set_coordinator_host('its-host-name');";
  if (workers === 0) return "The cluster has no worker. Run for each: select citus_add_node('its-host-name', 5432);";
  if (copies !== null && copies !== '1')
    return 'Foreign keys need citus.shard_replication_factor = 1. Replicate the machines instead.';
  return undefined;
}

/** Services call themselves haldur (pool.ts); this connection does too. */
async function requireNoService(owner: DatabasePool): Promise<void> {
  const [row] = await owner<{ others: number }[]>`
    select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'haldur' and pid <> pg_backend_pid()`;
  if (row !== undefined && row.others > 0)
    throw new OperatorError(
      `${row.others} connections of Haldur use this database. Stop every process of it first; while tables move, nothing may write.`,
    );
}

/**
 * Creates on every worker what shards need: the roles, which log in there, and the functions. Nothing changes where
 * they are.
 */
async function prepareMachines(owner: DatabasePool): Promise<void> {
  const [row] = await owner<{ owner: string }[]>`
    select quote_ident(r.rolname) as owner from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = 'public.tenants'::regclass`;
  const roles = [...new Set(['haldur_app', 'haldur_system', row?.owner ?? ''])];
  const create = roles.map(
    (role) => `if to_regrole('${role}') is null then create role ${role} login nobypassrls; end if;`,
  );
  await onWorkers(owner, `do $roles$ begin ${create.join(' ')} end $roles$`);
  // Citus sends grants on to the workers, which refuse them from anybody else. So it does with extensions.
  await owner.unsafe('grant usage on schema public to haldur_app, haldur_system');
  await owner.unsafe(`grant usage, create on schema public to ${row?.owner}`);
  // The coordinator opens its connections as the role that asks.
  await owner.unsafe('alter role haldur_app login');
  await owner.unsafe('alter role haldur_system login');
  for (const signature of functionsOnMachines) await owner.unsafe(`select create_distributed_function('${signature}')`);
}

async function onWorkers(owner: DatabasePool, command: string): Promise<void> {
  const results = await owner<{ nodename: string; success: boolean; result: string }[]>`
    select nodename, success, result from run_command_on_workers(${command})`;
  const failed = results.find(({ success }) => !success);
  if (failed !== undefined)
    throw new OperatorError(`The worker ${failed.nodename} rejected \`${command}\`: ${failed.result}`);
}

/** The placements that are not yet true, tenants first. Throws OperatorError for a table that is elsewhere. */
async function findUnplaced(owner: DatabasePool, placements: readonly Placement[]): Promise<Placement[]> {
  const rows = await owner<{ table: string; method: string; replication: string }[]>`
    select c.relname as table, p.partmethod as method, p.repmodel as replication
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace`;
  const kindOf = new Map(
    rows.map(({ table, method, replication }) => [
      table,
      method === 'h' ? 'distributed' : replication === 't' ? 'reference' : 'local',
    ]),
  );
  return placements.filter(({ table, kind }) => {
    const found = kindOf.get(table) ?? 'local';
    if (found === kind) return false;
    if (found !== 'local')
      throw new OperatorError(
        `The table ${table} is ${found}, and should be ${kind}. Run: select undistribute_table('${table}', cascade_via_foreign_keys => true);`,
      );
    return true;
  });
}

/** Drops the foreign keys from and to tables that are to be placed, and notes them in the same transaction. */
async function dropForeignKeys(
  owner: DatabasePool,
  tables: readonly CatalogTable[],
  missing: readonly Placement[],
): Promise<void> {
  const moving = new Set(missing.map(({ table }) => table));
  const keys = tables.flatMap((table) =>
    table.keys
      .filter(({ target }) => moving.has(table.name) || moving.has(target))
      .map(({ name }) => ({ table: table.name, key: name })),
  );
  if (keys.length === 0) return;
  await owner.begin(async (db) => {
    await db`
      create table if not exists keys_set_aside (
        table_name text not null, key_name text not null, target_name text not null, definition text not null, primary key (table_name, key_name))`;
    for (const { table, key } of keys) {
      await db`
        insert into keys_set_aside (table_name, key_name, target_name, definition)
        select ${table}, ${key}, confrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
         where conrelid = ${`public.${table}`}::regclass and conname = ${key}`;
      await db.unsafe(`alter table ${table} drop constraint ${key}`);
    }
  });
}

async function placeTable(owner: DatabasePool, placement: Placement): Promise<void> {
  const { table, kind } = placement;
  if (kind === 'reference') await owner.unsafe(`select create_reference_table('public.${table}')`);
  if (kind === 'distributed') {
    const colocatedWith = table === 'tenants' ? 'none' : 'public.tenants';
    await owner.unsafe(
      `select create_distributed_table('public.${table}', '${placement.column}', colocate_with => '${colocatedWith}')`,
    );
  }
}

/**
 * Removes the rows that a placed table left on the coordinator, where nothing sees them any more. Citus truncates what
 * refers to the table as well, also local tables, so this waits for a table without foreign keys.
 */
async function removeLocalRows(owner: DatabasePool, table: string): Promise<void> {
  const [row] = await owner<{ keys: number }[]>`
    select count(*)::int as keys from pg_constraint
     where contype = 'f' and ${`public.${table}`}::regclass in (conrelid, confrelid)`;
  if (row?.keys === 0) await owner.unsafe(`select truncate_local_data_after_distributing_table('public.${table}')`);
}

type DroppedKey = {
  readonly tableName: string;
  readonly keyName: string;
  readonly targetName: string;
  readonly definition: string;
};

async function listDroppedKeys(owner: DatabasePool): Promise<DroppedKey[]> {
  if (!(await isHalfDistributed(owner))) return [];
  return owner<DroppedKey[]>`
    select table_name, key_name, target_name, definition from keys_set_aside order by table_name, key_name`;
}

/**
 * Adds the dropped keys again, each in a transaction that forgets it. Citus makes a local table with such a key one
 * that it manages.
 */
async function restoreKeys(owner: DatabasePool): Promise<void> {
  for (const { tableName, keyName, definition } of await listDroppedKeys(owner))
    await tryStep(`The foreign key ${keyName} of ${tableName} could not be added again`, () =>
      owner.begin(async (db) => {
        await db.unsafe(`alter table ${tableName} add constraint ${keyName} ${definition}`);
        await db`delete from keys_set_aside where table_name = ${tableName} and key_name = ${keyName}`;
      }),
    );
  await owner`drop table if exists keys_set_aside`;
}

/**
 * Throws OperatorError unless every shard has forced row-level security, the policies of its table, and the grants of
 * the service.
 */
async function verifyRowSecurity(owner: DatabasePool, placements: readonly Placement[]): Promise<void> {
  for (const { table, kind } of placements) {
    if (kind === 'local') continue;
    const [expected] = await owner<{ policies: number }[]>`
      select count(*)::int as policies from pg_policy where polrelid = ${`public.${table}`}::regclass`;
    const command = `select (c.relrowsecurity and c.relforcerowsecurity and has_table_privilege('haldur_app', c.oid, 'select')
      and (select count(*) from pg_policy where polrelid = c.oid) = ${expected?.policies})::text from pg_class c where c.oid = '%s'::regclass`;
    const open = await owner<{ nodename: string; shardid: string }[]>`
      select nodename, shardid::text from run_command_on_placements(${`public.${table}`}::regclass, ${command})
       where not success or result is distinct from 'true'`;
    if (open[0] !== undefined)
      throw new OperatorError(
        `On ${open[0].nodename} the shard ${open[0].shardid} of ${table} lacks row-level security, a policy or a grant. Do not start the service.`,
      );
  }
}
