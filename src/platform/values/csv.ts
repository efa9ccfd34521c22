// A table as a CSV file for spreadsheets and bookkeeping programs in the Baltic countries: UTF-8 with a mark,
// semicolons, decimal commas. Pure.
import { type Cents, formatAmount } from './money.ts';

/** A cell: a text, an exact decimal ('12.05'), or an amount in cents. Only numbers may begin with a minus. */
export type CsvCell = string | { readonly decimal: string } | { readonly cents: Cents };

/** The byte order mark at the start of a file: without it a spreadsheet reads UTF-8 as another encoding. */
export const csvMark = '\uFEFF';

/** A line of the file, with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(';')}\r\n`;
}

/** The whole file. */
export function csvFile(rows: readonly (readonly CsvCell[])[]): string {
  return csvMark + rows.map(csvLine).join('');
}

/** With a point, such a spreadsheet would take 12.05 for the twelfth of May. */
function cellText(cell: CsvCell): string {
  if (typeof cell === 'string') return textCell(cell);
  return ('cents' in cell ? formatAmount(cell.cents) : cell.decimal).replace('.', ',');
}

/**
 * A text is quoted if needed, and what a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV
 * injection).
 */
function textCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text.trimStart()) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
