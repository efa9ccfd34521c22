// The filter of invoices as query parameters of the API.
import type { InvoiceSearch } from '../../shell/search.ts';
import { lastDayOf } from './months.ts';

export function invoiceQuery({ issued, sort: _, ...query }: InvoiceSearch) {
  return issued === undefined ? query : { ...query, dateFrom: `${issued}-01`, dateTo: lastDayOf(issued) };
}
