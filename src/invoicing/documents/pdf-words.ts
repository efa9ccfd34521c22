// The texts of the PDF, and the formats of numbers and days.

import type { Unit } from '../../platform/values/bases.ts';
import { type Language, locales } from '../../platform/values/languages.ts';
import { describePosition } from '../../platform/values/position-description.ts';
import type { ServiceWords } from '../../words/service-words.ts';

/** The texts of the PDF in one language. Messages are given what is written already: names, amounts, days. */
export type PdfWords = ServiceWords['invoicePdf'];

/** The unit of a quantity, as it is written behind it. */
export function unitOf(words: PdfWords, unit: Unit, quantity: number | string): string {
  const counts: Readonly<Partial<Record<Unit, PdfWords['counts']['share']>>> = words.counts;
  return counts[unit]?.({ count: Number(quantity) }) ?? words.units[unit];
}

/** A range of days in full, without repeating what both days share. */
export function formatDayRange(language: Language, from: string, to: string): string {
  const days = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return days.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

/** A day in digits, for tables. */
export function formatShortDay(language: Language, day: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: '2-digit',
    month: language === 'en' ? 'short' : '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** A position's description in the language. */
export function describedIn(language: Language, description: string): string {
  return describePosition(language, description, (day) => formatShortDay(language, day));
}

/** The short name of a month, and its year. */
export function formatMonth(language: Language, month: string): { readonly name: string; readonly year: string } {
  const name = new Intl.DateTimeFormat(locales[language], { month: 'short', timeZone: 'UTC' });
  return { name: name.format(new Date(`${month}-01T00:00:00Z`)).replace(/\.$/, ''), year: month.slice(0, 4) };
}
