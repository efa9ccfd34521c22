// The encoding of a text that does not say it: Unicode is told by its form, older encodings by which of them gives letters that an Estonian, Latvian or
// Lithuanian text is written with.
import iconv from 'iconv-lite';

/** In this order where nothing speaks against several: what Windows writes in these countries comes first. */
const older = ['windows-1257', 'windows-1252', 'iso-8859-15', 'iso-8859-13', 'iso-8859-4'] as const;
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof older)[number];

/** Letters beyond a-z, by language. */
export const alphabets = { et: 'äöüõšž', lv: 'āčēģīķļņšūž', lt: 'ąčęėįšųūž' } as const;
const alphabetSets = Object.values(alphabets).map((letters) => new Set(letters + letters.toUpperCase()));

/** What a sign costs that the language does not have: a letter of another one, a symbol, and what is no text at all. */
const costs = { letter: 1, symbol: 2, none: 10 };

/** Reads bytes as text, without a byte order mark. A byte that means nothing becomes U+FFFD. */
export function decode(bytes: Buffer): { readonly encoding: Encoding; readonly text: string } {
  const encoding = encodingOf(bytes);
  return { encoding, text: iconv.decode(bytes, encoding) };
}

function encodingOf(bytes: Buffer): Encoding {
  const start = bytes.toString('latin1', 0, 3);
  if (start === '\xef\xbb\xbf') return 'utf-8';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  const wide = wideWithoutMark(bytes);
  if (wide !== undefined) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return isDamagedUnicode(bytes) ? 'utf-8' : olderEncodingOf(bytes); // Some byte cannot stand where it does in UTF-8.
  }
}

/** Letters of several bytes in an order that UTF-8 has come about in no other encoding; where they are the rule, what is broken is an exception. */
function isDamagedUnicode(bytes: Buffer): boolean {
  const signs = bytes.toString('utf8').replace(/\p{ASCII}+/gu, '');
  const lost = signs.split('\ufffd').length - 1;
  return [...signs].length > 2 * lost;
}

/** UTF-16 of mostly Latin letters has a zero in every second byte, and next to none on the other side. */
function wideWithoutMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const head = bytes.subarray(0, 4096);
  const zeros = (side: number) => head.filter((byte, place) => byte === 0 && place % 2 === side).length;
  const [first, second] = [zeros(0), zeros(1)];
  const enough = head.length / 4;
  if (second > enough && second > 8 * first) return 'utf-16le';
  return first > enough && first > 8 * second ? 'utf-16be' : undefined;
}

/** One byte is one sign here, so it is enough to know how often each byte stands in the text. The cheapest encoding is taken. */
function olderEncodingOf(bytes: Buffer): Encoding {
  const counts = new Map<number, number>();
  for (const byte of bytes) if (byte >= 0x80) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  const costOf = (encoding: Encoding) => {
    const signs = [...counts].map(([byte, count]) => ({ sign: iconv.decode(Buffer.of(byte), encoding), count }));
    return Math.min(
      ...alphabetSets.map((letters) => signs.reduce((sum, { sign, count }) => sum + count * cost(sign, letters), 0)),
    );
  };
  const judged = older.map((encoding) => ({ encoding, cost: costOf(encoding) }));
  return judged.reduce((best, one) => (one.cost < best.cost ? one : best)).encoding;
}

function cost(sign: string, letters: ReadonlySet<string>): number {
  if (letters.has(sign)) return 0;
  if (/[\p{Cc}\ufffd]/u.test(sign)) return costs.none;
  return /[\p{Lu}\p{Ll}]/u.test(sign) ? costs.letter : costs.symbol;
}
