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

/**
 * The boxes after digits were typed or pasted at one of them: each moves to the next box. Other characters are left
 * out.
 */
export function typeDigit(places: DigitPlaces, at: number, typed: string): DigitPlaces {
  const digits = [...typed].filter((char) => /\d/.test(char)).slice(0, places.length - at);
  return places.map((place, index) => {
    const char = digits[index - at];
    return index < at || char === undefined ? place : { char, sure: true };
  });
}
