// A receiver of webhooks for cluster tests: it remembers what it accepted, and fails when it is told to.
import { signBody } from '../../src/webhooks/signatures.ts';
import { startReceiver, type TestReceiver } from '../delivery-fixture.ts';

/** `url` is where the service sends; it may be changed to a proxy before it. */
export type WebhookReceiver = Pick<TestReceiver, 'url' | 'port'> & {
  /** The endpoint's secret, once it is known. */
  secret: string;
  /** How often each delivery was accepted, by its id. */
  readonly accepted: Map<string, number>;
  /** Deliveries that were not signed with the secret. */
  readonly forged: string[];
  /** With a status below 300 it has accepted a delivery. */
  response: 204 | 500 | 'half';
};

/** Starts a receiver on loopback. It ends with the test file. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const { url, port } = await startReceiver(({ headers, body }) => {
    const id = String(headers['webhook-id']);
    if (headers['x-service-signature'] !== signBody(receiver.secret, body)) receiver.forged.push(id);
    if (receiver.response === 204) receiver.accepted.set(id, (receiver.accepted.get(id) ?? 0) + 1);
    return receiver.response;
  });
  const receiver: WebhookReceiver = { url, port, secret: '', accepted: new Map(), forged: [], response: 204 };
  return receiver;
}
