// Amounts of money as people read them: one way for the console, e-mails, PDF pages and landing pages.
import { type Language, locales } from './values/languages.ts';

/**
 * An amount in units of its currency (ISO 4217) as a language writes it, with two decimals and at most `maxDecimals`: `€1,234.50`, `1 234,50 €`. Text is
 * formatted exactly, as long as it is a decimal.
 */
export function amountText(language: Language, amount: number | string, currency: string, maxDecimals = 2): string {
  return formatterFor(language, currency, maxDecimals)
    .format(amount as number)
    .replace('-', '−');
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Formatters are slow to make and few: currencies were checked before they were stored. */
function formatterFor(language: Language, currency: string, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${currency} ${maximumFractionDigits}`;
  const made =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits,
      useGrouping: 'always',
    });
  formatters.set(key, made);
  return made;
}
