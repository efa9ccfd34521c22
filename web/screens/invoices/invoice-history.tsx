// The history of an invoice: what changed, when, and by whom.
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

export function InvoiceHistory({ invoiceId }: { readonly invoiceId: string }) {
  const { t, format } = useLanguage();
  const history = usePages(['history', invoiceId], (cursor) =>
    unwrap(
      consoleApi.GET('/invoices/{id}/history', {
        params: { path: { id: invoiceId }, query: { ...pageQuery(cursor, 50), sort: '-at' } },
      }),
    ),
  );
  return (
    <Card title={t.invoiceHistory.history} flush>
      <QueryTable
        query={history}
        none={<EmptyState icon="invoice" title={t.settings.nothingHappened} />}
        label={t.invoiceHistory.history}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.settings.event,
            cell: ({ action, detail: { invoiceId: other, returned } }) => {
              const text = returned === true ? t.invoiceHistory.returned : t.invoiceHistory.actions[action];
              if (typeof other !== 'string') return text;
              return (
                <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: other }}>
                  {text}
                </LinkTo>
              );
            },
          },
          { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
          { title: t.settings.actor, cell: ({ actor }) => actor.name ?? t.settings.actors[actor.kind] },
        ]}
      />
    </Card>
  );
}
