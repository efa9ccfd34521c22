// Previews a table with unknown columns: its first rows, for a person who sets the meaning of each column.

import iconv from 'iconv-lite';
import { foreignFile } from '../../../platform/files/foreign-files.ts';
import { type ByteSource, unreadableError } from '../../../platform/files/readable-files.ts';
import type { Meaning } from '../../../platform/values/column-meanings.ts';
import { parseAmountText, parseDayText } from './amounts-and-days.ts';
import type { CsvField } from './csv-columns.ts';
import { findDirection } from './csv-direction.ts';
import { directionOf } from './csv-labels.ts';
import { knownColumns, parseHead } from './csv-layout.ts';
import { encodingOf, readHead } from './decode-text.ts';
import { isMt940 } from './mt940.ts';
import { tidyText } from './statement-entry.ts';
import type { ColumnMeaning } from './statement-profile.ts';

/**
 * The first rows of a table. `headingRow` is the index of the likely headings; `columns` are the meanings guessed from
 * them and the cells below.
 */
type TablePreview = {
  readonly rows: readonly (readonly string[])[];
  readonly headingRow: number;
  readonly columns: readonly ColumnMeaning[];
  /** The words in all cells that are known to mean received and paid out. */
  readonly words: { readonly incoming: readonly string[]; readonly outgoing: readonly string[] };
};

const maxRows = 30;
const maxCellLength = 200;

const meaningOfField: Partial<Readonly<Record<CsvField, Meaning>>> = {
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

/** Previews the beginning of a file. Throws Invalid when it is not a table: fewer than two columns, or XML. */
export async function previewTable(source: ByteSource): Promise<TablePreview> {
  const head = await readHead(source);
  const text = iconv.decode(head, await encodingOf(source, head));
  const rows = text.includes('\0') || /^\s*</.test(text) ? [] : detectTable(text);
  const foreign = isMt940(text) ? undefined : foreignFile(head);
  if (foreign !== undefined || rows.length < 2) {
    const message = 'This is not a table of rows and columns. Export the statement as CSV, xlsx or camt XML.';
    throw unreadableError('unknown_format', foreign ?? message);
  }
  const headingRow = findHeadingRow(rows);
  const below = rows.slice(headingRow + 1);
  const cells = [...new Set(below.flat())];
  const words = {
    incoming: cells.filter((cell) => directionOf(cell) === 'credit'),
    outgoing: cells.filter((cell) => directionOf(cell) === 'debit'),
  };
  return { rows, headingRow, columns: guessMeanings(rows[headingRow] ?? [], below), words };
}

/** The first rows, split at the separator that gives the most rows with the same, greatest number of columns. */
function detectTable(text: string): string[][] {
  const heads = parseHead(text);
  const ways = Map.groupBy(heads.rows, ({ separator }) => separator);
  const best = [...ways.values()]
    .map((cells) => ({ cells, weight: scoreWidths(cells.map(({ row }) => row.length)) }))
    .sort((a, b) => b.weight - a.weight)[0];
  if (best === undefined || best.weight === 0) return [];
  return best.cells
    .slice(0, maxRows)
    .map(({ row }) => row.map((cell) => tidyText(cell.slice(0, 10 * maxCellLength)).slice(0, maxCellLength)));
}

function scoreWidths(widths: readonly number[]): number {
  const counts = Map.groupBy(widths, (width) => width);
  return Math.max(0, ...[...counts].map(([width, all]) => (width < 2 ? 0 : width * all.length)));
}

/** The first row with the most filled cells and without an amount or a day. */
function findHeadingRow(rows: readonly (readonly string[])[]): number {
  const words = rows.map((row) => {
    const cells = row.filter((cell) => cell !== '');
    return cells.some((cell) => parseAmountText(cell) !== undefined || parseDayText(cell) !== undefined)
      ? 0
      : cells.length;
  });
  return Math.max(0, words.indexOf(Math.max(...words)));
}

/** Whether a cell is an amount with a decimal mark: a whole number may be anything. */
function isAmount(cell: string): boolean {
  return /\d[.,]\d/.test(cell) && parseDayText(cell) === undefined && parseAmountText(cell) !== undefined;
}

function guessMeanings(headings: readonly string[], below: readonly (readonly string[])[]): TablePreview['columns'] {
  const cells = (place: number) => below.map((row) => row[place] ?? '').filter((cell) => cell !== '');
  const are = (place: number, is: (cell: string) => boolean) => cells(place).length > 0 && cells(place).every(is);
  const found = Object.entries(knownColumns(headings)) as [CsvField, number][];
  const columns = new Map<number, Meaning>();
  for (const [field, place] of found) {
    const means = meaningOfField[field];
    if (means === undefined || columns.has(place) || [...columns.values()].includes(means)) continue;
    if (means !== 'direction' || are(place, (cell) => directionOf(cell) !== undefined)) columns.set(place, means);
  }
  // Without a heading, the first column of only days is the date, and the only column of only amounts is the amount.
  const free = [...headings.keys()].filter((index) => !columns.has(index));
  const meanings = [...columns.values()];
  const day = free.find((index) => are(index, (cell) => parseDayText(cell) !== undefined));
  if (!meanings.includes('date') && day !== undefined) columns.set(day, 'date');
  const amounts = free.filter((index) => are(index, isAmount));
  if (!meanings.some((means) => /amount|paid/.test(means)) && amounts.length === 1)
    columns.set(amounts[0] ?? 0, 'amount');
  const understood = found.filter(([, place]) => columns.has(place));
  const amount = [...columns].filter(([, means]) => means === 'amount').map(([place]) => ['amount', place]);
  const { columns: directed, unclearColumn } = findDirection(
    Object.fromEntries([...understood, ...amount]),
    headings,
    below,
  );
  const direction = directed.direction ?? unclearColumn;
  if (direction !== undefined && !columns.has(direction)) columns.set(direction, 'direction');
  return [...columns].map(([place, means]) => ({ place, means })).sort((a, b) => a.place - b.place);
}
