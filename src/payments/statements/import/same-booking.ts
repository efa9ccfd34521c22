// Decides whether two entries of different files are one booking, by the fields both have. A field that only one has
// decides nothing. Pure.
import { hash } from 'node:crypto';
import { type Day, daysBetween } from '../../../platform/values/dates.ts';
import { normaliseUnicode } from '../../../platform/values/text.ts';
import { canonicalReference, extractReferences, nameWords } from '../extract-references.ts';
import { joinReferences, type StatementEntry } from '../parse/statement-entry.ts';
import { institutionIn, personIn } from '../payer-names.ts';

/** The content of an entry besides its amount. */
export type EntryContent = Pick<
  StatementEntry,
  'references' | 'text' | 'payerName' | 'payerIban' | 'endToEndId' | 'bookedOn'
>;

/** Banks move an entry by days, not by weeks: an id that reappears later may have been reused. */
const maxDaysMoved = 10;

/**
 * The key that identifies an entry in another file: the bank's own id, or else all fields. The day counts only without
 * an id: banks move it. In hex.
 */
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

/**
 * The key of an entry without an id as it was before the person who pays through an institution was read: with the
 * institution alone. Null where that is the same.
 */
export function earlierKeyOf(entry: Omit<StatementEntry, 'hold'>): string | null {
  const institution = entry.bankId !== null ? '' : institutionIn(entry.payerName ?? '');
  return institution === '' ? null : entryKeyOf({ ...entry, payerName: institution });
}

/** An entry prepared for many comparisons. */
export type ComparableEntry = EntryContent & {
  readonly quoted: ReadonlySet<string>;
  /** Words of the payer's name; short ones are left out: legal forms and initials, which many share. */
  readonly names: readonly string[];
  /** The words of the institution that the payer pays through. */
  readonly institution: readonly string[];
  readonly plainText: string;
};

/** Prepares an entry once, so that each comparison is cheap. */
export function comparable<T extends EntryContent>(entry: T): T & ComparableEntry {
  const { structured, inText } = extractReferences(entry);
  const wordsOf = (name: string) => nameWords(name).filter((word) => word.length > 3);
  const payer = entry.payerName ?? '';
  return {
    ...entry,
    quoted: new Set([...structured, ...inText]),
    names: wordsOf(personIn(payer)),
    institution: wordsOf(institutionIn(payer)),
    plainText: plainText(entry.text),
  };
}

/** Compares two entries with the same bank id, account, amount and direction: the same, other money, or in doubt. */
export function compareSameId(a: ComparableEntry, b: ComparableEntry): 'same' | 'other' | 'doubtful' {
  const verdict = compareIdentifiers(a, b);
  if (verdict === 'other') return 'other';
  if (Math.abs(daysBetween(a.bookedOn, b.bookedOn)) > maxDaysMoved) return 'doubtful';
  return verdict === 'same' || namesAgree(a, b) !== false ? 'same' : 'doubtful';
}

/** The content of an entry except its day, as one text: equal texts mean equal content. */
export function contentKeyOf(entry: EntryContent): string {
  return JSON.stringify([entry.text, joinReferences(entry), entry.payerName, entry.payerIban, entry.endToEndId]);
}

/**
 * Whether two entries of one account, amount and direction, at most a day apart, could be one: no field that both have
 * differs.
 */
export function couldBeSameEntry(a: ComparableEntry, b: ComparableEntry): boolean {
  const verdict = compareIdentifiers(a, b);
  return verdict === undefined ? namesAgree(a, b) !== false || isSameText(a, b) : verdict === 'same';
}

/** Whether a day is close enough to another for a bank to have moved an entry. */
export function isNear(a: Day, b: Day): boolean {
  return Math.abs(daysBetween(a, b)) <= maxDaysMoved;
}

/** Days, as numbers that can be counted. */
export type DaySet = ReadonlySet<number>;

/** The set of some days. */
export function makeDaySet(days: Iterable<Day>): DaySet {
  return new Set(Array.from(new Set(days), numberOfDay));
}

/** Whether a day is near one of a set, however many it has. */
export function hasNear(days: DaySet, day: Day): boolean {
  const middle = numberOfDay(day);
  for (let number = middle - maxDaysMoved; number <= middle + maxDaysMoved; number += 1)
    if (days.has(number)) return true;
  return false;
}

function numberOfDay(day: Day): number {
  return daysBetween('2000-01-01', day);
}

/** Normalises a text for comparison: without case, blanks and differences of letter encoding. */
export function plainText(text: string): string {
  return normaliseUnicode(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Compares references, the payer's own id and the payer's account: one difference is enough for other money. */
function compareIdentifiers(a: ComparableEntry, b: ComparableEntry): 'same' | 'other' | undefined {
  const quotes = a.quoted.size === 0 || b.quoted.size === 0 ? undefined : haveCommon(a.quoted, b.quoted);
  const agree = [quotes, bothSay(a.endToEndId, b.endToEndId), bothSay(a.payerIban, b.payerIban)];
  if (agree.includes(false)) return 'other';
  return agree.includes(true) ? 'same' : undefined;
}

function haveCommon(texts: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const text of texts) if (others.has(text)) return true;
  return false;
}

function bothSay(a: string | null, b: string | null): boolean | undefined {
  return a === null || b === null ? undefined : a === b;
}

/**
 * An entry may name the person, the institution that they pay through, or both: two people of one institution are other
 * payers.
 */
function namesAgree(a: ComparableEntry, b: ComparableEntry): boolean | undefined {
  if (a.names.length === 0 || b.names.length === 0) return undefined;
  const haveBoth = a.institution.length > 0 && b.institution.length > 0;
  const [all, others] = haveBoth
    ? [a.names, b.names]
    : [
        [...a.names, ...a.institution],
        [...b.names, ...b.institution],
      ];
  return all.some((word) => others.includes(word));
}

function isSameText(a: ComparableEntry, b: ComparableEntry): boolean {
  return a.plainText !== '' && a.plainText === b.plainText;
}
