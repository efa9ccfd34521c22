// Fixture of delivery tests: receivers with prepared answers, endpoints that point to them, events, and a temporary
// worker.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after } from 'node:test';
import { raiseEventBatch } from '../src/platform/db/events.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { type DeliveryPace, startDelivering } from '../src/webhooks/deliver.ts';
import { portOf } from './receivers.ts';
import type { TestOrganization, TestService } from './service-fixture.ts';

export type ReceivedDelivery = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly at: number };
/** A status; half of a status line; or no answer, ever. */
type PreparedAnswer = number | 'half' | undefined;
export type TestReceiver = {
  url: string;
  readonly port: number;
  received: ReceivedDelivery[];
  answers: (received: ReceivedDelivery, count: number) => PreparedAnswer | Promise<PreparedAnswer>;
};

/** A receiver on loopback that stores requests and gives prepared answers. It ends with the test file. */
export async function startReceiver(answers: TestReceiver['answers'] = () => 204): Promise<TestReceiver> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const received = { headers: request.headers, body, at: performance.now() };
    receiver.received.push(received);
    const answer = await receiver.answers(received, receiver.received.length);
    if (answer === 'half') request.socket.end('HTTP/1.1 20');
    else if (answer !== undefined) response.writeHead(answer).end('noted');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = portOf(server);
  const receiver: TestReceiver = { url: `http://127.0.0.1:${port}/hook`, port, received: [], answers };
  return receiver;
}

/** An endpoint, created over the API. */
export async function createEndpoint(
  g: TestService,
  as: string,
  url: string,
  events: readonly string[] = ['invoice.created'],
): Promise<{ id: string; secret: string }> {
  return (await g.succeed<{ id: string; secret: string }>('POST', '/webhooks', { as, body: { url, events } })).data;
}

/** Raises events of created invoices, as a generation would; with the service's clock. */
export async function raiseInvoiceCreated(
  g: TestService,
  { tenantId }: TestOrganization,
  count = 1,
  buildingId = newId(),
): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => ({
    buildingId,
    data: { invoiceId: newId(), amount: 100 + index },
  }));
  await inTenant(g.app, serviceCaller(tenantId), (scope) => raiseEventBatch(scope, 'invoice.created', all));
}

/** A pace at which posts without an answer do not end, however long a test takes. */
export const patient: DeliveryPace = { leaseSeconds: 10, attemptMs: 3_600_000, pollMs: 500 };

/** Runs a worker while `work` runs, with the service's clock. */
export async function withDeliveryWorker(
  g: Pick<TestService, 'app'>,
  work: () => Promise<void>,
  pace?: DeliveryPace,
): Promise<void> {
  const deliverer = await startDelivering(g.app, pace);
  try {
    await work();
  } finally {
    await deliverer.stop();
  }
}
