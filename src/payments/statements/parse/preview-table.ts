// A look at a table whose columns are not known: its first rows, for a person who says what each column means.
import iconv from 'iconv-lite';
import { foreignFile } from '../../../platform/files/foreign-files.ts';
import type { ColumnMeaning, Meaning } from './column-meanings.ts';
import type { Field } from './csv-columns.ts';
import { tidy, unreadable } from './statement-entry.ts';
import { amountOfText, dayOfText } from './amounts-and-days.ts';
import { directionOf } from './csv-labels.ts';
import { knownColumns, rowsOfHead } from './csv-layout.ts';
import { isMt940 } from './mt940.ts';
import { encodingOf, headOf, type Source } from './decode-text.ts';

/** The first rows of a table. `headingRow` is the place among them where the headings seem to be; `columns` what these, and the cells below, say by themselves. */
export type TableLook = {
  readonly rows: readonly (readonly string[])[];
  readonly headingRow: number;
  readonly columns: readonly ColumnMeaning[];
};

const maxRows = 30;
const maxCell = 200;

const meaningOf: Partial<Readonly<Record<Field, Meaning>>> = {
  date: 'date',
  amount: 'amount',
  credit: 'paidIn',
  debit: 'paidOut',
  direction: 'direction',
  name: 'payer',
  payer: 'payer',
  iban: 'payerAccount',
  payerIban: 'payerAccount',
  reference: 'reference',
  text: 'text',
  currency: 'currency',
  account: 'account',
};

/** Looks at the beginning of a file. Throws Invalid when it is no table: one that has no two columns, or XML. */
export async function lookAtTable(source: Source): Promise<TableLook> {
  const head = await headOf(source);
  const text = iconv.decode(head, await encodingOf(source, head));
  const rows = text.includes('\0') || /^\s*</.test(text) ? [] : tableIn(text);
  const foreign = isMt940(text) ? undefined : foreignFile(head);
  if (foreign !== undefined || rows.length < 2) {
    const message = 'This is no table of rows and columns. Export the statement as CSV, xlsx or camt XML.';
    throw unreadable('unknown_format', foreign ?? message);
  }
  const headingRow = headingsIn(rows);
  return { rows, headingRow, columns: meaningsIn(rows[headingRow] ?? [], rows.slice(headingRow + 1)) };
}

/** The first rows, split at the separator that gives most of them most columns alike. */
function tableIn(text: string): string[][] {
  const heads = rowsOfHead(text);
  const ways = Map.groupBy(heads.rows, ({ separator }) => separator);
  const best = [...ways.values()]
    .map((cells) => ({ cells, weight: weightOf(cells.map(({ row }) => row.length)) }))
    .sort((a, b) => b.weight - a.weight)[0];
  if (best === undefined || best.weight === 0) return [];
  return best.cells
    .slice(0, maxRows)
    .map(({ row }) => row.map((cell) => tidy(cell.slice(0, 10 * maxCell)).slice(0, maxCell)));
}

function weightOf(widths: readonly number[]): number {
  const counts = Map.groupBy(widths, (width) => width);
  return Math.max(0, ...[...counts].map(([width, all]) => (width < 2 ? 0 : width * all.length)));
}

/** The first row with as many words as any has, and no figure or day among them. */
function headingsIn(rows: readonly (readonly string[])[]): number {
  const words = rows.map((row) => {
    const cells = row.filter((cell) => cell !== '');
    return cells.some((cell) => amountOfText(cell) !== undefined || dayOfText(cell) !== undefined) ? 0 : cells.length;
  });
  return Math.max(0, words.indexOf(Math.max(...words)));
}

/** Digits with a mark before cents: whole numbers may be anything. */
function isAmount(cell: string): boolean {
  return /\d[.,]\d/.test(cell) && dayOfText(cell) === undefined && amountOfText(cell) !== undefined;
}

function meaningsIn(headings: readonly string[], below: readonly (readonly string[])[]): TableLook['columns'] {
  const cells = (place: number) => below.map((row) => row[place] ?? '').filter((cell) => cell !== '');
  const are = (place: number, is: (cell: string) => boolean) => cells(place).length > 0 && cells(place).every(is);
  const found = Object.entries(knownColumns(headings)) as [Field, number][];
  const columns = new Map<number, Meaning>();
  for (const [field, place] of found) {
    const means = meaningOf[field];
    if (means === undefined || columns.has(place) || [...columns.values()].includes(means)) continue;
    if (means !== 'direction' || are(place, (cell) => directionOf(cell) !== undefined)) columns.set(place, means);
  }
  // Where the headings do not say it, a first column of nothing but days is the date, and a single one of nothing but amounts the amount.
  const free = [...headings.keys()].filter((place) => !columns.has(place));
  const said = [...columns.values()];
  const day = free.find((place) => are(place, (cell) => dayOfText(cell) !== undefined));
  if (!said.includes('date') && day !== undefined) columns.set(day, 'date');
  const amounts = free.filter((place) => are(place, isAmount));
  if (!said.some((means) => /amount|paid/.test(means)) && amounts.length === 1) columns.set(amounts[0] ?? 0, 'amount');
  return [...columns].map(([place, means]) => ({ place, means })).sort((a, b) => a.place - b.place);
}
