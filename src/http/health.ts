// Health checks for monitoring: whether the process serves requests, whether its database answers, and which problems
// it has.
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ping } from '../platform/db/pool.ts';
import type { AppContext } from '../platform/db/scope.ts';
import { clusterFolder } from '../platform/embedded-postgres/cluster-folder.ts';
import { codeOf, Unavailable } from '../platform/errors.ts';
import { isTransientFault } from './errors.ts';
import type { FaultLog } from './fault-log.ts';

type DiskProblem = { readonly code: 'disk_full' | 'disk_read_only' | 'disk_failing'; readonly message: string };

/** PostgreSQL allocates 16 MB of disk at a time. */
const minFreeBytes = 32 * 2 ** 20;

/**
 * Registers /health/live and /health/ready. /health/ready is 503 while the database does not answer. It is 200 with a
 * list of problems while only writing fails, because reading still works.
 */
export function registerHealthRoutes(
  server: FastifyInstance,
  { pool, config, draining }: AppContext,
  faults: FaultLog,
): void {
  const folders = [config.dataDir, ...(config.databaseUrl === undefined ? [clusterFolder(config.dataDir)] : [])];
  const disks = cacheForOneSecond(() => Promise.all(folders.map(checkFolder)));
  server.get('/health/live', async () => ({ status: 'ok' }));
  server.get('/health/ready', async () => {
    if (draining?.aborted) throw new Unavailable(1, 'The service is stopping.');
    const problems = (await disks())
      .concat(faults.recent().map(diskProblemOf))
      .filter((problem) => problem !== undefined);
    const diskProblems = new Map(problems.map((problem) => [problem.code, problem]));
    try {
      await ping(pool);
    } catch (error) {
      if (!isTransientFault(error)) throw error;
      const sentences = ['The database does not answer.', ...[...diskProblems.values()].map(({ message }) => message)];
      throw new Unavailable(1, sentences.join(' '), { cause: error });
    }
    return diskProblems.size === 0 ? { status: 'ok' } : { status: 'limited', problems: [...diskProblems.values()] };
  });
}

/** Anybody may call this at any rate; the disks are checked at most once a second. */
function cacheForOneSecond<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > 1000) last = { at: performance.now(), result: look() };
    return last.result;
  };
}

/**
 * Returns why a folder cannot be written to. Only a test write shows this: a disk that went read-only after an error
 * still looks fine.
 */
async function checkFolder(folder: string): Promise<DiskProblem | undefined> {
  const probe = join(folder, `health-probe-${process.pid}`);
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < minFreeBytes) return diskFull;
    await rm(probe, { force: true }); // Left behind by a process that ended in between.
    await writeFile(probe, 'x', { mode: 0o600, flag: 'wx' });
    await rm(probe);
    return undefined;
  } catch (error) {
    return diskProblemOf({ code: codeOf(error) ?? '' });
  }
}

/** What a failed request reveals about the database's disk, which may be on another machine. */
function diskProblemOf({ code }: { readonly code: string }): DiskProblem | undefined {
  if (/^(53100|ENOSPC|EDQUOT)$/.test(code)) return diskFull;
  if (/^(42501|25006|EROFS)$/.test(code)) return diskReadOnly;
  return /^(58030|EIO)$/.test(code) ? diskFailing : undefined;
}

const diskFull: DiskProblem = { code: 'disk_full', message: 'The disk is full: nothing can be written.' };
const diskReadOnly: DiskProblem = { code: 'disk_read_only', message: 'The disk is read-only: nothing can be written.' };
const diskFailing: DiskProblem = {
  code: 'disk_failing',
  message: 'The disk fails: something could not be read or written.',
};
