// Where an uploaded file lies while its request is worked on: small ones in memory, large ones in a file that has no name. Both are bounded, and gone
// when the request ends, or the process does.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toDiskError } from '../../platform/files/stored-files.ts';
import { RequestError } from '../errors.ts';

/** The bytes of a file and what can be told from them alone. `size` is in bytes, `sha256` in lowercase hex. */
export type ReceivedFile = {
  readonly size: number;
  readonly sha256: string;
  /** All of it, in memory. */
  whole(): Promise<Buffer>;
  /** From its beginning, as often as it is asked for. */
  stream(): Readable;
};

/** Takes a file part by part. `head` is its beginning, up to 4 KiB. */
export type UploadSpool = {
  readonly head: () => Buffer;
  /** Throws Refused once there is more than the limit, Busy when the disk is full. */
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

/** A spool on the disk, in DATA_DIR/tmp. Its name is taken away at once: the system frees the file when it is closed, also after a crash. */
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

/** A file from its start, piece by piece. A stream of Node's over a file handle ends the handle when its reader stops early; this one can be begun again. */
async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Counts, sums up and remembers the beginning. */
function makeByteCounter(limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  return {
    head: () => head,
    add(part: Buffer): void {
      size += part.length;
      if (size > limit)
        throw payloadTooLarge(`The file is larger than the ${formatMiB(limit)} that this operation takes.`);
      if (head.length < headBytes) head = Buffer.concat([head, part.subarray(0, headBytes - head.length)]);
      hash.update(part);
    },
    sums: () => ({ size, sha256: hash.digest('hex') }),
  };
}

/** The refusal of a body or file that is too large. */
export function payloadTooLarge(detail: string): RequestError {
  return new RequestError('payload_too_large', { detail });
}

/** A number of bytes in words. */
export function formatMiB(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MiB`;
}
