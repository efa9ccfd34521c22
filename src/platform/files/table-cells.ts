// Cells of a table that people wrote: words in several languages, lengths, and days in the notations of spreadsheets.
// Ambiguous values are rejected.

import type { ProblemBounds } from '../errors.ts';
import type { ProblemCode } from '../problem-codes.ts';
import { type Day, isDay } from '../values/dates.ts';
import { normaliseUnicode } from '../values/text.ts';

/** Reads the text of a cell: its value, or why it has none. */
export type CellReader<T> = (
  text: string,
) => { readonly value: T } | ({ readonly code: ProblemCode; readonly message: string } & ProblemBounds);

/** Normalises titles and words for comparison: only letters and digits, without accents. */
export function foldText(text: string): string {
  return normaliseUnicode(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Text from a file, shortened for a message. */
export function quoteForMessage(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 40 ? `${line.slice(0, 40).toWellFormed()}…` : line}”`;
}

/** Accepts a text of at most so many characters. */
export function maxLengthReader(length: number): CellReader<string> {
  return (text) =>
    text.length <= length ? { value: text } : { code: 'too_long', message: `This has at most ${length} characters.` };
}

/** Accepts 1 234,5 and 1234.5, also with a unit behind it. */
export const readNumber: CellReader<number> = (text) => {
  const plain = text
    .replace(/(m²|m2|m³|m3|м²|м2|м³|м3|kWh|MWh)$/i, '')
    .replace(/\s/g, '')
    .replace(',', '.');
  if (/^\d{1,12}(\.\d{1,9})?$/.test(plain)) return { value: Number(plain) };
  return { code: 'invalid_format', message: `${quoteForMessage(text)} is not a number.` };
};

/** Accepts a whole number between two bounds. */
export function integerReader({ min, max }: { readonly min: number; readonly max: number }): CellReader<number> {
  return (text) => {
    const value = /^-?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return { value };
    const message = `${quoteForMessage(text)} is not a whole number from ${min} to ${max}.`;
    return { code: 'out_of_range', message, least: min, most: max };
  };
}

/** The value of each word, folded, for `readWord`; the words of a value are separated by spaces. */
export function wordsOf<T extends string>(words: Readonly<Record<T, string>>): ReadonlyMap<string, T> {
  return new Map(
    (Object.entries(words) as [T, string][]).flatMap(([value, all]) =>
      all.split(/\s+/).map((word) => [foldText(word), value]),
    ),
  );
}

/** The value that a folded word stands for. */
export function readWord<T extends string>(
  word: string,
  words: ReadonlyMap<string, T>,
  text: string,
): ReturnType<CellReader<T>> {
  const value = words.get(word);
  if (value !== undefined) return { value };
  const choices = [...new Set(words.values())].join(', ');
  return {
    code: 'not_allowed',
    message: `${quoteForMessage(text)} is none of: ${choices} (or these words in the other languages).`,
  };
}

/** The order of day and month in dates with slashes; undefined if it is ambiguous. */
export type SlashOrder = 'day' | 'month' | undefined;

/** The order of day and month in dates with slashes, if one of these is unambiguous and none contradicts it. */
export function detectSlashOrder(texts: readonly string[]): SlashOrder {
  const orders = new Set<SlashOrder>();
  for (const text of texts) {
    const [, first = '', second = ''] = slashedDate.exec(text.trim()) ?? [];
    if (Number(first) > 12) orders.add('day');
    if (Number(second) > 12) orders.add('month');
  }
  return orders.size === 1 ? [...orders][0] : undefined;
}

const slashedDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** A day as YYYY-MM-DD, DD.MM.YYYY, or with slashes in the file's order. */
export function readDay(text: string, order: SlashOrder): ReturnType<CellReader<Day>> {
  const [, year, month, day] = /^(\d{4})[-.](\d{2})[-.](\d{2})\.?$/.exec(text) ?? [];
  if (year !== undefined) return toRealDay(year, month, day, text);
  const [, dottedDay, dottedMonth, dottedYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\.?$/.exec(text) ?? [];
  if (dottedDay !== undefined) return toRealDay(dottedYear, dottedMonth, dottedDay, text);
  const [, first = '', second = '', slashedYear] = slashedDate.exec(text) ?? [];
  if (slashedYear !== undefined) {
    const single = first === second || Number(first) > 12 || Number(second) > 12;
    if (order === undefined && !single)
      return {
        code: 'ambiguous_date',
        message: `${text} can be two days, and nothing in the file tells which. Write it as YYYY-MM-DD.`,
      };
    const dayFirst = order === undefined ? Number(first) > 12 : order === 'day';
    return dayFirst ? toRealDay(slashedYear, second, first, text) : toRealDay(slashedYear, first, second, text);
  }
  if (/^\d{4,6}([.,]\d+)?$/.test(text))
    return {
      code: 'spreadsheet_date',
      message: `${text} is a spreadsheet’s count of days and no date. Format the column as a date (YYYY-MM-DD) and save the file again.`,
    };
  return {
    code: 'invalid_format',
    message: `${quoteForMessage(text)} is no date. Write it as YYYY-MM-DD or DD.MM.YYYY.`,
  };
}

function toRealDay(year = '', month = '', day = '', text = ''): ReturnType<CellReader<Day>> {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(value) ? { value } : { code: 'invalid_format', message: `${text} is no day of the calendar.` };
}
