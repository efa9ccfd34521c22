// Tests of the connections of posts: none reaches an unchecked host, none outlives its use, and a failure to connect
// gives its kind.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import {
  assertError,
  assertResponse,
  connectionFree,
  loopback,
  portOf,
  postTo,
  serveHttp,
  serveRaw,
  serveTls,
  withoutOpenssl,
} from '../../test/receivers.ts';
import { type HostLookup, resolveTarget } from '../platform/vetted-connections.ts';
import { closeConnections } from './connections.ts';

after(closeConnections);

test('a connection that the receiver rejects is a connect error', async () => {
  const gone = net.createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const port = portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  assertError(await postTo(`http://127.0.0.1:${port}/`), 'connect', /ECONNREFUSED/);
});

test('a name that does not exist is a dns error', async () => {
  assertError(await postTo('http://nobody.invalid/'), 'dns', /could not be resolved/);
});

test('a resolver that never answers is a timeout', async () => {
  const resolver: HostLookup = () => new Promise(() => {});
  assertError(await postTo('http://silent.example/', { resolver, connectTimeoutMs: 100 }), 'timeout', /^No connection/);
  assertError(
    await postTo('http://silent.example/', { resolver, connectTimeoutMs: 300, totalTimeoutMs: 100 }),
    'timeout',
    /^No connection/,
  );
});

test('a connection made only after the deadline is not used', async (t) => {
  let requests = 0;
  const server = await serveHttp(t, (_request, response) => {
    requests++;
    response.end();
  });
  const answered = Promise.withResolvers<void>();
  const resolver: HostLookup = async () => {
    await answered.promise;
    return loopback('');
  };
  const url = `http://late.example:${server.port}/`;
  assertError(await postTo(url, { resolver, totalTimeoutMs: 50 }), 'timeout', /^No connection/);
  answered.resolve();
  assertResponse(await postTo(url, { resolver }));
  assert.equal(requests, 1);
});
test('a private address in the URL is blocked before anything is sent, in every notation', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end());
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
  ]) {
    const outcome = await postTo(`http://${host}:${server.port}/`, { allowPrivate: false });
    assertError(outcome, 'blocked_target', /not on the public internet/);
    assert.equal(outcome.latencyMs, 0, host);
  }
  assert.equal(server.connections(), 0);
});

test('a name that resolves to a private address is blocked when connecting, also when it has public addresses too', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end());
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['127.0.0.1', '93.184.216.34'],
    ['::ffff:127.0.0.1'],
  ]) {
    const resolver: HostLookup = async () => addresses.map((address) => ({ address, family: net.isIP(address) }));
    const outcome = await postTo(`http://hook.example:${server.port}/`, { allowPrivate: false, resolver });
    assertError(outcome, 'blocked_target', /not on the public internet/);
    assert.equal(outcome.latencyMs, 0, JSON.stringify(addresses));
  }
  assert.equal(server.connections(), 0);
});

test('a name that becomes private after the check (rebinding) is blocked: the look-up that is checked is the one that is used', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end());
  const answers = ['93.184.216.34'];
  let lookups = 0;
  const resolver: HostLookup = async () => {
    lookups++;
    return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
  };
  const vetted = await resolveTarget('hook.example', { allowPrivate: false, lookup: resolver });
  assert.ok('addresses' in vetted);
  const outcome = await postTo(`http://hook.example:${server.port}/`, { allowPrivate: false, resolver });
  assertError(outcome, 'blocked_target', /not on the public internet/);
  assert.equal(lookups, 2);
  assert.equal(server.connections(), 0);
});

test('a kept connection serves later posts, and each new connection is checked again', async (t) => {
  let lookups = 0;
  const resolver: HostLookup = async () => {
    lookups++;
    return loopback('');
  };
  let keep = true;
  const server = await serveHttp(t, (_request, response) => {
    if (!keep) response.setHeader('connection', 'close');
    response.end();
  });
  const send = async () => {
    assertResponse(await postTo(`http://hook.example:${server.port}/`, { resolver }));
    await connectionFree();
  };
  for (let i = 0; i < 5; i++) await send();
  assert.deepEqual([server.connections(), lookups], [1, 1]);
  keep = false;
  for (let i = 0; i < 3; i++) await send();
  assert.deepEqual([server.connections(), lookups], [3, 3]);
});

test('a connection allowed by looser rules is not used by a post with stricter ones', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end());
  const url = `http://hook.example:${server.port}/`;
  assertResponse(await postTo(url, { resolver: loopback }));
  assertError(
    await postTo(url, { resolver: loopback, allowPrivate: false }),
    'blocked_target',
    /not on the public internet/,
  );
  assert.equal(server.connections(), 1);
});
test('a hundred posts to a silent server do not delay one to a healthy server', async (t) => {
  const silent = await serveRaw(t, () => {});
  const healthy = await serveHttp(t, (_request, response) => response.end());
  const waiting = Promise.all(Array.from({ length: 100 }, () => postTo(silent.url, { totalTimeoutMs: 400 })));
  assertResponse(await postTo(healthy.url, { totalTimeoutMs: 400 }));
  for (const outcome of await waiting) assertError(outcome, 'timeout', /^No response/);
});
test('without a certificate of a known authority there is no delivery', {
  skip: withoutOpenssl(),
}, async (t) => {
  const { server } = await serveTls(t, 'hook.example');
  const url = `https://hook.example:${server.port}/`;
  assertError(await postTo(url, { resolver: loopback }), 'tls', /DEPTH_ZERO_SELF_SIGNED_CERT/);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  assertError(await postTo(url, { resolver: loopback }), 'tls', /DEPTH_ZERO_SELF_SIGNED_CERT/);
});

test('with one the post succeeds, for the name of the URL, and for no other', {
  skip: withoutOpenssl(),
}, async (t) => {
  const { server, certificate, servernames } = await serveTls(t, 'hook.example');
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, certificate]);
  t.after(() => tls.setDefaultCACertificates(trusted));
  const outcome = await postTo(`https://hook.example:${server.port}/`, { resolver: loopback });
  assertResponse(outcome);
  assert.equal(outcome.body, 'over TLS');
  assert.deepEqual(servernames, ['hook.example']);
  assertError(
    await postTo(`https://other.example:${server.port}/`, { resolver: loopback }),
    'tls',
    /ERR_TLS_CERT_ALTNAME_INVALID/,
  );
});

test('a server that does not speak TLS on an https URL is a tls error, a silent one a timeout', async (t) => {
  const plain = await serveRaw(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  assertError(await postTo(plain.url.replace('http:', 'https:')), 'tls', /TLS failed/);
  const closing = await serveRaw(t, (socket) => socket.destroy());
  assertError(await postTo(closing.url.replace('http:', 'https:')), 'tls', /TLS failed/);
  const silent = await serveRaw(t, () => {});
  assertError(
    await postTo(silent.url.replace('http:', 'https:'), { connectTimeoutMs: 100 }),
    'timeout',
    /^No connection/,
  );
});
test('closing waits for posts in progress, and the next post uses new connections', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const server = await serveHttp(t, (_request, response) => {
    arrived.resolve();
    setTimeout(() => response.end('done'), 50);
  });
  const underWay = postTo(server.url);
  await arrived.promise;
  await closeConnections();
  const outcome = await underWay;
  assertResponse(outcome);
  assert.equal(outcome.body, 'done');
  assertResponse(await postTo(server.url));
  assert.equal(server.connections(), 2);
});

test('at the end no connection is left open', async () => {
  await closeConnections();
  const open = () =>
    process.getActiveResourcesInfo().filter((name) => /^(TCPSocket|TLS|TCPConnect|GetAddrInfo)/.test(name));
  for (let i = 0; i < 100 && open().length > 0; i++) await delay(10);
  assert.deepEqual(open(), []);
});
