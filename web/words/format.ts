// Dates, numbers and money as a language writes them. A day 'YYYY-MM-DD' has no time zone and keeps its day everywhere.
import { amountText, numberText, quantityText, quotientText } from '../../src/platform/values/amounts.ts';
import type { MeterUnit } from '../../src/platform/values/bases.ts';
import { type Language, locales } from '../../src/platform/values/languages.ts';
import { describePosition } from '../../src/platform/values/position-description.ts';

export type Format = {
  /** An amount as the API gives it; a price may have more than two decimals. */
  money(amount: number, currency?: string, maxDecimals?: number): string;
  /** A difference: with a plus if it is more. */
  signedMoney(amount: number, currency?: string): string;
  /** The sign of a currency, or its code where it has none. */
  currencySign(currency: string): string;
  /** A number with at most so many decimals, and with at least some of them where they say so. */
  number(value: number, decimals?: number, minDecimals?: number): string;
  /** A quantity without its unit: what meters count has the decimals of its unit. */
  quantity(value: number, unit: string | null, maxDecimals?: number): string;
  /** The name of a unit of meters. */
  unit(unit: MeterUnit): string;
  /** A price that is a quotient. */
  quotient(price: number, currency: string): string;
  percent(share: number): string;
  /** 'YYYY-MM-DD', or an instant. */
  day(day: string): string;
  /** '2 Nov' */
  shortDay(day: string): string;
  /** The month that a day is in. */
  month(day: string): string;
  /** The month that a day is in, as short as it goes. */
  monthName(day: string): string;
  instant(instant: string): string;
  /** The description of a position. */
  position(description: string): string;
};

/** The formats of a language that need none of its words. */
export function formatIn(language: Language): Omit<Format, 'unit'> {
  const locale = locales[language];
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const days = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    const instants = new Intl.DateTimeFormat(locale, options);
    // Russian adds the word for year, which figures need no more than elsewhere.
    return (text: string) => (text.length === 10 ? days : instants).format(new Date(text)).replace(/\sг\./, '');
  };
  const number = (value: number, decimals = 3, minDecimals = 0) => numberText(language, value, minDecimals, decimals);
  const money = (amount: number, currency = 'EUR', maxDecimals = 2) =>
    amountText(language, amount, currency, maxDecimals);
  // With a month in words Latvian adds the word for year, which makes a date too long for a table.
  const inDigits = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const day = language === 'lv' ? inDigits : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
  return {
    money,
    signedMoney: (amount, currency) => `${amount > 0 ? '+' : ''}${money(amount, currency)}`,
    currencySign: (currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency,
    number,
    quantity: (value, unit, maxDecimals) => quantityText(language, value, unit, maxDecimals),
    quotient: (price, currency) => quotientText(language, price, currency),
    percent: (share) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    day: dates(day),
    position: (description) => describePosition(language, description, dates(day)),
    shortDay: dates({ day: 'numeric', month: 'short' }),
    month: dates({ month: 'long', year: 'numeric' }),
    monthName: dates({ month: 'short' }),
    instant: dates({ ...day, hour: '2-digit', minute: '2-digit' }),
  };
}
