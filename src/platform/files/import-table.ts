// Tables that people import: pasted rows, CSV or the first sheet of an xlsx file. Which column is which follows from
// its heading, from the usual order, or from what a person chose.
import type { Readable } from 'node:stream';
import { Invalid, queryProblem } from '../errors.ts';
import { mapInSteps, runInTurns, type Steps } from '../processes/steps.ts';
import type { Day } from '../values/dates.ts';
import { type CsvTable, costOfRow, type FileProblem, readTable, type TableRow } from './csv.ts';
import { convertSpreadsheet } from './spreadsheet.ts';
import {
  type CellReader,
  detectSlashOrder,
  foldText,
  quoteForMessage,
  readDay,
  type SlashOrder,
} from './table-cells.ts';

/** The columns that a kind of table can have, and what a row of it is. */
export type TableKind<C extends string, R = unknown> = {
  /** The column of each known heading, folded. */
  readonly columnOf: ReadonlyMap<string, C>;
  /** The columns of a table without headings; none where it needs them. */
  readonly order: readonly C[];
  /** Of each list a table needs one; the first names what is missing. */
  readonly needed: readonly (readonly C[])[];
  /** The columns with days. */
  readonly days: readonly C[];
  /** How many rows a table has at most, and what they are. */
  readonly limit?: { readonly rows: number; readonly of: string };
  /** What a row says; nothing counts if it has problems. */
  readonly parseRow: (row: RowReader<C>) => readonly R[];
};

/**
 * What a person said about the columns: what each means, by its place and empty where it is not used, and whether the
 * first row has headings.
 */
export type ColumnChoice = { readonly columns?: string | undefined; readonly headings?: boolean | undefined };

/** The index of each column that a table has. */
type Columns<C extends string> = ReadonlyMap<C, number>;

/** A column as a person sees it. */
export type SeenColumn<C extends string = string> = {
  readonly heading: string;
  readonly means: C | null;
  readonly examples: readonly string[];
};

/** A table whose columns are known. With problems there are no rows. */
export type ImportTable<C extends string> = Pick<CsvTable, 'encoding' | 'delimiter' | 'rows' | 'problems'> & {
  readonly hasHeadings: boolean;
  readonly columns: Columns<C>;
  readonly seen: readonly SeenColumn<C>[];
  readonly ignoredColumns: readonly string[];
};

/** A parsed table; rows with problems are left out of `rows`. */
export type ParsedTable<C extends string, R> = {
  readonly table: ImportTable<C>;
  readonly rows: readonly R[];
  readonly problems: readonly FileProblem[];
};

/** A received file. */
export type TableFile = { readonly size: number; whole(): Promise<Buffer>; stream(): Readable };

const maxExamples = 3;
const maxExampleLength = 60;

/**
 * Parses a file: slow, and outside a transaction. Problems are returned. Throws Invalid for a choice that names no
 * column, or a damaged spreadsheet.
 */
export async function parseImportTable<C extends string, R>(
  file: TableFile,
  kind: TableKind<C, R>,
  choice?: ColumnChoice,
): Promise<ParsedTable<C, R>> {
  const table = await readImportTable(file, kind, choice);
  const tooMany = findRowsBeyond(table.rows, kind.limit);
  const { rows, problems } =
    tooMany.length > 0 ? { rows: [], problems: tooMany } : await runInTurns(parseRows(table, kind));
  return { table, rows, problems: [...table.problems, ...problems] };
}

/** What reading the cells of a row costs of the budget of a turn, beside splitting them. */
const costOfReading = 30;

/** Parses the rows of a table, in steps. */
export function* parseRows<C extends string, R>(
  { columns, rows }: Pick<ImportTable<C>, 'columns' | 'rows'>,
  { days, parseRow }: Pick<TableKind<C, R>, 'days' | 'parseRow'>,
): Steps<{ readonly rows: readonly R[]; readonly problems: readonly FileProblem[] }> {
  const order = detectSlashOrder(
    days.flatMap((column) => rows.map(({ cells }) => cells[columns.get(column) ?? -1] ?? '')),
  );
  const costOf = (row: TableRow) => costOfReading + 10 * costOfRow(row);
  const parsed = yield* mapInSteps(rows, costOf, (row) => {
    const reader = makeRowReader(row, columns, order);
    const results = parseRow(reader);
    return { results: reader.problems.length > 0 ? [] : results, problems: reader.problems };
  });
  return {
    rows: parsed.flatMap(({ results }) => results),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

async function readImportTable<C extends string>(
  file: TableFile,
  kind: TableKind<C>,
  choice: ColumnChoice = {},
): Promise<ImportTable<C>> {
  const { columnOf, order } = kind;
  // A row with a figure is one of data, although its words may be those of headings.
  const headingsIn = (cells: readonly string[]) =>
    cells.some(isFigure) ? 0 : cells.filter((cell) => columnForHeading(cell, columnOf) !== undefined).length;
  const isData = (cells: readonly string[]) =>
    headingsIn(cells) === 0 && order.length > 0 && cells.some((cell) => /\d/.test(cell));
  const { bytes, isSpreadsheet } = await bytesOf(file);
  const table = await readTable(bytes, {
    findHeader: (rows) => (choice.headings === false ? 0 : findHeader(rows, headingsIn)),
    minWidth: (cells) => (isData(cells) ? order.length : 0),
    ...(isSpreadsheet && { delimiter: ';' }),
  });
  const { encoding, delimiter, header, rows } = table;
  const hasHeadings = choice.headings ?? !isData(header.cells);
  const data = hasHeadings ? rows : [header, ...rows].filter(({ cells }) => cells.length > 0);
  const found = findColumns(header, kind, hasHeadings, choice.columns);
  const seen = seenColumns(header, data, found.columns, hasHeadings);
  const isEmpty = table.problems.length > 0 && header.cells.length === 0;
  const problems = isEmpty ? table.problems : [...table.problems, ...found.problems];
  return {
    ...{ encoding, delimiter, hasHeadings, seen, problems },
    columns: found.columns,
    rows: found.problems.length > 0 ? [] : data,
    ignoredColumns: seen.flatMap(({ heading, means }, index) =>
      means === null ? [heading || `column ${index + 1}`] : [],
    ),
  };
}

/**
 * The row with the most headings: the first, or one below titles, which have fewer cells. What has as many cells is a
 * row of data, and so is the one below it: it may have a word that is a heading.
 */
function findHeader(rows: readonly (readonly string[])[], headingsIn: (cells: readonly string[]) => number): number {
  const headings = rows.map(headingsIn);
  const most = headings.reduce((best, count, at, all) => (count > (all[best] ?? 0) ? at : best), 0);
  const widthOf = (cells: readonly string[] = []) => cells.filter((cell) => cell.trim() !== '').length;
  const isBelowTitles = rows.slice(0, most).every((cells) => widthOf(cells) < widthOf(rows[most]));
  return isBelowTitles || (headings[most] ?? 0) > 1 ? most : 0;
}

/** Whether a cell is a number or a day. */
function isFigure(cell: string): boolean {
  return /^[\d\s.,:/-]{1,20}$/.test(cell) && /\d/.test(cell);
}

async function bytesOf(file: TableFile): Promise<{ readonly bytes: Buffer; readonly isSpreadsheet: boolean }> {
  const { source, spreadsheet } = await convertSpreadsheet(file);
  if (spreadsheet === undefined) return { bytes: await file.whole(), isSpreadsheet: false };
  const parts: Buffer[] = [];
  for await (const part of source()) parts.push(part);
  return { bytes: Buffer.concat(parts), isSpreadsheet: true };
}

/** The column of a heading, also with a unit after its name, such as “Üldpind m²”. */
export function columnForHeading<C extends string>(heading: string, columnOf: ReadonlyMap<string, C>): C | undefined {
  const folded = foldText(heading);
  return columnOf.get(folded) ?? columnOf.get(folded.replace(/(m2|m3|м2|м3|kwh|mwh)$/, ''));
}

type FoundColumns<C extends string> = { readonly columns: Columns<C>; readonly problems: readonly FileProblem[] };

function findColumns<C extends string>(
  header: TableRow,
  kind: TableKind<C>,
  hasHeadings: boolean,
  chosen: string | undefined,
): FoundColumns<C> {
  const names = new Set(kind.columnOf.values());
  const meanings =
    chosen !== undefined
      ? parseChoice(chosen, names)
      : hasHeadings
        ? header.cells.map((cell) => columnForHeading(cell, kind.columnOf))
        : kind.order;
  const { line } = header;
  const columns = new Map<C, number>();
  const problems: FileProblem[] = [];
  for (const [index, column] of meanings.entries()) {
    if (column === undefined) continue;
    const earlier = columns.get(column);
    if (earlier === undefined) columns.set(column, index);
    else {
      const titles = [earlier, index].map((at) => quoteForMessage(header.cells[at] ?? ''));
      const message = `The columns ${titles.join(' and ')} say the same. Choose the one that counts.`;
      problems.push({ line, column, code: 'repeated_column', message });
    }
  }
  const headings = header.cells.slice(0, 20).map(quoteForMessage).join(', ') || 'nothing';
  for (const choices of kind.needed) {
    const [column] = choices;
    if (column === undefined || choices.some((name) => columns.has(name))) continue;
    const message = `The table needs a column for the ${choices.join(' or ')}; its first line has ${headings}.`;
    problems.push({ line, column, code: 'missing_column', message });
  }
  return { columns, problems };
}

function parseChoice<C extends string>(chosen: string, names: ReadonlySet<C>): readonly (C | undefined)[] {
  return chosen.split(',').map((text) => {
    if (text === '') return undefined;
    const column = [...names].find((name) => name === text);
    if (column === undefined) {
      const message = `columns has names of columns, or nothing, between commas. The names are: ${[...names].join(', ')}.`;
      throw new Invalid([queryProblem('columns', 'not_allowed', message)]);
    }
    return column;
  });
}

function seenColumns<C extends string>(
  header: TableRow,
  rows: readonly TableRow[],
  columns: Columns<C>,
  hasHeadings: boolean,
): SeenColumn<C>[] {
  const meansAt = new Map([...columns].map(([column, index]) => [index, column]));
  const head = rows.slice(0, 20);
  const all = header.cells.map((title, index) => ({
    heading: hasHeadings ? onOneLine(title) : '',
    means: meansAt.get(index) ?? null,
    examples: head
      .map(({ cells }) => onOneLine(cells[index] ?? ''))
      .filter((cell) => cell !== '')
      .slice(0, maxExamples)
      .map((cell) => cell.slice(0, maxExampleLength).toWellFormed()),
  }));
  // Empty columns at the end are no columns of the table.
  return all.slice(0, all.findLastIndex((item) => item.heading || item.means || item.examples.length > 0) + 1);
}

/** Why a table with more rows than its limit is not read. */
function findRowsBeyond(rows: readonly TableRow[], limit: TableKind<string>['limit']): FileProblem[] {
  const beyond = rows[limit?.rows ?? rows.length];
  if (limit === undefined || beyond === undefined) return [];
  const message = `A table has at most ${limit.rows} ${limit.of}. Split it.`;
  return [{ line: beyond.line, code: 'too_many_rows', message }];
}

/**
 * Reads the cells of one row; what is wrong with them is collected in `problems`. An empty or missing cell has no
 * value. `day` reads a day as the table writes them. `has`: whether the table has the column.
 */
type RowReader<C extends string> = {
  readonly line: number;
  readonly has: (column: C) => boolean;
  readonly textOf: (column: C) => string;
  readonly read: <T>(column: C, reader: CellReader<T>, whenEmpty?: string) => T | undefined;
  readonly day: CellReader<Day>;
  readonly problems: FileProblem[];
};

function makeRowReader<C extends string>(
  { line, cells }: TableRow,
  columns: Columns<C>,
  order: SlashOrder,
): RowReader<C> {
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
  return { line, has: (column) => columns.has(column), textOf, read, day: (text) => readDay(text, order), problems };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The values of a row without those of empty cells. */
export function withoutEmptyCells<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
