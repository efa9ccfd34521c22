// Checks of every catalogue of words: the same keys and values in each language, no empty text, and all plural forms of
// the language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, locales } from '../src/platform/values/languages.ts';
import { type Element, elementsOf, valuesOf } from '../web/build/words-types.ts';
import { consoleWords, type Words } from '../web/words/words.ts';

type Plural = Extract<Element, { pluralType?: unknown }>;

/** The console's words of a language, whole: a browser loads them in parts. */
export function readWords(language: Language): Words {
  const path = join(import.meta.dirname, '../web/words', `${language}.json`);
  return consoleWords(language, JSON.parse(readFileSync(path, 'utf8')));
}

/** Every text of a catalogue by its key; of messages, their source. */
export function textsOf(group: object, place = ''): [string, string][] {
  return Object.entries(group).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[place + key, value]];
    if (typeof value === 'function') return [[place + key, value.text]];
    return textsOf(value, `${place}${key}.`);
  });
}

/** Fails when a language lacks a text, a value or a plural form. */
export function assertComplete(catalogues: Readonly<Record<Language, object>>): void {
  const english = textsOf(catalogues.en);
  const valuesByPlace = new Map(messagesOf(catalogues.en).map(([place, text]) => [place, namesOf(text, 'en')]));
  for (const language of languages) {
    const texts = textsOf(catalogues[language]);
    assert.deepEqual(
      texts.map(([place]) => place),
      english.map(([place]) => place),
      language,
    );
    for (const [place, text] of texts)
      assert.ok(text.trim() !== '' && !text.includes('undefined'), `${language} ${place}`);
    for (const [place, text] of messagesOf(catalogues[language])) {
      assert.deepEqual(namesOf(text, language), valuesByPlace.get(place), `${language} ${place}: ${text}`);
      for (const plural of pluralsOf(text, language)) assertForms(language, place, plural);
    }
  }
}

/** The plural forms of whole numbers in a language, and `other`, which ICU requires. */
function formsOf(language: Language): string[] {
  const rules = new Intl.PluralRules(locales[language]);
  return [...new Set([...Array.from({ length: 200 }, (_, count) => rules.select(count)), 'other'])].sort();
}

function assertForms(language: Language, place: string, { options }: Plural): void {
  const forms = Object.keys(options).filter((form) => !form.startsWith('='));
  assert.deepEqual(forms.sort(), formsOf(language), `${language} ${place}`);
}

function messagesOf(group: object, place = ''): [string, string][] {
  return Object.entries(group).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'function') return [[place + key, value.text]];
    return typeof value === 'object' ? messagesOf(value, `${place}${key}.`) : [];
  });
}

function pluralsOf(text: string, language: Language): Plural[] {
  const within = (elements: readonly Element[]): Plural[] =>
    elements.flatMap((element) => [
      ...('pluralType' in element ? [element] : []),
      ...('options' in element ? Object.values(element.options).flatMap(({ value }) => within(value)) : []),
    ]);
  return within(elementsOf(text, locales[language]));
}

/** The names of a message's values. */
function namesOf(text: string, language: Language): string[] {
  return [...valuesOf(elementsOf(text, locales[language])).keys()].sort();
}
