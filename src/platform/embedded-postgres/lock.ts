// The lock of a DATA_DIR: one process at a time may run its embedded server. The kernel releases the lock with the
// process, however it ends.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { writeDurably } from '../files/durable-files.ts';
import { isAlive } from './pid-file.ts';

/** Commands may join a service; a command (the admin's) is waited for, because it ends by itself. */
export type LockPurpose = 'service' | 'command';

/** What the holder of the lock publishes. `socketDir` appears when its server is about to start there. */
type LockHolder = { readonly pid: number; readonly as: LockPurpose; readonly socketDir?: string };

export type DataDirLock = {
  /** Where the server of the last holder listened, if that one ended without a release. */
  readonly abandoned: string | undefined;
  /** Publishes where the server will listen. */
  announce(socketDir: string): void;
  release(): void;
};

const maxWaitMs = { service: 10_000, command: 60_000 };

/**
 * Waits for the lock of a DATA_DIR. A command may get the running service instead, as soon as its server's socket is
 * known. Throws OperatorError, with the pid of the holder, for a second service and if the holder does not release it
 * in time.
 */
export async function lockOrJoin(
  dataDir: string,
  as: LockPurpose,
  print: (line: string) => void,
): Promise<DataDirLock | { readonly joined: string }> {
  for (let waited = 0; ; waited += 50) {
    const lock = tryLock(dataDir, as);
    if (lock !== undefined) return lock;
    const holder = readHolder(dataDir);
    const alive = holder !== undefined && isAlive(holder.pid);
    if (alive && holder.as === 'service') {
      if (as === 'service') {
        throw new OperatorError(
          `DATA_DIR ${dataDir} is in use by the service with process id ${holder.pid}. Stop that one first, or give this one a DATA_DIR of its own.`,
        );
      }
      if (holder.socketDir !== undefined) return { joined: holder.socketDir };
    }
    const name = holder === undefined ? 'another process' : `process ${holder.pid}`;
    if (waited >= maxWaitMs[as]) {
      throw new OperatorError(`DATA_DIR ${dataDir} is still in use by ${name}. Try again when that one has ended.`);
    }
    if (waited === 1000) print(`Waiting for ${name} to release DATA_DIR ${dataDir}.`);
    await delay(50);
  }
}

/**
 * The lock is a transaction left open in an empty SQLite file: SQLite holds it with fcntl, the only lock Node's library
 * can reach that dies with its process. Nothing else in this process may open the file, because closing it would drop
 * the lock.
 */
function tryLock(dataDir: string, as: LockPurpose): DataDirLock | undefined {
  const file = new DatabaseSync(join(dataDir, 'postgres.lock'));
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    const busy = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
  const record = join(dataDir, 'postgres.json');
  const writeHolder = (holder: LockHolder) => writeDurably(record, `${JSON.stringify(holder)}\n`);
  const abandoned = readHolder(dataDir)?.socketDir;
  writeHolder({ pid: process.pid, as });
  return {
    abandoned,
    announce: (socketDir) => writeHolder({ pid: process.pid, as, socketDir }),
    release: () => {
      try {
        rmSync(record, { force: true });
      } finally {
        file.close();
      }
    },
  };
}

/** Returns what the holder published, or undefined; this does not show whether it still holds the lock. */
function readHolder(dataDir: string): LockHolder | undefined {
  try {
    const { pid, as, socketDir } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
    if (!Number.isInteger(pid) || pid < 1) return undefined;
    return {
      pid,
      as: as === 'command' ? 'command' : 'service',
      ...(typeof socketDir === 'string' ? { socketDir } : {}),
    };
  } catch {
    return undefined; // Not written yet, or damaged: the lock alone decides who may run the server.
  }
}
