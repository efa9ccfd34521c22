// Files that people send or get: bytes under DATA_DIR/files, a row for each in the table files. Bytes come before their row and go after it, so that whatever
// happens there may be bytes without a row for a day, and never a row without its bytes.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { AppContext, Scope } from '../db/scope.ts';
import { codeOf, NotFound, Unavailable } from '../errors.ts';
import { isId, newId } from '../values/ids.ts';

/** What is known of a file. `size` is in bytes, `width` and `height` in pixels; `sha256` is in lowercase hex. */
export type StoredFile = {
  readonly id: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
};

/** A file that can be read: whole in memory it never is, unless the reader makes it so. */
export type ReadableFile = StoredFile & { readonly createdAt: Date; open(): Promise<Readable> };

/** Bytes to store: at once or piece by piece. */
export type FileContent = {
  readonly bytes: Buffer | AsyncIterable<Buffer>;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
};

const graceMs = 24 * 3_600_000;

/**
 * Writes a file's bytes to the disk, before the transaction that keeps it (an operation's `prepare`). Without keepFile they are swept away after a day.
 * Throws Busy when the disk is full or read-only, and what else it objects to.
 */
export async function storeFile({ config }: AppContext, tenantId: string, content: FileContent): Promise<StoredFile> {
  const id = newId();
  const path = filePath(config.dataDir, tenantId, id);
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.partial`;
  try {
    const written = await writeBytes(partial, content.bytes);
    await rename(partial, path);
    await syncFolders(dirname(path), made);
    const { mediaType, width = null, height = null } = content;
    return { id, mediaType, ...written, width, height };
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {}); // On a disk that cannot be written to it stays, and is swept away like any other.
    throw toDiskError(error);
  }
}

/** Keeps a stored file: from the commit of this transaction on it is the caller's organization's. */
export async function recordFile({ db, caller, now }: Scope, file: StoredFile): Promise<void> {
  const { id, mediaType, size, sha256, width, height } = file;
  await db`
    insert into files (tenant_id, id, media_type, size, sha256, width, height, created_at)
    values (${caller.tenantId}, ${id}, ${mediaType}, ${size}, ${Buffer.from(sha256, 'hex')}, ${width}, ${height}, ${now})`;
}

/** A kept file, to be opened when its bytes are wanted. Throws NotFound when the caller's organization has none of that id. */
export async function getFile({ db, caller, config }: Scope, id: string): Promise<ReadableFile> {
  const [row] = isId(id)
    ? await db<(StoredFile & { createdAt: Date })[]>`
        select id, media_type, size::float8 as size, encode(sha256, 'hex') as sha256, width, height, created_at
          from files where tenant_id = ${caller.tenantId} and id = ${id}`
    : [];
  if (row === undefined) throw new NotFound();
  const path = filePath(config.dataDir, caller.tenantId, row.id);
  return { ...row, open: async () => (await open(path)).createReadStream() };
}

/**
 * Forgets a file: its row goes with this transaction. Its bytes stay for another day, so that a copy of the folder that is being taken after a backup
 * has all that the backup knows of. No file of that id is no failure.
 */
export async function deleteFile({ db, caller, config, now }: Scope, id: string): Promise<void> {
  const deletedRows = await db<{ id: string }[]>`
    delete from files where tenant_id = ${caller.tenantId} and id = ${id} returning id`;
  for (const file of deletedRows)
    await utimes(filePath(config.dataDir, caller.tenantId, file.id), now, now).catch(ignoreMissing);
}

/** Deletes the bytes that no row names, a day after they were written or forgotten: what a crash or a rolled-back transaction left, too. */
export async function deleteUnusedFiles(scope: Scope): Promise<number> {
  const { config, caller, now } = scope;
  const folder = tenantFolder(config.dataDir, caller.tenantId);
  let deletedCount = 0;
  for (const shard of await listNames(folder)) {
    const names = await listNames(join(folder, shard));
    const recordedIds = await findRecordedIds(
      scope,
      names.filter((name) => isId(name)),
    );
    for (const name of names.filter((each) => !recordedIds.has(each))) {
      const path = join(folder, shard, name);
      const found = await stat(path).catch(ignoreMissing);
      if (found === undefined || now.getTime() - found.mtimeMs < graceMs) continue;
      await rm(path, { force: true });
      deletedCount += 1;
    }
  }
  return deletedCount;
}

/** What to throw for a failure of the disk: Busy when it is full or read-only, which is no defect and may pass. */
export function toDiskError(error: unknown): unknown {
  return /^(ENOSPC|EDQUOT|EROFS)$/.test(codeOf(error) ?? '')
    ? new Unavailable(60, 'The disk takes no files at the moment.', { cause: error })
    : error;
}

async function findRecordedIds({ db, caller }: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db<{ id: string }[]>`
    select id from files where tenant_id = ${caller.tenantId} and id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map((row) => row.id));
}

function tenantFolder(dataDir: string, tenantId: string): string {
  if (!isId(tenantId)) throw new Error('An organization’s folder is named by its id.');
  return join(dataDir, 'files', tenantId);
}

/** Made of ids alone, so no name that anybody chose is ever a path. The last two digits of an id are random, unlike the first. */
function filePath(dataDir: string, tenantId: string, id: string): string {
  if (!isId(id)) throw new Error('A file is named by its id.');
  return join(tenantFolder(dataDir, tenantId), id.slice(-2), id);
}

async function writeBytes(path: string, bytes: FileContent['bytes']): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  await using file: FileHandle = await open(path, 'wx', 0o600);
  for await (const part of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
    hash.update(part);
    size += part.length;
    await file.writeFile(part);
  }
  await file.sync();
  return { size, sha256: hash.digest('hex') };
}

/** Makes a name last: its folder is synced, and those above it up to the first that was made (`made`) and the one that this stands in. */
async function syncFolders(folder: string, made: string | undefined): Promise<void> {
  const top = made === undefined ? folder : dirname(made);
  for (let at = folder; ; at = dirname(at)) {
    await using handle = await open(at);
    await handle.sync();
    if (at === top || at === dirname(at)) return;
  }
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

/** What is not there (any more) is no failure where it would only have been looked at or removed. */
function ignoreMissing(error: Error & { code?: string }): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
