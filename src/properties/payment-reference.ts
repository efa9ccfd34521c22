// Payment references: Estonian 7-3-1 reference numbers for apartments, and the same digits as an RF creditor reference
// (ISO 11649).

/**
 * The reference number of the apartment with this tenant-local sequence number, from 1: base 100000 + sequence, and the
 * check digit. Bases of six and more digits are not mistaken for a house number or a year in the free text of a
 * payment.
 */
export function makeReference(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`${sequence} is no sequence number.`);
  const base = String(100_000 + sequence);
  return base + checkDigit(base);
}

/** Returns a reference in its stored form: without spaces, letters in capitals. Does not validate it. */
export function normaliseReference(text: string): string {
  return /^\d*$/.test(text) ? text : text.replace(/[ \u00a0\u202f]/g, '').toUpperCase();
}

/**
 * Reports whether text, ignoring spaces, is an Estonian reference number: 2 to 20 digits, the last of them the check
 * digit.
 */
export function isValidReference(text: string): boolean {
  const digits = normaliseReference(text);
  return /^\d{2,20}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.slice(-1);
}

/**
 * Returns the RF form of a reference, for payers whose bank does not support 7-3-1. Throws RangeError beyond 21 letters
 * and digits.
 */
export function toRfReference(reference: string): string {
  const base = normaliseReference(reference);
  if (!/^[A-Z0-9]{1,21}$/.test(base)) throw new RangeError(`"${reference}" has no RF form.`);
  return `RF${String(98 - modulo97(`${base}RF00`)).padStart(2, '0')}${base}`;
}

/** Reports whether text, ignoring spaces and case, is an RF creditor reference with the right check digits. */
export function isValidRf(text: string): boolean {
  const rf = normaliseReference(text);
  // Recalculated instead of checked by remainder: of two check numbers 97 apart, such as 01 and 98, only one is ever
  // issued.
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(rf) && toRfReference(rf.slice(4)) === rf;
}

/**
 * Estonian Banking Association: weights 7, 3, 1 from the right; the check digit completes the sum to a multiple of ten.
 */
function checkDigit(base: string): string {
  const weights = [7, 3, 1];
  let sum = 0;
  for (let index = 0; index < base.length; index += 1)
    sum += (base.charCodeAt(base.length - 1 - index) - 48) * (weights[index % 3] ?? 0);
  return String((10 - (sum % 10)) % 10);
}

/** The remainder by 97 of letters and digits read as one long number, A as 10 to Z as 35. */
function modulo97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
