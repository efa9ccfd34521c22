// A proxy before the tests' PostgreSQL that can go silent: data is then swallowed in both directions, and no connection is closed.
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { connectionTo } from './postgres-server.ts';

export type SilentProxy = {
  readonly port: number;
  /** From now on no data passes. New connections are accepted, and get no answer either. */
  silence(): void;
  /** New connections work again. Existing ones stay silent for ever, as after a cut line. */
  restore(): void;
};

/** A proxy on loopback. It ends with the test file. */
export async function startSilentProxy(): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  let lines: { cut: boolean }[] = [];
  const server = createServer((near) => {
    const line = { cut: silent };
    lines.push(line);
    const far = toPostgres();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!line.cut) to.write(bytes);
      });
      from.on('close', () => !line.cut && to.destroy()).on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
      for (const line of lines) line.cut = true;
    },
    restore() {
      silent = false;
      lines = [];
    },
  };
}

function toPostgres(): Socket {
  const { hostname, port } = new URL(connectionTo('postgres').url ?? '');
  const host = decodeURIComponent(hostname);
  return host.startsWith('/')
    ? createConnection(`${host}/.s.PGSQL.${port}`)
    : createConnection(Number(port || 5432), host);
}

/** The URL of a database behind a proxy, as the tests' superuser or as another user. */
export function urlBehind({ port }: SilentProxy, database: string, user?: string): string {
  const url = new URL(connectionTo(database, user).url ?? '');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
