// The embedded PostgreSQL server of a DATA_DIR: one service runs it, restarts it after a crash, and stops it in order.
// Every acknowledged write survives.
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, fstatSync, realpathSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { createDataDir } from '../files/data-dir.ts';
import {
  type ClusterLocation,
  locateCluster,
  makeSocketDir,
  openLog,
  port,
  readLogTail,
  removeLeftovers,
  removeSocketDir,
} from './cluster-folder.ts';
import { type DataDirLock, type LockPurpose, lockOrJoin } from './lock.ts';
import { ensurePassword, readPassword, type SocketAddress } from './password.ts';
import { isServerOf, readPidFile, serverEnvironment } from './pid-file.ts';
import { createCluster, database, findPrograms, type PostgresPrograms, superuser } from './programs.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** Receives messages for the operator, one line at a time. */
  readonly print: (line: string) => void;
  /** False trades safety for speed (no fsync): for temporary test databases. */
  readonly durable?: boolean;
};

/** Where to connect (socketConnection): as `superuser`, or as another role with the same password. */
export type EmbeddedServer = SocketAddress & {
  readonly superuser: string;
  readonly database: string;
  stop(): Promise<void>;
};

const restarts = new Counter({
  name: 'haldur_database_restarts_total',
  help: 'How often the embedded database server ended unexpectedly and was started again.',
});

/** Everything needed to start the server, at first and again. */
type ServerSetup = {
  readonly location: ClusterLocation;
  readonly engine: PostgresPrograms;
  readonly socketDir: string;
  readonly password: string;
  readonly log: number;
  readonly durable: boolean;
  readonly print: (line: string) => void;
};

/** One run of the server; `ended` resolves with the reason. */
type ServerRun = { readonly pid: number | undefined; readonly ended: Promise<string> };

/** Starts the embedded server of a DATA_DIR for its one service. Throws OperatorError. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return lockAndOpen(options, 'service');
}

/**
 * For the admin command: joins the server of a running service, where `stop` only disconnects; without one, starts its
 * own. Throws OperatorError.
 */
export async function joinOrStartEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return lockAndOpen(options, 'command');
}

async function lockAndOpen(options: EmbeddedOptions, as: LockPurpose): Promise<EmbeddedServer> {
  try {
    createDataDir(options.dataDir);
    const dataDir = realpathSync(options.dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const lock = await lockOrJoin(dataDir, as, options.print);
    return 'joined' in lock ? await joinServer(dataDir, lock.joined) : await startServer({ ...options, dataDir }, lock);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new OperatorError(
      `DATA_DIR ${options.dataDir} cannot be used: ${messageOf(error)}. Choose a folder that user ${process.geteuid?.()} may write to, on a disk with space left.`,
    );
  }
}

/** Waits until the server of the service that holds DATA_DIR accepts connections; it may still be starting. */
async function joinServer(dataDir: string, socketDir: string): Promise<EmbeddedServer> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const socket = createConnection(join(socketDir, `.s.PGSQL.${port}`));
    const accepts = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    const password = readPassword(dataDir) ?? '';
    if (accepts) return { socketDir, port, password, superuser, database, stop: async () => {} };
    await delay(100);
  }
  throw new OperatorError(`The running service's database in ${socketDir} took no connection for 30 s. See its log.`);
}

async function startServer(options: EmbeddedOptions, lock: DataDirLock): Promise<EmbeddedServer> {
  const cleanup = new DisposableStack();
  cleanup.defer(lock.release);
  try {
    const home = await prepareServer(options, lock, cleanup);
    const stopping = new AbortController();
    const firstRun = await launchServer(home, stopping.signal);
    const keptRunning = keepRunning(home, firstRun, stopping.signal);
    const stop = async () => {
      stopping.abort();
      await keptRunning.finally(() => disposeResources(cleanup, options.print));
    };
    return { socketDir: home.socketDir, port, password: home.password, superuser, database, stop };
  } catch (error) {
    cleanup.dispose();
    throw error;
  }
}

/**
 * Idempotent, so stop may be called twice. On a disk that became read-only files remain, and the next start removes
 * them.
 */
function disposeResources(cleanup: DisposableStack, print: (line: string) => void): void {
  try {
    cleanup.dispose();
  } catch (error) {
    const cause = error instanceof SuppressedError ? error.error : error;
    print(`Some temporary database files could not be removed (${messageOf(cause)}). The next start removes them.`);
  }
}

/** Prepares everything the server needs, under the lock; `cleanup` collects what to release at the end. */
async function prepareServer(
  options: EmbeddedOptions,
  lock: DataDirLock,
  cleanup: DisposableStack,
): Promise<ServerSetup> {
  const { dataDir, print: say, durable = true } = options;
  const log = openLog(dataDir);
  cleanup.defer(() => closeSync(log));
  const location = locateCluster(dataDir, say);
  const engine = findPrograms(location, say);
  removeLeftovers(location, engine.postgres);
  if (lock.abandoned !== undefined) removeSocketDir(lock.abandoned);
  if (!existsSync(location.cluster)) {
    await createCluster(location, engine, log, durable);
    say(`Made a new, empty database in ${location.cluster}.`);
  }
  await stopOrphan({ location, print: say });
  const password = await ensurePassword(dataDir, location, engine, log, durable);
  const socketDir = makeSocketDir(location);
  cleanup.defer(() => removeSocketDir(socketDir));
  lock.announce(socketDir);
  return { location, engine, socketDir, password, log, durable, print: say };
}

/**
 * Restarts the server each time it ends unexpectedly, until it is stopped: a full disk may get space again, a read-only
 * one may be repaired. The first restart is immediate, later ones come after increasing pauses.
 */
async function keepRunning(setup: ServerSetup, firstRun: ServerRun, stopping: AbortSignal): Promise<void> {
  const stopped = new Promise<undefined>((resolve) => stopping.addEventListener('abort', () => resolve(undefined)));
  let failures = 0;
  for (let run = firstRun, began = performance.now(); ; began = performance.now()) {
    const reason = await Promise.race([run.ended, stopped]);
    if (reason === undefined) await shutDown(run);
    if (reason === undefined || stopping.aborted) return;
    failures = performance.now() - began > stableMs ? 1 : failures + 1;
    const pause = failures === 1 ? 0 : Math.min(100 * 2 ** (failures - 1), maxPauseMs);
    if (failures < 10 || failures % 20 === 0)
      setup.print(`PostgreSQL ended unexpectedly (${reason}). ${restartNotice(pause)}`);
    // A stop ends the pause; the launch sees it, too.
    await delay(pause, undefined, { signal: stopping }).catch(() => {});
    restarts.inc();
    run = await launchServer(setup, stopping).catch(failedRun);
  }
}

function restartNotice(pauseMs: number): string {
  return pauseMs === 0 ? 'Starting it again.' : `Starting it again in ${pauseMs / 1000} s.`;
}

/** The minimum run time after which an end is independent of the previous one. */
const stableMs = 10_000;
const maxPauseMs = 15_000;

/** A server that dies during its start counts like one that dies later: it is restarted. */
function failedRun(error: unknown): ServerRun {
  return { pid: undefined, ended: Promise.resolve(messageOf(error)) };
}

/**
 * Starts the server once and waits until it accepts connections. Throws OperatorError with the last lines of its log.
 */
async function launchServer(setup: ServerSetup, stopping: AbortSignal): Promise<ServerRun> {
  if (stopping.aborted) throw new OperatorError('PostgreSQL was stopped before it had started.');
  await stopOrphan(setup);
  for (let waited = 0; ; waited += 200) {
    const from = fstatSync(setup.log).size;
    const run = spawnServer(setup);
    if (await waitUntilReady(run, setup, stopping)) return run;
    const why = await run.ended;
    const logTail = readLogTail(setup.log, from);
    // Processes of a server that was killed finish their statement before they notice; PostgreSQL waits for them, and
    // so do we.
    const lingering = logTail.includes('pre-existing shared memory block');
    if (stopping.aborted || !lingering || waited >= 60_000) {
      throw new OperatorError(`PostgreSQL did not start on ${setup.location.cluster} (${why}). It said:\n${logTail}`);
    }
    if (waited === 2000) setup.print('Waiting for the processes of a killed PostgreSQL server to end.');
    await delay(200);
  }
}

/**
 * A separate session, so that Ctrl-C in the terminal reaches only the service, which then stops the server in order.
 */
function spawnServer({ location, engine, socketDir, log, durable }: ServerSetup): ServerRun {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    port: String(port),
    logging_collector: 'off',
    log_destination: 'stderr',
    // Errors go to the client, whose statements may carry names and addresses; the log is for the server's own life.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const child = spawn(
    engine.postgres,
    ['-D', location.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...location.user,
      cwd: '/',
      detached: true,
      env: serverEnvironment(location.cluster),
      stdio: ['ignore', log, log],
    },
  );
  const stopWithUs = () => child.kill('SIGINT');
  process.once('exit', stopWithUs);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).finally(() => process.off('exit', stopWithUs));
  return { pid: child.pid, ended };
}

/** Waits as long as the server lives: crash recovery may take long and is reported every ten seconds. */
async function waitUntilReady(run: ServerRun, setup: ServerSetup, stopping: AbortSignal): Promise<boolean> {
  for (let waited = 10; ; waited += 10) {
    if ((await Promise.race([run.ended, delay(10)])) !== undefined) return false;
    const record = readPidFile(setup.location.cluster);
    if (record?.pid === run.pid && record?.ready) return true;
    if (waited % 10_000 === 0) setup.print(`PostgreSQL is still starting on ${setup.location.cluster} (recovering?).`);
    if (stopping.aborted) {
      await shutDown(run);
      return false;
    }
  }
}

/** Stops the server of this cluster that a killed service left running, if there is one. */
async function stopOrphan({ location, print: say }: Pick<ServerSetup, 'location' | 'print'>): Promise<void> {
  const pid = readPidFile(location.cluster)?.pid;
  if (pid === undefined || !isServerOf(pid, location.cluster)) return;
  await shutDown({ pid, ended: waitForExit(pid, location.cluster) });
  say(`Stopped the PostgreSQL server (process ${pid}) that a killed service had left behind.`);
}

async function waitForExit(pid: number, cluster: string): Promise<string> {
  while (isServerOf(pid, cluster)) await delay(20);
  return 'stopped';
}

/**
 * Fast shutdown, which ends sessions and writes everything; escalates if that takes too long. Nothing acknowledged is
 * lost either way.
 */
async function shutDown({ pid, ended }: ServerRun): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patience: 30_000 },
    { signal: 'SIGQUIT', patience: 10_000 },
    { signal: 'SIGKILL', patience: 5_000 },
  ];
  for (const { signal, patience } of steps) {
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error; // Ended by itself just now.
    }
    if ((await Promise.race([ended, delay(patience, undefined, { ref: false })])) !== undefined) return;
  }
}
