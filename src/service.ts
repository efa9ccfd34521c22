// The service: starts a process part by part from a configuration, and stops it in order.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lowFileLimitNotice } from './http/limits/connection-limit.ts';
import { firstStartLink } from './identity/organizations.ts';
import { requireBackupsPossible } from './platform/backups/backup-timetable.ts';
import type { Config } from './platform/config/config.ts';
import { findOtherKeyNotice } from './platform/crypto/secret-key-check.ts';
import { type Database, openDatabase } from './platform/db/open-database.ts';
import type { AppContext } from './platform/db/scope.ts';
import { codeOf, OperatorError } from './platform/errors.ts';
import { makeLog } from './platform/log.ts';
import { followTestClock } from './platform/processes/test-clock.ts';
import { makeServer } from './server.ts';
import { type BackgroundWorker, startWorker } from './worker.ts';

export type Service = {
  readonly app: AppContext;
  readonly url: string | undefined;
  /** Where the first organization is created; undefined once there is one. */
  readonly firstStart: string | undefined;
  /**
   * Stops in order. For `drainMs` requests are still answered, but /health/ready reports that the service is leaving.
   */
  stop(drainMs?: number): Promise<void>;
};

/** How long requests and the worker may take to end, draining included; after that they are cut off. */
const maxStopMs = 15_000;

/**
 * Starts the parts that ROLE selects, on a database that may be opening already. Throws OperatorError; then nothing is
 * left running.
 */
export async function startService(
  config: Config,
  print: (line: string) => void,
  opening: Promise<Database> = openDatabase(config, { print }),
): Promise<Service> {
  const database = await opening;
  const testClock = config.testClock ? await followTestClock(database.pool).catch(closing(database)) : undefined;
  const timeSource = testClock ?? { clock: () => new Date() };
  const draining = new AbortController();
  const log = makeLog(config.logLevel);
  const app: AppContext = { ...timeSource, pool: database.pool, config, log, draining: draining.signal };
  const server = config.listens ? makeServer(app) : undefined;
  let worker: BackgroundWorker | undefined;
  let firstStart: string | undefined;
  const stop = async (drainMs = 0) => {
    draining.abort();
    await delay(drainMs);
    const ended = (async () => {
      await server?.close();
      await worker?.stop();
      await testClock?.stop();
    })();
    await Promise.race([ended, delay(maxStopMs - drainMs, undefined, { ref: false })]);
    await database.close();
  };
  try {
    const notices = [lowFileLimitNotice(), await findOtherKeyNotice(database.pool, config)];
    for (const notice of notices) if (notice !== undefined) print(notice);
    if (config.role !== 'api') {
      await requireBackupsPossible(config, database.asOwner);
      worker = await startWorker(app, database.asOwner);
      if (config.mail.smtp === undefined)
        print(`SMTP_URL is not set: e-mails become files in ${join(config.dataDir, 'mail')}.`);
    }
    await server?.listen({ port: config.port, host: config.host });
    if (config.role !== 'worker') firstStart = await firstStartLink(app);
  } catch (error) {
    await stop();
    throw toListenError(error, config);
  }
  const address = server?.server.address();
  return { app, url: server && address ? urlOf(address, config) : undefined, firstStart, stop };
}

/** For what fails before there is anything to stop but the database. */
function closing(database: Database): (error: unknown) => Promise<never> {
  return async (error) => {
    await database.close();
    throw error;
  };
}

function urlOf(address: AddressInfo | string, { host, tls }: Config): string {
  if (typeof address === 'string') return address;
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

function toListenError(error: unknown, { port, host }: Config): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} on ${host} is taken by another process. Stop that one, or choose another with PORT.`,
    );
  if (code === 'EACCES')
    return new OperatorError(`This user may not listen on port ${port}. Choose one above 1023 with PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new OperatorError(`HOST ${host} is not an address of this machine.`);
  return error;
}
