// Invoices as the API gives them.
import type { Got } from '../../api/client.ts';

export type Invoice = Got<'/invoices'>['data'][number];
export type InvoiceWithPositions = Got<'/invoices/{id}'>['data'];
