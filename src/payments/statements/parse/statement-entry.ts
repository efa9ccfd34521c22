// Statement entries: the common form of every statement format, with its limits and helpers. What is not understood is
// a problem with its line.

import type { Problem } from '../../../platform/errors.ts';
import { unreadableError } from '../../../platform/files/readable-files.ts';
import type { Spreadsheet } from '../../../platform/files/spreadsheet.ts';
import type { ProblemCode } from '../../../platform/problem-codes.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { trimEndOf } from '../../../platform/values/text.ts';
import type { CsvColumns } from './csv-columns.ts';
import type { Direction } from './csv-labels.ts';

/** A booking on a statement; a batch with details has one entry per detail. */
export type StatementEntry = {
  /** The line in the file, from 1. */
  readonly line: number;
  /** The index of its statement in `statements`. */
  readonly statement: number;
  /** IBAN, or the bank's own number; empty when the file names none. */
  readonly account: string;
  readonly currency: string;
  readonly credit: boolean;
  readonly amount: Cents;
  readonly bookedOn: Day;
  readonly bankId: string | null;
  /** The bank's id and the amount of the whole entry, of which this may be a part. */
  readonly batchId: string | null;
  readonly batchAmount: Cents | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  /** The number of the payment order (VK_T_NO in banklink). */
  readonly orderNumber: string | null;
  /** References from separate reference fields, not from the text. */
  readonly references: readonly string[];
  readonly text: string;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  /** Whether the bank marks this as the reversal of an earlier booking. */
  readonly reversal: boolean;
  /** Why the entry needs review and is never matched automatically. */
  readonly hold: 'batch_without_details' | 'batch_does_not_add_up' | 'details_unclear' | null;
};

/** One account's statement, or a page of it. Amounts in cents, negative below zero. */
export type StatementSummary = {
  readonly account: string;
  readonly currency: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly opening: Cents | null;
  /** The day at whose end the opening balance stands. */
  readonly openingOn: Day | null;
  readonly closing: Cents | null;
  /** Sum of the booked entries. */
  readonly net: Cents;
  /** Whether the balances agree only when reversals are counted with the opposite sign. */
  readonly closesFlipped: boolean;
};

/** What a statement says of its days: its own period, those of its balances, and those of its entries. */
type StatementDays = {
  readonly [day in 'from' | 'to' | 'openingOn' | 'closingOn' | 'first' | 'last']?: Day | null | undefined;
};

/**
 * The days that a statement shows: those it names, else from its opening to its closing balance, and at least those of
 * its entries. An opening balance that is dated before the first entry is the same at the end of that day, so it is
 * right also where a bank dates it by the day before.
 */
export function findStatementDays({ from, to, openingOn, closingOn, first, last }: StatementDays) {
  const start = from ?? earliest(openingOn, first);
  const isDatedBefore = from == null && openingOn != null && (first == null || openingOn < first);
  return {
    from: start,
    to: to ?? latest(closingOn, last),
    openingOn: start === null || isDatedBefore ? start : addDays(start, -1),
  };
}

/** Makes the days of a statement's entries include another. */
export function includeDay(
  entries: { first?: Day | null | undefined; last?: Day | null | undefined },
  bookedOn: Day,
): void {
  entries.first = earliest(entries.first, bookedOn);
  entries.last = latest(entries.last, bookedOn);
}

const earliest = (a: Day | null | undefined, b: Day | null | undefined): Day | null =>
  (a && b && b < a ? b : a) ?? b ?? null;
const latest = (a: Day | null | undefined, b: Day | null | undefined): Day | null =>
  (a && b && b > a ? b : a) ?? b ?? null;

/** Whether opening balance plus entries equals the closing balance; true when the file does not name both. */
export function isBalanced({ opening, closing, net }: StatementSummary): boolean {
  return opening === null || closing === null || opening + net === closing;
}

/** The most references of an entry that are read; further ones are no bank's. */
export const maxReferences = 20;

/** What working on an entry costs of the budget of a turn: at most a hundred are read in one, fewer of long ones. */
export function costOfEntry({ text, references }: Pick<StatementEntry, 'text' | 'references'>): number {
  return 100 + text.length + references.reduce((sum, reference) => sum + reference.length, 0);
}

/**
 * Everything found besides the entries, filled while they are read. `credits` and `debits` are sums by currency, in
 * cents.
 */
export type StatementFindings = {
  format: string;
  /** The profile of a table, for people; empty where the columns were detected, and for other formats. */
  profile: string;
  statements: StatementSummary[];
  entries: number;
  credits: Record<string, Cents>;
  debits: Record<string, Cents>;
  /** Entries that are pending or informative, and so not payments. */
  notBooked: number;
  /** Entries without a booking date, for which the value date or the statement's date was used. */
  undated: number;
  problems: Problem[];
};

/**
 * A profile defined by the organization: the headings as written in the file, and the meanings of the columns by place.
 */
export type OwnProfile = {
  readonly name: string;
  readonly headings: readonly string[];
  readonly columns: CsvColumns;
  /** All columns of text. */
  readonly texts: readonly number[];
  /** The currency of the file, where no column names it. */
  readonly currency: string | null;
  readonly account: string | null;
  /** Words for received and paid out, folded (csv-labels.ts). */
  readonly directionWords?: ReadonlyMap<string, Direction> | undefined;
};

/** What is known besides the file: the time zone of days, and defaults for what the file does not state. */
export type ReadingContext = {
  readonly timeZone: string;
  /** In that time zone; tells which of two possible years is not in the future. */
  readonly today?: Day | undefined;
  /** The currency that a person gave for a file without one; otherwise empty. */
  readonly currency: string;
  /** The organization's accounts (IBANs), each with the currency of the buildings that use it. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly profiles: readonly OwnProfile[];
  /** Set where the text was converted from a spreadsheet. */
  readonly spreadsheet?: Spreadsheet | undefined;
};

const maxProblems = 100;
const maxStatements = 10_000;
/** The stored text of an entry, in characters. */
export const maxTextLength = 2000;

/** A format without its version: csv, xlsx, mt940, camt.052, camt.053 or camt.054. */
export function formatKindOf(format: string): string {
  return format.slice(0, 'camt.053'.length);
}

/** Findings before anything is read. */
export function emptyFindings(): StatementFindings {
  return {
    format: '',
    profile: '',
    statements: [],
    entries: 0,
    credits: {},
    debits: {},
    notBooked: 0,
    undated: 0,
    problems: [],
  };
}

/** Adds a problem; only the first hundred are kept. */
export function reportProblem(findings: StatementFindings, line: number, code: ProblemCode, message: string): void {
  if (findings.problems.length < maxProblems) findings.problems.push(fileProblem(code, `Line ${line}: ${message}`));
}

/**
 * Checks that one more statement than `known` is allowed. Throws Invalid beyond ten thousand: each is listed in the
 * response.
 */
export function requireStatementCapacity(known: number): void {
  if (known >= maxStatements)
    throw unreadableError('too_many', `The file has more than ${maxStatements} statements. Import it in parts.`);
}

/** Adds an entry to the file's sums. */
export function countEntry(
  findings: StatementFindings,
  entry: { currency: string; credit: boolean; amount: Cents },
): void {
  const sums = entry.credit ? findings.credits : findings.debits;
  const sum = (sums[entry.currency] ?? 0) + entry.amount;
  if (!Number.isSafeInteger(sum)) throw unreadableError('amount_too_large', 'The sum of the amounts is too large.');
  sums[entry.currency] = sum;
  findings.entries += 1;
}

/**
 * The cents of an amount in XML or MT940: digits, a dot, no sign, at most two decimals besides zeros at either end.
 * Undefined for any other text.
 */
export function parseStatementAmount(text: string): Cents | undefined {
  const match = text.length > maxAmountLength ? null : /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', decimals = ''] = match;
  const [digits, kept] = [whole.replace(/^0+(?=\d)/, ''), trimEndOf(decimals, '0')];
  return kept.length > 2 || digits.length > maxAmountDigits ? undefined : Number(digits + kept.padEnd(2, '0'));
}

const maxAmountDigits = 12;
/** With the zeros that banks fill a field with. */
const maxAmountLength = 40;

/**
 * Text as stored: control characters and lone surrogates become blanks, runs of blanks become one; cut at 2,000
 * characters.
 */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed();
}

/** The tidied text; null when it is empty. */
export function textOrNull(text: string | undefined): string | null {
  return tidyText(text ?? '') || null;
}

/**
 * An id from a bank or a payer, at most 100 characters. Null for placeholders such as NOTPROVIDED, NONREF, zeros or a
 * dash, and for 2.02611E+15, which is what a spreadsheet makes of a long id.
 */
export function bankIdOrNull(text: string | undefined): string | null {
  const id = textOrNull(text);
  const none =
    /^(NOT ?PROV(IDED)?|NON?[ -]?REF(ERENCE)?|NOT ?AVAILABLE|N\/?A|NONE|NULL|UNKNOWN|0+|\d([.,]\d+)?E\+\d+|[\p{P}\p{S}\s]+)$/iu;
  return id === null || none.test(id) ? null : id.slice(0, 100);
}

/** An entry's references as one text. */
export function joinReferences({ references }: Pick<StatementEntry, 'references'>): string | null {
  return references.length === 0 ? null : references.join(', ');
}

/** The references in such a text. */
export function splitReferences(text: string | null): string[] {
  return (text ?? '').split(', ').filter((reference) => reference !== '');
}

/**
 * The comparable form of an account: an IBAN in its electronic form, any other number without blanks, at most 64
 * characters.
 */
export function normaliseAccount(text: string): string {
  return normaliseIban(text) ?? text.replace(/\s+/g, '').toUpperCase().slice(0, 64);
}

function fileProblem(code: ProblemCode, message: string): Problem {
  return { in: 'body', field: 'file', pointer: '#/file', code, message };
}
