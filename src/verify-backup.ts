// Verifies a backup: restores it into a temporary database of its own, compares every row with the file, and checks the
// books and the stored files.
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BookSums, findNumberGaps, findWrongSums, sumBooks } from './accounting/consistency-queries.ts';
import { requireUndamagedBackup, restore } from './platform/db/backup.ts';
import { compareWithBackup } from './platform/db/compare-backup.ts';
import { migrate } from './platform/db/migrate.ts';
import { connect, type DatabasePool } from './platform/db/pool.ts';
import { listTenantIds } from './platform/db/tenants.ts';
import { startEmbedded } from './platform/embedded-postgres/embedded-postgres.ts';
import { socketConnection } from './platform/embedded-postgres/password.ts';
import { isAlive, isServerOf, readPidFile } from './platform/embedded-postgres/pid-file.ts';
import { OperatorError } from './platform/errors.ts';
import { findDamagedFiles } from './platform/files/damaged-files.ts';

type VerifiedBackup = {
  readonly rows: number;
  readonly organizations: readonly BookSums[];
  /** What is wrong, a sentence each; none: the backup can be relied on. */
  readonly problems: readonly string[];
};

const prefix = 'haldur-verify-';

/**
 * Verifies a backup file (`identities` decrypt it, if it is encrypted) on a temporary embedded server, which touches
 * neither DATA_DIR nor DATABASE_URL and is gone afterwards; what a killed run left is removed by the next. Throws
 * OperatorError if the file cannot be restored at all, or if it is stopped.
 */
export async function verifyBackup(
  file: string,
  stopping: AbortSignal,
  identities?: readonly string[],
): Promise<VerifiedBackup> {
  removeLeftovers();
  await requireUndamagedBackup(file, identities);
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    const server = await startEmbedded({ dataDir, durable: false, print: () => {} });
    const owner = connect(socketConnection(server, server.superuser, server.database), {
      max: 1,
      statementTimeoutMs: 3_600_000,
    });
    const cut = () => void owner.end({ timeout: 0 });
    stopping.addEventListener('abort', cut);
    try {
      stopping.throwIfAborted();
      return await restoreAndCheck(owner, file, identities);
    } finally {
      await owner.end({ timeout: 5 });
      await server.stop();
    }
  } catch (error) {
    throw stopping.aborted ? new OperatorError('Stopped. The temporary database is removed.') : error;
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function restoreAndCheck(
  owner: DatabasePool,
  file: string,
  identities: readonly string[] | undefined,
): Promise<VerifiedBackup> {
  await migrate(owner);
  const { rows } = await restore(owner, file, { identities });
  const problems = await compareWithBackup(owner, file, identities);
  const organizations: BookSums[] = [];
  for (const tenantId of await listTenantIds(owner)) {
    const sums = await sumBooks(owner, tenantId);
    if (sums !== undefined) organizations.push(sums);
    const found = [
      ...(await findWrongSums(owner, tenantId)),
      ...(await findNumberGaps(owner, tenantId)),
      ...(await findDamagedFiles(owner, tenantId)).map((id) => `the file ${id} lacks bytes or has other ones`),
    ];
    problems.push(...found.map((problem) => `Organization ${tenantId} (${sums?.name}): ${problem}.`));
  }
  return { rows, organizations, problems };
}

/** Stops and removes the servers of runs that were killed: their process is gone. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    const cluster = join(folder, 'postgres');
    const pid = readPidFile(cluster)?.pid;
    if (pid !== undefined && isServerOf(pid, cluster)) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
