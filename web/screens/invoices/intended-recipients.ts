// Who would get an invoice that has not been sent, and by which channel.
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';

/**
 * The people to whom the invoice would go now; without an e-mail address on paper. Only for those who may send
 * invoices.
 */
export function useIntendedRecipients(invoiceId: string, enabled = true) {
  return useQuery({
    queryKey: ['intended-recipients', invoiceId],
    enabled,
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/invoices/{id}/intended-recipients', { params: { path: { id: invoiceId } } })))
        .data,
  });
}
