// Streams the rows of CSV exports, each with its line number for messages, also with line breaks inside quotes.

import { CsvError, type Options, Parser } from 'csv-parse';
import { unreadableError } from '../../../platform/files/readable-files.ts';
import { type CsvLayout, columnsInQuotes } from './csv-layout.ts';

export type CsvRow = { readonly record: readonly string[]; readonly line: number };

const maxRowLength = 64 * 1024;

/** The rows below the headings. Throws Invalid where the file cannot be split into columns. */
export async function* rowsOf(text: AsyncIterable<string>, layout: CsvLayout): AsyncGenerator<CsvRow> {
  const { separator, quoted, skip } = layout;
  const options: Options = {
    delimiter: separator,
    quote: quoted ? '"' : null,
    record_delimiter: ['\r\n', '\n', '\r'], // Mixed line ends are allowed: some files are joined from several.
    relax_quotes: true, // Banks forget to double the quotes in names.
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
    info: true,
    from_line: skip + 1,
    // For each row with another number of columns than the first, the parser creates an error with a stack and a copy
    // of the row, and drops it. That takes ten times as long as the row itself. Resetting the count makes every row the
    // first.
    on_record: (row) => {
      Object.assign(parser.info, { records: 0 });
      return row;
    },
  };
  const parser = new Parser(options);
  const feeding = feedParser(parser, text);
  let doubled = 0;
  feeding.catch(() => {}); // The error is thrown by the loop, which ends with the parser, or by the await below.
  try {
    for await (const item of parser) {
      const record = columnsInQuotes(item.record as string[], layout);
      // The parser counts CR LF within quotes as two lines.
      for (const cell of record) if (cell.includes('\r')) doubled += cell.split('\r\n').length - 1;
      const line = (item.info as { lines: number }).lines - doubled;
      yield { record: record.map((cell) => (cell.startsWith('"') ? unquoted(cell, line) : cell)), line };
    }
    await feeding;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error ? Number(error.lines) : 0;
    throw malformed(line, csvErrorReasons[error.code] ?? 'the row cannot be split into columns.');
  } finally {
    parser.destroy();
  }
}

const tooLongMessage = 'the row is longer than 64 KiB; is a quote not closed?';
const csvErrorReasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and not closed.',
  CSV_MAX_RECORD_SIZE: tooLongMessage,
};

function malformed(line: number, reason: string): Error {
  return unreadableError('malformed_csv', `Line ${line}: ${reason}`);
}

/**
 * A column with quotes inside that are not doubled. If it continues on the next line, its closing quote is probably
 * missing: rejected.
 */
function unquoted(cell: string, line: number): string {
  if (/[\r\n]/.test(cell)) throw malformed(line, 'a quote is opened and not closed in its line.');
  return cell.length > 1 && cell.endsWith('"') ? cell.slice(1, -1) : cell;
}

async function feedParser(parser: Parser, text: AsyncIterable<string>): Promise<void> {
  let running = 0;
  try {
    for await (const piece of text) {
      for (let at = 0; at < piece.length; at += maxRowLength) {
        if (parser.destroyed) return;
        const bite = piece.slice(at, at + maxRowLength);
        // The parser limits the length of columns, but not their number.
        const end = Math.max(bite.lastIndexOf('\n'), bite.lastIndexOf('\r'));
        running = end === -1 ? running + bite.length : bite.length - end - 1;
        if (running > 4 * maxRowLength) throw malformed(parser.info.lines, tooLongMessage);
        if (!parser.write(bite)) await waitForDrain(parser);
      }
    }
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

async function waitForDrain(parser: Parser): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      parser.off('drain', go).off('close', go);
      resolve();
    };
    parser.on('drain', go).on('close', go);
  });
}
