// Waiting payments with the name and exactly the amount of one open invoice, accepted together: listed with their sums,
// some left out, and each matched or rejected on its own.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { problemOfResponse } from '../../api/problem.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorMessage } from '../../parts/error-message.tsx';
import { useSelection } from '../../parts/selection.ts';
import { useLanguage } from '../../words/language.tsx';
import { showWithUndo } from './show-with-undo.tsx';

type CertainMatch = ConsoleBody<'/payments/certain-matches'>['data'][number];
type RejectedMatch = { readonly match: CertainMatch; readonly status: number; readonly problem: unknown };

/** Offered from two on: one is as fast by itself. */
export function CertainMatches() {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const { data: matches = [] } = useQuery({
    queryKey: ['payments', 'certain-matches'],
    queryFn: async () => (await unwrap(consoleApi.GET('/payments/certain-matches'))).data,
  });
  return (
    <>
      <Dialog opened={opened} onClose={close} title={t.payments.certainTitle} size="xl">
        <MatchAll matches={matches} close={close} />
      </Dialog>
      {matches.length > 1 && (
        <Group>
          <Button variant="default" onClick={open}>
            {t.payments.certain({ count: matches.length })}
          </Button>
        </Group>
      )}
    </>
  );
}

/** Matches these payments in one request; returns those that were matched and those that were not. */
async function matchAll(matches: readonly CertainMatch[]) {
  const items = matches.map(({ paymentId, invoiceId }) => ({ paymentId, invoiceId }));
  const { data } = await unwrap(consoleApi.POST('/payments/matches/bulk', { body: { items } }));
  const rejected = data.items.flatMap(({ index, status, problem }): RejectedMatch[] => {
    const match = matches[index];
    return match === undefined || problem === undefined ? [] : [{ match, status, problem }];
  });
  const left = new Set(rejected.map(({ match }) => match));
  return { matched: matches.filter((match) => !left.has(match)), rejected };
}

/** Undoes these matches, as each would be undone by itself. */
async function undoAll(matches: readonly CertainMatch[]): Promise<void> {
  for (const { paymentId, invoiceId } of matches)
    await unwrap(
      consoleApi.POST('/payments/{id}/unmatch', { params: { path: { id: paymentId } }, body: { invoiceId } }),
    );
}

function MatchAll({ matches, close }: { readonly matches: readonly CertainMatch[]; readonly close: () => void }) {
  const { t, format } = useLanguage();
  const [listed] = useState(matches);
  const ids = listed.map(({ paymentId }) => paymentId);
  const selection = useSelection(ids, '', ids);
  const chosen = listed.filter(({ paymentId }) => selection.has(paymentId));
  const match = useAction(matchAll, {
    next: ({ matched, rejected }) => {
      if (matched.length > 0)
        showWithUndo(t, t.payments.paymentsMatched({ count: matched.length }), () => undoAll(matched));
      if (rejected.length === 0) close();
    },
  });
  if (match.data !== undefined && match.data.rejected.length > 0)
    return <RejectedMatches rejected={match.data.rejected} close={close} />;
  const money = (all: readonly CertainMatch[]) =>
    [...Map.groupBy(all, ({ currency }) => currency)]
      .map(([currency, some]) => format.money(sumAmounts(some.map(({ amount }) => amount)), currency))
      .join(' + ');
  return (
    <Stack>
      <Text fz="sm">{t.payments.certainLead}</Text>
      <DataTable
        label={t.payments.certainTitle}
        rows={listed}
        keyOf={({ paymentId }) => paymentId}
        selection={{ ...selection, nameOf: (row) => row.payer }}
        columns={[
          {
            title: t.payments.payer,
            cell: (row) => (
              <>
                {row.payer}
                <Text fz="sm" c="dimmed">
                  {format.day(row.paidOn)}
                </Text>
              </>
            ),
          },
          {
            title: t.payments.allocatedTo,
            cell: (row) => (
              <>
                {row.number}
                <Text fz="sm" c="dimmed">
                  {[
                    `${row.building}, ${t.residentHome.apartment({ number: row.apartment })}`,
                    row.residents.join(', '),
                    format.month(row.periodStart),
                  ].join(' · ')}
                </Text>
              </>
            ),
          },
          { title: t.payments.amount, cell: ({ amount, currency }) => format.money(amount, currency), figure: true },
        ]}
      />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={close}>
          {t.common.cancel}
        </Button>
        <ActionButton action={match} disabled={chosen.length === 0} onClick={() => match.mutate(chosen)}>
          {t.payments.matchChosen({ count: chosen.length, amount: money(chosen) })}
        </ActionButton>
      </Group>
    </Stack>
  );
}

function RejectedMatches({
  rejected,
  close,
}: {
  readonly rejected: readonly RejectedMatch[];
  readonly close: () => void;
}) {
  const { t, format } = useLanguage();
  return (
    <Stack>
      <Alert color="red" role="alert" title={t.payments.notMatched({ count: rejected.length })}>
        {rejected.map(({ match, status, problem }) => (
          <div key={match.paymentId}>
            <Text fw={600}>{`${match.payer}, ${format.money(match.amount, match.currency)}`}</Text>
            <ErrorMessage t={t} error={problemOfResponse(problem, new Response(null, { status }))} />
          </div>
        ))}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={close}>{t.common.close}</Button>
      </Group>
    </Stack>
  );
}
