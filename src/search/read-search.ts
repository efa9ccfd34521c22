// Reads what a person typed into the search: as words of a name, as an apartment with its building, as an amount, a
// reference, a number. Pure.
import { canonicalReference, referenceSpellings } from '../payments/statements/extract-references.ts';
import { parseAmountText } from '../payments/statements/parse/amounts-and-days.ts';
import type { Cents } from '../platform/values/money.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import { numberKey } from '../properties/apartments.ts';
import { isValidReference } from '../properties/payment-reference.ts';

/** The maximum number of words that count; more only narrow what is narrow already. */
const maxWords = 8;
/** The maximum number of positions at which a text is split into a building and an apartment. */
const maxSplits = 4;

/** A building whose name and address match all patterns, and the key of an apartment's number in it. */
type ApartmentGuess = { readonly building: readonly string[]; readonly number: string };

export type SearchTerms = {
  /** The text in lower case, with single spaces. */
  readonly text: string;
  /** The text in capitals without spaces. */
  readonly code: string;
  /** Regular expressions of PostgreSQL, one for each word: it begins a word of a name. Empty without a letter. */
  readonly words: readonly string[];
  /** Regular expressions: the whole text is the name, and begins it. */
  readonly whole: string;
  readonly beginning: string;
  /** The digits of what may be a telephone number. */
  readonly phone: string | undefined;
  readonly amounts: readonly Cents[];
  readonly references: readonly string[];
  readonly apartments: readonly ApartmentGuess[];
  /** What may be the running number of an invoice, with its year where that was typed. */
  readonly invoice: { readonly year: string | undefined; readonly sequence: string } | undefined;
};

/** Reads a search. Every reading that the text allows is in the result. */
export function readSearch(written: string): SearchTerms {
  const text = normaliseUnicode(written, 'NFC').replace(/\s+/g, ' ').trim();
  const words = text.split(' ').filter(Boolean).slice(0, maxWords);
  const code = text.replaceAll(' ', '').toUpperCase();
  const whole = anyCase(text);
  const [, year, sequence] = /^(?:(\d{4})-)?(\d{1,6})$/.exec(code) ?? [];
  return {
    text: text.toLowerCase(),
    code,
    words: /\p{L}/u.test(text) ? words.map(wordPattern) : [],
    whole: `^${whole}$`,
    beginning: `^${whole}`,
    phone: /^[+\d][\d ()./-]*$/.test(text) && code.replace(/\D/g, '').length >= 4 ? code.replace(/\D/g, '') : undefined,
    amounts: readAmounts(text),
    references: readReferences(code),
    apartments: guessApartments(text),
    invoice: sequence === undefined ? undefined : { year, sequence },
  };
}

/** The amount, and its opposite: a credit note is found by the amount that people say. */
function readAmounts(text: string): Cents[] {
  const amount = parseAmountText(text);
  if (amount === undefined || amount === 'open' || amount.cents === 0) return [];
  return [amount.cents, -amount.cents];
}

/** A reference in each of its spellings, also without its check digit. */
function readReferences(code: string): string[] {
  if (!/^(?:RF\d{2}[A-Z0-9]{1,21}|\d{2,20})$/.test(code)) return [];
  const missing = /^\d{2,19}$/.test(code) ? Array.from({ length: 10 }, (_, digit) => `${code}${digit}`) : [];
  const all = [code, ...missing.filter(isValidReference)].map(canonicalReference);
  return [...new Set(all.flatMap(referenceSpellings).concat(code))];
}

/** "Pärna 5-12", "Pärna 5 krt 12", "12": each division into a building and a number, and the whole as a number. */
function guessApartments(text: string): ApartmentGuess[] {
  const splits = [...text.matchAll(/[\s/,-]+/g)].slice(-maxSplits).map((found) => ({
    left: text.slice(0, found.index),
    right: text.slice(found.index + found[0].length),
  }));
  return [{ left: '', right: text }, ...splits]
    .map(({ left, right }) => ({
      building: left
        .split(/[\s,]+/)
        .filter((word) => word !== '' && !apartmentWords.has(word.toLowerCase().replace('.', '')))
        .slice(0, maxWords)
        .map(wordPattern),
      number: numberKey(right),
    }))
    .filter(({ number }) => number !== '' && number.length <= 50);
}

/** Words for an apartment in the languages of the console, and their abbreviations. */
const apartmentWords = new Set('korter krt kt k apartment apt flat dzīvoklis dz butas bt b квартира кв'.split(' '));

/** Letters with their variants: a search without diacritics finds those with, and the other way round. */
const variants = [
  'aäáàâãåāą',
  'cčçć',
  'dď',
  'eéèêëēėęě',
  'gģ',
  'iíìîïīį',
  'kķ',
  'lļł',
  'nñńņ',
  'oöõóòôø',
  'rŗř',
  'sšśş',
  'tţť',
  'uüúùûūųů',
  'yýÿ',
  'zžźż',
  'её',
];
const signOrDigit = /[^\p{L}]/u;
const classes = new Map(
  variants.flatMap((group) => {
    const pattern = `[${group}${[...group].map((letter) => letter.toUpperCase()).join('')}]`;
    return [...group].map((letter) => [letter, pattern] as const);
  }),
);

/**
 * A pattern of a text in capitals or not, with diacritics or without. It names both cases, because a database with the
 * locale C knows no case beyond ASCII.
 */
function anyCase(text: string): string {
  return Array.from(text.toLowerCase(), patternOf).join('');
}

function patternOf(letter: string): string {
  const pattern = classes.get(letter);
  if (pattern !== undefined) return pattern;
  if (/\d/.test(letter)) return letter;
  if (signOrDigit.test(letter)) return `\\U${(letter.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
  const capital = letter.toUpperCase();
  return capital.length === letter.length && capital !== letter ? `[${letter}${capital}]` : letter;
}

/** The pattern of a word that begins a word. A number is whole: 5 is not 55. */
function wordPattern(word: string): string {
  return `(^|[ .,;:/()"'&+-])${anyCase(word)}${/^\d+$/.test(word) ? '([^0-9]|$)' : ''}`;
}
