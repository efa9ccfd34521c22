// The delivery log of an endpoint: what was sent, the result of each attempt, and redelivery.
import { Anchor, Badge, Code, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { RequestLogLink } from '../../parts/request-log-link.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

type DeliveryBody = ConsoleBody<'/webhooks/{id}/deliveries'>['data'][number];
const statuses = ['pending', 'delivered', 'failed', 'skipped'] as const;
const colors = { pending: 'yellow', delivered: 'pine', failed: 'red', skipped: 'gray' } as const;

export function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const { t, format } = useLanguage();
  const [status, setStatus] = useState<DeliveryBody['status']>();
  const [shown, show] = useState<string>();
  const deliveries = usePages(['deliveries', endpointId, status], (cursor) =>
    unwrap(
      consoleApi.GET('/webhooks/{id}/deliveries', {
        params: { path: { id: endpointId }, query: { ...pageQuery(cursor, 50), status, sort: '-createdAt' } },
      }),
    ),
  );
  const filter = (
    <Select
      aria-label={t.invoices.status}
      placeholder={t.invoices.anyStatus}
      size="xs"
      w="10rem"
      clearable
      data={statuses.map((value) => ({ value, label: t.webhooks.outcomes[value] }))}
      value={status ?? null}
      onChange={(value) => setStatus(statuses.find((status) => status === value))}
    />
  );
  return (
    <Card title={t.webhooks.deliveries} flush actions={filter}>
      <Dialog opened={shown !== undefined} onClose={() => show(undefined)} title={t.webhooks.delivery} size="lg">
        {shown && <DeliveryDetails id={shown} done={() => show(undefined)} />}
      </Dialog>
      <QueryTable
        query={deliveries}
        none={<EmptyState icon="webhook" title={t.webhooks.noDeliveries} />}
        label={t.webhooks.deliveries}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.webhooks.event,
            cell: ({ id, event, test }) => (
              <Anchor component="button" type="button" fw={600} onClick={() => show(id)}>
                {test ? `${event} (${t.webhooks.test})` : event}
              </Anchor>
            ),
          },
          { title: t.webhooks.at, cell: ({ createdAt }) => format.instant(createdAt) },
          {
            title: t.invoices.status,
            badge: true,
            cell: (item) => (
              <Badge variant="light" color={colors[item.status]}>
                {t.webhooks.outcomes[item.status]}
              </Badge>
            ),
          },
          { title: t.webhooks.attempts, cell: ({ attempts }) => format.number(attempts), figure: true },
        ]}
      />
    </Card>
  );
}

function DeliveryDetails({ id, done }: { readonly id: string; readonly done: () => void }) {
  const { t, format } = useLanguage();
  const params = { path: { id } };
  const delivery = useQuery({
    queryKey: ['delivery', id],
    queryFn: async () => (await unwrap(consoleApi.GET('/deliveries/{id}', { params }))).data,
  });
  const again = useAction(() => unwrap(consoleApi.POST('/deliveries/{id}/redeliver', { params })), {
    done: t.webhooks.resent,
    next: done,
  });
  return (
    <QueryContent query={delivery}>
      {(data) => (
        <Stack>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {data.body}
          </Code>
          {data.requestId !== null && <RequestLogLink requestId={data.requestId} />}
          {data.attemptLog.map((item) => (
            <div key={item.number}>
              <Text fw={600}>
                {`${item.number}. ${format.instant(item.at)} · ${item.outcome}${item.status === null ? '' : ` ${item.status}`} · ${format.number(item.latencyMs, 0)} ms`}
              </Text>
              {item.response && (
                <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                  {item.response.slice(0, 2000)}
                </Code>
              )}
            </div>
          ))}
          <ActionButton action={again} onClick={() => again.mutate()}>
            {t.webhooks.redeliver}
          </ActionButton>
        </Stack>
      )}
    </QueryContent>
  );
}
