// Readings as rows of a table, pasted or from a file: one reading a row, or one row for an apartment with a column for
// each type of meter.
import type { FileProblem, TableRow } from '../platform/files/csv.ts';
import {
  type ColumnChoice,
  type Columns,
  findRowsBeyond,
  type ImportTable,
  makeRowReader,
  readImportTable,
  type TableFile,
  type TableKind,
} from '../platform/files/import-table.ts';
import {
  detectSlashOrder,
  foldText,
  maxLengthReader,
  readDay,
  readNumber,
  readWord,
  type SlashOrder,
  wordsOf,
} from '../platform/files/table-cells.ts';
import { meterTypes } from '../platform/values/bases.ts';
import type { TableColumn } from '../platform/values/column-meanings.ts';
import type { Day } from '../platform/values/dates.ts';
import type { MeterType } from '../properties/model.ts';
import { meterHeadings, typeNames, typeWords } from './meter-table.ts';

/** The maximum number of rows in a table. */
export const maxReadingRows = 1_000;

/** A reading of a row. The meter is named by its serial number, or by its apartment and its type. */
export type ReadingTableRow = {
  readonly line: number;
  /** The column of its value, for problems. */
  readonly column: string;
  readonly apartment: string | undefined;
  readonly serialNumber: string | undefined;
  readonly type: MeterType | undefined;
  readonly value: number;
  readonly readOn: Day | undefined;
};

/** The accepted headings of each column; those of types have the values of that type. */
const headings = {
  apartment: meterHeadings.apartment,
  serialNumber: meterHeadings.serialNumber,
  type: meterHeadings.type,
  value: `value reading newreading currentreading currentvalue
    näit näidud uusnäit lõppnäit jooksevnäit
    rādījums rādījumi jaunaisrādījums
    rodmuo rodmenys naujasrodmuo
    показание показания новоепоказание`,
  readOn: `date day readon readat readingdate
    kuupäev näidukuupäev päev
    datums rādījumadatums
    data rodmensdata
    дата датапоказания`,
  ...typeNames,
} as const satisfies Record<TableColumn<'readings'>, string>;
type ReadingColumn = TableColumn<'readings'>;
const readingTable: TableKind<ReadingColumn> = {
  columnOf: wordsOf<ReadingColumn>(headings),
  order: ['apartment', 'type', 'value', 'readOn'],
  needed: [
    ['apartment', 'serialNumber'],
    ['value', ...meterTypes],
  ],
};

/** A parsed table; rows with problems are left out of `readings`. */
export type ReadingTable = {
  readonly table: ImportTable<ReadingColumn>;
  readonly readings: readonly ReadingTableRow[];
  readonly problems: readonly FileProblem[];
};

/** Parses a table of readings: slow, and outside a transaction. Problems are returned, not thrown. */
export async function readReadingTable(file: TableFile, choice?: ColumnChoice): Promise<ReadingTable> {
  const table = await readImportTable(file, readingTable, choice);
  const { columns, rows } = table;
  const problems = [...table.problems, ...findRowsBeyond(rows, maxReadingRows, 'rows')];
  if (problems.length > 0) return { table, readings: [], problems };
  const order = detectSlashOrder(rows.map(({ cells }) => cells[columns.get('readOn') ?? -1] ?? ''));
  const parsed = rows.map((row) => parseRow(row, columns, order));
  return {
    table,
    readings: parsed.flatMap(({ readings }) => readings),
    problems: parsed.flatMap(({ flaws }) => flaws),
  };
}

/** An empty cell of a value is no reading. */
function parseRow(
  row: TableRow,
  columns: Columns<ReadingColumn>,
  order: SlashOrder,
): { readonly readings: readonly ReadingTableRow[]; readonly flaws: readonly FileProblem[] } {
  const { line } = row;
  const { read, problems } = makeRowReader(row, columns);
  const shared = {
    line,
    apartment: read('apartment', maxLengthReader(50)),
    serialNumber: read('serialNumber', maxLengthReader(50)),
    readOn: read('readOn', (text) => readDay(text, order)),
  };
  const type = read('type', (text) => readWord(foldText(text), typeWords, text));
  const values = [
    { column: 'value' as const, type },
    ...meterTypes.map((meterType) => ({ column: meterType, type: meterType })),
  ];
  const readings = values.flatMap((item) => {
    const value = read(item.column, readNumber);
    return value === undefined ? [] : [{ ...shared, ...item, value }];
  });
  return problems.length > 0 ? { readings: [], flaws: problems } : { readings, flaws: [] };
}
