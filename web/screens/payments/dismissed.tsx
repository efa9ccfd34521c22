// The payments that a person put aside, each with the way back into the queue.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAct } from '../../api/use-action.ts';
import { door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { More } from '../../parts/more.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Payment } from './payment-type.ts';

export function Dismissed() {
  const { t } = useLanguage();
  const [shown, { toggle }] = useDisclosure();
  return (
    <Stack mt="md">
      <Group>
        <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={shown}>
          {shown ? t.payments.hideDismissed : t.payments.showDismissed}
        </Button>
      </Group>
      {shown && <DismissedList />}
    </Stack>
  );
}

function DismissedList() {
  const { t } = useLanguage();
  const dismissed = usePages(['payments', 'dismissed'], (cursor) =>
    take(door.GET('/payments', { params: { query: { ...after(cursor, 50), dismissed: true, sort: '-paidOn' } } })),
  );
  return (
    <Card title={t.payments.dismissedPayments}>
      <Loaded query={dismissed}>
        {(rows) => (
          <Stack gap="sm">
            {rows.length === 0 && <Text c="dimmed">{t.payments.none}</Text>}
            {rows.map((payment) => (
              <DismissedPayment key={payment.id} payment={payment} />
            ))}
            <More query={dismissed} />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function DismissedPayment({ payment }: { readonly payment: Payment }) {
  const { t, format } = useLanguage();
  const restore = useAct(() => take(door.POST('/payments/{id}/restore', { params: { path: { id: payment.id } } })), {
    done: t.payments.restored,
  });
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>{payment.payerName ?? t.payments.unknownPayer}</Text>
        <Text fz="sm" c="dimmed">
          {`${format.day(payment.paidOn)} · ${format.money(payment.unallocated, payment.currency)} · ${t.payments.reasons[payment.reason]}`}
        </Text>
      </div>
      <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
        {t.payments.restore}
      </Button>
    </Group>
  );
}
