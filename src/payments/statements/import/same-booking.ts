// Whether two lines of different files are one booking, by what both of them say. What only one of them says decides nothing. Pure.
import { hash } from 'node:crypto';
import { type Day, daysBetween } from '../../../platform/values/dates.ts';
import { normaliseUnicode } from '../../../platform/values/text.ts';
import { canonicalReference, extractReferences, nameWords } from '../extract-references.ts';
import { joinReferences, type StatementEntry } from '../parse/statement-entry.ts';

/** What a line says of the money beside its amount. */
export type LineContent = Pick<
  StatementEntry,
  'references' | 'text' | 'payerName' | 'payerIban' | 'endToEndId' | 'bookedOn'
>;

/** Banks move a line by days, not by weeks: an id that comes again after more may have been given twice. */
export const maxDaysMoved = 10;

/** What makes a line the same in another file: the bank's own id, or else all that the line says. The day counts only without an id: banks move it. In hex. */
export function entryKeyOf(entry: Omit<StatementEntry, 'hold'>): string {
  const { account, currency, credit, amount } = entry;
  const parts =
    entry.bankId !== null
      ? ['id', account, currency, credit, amount, entry.bankId]
      : [
          'line',
          account,
          currency,
          credit,
          amount,
          entry.bookedOn,
          entry.endToEndId,
          entry.references.map(canonicalReference),
          plainText(entry.text),
          entry.payerIban,
          plainText(entry.payerName ?? ''),
        ];
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);
}

/** A line made ready to be compared with many others. */
export type ComparableLine = LineContent & {
  readonly quoted: readonly string[];
  /** Words of the payer's name; short ones are legal forms and initials, which many share. */
  readonly names: readonly string[];
  readonly plainText: string;
};

/** Reads what a line says once, so that each comparison costs next to nothing. */
export function comparable<T extends LineContent>(line: T): T & ComparableLine {
  const { structured, inText } = extractReferences(line);
  const names = nameWords(line.payerName ?? '').filter((word) => word.length > 3);
  return { ...line, quoted: [...structured, ...inText], names, plainText: plainText(line.text) };
}

/** Of two lines with one bank's id, account, amount and direction: the same, other money, or a question for a person. */
export function judgeSameId(a: ComparableLine, b: ComparableLine): 'same' | 'other' | 'doubtful' {
  const verdict = judge(a, b);
  if (verdict === 'other') return 'other';
  if (Math.abs(daysBetween(a.bookedOn, b.bookedOn)) > maxDaysMoved) return 'doubtful';
  return verdict === 'same' || namesAgree(a, b) !== false ? 'same' : 'doubtful';
}

/** All that a line says of the money but its day, as one text: equal texts say the same. */
export function sayingOf(line: LineContent): string {
  return JSON.stringify([line.text, joinReferences(line), line.payerName, line.payerIban, line.endToEndId]);
}

/** Whether two lines of one account, amount and direction, a day apart at most, could be one: nothing that both of them say differs. */
export function couldBeSameEntry(a: ComparableLine, b: ComparableLine): boolean {
  const verdict = judge(a, b);
  return verdict === undefined ? namesAgree(a, b) !== false || isSameText(a, b) : verdict === 'same';
}

/** Whether a day is near enough to another one for banks to have moved a line. */
export function isNear(a: Day, b: Day): boolean {
  return Math.abs(daysBetween(a, b)) <= maxDaysMoved;
}

/** What makes two texts the same: neither case, nor blanks, nor how letters are encoded. */
export function plainText(text: string): string {
  return normaliseUnicode(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** By references, the payer's own id and the payer's account: one that differs is enough for other money. */
function judge(a: ComparableLine, b: ComparableLine): 'same' | 'other' | undefined {
  const quotes =
    a.quoted.length === 0 || b.quoted.length === 0 ? undefined : a.quoted.some((text) => b.quoted.includes(text));
  const agree = [quotes, bothSay(a.endToEndId, b.endToEndId), bothSay(a.payerIban, b.payerIban)];
  if (agree.includes(false)) return 'other';
  return agree.includes(true) ? 'same' : undefined;
}

function bothSay(a: string | null, b: string | null): boolean | undefined {
  return a === null || b === null ? undefined : a === b;
}

function namesAgree(a: ComparableLine, b: ComparableLine): boolean | undefined {
  return a.names.length === 0 || b.names.length === 0 ? undefined : a.names.some((word) => b.names.includes(word));
}

function isSameText(a: ComparableLine, b: ComparableLine): boolean {
  return a.plainText !== '' && a.plainText === b.plainText;
}
