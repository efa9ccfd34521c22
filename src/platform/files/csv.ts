// CSV as written by spreadsheets: from bytes to rows with line numbers, or the problems of the file. Cells are plain
// text: formulas (=, +, -, @) are not evaluated.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Problem, ProblemBounds } from '../errors.ts';
import type { ProblemCode } from '../problem-codes.ts';
import { mapInSteps, runInTurns, type Steps } from '../processes/steps.ts';
import { decode, type Encoding } from './text-encodings.ts';

export const delimiters = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The limits of a file; the header is not counted as a row. */
export const csvLimits = { rows: 20_000, columns: 50, characters: 1_000 };

/** One problem of a file. Lines are counted from 1, as in an editor. */
export type FileProblem = {
  readonly line: number;
  readonly column?: string;
  readonly code: ProblemCode;
  readonly message: string;
  /** The text of the cell, shortened. */
  readonly value?: string;
  /** The line that this one repeats or contradicts. */
  readonly otherLine?: number;
} & ProblemBounds;

export type TableRow = { readonly line: number; readonly cells: readonly string[] };

/**
 * A parsed file: empty rows are left out, and each row is as wide as the header. With problems the rows may be
 * incomplete.
 */
export type CsvTable = {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
  readonly problems: readonly FileProblem[];
};

/** How a table is laid out, where that is not as usual. */
type TableLayout = {
  /** Of the first rows, which is the header; those above it, such as a title, are left out. By default the first. */
  readonly findHeader?: (rows: readonly (readonly string[])[]) => number;
  /** The columns that every row may have, whatever the width of the header, which may be a row of data. */
  readonly minWidth?: (header: readonly string[]) => number;
  /** By default it is detected. */
  readonly delimiter?: Delimiter | undefined;
};

/** Rows among which the header is. */
const headRows = 20;

/**
 * Parses a file. Encoding and delimiter are detected; a first line `sep=;` is respected. Yields regularly, so that
 * other requests are served.
 */
export async function readTable(bytes: Buffer, layout: TableLayout = {}): Promise<CsvTable> {
  const { encoding, text } = decode(bytes);
  const content = text.replace(/\r\n?/g, '\n');
  const named = /^sep=([;,\t|])\n/i.exec(content);
  const body = named === null ? content : content.slice(named[0].length);
  const skipped = named === null ? 0 : 1;
  const delimiter = layout.delimiter ?? (named?.[1] as Delimiter | undefined) ?? detectDelimiter(body);
  const table = { encoding, delimiter, header: { line: 1 + skipped, cells: [] }, rows: [] };
  const large = await runInTurns(findTooLargeRecord(body, delimiter));
  if (large !== undefined) return { ...table, problems: [{ ...large, line: large.line + skipped }] };
  const records: TableRow[] = [];
  const problems: FileProblem[] = [];
  try {
    for await (const row of parseRecords(body, delimiter, skipped)) {
      if (row.cells.every((cell) => cell.trim() === '')) continue;
      if (records.length > csvLimits.rows) {
        problems.push(fileProblem(row.line, 'too_many_rows', `A file has at most ${csvLimits.rows} rows. Split it.`));
        break;
      }
      records.push(row);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.push(quoteProblem(error, body, delimiter, skipped));
  }
  const headerAt = layout.findHeader?.(records.slice(0, headRows).map(({ cells }) => cells)) ?? 0;
  const [header = table.header, ...rows] = records.slice(headerAt);
  const minWidth = layout.minWidth?.(header.cells) ?? 0;
  return { ...table, ...(await runInTurns(fitToHeader(header, rows, problems, minWidth))), problems };
}

/**
 * Reports whether a cell contains characters that no person writes: control characters, lone surrogates, U+FFFE, and
 * letters lost in an earlier conversion.
 */
function isUnreadable(cell: string): boolean {
  return /[\p{Cs}\ufffd-\uffff]/u.test(cell) || /\p{Cc}/u.test(cell.replace(/[\t\n]/g, ''));
}

/** The most frequent delimiter outside quotes in the first non-empty record. */
function detectDelimiter(text: string): Delimiter {
  const start = /\S/.exec(text)?.index ?? 0;
  const first = text.slice(text.lastIndexOf('\n', start) + 1);
  const cells = delimiters.map((delimiter) => ({
    delimiter,
    count: measureRecords(first, delimiter).next().value?.cells ?? 1,
  }));
  return cells.reduce((best, item) => (item.count > best.count ? item : best)).delimiter;
}

/**
 * The first record with too many cells, or too long. The parser would accept any number of empty cells, and everything
 * after an unclosed quote.
 */
function* findTooLargeRecord(text: string, delimiter: Delimiter): Steps<FileProblem | undefined> {
  for (const { line, cells, size } of measureRecords(text, delimiter)) {
    if (cells > csvLimits.columns)
      return fileProblem(
        line,
        'too_many_columns',
        `A row has at most ${csvLimits.columns} cells. Is the delimiter another one?`,
      );
    if (size > csvLimits.columns * csvLimits.characters)
      return fileProblem(
        line,
        'too_long',
        'The row is too long. A quote at the beginning of a cell may be without its end.',
      );
    yield 1 + size / charactersOfUnit;
  }
  return undefined;
}

/** Counts cells and characters of each record, no further than allowed. */
function* measureRecords(text: string, delimiter: Delimiter): Generator<RecordSize> {
  const [quote, newline, sign] = [0x22, 0x0a, delimiter.charCodeAt(0)];
  let [line, began, start, cells, quoted] = [1, 1, 0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === newline) line += 1;
    if (code === quote) quoted = !quoted;
    else if (quoted) continue;
    else if (code === sign) {
      cells += 1;
      if (cells > csvLimits.columns) yield { line: began, cells, size: at - start };
    } else if (code === newline) {
      yield { line: began, cells, size: at - start };
      [began, cells, start] = [line, 1, at + 1];
    }
  }
  yield { line: began, cells, size: text.length - start };
}

type RecordSize = { readonly line: number; readonly cells: number; readonly size: number };

async function* parseRecords(text: string, delimiter: Delimiter, skipped: number): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    on_record: (row) => {
      // A row with other columns than the first would cost an error with its stack: every row is the first.
      Object.assign(parser.info, { records: 0 });
      return row;
    },
  });
  const source = Readable.from(chunksOf(Buffer.from(text)));
  let line = 1 + skipped;
  try {
    for await (const { record, info } of source.pipe(parser)) {
      yield { line, cells: record };
      line = info.lines + skipped + 1; // The parser reports where a record ends.
    }
  } finally {
    source.destroy();
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = 16 * 1024;
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    await nextTurn();
  }
}

/** Splitting and fitting characters to columns costs much less than searching them for references. */
const charactersOfUnit = 20;

/** What a row costs of the budget of a turn. */
export function costOfRow({ cells }: TableRow): number {
  return cells.reduce((sum, cell) => sum + 1 + cell.length / charactersOfUnit, 1);
}

/** Fits the rows to the header's width, in steps: empty extra cells are dropped, others are reported. */
function* fitToHeader(
  header: TableRow,
  rows: readonly TableRow[],
  problems: FileProblem[],
  minWidth: number,
): Steps<Pick<CsvTable, 'header' | 'rows'>> {
  const width = Math.max(minWidth, header.cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  for (const row of [header, ...rows]) {
    const { line, cells } = row;
    yield costOfRow(row);
    if (cells.some((cell) => cell.length > csvLimits.characters))
      problems.push(fileProblem(line, 'too_long', `A cell has at most ${csvLimits.characters} characters.`));
    if (cells.some(isUnreadable))
      problems.push(
        fileProblem(line, 'unreadable', 'A cell holds control characters, or letters that an earlier conversion lost.'),
      );
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      problems.push(fileProblem(line, 'too_many_cells', `The row has more cells than the header, which has ${width}.`));
  }
  const fit = ({ line, cells }: TableRow) => ({
    line,
    cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''),
  });
  return { header: fit(header), rows: yield* mapInSteps(rows, () => width, fit) };
}

/**
 * The parser reports where it stopped; for an unclosed quote that is the end of the file, so the record's beginning is
 * reported instead.
 */
function quoteProblem(error: CsvError, text: string, delimiter: Delimiter, skipped: number): FileProblem {
  const stopped = typeof error.lines === 'number' ? error.lines : 1;
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED')
    return fileProblem(
      stopped + skipped,
      'bad_quotes',
      'A quote stands inside a cell. Put the whole cell in quotes, and write each quote in it twice.',
    );
  const last = [...measureRecords(text, delimiter)].at(-1)?.line ?? stopped;
  return fileProblem(last + skipped, 'bad_quotes', 'A cell begins with a quote that is never closed.');
}

function fileProblem(line: number, code: ProblemCode, message: string): FileProblem {
  return { line, code, message };
}

/** The maximum number of reported problems; the rest are only counted. */
const maxProblems = 1_000;

/** The problems to report: the first thousand, and how many more there are. */
export function limitProblems(problems: readonly FileProblem[]): readonly FileProblem[] {
  const next = problems[maxProblems];
  if (next === undefined) return problems;
  const message = `There are ${problems.length - maxProblems} more problems from here on.`;
  return [...problems.slice(0, maxProblems), { line: next.line, code: 'more_problems', message }];
}

/** A problem of a file in the common format; the file is one field, so the line and column are part of the name. */
export function toRequestProblem({ line, column, code, message, least, most }: FileProblem): Problem {
  const field = column === undefined ? `line ${line}` : `line ${line}, ${column}`;
  const bounds = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
  return { in: 'body', field, pointer: '#/file', code, message, ...bounds };
}
