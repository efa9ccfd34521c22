// The e-mails about an invoice, with their delivery status.
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pollIntervalMs } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { languageNames, useLanguage } from '../../words/language.tsx';

const colors = { pending: 'yellow', sent: 'pine', refused: 'red', failed: 'red', expired: 'gray' } as const;

/** The e-mails about an invoice, the latest first; read again while one is on its way. */
function useInvoiceEmails(invoiceId: string) {
  return useQuery({
    queryKey: ['letters', invoiceId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/invoices/{id}/mails', { params: { path: { id: invoiceId } } }))).data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'pending') ? pollIntervalMs : false,
  });
}

export function InvoiceEmails({ invoiceId }: { readonly invoiceId: string }) {
  const { t, format } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const params = { path: { id: invoiceId } };
  const letters = useInvoiceEmails(invoiceId);
  const again = useAction(
    (to: 'missing' | 'everybody') => unwrap(consoleApi.POST('/invoices/{id}/mails', { params, body: { to } })),
    {
      done: ({ data: { code, letters } }) =>
        code ? t.errors.warnings[code] : t.invoiceEmails.queued({ count: letters }),
    },
  );
  const actions = mayInvoice && (letters.data?.length ?? 0) > 0 && (
    <ActionButton size="xs" variant="default" action={again} onClick={() => again.mutate('missing')}>
      {t.invoiceEmails.sendToMissed}
    </ActionButton>
  );
  return (
    <Card title={t.invoiceEmails.title} flush actions={actions}>
      <QueryTable
        query={letters}
        none={<EmptyState icon="invoice" title={t.invoiceEmails.none} />}
        label={t.invoiceEmails.title}
        keyOf={({ id }) => id}
        columns={[
          { title: t.invoices.recipients, cell: ({ recipient }) => recipient },
          { title: t.invoiceEmails.kind, cell: ({ kind }) => t.invoiceEmails.kinds[kind] },
          {
            title: t.invoices.status,
            badge: true,
            cell: ({ status }) => (
              <Badge variant="light" color={colors[status]}>
                {t.invoiceEmails.statuses[status]}
              </Badge>
            ),
          },
          { title: t.webhooks.at, cell: ({ finishedAt, createdAt }) => format.instant(finishedAt ?? createdAt) },
          { title: t.common.language, cell: ({ language }) => languageNames[language], wide: true },
          { title: t.payments.reason, cell: ({ reason }) => reason ?? t.common.none, wide: true },
        ]}
      />
    </Card>
  );
}
