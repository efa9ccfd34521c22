// The status of a payment in one word.
import { Badge } from '@mantine/core';
import type { PaymentBody } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';

const colors = { matched: 'pine', partially_matched: 'yellow', unmatched: 'red', reversed: 'gray' } as const;

export function PaymentStatus({ status }: Pick<PaymentBody, 'status'>) {
  const { t } = useLanguage();
  return (
    <Badge variant="light" tt="none" color={colors[status]}>
      {t.payments.statuses[status]}
    </Badge>
  );
}
