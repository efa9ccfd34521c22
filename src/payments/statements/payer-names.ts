// Who a payer is: the person beside the institution that they pay through, when two names are one payer, and their own
// words for an apartment. Pure.
import { once } from '../../platform/processes/memoize.ts';
import { locales } from '../../platform/values/languages.ts';
import type { Cents } from '../../platform/values/money.ts';
import { plainLetter, withoutAccents } from '../../platform/values/text.ts';

/**
 * The name of a payer as it is stored and shown. Who pays through an institution (ISO 20022: the ultimate debtor) comes
 * first, and the holder of the account in brackets: Mari Tamm (Revolut Bank UAB).
 */
export function nameWithInstitution(holder: string | undefined, person: string | undefined): string {
  const [first, second] = [person?.trim() ?? '', holder?.trim() ?? ''];
  if (first === '' || second === '' || payerKeyOf(first) === payerKeyOf(second)) return second || first;
  return `${first.slice(0, 120)} (${second.slice(0, 77)})`;
}

/** The name without what stands in brackets at its end. */
export function personIn(name: string): string {
  return splitName(name)[0];
}

/**
 * What stands in brackets at the end of a name: the institution that the person pays through. Empty if there is none.
 */
export function institutionIn(name: string): string {
  return splitName(name)[1];
}

function splitName(name: string): [person: string, institution: string] {
  const plain = name.trim();
  const from = plain.endsWith(')') ? plain.lastIndexOf(' (') : -1;
  return from > 0 ? [plain.slice(0, from), plain.slice(from + 2, -1)] : [plain, ''];
}

/**
 * The comparable form of a payer's name: all its words, initials too, in any order, without case and accents; ä may be
 * written ae. Empty for no name. The institution in brackets does not count.
 */
export function payerKeyOf(name: string): string {
  const plain = withoutAccents(personIn(name).toLowerCase())
    .replace(/[ßøłđæœ]/g, plainLetter)
    .replace(/([aou])e/g, '$1');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.toSorted().join(' ');
}

/**
 * Whether an account is evidence for a payment: one name alone has paid from it, and it is the name of this payment.
 */
export function isOnlyPayer(name: string | null, names: readonly string[]): boolean {
  const key = payerKeyOf(name ?? '');
  return key !== '' && names.length > 0 && names.every((earlier) => payerKeyOf(earlier) === key);
}

/** What words come to: longer texts are a bank's or a program's, not a person's. */
const maxWordsLength = 200;

/**
 * A payer's own words for what they pay, such as *tamm mari: korter 7 mari*: name and text without what changes each
 * month: days, months with their years, and the amount that is paid. Any other number may be an apartment's. Undefined
 * where they are too few to tell one apartment from another: with no number but years and amounts, or with fewer than
 * two other words.
 */
export function payerWordsOf(
  name: string | null,
  texts: readonly (string | null)[],
  amount: Cents,
): string | undefined {
  const text = texts.filter(Boolean).join(' ').toLowerCase();
  if (text.length > maxWordsLength) return undefined;
  const isPaid = (figure: string) => figure.replace(/[.,]/, '') === String(amount);
  const undated = text.replace(days, ' ');
  const words = wordsIn(undated.replace(amounts, (figure) => (isPaid(figure) ? ' ' : figure)));
  const key = payerKeyOf(name ?? '');
  const others = [...key.split(' '), ...words].filter((word) => /^\p{L}{2}/u.test(word));
  const isTelling = wordsIn(undated.replace(amounts, ' ')).some((word) => /\d/.test(word) && !isYear(word));
  return isTelling && new Set(others).size >= 2 ? `${key}: ${words.join(' ')}`.slice(0, maxWordsLength) : undefined;
}

/** The words of a text without accents, months, and the years beside these. */
function wordsIn(text: string): string[] {
  const all = withoutAccents(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const isMonthAt = (at: number) => isMonth(all[at] ?? '');
  return all.filter((word, at) => !isMonthAt(at) && !(isYear(word) && (isMonthAt(at - 1) || isMonthAt(at + 1))));
}

function isYear(word: string): boolean {
  return /^20\d{2}$/.test(word);
}

/** 15.11.2026, 2026-11-15, 11/2026, 2026-11. */
const days =
  /(?<![\d.,/-])(?:\d{1,2}[./-]\d{1,2}[./-](?:20)?\d{2}|20\d{2}-[01]\d(?:-[0-3]\d)?|[01]?\d[./]20\d{2})(?!\d|[./-]\d)/g;
/** 45,00. */
const amounts = /(?<![\d.,/-])\d{1,9}[.,]\d{2}(?!\d|[./-]\d)/g;

/**
 * Whether a word without accents is a month in one of the languages of the service, in any case: november, novembrikuu,
 * ноября.
 */
function isMonth(word: string): boolean {
  return monthStems().some((stem) => word.startsWith(stem) && word.length <= stem.length + 6 && !/\d/.test(word));
}

/** Grammar changes the end of a long name. A short one stays, as it begins words of other meanings. */
const monthStems = once(() =>
  Object.values(locales).flatMap((locale) => {
    const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)).toLowerCase());
    return names
      .map(withoutAccents)
      .map((name) => (name.length > 5 ? name.slice(0, Math.max(5, name.length - 3)) : name));
  }),
);
