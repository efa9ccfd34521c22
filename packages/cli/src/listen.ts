// listen: forwards events to a receiver that the service cannot reach. It polls, so it works behind any network: an
// endpoint that is disabled keeps its events in the delivery log, and the log is read from the last position. The
// endpoint is deleted when the command ends.
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Haldur,
  signWebhook,
  verifyWebhook,
  type WebhookEndpointWithSecret,
  type WebhookEvent,
} from '../../client/src/client.ts';

type LoggedEvent = { readonly id: string; readonly event: string; readonly body: string; readonly updatedAt: string };
type LogPosition = { since: string; readonly known: Set<string> };

const everyMs = 1000;
const timeoutMs = 15_000;

export type ListenOptions = {
  readonly forward: string;
  readonly events: readonly string[];
  /** Distinguishes two listeners on one machine. */
  readonly name?: string | undefined;
  /** First asks the receiver to reject a request with a wrong signature. */
  readonly check?: boolean;
  readonly print: (line: string) => void;
  readonly stopping: AbortSignal;
  /** The polling interval; a second by default. */
  readonly everyMs?: number;
};

/** Forwards until `stopping`. Throws HaldurError. */
export async function listen(haldur: Haldur, listening: ListenOptions): Promise<void> {
  const { forward, print, stopping } = listening;
  const endpoint = await createEndpoint(haldur, listening);
  print(`Events are forwarded to ${forward} until Ctrl-C, signed with ${endpoint.secret}`);
  try {
    if (listening.check === true) await checkReceiver(endpoint.secret, listening);
    const position: LogPosition = { since: endpoint.createdAt, known: new Set() };
    while (!stopping.aborted) {
      for (const event of await fetchNewEvents(haldur, endpoint.id, position))
        await forwardEvent(event, endpoint.secret, listening);
      // Stopping ends the wait.
      await delay(listening.everyMs ?? everyMs, undefined, { signal: stopping }).catch(() => {});
    }
  } finally {
    await haldur.deleteWebhook(endpoint.id);
  }
}

/**
 * An endpoint with a host that does not exist (RFC 2606), disabled at once. One left behind by an earlier run is
 * deleted first.
 */
async function createEndpoint(
  haldur: Haldur,
  { name = hostname(), events }: ListenOptions,
): Promise<WebhookEndpointWithSecret> {
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const url = `https://${label || 'listener'}.listen.invalid/`;
  for await (const existing of haldur.listWebhooks()) if (existing.url === url) await haldur.deleteWebhook(existing.id);
  const endpoint = await haldur.createWebhook({ url, events: events as WebhookEvent['event'][] });
  await haldur.console.object({ method: 'POST', path: `/webhooks/${endpoint.id}/disable` });
  return endpoint;
}

/** The events since the last position in the log, oldest first, each once; moves the position. */
async function fetchNewEvents(haldur: Haldur, endpointId: string, position: LogPosition): Promise<LoggedEvent[]> {
  const found: LoggedEvent[] = [];
  const query = { sort: 'updatedAt', updatedSince: position.since };
  const path = `/webhooks/${endpointId}/deliveries`;
  for await (const event of haldur.console.list<LoggedEvent>({ method: 'GET', path, query })) {
    if (!position.known.has(event.id)) found.push(event);
    position.known.add(event.id);
    position.since = event.updatedAt;
  }
  return found;
}

/** Signs an event as the service does, verifies that as a receiver does, and posts it. */
async function forwardEvent({ id, body, event }: LoggedEvent, secret: string, to: ListenOptions): Promise<void> {
  const headers = await signWebhook({ body, secret, id });
  await verifyWebhook({ body, headers, secret });
  const result = await post(to.forward, body, headers);
  to.print(`${new Date().toISOString()}  ${event.padEnd(20)} ${id}  ${result}`);
}

/** Posts a test event with a wrong signature, and prints whether the receiver rejects it. */
async function checkReceiver(secret: string, { forward, print }: ListenOptions): Promise<void> {
  const body = '{"event":"invoice.paid","data":{}}';
  const headers = await signWebhook({ body: `${body} `, secret, id: 'wrong-signature' });
  const result = await post(forward, body, { ...headers, 'webhook-test': 'true' });
  if (/^4/.test(result)) print(`The receiver rejects a wrong signature (${result}).`);
  else if (/^2/.test(result))
    print(
      `Warning: the receiver accepts a wrong signature (${result}). Anybody could send it events: verify them first.`,
    );
  else print(`The receiver responded to a wrong signature with ${result}; 400 is expected.`);
}

/** The status of the response, or why there is none. */
function post(url: string, body: string, headers: Record<string, string>): Promise<string> {
  const request = {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  } as const;
  return fetch(url, request).then(
    (response) => String(response.status),
    (error: Error) => `no response (${error.cause instanceof Error ? error.cause.message : error.message})`,
  );
}
