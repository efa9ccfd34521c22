// What a catalogue of words is: texts, and functions that put figures into texts. Plurals go by Intl, so that each language has the forms it needs.
import type { Language } from '../../src/platform/languages.ts';
import type { words as english } from './en.ts';

type Message<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Group<T>;
type Group<T> = { readonly [K in keyof T]: Message<T[K]> };

/** The words of one language, whole: what it lacks of English is a type error. */
export type Words = Group<typeof english>;

/** Chooses the form that a number takes in a language. */
export function plural(
  language: Language,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
