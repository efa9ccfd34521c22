// A table as a CSV file for spreadsheets in the Baltic countries: semicolons, decimal commas, and a UTF-8 mark.

export type CsvCell = string | number;

/** An amount of money with a comma: with a point, such a spreadsheet would take 12.05 for the twelfth of May. */
export function amountCell(amount: number): string {
  return amount.toFixed(2).replace('.', ',');
}

/** The text of the file. What a spreadsheet would take for a formula stays text. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join(';')).join('\r\n')}\r\n`;
}

function cellText(cell: CsvCell): string {
  const text = typeof cell === 'number' ? String(cell).replace('.', ',') : cell;
  const harmless = /^[=+@\t\r]|^-(?!\d+([.,]\d+)?$)/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
