// Money: whole cents in a safe integer. A JSON amount that is not an exact number of cents is invalid.
import { amountText } from './amounts.ts';
import type { Language } from './languages.ts';

/** An amount in hundredths of its currency. Always a whole number, never beyond ±MAX_CENTS if it comes from outside. */
export type Cents = number;

/**
 * The largest accepted amount: 100,000,000,000.00. Far below it a double still distinguishes neighbouring cents, and
 * nine hundred such amounts add up within the safe integers.
 */
export const MAX_CENTS = 10 ** 13;

/**
 * Returns the cents of a JSON number, or undefined if it has more than two decimals, is not finite or is larger than
 * MAX_CENTS. Exact: 1.005 and 0.1 + 0.2 are rejected, not rounded.
 */
export function centsFromAmount(amount: number): Cents | undefined {
  const cents = Math.round(amount * 100);
  // Division of two exact integers gives the double nearest to the decimal, which is how the amount itself was parsed.
  if (cents / 100 !== amount || Math.abs(cents) > MAX_CENTS) return undefined;
  return cents === 0 ? 0 : cents; // never -0
}

/** Returns the JSON number for an amount; it prints with at most two decimals. */
export function amountFromCents(cents: Cents): number {
  return cents / 100;
}

/** An amount with a point, two decimals and no grouping, as files and banks write it: `1234.50`. */
export function formatAmount(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** The object with these of its fields as JSON numbers instead of cents; one that is null or missing stays so. */
export function withAmounts<T extends object, K extends keyof T>(
  object: { readonly [F in K]?: Cents | null | undefined } & T,
  ...fields: readonly K[]
): T {
  const shown: Record<PropertyKey, unknown> = { ...object };
  for (const field of fields) {
    const cents = shown[field];
    if (typeof cents === 'number') shown[field] = amountFromCents(cents);
  }
  return shown as T;
}

/** Returns the sum. Throws RangeError if it leaves the safe integers, instead of being a cent off. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const cents of amounts) {
    total += cents;
    if (!Number.isSafeInteger(total)) throw new RangeError('The amounts add up to more than can be counted in cents.');
  }
  return total;
}

/** Formats an amount for a language, with two decimals for every currency. `currency` is ISO 4217. */
export function formatCents(cents: Cents, currency: string, language: Language): string {
  return amountText(language, amountFromCents(cents), currency);
}
