// Embedded servers for tests: each with its own DATA_DIR, all of them deleted when the test file ends.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type DatabasePool } from '../src/platform/db/pool.ts';
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  startEmbedded,
} from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { socketConnection } from '../src/platform/embedded-postgres/password.ts';
import { isServerOf, readPidFile } from '../src/platform/embedded-postgres/pid-file.ts';
import { OperatorError } from '../src/platform/errors.ts';

/** A server, its superuser's connections, and its messages to the operator. */
type StartedServer = {
  readonly server: EmbeddedServer;
  readonly sql: DatabasePool;
  readonly messages: string[];
};

/**
 * A folder for DATA_DIRs, and a way to start a server on one of them by its name. `prepare` copies a DATA_DIR with an
 * empty database there, which is quicker than to have the start create one.
 */
export function embeddedServers(): {
  base: string;
  prepare: (name: string) => Promise<void>;
  start: (t: TestContext, name: string, options?: Partial<EmbeddedOptions>) => Promise<StartedServer>;
} {
  const base = mkdtempSync(join(tmpdir(), 'haldur-embedded-'));
  chmodSync(base, 0o755); // As root the server runs as another user, who must be able to enter.
  after(() => {
    for (const name of readdirSync(base)) {
      const cluster = join(base, name, 'postgres');
      const pid = existsSync(cluster) ? readPidFile(cluster)?.pid : undefined;
      // Left behind by a test that failed.
      if (pid !== undefined && isServerOf(pid, cluster)) process.kill(pid, 'SIGQUIT');
    }
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  });
  const start = async (
    t: TestContext,
    name: string,
    options: Partial<EmbeddedOptions> = {},
  ): Promise<StartedServer> => {
    const messages: string[] = [];
    const say = (line: string) => messages.push(line);
    const server = await startEmbedded({ dataDir: join(base, name), durable: false, print: say, ...options });
    const sql = connect(socketConnection(server, server.superuser, server.database), { max: 2 });
    t.after(async () => {
      await sql.end({ timeout: 5 });
      await server.stop();
    });
    return { server, sql, messages: messages };
  };
  let prepared: Promise<void> | undefined;
  const prepare = async (name: string): Promise<void> => {
    const dataDir = join(base, 'prepared');
    prepared ??= startEmbedded({ dataDir, durable: false, print: () => {} }).then(({ stop }) => stop());
    await prepared;
    // With the owner of each file, which Node's copies do not keep.
    execFileSync('cp', ['-a', dataDir, join(base, name)]);
  };
  return { base, prepare, start };
}

/** Whether an error is one for the operator, with these words. */
export function refusal(words: string | RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof OperatorError, String(error));
    if (typeof words === 'string') assert.ok(error.message.includes(words), error.message);
    else assert.match(error.message, words);
    return true;
  };
}

/** Retries until it succeeds, for at most a minute and a half. */
export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries > 4500) throw error;
      await delay(20);
    }
  }
}
