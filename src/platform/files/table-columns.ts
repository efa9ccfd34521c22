// The columns of a table that people wrote: which is which by its heading, and the values of a row by column.
import type { FileProblem, TableRow } from './csv.ts';
import { type CellReader, foldText } from './table-cells.ts';

/** The index of each column that a table has. */
export type Columns<C extends string> = ReadonlyMap<C, number>;

/** Returns the columns of a heading. `columnOf`: the column of each known heading, folded. `repeated`: the message for two headings of one column. */
export function findColumns<C extends string>(
  { line, cells }: TableRow,
  columnOf: ReadonlyMap<string, C>,
  repeated: (title: string, earlierTitle: string) => string,
): {
  readonly columns: Columns<C>;
  readonly ignoredColumns: readonly string[];
  readonly problems: readonly FileProblem[];
} {
  const columns = new Map<C, number>();
  const ignoredColumns: string[] = [];
  const problems: FileProblem[] = [];
  for (const [index, title] of cells.entries()) {
    const column = columnOf.get(foldText(title));
    const earlier = column === undefined ? undefined : columns.get(column);
    if (column === undefined) ignoredColumns.push(onOneLine(title) || `column ${index + 1}`);
    else if (earlier === undefined) columns.set(column, index);
    else problems.push({ line, column, code: 'repeated_column', message: repeated(title, cells[earlier] ?? '') });
  }
  return { columns, ignoredColumns, problems };
}

/** Reads the cells of one row; what is wrong with them is collected in `problems`. An empty or missing cell has no value. */
export function makeRowReader<C extends string>({ line, cells }: TableRow, columns: Columns<C>) {
  const problems: FileProblem[] = [];
  const textOf = (column: C) => onOneLine(cells[columns.get(column) ?? -1] ?? '');
  const read = <T>(column: C, reader: CellReader<T>, whenEmpty?: string): T | undefined => {
    const text = textOf(column);
    if (text === '') {
      if (whenEmpty !== undefined) problems.push({ line, column, code: 'required', message: whenEmpty });
      return undefined;
    }
    const result = reader(text);
    if ('value' in result) return result.value;
    problems.push({ line, column, ...result, value: text.slice(0, 40).toWellFormed() });
    return undefined;
  };
  return { textOf, read, problems };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
