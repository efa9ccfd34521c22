// Receivers of webhooks for tests: real servers on loopback, well-behaved and hostile, and the options of a post to
// them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostLookup } from '../src/platform/vetted-connections.ts';
import { type PostOutcome, type PostRequest, postDelivery } from '../src/webhooks/post-delivery.ts';

export type LoopbackReceiver = { readonly url: string; readonly port: number; readonly connections: () => number };

/** A resolver that resolves every name to this machine. */
export const loopback: HostLookup = async () => [{ address: '127.0.0.1', family: 4 }];

const body = Buffer.from('{"event":"invoice.paid"}');

/** Posts to a server on loopback, with the given limits. */
export function postTo(url: string, rules: Partial<PostRequest> = {}): Promise<PostOutcome> {
  return postDelivery({ url, body, headers: { 'content-type': 'application/json' }, allowPrivate: true, ...rules });
}

export function assertResponse(outcome: PostOutcome): asserts outcome is PostOutcome & { kind: 'response' } {
  assert.equal(outcome.kind, 'response', JSON.stringify(outcome));
}

export function assertError(outcome: PostOutcome, error: string, message: RegExp): void {
  assert.ok(outcome.kind === 'error', JSON.stringify(outcome));
  assert.equal(outcome.error, error, outcome.message);
  assert.match(outcome.message, message);
}

/** An HTTP server that counts its connections; closed after the test. */
export async function serveHttp(t: TestContext, answer: http.RequestListener): Promise<LoopbackReceiver> {
  const server = http.createServer(answer);
  return listening(t, server, 'http');
}

/** A server that answers with raw bytes as soon as it has seen the head of a request. */
export async function serveRaw(t: TestContext, answer: (socket: Socket) => void): Promise<LoopbackReceiver> {
  const server = net.createServer((socket) => {
    socket.on('error', ignoreReset);
    socket.once('data', () => answer(socket));
  });
  return listening(t, server, 'http');
}

async function listening(t: TestContext, server: net.Server, scheme: string): Promise<LoopbackReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', ignoreReset);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = portOf(server);
  return { url: `${scheme}://127.0.0.1:${port}/hook`, port, connections: () => connections };
}

export function portOf(server: net.Server): number {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** Undici frees a connection a turn of the event loop after the answer has ended. */
export function connectionFree(): Promise<void> {
  return delay(5);
}

/**
 * The client disconnects from misbehaving servers: their sockets then report a reset, which is what these tests want.
 */
function ignoreReset(): void {}

/** Writes the same bytes repeatedly, as fast as they are accepted, until the other side disconnects. */
export function flood(socket: Socket, bytes: string): void {
  const chunk = Buffer.from(bytes.repeat(100));
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}

export function withoutOpenssl(): string | false {
  return spawnSync('openssl', ['version']).status === 0
    ? false
    : 'the openssl program, which makes the certificate of this test, is not installed';
}

/** An HTTPS server with a self-signed certificate for one name. */
export async function serveTls(t: TestContext, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-certificate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = ['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const made = spawnSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate]);
  assert.equal(made.status, 0, String(made.stderr));
  const servernames: unknown[] = [];
  const secure = https.createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => {
      servernames.push('servername' in request.socket && request.socket.servername);
      response.end('over TLS');
    },
  );
  return { server: await listening(t, secure, 'https'), certificate: readFileSync(certificate, 'utf8'), servernames };
}
