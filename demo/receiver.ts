// The other system: an HTTP server that receives the service's webhooks, and accepts only what is signed with the
// secret it was given.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** An event from its body, and the id that stays the same when it is sent again. */
export type ReceivedEvent = {
  readonly id: string;
  readonly event: string;
  readonly timestamp: string;
  readonly tenantId: string;
  readonly data: {
    readonly invoiceId?: string;
    readonly amount?: number;
    readonly maintenanceRequestId?: string;
    readonly status?: string;
    readonly previousStatus?: string;
  };
};

export type WebhookReceiver = {
  readonly url: string;
  /** Every event once, in the order of arrival. */
  readonly received: readonly ReceivedEvent[];
  /** Rejected deliveries, each with the reason. */
  readonly refused: readonly string[];
  /** How signatures are checked, in words. */
  verifiers(): string;
  /** Adds the secret that the service showed when the endpoint was created. */
  addSecret(secret: string): Promise<void>;
  /** Calls back for each further event. */
  onEvent(listener: (event: ReceivedEvent) => void): void;
  /**
   * Waits until so many events arrived, or something was rejected, or the time is over, or the demo is being stopped.
   */
  waitFor(count: number, patienceMs: number): Promise<void>;
  close(): Promise<void>;
};

/** Checks a delivery. Throws an Error with the problem. */
type SignatureCheck = (body: Buffer, headers: IncomingHttpHeaders) => void;

/** Starts the other system on a free port of this machine. `stopping` ends its waits. */
export async function startReceiver(stopping: AbortSignal): Promise<WebhookReceiver> {
  const received = new Map<string, ReceivedEvent>();
  const refused: string[] = [];
  let checks: SignatureCheck[] = [];
  let verifiers = '';
  let listener: (event: ReceivedEvent) => void = () => {};
  const server = createServer(async (request, response) => {
    let body: Buffer = Buffer.alloc(0);
    try {
      body = await bodyOf(request);
      if (checks.length === 0) throw new Error('it came before the secret was known');
      for (const check of checks) check(body, request.headers);
    } catch (error) {
      refused.push(`${body} (${error instanceof Error ? error.message : error})`);
      response.writeHead(401).end();
      return;
    }
    response.writeHead(204).end();
    const id = header(request.headers, 'webhook-id');
    if (received.has(id)) return; // Deliveries come at least once.
    const event = { ...(JSON.parse(body.toString('utf8')) as Omit<ReceivedEvent, 'id'>), id };
    received.set(id, event);
    listener(event);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/haldur-events`,
    get received() {
      return [...received.values()];
    },
    refused,
    verifiers: () => verifiers,
    async addSecret(secret) {
      const independent = await standardCheck(secret);
      checks = [(body, headers) => checkSignature(secret, body, headers), ...(independent ? [independent] : [])];
      verifiers = independent
        ? 'by the demo’s own few lines and by the package standardwebhooks'
        : 'by the demo’s own few lines';
    },
    onEvent(to) {
      listener = to;
    },
    async waitFor(count, patienceMs) {
      for (
        let waited = 0;
        !stopping.aborted && waited < patienceMs && received.size < count && refused.length === 0;
        waited += 20
      )
        await delay(20);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * `X-Service-Signature: sha256=` and the HMAC-SHA256 of the body's bytes in hex; the key is the secret as shown. Throws
 * Error.
 */
export function checkSignature(secret: string, body: Buffer, headers: IncomingHttpHeaders): void {
  const [, hex = ''] = /^sha256=([0-9a-f]{64})$/.exec(header(headers, 'x-service-signature')) ?? [];
  const sent = Buffer.from(hex, 'hex');
  const right = createHmac('sha256', secret).update(body).digest();
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw new Error('X-Service-Signature is wrong');
}

/** The independent check, by a package that only development installs have; undefined without it. */
async function standardCheck(secret: string): Promise<SignatureCheck | undefined> {
  try {
    const { Webhook } = await import('standardwebhooks');
    const webhook = new Webhook(secret);
    return (body, headers) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      webhook.verify(body, Object.fromEntries(names.map((name) => [name, header(headers, name)])));
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
