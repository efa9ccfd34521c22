// Finds out which amounts of a CSV statement were received, where no amount has a sign: by a column of words. What may
// be such a column and is not understood is reported, and never taken as received. Pure.
import { parseAmountText } from './amounts-and-days.ts';
import type { CsvColumns } from './csv-columns.ts';
import { directionOf, foldText, isBooked } from './csv-labels.ts';
import { maxHeadingLength } from './heading-currency.ts';
import { tidyText } from './statement-entry.ts';

type CsvRows = readonly (readonly string[])[];

/** The columns of a file, as far as its direction is understood. */
export type DirectionColumns = {
  readonly columns: CsvColumns;
  /**
   * Set where no amount has a sign and no column of directions is known: the other columns, in which a row may still
   * name the direction.
   */
  readonly unknownColumns?: readonly number[] | undefined;
  /**
   * Why nobody knows which amounts were received: without a sign and a direction that is understood. A person has to
   * say it.
   */
  readonly unclearDirection?: string | undefined;
  /** The column whose words are not all understood. */
  readonly unclearColumn?: number | undefined;
};

/**
 * The columns with the direction, whatever its heading, if amounts have no minus and one column has only words for it.
 * Otherwise the columns in which a row may still name it, and why the file cannot be read without a person.
 */
export function findDirection(columns: CsvColumns, headings: readonly string[], below: CsvRows): DirectionColumns {
  const { amount, direction, debit, credit } = columns;
  if (amount === undefined || [direction, debit, credit].some((index) => index !== undefined)) return { columns };
  const rows = below.filter((row) => row.length >= headings.length - 1);
  const figures = rows.map((row) => cellAt(row, amount));
  if (figures.some((figure) => /[-\u2212\u2013(]/.test(figure))) return { columns };
  const taken = new Set(Object.values(columns));
  const unknownColumns = [...headings.keys()].filter((index) => !taken.has(index));
  const texts = [columns.text, columns.remark, columns.state].filter((index) => index !== undefined);
  const [first, ...others] = [...unknownColumns, ...texts].filter((index) => hasOnlyDirections(rows, index));
  if (first !== undefined && others.every((other) => agree(rows, first, other)))
    return { columns: { ...withoutMeaning(columns, first), direction: first } };
  if (figures.some((figure) => figure.includes('+'))) return { columns, unknownColumns };
  return { columns, unknownColumns, ...findDoubt(columns, headings, rows, unknownColumns) };
}

/** The columns without a status or a remark in this one, which is the direction instead. */
function withoutMeaning(columns: CsvColumns, index: number): CsvColumns {
  const isOther = ([field, at]: [string, number]) => at !== index || field === 'text';
  return Object.fromEntries(Object.entries(columns).filter(isOther));
}

function cellAt(row: readonly string[], index: number): string {
  return (row[index] ?? '').trim();
}

function hasOnlyDirections(rows: CsvRows, index: number): boolean {
  const cells = rows.map((row) => cellAt(row, index)).filter((cell) => cell !== '');
  const hasValue = cells.some((cell) => cell !== '-'); // A dash alone may also mean an empty cell.
  return hasValue && cells.every((cell) => directionOf(cell) !== undefined);
}

function agree(rows: CsvRows, index: number, other: number): boolean {
  return rows.every((row) => directionOf(cellAt(row, index)) === directionOf(cellAt(row, other)));
}

/** Why amounts without a sign may not all have been received; undefined where nothing in the file speaks for it. */
function findDoubt(
  columns: CsvColumns,
  headings: readonly string[],
  rows: CsvRows,
  unknownColumns: readonly number[],
): Pick<DirectionColumns, 'unclearDirection' | 'unclearColumn'> {
  const balances = unknownColumns.map((index) => signsByBalance(rows, columns.amount ?? -1, index));
  if (balances.includes('received')) return {};
  const unclear = unknownColumns.find((index) => mayBeDirection(headings[index] ?? '', rows, index));
  if (unclear !== undefined) {
    const words = [...new Set(rows.map((row) => cellAt(row, unclear)))].slice(0, 4).join(', ');
    const unclearDirection = `the words in the column "${nameOf(headings, unclear)}" (${tidyText(words)}) are not known`;
    return { unclearDirection, unclearColumn: unclear };
  }
  if (balances.includes('mixed')) return { unclearDirection: 'the balances show that some of them were paid out' };
  const { payee, payer, name } = columns;
  if (payee === undefined || payer !== undefined || name !== undefined) return {};
  return { unclearDirection: `the column "${nameOf(headings, payee)}" may name who received them` };
}

function nameOf(headings: readonly string[], index: number): string {
  return tidyText(headings[index] ?? '').slice(0, 40) || String(index + 1);
}

/** What a column of balances says about amounts without a sign; undefined where it is none. */
function signsByBalance(rows: CsvRows, amount: number, index: number): 'received' | 'mixed' | undefined {
  const figures = rows.flatMap((row) => {
    const [value, balance] = [parseAmountText(cellAt(row, amount)), parseAmountText(cellAt(row, index))];
    return typeof value === 'object' && typeof balance === 'object'
      ? [{ value: value.cents, after: balance.cents }]
      : [];
  });
  if (figures.length < 2 || figures.length < rows.filter((row) => cellAt(row, amount) !== '').length) return undefined;
  const verdicts = [figures, figures.toReversed()].map((inOrder) => {
    const steps = inOrder.slice(1).map(({ value, after }, at) => ({ value, step: after - (inOrder[at]?.after ?? 0) }));
    if (!steps.every(({ value, step }) => Math.abs(step) === value)) return undefined;
    return steps.every(({ value, step }) => step === value) ? 'received' : 'mixed';
  });
  const [verdict, ...others] = new Set(verdicts.filter((item) => item !== undefined));
  return others.length === 0 ? verdict : undefined; // Equal amounts fit in both orders.
}

const maxWords = 8;
/** Headings, folded, of columns that may say whether money came or went. */
const typeHeadings =
  /type|\btyp\b|tyyppi|tuup|liik|\blaji\b|veids|\btips\b|rusis|tipas|\bтип|\bвид\b|\bart\b|\bsens\b|\btipo\b|soort|\bslag|suund|direct|\bsign\b|\bkind\b|rodzaj|\bdruh\b|\bsmer\b|kierunek|richt|riktning|retning|suunta|segno|in\/out|movement|movim|nature|virziens|kryptis|направл/;

/** Whether a column of few words may be the direction though not all of them are known. */
function mayBeDirection(heading: string, rows: CsvRows, index: number): boolean {
  const cells = new Set(rows.map((row) => cellAt(row, index)));
  const filled = [...cells].filter((cell) => cell !== '');
  const isLabel = (cell: string) => /^[^\d]{1,40}$/.test(cell) && /\p{L}/u.test(cell) && isBooked(cell) === undefined;
  if (filled.length === 0 || filled.length > maxWords || !filled.every(isLabel)) return false;
  if (typeHeadings.test(foldText(heading.slice(0, maxHeadingLength)))) return true;
  return filled.length === 2 || filled.some((cell) => cell.length > 3 && directionOf(cell) !== undefined);
}
