// The status of a payment in one word.
import { Badge } from '@mantine/core';
import type { ConsoleBody } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';

export type FoundPaymentBody = ConsoleBody<'/payments'>['data'][number];

const colors = {
  prepaid: 'blue',
  matched: 'pine',
  partially_matched: 'yellow',
  unmatched: 'red',
  reversed: 'gray',
  returned: 'gray',
  refunded: 'gray',
  dismissed: 'gray',
} as const;

type State = keyof typeof colors;

/**
 * The status: refunded, if all of it was paid back; returned, if the bank took it back; of one with a rest, whether
 * that is kept for its apartment, or was set aside.
 */
export function paymentState(payment: FoundPaymentBody): State {
  const { status, reason, amount, unallocated, refunded, allocations, apartmentId, dismissedAt } = payment;
  if (refunded === amount) return 'refunded';
  if (status === 'reversed') return reason === 'returned' ? 'returned' : 'reversed';
  if (unallocated === 0) return status;
  if (apartmentId !== null || dismissedAt !== null) return apartmentId !== null ? 'prepaid' : 'dismissed';
  return allocations.length === 0 ? 'unmatched' : status;
}

export function stateText({ payments }: Words, state: State): string {
  return state === 'dismissed' ? payments.dismissedPayments : payments.statuses[state];
}

export function PaymentStatus({ state }: { readonly state: State }) {
  const { t } = useLanguage();
  return (
    <Badge variant="light" color={colors[state]}>
      {stateText(t, state)}
    </Badge>
  );
}
