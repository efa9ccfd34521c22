// The search over everything that the staff of an organization work with: a handful of results of each kind.
import type { Scope } from '../platform/db/scope.ts';
import type { SearchGroup, SearchResult } from './model.ts';
import { readSearch } from './read-search.ts';
import * as queries from './search-queries.ts';

/** The maximum number of results of a kind. */
const maxResults = 6;

/** Searches all kinds. The text is not empty. */
export async function search(scope: Scope, written: string): Promise<SearchResult> {
  const terms = readSearch(written);
  const limit = maxResults + 1;
  const mayBeMeter = terms.code.length >= 3 && /\d/.test(terms.code);
  const hasWords = terms.words.length > 0;
  const year = scope.now.getUTCFullYear();
  const { invoice } = terms;
  const years = invoice === undefined ? [] : invoice.year ? [invoice.year] : [year - 1, year, year + 1].map(String);
  const [buildings, apartments, residents, invoices, payments, meters, payersSince] = await Promise.all([
    hasWords ? queries.searchBuildings(scope, terms, limit) : [],
    queries.searchApartments(scope, terms, limit),
    queries.searchResidents(scope, terms, limit),
    queries.searchInvoices(scope, terms, years, limit),
    queries.searchPayments(scope, terms, limit),
    mayBeMeter ? queries.searchMeters(scope, terms, limit) : [],
    hasWords ? queries.findOldestPayerSearched(scope) : undefined,
  ]);
  return {
    buildings: groupOf(buildings),
    apartments: groupOf(apartments),
    residents: groupOf(residents),
    invoices: groupOf(invoices),
    payments: groupOf(payments),
    meters: groupOf(meters),
    payersSince: payersSince ?? null,
  };
}

function groupOf<Found>(found: readonly Found[]): SearchGroup<Found> {
  return { items: found.slice(0, maxResults), more: found.length > maxResults };
}
