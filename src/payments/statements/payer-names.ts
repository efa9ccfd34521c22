// Names of payers: the person beside the institution that they pay through, and when two names are one payer. Pure.
import { normaliseUnicode, plainLetter } from '../../platform/values/text.ts';

/**
 * The name of a payer as it is stored and shown. Who pays through an institution (ISO 20022: the ultimate debtor) comes first, and the holder of the
 * account in brackets: Mari Tamm (Revolut Bank UAB).
 */
export function nameWithInstitution(holder: string | undefined, person: string | undefined): string {
  const [first, second] = [person?.trim() ?? '', holder?.trim() ?? ''];
  if (first === '' || second === '' || payerKeyOf(first) === payerKeyOf(second)) return second || first;
  return `${first.slice(0, 120)} (${second.slice(0, 77)})`;
}

/** The name without what stands in brackets at its end. */
export function personIn(name: string): string {
  const plain = name.trim();
  const from = plain.endsWith(')') ? plain.lastIndexOf(' (') : -1;
  return from > 0 ? plain.slice(0, from) : plain;
}

/**
 * The comparable form of a payer's name: all its words, initials too, in any order, without case and accents; ä may be written ae. Empty for no
 * name. The institution in brackets does not count.
 */
export function payerKeyOf(name: string): string {
  const plain = normaliseUnicode(personIn(name), 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđæœ]/g, plainLetter)
    .replace(/([aou])e/g, '$1');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.toSorted().join(' ');
}

/** Whether an account is evidence for a payment: one name alone has paid from it, and it is the name of this payment. */
export function isOnlyPayer(name: string | null, names: readonly string[]): boolean {
  const key = payerKeyOf(name ?? '');
  return key !== '' && names.length > 0 && names.every((earlier) => payerKeyOf(earlier) === key);
}
