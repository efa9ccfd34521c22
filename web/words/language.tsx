// The language of the page: chosen by the person, else by their profile, else by their browser. Its words are loaded
// when they are needed.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { MeterUnit } from '../../src/platform/values/bases.ts';
import { type Language, languages } from '../../src/platform/values/languages.ts';
import { type Format, formatIn } from './format.ts';
import { wordsOf } from './load-words.ts';
import type { Words } from './words.ts';

type LanguageContext = {
  readonly language: Language;
  readonly t: Words;
  readonly format: Format;
  choose(language: Language): void;
};

const kept = 'haldur-language';
/** The first words are asked for before anything is drawn. */
wordsOf(firstLanguage()).catch(() => undefined);
const Context = createContext<LanguageContext | undefined>(undefined);

/** Its own name in each language. */
export const languageNames: Readonly<Record<Language, string>> = {
  et: 'Eesti',
  en: 'English',
  lv: 'Latviešu',
  lt: 'Lietuvių',
  ru: 'Русский',
};

/** Gives everything below it words and formats; shows nothing before the first words are here. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const [spoken, setSpoken] = useState<{ language: Language; t: Words }>();
  useEffect(() => {
    let wanted = true;
    wordsOf(language).then((t) => {
      if (!wanted) return;
      document.documentElement.lang = language;
      setSpoken({ language, t });
    });
    return () => {
      wanted = false;
    };
  }, [language]);
  const value = useMemo(
    () =>
      spoken && {
        ...spoken,
        format: { ...formatIn(spoken.language), unit: (unit: MeterUnit) => spoken.t.invoices.units[unit] },
        choose: (next: Language) => {
          localStorage.setItem(kept, next);
          setLanguage(next);
        },
      },
    [spoken],
  );
  return value === undefined ? null : <Context.Provider value={value}>{children}</Context.Provider>;
}

/** The words `t`, the formats, and the language itself. */
export function useLanguage(): LanguageContext {
  const spoken = useContext(Context);
  if (spoken === undefined) throw new Error('There is no LanguageProvider above.');
  return spoken;
}

/** Whether the person has chosen a language in this browser. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(kept) !== null;
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]);
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'en';
}
