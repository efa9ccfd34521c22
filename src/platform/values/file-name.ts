// Names of files that people save, safe on every system: what it is, of which building, of which days. Pure.
import { addDays, type Day } from './dates.ts';
import { normaliseUnicode } from './text.ts';

const maxPartLength = 60;

/** A name of such parts in small letters, with hyphens, without accents: `ledger-kase-12-2026-10.csv`. */
export function fileNameOf(parts: readonly string[], ending: string): string {
  const written = parts.flatMap((part) => {
    const plain = normaliseUnicode(part, 'NFKD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
    const words =
      normaliseUnicode(plain, 'NFC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    const name = [...words.join('-')].slice(0, maxPartLength).join('');
    return name === '' ? [] : [name];
  });
  return `${written.join('-')}.${ending}`;
}

/** The days of a file in its name: a whole month as such. */
export function daysInName({ from, to }: { readonly from: Day; readonly to: Day }): string {
  const month = from.slice(0, 7);
  const isMonth = from.endsWith('-01') && to.startsWith(month) && addDays(to, 1).endsWith('-01');
  return isMonth ? month : `${from}-${to}`;
}
