// The filter of invoices as query parameters of the API, and what matches it.
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, readAll } from '../../api/pages.ts';
import type { InvoiceSearch } from '../../shell/search.ts';
import { lastDayOf } from './months.ts';

export function invoiceQuery({ issued, sort: _, ...query }: InvoiceSearch) {
  return issued === undefined ? query : { ...query, dateFrom: `${issued}-01`, dateTo: lastDayOf(issued) };
}

/** All invoices of a filter, however many, with the names of their buildings and apartments. */
export function readInvoices(search: InvoiceSearch) {
  const query = { ...invoiceQuery(search), include: 'names', ...(search.sort && { sort: search.sort }) } as const;
  return readAll((cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), ...query } } })),
  );
}

/** The drafts of a filter that are not being sent already. */
export async function readUnsentDrafts(search: InvoiceSearch) {
  const drafts = await readInvoices({ ...search, status: 'draft' });
  return drafts.filter(({ sending }) => sending !== 'queued');
}
