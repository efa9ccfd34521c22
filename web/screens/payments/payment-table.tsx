// A table of payments, each with what it pays; a match, or a payment recorded by mistake, can be undone here at any
// time.
import { Stack, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { dismissalText } from './dismiss-payment.tsx';
import { payerText } from './payer-text.ts';
import { type FoundPaymentBody, PaymentStatus, paymentState } from './payment-status.tsx';
import { useReceivedOn } from './received-on.ts';
import { Refund, RefundHistory } from './refund.tsx';

export function PaymentTable(
  table: Pick<ComponentProps<typeof QueryTable<FoundPaymentBody>>, 'query' | 'none' | 'emptied'>,
) {
  const { t, format } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const { several, buildingsOf } = useBuildingsOf();
  return (
    <QueryTable
      {...table}
      label={t.payments.title}
      keyOf={({ id }) => id}
      columns={[
        { title: t.payments.payer, cell: (item) => <Payer payment={item} /> },
        { title: t.payments.kind, cell: (item) => kindText(t, item) },
        ...(several ? [{ title: t.invoices.building, cell: buildingsOf }] : []),
        { title: t.invoices.paidOn, cell: ({ paidOn }) => format.day(paidOn) },
        { title: t.payments.amount, cell: (item) => format.money(item.amount, item.currency), figure: true },
        { title: t.invoices.status, badge: true, cell: (item) => <Status payment={item} /> },
        {
          title: t.payments.reason,
          cell: (item) => reasonText(t, item),
          wide: true,
        },
        { title: t.payments.allocatedTo, cell: (item) => <Allocations payment={item} mayHandle={mayHandle} /> },
      ]}
    />
  );
}

/** The buildings that a payment is for, or those of its account; whether the organization has several. */
export function useBuildingsOf() {
  const several = (useBuildings().data?.length ?? 0) > 1;
  const receivedOn = useReceivedOn();
  const buildingsOf = ({ buildings, account }: FoundPaymentBody) =>
    buildings.length > 0 || account === null ? buildings.join(', ') : receivedOn(account).buildings;
  return { several, buildingsOf };
}

/** How the money came; a credit note is no payment. */
export function kindText({ payments, invoiceHistory }: Words, { source, inCash }: FoundPaymentBody): string {
  if (source === 'credit') return invoiceHistory.creditInvoice;
  return inCash ? payments.methods.cash : payments.methods.transfer;
}

/** Why it is matched or not; of dismissed money, and of the credit of a credit note, what it is. */
export function reasonText(t: Words, payment: FoundPaymentBody): string {
  if (payment.source === 'credit') return t.payments.ofCreditNote;
  const dismissal = payment.unallocated > 0 ? dismissalText(t, payment) : undefined;
  return dismissal ?? t.payments.reasons[payment.reason];
}

/** The payer with the text of the payment; of a credit, its credit note. */
function Payer({ payment }: { readonly payment: FoundPaymentBody }) {
  const { t } = useLanguage();
  const name = payerText(t, payment);
  if (payment.creditInvoiceId !== null)
    return (
      <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: payment.creditInvoiceId }}>
        {name}
      </LinkTo>
    );
  const about = [payment.reference, payment.description].filter(Boolean).join(' · ');
  return (
    <>
      <Text fw={600}>{name}</Text>
      {about && (
        <Text fz="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {about}
        </Text>
      )}
    </>
  );
}

/** Of a payment that the bank took back also the day. */
function Status({ payment }: { readonly payment: FoundPaymentBody }) {
  const { format } = useLanguage();
  return (
    <>
      <PaymentStatus state={paymentState(payment)} />
      {payment.returnedOn !== null && (
        <Text fz="sm" c="dimmed">
          {format.day(payment.returnedOn)}
        </Text>
      )}
    </>
  );
}

function Allocations({ payment, mayHandle }: { readonly payment: FoundPaymentBody; readonly mayHandle: boolean }) {
  const { t, format } = useLanguage();
  const money = (amount: number) => format.money(amount, payment.currency);
  const { allocations, undone, apartment, building, unallocated, refunded, source, status } = payment;
  const isReversed = status === 'reversed';
  // Of a reversed payment, what was credit until then.
  const credit = isReversed ? sumAmounts([payment.amount, ...undone.map((item) => -item.amount)]) : unallocated;
  const hasCredit = credit > 0 && apartment !== null;
  const refundable = mayHandle && unallocated > 0;
  const decidable = mayHandle && !isReversed && source !== 'credit';
  // A statement has shown it: the money is there, whoever recorded it first.
  const entered = source === 'manual' && payment.bankEntryId === null;
  if (allocations.length + undone.length + refunded === 0 && !hasCredit && !refundable && !decidable)
    return t.common.none;
  return (
    <Stack gap={6} align="flex-start">
      {isReversed && <Text fz="sm">{t.payments.undoneMatches}</Text>}
      {[...allocations, ...undone].map((item) => (
        <div key={item.invoiceId}>
          <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: item.invoiceId }}>
            {item.number}
          </LinkTo>
          <Text fz="sm" c="dimmed">
            {`${t.residentHome.apartment({ number: item.apartment })} · ${money(item.amount)}`}
          </Text>
        </div>
      ))}
      {hasCredit && (
        <Text fz="sm" c="dimmed">
          {`${t.receivables.columns.credit} · ${building}, ${apartment} · ${money(credit)}`}
        </Text>
      )}
      {decidable && !entered && allocations.length > 0 && <UndoMatch id={payment.id} />}
      {decidable && entered && refunded === 0 && <ReversePayment id={payment.id} />}
      {refunded > 0 && <RefundHistory payment={payment} mayHandle={mayHandle} />}
      {refundable && <Refund payment={payment} />}
    </Stack>
  );
}

function UndoMatch({ id }: { readonly id: string }) {
  const { t } = useLanguage();
  const undo = useAction(
    () => unwrap(consoleApi.POST('/payments/{id}/unmatch', { params: { path: { id } }, body: {} })),
    { done: t.payments.undone },
  );
  const ask = () =>
    confirmFirst(t, {
      title: t.payments.undo,
      text: t.payments.undoLead,
      yes: t.payments.undo,
      act: () => undo.mutate(),
    });
  return (
    <ActionButton size="compact-sm" variant="subtle" ml={-8} action={undo} onClick={ask}>
      {t.payments.undo}
    </ActionButton>
  );
}

/** A payment recorded by a person is reversed as a whole. */
function ReversePayment({ id }: { readonly id: string }) {
  const { t } = useLanguage();
  const reverse = useAction(() => unwrap(consoleApi.POST('/payments/{id}/reverse', { params: { path: { id } } })), {
    done: t.payments.reversed,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.payments.reverse,
      text: t.payments.reverseLead,
      yes: t.payments.reverse,
      act: () => reverse.mutate(),
    });
  return (
    <ActionButton size="compact-sm" variant="subtle" ml={-8} action={reverse} onClick={ask}>
      {t.payments.reverse}
    </ActionButton>
  );
}
