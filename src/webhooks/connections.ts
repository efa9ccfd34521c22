// Connections to receivers: each carries one post at a time, connects only to addresses checked for it, and is reused
// for a limited time.
import type { Client } from 'undici';
import { type ConnectionRules, undici, vettedConnector } from '../platform/vetted-connections.ts';

/** The size limit of response headers. */
export const headerLimitBytes = 16 * 1024;
// With longer reuse a connection could stay with an address that the name no longer resolves to.
const connectionLifeMs = 60_000;
const maxIdleMs = 10_000;

/** A connection, open or still to be opened, for one post; `free` ends the post. */
export type ReceiverConnection = { readonly client: Client; free(): void };

type PooledConnection = ReceiverConnection & { readonly origin: string; readonly since: number; usedAt: number };
type ConnectionPool = {
  readonly rules: ConnectionRules;
  take(origin: string): ReceiverConnection;
  close(): Promise<unknown>;
};

// One set of kept connections for each set of rules, so that no post uses one that was checked by weaker rules. A
// service has one.
const connectionPools: ConnectionPool[] = [];

/** Returns a connection to an origin for one exchange at a time: nobody else gets it until it is freed. */
export function connectTo(
  origin: string,
  { allowPrivate, connectTimeoutMs, resolver }: ConnectionRules,
): ReceiverConnection {
  for (const connectionPool of connectionPools) {
    const { rules } = connectionPool;
    if (
      rules.allowPrivate === allowPrivate &&
      rules.connectTimeoutMs === connectTimeoutMs &&
      rules.resolver === resolver
    )
      return connectionPool.take(origin);
  }
  const connections = makeConnectionPool({ allowPrivate, connectTimeoutMs, resolver });
  connectionPools.push(connections);
  return connections.take(origin);
}

/** Waits for running posts, each bounded by its own deadline, and closes all kept connections. */
export async function closeConnections(): Promise<void> {
  await Promise.all(connectionPools.splice(0).map((connections) => connections.close()));
}

/**
 * The last used connection is reused first, so that unneeded ones expire. (The pool of undici goes through all
 * connections of an origin, and reads the clock for each of them, to find a free one.)
 */
function makeConnectionPool(rules: ConnectionRules): ConnectionPool {
  const connect = vettedConnector(rules);
  const all = new Set<PooledConnection>();
  const idle = new Map<string, PooledConnection[]>();
  let closing = false;
  const drop = (connection: PooledConnection) => {
    all.delete(connection);
    return connection.client.close();
  };
  const sweep = () => {
    const now = performance.now();
    for (const [origin, ofOrigin] of idle) {
      while (ofOrigin[0] !== undefined && now - ofOrigin[0].usedAt > maxIdleMs)
        void drop(ofOrigin.shift() as PooledConnection);
      if (ofOrigin.length === 0) idle.delete(origin);
    }
  };
  const sweeping = setInterval(sweep, maxIdleMs).unref();
  const make = (origin: string): PooledConnection => {
    const options = { connect, allowH2: false, maxHeaderSize: headerLimitBytes, keepAliveMaxTimeout: maxIdleMs };
    const free = () => {
      if (closing) return;
      connection.usedAt = performance.now();
      const ofOrigin = idle.get(origin);
      if (ofOrigin === undefined) idle.set(origin, [connection]);
      else ofOrigin.push(connection);
    };
    const now = performance.now();
    const client = new (undici().Client)(origin, options);
    const connection: PooledConnection = { client, origin, since: now, usedAt: now, free };
    all.add(connection);
    return connection;
  };
  return {
    rules,
    take(origin) {
      const ofOrigin = idle.get(origin);
      for (let connection = ofOrigin?.pop(); connection !== undefined; connection = ofOrigin?.pop()) {
        if (performance.now() - connection.since < connectionLifeMs) return connection;
        void drop(connection);
      }
      return make(origin);
    },
    close() {
      closing = true;
      clearInterval(sweeping);
      return Promise.all([...all].map(drop));
    },
  };
}
