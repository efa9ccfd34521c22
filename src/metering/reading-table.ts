// Readings as rows of a table, pasted or from a file: one reading a row, or one row for an apartment with a column for
// each type of meter.
import { type ColumnChoice, parseImportTable, type TableFile, type TableKind } from '../platform/files/import-table.ts';
import { foldText, maxLengthReader, readNumber, readWord, wordsOf } from '../platform/files/table-cells.ts';
import { meterTypes } from '../platform/values/bases.ts';
import type { TableColumn } from '../platform/values/column-meanings.ts';
import type { Day } from '../platform/values/dates.ts';
import type { MeterType } from '../properties/model.ts';
import { dayHeadings, meterHeadings, typeNames, typeWords } from './meter-table.ts';

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
  readOn: dayHeadings,
  ...typeNames,
} as const satisfies Record<TableColumn<'readings'>, string>;
type ReadingColumn = TableColumn<'readings'>;

const readingTable: TableKind<ReadingColumn, ReadingTableRow> = {
  columnOf: wordsOf<ReadingColumn>(headings),
  order: ['apartment', 'type', 'value', 'readOn'],
  needed: [
    ['apartment', 'serialNumber'],
    ['value', ...meterTypes],
  ],
  days: ['readOn'],
  limit: { rows: maxReadingRows, of: 'rows' },
  parseRow: ({ line, read, day }) => {
    const shared = {
      line,
      apartment: read('apartment', maxLengthReader(50)),
      serialNumber: read('serialNumber', maxLengthReader(50)),
      readOn: read('readOn', day),
    };
    const type = read('type', (text) => readWord(foldText(text), typeWords, text));
    const values = [
      { column: 'value' as const, type },
      ...meterTypes.map((meterType) => ({ column: meterType, type: meterType })),
    ];
    // An empty cell of a value is no reading.
    return values.flatMap((item) => {
      const value = read(item.column, readNumber);
      return value === undefined ? [] : [{ ...shared, ...item, value }];
    });
  },
};

/** Parses a table of readings. */
export const readReadingTable = (file: TableFile, choice?: ColumnChoice) =>
  parseImportTable(file, readingTable, choice);
