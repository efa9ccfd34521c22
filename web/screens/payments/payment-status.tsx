// The status of a payment in one word.
import { Badge } from '@mantine/core';
import type { PaymentBody } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';

const colors = {
  prepaid: 'blue',
  matched: 'pine',
  partially_matched: 'yellow',
  unmatched: 'red',
  reversed: 'gray',
} as const;

type PaymentState = Pick<PaymentBody, 'status'> &
  Partial<Pick<PaymentBody, 'unallocated' | 'apartmentId'>> & { readonly isPrepaid?: boolean };

/** Whether a part of it is kept for the next invoices of its apartment. */
function hasPrepayment({ unallocated = 0, apartmentId = null, isPrepaid = false }: PaymentState): boolean {
  return isPrepaid || (unallocated > 0 && apartmentId !== null);
}

export function PaymentStatus({ payment }: { readonly payment: PaymentState }) {
  const { t } = useLanguage();
  const word = hasPrepayment(payment) ? 'prepaid' : payment.status;
  return (
    <Badge variant="light" tt="none" color={colors[word]}>
      {t.payments.statuses[word]}
    </Badge>
  );
}
