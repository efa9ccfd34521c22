// The filter of invoices as query parameters of the API, and what matches it.
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, readAll } from '../../api/pages.ts';
import type { InvoiceSearch } from '../../shell/screen-parameters.ts';
import { daysOf } from './months.ts';

export function invoiceQuery({ issued, sort: _, status, ...filters }: InvoiceSearch) {
  const query = { ...filters, ...(status === 'unsent' ? { unsent: true } : { status }) };
  return issued === undefined ? query : { ...query, ...daysOf(issued) };
}

/** All invoices of a filter, however many, with the names of their buildings and apartments. */
export function readInvoices(search: InvoiceSearch) {
  const query = { ...invoiceQuery(search), include: 'names', ...(search.sort && { sort: search.sort }) } as const;
  return readAll((cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), ...query } } })),
  );
}

/** The invoices of a filter that are still to be sent and are not being sent already. */
export async function readUnsent(search: InvoiceSearch) {
  const unsent = await readInvoices({ ...search, status: 'unsent' });
  return unsent.filter(({ sending }) => sending !== 'queued');
}
