// Detects the layout of CSV exports: the row of headings, the meaning of each column, and the account named above the
// headings.
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { StatementNumberFormat } from './amounts-and-days.ts';
import {
  type CsvColumns,
  type CsvField,
  headingStems,
  headings,
  headlessExports,
  inAccountCurrency,
  unrelatedHeadings,
} from './csv-columns.ts';
import { type DirectionColumns, findDirection } from './csv-direction.ts';
import { type Direction, foldText } from './csv-labels.ts';
import {
  type AmountColumns,
  bare,
  type Currencies,
  currenciesNamed,
  looseName,
  maxHeadingLength,
} from './heading-currency.ts';
import { tidyText } from './statement-entry.ts';

/** The layout of a file: its separator, the end of its headings, and the meaning of its columns. */
export type CsvLayout = DirectionColumns & {
  readonly separator: string;
  /** Whether columns may be quoted; in files separated by tabs a quote may be part of a name. */
  readonly quoted: boolean;
  /** Lines before the first row. */
  readonly skip: number;
  /** The number of columns with headings; cells beyond it are empty. */
  readonly width: number;
  /** All columns of text, if there are several; otherwise empty. */
  readonly texts: readonly number[];
  /** The headings as written: banks repeat them on further pages. */
  readonly headings: readonly string[];
  /**
   * The account above the headings, if exactly one is named; and the currency named in the headings, or else above
   * them.
   */
  readonly account: string;
  readonly currency: string;
  /** The columns of each currency, if the file has amounts in several. */
  readonly choices?: readonly AmountColumns[];
  readonly habits: StatementNumberFormat;
  /** Words for received and paid out that a person named, folded. They come before those that are known. */
  readonly directionWords?: ReadonlyMap<string, Direction> | undefined;
  /** The profile of the file, for people; absent where the columns were detected by their headings. */
  readonly profile?: string;
  /** Rows without an amount continue the previous row, whose id they repeat. */
  readonly rowsGoOn?: boolean;
  /** The organization's account in the first rows, if exactly one is there and the file does not name its account. */
  readonly ownAccount?: string;
  /** A table of balances, two columns wide, follows the rows. */
  readonly summaryBelow?: boolean;
  /** A row without a day is not booked yet. */
  readonly undatedIsPending?: boolean;
};

const separators = [';', ',', '\t', '|'];
const headingLines = 40;
const sampleLines = 100;
/** A line with more columns is not a row of headings. */
const maxHeadings = 250;

/** One of the first lines of a file, split at one of the separators. */
export type HeadingRow = { readonly line: number; readonly separator: string; readonly row: readonly string[] };
/** The first lines of a file, and each line that may be its headings, split at each separator. */
export type CsvHead = {
  readonly lines: readonly string[];
  readonly rows: readonly HeadingRow[];
  linesAbove(cells: HeadingRow): readonly string[];
};

/** Splits the beginning of a file into lines and cells. */
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

/** Detects the layout from the headings at the beginning of a file; undefined when they are not recognised. */
export function detectLayout(head: string): CsvLayout | undefined {
  const heads = parseHead(head);
  for (const row of heads.rows) {
    const found = columnsIn(row.row, splitCells(heads.lines[row.line + 1] ?? '', row.separator));
    if (found === undefined) continue;
    const above = heads.linesAbove(row);
    const account = found.columns.account === undefined ? accountAbove(above) : '';
    const rows = firstRows(head, { separator: row.separator, skip: row.line + 1 });
    const columns = separateAccounts(addOtherParty(found.columns, row.row, account), row.row, rows);
    const named = currenciesNamed(row.row, columns, above);
    return { ...completeLayout(row, { ...found, ...named, columns, texts: [] }, heads), account };
  }
  return detectHeadlessLayout(heads.lines[0] ?? '');
}

/**
 * Completes a layout whose headings and columns are known: its width, and the direction column as far as the rows show
 * it.
 */
export function completeLayout(
  { row, separator, line }: HeadingRow,
  found: Pick<CsvLayout, 'columns' | 'texts' | 'habits'> & Currencies,
  { lines }: CsvHead,
): CsvLayout {
  const last = row.findLastIndex((cell) => cell !== '');
  const width = Math.max(last, ...found.texts, ...Object.values(found.columns)) + 1;
  const rows = lines.slice(line + 1).map((text) => splitCells(text, separator));
  const quoted = separator !== '\t' || (lines[line] ?? '').includes('"');
  const directed = findDirection(found.columns, row, rows);
  return { separator, quoted, skip: line + 1, width, headings: row, account: '', ...found, ...directed };
}

/** A column under the heading of a name that has only accounts is the account: bunq writes names in another column. */
function separateAccounts(
  columns: CsvColumns,
  row: readonly string[],
  rows: readonly (readonly string[])[],
): CsvColumns {
  const isFree = (at: number) => at === columns.name || !Object.values(columns).includes(at);
  const headingsOf = (accounts: boolean) =>
    row.map((heading, at) => (isFree(at) && hasOnlyAccounts(rows, at) === accounts ? heading : ''));
  const [account] = makeColumnFinder(headingsOf(true))(namesOf(headings.name));
  if (account === undefined) return columns;
  const { name: _, ...others } = columns;
  const [name] = makeColumnFinder(headingsOf(false))(namesOf(headings.name));
  return { iban: account, ...others, ...(name !== undefined && { name }) };
}

function hasOnlyAccounts(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => normaliseIban(cell) !== undefined);
}

/**
 * A column that is only called IBAN is the other party's where the own account is named elsewhere; otherwise it could
 * be either.
 */
function addOtherParty(columns: CsvColumns, row: readonly string[], account: string): CsvColumns {
  const index = row.findIndex((cell) => bare(cell) === 'iban');
  const hasAccount = columns.account !== undefined || account !== '';
  return hasAccount && index !== -1 && columns.iban === undefined ? { ...columns, iban: index } : columns;
}

function detectHeadlessLayout(first: string): CsvLayout | undefined {
  for (const { separator, first: pattern, columns } of headlessExports) {
    const row = splitCells(first, separator);
    if (pattern.every((item, index) => item === null || item.test((row[index] ?? '').trim()))) {
      const defaults = { headings: [], texts: [], account: '', currency: '', habits: { monthFirst: false } };
      return { separator, quoted: true, skip: 0, width: Math.max(row.length, pattern.length), columns, ...defaults };
    }
  }
  return undefined;
}

/** The first rows of a file below its headings. */
export function firstRows(head: string, { separator, skip }: Pick<CsvLayout, 'separator' | 'skip'>): string[][] {
  return parseHead(head)
    .lines.slice(skip)
    .map((line) => splitCells(line, separator));
}

/** The first line of a file with an unknown layout, for the error message. */
export function describeHeadings(head: string): string {
  const line = head.split(/\r\n|\n|\r/, 3).find((line) => line.trim() !== '') ?? '';
  return tidyText(line).slice(0, 300);
}

/**
 * The meanings of the columns; undefined when the row does not name at least a date, an amount and a text. `next` is
 * the row below.
 */
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
  // SEB gives the other party's account and then the own account the same heading.
  const accounts = account === undefined ? [] : find(namesOf([row[account] ?? '']));
  if (accounts.length > 1) {
    columns.iban ??= accounts[0] ?? 0;
    columns.account = accounts.at(-1) ?? 0;
  }
  // Swedbank in Lithuania leaves the heading of the row type empty, beside the account.
  if (columns.rowType === undefined && account === 0 && row[1]?.trim() === '') columns.rowType = 1;
  // Older statements of German cooperative banks have S or H in a last column whose heading is a blank.
  if (columns.direction === undefined && row.at(-1) === ' ') columns.direction = row.length - 1;
  const monthFirst = /date/i.test(row[date] ?? '') ? undefined : false;
  return { columns, habits: { monthFirst } };
}

/** The columns that the headings name, also when required columns are missing. */
export function knownColumns(row: readonly string[]): CsvColumns {
  const find = makeColumnFinder(row);
  const columns: Partial<Record<CsvField, number>> = {};
  for (const { field, names } of knownHeadings) {
    const [index] = find(names);
    if (index !== undefined) columns[field] = index;
  }
  nameRemainingColumns(columns, row);
  return columns;
}

/** Finds a date, an amount or a text under an unlisted heading, if at least one of the three has a listed one. */
function nameRemainingColumns(columns: Partial<Record<CsvField, number>>, row: readonly string[]): void {
  const { amount, debit, credit, text } = columns;
  const has = { date: columns.date, amount: amount ?? credit ?? debit, text };
  if (Object.values(has).every((index) => index === undefined)) return;
  const taken = Object.values(columns);
  for (const field of ['date', 'amount', 'text'] as const) {
    const indexes = [...row.keys()].filter((index) => {
      const words = foldText((row[index] ?? '').slice(0, maxHeadingLength));
      return !taken.includes(index) && headingStems[field].test(words) && !unrelatedHeadings.test(words);
    });
    if (has[field] === undefined && indexes.length === 1) columns[field] = indexes[0] ?? 0;
  }
}

/**
 * Of several currency columns the one beside the amount counts. Valuta is a day in German and a currency elsewhere: its
 * first cell decides.
 */
function setCurrency(columns: Partial<Record<CsvField, number>>, find: ColumnFinder, next: readonly string[]): void {
  const { amount = -1 } = columns;
  const indexes = find(find(inAccounts.amount).includes(amount) ? inAccounts.currency : ofCurrency);
  const index = indexes.find((i) => i === amount + 1) ?? indexes[0];
  delete columns.currency;
  if (index !== undefined && !/\d/.test(next[index] ?? '')) columns.currency = index;
}

/** The comparable forms of a heading: letters and digits only; and also without diacritics. */
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

/**
 * Finds columns by heading, the preferred name first: an exact match, or else one without brackets, currency and
 * diacritics.
 */
function makeColumnFinder(row: readonly string[]): ColumnFinder {
  const exact = Map.groupBy(row.keys(), (index) => bare(row[index] ?? '').slice(0, maxHeadingLength));
  const loose = Map.groupBy(row.keys(), (index) => looseName(row[index] ?? ''));
  return (names) => {
    for (const name of names) {
      const indexes = exact.get(name.exact) ?? loose.get(name.loose);
      if (indexes !== undefined) return indexes;
    }
    return [];
  };
}

/** The IBAN in the lines above the headings; empty unless there is exactly one. */
export function accountAbove(lines: readonly string[]): string {
  const pieces = lines.flatMap((line) => line.slice(0, 1000).split(/[;,\t|"'():/]/));
  const found = pieces.flatMap((piece) => [normaliseIban(piece), ...piece.split(' ').map(normaliseIban)]);
  const ibans = new Set(found.filter((iban) => iban !== undefined));
  return ibans.size === 1 ? ([...ibans][0] ?? '') : '';
}

/**
 * Removes the quotes around a whole line, which spreadsheets add when they take a line for one cell; any other line is
 * unchanged.
 */
function withoutOuterQuotes(line: string): string {
  const end = line.startsWith('"') ? endOfQuoted(line, 0) : -1;
  if (end === -1 || !/^[;,\t]*$/.test(line.slice(end))) return line;
  const inner = unquoted(line.slice(0, end));
  return separators.some((separator) => inner.includes(separator)) ? inner : line;
}

/** The columns of a row that is quoted as a whole in its first cell; any other row is unchanged. */
export function columnsInQuotes(
  row: readonly string[],
  { separator, width }: Pick<CsvLayout, 'separator' | 'width'>,
): readonly string[] {
  const [first = '', ...others] = row;
  if (width === 1 || !first.includes(separator) || others.some((cell) => cell !== '')) return row;
  const inner = splitCells(first, separator);
  return inner.length > row.length ? inner : row;
}

/** The cells of one line. Simplified, for headings; rows are split by the CSV parser. */
function splitCells(line: string, separator: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= line.length && found.length <= maxHeadings; ) {
    const quote = line[at] === '"' ? endOfQuoted(line, at) : -1;
    const quoted = quote !== -1 && (quote === line.length || line[quote] === separator);
    const next = quoted ? quote : line.indexOf(separator, at);
    const cell = line.slice(at, next === -1 ? line.length : next);
    // A separator at the end of a line does not begin another cell.
    if (cell !== '' || found.length === 0 || next !== -1) found.push(quoted ? unquoted(cell) : cell);
    at = next === -1 ? line.length + 1 : next + 1;
  }
  return found;
}

/** The place after the closing quote of a cell; -1 where it is not closed. Two quotes are one quote in the text. */
function endOfQuoted(line: string, at: number): number {
  for (let index = line.indexOf('"', at + 1); index !== -1; index = line.indexOf('"', index + 2))
    if (line[index + 1] !== '"') return index + 1;
  return -1;
}

function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"');
}
