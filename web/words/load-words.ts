// Loads the words of a language: those of the first screens at once, the others after them.
import type { Language } from '../../src/platform/values/languages.ts';
import type { Texts } from '../../src/platform/values/messages.ts';
import { consoleWords, type Words } from './words.ts';

const first = import.meta.glob<Texts>('./*.json', { query: '?first', import: 'default' });
const more = import.meta.glob<Texts>('./*.json', { query: '?more', import: 'default' });
const catalogues = new Map<Language, Words>();
const added = new WeakSet<Texts>();
let spoken: Language = 'en';
let areWhole = false;

/** The words of the language that is spoken from now on; only those of the first screens before others are needed. */
export async function wordsOf(language: Language): Promise<Words> {
  spoken = language;
  const file = `./${language}.json`;
  const parts = await Promise.all([first[file]?.(), areWhole ? more[file]?.() : undefined]);
  const known = catalogues.get(language) ?? ({} as Words);
  catalogues.set(language, known);
  for (const texts of parts) {
    // Every screen asks for whole words: what it has of them before stays the same.
    if (texts === undefined || added.has(texts)) continue;
    added.add(texts);
    Object.assign(known, consoleWords(language, texts));
  }
  return known;
}

/** Resolves when the words on the screen are whole: what is not a part of the first screens waits for it. */
export async function wholeWords(): Promise<void> {
  areWhole = true;
  await wordsOf(spoken);
}
