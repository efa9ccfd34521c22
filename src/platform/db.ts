// Connections to PostgreSQL, and how values travel. Rooms get a Db from a Scope, never the pool.
import type postgres from 'postgres';
import { postgres as driver } from './driver.ts';

/** How values travel: int8 as number (cents and counts stay below 2^53), date as 'YYYY-MM-DD', numeric as text, timestamptz as Date. */
type Values = { int8: number; day: string };
export type Sql = postgres.Sql<Values>;
/** A handle on one open transaction (transaction.ts). */
export type Db = postgres.ISql<Values>;

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
    // A caller is told at once that the database is away; the driver's own pause grows to twenty seconds, with callers waiting in it.
    backoff: () => 0.05,
    transform: { column: { from: driver.toCamel } },
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
  return (where.url === undefined ? driver(settings) : driver(where.url, settings)) as Sql;
}

/** Whether the database answers; throws what keeps it from that. */
export async function ping(pool: Sql): Promise<void> {
  await pool`select 1`;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database answered ${text}, which is too large to count with.`);
  return value;
}
