// Loads the words of a language: those of the first screens at once, the others after them.
import type { Language } from '../../src/platform/values/languages.ts';
import type { FirstWords, MoreWords, Words } from './words.ts';

type WordFiles = {
  first(): Promise<{ readonly firstWords: FirstWords }>;
  more(): Promise<{ readonly moreWords: MoreWords }>;
};

const files: Readonly<Record<Language, WordFiles>> = {
  en: { first: () => import('./en/first.ts'), more: () => import('./en/more.ts') },
  et: { first: () => import('./et/first.ts'), more: () => import('./et/more.ts') },
  lv: { first: () => import('./lv/first.ts'), more: () => import('./lv/more.ts') },
  lt: { first: () => import('./lt/first.ts'), more: () => import('./lt/more.ts') },
  ru: { first: () => import('./ru/first.ts'), more: () => import('./ru/more.ts') },
};
const catalogues = new Map<Language, Words>();
let spoken: Language = 'en';
let areWhole = false;

/** The words of the language that is spoken from now on; only those of the first screens before others are needed. */
export async function wordsOf(language: Language): Promise<Words> {
  spoken = language;
  const { first, more } = files[language];
  const [{ firstWords }, others] = await Promise.all([first(), areWhole ? more() : undefined]);
  const known = catalogues.get(language) ?? (Object.assign({}, firstWords) as Words);
  catalogues.set(language, known);
  return Object.assign(known, others?.moreWords);
}

/** Resolves when the words on the screen are whole: what is not a part of the first screens waits for it. */
export async function wholeWords(): Promise<void> {
  areWhole = true;
  await wordsOf(spoken);
}
