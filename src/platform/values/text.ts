// Text from outside, worked on in time that grows with its length alone: trimmed by index, and brought to a normal form without the long runs of marks that
// make that slow.

/** A text without the characters at its end that are among these. `/[…]+$/` would begin anew at each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A text without the characters at both its ends that are among these. */
export function trimBothEndsOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), characters);
}

/**
 * The normal form of a text, with at most 30 marks on a letter (UAX #15, stream-safe text). More are no writing, and sorting them takes time that grows with
 * the square of their number: 64,000 of them took four seconds.
 */
export function normaliseUnicode(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}
