// Checks the ZIP archive of a spreadsheet (xlsx) before it is parsed: the unpacked sizes are measured, not taken from
// the archive.

import { constants, inflateRawSync } from 'node:zlib';
import { unreadableError } from './readable-files.ts';

const maxFiles = 1000;
/** The maximum unpacked size of all files together. A sheet of 50,000 rows has about 20 MiB. */
const maxUnpacked = 64 * 1024 * 1024;
const maxColumns = 250;
const maxRows = 50_000;
const maxCells = 2_000_000;

const endSignature = 0x06054b50;
const fileSignature = 0x02014b50;
const localSignature = 0x04034b50;

type ArchiveFile = {
  readonly name: string;
  readonly start: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly method: number;
};

/**
 * Unpacks an archive once, within limits, measures its sheets, and finds out whether its days are counted since 1904.
 * Throws Invalid if it is not a spreadsheet, is encrypted or damaged, unpacks to more than 64 MiB or to other sizes
 * than declared, or has a sheet of more than 50,000 rows, 250 columns or two million cells.
 */
export function checkArchive(bytes: Buffer): { readonly since1904: boolean } {
  const files = filesOf(bytes);
  if (!files.some(({ name }) => name === 'xl/workbook.xml'))
    throw unreadableError('unknown_format', 'This is a ZIP file, not a spreadsheet (xlsx). Send the statement itself.');
  let left = maxUnpacked;
  let since1904 = false;
  for (const file of files) {
    if (file.unpacked > left) throw tooLargeError();
    const content = unpack(bytes, file);
    left -= content.length;
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(file.name)) checkSheet(content);
    if (file.name === 'xl/workbook.xml') since1904 = /\bdate1904="(1|true)"/.test(content.toString('latin1'));
  }
  return { since1904 };
}

function damagedError(): Error {
  return unreadableError(
    'unknown_format',
    'This spreadsheet is damaged or encrypted. Save it again without a password, or as CSV.',
  );
}

function tooLargeError(): Error {
  return unreadableError(
    'spreadsheet_too_large',
    `A spreadsheet may have at most ${maxRows} rows and ${maxColumns} columns and unpack to at most ${maxUnpacked / 1024 / 1024} MiB. Export the statement as CSV or camt XML.`,
  );
}

/** The files in the archive's central directory. */
function filesOf(bytes: Buffer): ArchiveFile[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endSignature) throw damagedError();
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxFiles) throw tooLargeError();
  const files: ArchiveFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== fileSignature) throw damagedError();
    const encrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    if (encrypted || local + 30 > bytes.length || bytes.readUInt32LE(local) !== localSignature) throw damagedError();
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    files.push({ name, start, packed, unpacked, method: bytes.readUInt16LE(at + 10) });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

function unpack(bytes: Buffer, { start, packed, unpacked, method }: ArchiveFile): Buffer {
  const part = bytes.subarray(start, start + packed);
  if (part.length !== packed || (method !== 0 && method !== 8)) throw damagedError();
  if (method === 0) {
    if (packed !== unpacked) throw damagedError();
    return part;
  }
  let content: Buffer;
  try {
    content = inflateRawSync(part, { maxOutputLength: unpacked + 1, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    throw damagedError();
  }
  if (content.length !== unpacked) throw damagedError();
  return content;
}

/**
 * Checks the size of a sheet. Cells name their own places: a single cell far out would make a huge table of empty
 * cells.
 */
function checkSheet(content: Buffer): void {
  const text = content.toString('latin1');
  let rows = 0;
  let columns = 0;
  for (const [, letters = '', digits = ''] of text.matchAll(/[ :"]r="([A-Z]{0,9})(\d{1,9})"/g)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters));
  }
  const [, , lastColumn = '', lastRow = '0'] =
    /<dimension ref="([A-Z\d]{1,18}:)?([A-Z]{1,9})(\d{1,9})"/.exec(text.slice(0, 4096)) ?? [];
  rows = Math.max(rows, Number(lastRow));
  columns = Math.max(columns, columnOf(lastColumn));
  if (rows > maxRows || columns > maxColumns || rows * columns > maxCells) throw tooLargeError();
}

/** The number of a column, A being 1. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
