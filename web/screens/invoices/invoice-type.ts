// The types of invoices in the API.
import type { ApiBody } from '../../api/client.ts';

export type InvoiceBody = ApiBody<'/invoices'>['data'][number];
export type InvoiceWithPositions = ApiBody<'/invoices/{id}'>['data'];
