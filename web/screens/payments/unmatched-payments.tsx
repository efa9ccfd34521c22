// The returns that wait, and unmatched payments, one after the other: what is known of the payment, suggested invoices,
// and keyboard shortcuts.
import { Group, Kbd, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { CertainMatches } from './certain-matches.tsx';
import { ChooseInvoice } from './choose-invoice.tsx';
import { DismissPayment } from './dismiss-payment.tsx';
import { DismissedPayments } from './dismissed-payments.tsx';
import { payerText } from './payer-text.ts';
import { WaitingReturns } from './payment-returns.tsx';
import { usePaymentReturns } from './payment-returns-query.ts';
import type { FoundPaymentBody } from './payment-status.tsx';
import classes from './payments.module.css';
import { useReceivedOn } from './received-on.ts';
import { Refund } from './refund.tsx';
import { showWithUndo } from './show-with-undo.tsx';
import { Suggestion } from './suggestion.tsx';

export function UnmatchedPayments() {
  const waiting = usePages(['payments', 'waiting'], (cursor) =>
    unwrap(
      consoleApi.GET('/payments', {
        params: { query: { ...pageQuery(cursor, 50), waiting: 'undecided', sort: '-paidOn' } },
      }),
    ),
  );
  const returns = usePaymentReturns(false).data;
  return (
    <Stack>
      <WaitingReturns returns={returns ?? []} />
      <CertainMatches />
      <UnmatchedQueue query={waiting} isFirst={returns?.length === 0} />
      <DismissedPayments />
    </Stack>
  );
}

function UnmatchedQueue({
  query: waiting,
  isFirst,
}: {
  readonly query: ReturnType<typeof usePages<FoundPaymentBody>>;
  /** Nothing else waits above. */
  readonly isFirst: boolean;
}) {
  const { t } = useLanguage();
  const { payment } = useSearch({ from: '/payments' });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = waiting;
  const isMissing = payment !== undefined && data?.every(({ id }) => id !== payment);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <QueryContent query={waiting}>
      {(rows) =>
        rows.length === 0 ? (
          isFirst && (
            <EmptyState icon="check" title={t.payments.nothingUnmatched}>
              <ButtonTo to="/payments" search={{ tab: 'import' }} variant="default">
                {t.payments.importStatement}
              </ButtonTo>
            </EmptyState>
          )
        ) : (
          <>
            <QueueView key={payment} payments={rows} first={payment} />
            <LoadMore query={waiting} />
          </>
        )
      }
    </QueryContent>
  );
}

function QueueView({
  payments,
  first,
}: {
  readonly payments: readonly FoundPaymentBody[];
  /** The payment that is shown at first. */
  readonly first: string | undefined;
}) {
  const { t, format } = useLanguage();
  const receivedOn = useReceivedOn();
  const [chosen, choose] = useState(first);
  const [last, setLast] = useState(0);
  const found = payments.findIndex(({ id }) => id === chosen);
  // The one that was chosen has been dealt with: the next is in its place.
  const index = found === -1 ? Math.min(last, payments.length - 1) : found;
  if (index !== last) setLast(index);
  const payment = payments[index];
  const move = (step: number) => choose(payments[Math.min(payments.length - 1, Math.max(0, index + step))]?.id);
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
      <Card title={t.payments.unmatchedCount({ count: payments.length })} flush>
        <ul className={classes.list}>
          {payments.map((item) => (
            <li key={item.id}>
              <UnstyledButton
                className={classes.row}
                aria-current={item.id === payment?.id ? 'true' : undefined}
                onClick={() => choose(item.id)}
              >
                <span>
                  <Text fw={600}>{item.payerName ?? (item.description || payerText(t, item))}</Text>
                  <Text fz="sm" c="dimmed">
                    {[format.day(item.paidOn), receivedOn(item.account).buildings, t.payments.reasons[item.reason]]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </span>
                <Text fw={600}>{format.money(item.unallocated, item.currency)}</Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Card>
      {payment && <MatchPanel key={payment.id} payment={payment} />}
    </SimpleGrid>
  );
}

/** Matches a payment to an invoice, which can be undone for a while. */
function useMatch(id: string) {
  const { t } = useLanguage();
  const params = { path: { id } };
  return useAction(
    async (invoiceId: string) => {
      await unwrap(consoleApi.POST('/payments/{id}/match', { params, body: { invoiceId } }));
      return invoiceId;
    },
    {
      next: (invoiceId) =>
        showWithUndo(t, t.payments.paymentMatched, () =>
          unwrap(consoleApi.POST('/payments/{id}/unmatch', { params, body: { invoiceId } })),
        ),
    },
  );
}

function MatchPanel({ payment }: { readonly payment: FoundPaymentBody }) {
  const { t, format } = useLanguage();
  const params = { path: { id: payment.id } };
  const suggestions = useQuery({
    queryKey: ['payments', payment.id, 'suggestions'],
    queryFn: async () => (await unwrap(consoleApi.GET('/payments/{id}/suggestions', { params }))).data,
  });
  const match = useMatch(payment.id);
  const suggestedInvoices = suggestions.data ?? [];
  const busy = match.isPending;
  useHotkeys([
    ...suggestedInvoices
      .slice(0, 9)
      .map((suggestedInvoice, index): [string, () => void] => [
        String(index + 1),
        () => void (busy || match.mutate(suggestedInvoice.invoiceId)),
      ]),
  ]);
  return (
    <Stack>
      <PaymentFacts payment={payment} />
      <Card title={t.payments.suggestions} help="allocation">
        <QueryContent query={suggestions}>
          {(all) => (
            <Stack gap="xs">
              {all.length === 0 && <Text c="dimmed">{t.payments.noSuggestions}</Text>}
              {all.map((item, index) => (
                <Suggestion
                  key={item.invoiceId}
                  name={item.number}
                  about={[
                    `${item.building}, ${t.residentHome.apartment({ number: item.apartment })}`,
                    item.residents.join(', '),
                    format.month(item.periodStart),
                    `${t.invoices.balance}: ${format.money(item.balance, payment.currency)}`,
                  ].filter(Boolean)}
                  why={item.reasons.map((reason) => t.payments.evidence[reason]).join(', ')}
                  label={t.payments.match({ amount: format.money(item.amount, payment.currency) })}
                  match={() => match.mutate(item.invoiceId)}
                  busy={busy}
                  shortcut={index + 1}
                />
              ))}
              <ChooseInvoice payment={payment} match={match.mutate} busy={busy} />
              <ActionFailure action={match} />
              <Group mt="xs">
                <DismissPayment payment={payment} busy={busy} />
                <Refund payment={payment} />
                <Text fz="sm" c="dimmed" visibleFrom="md" ml="auto">
                  <Kbd>j</Kbd> <Kbd>k</Kbd> {t.payments.keyboardHint}
                </Text>
              </Group>
            </Stack>
          )}
        </QueryContent>
      </Card>
    </Stack>
  );
}

/** What is known of a payment, and why it is not matched. */
function PaymentFacts({ payment }: { readonly payment: FoundPaymentBody }) {
  const { t, format } = useLanguage();
  const receivedOn = useReceivedOn();
  const facts = [
    [t.payments.amount, format.money(payment.amount, payment.currency)],
    [t.payments.unallocated, format.money(payment.unallocated, payment.currency)],
    [t.payments.onAccount, receivedOn(payment.account).text],
    [t.payments.payer, [payment.payerName, payment.payerIban].filter(Boolean).join(' · ')],
    [t.invoices.reference, payment.reference ?? ''],
    [t.payments.description, payment.description ?? ''],
    [t.payments.why, t.payments.reasons[payment.reason]],
  ].filter(([, value]) => value !== '');
  return (
    <Card title={t.payments.payment}>
      <SimpleGrid cols={2}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <Text fz="sm" c="dimmed">
              {name}
            </Text>
            <Text style={{ overflowWrap: 'anywhere' }}>{value}</Text>
          </div>
        ))}
      </SimpleGrid>
    </Card>
  );
}
