// Downloads a table as a CSV file.
import { type CsvCell, csvFile } from '../../src/platform/values/csv.ts';
import { fileNameOf } from '../../src/platform/values/file-name.ts';
import { todayIn } from './today.ts';

/** Offers the table as a download. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The name of a table of today: with the building, where all rows are of one. */
export function namedForBuildings(file: string, buildings: readonly string[]): string {
  const names = [...new Set(buildings)];
  return fileNameOf([file, names.length === 1 ? (names[0] ?? '') : '', todayIn()], 'csv');
}

/** The cell of an amount of money as the API sends it. */
export function amountCell(amount: number): CsvCell {
  return { cents: Math.round(amount * 100) };
}
