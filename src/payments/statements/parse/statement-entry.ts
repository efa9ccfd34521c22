// Entries: what every statement format is read into. Amounts and days are read by strict patterns; what is not understood is a problem with its line.

import { Invalid, type Problem } from '../../../platform/errors.ts';
import type { ProblemCode } from '../../../platform/problem-codes.ts';
import type { Day } from '../../../platform/values/dates.ts';
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { trimEndOf } from '../../../platform/values/text.ts';
import type { CsvColumns } from './csv-columns.ts';

/** A booked line of a statement; of a batch with details, one for each of them. */
export type StatementEntry = {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  /** The place in `statements` of its account's statement. */
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
  /** The number of the payment order: what banklink calls VK_T_NO. */
  readonly orderNumber: string | null;
  /** References that stand in a field of their own. */
  readonly references: readonly string[];
  readonly text: string;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  /** The bank says that this takes an earlier booking back. */
  readonly reversal: boolean;
  /** Why no program may decide about it. */
  readonly hold: 'batch_without_details' | 'batch_does_not_add_up' | null;
};

/** One account's statement, or a page of it. Amounts in cents, negative below zero. */
export type StatementSummary = {
  readonly account: string;
  readonly currency: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly opening: Cents | null;
  readonly closing: Cents | null;
  /** Sum of the booked entries. */
  readonly net: Cents;
  /** Whether it closes only when reversals are counted the other way round. */
  readonly closesFlipped: boolean;
};

/** Whether the entries lead from the opening balance to the closing one, as far as the file names both. */
export function isBalanced({ opening, closing, net }: StatementSummary): boolean {
  return opening === null || closing === null || opening + net === closing;
}

/** What was found besides the entries, growing while they are read. `credits` and `debits` are sums by currency. */
export type StatementFindings = {
  format: string;
  /** The profile by which a table was read, for people; empty where its columns were guessed, and for other formats. */
  profile: string;
  statements: StatementSummary[];
  entries: number;
  credits: Record<string, Cents>;
  debits: Record<string, Cents>;
  /** Lines that are announced or informative, and so no money. */
  notBooked: number;
  /** Entries without a booking date, which took the value date or the statement's. */
  undated: number;
  problems: Problem[];
};

/** An export that an organization explained itself: its headings as they stand in the file, and what the columns mean by their places. */
export type OwnProfile = {
  readonly name: string;
  readonly headings: readonly string[];
  readonly columns: CsvColumns;
  /** All columns of text. */
  readonly texts: readonly number[];
  /** Of the file, where no column names it. */
  readonly currency: string | null;
  readonly account: string | null;
};

/** What is known beside the file: where days begin, and what it may leave open. */
export type ReadingContext = {
  readonly timeZone: string;
  /** The currency that a person named for a file that names none; empty when nobody did. */
  readonly currency: string;
  /** The organization's accounts (IBANs), each with the currency of the buildings that are paid to it. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly profiles: readonly OwnProfile[];
  /** Whether the file was a spreadsheet, of which this is the text. */
  readonly spreadsheet?: boolean | undefined;
};

const maxProblems = 100;
const maxStatements = 10_000;
/** Text that is kept of an entry, in characters. */
export const maxTextLength = 2000;

/** Which message a format is of, whatever its version: csv, camt.052, camt.053 or camt.054. */
export function formatKindOf(format: string): string {
  return format.slice(0, 'camt.053'.length);
}

/** Nothing found yet. */
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

/** Notes one thing wrong; the first hundred are told. */
export function reportProblem(findings: StatementFindings, line: number, code: ProblemCode, message: string): void {
  if (findings.problems.length < maxProblems) findings.problems.push(fileProblem(code, `Line ${line}: ${message}`));
}

/** Whether one statement more than those `known` can be kept. Throws Invalid when there are ten thousand: each is told in the answer. */
export function requireStatementCapacity(known: number): void {
  if (known >= maxStatements)
    throw unreadableError('too_many', `The file has more than ${maxStatements} statements. Import it in parts.`);
}

/** A file that cannot be read at all. Its message begins with the line where that is known. */
export function unreadableError(code: ProblemCode, message: string): Invalid {
  return new Invalid([fileProblem(code, message)]);
}

/** Adds a booked line to the file's sums. */
export function countEntry(
  findings: StatementFindings,
  entry: { currency: string; credit: boolean; amount: Cents },
): void {
  const sums = entry.credit ? findings.credits : findings.debits;
  const sum = (sums[entry.currency] ?? 0) + entry.amount;
  if (!Number.isSafeInteger(sum))
    throw unreadableError('amount_too_large', 'The amounts add up to more than can be counted.');
  sums[entry.currency] = sum;
  findings.entries += 1;
}

/** Cents of an XML amount: digits, a dot, no sign, no more than two decimals that count. */
export function parseXmlAmount(text: string): Cents | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', decimals = ''] = match;
  const kept = trimEndOf(decimals, '0');
  return kept.length > 2 ? undefined : Number(whole + kept.padEnd(2, '0'));
}

/** Text as it is kept: characters that cannot be stored or seen become blanks, runs of blanks one, cut at 2,000. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed();
}

/** Tidied text, or null when nothing is left. */
export function textOrNull(text: string | undefined): string | null {
  return tidyText(text ?? '') || null;
}

/**
 * An id that a bank or a payer gave, at most 100 characters; null for what stands where there is none, such as NOTPROVIDED, NONREF, zeros or a dash, and for
 * 2.02611E+15, which is what a spreadsheet leaves of many.
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

/** An account as it is compared: an IBAN in its electronic form, any other number without blanks. */
export function normaliseAccount(text: string): string {
  return normaliseIban(text) ?? text.replace(/\s+/g, '').toUpperCase().slice(0, 64);
}

function fileProblem(code: ProblemCode, message: string): Problem {
  return { in: 'body', field: 'file', pointer: '#/file', code, message };
}
