// A temporary Redis server for tests, on a socket in a folder of its own: it can be killed, frozen and restarted. Where
// Redis is not installed, tests skip.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { Redis as Client } from 'ioredis';
import { pino } from 'pino';
import type { Log } from '../src/platform/log.ts';

/** The server's whole environment: under a clock that a library fakes, Redis does not start. */
const env = { PATH: process.env.PATH };

/** For the options of a test that needs a Redis server. */
export const withRedis = {
  skip: spawnSync('redis-server', ['--version'], { env }).error !== undefined && 'needs redis-server',
};

export type RedisServer = {
  /** Its address, as in a configuration. */
  readonly url: string;
  /** Starts it (again). It keeps no data. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** It accepts connections, but answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Runs work with a client of its own. */
  look<T>(work: (client: Client) => Promise<T>): Promise<T>;
};

/** A Redis server that has not been started; it is removed when the test file ends. */
export async function makeRedisServer(...options: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-redis-'));
  const url = join(folder, 'redis.sock');
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  after(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url,
    kill,
    async start() {
      const where = ['--port', '0', '--unixsocket', url, '--dir', folder, '--save', ''];
      server = spawn('redis-server', [...where, ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      if (server.stdout === null) throw new Error('Nothing can be heard of redis-server.');
      for await (const line of createInterface(server.stdout)) if (/ready to accept connections/i.test(line)) break;
      server.stdout.resume();
    },
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
    async look(work) {
      const client = new Client(url);
      try {
        return await work(client);
      } finally {
        client.disconnect();
      }
    },
  };
}

export type TestLog = { readonly log: Log; readonly lines: readonly string[]; hears(text: string): Promise<void> };

/** A log to wait on: `hears` resolves with the next line that contains a text, or an earlier one not used yet. */
export function makeTestLog(): TestLog {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let taken = 0;
  const write = (line: string) => {
    lines.push(line);
    for (const wake of waiting) wake();
  };
  return {
    log: pino({ level: 'warn' }, { write }),
    lines,
    async hears(text) {
      for (;;) {
        const at = lines.findIndex((line, index) => index >= taken && line.includes(text));
        if (at >= 0) {
          taken = at + 1;
          return;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
}
