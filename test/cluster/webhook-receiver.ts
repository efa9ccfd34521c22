// A receiver of webhooks for cluster tests: it remembers what it accepted, and fails when it is told to.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { signBody } from '../../src/webhooks/signatures.ts';
import { portOf } from '../receivers.ts';

export type WebhookReceiver = {
  /** Where the service sends; it may be changed to a proxy before it. */
  url: string;
  /** The endpoint's secret, once it is known. */
  secret: string;
  /** How often each delivery was accepted, by its id. */
  readonly accepted: Map<string, number>;
  /** Deliveries that were not signed with the secret. */
  readonly forged: string[];
  readonly port: number;
  /** How it answers: as it should, with 500, or with half a line. */
  answers: 'well' | 'with errors' | 'by halves';
};

/** Starts a receiver on loopback. It ends with the test file. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const id = String(request.headers['webhook-id']);
    if (request.headers['x-service-signature'] !== signBody(receiver.secret, body)) receiver.forged.push(id);
    if (receiver.answers === 'with errors') return void response.writeHead(500).end();
    if (receiver.answers === 'by halves') return void request.socket.end('HTTP/1.1 20');
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
    port: portOf(server),
    secret: '',
    accepted: new Map(),
    forged: [],
    answers: 'well',
  };
  return receiver;
}
