// Opens the database at the start: finds or starts the server, migrates, and rejects a role that could bypass tenant
// separation.
import type { Config } from '../config/config.ts';
import { type EmbeddedServer, joinOrStartEmbedded, startEmbedded } from '../embedded-postgres/embedded-postgres.ts';
import { socketConnection } from '../embedded-postgres/password.ts';
import { superuser } from '../embedded-postgres/programs.ts';
import { OperatorError } from '../errors.ts';
import { restrictDataDir } from '../files/data-dir.ts';
import { isHalfDistributed } from './distribute.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { type Connection, connect, type DatabasePool } from './pool.ts';

type OpenDatabaseOptions = {
  readonly print: (line: string) => void;
  /** Joins a running service's server instead of failing. */
  readonly joinRunning?: boolean;
  /** The maximum number of connections; default 10. */
  readonly max?: number;
};

export type Database = {
  /** Connected as haldur_app, checked to be unprivileged. */
  readonly pool: DatabasePool;
  /** Runs work on a connection of the tables' owner: only for backup and restore. */
  asOwner<T>(work: (owner: DatabasePool) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Opens the database of a configuration: starts or joins the embedded server, or uses DATABASE_URL; migrates; and
 * connects as an unprivileged role. `joinRunning` joins a running service's server instead of failing (for the admin
 * command). Throws OperatorError.
 */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<Database> {
  const embedded = config.databaseUrl === undefined ? await startServer(config, options) : undefined;
  if (embedded === undefined) restrictDataDir(config.dataDir, options.print);
  const reach = (user: string): Connection =>
    embedded ? socketConnection(embedded, user, embedded.database) : { url: config.databaseUrl ?? '' };
  try {
    const ownerAt = reach(superuser);
    await migrateOrVerify(ownerAt, embedded, options.print);
    const pool = connect(reach('haldur_app'), {
      max: options.max ?? 10,
      ...(embedded ? {} : { as: 'haldur_app' }),
    });
    await requireUsable(pool);
    return {
      pool,
      asOwner: (work) => withOwner(ownerAt, work),
      close: async () => {
        await pool.end({ timeout: 1 });
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error instanceof OperatorError ? error : toStartError(error, config);
  }
}

/**
 * Checks what the service depends on. A pool that fails is closed: its idle connections would keep the process alive
 * for minutes.
 */
async function requireUsable(pool: DatabasePool): Promise<void> {
  try {
    await requireDirectConnection(pool);
    await requireWholeDistribution(pool);
    await requireUnprivilegedRole(pool);
    await requireTemporaryTables(pool);
  } catch (error) {
    await pool.end({ timeout: 1 });
    throw error;
  }
}

async function startServer(config: Config, options: OpenDatabaseOptions): Promise<EmbeddedServer> {
  const start = options.joinRunning ? joinOrStartEmbedded : startEmbedded;
  return start({ dataDir: config.dataDir, print: options.print });
}

/** Migrates as the owner. A user of DATABASE_URL who owns nothing may start too, once the owner has migrated. */
async function migrateOrVerify(
  ownerAt: Connection,
  embedded: EmbeddedServer | undefined,
  print: (line: string) => void,
): Promise<void> {
  await withOwner(ownerAt, async (owner) => {
    const [state] = await owner<{ mayCreate: boolean; migrated: boolean }[]>`
      select has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
             to_regclass('public.migrations') is not null as migrated`;
    if (!state?.mayCreate) return requireMigrated(owner, state?.migrated ?? false);
    const applied = await migrate(owner);
    const names = applied.length > 3 ? `${applied.length} migrations, the last ${applied.at(-1)}` : applied.join(', ');
    if (applied.length > 0) print(`Database brought up to date: ${names}.`);
    if (embedded) await owner.unsafe(`alter role haldur_app login password '${embedded.password}'`);
  });
}

/**
 * Migrates the database of DATABASE_URL and runs `work` on the same connection, the only one that is open then. Throws
 * OperatorError without DATABASE_URL.
 */
export async function withMigratedDatabase<T>(config: Config, work: (owner: DatabasePool) => Promise<T>): Promise<T> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new OperatorError('Set DATABASE_URL: the embedded database is on one machine and stays there.');
  try {
    return await withOwner({ url: databaseUrl }, async (owner) => {
      await migrate(owner);
      return work(owner);
    });
  } catch (error) {
    throw error instanceof OperatorError ? error : toStartError(error, config);
  }
}

async function withOwner<T>(ownerAt: Connection, work: (owner: DatabasePool) => Promise<T>): Promise<T> {
  const owner = connect(ownerAt, { max: 1, statementTimeoutMs: 3_600_000 });
  try {
    return await work(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function requireMigrated(owner: DatabasePool, migrated: boolean): Promise<void> {
  const appliedMigrations = migrated
    ? await owner<{ name: string; checksum: string }[]>`select name, checksum from migrations order by name`
    : [];
  const missing = pendingMigrations(appliedMigrations);
  if (missing.length === 0) return;
  throw new OperatorError(
    `The database lacks ${missing.map((migrationFile) => migrationFile.name).join(', ')}, and the user of DATABASE_URL may not create tables. ` +
      'Run `npm run admin -- migrate` with the owner’s DATABASE_URL first.',
  );
}

/** Without its foreign keys the database would accept rows that refer to nothing. */
async function requireWholeDistribution(pool: DatabasePool): Promise<void> {
  if (await isHalfDistributed(pool))
    throw new OperatorError(
      'The distribution of the database was interrupted. Run `npm run admin -- distribute` again.',
    );
}

/** Tenant separation requires that the service's role cannot bypass it, so a role that could is rejected. */
export async function requireUnprivilegedRole(pool: DatabasePool): Promise<void> {
  const [row] = await pool<
    { user: string; privileged: boolean; owns: string | null; open: string | null; limitsWrong: boolean | null }[]
  >`
    select current_user as user,
           (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as privileged,
           (select min(relname) from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
                                                and pg_has_role(current_user, relowner, 'usage')) as owns,
           (select min(relname) from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
                                                and relname <> 'migrations' and not (relrowsecurity and relforcerowsecurity)) as open,
           (select rolsuper or rolbypassrls or pg_has_role(current_user, oid, 'usage') from pg_roles where rolname = 'haldur_buildings') as limits_wrong`;
  if (row === undefined || row.privileged) {
    throw new OperatorError(
      `The database role ${row?.user} may bypass row-level security, so tenants would not be kept apart. Take superuser and bypassrls from it.`,
    );
  }
  if (row.owns !== null) {
    throw new OperatorError(
      `The database role ${row.user} owns the table ${row.owns}, so it could switch row-level security off. Give the table to another owner.`,
    );
  }
  if (row.open !== null) {
    throw new OperatorError(
      `The table ${row.open} has no forced row-level security, so tenants would not be kept apart. If it is not Haldur’s, drop it or move it to another schema; otherwise run \`npm run admin -- migrate\`.`,
    );
  }
  if (row.limitsWrong) {
    throw new OperatorError(
      `The database role haldur_buildings may bypass row-level security, or ${row.user} inherits from it. As a superuser: alter role haldur_buildings nosuperuser nobypassrls; ` +
        `revoke haldur_buildings from ${row.user}; alter role ${row.user} noinherit; grant haldur_buildings to ${row.user};`,
    );
  }
}

/**
 * The import of a statement uses a temporary table. Every role may create one, unless the privilege was revoked from
 * all.
 */
export async function requireTemporaryTables(pool: DatabasePool): Promise<void> {
  const [row] = await pool<{ user: string; database: string; allowed: boolean }[]>`
    select current_user as user, current_database() as database, has_database_privilege(current_database(), 'temporary') as allowed`;
  if (row?.allowed) return;
  throw new OperatorError(
    `The database role ${row?.user} may not create temporary tables, and the import of bank statements needs one. As the owner: grant temporary on database ${row?.database} to ${row?.user};`,
  );
}

const poolerMessage =
  'DATABASE_URL leads to a connection pooler such as PgBouncer, which does not pass on what a connection is opened with. Name PostgreSQL itself.';

/**
 * The role, the time zone and the statement timeout are set at connect. If a pooler drops them, days and privileges
 * would be wrong.
 */
async function requireDirectConnection(pool: DatabasePool): Promise<void> {
  const [settings] = await pool<{ all: boolean }[]>`
    select current_user = 'haldur_app' and current_setting('TimeZone') = 'UTC' and current_setting('statement_timeout') <> '0' as all`;
  if (!settings?.all) throw new OperatorError(poolerMessage);
}

function toStartError(error: unknown, config: Config): unknown {
  if (config.databaseUrl === undefined || !(error instanceof Error)) return error;
  if (error.message.includes('unsupported startup parameter')) return new OperatorError(poolerMessage);
  return new OperatorError(`The database of DATABASE_URL cannot be used: ${error.message}.`);
}
