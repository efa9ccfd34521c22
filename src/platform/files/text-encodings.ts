// Detects the encoding of a text without a declared one: Unicode by its form, older encodings by how well the letters
// fit Estonian, Latvian or Lithuanian text.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** In order of preference if several fit: Windows encodings of these countries come first. */
export const olderEncodings = ['windows-1257', 'windows-1252', 'iso-8859-15', 'iso-8859-13', 'iso-8859-4'] as const;
type UnicodeForm = 'utf-8' | 'utf-16le' | 'utf-16be';
export type Encoding = UnicodeForm | (typeof olderEncodings)[number];

/** Letters beyond a-z, by language. */
export const alphabets = { et: 'äöüõšž', lv: 'āčēģīķļņšūž', lt: 'ąčęėįšųūž' } as const;
const alphabetSets = Object.values(alphabets).map((letters) => new Set(letters + letters.toUpperCase()));

/** The costs of a character outside the language: a foreign letter, a symbol, and a non-text character. */
const costs = { letter: 1, symbol: 2, none: 10 };

/** Decodes bytes as text, without a byte order mark. An invalid byte becomes U+FFFD. */
export function decode(bytes: Buffer): { readonly encoding: Encoding; readonly text: string } {
  const form = unicodeFormOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  const finder = makeEncodingFinder();
  if (form === undefined) finder.add(bytes);
  const encoding = form ?? finder.encoding();
  return { encoding, text: iconv.decode(bytes, encoding) };
}

/**
 * The form that a byte order mark names, or that zeros show: UTF-16 of mostly Latin letters has one in every second
 * byte, and next to none on the other side. Undefined when neither is there, as in most UTF-8.
 */
export function unicodeFormOf(bytes: Buffer): UnicodeForm | undefined {
  const start = bytes.toString('latin1', 0, 3);
  if (start === '\xef\xbb\xbf') return 'utf-8';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = (side: number) => head.filter((byte, index) => byte === 0 && index % 2 === side).length;
  const [first, second] = [zeros(0), zeros(1)];
  const enough = head.length / 4;
  if (second > enough && second > 8 * first) return 'utf-16le';
  return first > enough && first > 8 * second ? 'utf-16be' : undefined;
}

/**
 * Finds the encoding of a text that is not UTF-8 throughout, from all of its parts. Letters of several bytes in an
 * order that UTF-8 has come about in no other encoding, so where they are at least half, the text is UTF-8 and some of
 * its bytes were damaged: in an older encoding all the others would be spoilt unseen.
 */
export function makeEncodingFinder(): { add(part: Buffer): void; encoding(): Encoding } {
  const decoder = new TextDecoder('utf-8');
  const counts = Array<number>(256).fill(0);
  let [letters, damaged] = [0, 0];
  return {
    add(part) {
      const beyondAscii = decoder.decode(part, { stream: true }).replace(/\p{ASCII}+/gu, '');
      const lost = beyondAscii.split('\ufffd').length - 1;
      damaged += lost;
      letters += [...beyondAscii].length - lost;
      for (const byte of part) counts[byte] = (counts[byte] ?? 0) + 1;
    },
    encoding: () => (letters > 0 && letters >= damaged ? 'utf-8' : cheapest(counts)),
  };
}

/**
 * Returns the older encoding with the lowest cost for a text. One byte is one character there, so byte counts are
 * enough.
 */
function cheapest(counts: readonly number[]): Encoding {
  const beyondAscii = [...counts.entries()].filter(([byte, count]) => byte >= 0x80 && count > 0);
  const costOf = (encoding: Encoding) => {
    const signs = beyondAscii.map(([byte, count]) => ({ sign: iconv.decode(Buffer.of(byte), encoding), count }));
    return Math.min(
      ...alphabetSets.map((letters) => signs.reduce((sum, { sign, count }) => sum + count * cost(sign, letters), 0)),
    );
  };
  const decision = olderEncodings.map((encoding) => ({ encoding, cost: costOf(encoding) }));
  return decision.reduce((best, candidate) => (candidate.cost < best.cost ? candidate : best)).encoding;
}

function cost(sign: string, letters: ReadonlySet<string>): number {
  if (letters.has(sign)) return 0;
  if (/[\p{Cc}\ufffd]/u.test(sign)) return costs.none;
  return /[\p{Lu}\p{Ll}]/u.test(sign) ? costs.letter : costs.symbol;
}
