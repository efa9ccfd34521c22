// The file of a backup: how it is written and read. What it holds is the subject of backup.ts.
//
// The file is a line of JSON (the header), a gzip stream (the body) and a line of JSON with the SHA-256 of everything
// before it, always of the same length. The body is a sequence of frames, each a length (4 bytes, big-endian) and that
// many bytes: a JSON frame with the secret keys; for each table a JSON frame, its rows as PostgreSQL COPY text cut into
// frames, and an empty frame; at the end a JSON frame with the counts. With BACKUP_RECIPIENT all of it is inside an age
// file (crypto/backup-encryption.ts).
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import manifest from '../../../package.json' with { type: 'json' };
import type { SecretKeys } from '../config/secret-key.ts';
import { decryptWith, isEncrypted } from '../crypto/backup-encryption.ts';
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
/**
 * How much a backup holds; `rowsOf` by table, as the database counted them. Files of before 24 November 2026 lack it.
 */
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

/** Yields the whole file of a packed body. */
export async function* withChecksum(
  migrations: readonly BackupMigration[],
  body: AsyncIterable<Buffer>,
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
  yield first;
  for await (const bytes of body) {
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.from(formatTrailer(hash.digest('hex')));
}

function formatTrailer(sha256: string): string {
  return `\n${JSON.stringify({ sha256 })}\n`;
}

/** The frame with the secret keys, in base64. */
type SecretKeyFrame = { readonly [Name in keyof SavedKeys]: string };

/**
 * The secret keys that a backup holds: none if the operator keeps them in settings; a previous one while the key is
 * replaced.
 */
export type SavedKeys = Partial<Pick<SecretKeys, 'secretKey' | 'previousSecretKey'>>;

/** Encodes the frame of the secret keys. */
export function encodeKeyFrame({ secretKey, previousSecretKey }: SavedKeys): Buffer {
  const keys: { [Name in keyof SecretKeyFrame]: string | undefined } = {
    secretKey: secretKey?.toString('base64'),
    previousSecretKey: previousSecretKey?.toString('base64'),
  };
  return encodeJsonFrame(keys);
}

function decodeKeyFrame(frame: Buffer): SavedKeys {
  const { secretKey, previousSecretKey }: SecretKeyFrame = JSON.parse(String(frame));
  return {
    ...(secretKey === undefined ? {} : { secretKey: Buffer.from(secretKey, 'base64') }),
    ...(previousSecretKey === undefined ? {} : { previousSecretKey: Buffer.from(previousSecretKey, 'base64') }),
  };
}

/** A file whose checksum is right; the body is what `read` yields from `start` to before `end`. */
export type CheckedBackup = {
  /** Yields the whole file from its beginning, decrypted. */
  readonly read: () => AsyncGenerator<Buffer>;
  readonly header: BackupHeader;
  readonly start: number;
  readonly end: number;
};

/**
 * Verifies the checksum of a whole open file; `identities` decrypt it, if it is encrypted. Throws OperatorError for a
 * file that is damaged, none of ours, of another format, or encrypted for others.
 */
export async function checkBackupFile(
  source: FileHandle,
  file: string,
  identities: readonly string[] = [],
): Promise<CheckedBackup> {
  const read = () => readDecrypted(source, file, identities);
  const { line, sha256, trailer, end } = await digest(read());
  if (!line.startsWith(`{"format":"${format}","formatVersion":`))
    throw new OperatorError(`${file} is not a backup of Haldur, or it is damaged.`);
  if (trailer !== formatTrailer(sha256)) {
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
  return { read, header, start: Buffer.byteLength(line), end };
}

async function* readDecrypted(source: FileHandle, file: string, identities: readonly string[]): AsyncGenerator<Buffer> {
  const beginning = Buffer.alloc(64);
  await source.read(beginning, 0, beginning.length, 0);
  const bytes = source.createReadStream({ start: 0, autoClose: false });
  yield* isEncrypted(beginning) ? decryptWith(identities, bytes, file) : bytes;
}

/**
 * The first line of a file, the text of its trailer, and the SHA-256 of everything before the trailer, which begins at
 * `end`.
 */
async function digest(parts: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  let first: Buffer = Buffer.alloc(0);
  let held: Buffer = Buffer.alloc(0);
  let end = 0;
  for await (const part of parts) {
    const bytes = Buffer.concat([held, part]);
    const content = bytes.subarray(0, Math.max(0, bytes.length - trailerLength));
    hash.update(content);
    end += content.length;
    if (!first.includes(10) && first.length < maxHeaderBytes) first = Buffer.concat([first, content]);
    held = bytes.subarray(content.length);
  }
  const line = first.toString('utf8', 0, first.indexOf(10) + 1);
  return { line, sha256: hash.digest('hex'), trailer: held.toString('utf8'), end };
}

/** Yields the bytes of a stream from one position to before another. */
async function* sliceStream(parts: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const part of parts) {
    const bytes = part.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += part.length;
    if (bytes.length > 0) yield bytes;
  }
}

/**
 * Reads the body of a file: calls `onTable` for each table with its rows as COPY text, of which it must read all.
 * Returns the secret keys and the counts. Throws OperatorError if the content does not fit its own counts.
 */
export async function readBody(
  { read, start, end }: CheckedBackup,
  onTable: (table: BackupTableHeader, rows: AsyncGenerator<Buffer>) => Promise<unknown>,
): Promise<BackupCounts & SavedKeys> {
  return await pipeline(
    sliceStream(read(), start, end),
    createGunzip({ chunkSize: maxFrameBytes }),
    (bytes: AsyncIterable<Buffer>) => readTables(readFrames(bytes), onTable),
  );
}

async function readTables(
  frames: AsyncGenerator<Buffer>,
  onTable: (table: BackupTableHeader, rows: AsyncGenerator<Buffer>) => Promise<unknown>,
): Promise<BackupCounts & SavedKeys> {
  const keys = decodeKeyFrame(await nextFrame(frames));
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
      return { ...head, ...keys };
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
