// Waiting payments of which one invoice is certain: the same name and exactly its balance, and no other invoice and no
// other payment of which that is so. A person matches them together.
import type { Scope } from '../platform/db/scope.ts';
import type { SearchedPayment } from './model.ts';
import { searchPayments } from './search-payments.ts';
import { type Suggestion, suggestMatches, weigh } from './suggest-matches.ts';

export type CertainMatch = { readonly payment: SearchedPayment; readonly suggestion: Suggestion };

/** So many waiting payments are looked at, the latest first. */
export const maxCertainMatches = 50;

/** The certain matches of the latest waiting payments. */
export async function findCertainMatches(scope: Scope): Promise<CertainMatch[]> {
  const page = { by: 'paidOn', descending: true, limit: maxCertainMatches, after: undefined, updated: undefined };
  const payments = await searchPayments(scope, { waiting: 'undecided' }, page);
  const found: CertainMatch[] = [];
  for (const payment of payments) {
    const suggestion = certainOf(await suggestMatches(scope, payment.id));
    if (suggestion !== undefined) found.push({ payment, suggestion });
  }
  const claims = Map.groupBy(found, ({ suggestion }) => suggestion.invoiceId);
  return found.filter(({ suggestion }) => claims.get(suggestion.invoiceId)?.length === 1);
}

/** The suggestion that weighs most, if it alone is certain; a contradicted reference weighs in full here. Pure. */
export function certainOf(suggestions: readonly Suggestion[]): Suggestion | undefined {
  const certain = suggestions.filter(
    ({ reasons }) => reasons.includes('same_name') && reasons.includes('exact_amount'),
  );
  const [heaviest] = suggestions.toSorted((a, b) => weigh(b.reasons) - weigh(a.reasons));
  return certain.length === 1 && certain[0] === heaviest ? heaviest : undefined;
}
