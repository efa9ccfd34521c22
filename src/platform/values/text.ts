// Text from outside, processed in linear time: trimmed by index, and normalised without the long runs of combining
// marks that would be slow.

/** Returns a text without these characters at its end. `/[…]+$/` would restart at each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns a text without these characters at both ends. */
export function trimBothEndsOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), characters);
}

/** Letters that no normal form takes apart, as they are written without their signs. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };

/** A letter in lower case without its sign: ø becomes o. Others stay. */
export function plainLetter(letter: string): string {
  return plainLetters[letter] ?? letter;
}

/**
 * Returns the normal form of a text, with at most 30 marks on a letter (UAX #15, stream-safe text). More marks are not
 * real writing, and sorting them takes quadratic time: 64,000 of them took four seconds.
 */
export function normaliseUnicode(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}

/** The text without marks on its letters (õ becomes o), and compatible characters as plain ones (ﬁ becomes fi). */
export function withoutAccents(text: string): string {
  return normaliseUnicode(text, 'NFKD').replace(/\p{M}/gu, '');
}
