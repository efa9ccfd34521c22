// Extracts what an entry says about the invoices it pays: references in their own field or in the text, and words that
// could be invoice numbers. Pure.

import { memoize } from '../../platform/processes/memoize.ts';
import { isDay } from '../../platform/values/dates.ts';
import { normaliseIban } from '../../platform/values/iban.ts';
import { normaliseUnicode, trimBothEndsOf, withoutAccents } from '../../platform/values/text.ts';
import { isValidReference, isValidRf, normaliseReference, toRfReference } from '../../properties/payment-reference.ts';
import { maxReferences } from './parse/statement-entry.ts';

/**
 * References in canonical form; `doubtful` ones are in a reference field and have a wrong check digit. `own` is what
 * such fields have without a right check digit, as written: an invoice may have it. Numbers are in capitals.
 */
export type PaymentReferences = {
  readonly structured: readonly string[];
  readonly doubtful: readonly string[];
  readonly own: readonly string[];
  readonly inText: readonly string[];
  readonly numbers: readonly string[];
  /** Words with the form of invoice numbers, if only at their end. */
  readonly invoices: readonly string[];
  readonly apartments: readonly NamedApartment[];
};

/** An apartment that a text names, in capitals: 4 of *krt 4*, or of *Kase 12-4*, which is one `at` KASE 12 alone. */
export type NamedApartment = {
  readonly number: string;
  readonly at?: { readonly street: string; readonly house: string };
};

/** Minimum digits of a reference in free text. */
export const minReferenceLength = 5;
const maxWords = 200;
/** Of each reference at most so many characters are read: none of a bank is longer. */
const maxReferenceLength = 100;
/** A reference is never preceded by more groups of digits than this; each may start one with the groups after it. */
const maxGroups = 60;
const maxRfLength = 25;
/** As the API accepts for an invoice. */
const maxOwnLength = 35;

type ReferenceSource = { readonly references: readonly string[]; readonly text: string };

/** Cache size: an import reads each entry first for all lookups of its batch, and again for the decision. */
const maxRemembered = 4000;

const extractCached = memoize(
  extractUncached,
  ({ references, text }) => JSON.stringify([text, ...references]),
  maxRemembered,
);

/** All references and numbers in an entry's fields and text. */
export function extractReferences({ references, text }: ReferenceSource): PaymentReferences {
  const read = references.slice(0, maxReferences).map((reference) => reference.slice(0, maxReferenceLength));
  return extractCached({ references: read, text });
}

function extractUncached({ references, text }: ReferenceSource): PaymentReferences {
  // Some banks write zeros where there is no reference.
  const formal = references.filter((reference) => /^(RF\d{2}[\sA-Z0-9]*|(?=.*[1-9])[\d\s]+)$/i.test(reference.trim()));
  const isFormal = new Set(formal);
  const free = [...references.filter((reference) => !isFormal.has(reference)), text].join(' ');
  const valid = formal.filter(isReference);
  const structured = new Set(valid.map(canonicalReference));
  return {
    structured: [...structured],
    doubtful: formal.filter((text) => !isReference(text)).map(normaliseReference),
    own: references.map((text) => text.trim()).filter((text) => text.length <= maxOwnLength && !isReference(text)),
    inText: findReferencesInText(free)
      .filter((text) => !structured.has(text))
      .slice(0, maxWords),
    numbers: wordsIn(free),
    invoices: (free.match(/(?<!\d)20\d\d-\d{6}(?!\d)/g) ?? []).slice(0, maxWords),
    apartments: findNamedApartments(free),
  };
}

/** The canonical form of a reference: an RF around an Estonian number is that number, and leading zeros are dropped. */
export function canonicalReference(reference: string): string {
  const normal = normaliseReference(reference);
  const digits = isValidRf(normal) ? normal.slice(4) : normal;
  if (!/^\d+$/.test(digits)) return normal;
  const bare = digits.replace(/^0+(?=\d)/, '');
  return digits === normal || isValidReference(bare) ? bare : normal;
}

/** The ways a canonical reference can be written on an invoice. */
export function referenceSpellings(reference: string): string[] {
  return /^[A-Z0-9]{1,21}$/.test(reference) && !reference.startsWith('RF')
    ? [reference, toRfReference(reference)]
    : [reference];
}

/** The longest reference that is looked at digit by digit: an Estonian one has at most 20. */
const maxDigits = 25;

/**
 * The valid references that a reference becomes when two neighbouring digits change places: 7-3-1 does not notice it
 * where they differ by 5.
 */
export function swappedReferences(reference: string): string[] {
  if (reference.length > maxDigits || !/^\d+$/.test(reference)) return [];
  const digits = [...reference];
  return digits.flatMap((digit, at) => {
    const next = digits[at + 1];
    if (next === undefined || Math.abs(Number(digit) - Number(next)) !== 5) return [];
    const swapped = digits
      .with(at, next)
      .with(at + 1, digit)
      .join('');
    return isValidReference(swapped) ? [swapped] : [];
  });
}

/** Labels that payers write before a reference or an invoice number, also without a blank. */
const referenceLabels =
  /(?<![\p{L}\d])(VIITENUMBER|VIITENR|VIIDE|VIITE|VN|REFERENCE|REFERENZ|REFNR|REF|NR|NO|ARVENUMBER|ARVENR|ARVED|ARVE|INVOICE|INV|RECHNUNG|RĒĶINS|REĶ|ATSAUCE|SĄSKAITA|SF|KODAS|СЧЁТ|СЧЕТ|ССЫЛКА)(?=\d|RF\d|(?<=ARVE|ARVED|INVOICE|RECHNUNG)\p{L})/gu;

/**
 * The references in free text, canonical and with correct check digits: whole runs of digits, adjacent groups joined
 * over one blank or hyphen, RF references with blanks. Nothing from inside a longer run, an IBAN, a personal code, a
 * telephone number or a date.
 */
export function findReferencesInText(text: string): string[] {
  // The other numbers first: a Norwegian IBAN begins with a label.
  const plain = removeOtherNumbers(text.toUpperCase()).replace(referenceLabels, '$1 ');
  const found = new Set<string>();
  const rest = plain.replace(/(?<![A-Z0-9])RF[ -]?\d{2}(?:[ -]?(?!RF[ -]?\d{2})[A-Z0-9]+)*/g, (run) => {
    const words = run
      .replace(/^RF[ -]/, 'RF')
      .split(/[ -]/)
      .slice(0, maxWords);
    let end = words.length; // A wrong one invalidates what follows it.
    let joined = '';
    for (const [index, word] of words.entries()) {
      joined += word;
      if (joined.length > maxRfLength) break;
      if (!isValidRf(joined)) continue;
      found.add(canonicalReference(joined));
      end = index + 1;
    }
    return ` ${words.slice(end).join(' ')} `;
  });
  for (const series of rest.matchAll(/(?<![\p{L}\d])\d+(?:[ -]\d+)*(?![\p{L}\d])/gu)) {
    for (const joinGroup of joinGroups(series[0].split(/[ -]/))) found.add(canonicalReference(joinGroup));
  }
  return [...found];
}

/**
 * Words that could be invoice numbers, in capitals: whole words with a digit, including parts between slashes, after
 * "nr.", after a label without a blank, or behind letters with dropped zeros in the last six digits: 2026-10 alone is a
 * month.
 */
export function wordsIn(text: string): string[] {
  const words = text
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(referenceLabels, '$1 ')
    .split(/[\s,;:()"'#№]+/)
    .flatMap((word) => [word, word.replace(/^(?:\p{L}+\.)+/u, ''), ...word.split(/[/+&]/)])
    .map((word) => trimBothEndsOf(word, './_-'))
    .flatMap((word) => [word, withZeros(word)])
    .filter((word) => word.length >= 5 && word.length <= 50 && /\d/.test(word));
  return [...new Set(words)].slice(0, maxWords);
}

/** A number after letters and a year, with the dropped zeros of its last six digits restored. */
function withZeros(word: string): string {
  const end = word.lastIndexOf('-') + 1;
  const [before, digits] = [word.slice(0, end), word.slice(end)];
  const isNumber = /^\d{1,5}$/.test(digits) && /20\d\d-$/.test(before) && /\p{L}/u.test(before.slice(0, -5));
  return isNumber ? before + digits.padStart(6, '0') : word;
}

/** A word for an apartment in a language of the service, and the numbers behind it: krt 4, korterid 4 ja 5. */
const namedApartments =
  /(?<![\p{L}\d])(?:KORTER\p{L}{0,6}|KR?T|APARTMENTS?|APTS?|FLATS?|DZ[ĪI]VOK\p{L}{1,6}|DZ|BUT(?:AS|O|Ą|AI|US|Ų|\.)|BT|КВАРТИР\p{L}{0,3}|КВ)[.:]? ?(?:NR|NO|№|#)?[.:]? ?(\d{1,4}\p{L}?(?:(?: ?[,;+&/-] ?| (?:JA|AND|UN|IR|И) )\d{1,4}\p{L}?){0,9})(?![\p{L}\d]|[.,/-]\d)/gu;
const maxApartments = 20;

/** The numbers of the apartments that a text names as such, in capitals. */
export function findApartmentNumbers(text: string): string[] {
  const found = [...text.toUpperCase().matchAll(namedApartments)].flatMap(
    ([, list = '']) => list.match(/\d+\p{L}?/gu) ?? [],
  );
  return [...new Set(found)].slice(0, maxApartments);
}

/** A street, a house and an apartment: Kase 12-4, Kase tn 12 - 4. */
const addresses =
  /(?<![\p{L}\d])(\p{L}{3,40})(?: \p{L}{1,10}\.?)? (\d{1,4}\p{L}?) ?[-–] ?(\d{1,4}\p{L}?)(?![\p{L}\d]|[.,/-]\d)/gu;

function findNamedApartments(text: string): NamedApartment[] {
  const atAddresses = [...text.toUpperCase().matchAll(addresses)].map(([, street = '', house = '', number = '']) => ({
    number,
    at: { street, house },
  }));
  return [...findApartmentNumbers(text).map((number) => ({ number })), ...atAddresses.slice(0, maxApartments)];
}

/** Whether a named apartment may be of a building, by its name and address: always, where the text names no address. */
export function isNamedAt(building: string, { at }: NamedApartment): boolean {
  if (at === undefined) return true;
  const words = building.toUpperCase().split(/[^\p{L}\d]+/u);
  return words.includes(at.street) && words.includes(at.house);
}

/** The words of a name, as written and without accents, without legal forms. */
export const nameWords: (name: string) => readonly string[] = memoize(readNameWords, (name) => name);

const legalForm = /^(ou|osauhing|as|fie|ky|ku|sia|uab|mtu)$/;

function readNameWords(name: string): readonly string[] {
  const written = normaliseUnicode(name, 'NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !legalForm.test(withoutAccents(word)));
  return [...new Set([...written.map(withoutAccents), ...written])];
}

function isReference(text: string): boolean {
  return isValidReference(text.replace(/^[\s0]+/, '')) || isValidRf(text);
}

/** Other kinds of numbers: telephones, and codes of companies and people. */
const nonReferenceNumbers =
  /(?:(?<!\d)\+|(?<!\p{L})(?:TEL|TELEF|TELEFON|TÄLR|MOB|MOBIIL|MOBILE|PHONE|ТЕЛ|ТЕЛЕФОН|REG|REGISTRIKOOD|REGISTRI KOOD|REĢ|RK|ISIKUKOOD|IK|KMKR|PVN|ASMENS KODAS|ĮMONĖS KODAS|PERSONAS KODS|ЛИЧНЫЙ КОД|РЕГ)(?:[. ]*(?:NR|KOOD|KODAS|КОД|NUMBER|NUMURS))?[.:]? *\+?)\d[\d -]{4,18}/gu;

/** The text with other kinds of numbers blanked out. */
function removeOtherNumbers(text: string): string {
  return text
    .replace(/(?<![A-Z0-9])(?!RF)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,9}/g, (run) => (containsIban(run) ? ' | ' : run))
    .replace(nonReferenceNumbers, ' | ')
    .replace(/(?<!\d)\d{1,2}\.\d{1,2}\.\d{2,4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g, ' | ')
    .replace(/(?<!\d)(?:\d{1,3}(?: \d{3}){1,4}|\d+)[.,]\d{2}(?![\d.,])/g, ' | ') // An amount.
    .replace(/(?:(?<!\d)\d+|(?<![\d*]))\*{2,}\d+/g, ' | ') // A card.
    .replace(/(?<!\d)\d{11}(?!\d)/g, (run) => (isPersonalCode(run) ? ' | ' : run));
}

function containsIban(run: string): boolean {
  const letters = run.replaceAll(' ', '');
  for (let length = Math.min(34, letters.length); length >= 15; length -= 1) {
    if (normaliseIban(letters.slice(0, length)) !== undefined) return true;
  }
  return false;
}

/** Estonian and Lithuanian personal codes: century and sex, date of birth, four digits. */
function isPersonalCode(digits: string): boolean {
  const century = 1800 + 100 * Math.floor((Number(digits[0]) - 1) / 2);
  const year = century + Number(digits.slice(1, 3));
  const day = `${year}-${digits.slice(3, 5)}-${digits.slice(5, 7)}`;
  return /^[3-8]/.test(digits) && isDay(day);
}

/** Groups of digits, and their combination if its check digit is correct. */
function joinGroups(groups: readonly string[]): string[] {
  const found: string[] = [];
  for (let from = 0; from < Math.min(groups.length, maxGroups); from += 1) {
    let joined = '';
    for (let end = from; end < groups.length; end += 1) {
      joined += groups[end];
      if (joined.length > 22) break;
      const bare = joined.replace(/^0+/, '');
      if (isValidReference(bare)) found.push(bare);
    }
  }
  return found;
}
