// The payments of an invoice: what was paid, what the bank took back, and the button that records another one.
import { Text } from '@mantine/core';

import type { InvoiceBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { Card } from '../../parts/card.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { EnterPayment } from './enter-payment.tsx';
import { payerText } from './payer-text.ts';
import { type FoundPaymentBody, paymentState, stateText } from './payment-status.tsx';

export function InvoicePayments({ invoice }: { readonly invoice: InvoiceBody }) {
  const { t, format } = useLanguage();
  const { id: invoiceId, apartmentId, balance, status, kind } = invoice;
  const mayHandle = useIsAllowed('money');
  const payable = (status === 'sent' || status === 'draft') && kind !== 'credit' && balance > 0;
  const payments = usePages(['payments', 'of', invoiceId], (cursor) =>
    unwrap(
      consoleApi.GET('/payments', {
        params: { query: { ...pageQuery(cursor, 50), invoiceId, sort: 'paidOn' } },
      }),
    ),
  );
  if (kind === 'credit') return null;
  return (
    <Card
      title={t.payments.title}
      flush
      actions={
        mayHandle &&
        payable && (
          <EnterPayment
            apartmentId={apartmentId}
            invoice={{ id: invoiceId, balance }}
            payerName={invoice.recipients[0]?.name}
          />
        )
      }
    >
      <QueryTable
        query={payments}
        none={<EmptyState icon="payment" title={t.payments.none} />}
        label={t.payments.title}
        keyOf={({ id }) => id}
        columns={[
          { title: t.invoices.paidOn, cell: ({ paidOn }) => format.day(paidOn) },
          { title: t.payments.payer, cell: (item) => <Payer payment={item} /> },
          {
            title: t.payments.allocatedTo,
            figure: true,
            cell: ({ allocations, currency }) =>
              format.money(allocations.find((item) => item.invoiceId === invoiceId)?.amount ?? 0, currency),
          },
          { title: t.payments.amount, figure: true, cell: (item) => format.money(item.amount, item.currency) },
        ]}
      />
    </Card>
  );
}

/** The payer; of a payment that the bank took back, also that and the day. */
function Payer({ payment }: { readonly payment: FoundPaymentBody }) {
  const { t, format } = useLanguage();
  const { status, returnedOn } = payment;
  return (
    <>
      {payerText(t, payment)}
      {status === 'reversed' && (
        <Text fz="sm" c="dimmed">
          {[stateText(t, paymentState(payment)), returnedOn && format.day(returnedOn)].filter(Boolean).join(' · ')}
        </Text>
      )}
    </>
  );
}
