// Tests of posts to hostile servers on loopback: whatever they answer, the result is data, in bounded time and memory.
import assert from 'node:assert/strict';
import type http from 'node:http';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  assertError,
  assertResponse,
  connectionFree,
  flood,
  loopback,
  postTo,
  serveHttp,
  serveRaw,
} from '../../test/receivers.ts';
import { closeConnections } from './connections.ts';

after(closeConnections);

test('the bytes, headers, path and query arrive unchanged, and the answer is returned', async (t) => {
  const seen: { request?: http.IncomingMessage; body?: Buffer } = {};
  const server = await serveHttp(t, async (request, response) => {
    seen.request = request;
    seen.body = Buffer.concat(await request.toArray());
    response
      .writeHead(202, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30', 'set-cookie': 'a=b' })
      .end('täname');
  });
  const bytes = Buffer.from('{"amount":61.30,"name":"Õie"}');
  const headers = { 'content-type': 'application/json', 'X-Service-Signature': 'sha256=00' };
  const outcome = await postTo(`${server.url}?a=1&b=%20`, { body: bytes, headers });
  assertResponse(outcome);
  assert.equal(outcome.status, 202);
  assert.equal(outcome.body, 'täname');
  assert.deepEqual(outcome.headers, { 'retry-after': '30', 'content-type': 'text/plain; charset=utf-8' });
  assert.ok(Number.isInteger(outcome.latencyMs) && outcome.latencyMs >= 0);
  assert.deepEqual(seen.body, bytes);
  assert.equal(seen.request?.method, 'POST');
  assert.equal(seen.request?.url, '/hook?a=1&b=%20');
  assert.equal(seen.request?.headers['x-service-signature'], 'sha256=00');
  assert.equal(seen.request?.headers.host, `127.0.0.1:${server.port}`);
});

test('to a host that the operator has not listed nothing is sent', async (t) => {
  let requests = 0;
  const server = await serveHttp(t, (_request, response) => {
    requests += 1;
    response.end();
  });
  const url = `http://hook.example.org:${server.port}/`;
  const outcome = await postTo(url, { resolver: loopback, allowedHosts: ['*.example.com'] });
  assertError(outcome, 'blocked_target', /OUTGOING_HOSTS/);
  assertResponse(await postTo(url, { resolver: loopback, allowedHosts: ['hook.example.org'] }));
  assert.equal(requests, 1);
});

test('the receiver sees its host name, not the address used', async (t) => {
  let host: string | undefined;
  const server = await serveHttp(t, (request, response) => {
    host = request.headers.host;
    response.end();
  });
  const outcome = await postTo(`http://hook.example:${server.port}/`, { resolver: loopback });
  assertResponse(outcome);
  assert.equal(host, `hook.example:${server.port}`);
});

test('every final status is an answer, not an error', async (t) => {
  const server = await serveHttp(t, (request, response) => response.writeHead(Number(request.url?.slice(1))).end());
  for (const status of [200, 204, 304, 400, 404, 410, 429, 500, 503]) {
    const outcome = await postTo(`http://127.0.0.1:${server.port}/${status}`);
    assertResponse(outcome);
    assert.equal(outcome.status, status, String(status));
  }
});

test('a redirect is an answer and is not followed', async (t) => {
  const visited: (string | undefined)[] = [];
  const server = await serveHttp(t, (request, response) => {
    visited.push(request.url);
    response.writeHead(307, { location: '/second' }).end();
  });
  const outcome = await postTo(server.url);
  assertResponse(outcome);
  assert.equal(outcome.status, 307);
  assert.deepEqual(visited, ['/hook']);
});

test('a proxy named in the environment is not used', async (t) => {
  const proxy = await serveHttp(t, (_request, response) => response.end());
  const server = await serveHttp(t, (_request, response) => response.end('direct'));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  t.after(() => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) delete process.env[name];
  });
  assertResponse(await postTo(server.url));
  assert.equal(proxy.connections(), 0);
});

test('a server that never answers costs at most the deadline', async (t) => {
  const server = await serveRaw(t, () => {});
  assertError(await postTo(server.url, { totalTimeoutMs: 100 }), 'timeout', /^No response within 0\.1 s\.$/);
});

test('headers sent slowly are cut off by the deadline', async (t) => {
  const server = await serveRaw(t, async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    while (!socket.destroyed) {
      socket.write('a');
      await delay(10);
    }
  });
  assertError(await postTo(server.url, { totalTimeoutMs: 150 }), 'timeout', /^No response/);
});

test('a body sent slowly is cut off by the deadline, although its status was a success', async (t) => {
  const hungUp = Promise.withResolvers<void>();
  const server = await serveHttp(t, async (_request, response) => {
    response.on('close', hungUp.resolve);
    response.writeHead(200);
    while (!response.destroyed) {
      response.write('a');
      await delay(10);
    }
  });
  assertError(await postTo(server.url, { totalTimeoutMs: 1000 }), 'timeout', /^The response 200 was not complete/);
  await hungUp.promise;
});

test('of an endless body the first 64 KiB are read and 16 stored; then the connection is closed, and its status counts', async (t) => {
  const hungUp = Promise.withResolvers<void>();
  const server = await serveRaw(t, (socket) => {
    socket.on('close', () => hungUp.resolve());
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    flood(socket, 'x'.repeat(1000));
  });
  const outcome = await postTo(server.url);
  assertResponse(outcome);
  assert.equal(outcome.status, 200);
  assert.equal(outcome.body, 'x'.repeat(16 * 1024));
  await hungUp.promise;
});

test('a body of exactly the limit is read to its end, and the connection is used again', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('x'.repeat(1000)));
  for (let i = 0; i < 2; i++) {
    const outcome = await postTo(server.url, { readLimitBytes: 1000, keepLimitBytes: 10 });
    assertResponse(outcome);
    assert.equal(outcome.body, 'x'.repeat(10), `i ${i}`);
    await connectionFree();
  }
  assert.equal(server.connections(), 1);
});

test('a compressed body is not expanded', async (t) => {
  const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
  const server = await serveHttp(t, (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const outcome = await postTo(server.url);
  assertResponse(outcome);
  assert.ok(outcome.body.length <= bomb.length);
});

test('a stored body can be saved and shown: no NUL, no broken characters', async (t) => {
  const server = await serveHttp(t, (_request, response) =>
    response.end(Buffer.from([0x61, 0, 0x62, 0xff, 0xc3, 0xb5, 0xc3])),
  );
  const outcome = await postTo(server.url);
  assertResponse(outcome);
  assert.equal(outcome.body, 'ab\ufffdõ\ufffd');
  assert.equal(outcome.body.isWellFormed(), true);
});

test('excessive headers are a protocol error, long before they fill the memory', async (t) => {
  const sent = Promise.withResolvers<number>();
  const server = await serveRaw(t, (socket) => {
    socket.on('close', () => sent.resolve(socket.bytesWritten));
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, `x-more: ${'a'.repeat(100)}\r\n`);
  });
  assertError(await postTo(server.url), 'protocol', /more than 16 KiB of headers/);
  assert.ok((await sent.promise) < 16 * 1024 * 1024, 'no more was taken than the buffers of both sides hold');
});

test('a stored header is cut to a reasonable length', async (t) => {
  const server = await serveHttp(t, (_request, response) =>
    response.writeHead(503, { 'retry-after': '9'.repeat(5000) }).end(),
  );
  const outcome = await postTo(server.url);
  assertResponse(outcome);
  assert.equal(outcome.headers['retry-after'], '9'.repeat(200));
});

test('endless interim answers are a protocol error, a few are ignored', async (t) => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n';
  const flooding = await serveRaw(t, (socket) => flood(socket, interim));
  assertError(await postTo(flooding.url), 'protocol', /Interim/);
  const hinting = await serveRaw(t, (socket) =>
    socket.end(`${interim.repeat(3)}HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok`),
  );
  const outcome = await postTo(hinting.url);
  assertResponse(outcome);
  assert.deepEqual([outcome.status, outcome.body], [201, 'ok']);
});

test('an answer without a length ends with its connection', async (t) => {
  const server = await serveRaw(t, (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nold but fine'));
  const outcome = await postTo(server.url);
  assertResponse(outcome);
  assert.equal(outcome.body, 'old but fine');
});

const broken: Readonly<Record<string, (socket: Socket) => void>> = {
  'is closed without an answer': (socket) => socket.end(),
  'is reset without an answer': (socket) => socket.resetAndDestroy(),
  'is reset midway through the body': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () =>
      setImmediate(() => socket.resetAndDestroy()),
    ),
  'is closed midway through the body': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
  'is closed midway through a chunk': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal'),
  'carries something other than HTTP': (socket) => socket.end('220 smtp.example.org ESMTP\r\n'),
  'is switched to another protocol': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  'carries two lengths': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc'),
};

for (const [what, answer] of Object.entries(broken)) {
  test(`it is a protocol error when the connection ${what}`, async (t) => {
    const server = await serveRaw(t, answer);
    assertError(
      await postTo(server.url, { totalTimeoutMs: 5000 }),
      'protocol',
      /^(The connection broke|The response is not HTTP)/,
    );
  });
}
test('an invalid header is the caller’s mistake, and rejects', async () => {
  await assert.rejects(postTo('http://127.0.0.1:9/', { headers: { 'x-bad': 'a\r\nb: c' } }), /invalid x-bad header/);
});
