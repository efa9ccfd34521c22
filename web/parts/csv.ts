// A table as a CSV file that spreadsheets in our countries open: semicolons, and a mark that it is UTF-8.

export type Cell = string | number;

/** The text of the file. What a spreadsheet would take for a formula is kept a text. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join(';')).join('\r\n')}\r\n`;
}

function cellText(cell: Cell): string {
  const text = String(cell);
  const harmless = /^[=+@\t\r]|^-(?!\d+([.,]\d+)?$)/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
