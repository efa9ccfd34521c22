// The digits of a register as boxes on the page, and their value. Pure functions.

export type DigitPlace = {
  readonly char: string;
  /** Whether the reader was certain of it, or the person typed it. */
  readonly sure: boolean;
};
export type DigitPlaces = readonly DigitPlace[];
type RegisterSize = { readonly digits: number; readonly decimals: number };
type RecognizedDigit = { readonly char: string; readonly confidence: number };

/** Below this confidence a digit should be compared with the meter. */
const minConfidence = 0.9;

/** The boxes of a register: empty, or filled from the right with the digits that were read. */
export function makePlaces({ digits, decimals }: RegisterSize, read: readonly RecognizedDigit[] = []): DigitPlaces {
  const count = digits + decimals;
  const missing = count - read.length;
  return Array.from({ length: count }, (_, index): DigitPlace => {
    const found = read[index - missing];
    if (found === undefined) return { char: read.length === 0 ? '' : '0', sure: true };
    return { char: found.char, sure: found.confidence >= minConfidence };
  });
}

/** The value of the boxes; undefined while one is empty. Leading boxes may be empty: a register shows zeros there. */
export function registerValue(places: DigitPlaces, { decimals }: RegisterSize): number | undefined {
  const first = places.findIndex(({ char }) => char !== '');
  if (first < 0 || places.slice(first).some(({ char }) => char === '')) return undefined;
  const text = places.map(({ char }) => char || '0').join('');
  const whole = text.slice(0, text.length - decimals) || '0';
  return Number(decimals > 0 ? `${whole}.${text.slice(text.length - decimals)}` : whole);
}

/** Digits that were typed or pasted at a box, and whether the boxes before it were typed just now. */
type TypedDigits = { readonly at: number; readonly text: string; readonly goesOn?: boolean };

/**
 * The boxes after that, and the one to go to: each digit moves to the next box. A decimal mark goes to the decimals.
 * After a whole part that was typed it aligns that, and empties them: they are of another value. Among the decimals it
 * is left out, as other characters are.
 */
export function typeDigits(
  places: DigitPlaces,
  { at, text, goesOn = true }: TypedDigits,
  { decimals }: Pick<RegisterSize, 'decimals'>,
): { readonly places: DigitPlaces; readonly next: number } {
  const [, before = '', after] = /^(.*)[.,](.*)$/s.exec(text) ?? [undefined, text];
  const point = places.length - decimals;
  const digits = onlyDigits(before);
  const decimalPart = onlyDigits(after ?? '').slice(0, decimals);
  const isNumber = digits !== '' && decimalPart !== '';
  if (after === undefined || (at + digits.length > point && !isNumber)) {
    const typed = onlyDigits(text);
    return { places: putDigits(places, at, typed), next: at + typed.length };
  }
  const whole = `${goesOn && !isNumber ? charsOf(places.slice(0, at)) : ''}${digits}`;
  const aligned = whole === '' ? places : putDigits(places, 0, padded(whole, point) + ' '.repeat(decimals));
  return { places: putDigits(aligned, point, decimalPart), next: point + decimalPart.length };
}

/** The boxes with the whole part moved to the decimals behind zeros, and zeros behind it, unless there are gaps. */
export function addZeros(places: DigitPlaces, { decimals }: Pick<RegisterSize, 'decimals'>): DigitPlaces {
  const point = places.length - decimals;
  const text = textOf(places);
  if (!/^ *\d+ *$/.test(text.slice(0, point))) return places;
  const aligned = putDigits(places, 0, padded(text.slice(0, point).trim(), point));
  const decimalPart = text.slice(point);
  return /^\d* *$/.test(decimalPart) ? putDigits(aligned, point, decimalPart.replaceAll(' ', '0')) : aligned;
}

/** Whether nothing is missing but zeros behind the decimals: the whole part begins with a zero, and decimals follow. */
export function lacksLastZeros(places: DigitPlaces, { decimals }: Pick<RegisterSize, 'decimals'>): boolean {
  const point = places.length - decimals;
  const text = textOf(places);
  return /^0\d*$/.test(text.slice(0, point)) && /^\d+ *$/.test(text.slice(point));
}

/**
 * The registers that the digits in the boxes may have been read from when they were typed without a decimal mark: with
 * all decimals at their end, or fewer. None where there are gaps.
 */
export function findOtherPoints(places: DigitPlaces, { decimals }: Pick<RegisterSize, 'decimals'>): DigitPlaces[] {
  const digits = textOf(places).trim().replace(/^0+/, '');
  if (!/^\d+$/.test(digits)) return [];
  return Array.from({ length: decimals }, (_, zeros) => digits + '0'.repeat(zeros))
    .filter(({ length }) => length <= places.length)
    .map((text) => putDigits(places, 0, text.padStart(places.length, '0')));
}

const onlyDigits = (text: string) => text.replace(/\D/g, '');
const textOf = (places: DigitPlaces) => places.map(({ char }) => char || ' ').join('');
const charsOf = (places: DigitPlaces) => places.map(({ char }) => char).join('');
const padded = (whole: string, length: number) => whole.padStart(length, '0').slice(-length);

/** The boxes with digits from one on; a space empties its box. */
function putDigits(places: DigitPlaces, at: number, digits: string): DigitPlaces {
  return places.map((place, index) => {
    const char = digits[index - at];
    return index < at || char === undefined ? place : { char: char.trim(), sure: true };
  });
}
