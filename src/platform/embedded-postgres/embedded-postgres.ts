// The embedded PostgreSQL server of a DATA_DIR: one service runs it, restarts it when it dies, and stops it in order; every acknowledged write survives.
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, fstatSync, realpathSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDir } from '../files/data-dir.ts';
import { database, type Engine, findEngine, makeCluster, superuser } from './programs.ts';
import { type Lock, lockOrJoin, type Purpose } from './lock.ts';
import { readPassword, requirePassword, type SocketAddress } from './password.ts';
import { environmentFor, isServerOf, readRecord } from './pid-file.ts';
import {
  findRoom,
  makeSocketDir,
  openLog,
  port,
  type Room,
  removeSocketDir,
  sweep,
  tailOf,
} from './cluster-folder.ts';
import { codeOf, messageOf, StartRefused } from '../errors.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** Takes one line for the operator at a time. */
  readonly say: (line: string) => void;
  /** False trades safety for speed (no fsync): for databases that tests throw away. */
  readonly durable?: boolean;
};

/** Where to connect (socketConnection): as `superuser`, or as another role that was given the same password. */
export type EmbeddedServer = SocketAddress & {
  readonly superuser: string;
  readonly database: string;
  stop(): Promise<void>;
};

/** What it takes to start the server, at first and again. */
type Home = {
  readonly room: Room;
  readonly engine: Engine;
  readonly socketDir: string;
  readonly password: string;
  readonly log: number;
  readonly durable: boolean;
  readonly say: (line: string) => void;
};

/** One run of the server; `ended` tells how, once it has. */
type Run = { readonly pid: number | undefined; readonly ended: Promise<string> };

/** Starts the embedded server of a DATA_DIR for the one service that may use it. Throws StartRefused with a sentence for the operator. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return open(options, 'service');
}

/** For the admin command: joins the server of a running service, and then `stop` only lets go; without one, starts it for itself. Throws StartRefused. */
export async function joinOrStartEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return open(options, 'command');
}

async function open(options: EmbeddedOptions, as: Purpose): Promise<EmbeddedServer> {
  try {
    makeDataDir(options.dataDir);
    const dataDir = realpathSync(options.dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const lock = await lockOrJoin(dataDir, as, options.say);
    return 'joined' in lock ? await joinServer(dataDir, lock.joined) : await startServer({ ...options, dataDir }, lock);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new StartRefused(
      `DATA_DIR ${options.dataDir} cannot be used: ${messageOf(error)}. Choose a folder that user ${process.geteuid?.()} may write to, on a disk with space left.`,
    );
  }
}

/** Waits until the server of the service that holds DATA_DIR takes connections: it may be starting still. */
async function joinServer(dataDir: string, socketDir: string): Promise<EmbeddedServer> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const socket = createConnection(join(socketDir, `.s.PGSQL.${port}`));
    const taken = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    const password = readPassword(dataDir) ?? '';
    if (taken) return { socketDir, port, password, superuser, database, stop: async () => {} };
    await delay(100);
  }
  throw new StartRefused(`The running service's database in ${socketDir} took no connection for 30 s. See its log.`);
}

async function startServer(options: EmbeddedOptions, lock: Lock): Promise<EmbeddedServer> {
  const held = new DisposableStack();
  held.defer(lock.release);
  try {
    const home = await settle(options, lock, held);
    const stopping = new AbortController();
    const first = await launch(home, stopping.signal);
    const kept = keepRunning(home, first, stopping.signal);
    const stop = async () => {
      stopping.abort();
      await kept.finally(() => tidyUp(held, options.say));
    };
    return { socketDir: home.socketDir, port, password: home.password, superuser, database, stop };
  } catch (error) {
    held.dispose();
    throw error;
  }
}

/** Doing it twice does nothing, so stop may be called twice. On a disk that has turned read-only files stay, and the next start removes them. */
function tidyUp(held: DisposableStack, say: (line: string) => void): void {
  try {
    held.dispose();
  } catch (error) {
    const cause = error instanceof SuppressedError ? error.error : error;
    say(`Some files of the database could not be tidied away (${messageOf(cause)}). The next start does that.`);
  }
}

/** Brings all that the server needs to its place, under the lock; `held` learns what to let go of at the end. */
async function settle(options: EmbeddedOptions, lock: Lock, held: DisposableStack): Promise<Home> {
  const { dataDir, say, durable = true } = options;
  const log = openLog(dataDir);
  held.defer(() => closeSync(log));
  const room = findRoom(dataDir, say);
  const engine = findEngine(room, say);
  sweep(room, engine.postgres);
  if (lock.abandoned !== undefined) removeSocketDir(lock.abandoned);
  if (!existsSync(room.cluster)) {
    await makeCluster(room, engine, log, durable);
    say(`Made a new, empty database in ${room.cluster}.`);
  }
  await stopOrphan({ room, say });
  const password = await requirePassword(dataDir, room, engine, log, durable);
  const socketDir = makeSocketDir(room);
  held.defer(() => removeSocketDir(socketDir));
  lock.announce(socketDir);
  return { room, engine, socketDir, password, log, durable, say };
}

/**
 * Starts the server again each time it ends unasked, until it is stopped: a full disk gets room again, and a read-only one is repaired. The first start
 * comes at once, each further one after a longer pause.
 */
async function keepRunning(home: Home, first: Run, stopping: AbortSignal): Promise<void> {
  const asked = new Promise<undefined>((resolve) => stopping.addEventListener('abort', () => resolve(undefined)));
  let failures = 0;
  for (let run = first, began = performance.now(); ; began = performance.now()) {
    const why = await Promise.race([run.ended, asked]);
    if (why === undefined) await shutDown(run);
    if (why === undefined || stopping.aborted) return;
    failures = performance.now() - began > stableMs ? 1 : failures + 1;
    const pause = failures === 1 ? 0 : Math.min(100 * 2 ** (failures - 1), maxPauseMs);
    if (failures < 10 || failures % 20 === 0) home.say(`PostgreSQL ended unexpectedly (${why}). ${again(pause)}`);
    await delay(pause, undefined, { signal: stopping }).catch(() => {}); // A stop ends the pause; the launch sees it, too.
    run = await launch(home, stopping).catch(stillborn);
  }
}

function again(pauseMs: number): string {
  return pauseMs === 0 ? 'Starting it again.' : `Starting it again in ${pauseMs / 1000} s.`;
}

/** When a server that has run so long ends, it has nothing to do with the end before. */
const stableMs = 10_000;
const maxPauseMs = 15_000;

/** A server that dies while it starts counts like one that dies later: it is tried again. */
function stillborn(error: unknown): Run {
  return { pid: undefined, ended: Promise.resolve(messageOf(error)) };
}

/** One start of the server, to the moment it takes connections. Throws StartRefused with the last lines of its log. */
async function launch(home: Home, stopping: AbortSignal): Promise<Run> {
  if (stopping.aborted) throw new StartRefused('PostgreSQL was stopped before it had started.');
  await stopOrphan(home);
  for (let waited = 0; ; waited += 200) {
    const from = fstatSync(home.log).size;
    const run = spawnServer(home);
    if (await becomesReady(run, home, stopping)) return run;
    const why = await run.ended;
    const said = tailOf(home.log, from);
    // Processes of a server that was killed finish their statement before they notice; PostgreSQL waits for them, and so do we.
    const lingering = said.includes('pre-existing shared memory block');
    if (stopping.aborted || !lingering || waited >= 60_000) {
      throw new StartRefused(`PostgreSQL did not start on ${home.room.cluster} (${why}). It said:\n${said}`);
    }
    if (waited === 2000) home.say('Waiting for the processes of a killed PostgreSQL server to end.');
    await delay(200);
  }
}

/** A session of its own, so that Ctrl-C in the terminal reaches the service alone, which then stops the server in order. */
function spawnServer({ room, engine, socketDir, log, durable }: Home): Run {
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
    ['-D', room.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...room.user,
      cwd: '/',
      detached: true,
      env: environmentFor(room.cluster),
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

/** Waits as long as the server lives: recovery after a crash takes what it takes, and is spoken of every ten seconds. */
async function becomesReady(run: Run, home: Home, stopping: AbortSignal): Promise<boolean> {
  for (let waited = 10; ; waited += 10) {
    if ((await Promise.race([run.ended, delay(10)])) !== undefined) return false;
    const record = readRecord(home.room.cluster);
    if (record?.pid === run.pid && record?.ready) return true;
    if (waited % 10_000 === 0) home.say(`PostgreSQL is still starting on ${home.room.cluster} (recovering?).`);
    if (stopping.aborted) {
      await shutDown(run);
      return false;
    }
  }
}

/** Stops the server that a killed service has left behind on this cluster, if one still runs. */
async function stopOrphan({ room, say }: Pick<Home, 'room' | 'say'>): Promise<void> {
  const pid = readRecord(room.cluster)?.pid;
  if (pid === undefined || !isServerOf(pid, room.cluster)) return;
  await shutDown({ pid, ended: endOf(pid, room.cluster) });
  say(`Stopped the PostgreSQL server (process ${pid}) that a killed service had left behind.`);
}

async function endOf(pid: number, cluster: string): Promise<string> {
  while (isServerOf(pid, cluster)) await delay(20);
  return 'stopped';
}

/** Fast shutdown, which ends sessions and writes everything out; if that takes too long, harder. Nothing acknowledged is lost either way. */
async function shutDown({ pid, ended }: Run): Promise<void> {
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
