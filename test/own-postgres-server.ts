// A temporary PostgreSQL of its own for a test, with its default settings; it can be stopped, killed and started again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPidFile } from '../src/platform/embedded-postgres/pid-file.ts';

export type PostgresServer = {
  readonly socketDir: string;
  readonly port: number;
  /** The superuser. */
  readonly user: string;
  /** Starts it again; false if it did not start. */
  start(): Promise<boolean>;
  /**
   * Ends it as `pg_ctl stop` does, in order or as in a crash; or with `kill`. Resolves when its first process has
   * ended.
   */
  halt(mode: keyof typeof signals): Promise<void>;
  /** Its first process; undefined while it does not run. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

const user = 'haldur';
const maxHaltMs = 10_000;
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

/** The folder with the programs of Debian's PostgreSQL, the oldest version first; undefined where there is none. */
export function findDebianPrograms(): string | undefined {
  return ['15', '16', '17', '18']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * Starts a server on a socket of its own, with only the given settings. Everybody on the machine may connect. Its data
 * is in `disk` if that is given.
 */
export async function startPostgresServer(
  programs: string,
  settings: readonly string[] = [],
  disk?: string,
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-own-'));
  await chmod(folder, 0o755);
  // PostgreSQL refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid !== undefined) for (const own of [folder, disk ?? folder]) chownSync(own, nobody.uid, nobody.gid);
  const data = join(disk ?? folder, 'data');
  const initdb = ['-D', data, '-A', 'trust', '-U', user, '-E', 'UTF8', ...(disk === undefined ? ['--no-sync'] : [])];
  const made = spawnSync(join(programs, 'initdb'), initdb, { ...nobody, cwd: folder, stdio: 'ignore' });
  if (made.status !== 0) throw new Error(`initdb of ${programs} ended with ${made.status ?? made.error}.`);
  const all = [`listen_addresses=`, `unix_socket_directories=${folder}`, ...settings];
  const words = ['-D', data, ...all.flatMap((setting) => ['-c', setting])];
  const log = openSync(join(folder, 'log'), 'a');
  let server: ChildProcess | undefined;
  const start = async (): Promise<boolean> => {
    const started: ChildProcess = spawn(join(programs, 'postgres'), words, {
      ...nobody,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    server = started;
    while (isRunning(started) && !isReady(data, started.pid)) await delay(20);
    return isRunning(started);
  };
  const halt = async (mode: keyof typeof signals): Promise<void> => {
    const halted = server;
    if (halted === undefined || !isRunning(halted)) return;
    const ended = once(halted, 'exit');
    halted.kill(signals[mode]);
    // PostgreSQL 18 may never end in order if it is asked to while it recovers from a crash. A supervisor is as
    // patient.
    const impatient = setTimeout(() => halted.kill(signals.immediate), maxHaltMs);
    await ended;
    clearTimeout(impatient);
  };
  if (!(await start())) throw new Error(`PostgreSQL of ${programs} did not start.`);
  return {
    socketDir: folder,
    port: 5432,
    user,
    start,
    halt,
    pid: () => (server !== undefined && isRunning(server) ? server.pid : undefined),
    stop: async () => {
      await halt('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Whether a server says in the file that `pg_ctl` reads too that it accepts connections. */
function isReady(data: string, pid: number | undefined): boolean {
  const recorded = readPidFile(data);
  return recorded?.pid === pid && recorded?.ready === true;
}
