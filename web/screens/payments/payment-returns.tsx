// Payments that the bank took back without saying which: a person chooses the payment, or says that it is none. What
// was decided can be undone.
import { Group, Paper, Stack, Text } from '@mantine/core';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { ibanText } from '../../parts/iban-text.ts';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { type PaymentReturn, usePaymentReturns } from './payment-returns-query.ts';
import { useReceivedOn } from './received-on.ts';
import { undoRefund } from './refund.tsx';
import { showWithUndo } from './show-with-undo.tsx';
import { Suggestion } from './suggestion.tsx';

type Candidate = PaymentReturn['candidates'][number];
type Rest = PaymentReturn['rests'][number];

function restoreReturn(id: string) {
  return unwrap(consoleApi.POST('/payment-returns/{id}/restore', { params: { path: { id } } }));
}

/** The returns that wait. */
export function WaitingReturns({ returns }: { readonly returns: readonly PaymentReturn[] }) {
  const { t } = useLanguage();
  if (returns.length === 0) return null;
  return (
    <Card title={t.payments.returnsToDecide({ count: returns.length })}>
      <Text c="dimmed" mb="sm">
        {t.payments.returnsLead}
      </Text>
      <Stack>
        {returns.map((item) => (
          <WaitingReturn key={item.id} item={item} />
        ))}
      </Stack>
    </Card>
  );
}

function WaitingReturn({ item }: { readonly item: PaymentReturn }) {
  const { t, format } = useLanguage();
  const { id, payerName, payerIban, candidates } = item;
  const rests = candidates.length === 0 ? item.rests : [];
  const receivedOn = useReceivedOn();
  const params = { path: { id } };
  const match = useAction(
    ({ paymentId, refund }: Candidate) =>
      unwrap(
        consoleApi.POST('/payment-returns/{id}/match', {
          params,
          body: { paymentId, ...(refund && { refundId: refund.id }) },
        }),
      ),
    { next: ({ data }) => showWithUndo(t, outcomeText(t, data.status), () => restoreReturn(id)) },
  );
  const refund = useRefund(item);
  const dismiss = useAction(() => unwrap(consoleApi.POST('/payment-returns/{id}/dismiss', { params })), {
    next: () => showWithUndo(t, t.payments.returnDismissed, () => restoreReturn(id)),
  });
  const busy = match.isPending || refund.isPending || dismiss.isPending;
  const facts = [
    [
      t.payments.payer,
      [payerName ?? t.payments.unknownPayer, payerIban && ibanText(payerIban)].filter(Boolean).join(' · '),
    ],
    [t.payments.amount, format.money(item.amount, item.currency)],
    [t.monthEnd.bank.date, format.day(item.bookedOn)],
    [t.payments.onAccount, receivedOn(item.account).text || t.common.none],
    [t.payments.description, [item.reference, item.description].filter(Boolean).join(' · ') || t.common.none],
  ] as const;
  return (
    <Paper withBorder p="md" component="section" aria-label={facts.map(([, value]) => value).join(', ')}>
      <FactList cols={{ base: 1, xs: 2, md: 4 }} facts={facts} />
      <Text fw={600} mt="sm" mb="xs">
        {questionOf(t, item)}
      </Text>
      <Stack gap="xs">
        {candidates.map((candidate) => (
          <Suggestion
            key={candidate.refund?.id ?? candidate.paymentId}
            name={
              candidate.payerName ??
              (candidate.refund === null ? t.payments.unknownPayer : t.payments.statuses.refunded)
            }
            about={aboutCandidate(t, format, candidate, item)}
            why={candidate.reasons.map((reason) => t.payments.returnReasons[reason]).join(', ')}
            label={candidate.refund === null ? t.payments.wasReturned : t.payments.wasRefunded}
            match={() => match.mutate(candidate)}
            busy={busy}
          />
        ))}
        {rests.map((rest) => (
          <Suggestion
            key={rest.paymentId}
            name={rest.payerName ?? t.payments.unknownPayer}
            about={aboutRest(t, format, rest, item.currency)}
            label={t.payments.refund}
            match={() => refund.mutate(rest)}
            busy={busy}
          />
        ))}
        <ActionFailure action={match} />
        <ActionFailure action={refund} />
        <Group>
          <ActionButton size="xs" variant="default" disabled={busy} action={dismiss} onClick={() => dismiss.mutate()}>
            {candidates.length === 0 ? t.payments.dismiss : t.payments.returnsNone}
          </ActionButton>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Records the refund that a debit shows, of what is left of a payment, and ties it to the debit. */
function useRefund({ id, amount, bookedOn }: PaymentReturn) {
  const { t } = useLanguage();
  return useAction(
    async ({ paymentId }: Rest) => {
      const of = { params: { path: { id: paymentId } }, body: { amount, refundedOn: bookedOn } };
      const { data } = await unwrap(consoleApi.POST('/payments/{id}/refunds', of));
      const tie = { params: { path: { id } }, body: { paymentId, refundId: data.id } };
      if (!data.shown) await unwrap(consoleApi.POST('/payment-returns/{id}/match', tie));
      return data.id;
    },
    { next: (refundId) => showWithUndo(t, t.payments.refunded, () => undoRefund(refundId)) },
  );
}

/** What is asked about a return, or what to do where nothing fits. */
function questionOf({ payments }: Words, { candidates, rests }: PaymentReturn): string {
  if (candidates.length > 0) return payments.returnCandidates;
  return rests.length > 0 ? payments.isRefundOf : payments.noReturnCandidates;
}

/** What is known of a payment that may have been paid back in part. */
function aboutRest(t: Words, format: Format, { paidOn, amount, apartment }: Rest, currency: string): string[] {
  const of = apartment === null ? [] : [t.residentHome.apartment({ number: apartment })];
  return [format.day(paidOn), format.money(amount, currency), ...of];
}

/** What was decided about a return. */
function outcomeText({ payments }: Words, status: PaymentReturn['status']): string {
  if (status === 'refunded') return payments.refundTied;
  return status === 'none' ? payments.returnDismissed : payments.returnMatched;
}

/** What is known of a payment that may have been returned: when, and what it paid. */
function aboutCandidate(
  t: Words,
  format: Format,
  candidate: Candidate,
  { amount, currency }: Pick<PaymentReturn, 'amount' | 'currency'>,
): string[] {
  const { paidOn, invoices, apartments, status, refunded, description, refund } = candidate;
  // Its payments may be several: their sum is what the debit paid out.
  const paidBack = refund === null ? format.money(refunded, currency) : format.money(amount, currency);
  return [
    refund === null ? format.day(paidOn) : t.payments.refundOn({ day: format.day(refund.on) }),
    apartments.map((number) => t.residentHome.apartment({ number })).join(', '),
    invoices.join(', '),
    status === 'matched' ? '' : t.payments.statuses[status],
    refunded > 0 ? t.payments.refundedAmount({ amount: paidBack }) : '',
    description ?? '',
  ].filter(Boolean);
}

/** The returns that were decided; each can be undone. */
export function DecidedReturns() {
  const { t } = useLanguage();
  const { data = [] } = usePaymentReturns(true);
  if (data.length === 0) return null;
  return (
    <Card title={t.payments.decidedReturns}>
      <Stack gap="sm">
        {data.map((item) => (
          <DecidedReturn key={item.id} item={item} />
        ))}
      </Stack>
    </Card>
  );
}

function DecidedReturn({
  item: { id, payerName, bookedOn, amount, currency, status },
}: {
  readonly item: PaymentReturn;
}) {
  const { t, format } = useLanguage();
  const restore = useAction(() => restoreReturn(id), { done: t.payments.undone });
  const outcome = outcomeText(t, status);
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>{payerName ?? t.payments.unknownPayer}</Text>
        <Text fz="sm" c="dimmed">{`${format.day(bookedOn)} · ${format.money(amount, currency)} · ${outcome}`}</Text>
      </div>
      <ActionButton size="xs" variant="default" action={restore} onClick={() => restore.mutate(undefined)}>
        {t.payments.undo}
      </ActionButton>
    </Group>
  );
}
