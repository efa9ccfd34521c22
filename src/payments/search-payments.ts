// The search for payments by payer, amount, reference or text.
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { placesExist } from '../properties/property-queries.ts';
import type { SearchedPayment } from './model.ts';
import {
  listPaymentsMatching,
  type PaymentSums,
  type SearchFilters,
  type SearchTerm,
  sumPaymentsMatching,
} from './payment-search-queries.ts';
import { parseAmountText } from './statements/parse/amounts-and-days.ts';

/** How many payments the search for a text reads at most, the latest first. */
export const maxSearchedPayments = 100_000;
const maxTerms = 8;

type FiltersWithText = SearchFilters & { readonly text?: string };

/**
 * A page of payments that match the filters and contain each word of `text`. Throws NotFound for an unknown building or
 * apartment.
 */
export async function searchPayments(
  scope: Scope,
  { text, ...filters }: FiltersWithText,
  page: PageRequest,
): Promise<(SearchedPayment & { readonly sortValue: string })[]> {
  if (!(await placesExist(scope, filters))) throw new NotFound();
  return listPaymentsMatching(scope, filters, readTerms(text), page);
}

/**
 * The number and sums of all payments that match, by currency; undefined if they are too many. Throws NotFound for an
 * unknown building or apartment.
 */
export async function sumPayments(
  scope: Scope,
  { text, ...filters }: FiltersWithText,
  max = maxSearchedPayments,
): Promise<readonly PaymentSums[] | undefined> {
  if (!(await placesExist(scope, filters))) throw new NotFound();
  const sums = await sumPaymentsMatching(scope, filters, readTerms(text), max);
  return sums.reduce((count, sum) => count + sum.count, 0) > max ? undefined : sums;
}

function readTerms(text = '') {
  return { terms: readSearchTerms(text), maxRead: maxSearchedPayments };
}

/** The terms of a search text: its words, or the whole text where that is an amount, such as `1 250,00 €`. */
export function readSearchTerms(text: string): SearchTerm[] {
  const whole = text.trim();
  const words = typeof amountIn(whole) === 'number' ? [whole] : whole.split(/\s+/).filter(Boolean).slice(0, maxTerms);
  return words.map((word) => ({
    word,
    pattern: `%${word.replace(/[\\%_]/g, '\\$&')}%`,
    cents: amountIn(word),
  }));
}

function amountIn(word: string): number | null {
  const amount = parseAmountText(word);
  return typeof amount === 'object' ? amount.cents : null;
}
