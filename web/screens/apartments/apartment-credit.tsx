// What an apartment has prepaid, payment by payment; each rest can be paid back.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApartmentBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { Card } from '../../parts/card.tsx';
import { useLanguage } from '../../words/language.tsx';
import { payerText } from '../payments/payer-text.ts';
import { Refund } from '../payments/refund.tsx';

/** So many payments are listed: the latest. */
const maxPayments = 50;

export function ApartmentCredit({ apartment: { id: apartmentId } }: { readonly apartment: ApartmentBody }) {
  const { t, format } = useLanguage();
  const query = { apartmentId, prepaid: true, sort: '-paidOn', limit: maxPayments } as const;
  const { data: payments = [] } = useQuery({
    queryKey: ['payments', 'credit', apartmentId],
    queryFn: async () => (await unwrap(consoleApi.GET('/payments', { params: { query } }))).data,
  });
  if (payments.length === 0) return null;
  return (
    <Card title={t.receivables.columns.credit} help="prepayment">
      <Stack gap="sm">
        {payments.map((payment) => (
          <Group key={payment.id} justify="space-between" gap="xs">
            <div>
              <Text fw={600}>{payerText(t, payment)}</Text>
              <Text fz="sm" c="dimmed">
                {`${format.day(payment.paidOn)} · ${format.money(payment.unallocated, payment.currency)}`}
              </Text>
            </div>
            <Refund payment={payment} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
