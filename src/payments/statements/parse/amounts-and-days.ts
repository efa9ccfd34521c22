// Parses amounts and days as people and banks write them. An ambiguous value stays open: only the other rows of the
// file may decide it.
import { addDays, type Day, isDay } from '../../../platform/values/dates.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { trimEndOf } from '../../../platform/values/text.ts';

type DecimalMark = ',' | '.';
/** The formats that all rows of a file share: the decimal mark, and the order of a day. */
export type StatementNumberFormat = {
  readonly mark?: DecimalMark | undefined;
  readonly monthFirst?: boolean | undefined;
  /** Whether a day in three pairs of digits begins with the year. */
  readonly yearFirst?: boolean | undefined;
  /** The first day of the count of days that plain numbers are: day 0 of a spreadsheet. */
  readonly countedFrom?: Day | undefined;
  /** No booking is later. Without it a pair of digits at the end is the year. */
  readonly today?: Day | undefined;
};

/** An amount with its sign in cents, and the currency written beside it. */
type ParsedAmount = { readonly cents: Cents; readonly currency: string | undefined };

/** A longer text is neither an amount nor a day and is not parsed. */
const maxLength = 60;
const symbols: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

/**
 * Parses an amount. Returns 'open' when it is ambiguous and no habit decides (1.234 may have three decimals or be
 * 1,234), undefined when it is no amount.
 */
export function parseAmountText(text: string, habits: StatementNumberFormat = {}): ParsedAmount | 'open' | undefined {
  const parts = splitAmountText(text);
  const cents = parts && parseUnsigned(parts.digits, habits.mark);
  if (parts === undefined || cents === undefined) return undefined;
  if (cents === 'open') return 'open';
  return { cents: parts.negative && cents !== 0 ? -cents : cents, currency: parts.currency };
}

/** The decimal mark of an amount, where the amount alone shows it. */
export function detectDecimalMark(text: string): DecimalMark | undefined {
  const digits = splitAmountText(text)?.digits ?? '';
  if (/^\d{1,3}(\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$|^\d{1,3}(\.\d{3}){2,}$/.test(digits)) return ',';
  return /^\d{1,3}(,\d{3})*\.\d{1,2}$|^\d+\.\d{1,2}$|^\d{1,3}(,\d{3}){2,}$/.test(digits) ? '.' : undefined;
}

/** Splits off the sign (before or after; brackets mean minus) and the currency; removes blanks between thousands. */
function splitAmountText(
  text: string,
): { digits: string; negative: boolean; currency: string | undefined } | undefined {
  if (text.length > maxLength || !/\d/.test(text)) return undefined;
  const plain = text
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/^([^()]{0,5})\(([^()]+)\)([^()]{0,5})$/, '$1-$2$3');
  const from = plain.search(/[\d.,]/);
  let to = plain.length;
  while (to > from && !/[\d.,]/.test(plain.charAt(to - 1))) to -= 1;
  const before = prefixPattern.exec(collapseBlanks(plain.slice(0, from)));
  const suffix = suffixPattern.exec(collapseBlanks(plain.slice(to)));
  if (from === -1 || before === null || suffix === null) return undefined;
  const [, first, sign, second] = before;
  const [, after, last] = suffix;
  const currencies = [first, second, last].flatMap((item) => (item === undefined ? [] : [symbols[item] ?? item]));
  if (currencies.length > 1 || (sign !== undefined && after !== undefined)) return undefined;
  const digits = plain.slice(from, to);
  if (/[^\d.,]/.test(digits) && !/^\d{1,3}([\s'’]\d{3})+([.,]\d+)?$/.test(digits)) return undefined;
  return { digits: digits.replace(/[\s'’]/g, ''), negative: (sign ?? after) === '-', currency: currencies[0] };
}

const prefixPattern = /^([A-Z]{3}|[€£])? ?([+-])? ?([A-Z]{3}|[€£])? ?$/u;
const suffixPattern = /^ ?([+-])? ?([A-Z]{3}|[€£])?$/u;

function collapseBlanks(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function parseUnsigned(text: string, habit: DecimalMark | undefined): Cents | 'open' | undefined {
  if (/^\d+$/.test(text) || /^\d{1,3}(\.\d{3}){2,}$/.test(text) || /^\d{1,3}(,\d{3}){2,}$/.test(text))
    return wholeCents(text);
  if (/^[.,]\d\d$/.test(text)) return Number(text.slice(1));
  const match = /^(\d+|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,))([.,])(\d+)$/.exec(text);
  if (match === null) return undefined;
  const [, before = '', mark, after = ''] = match;
  if (after.length === 3 && /^[1-9]\d{0,2}$/.test(before) && habit !== mark)
    return habit === undefined ? 'open' : wholeCents(before + after); // 1.230: 1230, or 1.23?
  if (after.length > 2 && !/^\d{2}0+$/.test(after)) return undefined;
  return wholeCents(before, after.slice(0, 2).padEnd(2, '0'));
}

function wholeCents(digits: string, cents = '00'): Cents | undefined {
  const plain = digits.replace(/[.,]/g, '');
  return plain.length <= 12 ? Number(plain + cents) : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The start of a time after a day, and what may follow its minutes. */
const timeStart = /[T, ]\d{1,2}[:.]\d{2}/gi;
const timeRest = /^\S*(?: (?:[AP]M|UTC|Z|[+-]\d{2}:?\d{2}))?$/i;

/**
 * Parses a day, also with a time after it. Returns 'open' when it is ambiguous (05/04/2026 may be in April or in May),
 * undefined when it is not a day.
 */
export function parseDayText(text: string, habits: StatementNumberFormat = {}): Day | 'open' | undefined {
  const { monthFirst, yearFirst, today } = habits;
  if (text.length > maxLength || !/\d/.test(text)) return undefined;
  if (habits.countedFrom !== undefined && countedDay.test(text.trim()))
    return addDays(habits.countedFrom, Math.floor(Number(text)));
  const plain = withoutTime(text.trim()).replace(/\.$/, '');
  const iso = /^(\d{4})([-./:])(\d{1,2})\2(\d{1,2})$/.exec(plain) ?? /^((?:19|20)\d\d)()(\d\d)(\d\d)$/.exec(plain);
  if (iso !== null) return dayOf(iso[1], iso[3], iso[4]);
  if (yearFirst === undefined && today !== undefined && mayHaveYearFirst(plain, today)) return 'open';
  const pairs = yearFirst === true ? pairsIn(plain) : undefined;
  if (pairs !== undefined) return dayOf(...pairs);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(plain) ?? /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(plain);
  if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(plain);
  if (slashed === null) return parseNamedDay(plain);
  const [, first = '', second = '', year] = slashed;
  const month = monthFirst ?? detectMonthFirst(text);
  if (month === undefined && Number(first) !== Number(second) && Number(first) <= 12) return 'open';
  return month === true ? dayOf(year, first, second) : dayOf(year, second, first);
}

/** A count of days of this century, also with the part of a day. */
const countedDay = /^[3-7]\d{4}(?:\.\d{1,15})?$/;

/** The numbers of a day in three pairs of digits, of which the first or the last may be the year. */
function pairsIn(text: string): readonly [string, string, string] | undefined {
  const [, first, , second, last] = /^(\d\d)([./])(\d\d)\2(\d\d)$/.exec(text) ?? [];
  return first === undefined || second === undefined || last === undefined ? undefined : [first, second, last];
}

/**
 * Whether a day in three pairs of digits may have its year first: 26/11/09 is in 2009, or in 2026. A reading after
 * today is none, and of two the later one is more likely, so a file of 2026 without another hint is not read as one of
 * 2009.
 */
function mayHaveYearFirst(text: string, today: Day): boolean {
  const [first, second, last] = pairsIn(text) ?? [];
  if (first === undefined) return false;
  const [yearFirst, yearLast] = [dayOf(first, second, last) ?? dayAfterAll, dayOf(last, second, first) ?? dayAfterAll];
  return yearFirst <= today && (yearFirst > yearLast || yearLast > today);
}

/** Whether a day in three pairs of digits has its year first; undefined where the day alone does not show it. */
export function detectYearFirst(text: string, today: Day | undefined): boolean | undefined {
  if (today === undefined || text.length > maxLength) return undefined;
  const [first, second, last] = pairsIn(withoutTime(text.trim())) ?? [];
  if (first === undefined) return undefined;
  const [yearFirst, yearLast] = [dayOf(first, second, last), dayOf(last, second, first)].map(
    (day) => (day ?? dayAfterAll) <= today,
  );
  return yearFirst === yearLast ? undefined : yearFirst;
}

const dayAfterAll = '9999-12-32';

function withoutTime(text: string): string {
  const start = [...text.matchAll(timeStart)].at(-1);
  if (start === undefined || !timeRest.test(text.slice(start.index + start[0].length))) return text;
  return trimEndOf(text.slice(0, start.index), 'Tt, ');
}

/** Whether a day with slashes begins with the month; undefined where the day alone does not show it. */
export function detectMonthFirst(text: string): boolean | undefined {
  const [, first, second] = /^\s*(\d{1,2})\/(\d{1,2})\/\d{2,4}/.exec(text) ?? [];
  if (Number(first) > 12 === Number(second) > 12) return undefined;
  return Number(second) > 12;
}

function parseNamedDay(text: string): Day | undefined {
  if (/marras/i.test(text)) return undefined; // Marraskuu is November in Finnish, not March.
  const match =
    /^(\d{1,2})[. -]+([a-z]{3})[a-z]*[. ,-]+(\d{4})$/i.exec(text) ??
    /^()([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/i.exec(text);
  if (match === null) return undefined;
  const month = String(months.indexOf((match[2] ?? '').toLowerCase()) + 1);
  return match[1] === '' ? dayOf(match[4], month, match[3]) : dayOf(match[3], month, match[1]);
}

function dayOf(year = '', month = '', date = ''): Day | undefined {
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}
