// The file of a backup: how it is written and read. What it holds is the subject of backup.ts.
//
// The file is a line of JSON (the header), a gzip stream (the body) and a line of JSON with the SHA-256 of everything before it, always of the same length.
// The body is a sequence of frames, each a length (4 bytes, big-endian) and that many bytes: a JSON frame with the secret key; for each table a JSON
// frame, its rows as PostgreSQL COPY text cut into frames, and an empty frame; at the end a JSON frame with the counts.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import manifest from '../../../package.json' with { type: 'json' };
import { OperatorError } from '../errors.ts';

export type BackupMigration = { readonly name: string; readonly checksum: string };
export type BackupHeader = {
  readonly format: string;
  readonly formatVersion: number;
  readonly haldur: string;
  readonly createdAt: string;
  readonly migrations: readonly BackupMigration[];
};
export type BackupTableHeader = { readonly table: string; readonly columns: readonly string[] };
/** How much a backup holds; `rowsOf` by table, as the database counted them. Files of before 24 November 2026 lack it. */
export type BackupCounts = {
  readonly tables: number;
  readonly rows: number;
  readonly rowsOf?: Readonly<Record<string, number>>;
};

const format = 'haldur backup';
const formatVersion = 1;
const maxHeaderBytes = 1_048_576;
/** The maximum length of a frame. */
export const maxFrameBytes = 65_536;
const trailerLength = formatTrailer('').length + 64;

/** Encodes a JSON frame. */
export function encodeJsonFrame(value: object): Buffer {
  return encodeFrame(Buffer.from(JSON.stringify(value)));
}

/** Encodes a frame of at most maxFrameBytes. */
export function encodeFrame(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Yields the whole file of a packed body, and counts its bytes. */
export async function* withChecksum(
  migrations: readonly BackupMigration[],
  body: AsyncIterable<Buffer>,
  counts: { bytes: number },
): AsyncGenerator<Buffer> {
  const header: BackupHeader = {
    format,
    formatVersion,
    haldur: manifest.version,
    createdAt: new Date().toISOString(),
    migrations,
  };
  const hash = createHash('sha256');
  const first = Buffer.from(`${JSON.stringify(header)}\n`);
  hash.update(first);
  counts.bytes = first.length + trailerLength;
  yield first;
  for await (const bytes of body) {
    hash.update(bytes);
    counts.bytes += bytes.length;
    yield bytes;
  }
  yield Buffer.from(formatTrailer(hash.digest('hex')));
}

function formatTrailer(sha256: string): string {
  return `\n${JSON.stringify({ sha256 })}\n`;
}

/** A file whose checksum is right; its body can be read from `start` to `end`. */
export type CheckedBackup = {
  readonly source: FileHandle;
  readonly header: BackupHeader;
  readonly start: number;
  readonly end: number;
};

/** Verifies the checksum of a whole file. Throws OperatorError for a file that is damaged, none of ours, or of another format. */
export async function checkBackupFile(source: FileHandle, file: string): Promise<CheckedBackup> {
  const { size } = await source.stat();
  const first = Buffer.alloc(Math.min(size, maxHeaderBytes));
  await source.read(first, 0, first.length, 0);
  const start = first.indexOf('\n') + 1;
  const line = first.toString('utf8', 0, start);
  if (!line.startsWith(`{"format":"${format}","formatVersion":`))
    throw new OperatorError(`${file} is not a backup of Haldur, or it is damaged.`);
  const bodyEnd = size - trailerLength;
  const hash = createHash('sha256');
  if (bodyEnd > start) {
    for await (const bytes of source.createReadStream({ start: 0, end: bodyEnd - 1, autoClose: false }))
      hash.update(bytes);
  }
  const trailer = Buffer.alloc(trailerLength);
  await source.read(trailer, 0, trailerLength, Math.max(bodyEnd, 0));
  if (trailer.toString('utf8') !== formatTrailer(hash.digest('hex'))) {
    throw new OperatorError(
      `${file} is damaged: it was cut short or changed since it was written. Nothing was restored. Use another copy of it.`,
    );
  }
  const header: BackupHeader = JSON.parse(line);
  if (header.formatVersion !== formatVersion) {
    throw new OperatorError(
      `${file} has format ${header.formatVersion}, and this version of Haldur reads format ${formatVersion}. Restore it with Haldur ${header.haldur}.`,
    );
  }
  return { source, header, start, end: bodyEnd - 1 };
}

/**
 * Reads the body of a file: calls `onTable` for each table with its rows as COPY text, of which it must read all. Returns the secret key and the counts.
 * Throws OperatorError if the content does not fit its own counts.
 */
export async function readBody(
  { source, start, end }: CheckedBackup,
  onTable: (table: BackupTableHeader, rows: AsyncGenerator<Buffer>) => Promise<unknown>,
): Promise<BackupCounts & { readonly secretKey?: Buffer }> {
  const body = source.createReadStream({ start, end, autoClose: false });
  return await pipeline(body, createGunzip({ chunkSize: maxFrameBytes }), (bytes: AsyncIterable<Buffer>) =>
    readTables(readFrames(bytes), onTable),
  );
}

async function readTables(
  frames: AsyncGenerator<Buffer>,
  onTable: (table: BackupTableHeader, rows: AsyncGenerator<Buffer>) => Promise<unknown>,
): Promise<BackupCounts & { readonly secretKey?: Buffer }> {
  const { secretKey }: { secretKey?: string } = JSON.parse(String(await nextFrame(frames)));
  let rows = 0;
  const rowsOfTable = async function* () {
    for (let bytes = await nextFrame(frames); bytes.length > 0; bytes = await nextFrame(frames)) {
      rows += countLines(bytes);
      yield bytes;
    }
  };
  for (let tables = 0; ; tables++) {
    const head: BackupTableHeader | BackupCounts = JSON.parse(String(await nextFrame(frames)));
    if ('table' in head) {
      await onTable(head, rowsOfTable());
    } else {
      const more = await frames.next();
      if (head.rows !== rows || head.tables !== tables || !more.done) throw inconsistentBackupError();
      return { ...head, ...(secretKey === undefined ? {} : { secretKey: Buffer.from(secretKey, 'base64') }) };
    }
  }
}

/** Counts rows in COPY text: a newline inside a value is written as \n, so each byte 10 ends a row. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

async function* readFrames(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of body) {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 4) {
      const end = 4 + rest.readUInt32BE();
      if (end > 4 + maxFrameBytes) throw inconsistentBackupError();
      if (rest.length < end) break;
      yield rest.subarray(4, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw inconsistentBackupError();
}

async function nextFrame(body: AsyncGenerator<Buffer>): Promise<Buffer> {
  const frame = await body.next();
  if (frame.done) throw inconsistentBackupError();
  return frame.value;
}

/** The SHA-256 is right but the content is not, so the file was written with a defect. */
export function inconsistentBackupError(): OperatorError {
  return new OperatorError('The backup file is inconsistent. Nothing was restored.');
}
