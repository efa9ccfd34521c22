// The query of payment returns, shared by what lists them and what records a refund.
import { useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';

export type PaymentReturn = ConsoleBody<'/payment-returns'>['data'][number];

/** The returns that wait for a person, or those that are decided. */
export function usePaymentReturns(decided: boolean) {
  return useQuery({
    queryKey: ['payments', 'returns', decided],
    queryFn: async () => (await unwrap(consoleApi.GET('/payment-returns', { params: { query: { decided } } }))).data,
  });
}
