// The words of a page: one table per language, and how that language writes numbers. A missing word is a type error.

import { isDay } from '../../platform/values/dates.ts';
import { type Language, locales } from '../../platform/values/languages.ts';
import type { Message } from '../../platform/messages.ts';
import type { Basis, MeterType } from '../../properties/charge.ts';
import type { SettlementCalculation } from '../../charging/calculation.ts';
import { en } from './words/en.ts';
import { et } from './words/et.ts';
import { lt } from './words/lt.ts';
import { lv } from './words/lv.ts';
import { ru } from './words/ru.ts';

/** All words of a page in one language. Messages are given what is written already: names, amounts, days. */
export type PdfWords = {
  readonly invoice: string;
  readonly creditInvoice: string;
  readonly draft: string;
  readonly cancelled: string;
  readonly paid: Message<{ day: string }>;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly period: string;
  readonly reference: string;
  readonly apartment: Message<{ number: string }>;
  readonly recipient: string;
  readonly service: string;
  readonly quantity: string;
  readonly price: string;
  readonly net: string;
  readonly vat: string;
  readonly sumNet: string;
  readonly vatOf: Message<{ rate: string; net: string }>;
  readonly total: string;
  readonly amountPaid: string;
  readonly toPay: string;
  readonly nothingToPay: string;
  readonly inYourFavour: string;
  /** What became of an invoice that gives back. */
  readonly credited: string;
  readonly payBy: Message<{ day: string }>;
  /** Earlier invoices that are not paid, what they come to, and that with this one. */
  readonly besides: Message<{ numbers: string; owed: string; all: string }>;
  /** Before the reason of an invoice that corrects another. */
  readonly corrects: Message<{ number: string }>;
  readonly draftNote: string;
  readonly cancelledNote: string;
  readonly noAccount: string;
  readonly payment: string;
  readonly beneficiary: string;
  readonly account: string;
  readonly scan: string;
  readonly codeAlt: Message<{ payee: string; iban: string; amount: string; reference: string }>;
  readonly logoAlt: Message<{ organization: string }>;
  readonly page: string;
  readonly registration: string;
  readonly attachment: string;
  readonly vatNumber: string;
  readonly units: Readonly<Record<string, string>>;
  readonly how: {
    readonly title: string;
    readonly intro: string;
    readonly coefficient: string;
    readonly tariff: string;
    readonly daysOf: Message<{ days: number; of: number }>;
    readonly onTheseDays: string;
    readonly ownDays: string;
    readonly price: string;
    readonly readings: Message<{ meter: string }>;
    readonly estimated: string;
    /** Of values that nobody read: their days, and the days of the readings between which they lie. */
    readonly byDays: Message<{ days: string; from: string; to: string }>;
    readonly rolledOver: string;
    /** Beside a share: by what a bill is divided where the meters that should divide it counted nothing. */
    readonly instead: string;
    /** Of a bill that is divided by consumption: all that was counted, what of it bills were divided by before, and what counts now. */
    readonly countedSince: Message<{ day: string }>;
    readonly weighedBefore: string;
    readonly weighedNow: string;
    /** Of days that are settled: which, what was counted on them, what was billed of it, the difference, and why there is one. */
    readonly days: string;
    readonly countedNow: string;
    readonly billedBefore: string;
    readonly unbilled: string;
    readonly limited: string;
    readonly why: Readonly<Record<SettlementCalculation['why'], string>>;
    /** Of a remainder: what of it was billed before. */
    readonly billedOfIt: string;
    readonly ownDaysOnly: string;
    readonly bill: string;
    readonly deducted: string;
    readonly divided: string;
    readonly share: string;
    /** What a figure of an apartment is, where its unit does not say. */
    readonly bases: { readonly [B in Basis]?: string };
    readonly mainMeters: string;
    readonly ownMeters: string;
    readonly remainder: string;
    readonly part: string;
    readonly overdue: Message<{ invoice: string }>;
    readonly once: string;
    readonly credited: string;
    readonly difference: string;
    /** The same of all days of a charge together, in a correction. */
    readonly allDays: string;
    readonly rounded: string;
    readonly cent: Message<{ amount: string }>;
    /** The same between those who had an apartment in a period. */
    readonly centOfDays: Message<{ amount: string }>;
  };
  readonly usage: {
    readonly title: string;
    readonly types: Readonly<Record<MeterType, string>>;
    readonly unknown: string;
  };
};

const tables: Readonly<Record<Language, PdfWords>> = { et, en, lv, lt, ru };

/** The words of a language. */
export function wordsIn(language: Language): PdfWords {
  return tables[language];
}

/** A number as a language writes it, with at least and at most so many decimals. */
export function formatNumber(language: Language, value: number | string, minDecimals = 0, maxDecimals = 6): string {
  const key = `${language} ${minDecimals} ${maxDecimals}`;
  const made =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
      useGrouping: 'always',
    });
  formatters.set(key, made);
  return made.format(value as number).replace('-', '−'); // Text is formatted exactly too, as long as it is a decimal. Some languages have a hyphen here.
}

const formatters = new Map<string, Intl.NumberFormat>();

/** A range of days in full, without saying twice what both have in common. */
export function formatDayRange(language: Language, from: string, to: string): string {
  const days = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return days.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

/** A day in figures, for tables. */
export function formatShortDay(language: Language, day: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: '2-digit',
    month: language === 'en' ? 'short' : '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** A position's description: where it ends with days, as in `Vesi (2026-09-01 – 2026-09-30)`, these as the language writes them. */
export function describedIn(language: Language, description: string): string {
  const at = description.length - '(2026-09-01 – 2026-09-30)'.length;
  const [from = '', to = '', ...rest] = description.slice(at + 1, -1).split(' – ');
  const isDays = description[at] === '(' && description.endsWith(')') && isDay(from) && isDay(to) && rest.length === 0;
  return isDays
    ? `${description.slice(0, at)}(${formatShortDay(language, from)} – ${formatShortDay(language, to)})`
    : description;
}

/** A month's short name, and its year. */
export function formatMonth(language: Language, month: string): { readonly name: string; readonly year: string } {
  const name = new Intl.DateTimeFormat(locales[language], { month: 'short', timeZone: 'UTC' });
  return { name: name.format(new Date(`${month}-01T00:00:00Z`)).replace(/\.$/, ''), year: month.slice(0, 4) };
}
