// The encoding of a text that does not say it: Unicode is told by its form, older encodings by which of them gives letters that an Estonian, Latvian or
// Lithuanian text is written with.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { makeUtf8Counter, type UnicodeForm, unicodeFormOf } from '../platform/unicode.ts';

/** In this order where nothing speaks against several: what Windows writes in these countries comes first. */
const older = ['windows-1257', 'windows-1252', 'iso-8859-15', 'iso-8859-13', 'iso-8859-4'] as const;
export type Encoding = UnicodeForm | (typeof older)[number];

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
  const form = unicodeFormOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  if (form !== undefined) return form;
  const counter = makeUtf8Counter();
  counter.add(bytes);
  return counter.isMeantAsUtf8() ? 'utf-8' : olderEncodingOf(bytes);
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
