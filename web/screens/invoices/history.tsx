// What became of an invoice, when, and by whom.
import { door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Grid } from '../../parts/grid.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { More } from '../../parts/more.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

export function History({ invoiceId }: { readonly invoiceId: string }) {
  const { t, format } = useLanguage();
  const history = usePages(['history', invoiceId], (cursor) =>
    take(
      door.GET('/invoices/{id}/history', {
        params: { path: { id: invoiceId }, query: { ...after(cursor, 50), sort: '-at' } },
      }),
    ),
  );
  return (
    <Card title={t.care.history} flush>
      <Loaded query={history}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="invoice" title={t.settings.nothingHappened} />
          ) : (
            <Grid
              label={t.care.history}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.settings.what,
                  cell: ({ action, detail: { invoiceId: other } }) =>
                    typeof other === 'string' ? (
                      <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: other }}>
                        {t.care.actions[action]}
                      </LinkTo>
                    ) : (
                      t.care.actions[action]
                    ),
                },
                { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
                { title: t.settings.who, cell: ({ actor }) => actor.name ?? t.settings.actors[actor.kind] },
              ]}
            />
          )
        }
      </Loaded>
      <More query={history} />
    </Card>
  );
}
