// Words inside sentences: counts, days and moments as each language writes them.
import type { Day } from '../../platform/dates.ts';
import type { Language } from '../../platform/languages.ts';

/** Text that people wrote, as one line: no line ends, control characters or marks that turn the direction of writing. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

type Forms = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** A count with its noun in the right form: `2 minutes`, `5 минут`. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return `${new Intl.NumberFormat(language).format(count)}\u00a0${form}`;
}

/** A day in full, such as `30. november 2026`. */
export function dayIn(language: Language, day: Day): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** A moment in full, in UTC, because the reader's time zone is not known. */
export function momentIn(language: Language, at: Date): string {
  const written = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hour12: false,
    timeZone: 'UTC',
  }).format(at);
  return `${written} UTC`;
}

const apartmentWords: Readonly<Record<Language, string>> = {
  et: 'korter',
  en: 'apartment',
  lv: 'dzīvoklis',
  lt: 'butas',
  ru: 'квартира',
};

/** An apartment with its building, such as `Kase 12, korter 4`. */
export function apartmentIn(language: Language, building: string, number: string): string {
  return `${building}, ${apartmentWords[language]}\u00a0${number}`;
}

/** British, because the other English puts the month first. */
export const locales: Readonly<Record<Language, string>> = { et: 'et', en: 'en-GB', lv: 'lv', lt: 'lt', ru: 'ru' };
