// Converts spreadsheets (xlsx) to CSV: the first sheet of a workbook, in a child process, before the import's
// transaction begins.

import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Invalid, type Problem } from '../errors.ts';
import { type ChildWorker, type ChildWorkerSettings, makeChildWorker } from '../processes/child-process.ts';
import type { Day } from '../values/dates.ts';
import { type ByteSource, unreadableError } from './readable-files.ts';

/** A spreadsheet, in which a day may be a plain number: the days since `countedFrom`. */
export type Spreadsheet = { readonly countedFrom: Day };

/** The result of the process: the sheet, or why there is none. */
export type SheetResult =
  | { readonly csv: Uint8Array; readonly countedFrom: Day }
  | { readonly tooLarge: true }
  | { readonly problems: readonly Problem[] | undefined };

const maxBytes = 10 * 1024 * 1024;

const defaultSettings: ChildWorkerSettings = {
  program: fileURLToPath(new URL('./spreadsheet-process.ts', import.meta.url)),
  maxWaiting: 8,
  deadline: 30_000,
  startDeadline: 20_000,
  idle: 60_000,
  maxMemory: 300 * 1024 * 1024,
  maxPieces: 50,
  rest: 60_000,
};

/** Creates a reader of spreadsheets; the process starts with the first file. */
export function makeSpreadsheetReader(
  settings: Partial<ChildWorkerSettings> = {},
): ChildWorker<Uint8Array, SheetResult> {
  return makeChildWorker(
    { ...defaultSettings, ...settings },
    {
      name: 'process that reads spreadsheets',
      full: 'Too many spreadsheets are waiting to be read.',
      broken: 'Spreadsheets cannot be read at the moment. Save it as CSV.',
      tooHard: 'This spreadsheet could not be read in time. Save it as CSV.',
    },
  );
}

/** The one of this process. */
export const spreadsheetReader: ChildWorker<Uint8Array, SheetResult> = makeSpreadsheetReader();

/** A file as text to parse, and whether it was a spreadsheet. */
type StatementSource = { readonly source: ByteSource; readonly spreadsheet: Spreadsheet | undefined };

/**
 * Converts a spreadsheet to the text of its first sheet; any other file is unchanged. Throws Invalid for a spreadsheet
 * that is damaged or too large, and Unavailable while too many are waiting.
 */
export async function convertSpreadsheet(
  file: { readonly size: number; whole(): Promise<Buffer>; stream(): Readable },
  reader = spreadsheetReader,
): Promise<StatementSource> {
  const source: ByteSource = () => file.stream();
  if (!(await isArchive(source))) return { source, spreadsheet: undefined };
  if (file.size > maxBytes)
    throw unreadableError('spreadsheet_too_large', 'A spreadsheet may have at most 10 MiB. Save it as CSV.');
  const read = await reader.ask(await file.whole());
  if ('tooLarge' in read)
    throw unreadableError('spreadsheet_too_large', 'The sheet has more text than 32 MiB. Save it as CSV.');
  if ('problems' in read)
    throw read.problems === undefined
      ? unreadableError('unknown_format', 'This spreadsheet cannot be read. Save it again as xlsx, or as CSV.')
      : new Invalid([...read.problems]);
  const { csv, countedFrom } = read;
  return {
    source: () => Readable.from([Buffer.from(csv.buffer, csv.byteOffset, csv.byteLength)]),
    spreadsheet: { countedFrom },
  };
}

async function isArchive(source: ByteSource): Promise<boolean> {
  for await (const part of source()) return part.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  return false;
}
