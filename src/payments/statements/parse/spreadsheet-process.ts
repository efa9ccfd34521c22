// The process that reads spreadsheets, for spreadsheet.ts: a workbook becomes the CSV text of its first sheet.
import { setFlagsFromString } from 'node:v8';
import { Invalid } from '../../../platform/errors.ts';
import { runChildWorker } from '../../../platform/processes/child-process-main.ts';
import type { SheetResult } from './spreadsheet.ts';
import { checkArchive } from './xlsx-archive.ts';

const maxText = 32 * 1024 * 1024;

runChildWorker<Uint8Array, SheetResult>(async () => {
  setFlagsFromString('--max-old-space-size=768');
  const { readSheet } = await import('read-excel-file/universal');
  return async (bytes) => {
    try {
      checkArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    } catch (error) {
      if (error instanceof Invalid) return { problems: error.problems };
      throw error;
    }
    const copy = new Uint8Array(bytes); // Its own memory, which is what the reader asks for.
    try {
      // Numbers come as they are written in the file, not as what they become on the way.
      return csvOf(await readSheet(copy.buffer, { parseNumber: (text) => ({ number: text }) }));
    } catch {
      return { problems: undefined };
    }
  };
});

type SheetCell = string | boolean | Date | { readonly number: string } | null;

/** Rows as CSV with semicolons. What is longer than 32 MiB is told as too large. */
function csvOf(rows: readonly (readonly unknown[])[]): SheetResult {
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = row.map((cell) => textOf(cell as SheetCell)).join(';');
    length += line.length;
    if (length > maxText) return { tooLarge: true };
    lines.push(line);
  }
  return { csv: Buffer.from(`${lines.join('\n')}\n`) };
}

/** A cell as text: days as 2026-10-01, numbers without what a computer adds behind their fifteenth digit, line breaks as blanks. */
function textOf(cell: SheetCell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'object') return numberText(Number(cell.number));
  const text = cell.replace(/[\s\0]+/g, ' ').trim();
  return /[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A number with a point. Three decimals get a zero behind them: in a text 1.005 may be a thousand and five, in a number it is not. */
function numberText(number: number): string {
  const text = String(Number(number.toPrecision(15)));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
