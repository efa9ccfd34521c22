// Downloads a table as a CSV file.
import { type CsvCell, csvText } from './csv.ts';

/** Offers the table as a download. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
