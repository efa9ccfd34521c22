// Connections to PostgreSQL by node-postgres. Work inside one organization gets a Db from a Scope; the few queries
// across organizations take the pool.
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig, type PoolClient, type QueryArrayResult } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { codeOf } from '../errors.ts';
import { runAtOnce, runInTurns, type Steps, turnBudget } from '../processes/steps.ts';
import { columnTypes } from './column-types.ts';
import { type ListenHandle, makeListener } from './listen.ts';
import {
  type DatabaseRow,
  type Db,
  type HeldConnection,
  makeSqlTag,
  maxPreparedStatements,
  type QueryResult,
} from './sql.ts';
import { transaction } from './transaction.ts';

export type { Db } from './sql.ts';

export type Connection = {
  readonly url?: string;
  readonly socketDir?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
};

/** A connection pool. Its own statements run independently, on any connection. */
export type DatabasePool = Db & {
  hold(): Promise<HeldConnection>;
  /** Runs `work` in a read-write transaction without a tenant. */
  begin<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Reserves a connection for the caller's own statements. */
  reserve(): Promise<Db & { release(): void }>;
  /** Two connections without pipelining, as COPY requires. */
  readonly streaming: { hold(): Promise<HeldConnection> };
  /** Two connections for what must not wait for requests: the progress of imports, and their end by a person. */
  readonly separate: { hold(): Promise<HeldConnection> };
  /** How many connections there are for requests and work, and how many wait for one. */
  connections(): ConnectionCounts;
  /** Listens on a channel. `onListen` is called whenever listening starts, so also after a reconnect. */
  listen(channel: string, onNotify: (payload: string) => void, onListen?: () => void): Promise<ListenHandle>;
  /** Waits for running work, for at most `timeout` seconds; then cuts off the rest. */
  end(options?: { readonly timeout?: number }): Promise<void>;
};

type ConnectionCounts = {
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
  readonly max: number;
};

type PoolOptions = {
  readonly max: number;
  /** The role of every connection from the start. */
  readonly as?: string;
  /** The server's statement timeout. */
  readonly statementTimeoutMs?: number;
  /**
   * The additional wait for an answer; after that the server or network counts as silent, and the connection is closed.
   */
  readonly silentMs?: number;
  /** How long a caller waits for a connection, new or in use. */
  readonly connectMs?: number;
  /** How often the notification connection is checked. */
  readonly checkMs?: number;
};

pg.defaults.parseInputDatesAsUTC = true;

/** Creates a pool. Connections are opened when needed. */
export function connect(connection: Connection, options: PoolOptions): DatabasePool {
  const { max, as, statementTimeoutMs = 60_000, silentMs = 5_000, connectMs = 20_000, checkMs = 15_000 } = options;
  const settings: ClientConfig = {
    ...connectionConfig(connection, as),
    types: columnTypes as ClientConfig['types'],
    application_name: 'haldur',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  };
  const answerWithinMs = statementTimeoutMs + silentMs;
  const requests = makePool({ ...settings, pipeline: true }, max, answerWithinMs);
  const streaming = makePool(settings, 2, answerWithinMs);
  const separate = makePool({ ...settings, pipeline: true }, 2, answerWithinMs);
  const listener = makeListener(settings, checkMs);
  const tag = makeSqlTag(async (query) => {
    const connection = await requests.hold();
    return connection.send(query).finally(connection.release);
  });
  return Object.assign(tag, {
    hold: requests.hold,
    begin: <T>(work: (db: Db) => Promise<T>) => transaction(requests, 'read write', async () => {}, work),
    async reserve() {
      const connection = await requests.hold();
      return Object.assign(makeSqlTag(connection.send), { release: connection.release });
    },
    streaming,
    separate,
    connections: requests.counts,
    listen: listener.listen,
    async end({ timeout = 3600 }: { readonly timeout?: number } = {}) {
      await Promise.all([
        listener.end(),
        requests.end(timeout * 1000),
        streaming.end(timeout * 1000),
        separate.end(timeout * 1000),
      ]);
    },
  });
}

const pingMs = 2000;

/**
 * Checks that the database answers within two seconds; throws the reason if not. Uses a connection that requests do not
 * share.
 */
export async function ping(pool: DatabasePool): Promise<void> {
  const check = (async () => {
    const connection = await pool.streaming.hold();
    await connection.send({ text: 'select 1' }, pingMs).finally(connection.release);
  })();
  const late = new AbortController();
  const silent = delay(pingMs, undefined, { signal: late.signal }).then(() => {
    throw asConnectionClosed(new Error('The database is silent.'));
  });
  await Promise.race([check, silent]).finally(() => late.abort());
}

function connectionConfig({ url, socketDir, port, user, database }: Connection, as: string | undefined): ClientConfig {
  const options = `-c TimeZone=UTC${as === undefined ? '' : ` -c role=${as}`}`;
  if (url !== undefined) return { connectionString: withUrlOptions(url, options) };
  return {
    options,
    ...(socketDir === undefined ? {} : { host: socketDir }),
    ...(port === undefined ? {} : { port }),
    ...(user === undefined ? {} : { user }),
    ...(database === undefined ? {} : { database }),
  };
}

/** Parameters in the URL override all others, so our options are set there; sslmode has the meaning of libpq. */
function withUrlOptions(text: string, options: string): string {
  const url = new URL(text);
  const parameters = url.searchParams;
  parameters.set('options', [parameters.get('options') ?? '', options].join(' ').trim());
  if (parameters.has('sslmode') && !parameters.has('uselibpqcompat')) parameters.set('uselibpqcompat', 'true');
  return url.href;
}

function makePool(settings: ClientConfig, max: number, answerWithinMs: number) {
  const pool = new pg.Pool({ ...settings, max, idleTimeoutMillis: 300_000 });
  const clients = new Set<PoolClient>();
  pool.on('error', () => {}); // An idle connection was lost; the pool has removed it.
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {}); // The user of the connection gets the error from its statements.
  });
  pool.on('remove', (client) => clients.delete(client));
  const close = async () => {
    await pool.end();
    while (clients.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
  let ending: Promise<void> | undefined;
  return {
    hold: () =>
      new Promise<HeldConnection>((resolve, reject) => {
        pool.connect((error, client) => {
          if (client === undefined) reject(withErrorCode(error));
          else resolve(holdConnection(client, answerWithinMs));
        });
      }),
    counts: () => ({
      open: pool.totalCount,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      max,
    }),
    async end(withinMs: number) {
      ending ??= close();
      const late = new AbortController();
      await Promise.race([ending, delay(withinMs, undefined, { signal: late.signal })]).finally(() => late.abort());
      for (const client of clients) client.connection.stream.destroy();
    },
  };
}

/** The names of the statements that a connection keeps, also of those that lost theirs. */
const preparedNames = new WeakMap<PoolClient, Set<string>>();
const maxKeptStatements = 1.5 * maxPreparedStatements;

function holdConnection(client: PoolClient, answerWithinMs: number): HeldConnection {
  const kept = preparedNames.get(client) ?? new Set();
  preparedNames.set(client, kept);
  let isUsable = true;
  return {
    send: (query, withinMs = answerWithinMs) =>
      new Promise((resolve, reject) => {
        corkUntilNextTurn(client.connection.stream);
        if (query.name !== undefined) kept.add(query.name);
        const queryConfig = { ...query, rowMode: 'array' as const, query_timeout: withinMs };
        client.query<unknown[]>(queryConfig, (error: Error | null, result) => {
          if (error === null || error === undefined) return resolve(rowsOf(result));
          isUsable &&= leavesUsable(error);
          reject(withErrorCode(error));
        });
      }),
    copyIn: (text) => client.query(copyFrom(text)),
    copyOut: (text) => client.query(copyTo(text)),
    release: () => client.release(!isUsable || kept.size > maxKeptStatements),
  };
}

/**
 * Writes everything sent in one turn of the event loop together: each socket write costs as much as a short statement.
 */
function corkUntilNextTurn(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/**
 * Reports whether a connection is usable after an error. A statement whose tables changed after it was prepared fails
 * for as long as the connection keeps it.
 */
function leavesUsable(error: Error): boolean {
  if (!(error instanceof pg.DatabaseError)) return codeOf(withErrorCode(error)) === undefined;
  return error.severity === 'ERROR' && error.routine !== 'RevalidateCachedQuery';
}

/** pg's own failures are plain errors without a code, and all mean that the connection is unusable. */
function withErrorCode(error: Error | undefined): Error {
  if (error === undefined) return asConnectionClosed(new Error('There is no connection.'));
  return error.constructor === Error && !('code' in error) ? asConnectionClosed(error) : error;
}

function asConnectionClosed(error: Error): Error {
  return Object.assign(error, { code: 'CONNECTION_CLOSED' });
}

const camelNames = new Map<string, string>();

function toCamelCase(name: string): string {
  let camel = camelNames.get(name);
  if (camel === undefined) {
    camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(name, camel);
  }
  return camel;
}

/** So many rows become objects in one turn; of more, only what a turn can afford. */
const maxRowsAtOnce = 2000;

/** The rows as objects; for several statements in one text, those of the last one. */
function rowsOf(
  results: QueryArrayResult<unknown[]> | QueryArrayResult<unknown[]>[],
): QueryResult | Promise<QueryResult> {
  const result = Array.isArray(results) ? (results.at(-1) as QueryArrayResult<unknown[]>) : results;
  return result.rows.length <= maxRowsAtOnce ? runAtOnce(toRows(result)) : runInTurns(toRows(result));
}

function* toRows({ fields, rows, rowCount, command }: QueryArrayResult<unknown[]>): Steps<QueryResult> {
  const columns = fields.map(({ name }) => toCamelCase(name));
  const objects: DatabaseRow[] = [];
  for (const [place, values] of rows.entries()) {
    const row: DatabaseRow = {};
    for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at];
    objects.push(row);
    if (place % maxRowsAtOnce === maxRowsAtOnce - 1) yield turnBudget;
  }
  return Object.defineProperties(objects, {
    count: { value: rowCount ?? 0 },
    command: { value: command },
  }) as QueryResult;
}
