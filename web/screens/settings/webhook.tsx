// One webhook endpoint: its health, its deliveries, and the actions on it.
import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ConsoleBody } from '../../api/bodies.ts';
import { api, consoleApi, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { Deliveries } from './deliveries.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { showSecretOnce } from './show-secret-once.tsx';

type EndpointBody = ConsoleBody<'/webhooks/{id}'>['data'];

export function WebhookPage() {
  const { t } = useLanguage();
  const { endpointId } = useParams({ from: '/webhooks/$endpointId' });
  const endpoint = useQuery({
    queryKey: ['webhooks', endpointId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/webhooks/{id}', { params: { path: { id: endpointId } } }))).data,
  });
  return (
    <QueryContent query={endpoint}>
      {(data) => (
        <Page
          title={t.webhooks.endpoint}
          lead={
            <Group gap="sm">
              <Text style={{ overflowWrap: 'anywhere' }}>{data.url}</Text>
              <Badge variant="light" color={data.status === 'enabled' ? 'pine' : 'red'}>
                {t.webhooks.statuses[data.status]}
              </Badge>
            </Group>
          }
          actions={<EndpointActions endpoint={data} />}
        >
          <EndpointHealth endpoint={data} />
          <Deliveries endpointId={data.id} />
        </Page>
      )}
    </QueryContent>
  );
}

function EndpointActions({ endpoint }: { readonly endpoint: EndpointBody }) {
  const { id, status } = endpoint;
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const params = { path: { id } };
  const test = useAction(() => unwrap(consoleApi.POST('/webhooks/{id}/test', { params, body: {} })), {
    done: t.webhooks.tested,
  });
  const enable = useAction(() => unwrap(consoleApi.POST('/webhooks/{id}/enable', { params })), {
    done: t.webhooks.enabled,
  });
  const disable = useAction(() => unwrap(consoleApi.POST('/webhooks/{id}/disable', { params })), {
    done: t.webhooks.disabled,
  });
  const rotate = useAction(() => unwrap(consoleApi.POST('/webhooks/{id}/rotate-secret', { params, body: {} })), {
    next: ({ data }) =>
      showSecretOnce(t, t.webhooks.newSecret({ from: format.instant(data.activatesAt) }), data.secret),
  });
  const remove = useAction(() => unwrap(api.DELETE('/webhooks/{id}', { params })), {
    done: t.webhooks.removed,
    next: () => navigate({ to: '/settings/$part', params: { part: 'webhooks' } }),
  });
  return (
    <>
      <EditWebhook endpoint={endpoint} />
      <ActionButton variant="default" action={test} onClick={() => test.mutate()}>
        {t.webhooks.test}
      </ActionButton>
      <ActionButton
        variant="default"
        action={rotate}
        onClick={() =>
          confirmFirst(t, {
            title: t.webhooks.rotate,
            text: t.webhooks.rotateLead,
            yes: t.webhooks.rotate,
            act: () => rotate.mutate(),
          })
        }
      >
        {t.webhooks.rotate}
      </ActionButton>
      {status === 'enabled' ? (
        <ActionButton variant="default" action={disable} onClick={() => disable.mutate()}>
          {t.webhooks.disable}
        </ActionButton>
      ) : (
        <ActionButton action={enable} onClick={() => enable.mutate()}>
          {t.webhooks.enable}
        </ActionButton>
      )}
      <ActionButton
        variant="default"
        c="red"
        action={remove}
        onClick={() =>
          confirmFirst(t, {
            title: t.webhooks.remove,
            text: t.webhooks.removeLead,
            yes: t.webhooks.remove,
            act: () => remove.mutate(),
          })
        }
      >
        {t.webhooks.remove}
      </ActionButton>
    </>
  );
}

function EndpointHealth({ endpoint }: { readonly endpoint: EndpointBody }) {
  const { t, format } = useLanguage();
  const { health } = endpoint;
  const recover = useAction(
    () =>
      unwrap(
        consoleApi.POST('/webhooks/{id}/recover', {
          params: { path: { id: endpoint.id } },
          body: { since: health.since },
        }),
      ),
    { done: ({ data }) => t.webhooks.recovered({ count: data.queued }) },
  );
  const facts = [
    [t.webhooks.success, health.successShare === null ? t.common.none : format.percent(health.successShare)],
    [t.webhooks.latency, health.p95LatencyMs === null ? t.common.none : `${format.number(health.p95LatencyMs, 0)} ms`],
    [t.webhooks.attempts, format.number(health.attempts)],
    [t.webhooks.pending, format.number(health.pending)],
    [t.webhooks.lastSuccess, endpoint.lastSuccessAt ? format.instant(endpoint.lastSuccessAt) : t.settings.never],
    [t.webhooks.failingSince, endpoint.failingSince ? format.instant(endpoint.failingSince) : t.common.none],
    [t.webhooks.secret, endpoint.secretHint],
  ] as const;
  return (
    <Card>
      <FactList cols={{ base: 2, sm: 4 }} facts={facts} />
      <Text fz="sm" c="dimmed" mt="md">
        {`${t.webhooks.events}: ${endpoint.events.join(', ')}`}
      </Text>
      {endpoint.buildingIds.length > 0 && <EndpointBuildings ids={endpoint.buildingIds} />}
      {health.recoverable > 0 && (
        <ActionButton mt="md" variant="default" action={recover} onClick={() => recover.mutate()}>
          {t.webhooks.recover({ count: health.recoverable })}
        </ActionButton>
      )}
    </Card>
  );
}

function EndpointBuildings({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useLanguage();
  const buildings = useBuildings().data;
  if (buildings === undefined) return null;
  const names = buildings.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return (
    <Text fz="sm" c="dimmed" mt={4}>
      {`${t.webhooks.buildings}: ${names.join(', ')}`}
    </Text>
  );
}
