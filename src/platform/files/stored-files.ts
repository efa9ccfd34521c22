// Stored files: bytes under DATA_DIR/files with a row each in the table files. Bytes are written before their row and deleted after it. So there may be bytes
// without a row for a day, but never a row without its bytes.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { AppContext, Scope } from '../db/scope.ts';
import { codeOf, NotFound, Unavailable } from '../errors.ts';
import { isId, newId } from '../values/ids.ts';

/** The data of a file. `size` is in bytes, `width` and `height` in pixels; `sha256` is in lowercase hex. */
export type StoredFile = {
  readonly id: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
};

/** A readable file; it is never in memory as a whole unless the reader does that. */
export type ReadableFile = StoredFile & { readonly createdAt: Date; open(): Promise<Readable> };

/** Bytes to store: at once or in chunks. */
export type FileContent = {
  readonly bytes: Buffer | AsyncIterable<Buffer>;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
};

const graceMs = 24 * 3_600_000;

/**
 * Writes a file's bytes to disk, before the transaction that keeps it (an operation's `prepare`). Without `recordFile` they are deleted after a day. Throws
 * Unavailable if the disk is full or read-only, and any other disk error.
 */
export async function storeFile({ config }: AppContext, tenantId: string, content: FileContent): Promise<StoredFile> {
  const id = newId();
  const path = filePath(config.dataDir, tenantId, id);
  const firstCreated = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.partial`;
  try {
    const written = await writeBytes(partial, content.bytes);
    await rename(partial, path);
    await syncFolders(dirname(path), firstCreated);
    const { mediaType, width = null, height = null } = content;
    return { id, mediaType, ...written, width, height };
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {}); // On a read-only disk it remains, and is deleted later like any other.
    throw toDiskError(error);
  }
}

/** Keeps a stored file: when this transaction commits, it belongs to the caller's organization. */
export async function recordFile({ db, caller, now }: Scope, file: StoredFile): Promise<void> {
  const { id, mediaType, size, sha256, width, height } = file;
  await db`
    insert into files (tenant_id, id, media_type, size, sha256, width, height, created_at)
    values (${caller.tenantId}, ${id}, ${mediaType}, ${size}, ${Buffer.from(sha256, 'hex')}, ${width}, ${height}, ${now})`;
}

/** Returns a kept file, to be opened later. Throws NotFound if the caller's organization has no file with that id. */
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
 * Deletes a file's row with this transaction. Its bytes stay for another day, so that a copy of the folder taken after a backup has all files of the backup.
 * An unknown id is not an error.
 */
export async function deleteFile({ db, caller, config, now }: Scope, id: string): Promise<void> {
  const deletedRows = await db<{ id: string }[]>`
    delete from files where tenant_id = ${caller.tenantId} and id = ${id} returning id`;
  for (const file of deletedRows)
    await utimes(filePath(config.dataDir, caller.tenantId, file.id), now, now).catch(ignoreMissing);
}

/** Deletes bytes without a row, a day after they were written or their row was deleted; also leftovers of a crash or rollback. */
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

/** Converts a disk failure: Unavailable if the disk is full or read-only, because that is no defect and may pass. */
export function toDiskError(error: unknown): unknown {
  return /^(ENOSPC|EDQUOT|EROFS)$/.test(codeOf(error) ?? '')
    ? new Unavailable(60, 'Files cannot be saved at the moment.', { cause: error })
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

/** Built only from ids, so that no user-chosen name is ever a path. The last two digits of an id are random, unlike the first. */
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

/** Makes a name durable: syncs its folder, and those above it up to the first created one (`firstCreated`) and its parent. */
async function syncFolders(folder: string, firstCreated: string | undefined): Promise<void> {
  const top = firstCreated === undefined ? folder : dirname(firstCreated);
  for (let at = folder; ; at = dirname(at)) {
    await using handle = await open(at);
    await handle.sync();
    if (at === top || at === dirname(at)) return;
  }
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

/** Ignores a missing file where it would only be read or removed. */
function ignoreMissing(error: Error & { code?: string }): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
