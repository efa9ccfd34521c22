// Bank profiles: the layout of one export of one bank as data, and the search for the profile of a file. Profiles are
// tried before detection (csv-layout.ts).

import type { StatementNumberFormat } from './amounts-and-days.ts';
import type { CsvColumns, CsvField } from './csv-columns.ts';
import {
  accountAbove,
  type CsvHead,
  type CsvLayout,
  completeLayout,
  type HeadingRow,
  parseHead,
} from './csv-layout.ts';
import { bare, currenciesNamed, currencyNamed } from './heading-currency.ts';
import type { OwnProfile } from './statement-entry.ts';

/**
 * The headings of one form of an export, by the meaning of their columns; several headings for a text in several
 * columns. A heading that ends with ? may be missing. A * matches a currency, which is then the file's. `unused` are
 * headings without a meaning here that identify the export.
 */
type ProfileColumns = Partial<Readonly<Record<CsvField | 'unused', string | readonly string[]>>>;

/** One export of a bank. */
export type BankProfile = {
  readonly bank: string;
  /** The name of the export, for people. */
  readonly export: string;
  /** One per language and form. */
  readonly columns: readonly ProfileColumns[];
  /** Set only where all accounts of this export are in one currency and its files do not name it. */
  readonly currency?: string;
  /** The formats of amounts and days, used where the rows do not show them. */
  readonly habits?: StatementNumberFormat;
  /**
   * Rows without an amount continue the previous row, whose id they repeat, as the parts of a collective booking do.
   */
  readonly rowsGoOn?: true;
  /** A row without a day is not booked yet. */
  readonly undatedIsPending?: true;
  /** A table of balances, two columns wide, follows the rows. */
  readonly summaryBelow?: true;
  /** In the rows, the columns after this heading are shifted by this many places. */
  readonly shifted?: { readonly after: string; readonly by: number };
};

type MatchedColumns = { readonly columns: CsvColumns; readonly texts: readonly number[]; readonly currency: string };

/**
 * The layout of a file whose headings match one of the organization's own profiles, or else a bank profile; undefined
 * when none matches.
 */
export function layoutByProfile(
  head: string,
  own: readonly OwnProfile[],
  banks: readonly BankProfile[],
): CsvLayout | undefined {
  const heads = parseHead(head);
  return (
    firstLayout(heads, (cells) => layoutByOwnProfile(cells, own, heads)) ??
    firstLayout(heads, (cells) => layoutByBankProfile(cells, banks, heads))
  );
}

function firstLayout(heads: CsvHead, find: (cells: HeadingRow) => CsvLayout | undefined): CsvLayout | undefined {
  for (const cells of heads.rows) {
    const layout = find(cells);
    if (layout !== undefined) return layout;
  }
  return undefined;
}

function layoutByOwnProfile(cells: HeadingRow, own: readonly OwnProfile[], heads: CsvHead): CsvLayout | undefined {
  const key = headingsKey(cells.row);
  const profile = own.find((ownProfile) => headingsKey(ownProfile.headings) === key);
  if (profile === undefined) return undefined;
  const { name, columns, texts, currency, account, directionWords } = profile;
  const named = currency ?? currencyNamed(cells.row, columns, heads.linesAbove(cells));
  const layout = completeLayout(cells, { columns, texts, currency: named, habits: {} }, heads);
  return { ...layout, profile: name, account: account ?? layout.account, directionWords, unclearDirection: undefined };
}

/**
 * The comparable form of headings: letters and digits only, without empty headings at the end. Two files with equal
 * keys have the same columns.
 */
export function headingsKey(row: readonly string[]): string {
  const last = row.findLastIndex((cell) => cell.trim() !== '');
  return row
    .slice(0, last + 1)
    .map((cell) => bare(cell.slice(0, 100)))
    .join('|');
}

function layoutByBankProfile(cells: HeadingRow, banks: readonly BankProfile[], heads: CsvHead): CsvLayout | undefined {
  if (cells.row.length < minColumns) return undefined;
  const row = cells.row.map((cell) => bare(cell.slice(0, 100)));
  for (const profile of banks) {
    for (const columns of profile.columns) {
      const found = columnsOf(row, columns);
      if (found === undefined) continue;
      const moved = profile.shifted === undefined ? found : shiftColumns(row, found, profile.shifted);
      const above = heads.linesAbove(cells);
      const named = currenciesNamed(cells.row, found.columns, above);
      const currency = (named.choices === undefined && found.currency) || named.currency || profile.currency || '';
      const habits = profile.habits ?? { monthFirst: false };
      const layout = completeLayout(cells, { ...moved, ...named, currency, habits }, heads);
      return {
        ...layout,
        width: layout.width + (profile.shifted?.by ?? 0),
        profile: `${profile.bank}: ${profile.export}`,
        unclearDirection: undefined,
        account: columns.account === undefined ? accountAbove(above) : '',
        rowsGoOn: profile.rowsGoOn ?? false,
        undatedIsPending: profile.undatedIsPending ?? false,
        summaryBelow: profile.summaryBelow ?? false,
      };
    }
  }
  return undefined;
}

/** The places of a profile's columns in a row of headings; undefined when a required heading is missing. */
function columnsOf(row: readonly string[], columns: ProfileColumns): MatchedColumns | undefined {
  const indexes: Partial<Record<CsvField, number>> = {};
  const texts: number[] = [];
  let currency = '';
  for (const [field, names] of Object.entries(columns) as [CsvField | 'unused', string | readonly string[]][]) {
    for (const name of [names].flat()) {
      const { index, currency: named } = findColumn(row, name);
      if (index === -1 && !name.endsWith('?')) return undefined;
      if (index === -1) continue;
      currency ||= named;
      if (field === 'text') texts.push(index);
      else if (field !== 'unused') indexes[field] ??= index;
    }
  }
  return { columns: { ...indexes, ...(texts[0] !== undefined && { text: texts[0] }) }, texts, currency };
}

/** A date, an amount and a text. */
const minColumns = 3;

/** Cache: the comparable form of each profile heading, as the parts before and after the currency. */
const comparableHeadings = new Map<string, readonly string[]>();

function findColumn(row: readonly string[], name: string): { readonly index: number; readonly currency: string } {
  const parts = comparableHeadings.get(name) ?? name.split('*').map(bare);
  comparableHeadings.set(name, parts);
  const [prefix = '', suffix] = parts;
  if (suffix === undefined) return { index: row.indexOf(prefix), currency: '' };
  const index = row.findIndex(
    (cell) => cell.startsWith(prefix) && cell.endsWith(suffix) && cell.length === prefix.length + suffix.length + 3,
  );
  return { index, currency: (row[index] ?? '').slice(prefix.length, prefix.length + 3).toUpperCase() };
}

function shiftColumns(
  row: readonly string[],
  found: MatchedColumns,
  { after, by }: { after: string; by: number },
): MatchedColumns {
  const from = row.indexOf(bare(after));
  const moved = (index: number) => (index > from ? index + by : index);
  const columns = Object.fromEntries(Object.entries(found.columns).map(([field, index]) => [field, moved(index)]));
  return { ...found, columns, texts: found.texts.map(moved) };
}
