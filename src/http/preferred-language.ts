// The language of a page for people whose own setting is not known: what their browser prefers.
import { type Language, languages } from '../platform/values/languages.ts';
import { parseWeightedList } from './header-values.ts';

/** The language that the request's header prefers and the service supports; English if there is none. */
export function preferredLanguage(header = ''): Language {
  const [best] = parseWeightedList(header)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ value }) => languages.filter((language) => language === value.split('-')[0]));
  return best ?? 'en';
}
