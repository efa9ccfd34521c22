// The search queries that a second organization tries on the first one's data.

import * as names from '../../src/search/object-name-queries.ts';
import { readSearch } from '../../src/search/read-search.ts';
import * as search from '../../src/search/search-queries.ts';
import type { TenancyQueries } from './two-organizations.ts';

/** Letters and signs that every name and number contains. */
const everything = { ...readSearch('12'), words: ['.'], code: '', phone: '' };

export const searchQueries: TenancyQueries = ({ invoice, residentId, requestId, keyId }) => ({
  findObjectNames: (s) => names.findObjectNames(s, [invoice.id, residentId, requestId, keyId]),
  searchBuildings: (s) => search.searchBuildings(s, everything, 100),
  searchApartments: (s) =>
    search.searchApartments(s, { ...everything, apartments: [{ building: [], number: '' }] }, 100),
  searchResidents: (s) => search.searchResidents(s, everything, 100),
  searchInvoices: (s) => search.searchInvoices(s, { ...everything, code: '201' }, ['2026'], 100),
  searchPayments: (s) => search.searchPayments(s, everything, 100),
  findOldestPayerSearched: (s) => search.findOldestPayerSearched(s),
  searchMeters: (s) => search.searchMeters(s, { code: '000' }, 100),
});
