// Tests of stopping: a load balancer sees a service leave before its port closes, and SIGTERM always ends it, also
// beside a silent database.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { connectionTo } from './postgres-server.ts';
import { anOrganization, startTestService, waitUntil } from './service-fixture.ts';
import { makeServiceProcess } from './service-process.ts';
import { startSilentProxy, urlBehind } from './silent-proxy.ts';

const g = await startTestService();
const statusOf = (url: string, headers = {}) =>
  fetch(url, { headers }).then(
    (answer) => answer.status,
    () => undefined,
  );

/** A GET over a connection of an agent: the headers of its response, and whether the connection was used before. */
async function askWith(
  agent: http.Agent,
  url: string,
): Promise<{ headers: http.IncomingHttpHeaders; isReused: boolean }> {
  const request = http.get(url, { agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  await response.toArray();
  return { headers: response.headers, isReused: request.reusedSocket };
}

test('a stopping service reports so at /health/ready while it still answers, then closes its port and ends in order', async () => {
  const proxy = await startSilentProxy();
  const { start } = makeServiceProcess({ DATABASE_URL: urlBehind(proxy, g.database), DRAIN_SECONDS: '3', ROLE: 'api' });
  const { child, url } = await start();
  const { origin } = new URL(url);
  assert.equal(await statusOf(`${origin}/health/ready`), 200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await waitUntil(async () => (await statusOf(`${origin}/health/ready`)) === 503);
  assert.equal(await statusOf(`${url}/buildings`), 401);
  await waitUntil(async () => (await statusOf(`${origin}/health/live`)) === undefined);
  assert.deepEqual(await ended, [0, null]);
});

test('from the beginning of a stop, each response ends its connection, so that none is cut between two requests', async () => {
  const { start } = makeServiceProcess({
    DATABASE_URL: connectionTo(g.database).url ?? '',
    DRAIN_SECONDS: '2',
    ROLE: 'api',
  });
  const { child, url } = await start();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => askWith(agent, `${url}/buildings`);
  assert.equal((await ask()).headers.connection, 'keep-alive');
  assert.equal((await ask()).isReused, true);
  child.kill('SIGTERM');
  await waitUntil(async () => (await statusOf(`${new URL(url).origin}/health/ready`)) === 503);
  assert.deepEqual(
    [await ask(), await ask()].map(({ headers, isReused }) => [headers.connection, isReused]),
    [
      ['close', true],
      ['close', false],
    ],
  );
  await waitUntil(() => child.exitCode === 0);
});

test('SIGTERM ends a service whose database is silent, including the requests that wait for it', async () => {
  const { integrator } = await anOrganization(g);
  const proxy = await startSilentProxy();
  const { start } = makeServiceProcess({
    DATABASE_URL: urlBehind(proxy, g.database),
    LOG_LEVEL: 'silent',
    SECRET_KEY: g.app.config.secretKey.toString('base64'),
  });
  const { child, url } = await start();
  const headers = { authorization: `Bearer ${integrator}` };
  assert.equal(await statusOf(`${url}/buildings`, headers), 200);
  proxy.silence();
  const waiting = Promise.all(Array.from({ length: 5 }, () => statusOf(`${url}/buildings`, headers)));
  await waitUntil(async () => (await statusOf(`${new URL(url).origin}/health/ready`)) === 503);
  const ended = once(child, 'exit');
  const began = performance.now();
  child.kill('SIGTERM');
  await ended;
  // Twenty seconds are promised, and a statement would have waited for 65.
  assert.ok(performance.now() - began < 40_000, 'it waited for the database');
  for (const status of await waiting) assert.ok(status === 503 || status === undefined, String(status));
});
