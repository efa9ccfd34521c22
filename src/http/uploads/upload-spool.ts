// Upload spool: holds an uploaded file while its request is handled. Small files are in memory, large ones in a file
// without a name. Both are bounded and are gone when the request or the process ends.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf, Unavailable } from '../../platform/errors.ts';
import { RequestError } from '../errors.ts';

/** The bytes of a file and what is known from them. `size` is in bytes, `sha256` in lowercase hex. */
export type ReceivedFile = {
  readonly size: number;
  readonly sha256: string;
  /** The whole file, in memory. */
  whole(): Promise<Buffer>;
  /** A stream from the beginning; can be called any number of times. */
  stream(): Readable;
};

/** Accepts a file chunk by chunk. `head` is its beginning, up to 4 KiB. */
export type UploadSpool = {
  readonly head: () => Buffer;
  /** Throws RequestError beyond the limit, and Unavailable if the disk is full. */
  write(part: Buffer): Promise<void>;
  done(): ReceivedFile;
  end(): Promise<void>;
};

const chunkBytes = 64 * 1024;
const headBytes = 4096;

/** A spool in memory for files of at most `limit` bytes. */
export function spoolInMemory(limit: number): UploadSpool {
  const parts: Buffer[] = [];
  const counted = makeByteCounter(limit);
  return {
    head: counted.head,
    async write(part) {
      counted.add(part);
      parts.push(part);
    },
    done() {
      const bytes = Buffer.concat(parts);
      return { ...counted.sums(), whole: async () => bytes, stream: () => Readable.from([bytes]) };
    },
    async end() {
      parts.length = 0;
    },
  };
}

/**
 * A spool on disk, in DATA_DIR/tmp. Its name is removed at once: the system frees the file when it is closed, also
 * after a crash.
 */
export async function spoolOnDisk(limit: number, dataDir: string): Promise<UploadSpool> {
  const folder = join(dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600).catch((error) => Promise.reject(toDiskError(error)));
  await rm(path);
  const counted = makeByteCounter(limit);
  const stream = () => Readable.from(readChunks(file), { objectMode: false });
  return {
    head: counted.head,
    async write(part) {
      counted.add(part);
      await file.writeFile(part).catch((error) => Promise.reject(toDiskError(error)));
    },
    done: () => ({ ...counted.sums(), stream, whole: async () => Buffer.concat(await stream().toArray()) }),
    end: () => file.close(),
  };
}

/**
 * Reads a file from its start, chunk by chunk. A Node stream over a file handle closes the handle if its reader stops
 * early; this one can be restarted.
 */
async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Converts a disk failure: Unavailable if the disk is full or read-only, because that is no defect and may pass. */
export function toDiskError(error: unknown): unknown {
  return /^(ENOSPC|EDQUOT|EROFS)$/.test(codeOf(error) ?? '')
    ? new Unavailable(60, 'Files cannot be saved at the moment.', { cause: error })
    : error;
}

/** Counts and hashes the bytes, and keeps the beginning. */
function makeByteCounter(limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  return {
    head: () => head,
    add(part: Buffer): void {
      size += part.length;
      if (size > limit)
        throw payloadTooLarge(`The file is larger than the ${formatMiB(limit)} that this operation accepts.`);
      if (head.length < headBytes) head = Buffer.concat([head, part.subarray(0, headBytes - head.length)]);
      hash.update(part);
    },
    sums: () => ({ size, sha256: hash.digest('hex') }),
  };
}

/** The error for a body or file that is too large. */
export function payloadTooLarge(detail: string): RequestError {
  return new RequestError('payload_too_large', { detail });
}

/** Formats a number of bytes in MiB. */
export function formatMiB(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MiB`;
}
