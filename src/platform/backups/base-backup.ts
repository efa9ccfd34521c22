// Base backups of the embedded server: a packed copy of its folder, made while it runs, as PostgreSQL's manual describes ("Continuous Archiving", the
// low-level API). With the archived log (wal-archive.ts) the database is restored to any moment after one.
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import manifest from '../../../package.json' with { type: 'json' };
import { formatKey, parseKey } from '../config/secret-key.ts';
import { decryptWith, encryptFor } from '../crypto/backup-encryption.ts';
import { keyId } from '../crypto/encryption.ts';
import type { SavedKeys } from '../db/backup-file.ts';
import type { Db } from '../db/pool.ts';
import { clusterFolder } from '../embedded-postgres/cluster-folder.ts';
import { baseFolder, readArchive, removeSegmentsBefore } from '../embedded-postgres/wal-archive.ts';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { syncFolder, writeDurably } from '../files/durable-files.ts';
import { recordBackup } from '../files/last-backup.ts';
import {
  asOwnerAlone,
  type BackupContext,
  isBackupDue,
  keysForBackups,
  momentIn,
  nameAt,
  requireFreeBytes,
} from './backup-timetable.ts';

/** What a base backup is; it is written last, so a folder without it is not one. Sizes of `files` are in bytes, before packing. */
export type BaseManifest = {
  readonly haldur: string;
  /** The major version of PostgreSQL, such as 18. */
  readonly postgres: string;
  /** The first moment that can be restored. */
  readonly endedAt: string;
  /** The segment of the log with which a restore begins, and the size of segments in bytes. */
  readonly firstSegment: string;
  readonly segmentBytes: number;
  /** Written into the restored folder as `backup_label`. */
  readonly label: string;
  /** Whether the files are encrypted for BACKUP_RECIPIENT. */
  readonly encrypted?: boolean;
  /** The id of the secret key that was in use, if the backup holds it. */
  readonly secretKeyId?: string;
  readonly folders: readonly string[];
  readonly files: Readonly<Record<string, number>>;
};

export type BaseBackup = { readonly path: string; readonly at: Date; readonly manifest: BaseManifest };

const manifestName = 'manifest.json';
/** The files of the secret keys, if the backup holds them; their content is as in DATA_DIR. */
const keyNames = { secretKey: 'secret.key', previousSecretKey: 'secret.key.previous' } as const;
export const clusterName = 'cluster';

/** Not copied, as the manual advises: the log comes from the archive, and the rest is of the running server. */
const emptyFolders = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;
/** How long the end of a base backup may wait until its log is archived. */
const archiveWaitMs = 600_000;

/**
 * Makes a base backup if one is due, or if the secret key is another one than in the last; then removes the oldest ones beyond BACKUP_KEEP and the log
 * before those that stay. Throws OperatorError with the obstacle. A stop cuts it off, and what there is of it is removed with the next one.
 */
export async function makeDueBaseBackup({ asOwner, ...app }: BackupContext, stopping: AbortSignal): Promise<void> {
  const { config, log, clock } = app;
  const { keep, recipients } = config.backups;
  const keys = keysForBackups(config);
  const secretKeyId = keys.secretKey && keyId(keys.secretKey).toString('hex');
  const isDue = (bases: readonly BaseBackup[]) =>
    isBackupDue(bases, config.backups.everyMs, clock()) || hasOtherKey(bases.at(-1), secretKeyId);
  const archive = readArchive(config.dataDir);
  if (archive === undefined || !isDue(listBaseBackups(archive.folder))) return;
  await asOwnerAlone(asOwner, stopping, async (_, session) => {
    const folder = baseFolder(archive.folder);
    const earlier = listBaseBackups(archive.folder);
    if (!isDue(earlier)) return;
    removePartial(folder);
    await requireSpace(folder, session);
    const path = join(folder, nameAt(clock()));
    const partial = `${path}.partial`;
    mkdirSync(partial, { mode: 0o700 });
    const target = { folder: partial, recipients, stopping };
    await writeKeys(keys, target);
    const cluster = join(clusterFolder(config.dataDir), 'postgres');
    const made = { ...(await copyRunningCluster(session, cluster, target)), ...(secretKeyId && { secretKeyId }) };
    writeDurably(join(partial, manifestName), JSON.stringify(made));
    renameSync(partial, path);
    syncFolder(folder);
    recordBackup(config.dataDir);
    log.info({ path }, 'a base backup was made');
    removeOldest(archive.folder, [...earlier, { path, at: new Date(), manifest: made }], keep);
  });
}

async function writeKeys(keys: SavedKeys, { folder, recipients }: PackTarget): Promise<void> {
  for (const name of ['secretKey', 'previousSecretKey'] as const) {
    const key = keys[name];
    if (key === undefined) continue;
    const path = join(folder, keyNames[name] + (recipients.length > 0 ? '.age' : ''));
    const content = encryptFor(recipients, Readable.from([Buffer.from(formatKey(key))]));
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  }
}

/** The secret keys in a base backup; `identities` decrypt them, if it is encrypted. */
export async function readKeys({ path, manifest }: BaseBackup, identities: readonly string[]): Promise<SavedKeys> {
  const keys: { secretKey?: Buffer; previousSecretKey?: Buffer } = {};
  for (const name of ['secretKey', 'previousSecretKey'] as const) {
    const file = join(path, keyNames[name] + (manifest.encrypted ? '.age' : ''));
    if (!existsSync(file)) continue;
    const bytes = createReadStream(file);
    const key = parseKey(await text(manifest.encrypted ? decryptWith(identities, bytes, file) : bytes));
    if (key === undefined) throw new OperatorError(`The base backup is damaged: ${file} was changed.`);
    keys[name] = key;
  }
  return keys;
}

/** The rows of a restored database need the secret keys of their time. Base backups of before 24 November 2026 do not say which key they hold. */
function hasOtherKey(base: BaseBackup | undefined, secretKeyId: string | undefined): boolean {
  const ofBase = base?.manifest.secretKeyId;
  return secretKeyId !== undefined && ofBase !== undefined && ofBase !== secretKeyId;
}

/** The complete base backups of an archive, the oldest first. Throws OperatorError if the folder cannot be read. */
export function listBaseBackups(archive: string): BaseBackup[] {
  const folder = baseFolder(archive);
  return namesIn(folder)
    .filter((name) => !name.endsWith('.partial') && existsSync(join(folder, name, manifestName)))
    .flatMap((name) => {
      const at = momentIn(name);
      const path = join(folder, name);
      return at === undefined
        ? []
        : [{ path, at, manifest: JSON.parse(readFileSync(join(path, manifestName), 'utf8')) as BaseManifest }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new OperatorError(`The archive cannot be read: ${messageOf(error)}. Is its disk mounted?`);
  }
}

/** Removes what killed processes left. */
function removePartial(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith('.partial') && momentIn(name) !== undefined) rmSync(join(folder, name), { recursive: true });
}

function removeOldest(archive: string, all: readonly BaseBackup[], keep: number): void {
  for (const { path } of all.slice(0, -keep)) {
    renameSync(path, `${path}.partial`); // An interrupted removal leaves no half of one.
    rmSync(`${path}.partial`, { recursive: true });
  }
  const [oldest] = all.slice(-keep);
  if (oldest !== undefined) removeSegmentsBefore(archive, oldest.manifest.firstSegment);
}

/** Packed, it takes less than the databases do. */
async function requireSpace(folder: string, session: Db): Promise<void> {
  const [all] = await session<{ size: number }[]>`select sum(pg_database_size(oid))::float8 as size from pg_database`;
  requireFreeBytes(folder, all?.size ?? 0, `No base backup was made: WAL_ARCHIVE ${dirname(folder)}`);
}

/** Copies the folder of the running server between the beginning and the end of a backup, which are of one session. */
async function copyRunningCluster(session: Db, cluster: string, target: PackTarget): Promise<BaseManifest> {
  await session.unsafe(`set statement_timeout = ${archiveWaitMs}`);
  await session`select pg_backup_start('haldur', true)`;
  const copied = await copyFolder(cluster, target);
  const [end] = await session<
    { label: string; tablespaces: string; endedAt: Date; postgres: string; segmentBytes: number }[]
  >`
    select labelfile as label, spcmapfile as tablespaces, clock_timestamp() as ended_at,
           split_part(current_setting('server_version'), '.', 1) as postgres,
           (select setting::float8 from pg_settings where name = 'wal_segment_size') as segment_bytes
      from pg_backup_stop(wait_for_archive => true)`;
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(end?.label ?? '')?.[1];
  if (end === undefined || firstSegment === undefined)
    throw new Error('PostgreSQL did not say where the backup begins.');
  if (end.tablespaces !== '')
    throw new OperatorError(
      'The database has tablespaces, which a base backup does not copy. Use pg_basebackup instead.',
    );
  return {
    haldur: manifest.version,
    postgres: end.postgres,
    endedAt: new Date(end.endedAt.getTime() + 1).toISOString(), // A moment has microseconds in PostgreSQL.
    firstSegment,
    segmentBytes: end.segmentBytes,
    label: end.label,
    encrypted: target.recipients.length > 0,
    ...copied,
  };
}

/** Copies the files of a server, its control file last; a file that goes meanwhile is restored from the log. */
async function copyFolder(from: string, target: PackTarget): Promise<Pick<BaseManifest, 'folders' | 'files'>> {
  const to = join(target.folder, clusterName);
  const folders: string[] = [];
  const files: Record<string, number> = {};
  const copyInto = async (path: string): Promise<void> => {
    mkdirSync(join(to, path), { mode: 0o700 });
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const name = join(path, entry.name);
      target.stopping.throwIfAborted();
      if (entry.isDirectory() || (entry.isSymbolicLink() && name === 'pg_wal')) {
        folders.push(name);
        if (emptyFolders.test(name)) mkdirSync(join(to, name), { mode: 0o700 });
        else await copyInto(name);
      } else if (entry.isFile() && !leftOut.test(entry.name) && name !== controlFile) {
        const size = await pack(createReadStream(join(from, name)), join(clusterName, name), target);
        if (size !== undefined) files[name] = size;
      }
    }
    syncFolder(join(to, path));
  };
  await copyInto('.');
  const control = await readControlFile(join(from, controlFile));
  await pack(Readable.from([control]), join(clusterName, controlFile), target);
  return { folders, files: { ...files, [controlFile]: control.length } };
}

const controlFile = 'global/pg_control';

/** The server may be writing the file: it is whole if it is the same twice. */
async function readControlFile(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    await delay(10);
    const bytes = await readFile(path);
    if (bytes.equals(before)) return bytes;
    before = bytes;
  }
}

/** Where files are packed to, and the public keys that they are encrypted for, if any. */
type PackTarget = { readonly folder: string; readonly recipients: readonly string[]; readonly stopping: AbortSignal };

/** The path of a packed file in a base backup. */
export function packedPath(base: string, name: string, encrypted = false): string {
  return join(base, `${name}.gz${encrypted ? '.age' : ''}`);
}

/** Packs a file, encrypts it if that is wanted, and flushes it. Returns its size; undefined if it was gone. */
async function pack(source: Readable, name: string, target: PackTarget): Promise<number | undefined> {
  const { folder, recipients, stopping } = target;
  const to = packedPath(folder, name, recipients.length > 0);
  let size = 0;
  const counted = async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      size += part.length;
      yield part;
    }
  };
  try {
    await pipeline(
      source,
      counted,
      createGzip({ level: 1 }),
      (packed: AsyncIterable<Buffer>) => encryptFor(recipients, packed),
      createWriteStream(to, { mode: 0o600, flush: true }),
      { signal: stopping },
    );
    return size;
  } catch (error) {
    const isSourceGone = codeOf(error) === 'ENOENT' && existsSync(dirname(to));
    rmSync(to, { force: true });
    if (isSourceGone) return undefined;
    throw error;
  }
}
