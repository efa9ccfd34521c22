// Words of a fixed list as literals in a statement. A connection keeps one plan for all values of a parameter, and one
// for each literal: so rows that are few (cancelled invoices) are found by an index of their own, and rows that are
// many by the order of the list.
import type { Db } from './pool.ts';

/** The word as a literal. Throws for a word that is not in the list: nothing from outside gets into a statement. */
export function literal(db: Db, word: string, words: readonly string[]) {
  if (!words.includes(word) || !/^[a-z_]+$/.test(word)) throw new Error(`The statement has no literal ${word}.`);
  return db.unsafe(`'${word}'`);
}
