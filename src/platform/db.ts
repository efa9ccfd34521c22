// Connections to PostgreSQL: how values travel, and the one way to a transaction. Rooms get a Db from a Scope, never the pool.
import postgres from 'postgres';

/** How values travel: int8 as number (cents and counts stay below 2^53), date as 'YYYY-MM-DD', numeric as text, timestamptz as Date. */
type Values = { int8: number; day: string };
export type Sql = postgres.Sql<Values>;
/** A handle on one open transaction. */
export type Db = postgres.ReservedSql<Values>;

export type Connection = {
  readonly url?: string;
  readonly socketDir?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
};

/** A pool of connections. `as` makes every connection act in that role from its first moment. */
export function connect(where: Connection, options: { max: number; as?: string; statementTimeoutMs?: number }): Sql {
  const settings: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: options.max,
    onnotice: () => {},
    idle_timeout: 300,
    connect_timeout: 10,
    transform: { column: { from: postgres.toCamel } },
    types: {
      int8: { to: 20, from: [20], serialize: String, parse: wholeNumber },
      day: { to: 1082, from: [1082], serialize: String, parse: (text: string) => text },
    },
    connection: {
      application_name: 'haldur',
      TimeZone: 'UTC',
      statement_timeout: options.statementTimeoutMs ?? 60_000,
      idle_in_transaction_session_timeout: 60_000,
      ...(options.as === undefined ? {} : { role: options.as }),
    },
    ...(where.socketDir === undefined ? {} : { host: where.socketDir }),
    ...(where.port === undefined ? {} : { port: where.port }),
    ...(where.user === undefined ? {} : { username: where.user }),
    ...(where.database === undefined ? {} : { database: where.database }),
  };
  return (where.url === undefined ? postgres(settings) : postgres(where.url, settings)) as Sql;
}

/** Whether the database answers; throws what keeps it from that. */
export async function ping(pool: Sql): Promise<void> {
  await pool`select 1`;
}

/**
 * One transaction on one connection: BEGIN and the opening statement travel together, then `work` runs, then COMMIT. Any failure rolls back.
 * After a read-only transaction the answer does not wait for COMMIT, which can change nothing.
 */
export async function transaction<Opened, Result>(
  pool: Sql,
  mode: 'read only' | 'read write',
  opening: (db: Db) => Promise<Opened>,
  work: (db: Db, opened: Opened) => Promise<Result>,
): Promise<Result> {
  const { db, begun, end } = begin(await pool.reserve(), mode);
  try {
    const [, opened] = await Promise.all([begun, opening(db)]);
    const result = await work(db, opened);
    const ended = end('commit');
    if (mode === 'read write') await ended;
    else ended.catch(() => end('rollback')).catch(() => {}); // A lost connection after a read changes nothing; the pool makes a new one.
    return result;
  } catch (error) {
    await end('rollback').catch(() => {}); // The first error is the one to tell; a lost connection has rolled back by itself.
    throw error;
  }
}

type Begun = {
  readonly db: Db;
  readonly begun: Promise<unknown>;
  readonly end: (how: 'commit' | 'rollback') => Promise<void>;
};

/**
 * Sends BEGIN on a reserved connection and watches it. postgres.js ends the process when a statement is sent on a reserved connection that was
 * lost in between, so every use is checked first, and a lost connection is never given back. `onexecute` is how its own begin() gets hold of the
 * connection.
 */
function begin(reserved: postgres.ReservedSql<Values>, mode: 'read only' | 'read write'): Begun {
  let lost: Error | undefined;
  const watch = (connection: { onclose: (error: Error) => void }) => {
    connection.onclose = (error) => {
      lost = error;
    };
    return true;
  };
  const begun = reserved
    .unsafe(mode === 'read only' ? 'begin read only' : 'begin', [], { onexecute: watch } as postgres.UnsafeQueryOptions)
    .execute();
  const alive = (): Db => {
    if (lost !== undefined) throw lost;
    return reserved;
  };
  const db = new Proxy(reserved, {
    apply: (_, __, parameters) => Reflect.apply(alive(), undefined, parameters),
    get: (_, name) => Reflect.get(alive(), name),
  });
  const end = async (how: 'commit' | 'rollback') => {
    await alive().unsafe(how);
    if (lost === undefined) reserved.release();
  };
  return { db, begun, end };
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database answered ${text}, which is too large to count with.`);
  return value;
}
