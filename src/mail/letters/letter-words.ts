// Text parts of e-mails: apartments, amounts, days and times as each language writes them.
import { numberText } from '../../platform/values/amounts.ts';
import type { MeterUnit } from '../../platform/values/bases.ts';
import { type Day, endOfMonth, type Period } from '../../platform/values/dates.ts';
import { type Language, locales } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';

/** User-entered text as one line: no line ends, control characters or direction marks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** Text that ends in one full stop, also after an abbreviation. */
export function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** A day in full, such as `30. november 2026`. */
export function formatDay(language: Language, day: Day): string {
  return dateFormatterFor(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** A period in full: `oktoober 2026` for a whole month, otherwise the first and the last day. */
export function formatPeriod(language: Language, { periodStart, periodEnd }: Period): string {
  if (!periodStart.endsWith('-01') || periodEnd !== endOfMonth(periodStart))
    return `${formatDay(language, periodStart)} – ${formatDay(language, periodEnd)}`;
  const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormatterFor(language, month).format(new Date(`${periodStart}T00:00:00Z`));
}

const dateFormatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to create and few, and there may be thousands of e-mails at once. */
function dateFormatterFor(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const formatter = dateFormatters.get(key) ?? new Intl.DateTimeFormat(locales[language], options);
  dateFormatters.set(key, formatter);
  return formatter;
}

/** A time in full in a time zone; where none is known, in UTC, and it says so. */
export function formatMoment(language: Language, at: Date, timeZone: string | null): string {
  const options = { dateStyle: 'long', timeStyle: 'short', hour12: false, timeZone: timeZone ?? 'UTC' } as const;
  const time = dateFormatterFor(language, options).format(at);
  return timeZone === null ? `${time} UTC` : time;
}

/** What a register showed, with all its decimals, and the unit. */
export function formatRegister(
  language: Language,
  { value, decimals, unit }: { readonly value: number; readonly decimals: number; readonly unit: MeterUnit },
): string {
  return `${numberText(language, value, decimals, decimals)} ${serviceWords[language].invoicePdf.units[unit]}`;
}

/** An apartment with its building, such as `Kase 12, korter 4`. */
export function formatApartment(language: Language, building: string, number: string): string {
  return serviceWords[language].mail.apartment({ building, number });
}
