// Layout of CSV exports: where the headings stand, which column means what, and what the lines above them say of the account.
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { FormatHabits } from './amounts-and-days.ts';
import {
  type CsvColumns,
  type CsvField,
  headingStems,
  headings,
  headlessExports,
  inAccountCurrency,
  unrelatedHeadings,
} from './csv-columns.ts';
import { directionOf, foldText } from './csv-labels.ts';
import {
  type AmountColumns,
  bare,
  type Currencies,
  currenciesNamed,
  longestHeading,
  looseName,
} from './heading-currency.ts';
import { tidyText } from './statement-entry.ts';

/** How a file's rows are to be read: its separator, where its headings end, and which column means what. */
export type CsvLayout = {
  readonly separator: string;
  /** Whether quotes stand around columns; in files separated by tabs they may be part of a name. */
  readonly quoted: boolean;
  /** Lines before the first row. */
  readonly skip: number;
  /** Columns that have headings; what a row has beyond them is empty. */
  readonly width: number;
  readonly columns: CsvColumns;
  /** All columns of text where there are several; otherwise empty. */
  readonly texts: readonly number[];
  /** The headings as they stand there: banks repeat them on further pages. */
  readonly headings: readonly string[];
  /** The account that is named above the headings, when one alone is; and the currency in the headings, or else above. */
  readonly account: string;
  readonly currency: string;
  /** The columns of each currency, where the file has amounts in several. */
  readonly choices?: readonly AmountColumns[];
  readonly habits: FormatHabits;
  /** Where no amount has a sign and no column is known to say which way money went: the other columns, in which a row may say so all the same. */
  readonly unsaid?: readonly number[] | undefined;
  /** By which profile the file is known, for people; absent where its columns were guessed by their headings. */
  readonly profile?: string;
  /** Rows without an amount go on with the one before them, whose id they have. */
  readonly rowsGoOn?: boolean;
  /** The own account that stands in the first rows, when one alone does and the file does not say which account it is of. */
  readonly ownAccount?: string;
  /** Below the rows stands a small table of balances, two columns wide. */
  readonly summaryBelow?: boolean;
  /** A row without a day is not booked yet. */
  readonly undatedIsPending?: boolean;
};

const separators = [';', ',', '\t', '|'];
const headingLines = 40;
const sampleLines = 100;
/** A line with more columns is none of headings. */
const maxHeadings = 250;

/** One of a file's first lines, split at one of the separators. */
export type HeadRow = { readonly line: number; readonly separator: string; readonly row: readonly string[] };
/** The first lines of a file, and each line that may hold its headings, split in each way. */
export type CsvHead = {
  readonly lines: readonly string[];
  readonly rows: readonly HeadRow[];
  linesAbove(cells: HeadRow): readonly string[];
};

/** The lines at the beginning of a file. */
export function parseHead(head: string): CsvHead {
  const lines = head
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/, headingLines + sampleLines + 1)
    .slice(0, headingLines + sampleLines)
    .map(withoutOuterQuotes);
  const rows = lines
    .slice(0, headingLines)
    .flatMap((text, line) => separators.map((separator) => ({ line, separator, row: splitCells(text, separator) })))
    .filter(({ row }) => row.length <= maxHeadings);
  return { lines, rows, linesAbove: ({ line }) => lines.slice(0, line) };
}

/** The layout that the beginning of a file shows by its headings; undefined when none can be told from them. */
export function detectLayout(head: string): CsvLayout | undefined {
  const heads = parseHead(head);
  for (const row of heads.rows) {
    const found = columnsIn(row.row, splitCells(heads.lines[row.line + 1] ?? '', row.separator));
    if (found === undefined) continue;
    const above = heads.linesAbove(row);
    const account = found.columns.account === undefined ? accountAbove(above) : '';
    const columns = addOtherParty(found.columns, row.row, account);
    const named = currenciesNamed(row.row, columns, above);
    return { ...completeLayout(row, { ...found, ...named, columns, texts: [] }, heads), account };
  }
  return detectHeadlessLayout(heads.lines[0] ?? '');
}

/** The layout of a file whose headings and columns are known, with what its own rows say of the direction of its amounts. */
export function completeLayout(
  { row, separator, line }: HeadRow,
  found: Pick<CsvLayout, 'columns' | 'texts' | 'habits'> & Currencies,
  { lines }: CsvHead,
): CsvLayout {
  const last = row.findLastIndex((cell) => cell !== '');
  const width = Math.max(last, ...found.texts, ...Object.values(found.columns)) + 1;
  const rows = lines.slice(line + 1).map((text) => splitCells(text, separator));
  const quoted = separator !== '\t' || (lines[line] ?? '').includes('"');
  const directed = addDirection(found.columns, row, rows);
  return { separator, quoted, skip: line + 1, width, headings: row, account: '', ...found, ...directed };
}

/** A column that is only called IBAN is the other's where one's own is named elsewhere; otherwise it could be either. */
function addOtherParty(columns: CsvColumns, row: readonly string[], account: string): CsvColumns {
  const place = row.findIndex((cell) => bare(cell) === 'iban');
  const known = columns.account !== undefined || account !== '';
  return known && place !== -1 && columns.iban === undefined ? { ...columns, iban: place } : columns;
}

/** Where amounts have no signs, a column of nothing but debits and credits says which they are, whatever its heading. */
function addDirection(
  columns: CsvColumns,
  row: readonly string[],
  below: readonly (readonly string[])[],
): Pick<CsvLayout, 'columns' | 'unsaid'> {
  const { amount, direction, debit, credit } = columns;
  if (amount === undefined || [direction, debit, credit].some((place) => place !== undefined)) return { columns };
  const rows = below.filter((item) => item.length >= row.length - 1);
  if (rows.some((row) => /^[-\u2212\u2013(]|[-\u2212\u2013]$/.test((row[amount] ?? '').trim()))) return { columns };
  const taken = Object.values(columns);
  const unsaid = [...row.keys()].filter((place) => !taken.includes(place));
  const places = unsaid.filter((place) => {
    const said = rows.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '');
    const says = said.some((cell) => cell !== '-'); // Which also stands for nothing.
    return says && said.every((cell) => directionOf(cell.slice(0, 40)));
  });
  return places.length === 1 ? { columns: { ...columns, direction: places[0] ?? 0 } } : { columns, unsaid };
}

function detectHeadlessLayout(first: string): CsvLayout | undefined {
  for (const { separator, first: pattern, columns } of headlessExports) {
    const row = splitCells(first, separator);
    if (pattern.every((item, place) => item === null || item.test((row[place] ?? '').trim()))) {
      const known = { headings: [], texts: [], account: '', currency: '', habits: { monthFirst: false } };
      return { separator, quoted: true, skip: 0, width: Math.max(row.length, pattern.length), columns, ...known };
    }
  }
  return undefined;
}

/** The rows at the beginning of a file, below its headings. */
export function firstRows(head: string, { separator, skip }: Pick<CsvLayout, 'separator' | 'skip'>): string[][] {
  return parseHead(head)
    .lines.slice(skip)
    .map((line) => splitCells(line, separator));
}

/** The headings of a file whose layout is not known, to be told. */
export function describeHeadings(head: string): string {
  const line = head.split(/\r\n|\n|\r/, 3).find((line) => line.trim() !== '') ?? '';
  return tidyText(line).slice(0, 300);
}

/** Which column means what; undefined when the row does not name at least a date, an amount and a text. `next` is the row below. */
function columnsIn(row: readonly string[], next: readonly string[]): Pick<CsvLayout, 'columns' | 'habits'> | undefined {
  const find = makeColumnFinder(row);
  const columns: Partial<Record<CsvField, number>> = { ...knownColumns(row) };
  const { date, amount, debit, credit, account } = columns;
  const words = [columns.text, columns.name, columns.payer, columns.payee, columns.reference].find(
    (item) => item !== undefined,
  );
  const money = amount ?? credit ?? debit;
  if (date === undefined || words === undefined || money === undefined) return undefined;
  setCurrency(columns, find, next);
  // SEB names the other's account and then one's own alike.
  const accounts = account === undefined ? [] : find(namesOf([row[account] ?? '']));
  if (accounts.length > 1) {
    columns.iban ??= accounts[0] ?? 0;
    columns.account = accounts.at(-1) ?? 0;
  }
  // Swedbank in Lithuania leaves the heading of its row types empty, beside the account.
  if (columns.rowType === undefined && account === 0 && row[1]?.trim() === '') columns.rowType = 1;
  // Older statements of German cooperative banks have S or H in a last column that is called by a blank.
  if (columns.direction === undefined && row.at(-1) === ' ') columns.direction = row.length - 1;
  const monthFirst = /date/i.test(row[date] ?? '') ? undefined : false;
  return { columns, habits: { monthFirst } };
}

/** What the headings say by themselves, whether they name all that is needed or not. */
export function knownColumns(row: readonly string[]): CsvColumns {
  const find = makeColumnFinder(row);
  const columns: Partial<Record<CsvField, number>> = {};
  for (const { field, names } of knownHeadings) {
    const [place] = find(names);
    if (place !== undefined) columns[field] = place;
  }
  nameRemainingColumns(columns, row);
  return columns;
}

/** Finds a date, an amount or a text in words that nobody listed, beside at least one that somebody did. */
function nameRemainingColumns(columns: Partial<Record<CsvField, number>>, row: readonly string[]): void {
  const { amount, debit, credit, text } = columns;
  const has = { date: columns.date, amount: amount ?? credit ?? debit, text };
  if (Object.values(has).every((place) => place === undefined)) return;
  const taken = Object.values(columns);
  for (const field of ['date', 'amount', 'text'] as const) {
    const places = [...row.keys()].filter((place) => {
      const words = foldText((row[place] ?? '').slice(0, longestHeading));
      return !taken.includes(place) && headingStems[field].test(words) && !unrelatedHeadings.test(words);
    });
    if (has[field] === undefined && places.length === 1) columns[field] = places[0] ?? 0;
  }
}

/** Of several currencies the one beside the amount counts. What is named Valuta is a day in German and a currency elsewhere: its first cell tells. */
function setCurrency(columns: Partial<Record<CsvField, number>>, find: ColumnFinder, next: readonly string[]): void {
  const { amount = -1 } = columns;
  const places = find(find(inAccounts.amount).includes(amount) ? inAccounts.currency : ofCurrency);
  const place = places.find((place) => place === amount + 1) ?? places[0];
  delete columns.currency;
  if (place !== undefined && !/\d/.test(next[place] ?? '')) columns.currency = place;
}

/** The name of a heading as it is compared: by its letters and digits, and also without marks on letters. */
type HeadingName = { readonly exact: string; readonly loose: string };
type ColumnFinder = (names: readonly HeadingName[]) => number[];

const knownHeadings = Object.entries(headings).map(([field, names]) => ({
  field: field as CsvField,
  names: namesOf(names),
}));
const ofCurrency = namesOf(headings.currency);
const inAccounts = { amount: namesOf(inAccountCurrency.amount), currency: namesOf(inAccountCurrency.currency) };

function namesOf(names: readonly string[]): HeadingName[] {
  const all = names.map((name) => ({ exact: bare(name), loose: foldText(bare(name)) }));
  return all.filter(({ exact }) => exact !== '');
}

/** Finds columns by their headings, the preferred name first: as it stands there, or else without what is in brackets, a currency, and marks on letters. */
function makeColumnFinder(row: readonly string[]): ColumnFinder {
  const exact = Map.groupBy(row.keys(), (place) => bare(row[place] ?? '').slice(0, longestHeading));
  const loose = Map.groupBy(row.keys(), (place) => looseName(row[place] ?? ''));
  return (names) => {
    for (const name of names) {
      const places = exact.get(name.exact) ?? loose.get(name.loose);
      if (places !== undefined) return places;
    }
    return [];
  };
}

/** The account that the lines above the headings name, when one alone is. */
export function accountAbove(lines: readonly string[]): string {
  const pieces = lines.flatMap((line) => line.slice(0, 1000).split(/[;,\t|"'():/]/));
  const found = pieces.flatMap((piece) => [normaliseIban(piece), ...piece.split(' ').map(normaliseIban)]);
  const ibans = new Set(found.filter((iban) => iban !== undefined));
  return ibans.size === 1 ? ([...ibans][0] ?? '') : '';
}

/** A line that is quoted as a whole, as spreadsheets do with a line that they took for one cell, without these quotes; any other as it is. */
function withoutOuterQuotes(line: string): string {
  const end = line.startsWith('"') ? endOfQuoted(line, 0) : -1;
  if (end === -1 || !/^[;,\t]*$/.test(line.slice(end))) return line;
  const inner = unquoted(line.slice(0, end));
  return separators.some((separator) => inner.includes(separator)) ? inner : line;
}

/** The columns of a row that stand quoted as a whole in its first cell; the row as it is when they do not. */
export function columnsInQuotes(
  row: readonly string[],
  { separator, width }: Pick<CsvLayout, 'separator' | 'width'>,
): readonly string[] {
  const [first = '', ...others] = row;
  if (width === 1 || !first.includes(separator) || others.some((cell) => cell !== '')) return row;
  const inner = splitCells(first, separator);
  return inner.length > row.length ? inner : row;
}

/** The cells of one line. Good enough for headings; rows are split by the parser. */
function splitCells(line: string, separator: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= line.length && found.length <= maxHeadings; ) {
    const quote = line[at] === '"' ? endOfQuoted(line, at) : -1;
    const quoted = quote !== -1 && (quote === line.length || line[quote] === separator);
    const next = quoted ? quote : line.indexOf(separator, at);
    const cell = line.slice(at, next === -1 ? line.length : next);
    // A separator at the end of the line has no further cell behind it.
    if (cell !== '' || found.length === 0 || next !== -1) found.push(quoted ? unquoted(cell) : cell);
    at = next === -1 ? line.length + 1 : next + 1;
  }
  return found;
}

/** The place behind the quote that ends a cell; -1 where none does. Two quotes are one that belongs to the text. */
function endOfQuoted(line: string, at: number): number {
  for (let place = line.indexOf('"', at + 1); place !== -1; place = line.indexOf('"', place + 2))
    if (line[place + 1] !== '"') return place + 1;
  return -1;
}

function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"');
}
