// What a catalogue of words is: texts, and functions that put figures into texts. Plurals go by Intl, so that each language has the forms it needs.
import type { Language } from '../../src/platform/languages.ts';
import type { words as english } from './en.ts';

type Message<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Group<T>;
type Group<T> = { readonly [K in keyof T]: Message<T[K]> };
type Some<T> = { readonly [K in keyof T]?: T[K] extends string | ((...given: never[]) => string) ? T[K] : Some<T[K]> };

export type Words = Group<typeof english>;
export type SomeWords = Some<Words>;

/** Another language over a whole one: what it lacks stays. */
export function overlaid<T extends object>(whole: T, some: Some<T>): T {
  const entries = Object.entries(whole).map(([key, value]) => {
    const own: unknown = some[key as keyof T];
    const isGroup = typeof value === 'object' && value !== null;
    return [key, own === undefined ? value : isGroup ? overlaid(value, own as object) : own];
  });
  return Object.fromEntries(entries) as T;
}

/** Chooses the form that a number takes in a language. */
export function plural(
  language: Language,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
