// Webhook endpoints: their event types, and whether they work.
import { Badge } from '@mantine/core';
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { NewWebhook } from './new-webhook.tsx';

export function Webhooks() {
  const { t } = useLanguage();
  const endpoints = usePages(['webhooks'], (cursor) =>
    unwrap(api.GET('/webhooks', { params: { query: pageQuery(cursor, 50) } })),
  );
  const add = <AddInDialog label={t.webhooks.add} form={(done) => <NewWebhook done={done} />} />;
  return (
    <Card title={t.settings.parts.webhooks} flush actions={add}>
      <QueryTable
        query={endpoints}
        none={<EmptyState icon="webhook" title={t.webhooks.none} next={t.emptyLists.webhooks} />}
        label={t.settings.parts.webhooks}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.webhooks.url,
            cell: ({ id, url }) => (
              <LinkTo to="/webhooks/$endpointId" params={{ endpointId: id }} style={{ overflowWrap: 'anywhere' }}>
                {url}
              </LinkTo>
            ),
          },
          { title: t.webhooks.events, cell: ({ events }) => events.join(', ') },
          {
            title: t.invoices.status,
            cell: ({ status }) => (
              <Badge variant="light" style={{ flexShrink: 0 }} color={status === 'enabled' ? 'pine' : 'red'}>
                {t.webhooks.statuses[status]}
              </Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}
