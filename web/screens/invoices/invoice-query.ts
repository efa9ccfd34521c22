// Which invoices are looked for, as the API is asked for them.
import type { InvoiceSearch } from '../../shell/search.ts';
import { lastDayOf } from './month.ts';

export function invoiceQuery({ issued, ...query }: InvoiceSearch) {
  return issued === undefined ? query : { ...query, dateFrom: `${issued}-01`, dateTo: lastDayOf(issued) };
}
