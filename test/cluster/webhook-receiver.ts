// A receiver of webhooks for cluster tests: it remembers what it accepted, and may fail now and then.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { signBody } from '../../src/webhooks/signatures.ts';
import { portOf } from '../receivers.ts';

export type WebhookReceiver = {
  readonly url: string;
  /** The endpoint's secret, once it is known. */
  secret: string;
  /** How often each delivery was accepted, by its id. */
  readonly accepted: Map<string, number>;
  /** Deliveries that were not signed with the secret. */
  readonly forged: string[];
  /** The share of requests that fail. */
  failing: number;
};

/** Starts a receiver on loopback; it ends with the test file. */
export async function startWebhookReceiver(failing: number, random: () => number): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const id = String(request.headers['webhook-id']);
    if (request.headers['x-service-signature'] !== signBody(receiver.secret, body)) receiver.forged.push(id);
    const thrown = random();
    if (thrown < receiver.failing / 2) return void request.socket.destroy();
    if (thrown < receiver.failing) return void response.writeHead(503).end();
    receiver.accepted.set(id, (receiver.accepted.get(id) ?? 0) + 1);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${portOf(server)}/hook`,
    secret: '',
    accepted: new Map(),
    forged: [],
    failing,
  };
  return receiver;
}
