// Amounts of money, added to the cent, and numbers for display, formatted the same way in the console, e-mails, PDFs
// and pages.
import { usualDecimals } from './bases.ts';
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
  return format(language, amount, [2, maxDecimals], currency);
}

/** Formats a number in a language with at least and at most so many decimals. Decimal text is formatted exactly. */
export function numberText(language: Language, value: number | string, minDecimals = 0, maxDecimals = 6): string {
  return format(language, value, [minDecimals, Math.max(minDecimals, maxDecimals)]);
}

/** The same for a quantity, with at least the usual decimals of its unit. */
export function quantityText(
  language: Language,
  value: number | string,
  unit: string | null | undefined,
  maxDecimals = 6,
): string {
  const decimals: Readonly<Record<string, number>> = usualDecimals;
  return numberText(language, value, decimals[unit ?? ''] ?? 0, maxDecimals);
}

/**
 * A price that is a quotient: in cents, where it is low with two more decimals. `≈` says that more were rounded;
 * `exactly` stands before one that was not.
 */
export function quotientText(language: Language, price: number, currency: string, exactly = ''): string {
  const decimals = Math.abs(price) < 10 ? 4 : 2;
  const isExact = Math.abs(roundTo(price, decimals) - price) < 1e-9;
  return about(amountText(language, price, currency, decimals), isExact, exactly);
}

/** A text of figures, with `≈` unless they are exact. */
export function about(text: string, isExact: boolean, exactly = ''): string {
  return isExact ? `${exactly}${text}` : `≈\u00a0${text}`;
}

/** The methods of calculation whose unit price was set; others divide. */
const setPriceMethods = ['unit_price', 'settlement'];

type PricedAmount = {
  readonly quantity: number;
  readonly unitPrice: number;
  /** In units of the currency. */
  readonly amount: number;
};

/**
 * The most decimals of a quantity and its price, so that their product on any calculator is the amount. A price that
 * was set is written in full; a quotient with as few decimals as do. Not `isExact`: they miss it by a cent that was
 * rounded. Undefined where the amount is another product, as of a limited difference.
 */
export function factorDecimals({ quantity, unitPrice, amount }: PricedAmount, method = 'split') {
  const isQuotient = !setPriceMethods.includes(method);
  const missedBy = (inQuantity: number, inPrice: number) =>
    Math.abs(roundTo(quantity, inQuantity) * roundTo(unitPrice, inPrice) - amount);
  for (const price of isQuotient ? [4, 5, 6] : [6])
    for (const inQuantity of [3, 6])
      if (missedBy(inQuantity, price) < 0.005 + 1e-7) return { quantity: inQuantity, price, isExact: true };
  return missedBy(6, 6) < 0.02 ? { quantity: 6, price: isQuotient ? 4 : 6, isExact: false } : undefined;
}

function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

const amountMethods = ['one_off', 'late_interest', 'difference', 'credit'];

/**
 * Whether a position is an amount alone: its quantity of one apartment, which e-invoices need, tells people nothing. So
 * are interest, one-off charges, differences, and credits of a part or of what has no other quantity.
 */
export function isAmountAlone(position: { readonly unit: string; readonly calculation: { readonly method: string } }) {
  return position.unit === 'apartment' && amountMethods.includes(position.calculation.method);
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Formatters are slow to create and few: currencies are checked before they are stored. */
function format(
  language: Language,
  value: number | string,
  [minimumFractionDigits, maximumFractionDigits]: readonly [min: number, max: number],
  currency?: string,
): string {
  const key = `${language} ${currency} ${minimumFractionDigits} ${maximumFractionDigits}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], {
      ...(currency !== undefined && { style: 'currency', currency }),
      minimumFractionDigits,
      maximumFractionDigits,
      useGrouping: 'always',
    });
  formatters.set(key, formatter);
  // Some languages write a hyphen for the minus.
  return formatter.format(value as number).replace('-', '−');
}
