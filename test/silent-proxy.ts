// A proxy before a server, by default the tests' PostgreSQL: its lines can go silent, stall or break, and be healed.
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { connectionTo } from './postgres-server.ts';

export type SilentProxy = {
  readonly port: number;
  /** From now on no data passes. New connections are accepted, and get no answer either. */
  silence(): void;
  /** From now on data waits in both directions. After `restore` it arrives. */
  stall(): void;
  /** Breaks all connections, and new ones at once. */
  refuse(): void;
  /**
   * New connections work again. Those that were silenced stay silent for ever, as after a cut line; only the server
   * notices, as by keep-alive.
   */
  restore(): void;
};

/** Where a proxy leads: a port of this machine, or a socket. */
type ProxiedServer = { readonly port: number; readonly host?: string } | { readonly path: string };

/** One connection of a client, and that to the server. */
type Line = { readonly near: Socket; readonly far: Socket; cut: boolean };

/** A proxy on loopback. It ends with the test file. */
export async function startSilentProxy(target: ProxiedServer = testsPostgres()): Promise<SilentProxy> {
  const lines = new Set<Line>();
  let state: 'open' | 'silent' | 'stalled' | 'refusing' = 'open';
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'refusing') return void near.destroy();
    const line = joinSockets(near, createConnection(target), state === 'silent');
    if (state === 'stalled') pause(line);
    lines.add(line);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = () => {
    for (const { near, far } of lines) {
      near.destroy();
      far.destroy();
    }
    lines.clear();
  };
  after(() => {
    destroyAll();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      state = 'silent';
      for (const line of lines) line.cut = true;
    },
    stall() {
      state = 'stalled';
      for (const line of lines) pause(line);
    },
    refuse() {
      state = 'refusing';
      destroyAll();
    },
    restore() {
      state = 'open';
      for (const line of lines) {
        line.near.resume();
        line.far.resume();
        if (line.cut) line.far.destroy();
      }
    },
  };
}

function pause({ near, far }: Line): void {
  near.pause();
  far.pause();
}

function joinSockets(near: Socket, far: Socket, cut: boolean): Line {
  const line: Line = { near, far, cut };
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('data', (bytes) => {
      if (!line.cut) to.write(bytes);
    });
    from.on('close', () => !line.cut && to.destroy()).on('error', () => {});
  }
  return line;
}

function testsPostgres(): ProxiedServer {
  const { hostname, port } = new URL(connectionTo('postgres').url ?? '');
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { port: Number(port || 5432), host };
}

/** The URL of a database behind a proxy, as the tests' superuser or as another user. */
export function urlBehind({ port }: SilentProxy, database: string, user?: string): string {
  const url = new URL(connectionTo(database, user).url ?? '');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
