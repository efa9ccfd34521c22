// What became of a payment's amount, part by part, for a table that adds up: what is in none of the parts has paid
// invoices.
import type { ConsoleBody } from '../../api/bodies.ts';

export const partsOfPayments = ['waiting', 'prepaid', 'setAside', 'refunded', 'returned'] as const;

/** The parts of an amount; only one of waiting, prepaid and setAside is not 0. */
type PaymentParts = Readonly<Record<(typeof partsOfPayments)[number], number>>;

export function paymentParts({
  status,
  reason,
  amount,
  unallocated,
  refunded,
  apartmentId,
  dismissedAt,
}: Pick<
  ConsoleBody<'/payments'>['data'][number],
  'status' | 'reason' | 'amount' | 'unallocated' | 'refunded' | 'apartmentId' | 'dismissedAt'
>): PaymentParts {
  const rest = dismissedAt === null ? 'waiting' : 'setAside';
  return {
    ...{ waiting: 0, prepaid: 0, setAside: 0, refunded },
    [apartmentId === null ? rest : 'prepaid']: unallocated,
    returned: status === 'reversed' && reason === 'returned' ? amount : 0,
  };
}
