// The request that sends invoices.
import { api, unwrap } from '../../api/client.ts';

/** Queues the e-mails of these invoices, or of none of them. */
export async function sendInvoices(invoiceIds: readonly string[]) {
  return (await unwrap(api.POST('/invoices/send-bulk', { body: { invoiceIds: [...invoiceIds] } }))).data;
}
