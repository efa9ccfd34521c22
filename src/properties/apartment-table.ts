// Apartments as rows of a table, pasted or from a file: headings in English, Estonian, Latvian, Lithuanian and Russian,
// or no heading and the columns in the default order.
import { type ColumnChoice, parseImportTable, type TableFile, type TableKind } from '../platform/files/import-table.ts';
import {
  type CellReader,
  integerReader,
  maxLengthReader,
  quoteForMessage,
  readNumber,
  wordsOf,
} from '../platform/files/table-cells.ts';
import { type TableColumn, tableColumns } from '../platform/values/column-meanings.ts';
import { type DecimalRange, decimalRanges } from '../platform/values/decimal.ts';
import type { ApartmentMeasures } from './model.ts';

/** The maximum number of apartments in a table. */
export const maxApartmentRows = 2_000;

/** One row; an empty cell has no value. */
export type ApartmentTableRow = { readonly line: number; readonly number: string } & {
  readonly [Measure in keyof ApartmentMeasures]: number | undefined;
};

/** The names of a column of apartments. */
export const apartmentHeadings = `apartment apartmentnumber apartmentno apartmentnr apt aptno flat flatnumber flatno unit unitnumber
  korter korterinumber korterinr korternr krt krtnr
  dzivoklis dzivoklanumurs dzivoklanr dzivnr dziv
  butas butonumeris butonr
  квартира номерквартиры квартираномер квартираno кв номеркв`;

/** The accepted headings of each column. */
const headings = {
  number: `${apartmentHeadings} number no nr numbrid number numurs numeris номер`,
  floor: 'floor storey korrus stāvs aukštas этаж',
  area: `area totalarea floorarea m2 sqm
    pind üldpind pindala üldpindala korteripind eluruumipind ruutmeetrid ruutmeetreid
    platība kopplatība dzīvokļaplatība kopējāplatība
    plotas bendrasplotas butoplotas naudingasplotas
    площадь общаяплощадь площадьквартиры`,
  heatedArea: `heatedarea heated
    köetavpind köetavpindala küttepind
    apkurināmāplatība apkuresplatība
    šildomasplotas šildomas
    отапливаемаяплощадь`,
  shares: `share shares ownershipshare
    osa osad mõttelineosa mõttelisedosad kaasomand kaasomandiosa kaasomandiosad
    daļa daļas domājamādaļa domājamāsdaļas
    dalis dalys nuosavybėsdalis
    доля доли`,
  residentCount: `residents residentcount numberofresidents people persons occupants
    elanikud elanikke elanikearv inimesi inimestearv
    iedzīvotāji iedzīvotājuskaits cilvēki cilvēkuskaits
    gyventojai gyventojųskaičius žmonės
    жильцы жильцов жители количествожильцов числожильцов`,
} as const satisfies Record<TableColumn<'apartments'>, string>;
type ApartmentColumn = TableColumn<'apartments'>;

const apartmentTable: TableKind<ApartmentColumn, ApartmentTableRow> = {
  columnOf: wordsOf<ApartmentColumn>(headings),
  order: tableColumns.apartments,
  needed: [['number']],
  days: [],
  limit: { rows: maxApartmentRows, of: 'apartments' },
  parseRow: ({ line, read }) => {
    const number = read('number', maxLengthReader(50), 'The apartment number is missing.') ?? '';
    const measures = {
      floor: read('floor', integerReader(decimalRanges.floor)),
      area: read('area', figureReader(decimalRanges.area)),
      heatedArea: read('heatedArea', figureReader(decimalRanges.heatedArea)),
      shares: read('shares', readShare),
      residentCount: read('residentCount', integerReader(decimalRanges.residentCount)),
    };
    return [{ line, number, ...measures }];
  },
};

/** Parses a table of apartments. */
export const readApartmentTable = (file: TableFile, choice?: ColumnChoice) =>
  parseImportTable(file, apartmentTable, choice);

/** Accepts a number up to the bound of a range, with at most its decimals. */
function figureReader({ max, decimals }: DecimalRange): CellReader<number> {
  return (text) => {
    const result = readNumber(text);
    if (!('value' in result)) return result;
    if (result.value > max)
      return { code: 'out_of_range', message: `${quoteForMessage(text)} is more than ${max}.`, least: 0, most: max };
    if (Number(result.value.toFixed(decimals)) !== result.value)
      return {
        code: 'too_many_decimals',
        message: `${quoteForMessage(text)} has more than ${decimals} decimals.`,
        most: decimals,
      };
    return result;
  };
}

/** A part of the whole: a number, or the upper figure of a fraction such as 543/10000. */
const readShare: CellReader<number> = (text) =>
  figureReader(decimalRanges.shares)(/^(\d+)\s*\/\s*\d+$/.exec(text)?.[1] ?? text);
