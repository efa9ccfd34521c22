// A load balancer for tests, which does what HAProxy and nginx do: it asks /health/ready, takes turns, keeps
// connections open, and tries another process only when a connection was refused, so before anything was sent.
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../src/platform/errors.ts';

const checkEveryMs = 300;
/**
 * A process that does not answer a check within this time is not ready. It is long, as the machine of a test may be
 * busy.
 */
const checkWithinMs = 10_000;

type Backend = { readonly port: number; readonly agent: http.Agent; up: boolean };

type Balancer = {
  readonly url: string;
  /** How many requests each port was sent. */
  readonly sent: ReadonlyMap<number, number>;
};

/** Starts a balancer before processes on loopback. It ends with the test file. */
export async function startBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  const backends: Backend[] = ports.map((backend) => ({
    port: backend,
    agent: new http.Agent({ keepAlive: true, maxFreeSockets: 50 }),
    up: false,
  }));
  const sent = new Map<number, number>();
  let turn = 0;
  const inTurn = () => {
    turn += 1;
    const up = backends.filter((backend) => backend.up);
    return up.map((_, nth) => up[(turn + nth) % up.length] as Backend);
  };
  const server = http.createServer(async (request, response) => {
    const body = await readAll(request);
    if (body === undefined) return;
    for (const backend of inTurn()) {
      sent.set(backend.port, (sent.get(backend.port) ?? 0) + 1);
      if ((await forward(backend, request, body, response)) === 'done') return;
    }
    response.writeHead(503, { 'x-balancer': 'nobody is ready' }).end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const over = new AbortController();
  const checking = Promise.all(backends.map((backend) => watch(backend, over.signal)));
  after(async () => {
    over.abort();
    server.closeAllConnections();
    server.close();
    await checking;
    for (const { agent } of backends) agent.destroy();
  });
  return { url: `http://127.0.0.1:${port}`, sent };
}

/** The whole body; undefined if the client hung up. */
async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  return request.toArray().then(Buffer.concat, () => undefined);
}

async function watch(backend: Backend, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const signal = AbortSignal.any([over, AbortSignal.timeout(checkWithinMs)]);
    backend.up = await fetch(`http://127.0.0.1:${backend.port}/health/ready`, { signal }).then(
      (answer) =>
        answer.arrayBuffer().then(
          () => answer.status === 200,
          () => false,
        ),
      () => false,
    );
    await delay(checkEveryMs, undefined, { signal: over }).catch(() => {});
  }
}

/**
 * Passes a request on. A connection that was refused leaves it to the next; any other failure is the client's to know.
 */
function forward(
  backend: Backend,
  { method, url, headers, socket }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<'done' | 'refused'> {
  return new Promise((resolve) => {
    const { connection: _, ...sentHeaders } = headers;
    const options = {
      method,
      path: url,
      host: '127.0.0.1',
      port: backend.port,
      agent: backend.agent,
      headers: { ...sentHeaders, 'x-forwarded-for': socket.remoteAddress ?? '' },
    };
    const outgoing = http.request(options, (answer) => {
      const { connection: _, ...answerHeaders } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, answerHeaders);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
      answer.on('close', () => {
        if (!answer.complete) response.destroy();
        resolve('done');
      });
    });
    outgoing.on('error', (error) => {
      if (codeOf(error) === 'ECONNREFUSED') {
        backend.up = false;
        return resolve('refused');
      }
      if (!response.headersSent) response.writeHead(502, { 'x-balancer': String(codeOf(error)) }).end();
      else response.destroy();
      resolve('done');
    });
    response.on('close', () => {
      if (!response.writableFinished) outgoing.destroy(); // The client hung up.
    });
    outgoing.end(body);
  });
}
