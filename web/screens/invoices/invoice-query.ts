// The filter of invoices as query parameters of the API, and what matches it.
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, readAll } from '../../api/pages.ts';
import type { InvoiceSearch } from '../../shell/search.ts';
import { lastDayOf } from './months.ts';

export function invoiceQuery({ issued, sort: _, ...query }: InvoiceSearch) {
  return issued === undefined ? query : { ...query, dateFrom: `${issued}-01`, dateTo: lastDayOf(issued) };
}

/** The drafts of a filter that are not being sent already. */
export async function readUnsentDrafts(search: InvoiceSearch) {
  const query = { ...invoiceQuery(search), status: 'draft' } as const;
  const drafts = await readAll((cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), ...query } } })),
  );
  return drafts.filter(({ sending }) => sending !== 'queued');
}
