// Stored files: a row each in the table files, and their bytes in chunks in file_chunks. Bytes are written before their
// row and deleted with it. So there may be bytes without a row for a day, but never a row without its bytes.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../db/scope.ts';
import { NotFound } from '../errors.ts';
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

/** A file to be sent chunk by chunk; it is never in memory as a whole unless the reader does that. */
export type ReadableFile = StoredFile & { open(app: AppContext): Promise<Readable> };

type FileContent = {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
};

const graceMs = 24 * 3_600_000;
const maxChunkBytes = 256 * 1024;

/**
 * Writes a file's bytes in a transaction of their own, before the one that records the file (an operation's `prepare`).
 * Without recordFile they are deleted after a day.
 */
export async function storeFile(app: AppContext, tenantId: string, content: FileContent): Promise<StoredFile> {
  return inTenant(app, serviceCaller(tenantId), (scope) => insertBytes(scope, content));
}

/** Records a file of storeFile: when this transaction commits, it belongs to the caller's organization. */
export async function recordFile({ db, caller, now }: Scope, file: StoredFile): Promise<void> {
  const { id, mediaType, size, sha256, width, height } = file;
  await db`
    insert into files (tenant_id, id, media_type, size, sha256, width, height, created_at)
    values (${caller.tenantId}, ${id}, ${mediaType}, ${size}, ${Buffer.from(sha256, 'hex')}, ${width}, ${height}, ${now})`;
}

/** Writes and records a small file in this transaction. */
export async function addFile(scope: Scope, content: FileContent): Promise<StoredFile> {
  const file = await insertBytes(scope, content);
  await recordFile(scope, file);
  return file;
}

/**
 * Returns a file, to be opened after this transaction. Throws NotFound if the caller's organization has none with that
 * id.
 */
export async function getFile({ db, caller }: Scope, id: string): Promise<ReadableFile> {
  const [file] = isId(id)
    ? await db<StoredFile[]>`
        select id, media_type, size::float8 as size, encode(sha256, 'hex') as sha256, width, height
          from files where tenant_id = ${caller.tenantId} and id = ${id}`
    : [];
  if (file === undefined) throw new NotFound();
  return { ...file, open: (app) => openFile(app, caller.tenantId, file) };
}

/** Reads the bytes of a small file in this transaction; undefined if they are damaged or missing. */
export async function readBytes({ db, caller }: Scope, { id, sha256 }: StoredFile): Promise<Buffer | undefined> {
  const chunks = await db<{ bytes: Buffer }[]>`
    select bytes from file_chunks where tenant_id = ${caller.tenantId} and file_id = ${id} order by number`;
  const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes));
  return sha256Of(bytes) === sha256 ? bytes : undefined;
}

/** Deletes files with their bytes. Unknown ids are no error. */
export async function deleteFiles({ db, caller }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db`delete from files where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[])`;
  await db`delete from file_chunks where tenant_id = ${caller.tenantId} and file_id = any (${[...ids]}::uuid[])`;
}

/**
 * Deletes bytes that have been without a row for a day: their request failed, or its process died. Returns the number
 * of chunks.
 */
export async function deleteUnusedFiles({ db, caller, realNow }: Scope): Promise<number> {
  const { count } = await db`
    delete from file_chunks c
     where c.tenant_id = ${caller.tenantId} and c.created_at < ${new Date(realNow.getTime() - graceMs)}
       and not exists (select from files f where f.tenant_id = ${caller.tenantId} and f.id = c.file_id)`;
  return count;
}

async function insertBytes({ db, caller, realNow }: Scope, content: FileContent): Promise<StoredFile> {
  const { bytes, mediaType, width = null, height = null } = content;
  const id = newId();
  for (let number = 0; number * maxChunkBytes < bytes.length; number += 1) {
    const chunk = bytes.subarray(number * maxChunkBytes, (number + 1) * maxChunkBytes);
    await db`
      insert into file_chunks (tenant_id, file_id, number, bytes, created_at)
      values (${caller.tenantId}, ${id}, ${number}, ${chunk}, ${realNow})`;
  }
  return { id, mediaType, size: bytes.length, sha256: sha256Of(bytes), width, height };
}

/**
 * Opens a file. Its first chunk is read at once, so that a file that cannot be read is an error and no broken download.
 */
async function openFile(app: AppContext, tenantId: string, file: StoredFile): Promise<Readable> {
  const first = await readChunk(app, tenantId, file, 0);
  return Readable.from(readChunks(app, tenantId, file, first), { objectMode: false });
}

async function* readChunks(
  app: AppContext,
  tenantId: string,
  file: StoredFile,
  first: Buffer,
): AsyncGenerator<Buffer, void> {
  yield first;
  for (let sent = first.length, number = 1; sent < file.size; number += 1) {
    const chunk = await readChunk(app, tenantId, file, number);
    sent += chunk.length;
    yield chunk;
  }
}

/**
 * Each chunk is read in a transaction of its own, because a client may take minutes for it. Throws NotFound if the file
 * was deleted meanwhile.
 */
async function readChunk(app: AppContext, tenantId: string, { id }: StoredFile, number: number): Promise<Buffer> {
  const read = ({ db }: Scope) => db<{ bytes: Buffer | null }[]>`
    select c.bytes
      from files f left join file_chunks c on c.tenant_id = ${tenantId} and c.file_id = f.id and c.number = ${number}
     where f.tenant_id = ${tenantId} and f.id = ${id}`;
  const [chunk] = await inTenant(app, serviceCaller(tenantId), read, 'read only');
  if (chunk === undefined) throw new NotFound();
  if (chunk.bytes !== null) return chunk.bytes;
  app.log.error({ tenantId, fileId: id, chunk: number }, 'a file lacks some of its bytes; restore it from a backup');
  throw new Error(`The file ${id} lacks its chunk ${number}.`);
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
