// Downloads a table as a CSV file.
import { type CsvCell, csvFile } from '../../src/platform/values/csv.ts';

/** Offers the table as a download. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The cell of an amount of money as the API sends it. */
export function amountCell(amount: number): CsvCell {
  return { cents: Math.round(amount * 100) };
}
