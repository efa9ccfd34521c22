// Money amounts for display: added to the cent, and formatted the same way in the console, e-mails, PDFs and pages.
import { type Language, locales } from './languages.ts';

/** The sum of amounts in units of a currency, as the API gives them: exact to the cent. */
export function sumAmounts(amounts: Iterable<number>): number {
  let cents = 0;
  for (const amount of amounts) cents += Math.round(amount * 100);
  return cents / 100;
}

/** The sums of amounts by currency. */
export function sumByCurrency<T extends { readonly currency: string }>(
  items: readonly T[],
  amountOf: (item: T) => number,
): { readonly currency: string; readonly amount: number }[] {
  const byCurrency = [...Map.groupBy(items, ({ currency }) => currency)];
  return byCurrency.map(([currency, those]) => ({ currency, amount: sumAmounts(those.map(amountOf)) }));
}

/**
 * Formats an amount in units of its currency (ISO 4217) for a language, with two decimals and at most `maxDecimals`:
 * `€1,234.50`, `1 234,50 €`. Decimal text is formatted exactly.
 */
export function amountText(language: Language, amount: number | string, currency: string, maxDecimals = 2): string {
  return formatterFor(language, currency, maxDecimals)
    .format(amount as number)
    .replace('-', '−');
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Formatters are slow to create and few: currencies are checked before they are stored. */
function formatterFor(language: Language, currency: string, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${currency} ${maximumFractionDigits}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits,
      useGrouping: 'always',
    });
  formatters.set(key, formatter);
  return formatter;
}
