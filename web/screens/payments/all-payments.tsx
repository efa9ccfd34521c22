// All payments, the latest first, with what each pays; a match can be undone here at any time.
import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PaymentBody } from '../../api/bodies.ts';
import { api, consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { Refund, RefundHistory } from './refund.tsx';

const statuses = ['matched', 'partially_matched', 'unmatched', 'reversed'] as const;

export function AllPayments() {
  const { t, format } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const [status, setStatus] = useState<PaymentBody['status']>();
  const payments = usePages(['payments', { status }], (cursor) =>
    unwrap(api.GET('/payments', { params: { query: { ...pageQuery(cursor, 50), status, sort: '-paidOn' } } })),
  );
  return (
    <>
      <Select
        aria-label={t.invoices.status}
        placeholder={t.invoices.anyStatus}
        clearable
        w="14rem"
        mb="md"
        data={statuses.map((value) => ({ value, label: t.payments.statuses[value] }))}
        value={status ?? null}
        onChange={(value) => setStatus(statuses.find((status) => status === value))}
      />
      <Card flush>
        <QueryTable
          query={payments}
          none={<EmptyState icon="payment" title={t.payments.none} />}
          label={t.payments.title}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t.payments.payer,
              cell: ({ payerName, source }) =>
                payerName ?? (source === 'statement' ? t.payments.unknownPayer : t.common.none),
            },
            { title: t.invoices.paidOn, cell: ({ paidOn }) => format.day(paidOn) },
            { title: t.payments.amount, cell: (item) => format.money(item.amount, item.currency), figure: true },
            { title: t.invoices.status, cell: ({ status: is }) => <PaymentStatus status={is} /> },
            { title: t.payments.reason, cell: ({ reason }) => t.payments.reasons[reason], wide: true },
            { title: t.payments.allocatedTo, cell: (item) => <Allocations payment={item} mayHandle={mayHandle} /> },
          ]}
        />
      </Card>
    </>
  );
}

function Allocations({ payment, mayHandle }: { readonly payment: PaymentBody; readonly mayHandle: boolean }) {
  const { t, format } = useLanguage();
  const undo = useAction(
    () => unwrap(consoleApi.POST('/payments/{id}/unmatch', { params: { path: { id: payment.id } }, body: {} })),
    { done: t.payments.undone },
  );
  const refundable = mayHandle && payment.unallocated > 0;
  if (payment.allocations.length === 0 && payment.refunded === 0 && !refundable) return t.common.none;
  const ask = () =>
    confirmFirst(t, {
      title: t.payments.undo,
      text: t.payments.undoLead,
      yes: t.payments.undo,
      act: () => undo.mutate(),
    });
  return (
    <Stack gap={6} align="flex-start">
      {payment.allocations.map(({ invoiceId, number, apartment, amount }) => (
        <div key={invoiceId}>
          <LinkTo to="/invoices/$invoiceId" params={{ invoiceId }}>
            {number}
          </LinkTo>
          <Text fz="sm" c="dimmed">
            {`${t.residentHome.apartment({ number: apartment })} · ${format.money(amount, payment.currency)}`}
          </Text>
        </div>
      ))}
      {mayHandle && payment.allocations.length > 0 && payment.status !== 'reversed' && payment.source !== 'credit' && (
        <Button size="compact-sm" variant="subtle" ml={-8} loading={undo.isPending} onClick={ask}>
          {t.payments.undo}
        </Button>
      )}
      {payment.refunded > 0 && <RefundHistory payment={payment} mayHandle={mayHandle} />}
      {refundable && <Refund payment={payment} />}
    </Stack>
  );
}
