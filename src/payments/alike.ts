// Alike: whether two lines of different files can be one booking, by what both of them say. What only one of them says decides nothing. Pure.
import { daysBetween } from '../platform/dates.ts';
import { cluesOf, nameWords } from './clues.ts';
import { plain } from './sameness.ts';
import { type Entry, referenceOf } from './statement/entry.ts';

/** What a line says of the money beside its amount. */
export type Told = Pick<Entry, 'references' | 'text' | 'payerName' | 'payerIban' | 'endToEndId' | 'bookedOn'>;

/** Banks move a line by days, not by weeks: an id that comes again after more may have been given twice. */
export const mostDays = 10;

/** Of two lines with one bank's id, account, amount and direction: the same, other money, or a question for a person. */
export function judgeSameId(a: Told, b: Told): 'same' | 'other' | 'doubtful' {
  const verdict = judge(a, b);
  if (verdict === 'other') return 'other';
  if (Math.abs(daysBetween(a.bookedOn, b.bookedOn)) > mostDays) return 'doubtful';
  return verdict === 'same' || namesAgree(a, b) !== false ? 'same' : 'doubtful';
}

/** Whether two lines say all the same of the money. */
export function saysAll(a: Told, b: Told): boolean {
  return (
    a.text === b.text &&
    referenceOf(a) === referenceOf(b) &&
    a.payerName === b.payerName &&
    a.payerIban === b.payerIban &&
    a.endToEndId === b.endToEndId
  );
}

/** Whether two lines of one account, amount and direction, a day apart at most, could be one: nothing that both of them say differs. */
export function couldBeOne(a: Told, b: Told): boolean {
  const verdict = judge(a, b);
  return verdict === undefined ? namesAgree(a, b) !== false || sameText(a, b) : verdict === 'same';
}

/** By references, the payer's own id and the payer's account: one that differs is enough for other money. */
function judge(a: Told, b: Told): 'same' | 'other' | undefined {
  const [x, y] = [referencesOf(a), referencesOf(b)];
  const told = [
    x.length === 0 || y.length === 0 ? undefined : x.some((one) => y.includes(one)),
    bothSay(a.endToEndId, b.endToEndId),
    bothSay(a.payerIban, b.payerIban),
  ];
  if (told.includes(false)) return 'other';
  return told.includes(true) ? 'same' : undefined;
}

function referencesOf(line: Told): string[] {
  const { structured, inText } = cluesOf(line);
  return [...structured, ...inText];
}

function bothSay(a: string | null, b: string | null): boolean | undefined {
  return a === null || b === null ? undefined : a === b;
}

function namesAgree(a: Told, b: Told): boolean | undefined {
  // Short words are legal forms and initials, which many share.
  const [x, y] = [a, b].map(({ payerName }) => nameWords(payerName ?? '').filter((word) => word.length > 3));
  if (x === undefined || y === undefined) return undefined;
  return x.length === 0 || y.length === 0 ? undefined : x.some((word) => y.includes(word));
}

function sameText(a: Told, b: Told): boolean {
  return plain(a.text) !== '' && plain(a.text) === plain(b.text);
}
