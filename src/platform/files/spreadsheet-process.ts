// The child process of spreadsheet.ts: converts the first sheet of a workbook to CSV text.
import { setFlagsFromString } from 'node:v8';
import { Invalid } from '../errors.ts';
import { runChildWorker } from '../processes/child-process-main.ts';
import type { SheetResult } from './spreadsheet.ts';
import { checkArchive } from './xlsx-archive.ts';

const maxText = 32 * 1024 * 1024;

runChildWorker<Uint8Array, SheetResult>(async () => {
  setFlagsFromString('--max-old-space-size=768');
  const { readSheet } = await import('read-excel-file/universal');
  return async (bytes) => {
    let since1904 = false;
    try {
      ({ since1904 } = checkArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
    } catch (error) {
      if (error instanceof Invalid) return { problems: error.problems };
      throw error;
    }
    const copy = new Uint8Array(bytes); // A copy: the reader needs a buffer that holds only the file.
    try {
      // Numbers stay as written in the file.
      return csvOf(await readSheet(copy.buffer, { parseNumber: (text) => ({ number: text }) }), since1904);
    } catch {
      return { problems: undefined };
    }
  };
});

type SheetCell = string | boolean | Date | { readonly number: string } | null;

/** Rows as CSV with semicolons; `tooLarge` beyond 32 MiB. */
function csvOf(rows: readonly (readonly unknown[])[], since1904: boolean): SheetResult {
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = row.map((cell) => textOf(cell as SheetCell)).join(';');
    length += line.length;
    if (length > maxText) return { tooLarge: true };
    lines.push(line);
  }
  // In workbooks since 1900, day 60 is 29 February 1900, which never was.
  return { csv: Buffer.from(`${lines.join('\n')}\n`), countedFrom: since1904 ? '1904-01-01' : '1899-12-30' };
}

/** A cell as text: days as 2026-10-01, numbers rounded to 15 significant digits, line breaks as blanks. */
function textOf(cell: SheetCell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'object') return numberText(Number(cell.number));
  const text = cell.replace(/[\s\0]+/g, ' ').trim();
  return /[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A number with a decimal point. Three decimals get a fourth, 0: as text, 1.005 would be ambiguous (1005 or 1.005). */
function numberText(number: number): string {
  const text = String(Number(number.toPrecision(15)));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
