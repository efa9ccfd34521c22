// Webhook endpoints: who is told of what, and whether that works.
import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { NewWebhook } from './new-webhook.tsx';

export function Webhooks() {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const endpoints = usePages(['webhooks'], (cursor) =>
    take(api.GET('/webhooks', { params: { query: after(cursor, 50) } })),
  );
  const add = (
    <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {t.webhooks.add}
    </Button>
  );
  return (
    <Card title={t.settings.parts.webhooks} flush actions={add}>
      <Dialog opened={opened} onClose={close} title={t.webhooks.add}>
        <NewWebhook done={close} />
      </Dialog>
      <Listed
        query={endpoints}
        none={<Empty icon="webhook" title={t.webhooks.none} />}
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
              <Badge variant="light" tt="none" color={status === 'enabled' ? 'pine' : 'red'}>
                {t.webhooks.statuses[status]}
              </Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}
