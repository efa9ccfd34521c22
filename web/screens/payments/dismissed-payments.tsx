// The payments that were set aside: dismissed, with a button to restore each, or refunded.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { dismissalText } from './dismiss-payment.tsx';
import { payerText } from './payer-text.ts';
import { DecidedReturns } from './payment-returns.tsx';
import { type FoundPaymentBody, paymentState, stateText } from './payment-status.tsx';
import { Refund, RefundHistory } from './refund.tsx';

export function DismissedPayments() {
  const { t } = useLanguage();
  const { dismissed = false } = useSearch({ from: '/payments' });
  const [shown, { toggle }] = useDisclosure(dismissed);
  return (
    <Stack>
      <Group>
        <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={shown}>
          {shown ? t.payments.hideDismissed : t.payments.showDismissed}
        </Button>
      </Group>
      {shown && <DismissedList />}
      {shown && <DecidedReturns />}
    </Stack>
  );
}

function DismissedList() {
  const { t } = useLanguage();
  const dismissed = usePages(['payments', 'dismissed'], (cursor) =>
    unwrap(
      consoleApi.GET('/payments', {
        params: { query: { ...pageQuery(cursor, 50), waiting: 'dismissed', sort: '-paidOn' } },
      }),
    ),
  );
  return (
    <Card title={t.payments.dismissedOrRefunded}>
      <QueryContent query={dismissed}>
        {(rows) => (
          <Stack gap="sm">
            {rows.length === 0 && <Text c="dimmed">{t.payments.none}</Text>}
            {rows.map((payment) => (
              <DismissedPayment key={payment.id} payment={payment} />
            ))}
            <LoadMore query={dismissed} />
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

function DismissedPayment({ payment }: { readonly payment: FoundPaymentBody }) {
  const { t, format } = useLanguage();
  const setAside = sumAmounts([payment.unallocated, payment.refunded]);
  const state = paymentState(payment) === 'refunded' ? stateText(t, 'refunded') : t.payments.reasons[payment.reason];
  const restore = useAction(
    () => unwrap(consoleApi.POST('/payments/{id}/restore', { params: { path: { id: payment.id } } })),
    {
      done: t.payments.restored,
    },
  );
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>{payerText(t, payment)}</Text>
        <Text fz="sm" c="dimmed">
          {`${format.day(payment.paidOn)} · ${format.money(setAside, payment.currency)} · ${dismissalText(t, payment) ?? state}`}
        </Text>
      </div>
      <Group gap="xs">
        {payment.refunded > 0 && <RefundHistory payment={payment} mayHandle />}
        {payment.unallocated > 0 && <Refund payment={payment} />}
        {payment.unallocated > 0 && (
          <ActionButton size="xs" variant="default" action={restore} onClick={() => restore.mutate(undefined)}>
            {t.payments.restore}
          </ActionButton>
        )}
      </Group>
    </Group>
  );
}
