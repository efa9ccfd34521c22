// listen: forwards events to a receiver that the service cannot reach. It polls, so it works behind any network: an endpoint that is disabled
// keeps its events in the delivery log, and the log is read from the last position. The endpoint is deleted when the command ends.
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { deliveryHeaders } from '../src/webhooks/signatures.ts';
import type { ServiceClient } from './service.ts';

type ListenerEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly createdAt: string;
};
type LoggedEvent = { readonly id: string; readonly event: string; readonly body: string; readonly updatedAt: string };
type LogPosition = { since: string; readonly known: Set<string> };

const everyMs = 1000;
const timeoutMs = 15_000;

export type ListenOptions = {
  readonly forward: string;
  readonly events: readonly string[];
  /** Distinguishes two listeners on one machine. */
  readonly name?: string | undefined;
  readonly say: (line: string) => void;
  readonly stopping: AbortSignal;
  /** The polling interval; a second by default. */
  readonly everyMs?: number;
};

/** Forwards until `stopping`. Throws OperatorError. */
export async function listen(service: ServiceClient, listening: ListenOptions): Promise<void> {
  const { forward, say, stopping } = listening;
  const endpoint = await createEndpoint(service, listening);
  say(`Events are forwarded to ${forward} until Ctrl-C, signed with ${endpoint.secret}`);
  try {
    const position: LogPosition = { since: endpoint.createdAt, known: new Set() };
    while (!stopping.aborted) {
      for (const fetchNewEvent of await fetchNewEvents(service, endpoint.id, position))
        await forwardEvent(fetchNewEvent, endpoint.secret, listening);
      await delay(listening.everyMs ?? everyMs, undefined, { signal: stopping }).catch(() => {}); // Stopping ends the wait.
    }
  } finally {
    await service.ask('DELETE', `/webhooks/${endpoint.id}`);
  }
}

/** An endpoint with a host that does not exist (RFC 2606), disabled at once. One left behind by an earlier run is deleted first. */
async function createEndpoint(
  service: ServiceClient,
  { name = hostname(), events }: ListenOptions,
): Promise<ListenerEndpoint> {
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const url = `https://${label || 'listener'}.listen.invalid/`;
  const { data: existing } = await service.ask<ListenerEndpoint[]>('GET', '/webhooks');
  for (const { id } of existing.filter((listenerEndpoint) => listenerEndpoint.url === url))
    await service.ask('DELETE', `/webhooks/${id}`);
  const { data: endpoint } = await service.ask<ListenerEndpoint>('POST', '/webhooks', { url, events });
  await service.ask('POST', `//webhooks/${endpoint.id}/disable`);
  return endpoint;
}

/** The events since the last position in the log, oldest first, each once; moves the position. */
async function fetchNewEvents(
  service: ServiceClient,
  endpointId: string,
  position: LogPosition,
): Promise<LoggedEvent[]> {
  const found: LoggedEvent[] = [];
  const query = new URLSearchParams({ sort: 'updatedAt', updatedSince: position.since });
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (cursor !== '') query.set('cursor', cursor);
    const page: { data: LoggedEvent[]; next: string | null } = await service.ask(
      'GET',
      `//webhooks/${endpointId}/deliveries?${query}`,
    );
    found.push(...page.data.filter(({ id }) => !position.known.has(id)));
    for (const { id, updatedAt } of page.data) {
      position.known.add(id);
      position.since = updatedAt;
    }
    cursor = page.next;
  }
  return found;
}

async function forwardEvent(event: LoggedEvent, secret: string, { forward, say }: ListenOptions): Promise<void> {
  const { id, body } = event;
  const headers = deliveryHeaders({ secrets: { current: secret }, id, attemptAt: new Date(), body });
  const signal = AbortSignal.timeout(timeoutMs);
  const became = await fetch(forward, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    (response) => String(response.status),
    (error: Error) => `no answer (${error.cause instanceof Error ? error.cause.message : error.message})`,
  );
  say(`${new Date().toISOString()}  ${event.event.padEnd(20)} ${id}  ${became}`);
}
