// Backups on a timetable: at midnight UTC, and every BACKUP_EVERY hours from then, a backup is due. What was missed is
// made up for once.
import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, deriveAcceptedKeys, deriveKey } from '../config/config.ts';
import { backUp, requireBackupRights } from '../db/backup.ts';
import type { SavedKeys } from '../db/backup-file.ts';
import type { Database } from '../db/open-database.ts';
import type { DatabasePool, Db } from '../db/pool.ts';
import type { AppContext } from '../db/scope.ts';
import { messageOf, OperatorError } from '../errors.ts';
import { recordBackup } from '../files/last-backup.ts';

/** What makes backups needs: `asOwner` connects as the tables' owner. */
type BackupContext = Pick<AppContext, 'config' | 'log' | 'clock'> & Pick<Database, 'asOwner'>;

type BackupFile = { readonly path: string; readonly at: Date };

/** Space that stays free: a disk that it shares with the database must not fill up. */
const reservedBytes = 100 * 2 ** 20;

/**
 * Makes a backup in BACKUP_DIR if one is due, and then removes the oldest ones beyond BACKUP_KEEP; never a file that
 * this service did not make. Of several processes only one makes a backup at a time. Throws OperatorError with the
 * obstacle. A stop cuts it off, and no file is left.
 */
export async function makeDueBackup({ asOwner, ...app }: BackupContext, stopping: AbortSignal): Promise<void> {
  const { config, log, clock } = app;
  const { dir, everyMs, keep, recipients } = config.backups;
  if (dir === undefined || !isBackupDue(listBackups(dir, config), everyMs, clock())) return;
  await asOwnerAlone(asOwner, stopping, async (owner, session) => {
    const files = listBackups(dir, config); // Another process may have made it meanwhile.
    if (!isBackupDue(files, everyMs, clock())) return;
    removePartialBackups(dir, config);
    await requireSpace(dir, files.at(-1)?.path, session);
    const path = join(
      dir,
      `${nameAt(clock())}${endingOf(deriveKey(config, namePurpose))}${recipients.length > 0 ? '.age' : ''}`,
    );
    const { bytes } = await backUp(owner, path, { ...keysForBackups(config), recipients });
    recordBackup(config.dataDir);
    log.info({ path, bytes }, 'a backup was made');
    for (const old of [...files, { path }].slice(0, -keep)) rmSync(old.path);
  });
}

/** Throws OperatorError at the start of a service that could not make the backups of its settings. */
export async function requireBackupsPossible({ backups }: Config, asOwner: Database['asOwner']): Promise<void> {
  if (backups.dir === undefined) return;
  try {
    await asOwner(requireBackupRights);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `BACKUP_DIR is set, and this service cannot make backups. ${error.message} Or unset BACKUP_DIR, and let cron run \`npm run admin -- backup FILE\` with that DATABASE_URL.`,
    );
  }
}

/**
 * Reports whether no backup was made since the last time at which one was due. Times are counted from midnight UTC.
 * What a wrong clock dated more than one interval ahead does not count.
 */
export function isBackupDue(backups: readonly { readonly at: Date }[], everyMs: number, now: Date): boolean {
  const dueAt = Math.floor(now.getTime() / everyMs) * everyMs;
  const last = backups.findLast(({ at }) => at.getTime() <= now.getTime() + everyMs);
  return (last?.at.getTime() ?? Number.NEGATIVE_INFINITY) < dueAt;
}

/**
 * Runs `work` as the owner, after every other backup that is being made, of any process. `session` is a connection of
 * its own, which holds the lock. A stop cuts the connections.
 */
async function asOwnerAlone(
  asOwner: Database['asOwner'],
  stopping: AbortSignal,
  work: (owner: DatabasePool, session: Db) => Promise<void>,
): Promise<void> {
  await asOwner(async (owner) => {
    const cut = () => void owner.end({ timeout: 0 });
    stopping.addEventListener('abort', cut);
    const session = await owner.reserve();
    try {
      await session`select pg_advisory_lock(hashtext('haldur.backup'))`;
      if (!stopping.aborted) await work(owner, session);
    } catch (error) {
      if (!stopping.aborted) throw error;
    } finally {
      session.release();
      stopping.removeEventListener('abort', cut);
    }
  });
}

/** A moment as the beginning of a file's name; names sort by time. */
function nameAt(at: Date): string {
  return `haldur-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The moment in the beginning of a name; undefined if it is not one of nameAt. */
function momentIn(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = /^haldur-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z/.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The complete backups of this service, the oldest first. Files are recognised by their whole name. */
function listBackups(dir: string, config: Config): BackupFile[] {
  return listNames(dir)
    .filter((name) => ourEndings(config).includes(name.slice(nameLength)))
    .flatMap((name) => {
      const at = momentIn(name);
      return at === undefined ? [] : [{ path: join(dir, name), at }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

const nameLength = nameAt(new Date(0)).length;

function listNames(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    throw new OperatorError(
      `No backup was made: BACKUP_DIR ${dir} cannot be read (${messageOf(error)}). Create it, or mount its disk; the service does neither.`,
    );
  }
}

const namePurpose = 'backup files';

/**
 * The ending of our files: eight digits that follow from the secret key tell them from those of another service in the
 * same folder.
 */
function endingOf(key: Buffer): string {
  return `-${key.toString('hex').slice(0, 8)}.backup`;
}

/** Of all our files: encrypted or not, and of before the secret key was replaced. */
function ourEndings(config: Config): string[] {
  return deriveAcceptedKeys(config, namePurpose).flatMap((key) => [endingOf(key), `${endingOf(key)}.age`]);
}

/** The secret keys that go into a backup: none if the operator keeps them in settings. */
export function keysForBackups({ secretKey, previousSecretKey, backups }: Config): SavedKeys {
  if (!backups.withSecretKey) return {};
  return previousSecretKey === undefined ? { secretKey } : { secretKey, previousSecretKey };
}

/** Removes what killed processes left. */
function removePartialBackups(dir: string, config: Config): void {
  const endings = ourEndings(config).map((ending) => `${ending}.partial`);
  for (const name of listNames(dir))
    if (endings.includes(name.slice(nameLength)) && momentIn(name) !== undefined)
      rmSync(join(dir, name), { force: true });
}

/** A backup takes about as much as the previous one; the first one at most about as much as the database. */
async function requireSpace(dir: string, previous: string | undefined, session: Db): Promise<void> {
  const [database] = await session<{ size: number }[]>`select pg_database_size(current_database())::float8 as size`;
  const expected = previous === undefined ? (database?.size ?? 0) : statSync(previous).size * 1.1;
  requireFreeBytes(dir, expected, `No backup was made: BACKUP_DIR ${dir}`);
}

/** Throws OperatorError if a folder has no room for so many bytes. */
function requireFreeBytes(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes + reservedBytes) return;
  const inMegabytes = (count: number) => `${Math.ceil(count / 2 ** 20)} MB`;
  throw new OperatorError(
    `${what} has ${inMegabytes(bavail * bsize)} free, and about ${inMegabytes(bytes + reservedBytes)} are needed. Free space, or lower BACKUP_KEEP and remove old files.`,
  );
}
